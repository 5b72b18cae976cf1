"""Adversaries made up from a few words."""

import pytest

from rules.daggerheart import system
from rules.daggerheart.improvise import adversary
from rules.daggerheart.improvised import improvised


@pytest.mark.parametrize(
    ("text", "name", "tier", "role"),
    [
        ("improvise tier 2 bruiser", "Bruiser", 2, "bruiser"),
        ("импровизация ранг 2 громила", "Громила", 2, "bruiser"),
        ("Tier 2 Bruiser", "Bruiser", 2, "bruiser"),
        ("bruiser, tier 2", "Bruiser", 2, "bruiser"),
        ("bruisers 2", "Bruiser", 2, "bruiser"),
        ("импровизируй громилу 4 ранга", "Громила", 4, "bruiser"),
        ("орды 3", "Орда", 3, "horde"),
        ("стрелки", "Стрелок", 1, "ranged"),
        ("skul", "Skulk", 1, "skulk"),
        ("improvise", "Standard", 1, "standard"),
        ("импровизация 2", "Обычный", 2, "standard"),
        ("improvise Gruk the tier 3 leader", "Gruk", 3, "leader"),
    ],
)
def test_role_and_tier_in_any_order_and_either_language_make_an_adversary(
    text: str, name: str, tier: int, role: str
) -> None:
    made = improvised(text)
    assert made is not None
    assert made["name"] == name
    assert made["features"]["about"]["facts"] == {"tier": tier, "type": role}
    assert made["numbers"] == adversary(tier, role)["numbers"]
    assert made["trackers"] == adversary(tier, role)["trackers"]


@pytest.mark.parametrize(
    "text", ["", "acid burrower", "br", "tier 2", "tier 9 bruiser", "improvise tier 9", "bruiser of the deep gate"]
)
def test_what_is_about_something_else_makes_none(text: str) -> None:
    assert improvised(text) is None


def test_the_game_offers_it() -> None:
    assert system.improvise("tier 1 solo") == improvised("tier 1 solo")


@pytest.mark.parametrize(("text", "name"), [("tier 1 minion", "Minion (4)"), ("миньон ранга 1", "Миньон (4)")])
def test_the_trait_of_a_minion_is_called_as_the_minion_is(text: str, name: str) -> None:
    made = improvised(text)
    assert made is not None
    assert made["features"]["minion"]["name"] == name
