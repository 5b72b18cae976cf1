"""Adversaries made up from a few words."""

import pytest

from rules.daggerheart import system
from rules.daggerheart.improvise import adversary, environment
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


@pytest.mark.parametrize(
    ("text", "name", "tier", "type_"),
    [
        ("tier 1 traversal", "Traversal", 1, "traversal"),
        ("tier 2 event, environment", "Event", 2, "event"),
        ("social environment, tier 2", "Social", 2, "social"),
        ("environment tier 4", "Environment", 4, None),
        ("improvise Old Bridge tier 2 traversal", "Old Bridge", 2, "traversal"),
        ("преодоление 1 ранга", "Преодоление", 1, "traversal"),
        ("событие 2 ранга, окружение", "Событие", 2, "event"),
        ("окружение ранга 3", "Окружение", 3, None),
        ("event", "Event", 1, "event"),
    ],
)
def test_a_type_of_environment_and_a_tier_make_an_environment(
    text: str, name: str, tier: int, type_: str | None
) -> None:
    made = improvised(text)
    assert made is not None
    assert (made["name"], made["kind"]) == (name, "environment")
    assert made["features"]["about"]["facts"] == {"tier": tier} | ({"type": type_} if type_ else {})
    assert made["numbers"] == environment(tier, type_)["numbers"]


@pytest.mark.parametrize(
    ("text", "harm"),
    [("tier 1 traversal", "1d6+1 to 1d8+3 damage."), ("преодоление ранга 4", "От 4d8+3 до 4d10+10 урона.")],
)
def test_what_an_environment_deals_stands_in_the_language_that_was_typed(text: str, harm: str) -> None:
    made = improvised(text)
    assert made is not None
    assert made["features"]["harm"]["facts"]["text"] == harm


@pytest.mark.parametrize("text", ["environment", "traversal event", "tier 1 bruiser environment", "tier 9 event"])
def test_what_is_no_single_environment_makes_none(text: str) -> None:
    assert improvised(text) is None


def test_a_role_that_is_a_type_as_well_is_an_adversary_unless_an_environment_is_named() -> None:
    made = improvised("tier 2 social")
    assert made is not None
    assert made["kind"] == "adversary"


def test_the_game_offers_it() -> None:
    assert system.improvise("tier 1 solo") == improvised("tier 1 solo")


@pytest.mark.parametrize(("text", "name"), [("tier 1 minion", "Minion (4)"), ("миньон ранга 1", "Миньон (4)")])
def test_the_trait_of_a_minion_is_called_as_the_minion_is(text: str, name: str) -> None:
    made = improvised(text)
    assert made is not None
    assert made["features"]["minion"]["name"] == name
