"""What becomes of a character who has marked the last Hit Point?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import seat_viewer
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.fell()
    return evening


def owed(evening: Evening) -> list[str]:
    return [due["creature"] for due in evening.see()["due"] if due["what"] == "death_move"]


def test_the_last_hit_point_calls_for_a_death_move_until_it_is_cleared(evening: Evening) -> None:
    assert owed(evening) == [evening.oro]
    assert "Oro: the last Hit Point, a death move is due" in evening.said()
    evening.adjust("hit_points", -1, evening.oro)
    assert owed(evening) == []


def test_its_player_is_asked_and_nobody_else(evening: Evening) -> None:
    (ask,) = evening.see(seat_viewer(evening.oro))["asks"]
    assert (ask["kind"], ask["by"]) == ("death_move", evening.oro)
    assert evening.see(seat_viewer(evening.mira))["asks"] == ()
    dice = {"hope": 12}
    evening.do("answer", by=f"seat:{evening.oro}", id=ask["id"], move="avoid_death", dice=dice)
    assert evening.conditions(evening.oro) == ["unconscious"]
    assert evening.see(seat_viewer(evening.oro))["asks"] == ()


def test_a_seat_makes_its_own_death_move_only(evening: Evening) -> None:
    with pytest.raises(RuleError):
        evening.do("death_move", by=f"seat:{evening.mira}", creature=evening.oro, move="blaze_of_glory")
    evening.do("death_move", by=f"seat:{evening.oro}", creature=evening.oro, move="blaze_of_glory")
    assert owed(evening) == []


def test_the_move_must_be_chosen_and_its_dice_thrown(evening: Evening) -> None:
    with pytest.raises(Need) as asked:
        evening.do("death_move", creature=evening.oro)
    assert asked.value.asks[0]["choice"] == "move"
    with pytest.raises(Need) as asked:
        evening.do("death_move", creature=evening.oro, move="risk_it_all", physical=True)
    assert [ask["dice"] for ask in asked.value.asks] == ["hope", "fear"]


def test_one_who_stands_owes_no_death_move(evening: Evening) -> None:
    with pytest.raises(RuleError) as refused:
        evening.do("death_move", creature=evening.mira, move="avoid_death")
    assert refused.value.code == "no-death-move-due"


def test_a_blaze_of_glory_is_one_last_action_and_then_death(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="blaze_of_glory")
    (ask,) = evening.see()["asks"]
    assert ask["kind"] == "last_action"
    said = {"with": "critical"}
    evening.do("roll", roll="action", creature=evening.oro, targets=[evening.bear], announced=said, **{"with": "sword"})
    evening.do("answer", id=ask["id"])
    assert (evening.conditions(evening.oro), owed(evening)) == (["dead"], [])


@pytest.mark.parametrize(("hope", "scars"), [(1, 1), (2, 0)])
def test_avoiding_death_may_leave_a_scar(evening: Evening, hope: int, scars: int) -> None:
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": hope})
    numbers = evening.see()["creatures"][evening.oro]["numbers"]
    assert (numbers["scars"], numbers["hope_max"]) == (scars, 6 - scars)
    assert evening.conditions(evening.oro) == ["unconscious"]
    assert evening.last(evening.oro).facts["outcome"] == ("scar" if scars else "no_scar")


def test_a_scar_takes_the_hope_in_its_slot_and_undo_gives_it_back(evening: Evening) -> None:
    evening.adjust("hope", 3, evening.oro)
    before = evening.game.state
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 1})
    assert evening.value("hope", evening.oro) == 5
    evening.undo()
    assert evening.game.state == before


def test_the_last_scar_ends_the_journey(evening: Evening) -> None:
    evening.do("change_creature", creature=evening.oro, changes={"numbers": {"scars": 5}})
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 1})
    assert evening.conditions(evening.oro) == ["dead", "unconscious"]
    assert "journey_ends" in evening.codes()


def test_an_ally_who_clears_a_hit_point_wakes_the_unconscious(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 12})
    evening.adjust("stress", 1, evening.oro)
    assert evening.conditions(evening.oro) == ["unconscious"]
    evening.adjust("hit_points", -1, evening.oro)
    assert evening.conditions(evening.oro) == []


def test_a_long_rest_wakes_the_unconscious_and_a_short_one_does_not(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 12})
    evening.do("rest", kind="short")
    assert evening.conditions(evening.oro) == ["unconscious"]
    evening.do("rest", kind="long")
    assert evening.conditions(evening.oro) == []


@pytest.mark.parametrize(("hope", "fear", "dead"), [(3, 9, True), (7, 7, False)])
def test_risking_it_all_kills_or_clears_everything(evening: Evening, hope: int, fear: int, dead: bool) -> None:
    evening.adjust("stress", 4, evening.oro)
    evening.do("death_move", creature=evening.oro, move="risk_it_all", dice={"hope": hope, "fear": fear})
    assert ("dead" in evening.conditions(evening.oro)) is dead
    assert evening.hold(evening.oro, "hit_points", "stress") == ((6, 4) if dead else (0, 0))


def risked(evening: Evening, hope: int = 5) -> str:
    evening.adjust("stress", 4, evening.oro)
    evening.do("death_move", creature=evening.oro, move="risk_it_all", dice={"hope": hope, "fear": 2})
    (ask,) = evening.see()["asks"]
    assert (ask["kind"], ask["data"]["left"]) == ("risk_it_all", hope)
    return str(ask["id"])


@pytest.mark.parametrize(("hope", "share"), [(5, {"hit_points": 5, "stress": 0}), (9, {"hit_points": 6, "stress": 3})])
def test_the_question_says_how_the_die_may_be_shared_out(evening: Evening, hope: int, share: dict[str, int]) -> None:
    id = risked(evening, hope)
    (ask,) = evening.see()["asks"]
    assert ask["data"]["share"] == share
    evening.send({"type": "answer", "id": id, **share})
    assert evening.hold(evening.oro, "hit_points", "stress") == (6 - share["hit_points"], 4 - share["stress"])


def test_a_higher_hope_die_is_shared_out_by_its_player(evening: Evening) -> None:
    id = risked(evening)
    evening.do("answer", by=f"seat:{evening.oro}", id=id, hit_points=3, stress=2)
    assert (evening.hold(evening.oro, "hit_points", "stress"), owed(evening)) == ((3, 2), [])


def test_what_is_not_said_of_the_split_goes_to_stress(evening: Evening) -> None:
    evening.do("answer", id=risked(evening), hit_points=1)
    assert evening.hold(evening.oro, "hit_points", "stress") == (5, 0)


def test_a_hope_die_that_clears_everything_asks_nothing(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="risk_it_all", dice={"hope": 9, "fear": 2})
    assert (evening.hold(evening.oro, "hit_points", "stress"), evening.see()["asks"]) == ((0, 0), ())


@pytest.mark.parametrize("split", [{"hit_points": 4, "stress": 4}, {"hit_points": 2, "stress": 1}, {"hit_points": 6}])
def test_a_split_that_does_not_fit_is_refused(evening: Evening, split: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as refused:
        evening.do("answer", id=risked(evening), **split)
    assert (refused.value.code, refused.value.facts["left"]) == ("split-does-not-fit", 5)


def test_a_split_without_a_hit_point_or_with_words_is_pointed_at(evening: Evening) -> None:
    id = risked(evening)
    for split in ({"hit_points": 0, "stress": 5}, {"hit_points": "many"}, {"hit_points": 1, "luck": 2}):
        with pytest.raises(InvalidInput):
            evening.do("answer", id=id, **split)
    with pytest.raises(Need) as asked:
        evening.do("answer", id=id)
    assert [ask["number"] for ask in asked.value.asks] == ["hit_points", "stress"]


def test_a_preview_of_a_death_move_shows_its_odds_and_draws_nothing(evening: Evening) -> None:
    drawn = evening.dice.getstate()
    seen = evening.preview("death_move", creature=evening.oro, move="risk_it_all")
    assert (seen.added, str(seen.odds[0]["odds"].outcomes["clears_all"])) == ((), "1/12")
    seen = evening.preview("death_move", creature=evening.oro, move="avoid_death")
    assert str(seen.odds[0]["odds"].outcomes["scar"]) == "1/12"
    assert evening.dice.getstate() == drawn


def test_the_dead_owe_nothing_and_take_no_part(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="risk_it_all", dice={"hope": 3, "fear": 9})
    assert owed(evening) == []
    with pytest.raises(RuleError) as refused:
        evening.act(9, 4)
    assert refused.value.facts["condition"] == "dead"


def test_one_who_slept_off_an_avoided_death_owes_no_other_move_until_hurt_again(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 12})
    evening.do("take_damage", creature=evening.oro, band="minor", ask=False)
    evening.do("rest", kind="long")
    assert (evening.conditions(evening.oro), owed(evening)) == ([], [])
    evening.do("take_damage", creature=evening.oro, band="minor", ask=False)
    assert owed(evening) == [evening.oro]


def test_the_next_last_hit_point_calls_for_a_death_move_again(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 12})
    evening.adjust("hit_points", -1, evening.oro)
    evening.adjust("hit_points", 1, evening.oro)
    assert owed(evening) == [evening.oro]


# ---------------------------------------------------------------- dice that are changed after the roll


def amend(evening: Evening, **dice: int) -> None:
    evening.do("amend_roll", id=evening.last(evening.oro).id, dice=dice)


def test_a_scar_comes_and_goes_with_the_die_that_was_meant(evening: Evening) -> None:
    evening.adjust("hope", 4, evening.oro)
    before = evening.value("hope", evening.oro)
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 1})
    assert evening.value("hope", evening.oro) == before - 1
    amend(evening, hope=12)
    numbers = evening.see()["creatures"][evening.oro]["numbers"]
    assert (numbers["scars"], numbers["hope_max"], evening.value("hope", evening.oro)) == (0, 6, before)
    assert (evening.conditions(evening.oro), owed(evening)) == (["unconscious"], [])
    evening.undo()
    assert (evening.value("hope", evening.oro), evening.hold(evening.oro, "scars")) == (before - 1, (1,))
    evening.redo()
    assert evening.value("hope", evening.oro) == before


def test_the_last_scar_that_was_a_slip_leaves_the_journey_going_on(evening: Evening) -> None:
    evening.do("change_creature", creature=evening.oro, changes={"numbers": {"scars": 5}})
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 1})
    amend(evening, hope=12)
    assert evening.conditions(evening.oro) == ["unconscious"]


def test_whoever_died_of_a_slip_lives_and_the_other_way_round(evening: Evening) -> None:
    evening.adjust("stress", 4, evening.oro)
    evening.do("death_move", creature=evening.oro, move="risk_it_all", dice={"hope": 3, "fear": 9})
    amend(evening, hope=9)  # a critical success
    assert ("dead" in evening.conditions(evening.oro), evening.hold(evening.oro, "hit_points", "stress")) == (
        False,
        (0, 0),
    )
    amend(evening, hope=3)
    assert ("dead" in evening.conditions(evening.oro), evening.hold(evening.oro, "hit_points", "stress")) == (
        True,
        (6, 4),
    )
    evening.undo()
    assert evening.hold(evening.oro, "hit_points", "stress") == (0, 0)


def test_whoever_dies_with_either_die_died_once(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="risk_it_all", dice={"hope": 3, "fear": 9})
    amend(evening, hope=4)
    assert "dead" in evening.conditions(evening.oro)
    assert evening.said().count("Oro dies") == 1


def test_a_share_that_nobody_has_said_yet_is_asked_anew(evening: Evening) -> None:
    first = risked(evening)
    amend(evening, hope=4)
    (ask,) = evening.see()["asks"]
    assert (ask["data"]["left"], ask["id"] == first) == (4, False)
    amend(evening, fear=12)
    assert (evening.see()["asks"], "dead" in evening.conditions(evening.oro)) == ((), True)


def test_a_share_that_was_said_is_taken_back_first(evening: Evening) -> None:
    evening.send({"type": "answer", "id": risked(evening), "hit_points": 5, "stress": 0})
    with pytest.raises(RuleError, match="no-death-move-due"):
        amend(evening, hope=4)
    evening.undo()
    amend(evening, hope=4)
    (ask,) = evening.see()["asks"]
    assert ask["data"]["left"] == 4


def test_whoever_was_healed_since_owes_no_other_death_move(evening: Evening) -> None:
    evening.do("death_move", creature=evening.oro, move="avoid_death", dice={"hope": 12})
    evening.adjust("hit_points", -1, evening.oro)
    with pytest.raises(RuleError, match="no-death-move-due"):
        amend(evening, hope=1)
    assert evening.hold(evening.oro, "hit_points") == (5,)
