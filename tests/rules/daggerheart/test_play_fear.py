"""What may Fear be spent on, and what does each cost?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from rules.core.rolling import Roll, odds_in_game
from tests.rules.daggerheart.evening import Evening

SENSES = {"kind": "experience", "name": "Keen Senses", "facts": {"modifier": 2}}
ROAR = {"kind": "feature", "name": "Roar", "facts": {"cost": {"fear": 2}}}


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.do("change_creature", creature=evening.bear, changes={"features": {"senses": SENSES, "roar": ROAR}})
    evening.fear(5)
    return evening


def spend(evening: Evening, use: str, **fields: Any) -> None:
    evening.do("spend_fear", use=use, creature=evening.bear, **fields)


@pytest.mark.parametrize(
    ("use", "line"),
    [
        ("steal_spotlight", "Bear: the spotlight is stolen for 1 Fear"),
        ("extra_move", "Bear: an extra GM move for 1 Fear"),
    ],
)
def test_the_spotlight_is_stolen_or_a_move_more_is_made(evening: Evening, use: str, line: str) -> None:
    evening.act(9, 4)
    spend(evening, use)
    assert (evening.active, evening.value("fear")) == (evening.bear, 4)
    assert line in evening.said(viewer=PUBLIC_VIEWER)
    with pytest.raises(RuleError, match="spotlights-used"):
        spend(evening, "extra_move")
    assert evening.value("fear") == 4


def test_a_move_needs_no_adversary(evening: Evening) -> None:
    evening.do("spend_fear", use="extra_move", reason="the bridge breaks")
    assert evening.value("fear") == 4
    assert "1 Fear spent: an extra GM move, the bridge breaks" in evening.said()


def test_a_feature_costs_what_it_says(evening: Evening) -> None:
    spend(evening, "feature", feature="roar")
    assert evening.value("fear") == 3
    assert "Bear: Roar (2 Fear)" in evening.said()
    for fields in ({"feature": "dance"}, {}):
        with pytest.raises(InvalidInput):
            spend(evening, "feature", **fields)
    with pytest.raises(InvalidInput):
        evening.do("spend_fear", use="feature", feature="roar")


def test_an_experience_raises_the_difficulty_of_the_next_roll_against_its_adversary(evening: Evening) -> None:
    spend(evening, "experience")
    assert evening.value("fear") == 4
    roll = evening.act(8, 6, targets=[evening.bear], **{"with": "sword"})
    assert (roll.secret["filled"]["difficulty"], roll.facts["outcome"]) == (15, "success_hope")
    assert ("difficulty", 2, "Keen Senses") in [(m["axis"], m["amount"], m["why"]) for m in roll.secret["modifiers"]]
    assert evening.act(8, 6, targets=[evening.bear]).secret["filled"]["difficulty"] == 13


def test_an_experience_adds_to_the_next_attack_of_its_adversary(evening: Evening) -> None:
    spend(evening, "experience", feature="senses")
    evening.act(9, 4, targets=[])
    assert evening.strike(7).facts["total"] == 10
    assert evening.strike(7).facts["total"] == 8


def test_an_amended_roll_still_meets_the_experience(evening: Evening) -> None:
    spend(evening, "experience")
    roll = evening.act(8, 6, targets=[evening.bear])
    evening.do("amend_roll", id=roll.id, dice={"hope": 7})
    assert evening.last(evening.oro).secret["filled"]["difficulty"] == 15
    assert evening.act(8, 6, targets=[evening.bear]).secret["filled"]["difficulty"] == 13


def test_only_the_adversary_whose_experience_it_is_is_harder_to_hit(evening: Evening) -> None:
    wolf = evening.add("Wolf", numbers={"difficulty": 13})
    spend(evening, "experience")
    roll = evening.act(8, 5, targets=[wolf, evening.bear], parameters={"modifier": 1})
    assert [(t["creature"], t["outcome"]) for t in roll.secret["targets"]] == [
        (wolf, "success_hope"),
        (evening.bear, "failure_hope"),
    ]


def test_an_experience_waits_until_the_scene_ends(evening: Evening) -> None:
    spend(evening, "experience")
    evening.do("begin_scene", title="Dawn")
    assert evening.act(8, 6, targets=[evening.bear]).secret["filled"]["difficulty"] == 13


def test_players_learn_neither_the_experience_nor_the_difficulty(evening: Evening) -> None:
    spend(evening, "experience")
    assert "Bear: an Experience on the next roll for 1 Fear" in evening.said(viewer=PUBLIC_VIEWER)
    assert not any("Keen" in line for line in evening.said(viewer=seat_viewer(evening.oro)))
    assert "senses" not in str(evening.public()).lower()
    command = Roll(roll="action", creature=evening.oro, targets=(evening.bear,), parameters={"difficulty": 12})
    odds = odds_in_game(evening.game.system, evening.game.state, command, seat=evening.oro)
    assert "Keen" not in str(odds)


def test_fear_is_spent_on_adversaries_and_only_as_far_as_it_goes(evening: Evening) -> None:
    with pytest.raises(RuleError, match="not-an-adversary"):
        evening.do("spend_fear", use="steal_spotlight", creature=evening.oro)
    with pytest.raises(InvalidInput):
        spend(evening, "experience", feature="roar")
    with pytest.raises(InvalidInput):
        spend(evening, "cake")
    evening.fear(-5)
    with pytest.raises(RuleError, match="not-enough-fear"):
        spend(evening, "experience")
    assert evening.act(8, 6, targets=[evening.bear]).secret["filled"]["difficulty"] == 13


def test_a_hidden_adversary_leaves_no_name(evening: Evening) -> None:
    lurker = evening.add("Lurker", hidden=True, features={"senses": SENSES})
    evening.do("spend_fear", use="experience", creature=lurker)
    assert not any("Lurker" in line or "Experience" in line for line in evening.said(viewer=PUBLIC_VIEWER))


@pytest.mark.parametrize("before", [0, 5, 12])
def test_a_campaign_begins_with_a_fear_for_each_character(evening: Evening, before: int) -> None:
    evening.fear(before - 5)
    evening.pc("Tamsin")
    evening.do("start_campaign")
    assert evening.value("fear") == 3
    assert "The campaign begins with 3 Fear" in evening.said(viewer=PUBLIC_VIEWER)
    evening.undo()
    assert evening.value("fear") == before
