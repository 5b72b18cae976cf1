"""Rests whose players roll for themselves: the phone is asked, and the answer heals as the rest would have."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.rules.shard.table import fight, hero, track
from tests.rules.table import Table

NIGHT = 8 * 60


@pytest.fixture
def table() -> Table:
    return fight()


def hurt(table: Table, **more: Any) -> str:
    """A character with two lethal boxes and three of strain."""
    oro = hero(table, **more)
    table.do("take_damage", creature=oro, amount=2)
    table.do("take_damage", creature=oro, amount=3, damage="strain")
    return oro


def asked(table: Table, id: str) -> list[Any]:
    return [one for one in table.game.state.pending.values() if (one.kind, one.by) == ("recovery", id)]


def test_who_is_asked_heals_by_the_answer_and_not_by_the_rest(table: Table) -> None:
    oro = hurt(table)
    before, minute = track(table, oro), table.game.state.time.minute
    table.do("rest", kind="long", asked=[oro])
    (question,) = asked(table, oro)
    assert dict(question.data) == {"rest": "long", "lethal": 2, "strain": 2}
    assert (track(table, oro), table.game.state.time.minute) == (before, minute + NIGHT)
    dice = {"lethal": {"faces": [6, 1]}, "strain": {"faces": [8, 4]}}
    table.do("answer", id=question.id, dice=dice, by=f"seat:{oro}")
    assert asked(table, oro) == []
    # one lethal box turns to strain and stays so for this rest; a success takes two of the three that there were
    assert (track(table, oro).count("X"), track(table, oro).count("/")) == (1, 2)
    table.undo(by=f"seat:{oro}")
    assert (track(table, oro), len(asked(table, oro))) == (before, 1)


def test_only_the_successes_may_be_called_out(table: Table) -> None:
    oro = hurt(table)
    table.do("rest", kind="long", asked=[oro])
    (question,) = asked(table, oro)
    with pytest.raises(InvalidInput):
        table.do("answer", id=question.id, lethal=3, strain=0, by=f"seat:{oro}")
    table.do("answer", id=question.id, lethal=2, strain=0, by=f"seat:{oro}")
    assert (track(table, oro).count("X"), track(table, oro).count("/")) == (0, 4)


def test_a_short_rest_asks_for_strain_alone_and_of_nobody_who_is_unhurt(table: Table) -> None:
    oro, mira = hurt(table, numbers={"endurance": 2}), hero(table, "Mira")
    table.do("rest", kind="short", asked=[oro, mira])
    assert dict(asked(table, oro)[0].data) == {"rest": "short", "strain": 4}  # Constitution and Endurance
    assert asked(table, mira) == []


@pytest.mark.parametrize("given", [{"dice": {"strain": {"faces": [1, 2]}}}, {"strain": 0}])
def test_dice_of_recovery_are_counted_and_pass_nothing(table: Table, given: Any) -> None:
    oro = hurt(table)
    table.do("rest", kind="short", asked=[oro])
    table.do("answer", id=asked(table, oro)[0].id, **given)
    assert table.game.state.rolls[oro].facts["say"] == {"code": "challenge-open", "facts": {"successes": 0}}


def test_a_newer_rest_takes_the_place_of_an_older_question(table: Table) -> None:
    oro = hurt(table)
    table.do("rest", kind="short", asked=[oro])
    first = asked(table, oro)[0].id
    table.do("rest", kind="long", asked=[oro])
    (second,) = asked(table, oro)
    assert second.id != first
    with pytest.raises(RuleError):
        table.do("answer", id=first, by=f"seat:{oro}")


def test_one_whose_constitution_is_burned_recovers_a_box_all_the_same(table: Table) -> None:
    oro = hurt(table)
    table.do("burn_ability", creature=oro, ability="constitution", count=2)
    table.do("rest", kind="short", asked=[oro])
    (question,) = asked(table, oro)
    table.do("answer", id=question.id, by=f"seat:{oro}")
    assert track(table, oro).count("/") == 2


def test_nobody_else_sees_or_answers_the_question(table: Table) -> None:
    oro, mira = hurt(table), hero(table, "Mira")
    table.do("rest", kind="short", asked=[oro])
    (question,) = asked(table, oro)
    assert [one["id"] for one in table.see(seat_viewer(oro))["asks"]] == [question.id]
    for viewer in (seat_viewer(mira), PUBLIC_VIEWER):
        assert table.see(viewer).get("asks", []) in ([], ())
    with pytest.raises(RuleError):
        table.do("answer", id=question.id, by=f"seat:{mira}")


def test_an_unknown_one_cannot_be_asked(table: Table) -> None:
    with pytest.raises((RuleError, InvalidInput)):
        table.do("rest", kind="short", asked=["c_nobody"])
