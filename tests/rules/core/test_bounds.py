"""Nothing grows without end, and nothing that a player sends stands in the GM's way."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.parametrize(
    "commands",
    [
        [{"n": 1}],
        [{"type": ["note"]}],
        [{"type": "explode"}],
        [{"type": "note"}],
        [{"type": "adjust_tracker", "tracker": "fear", "by": "x"}],
        [{"type": "note", "text": "x"}, {}],
    ],
)
def test_a_suggestion_holds_commands_that_can_be_read(table: Table, commands: list[Any]) -> None:
    oro = table.pc()
    with pytest.raises((InvalidInput, RuleError)):
        table.do("suggest", by=f"seat:{oro}", commands=commands)
    assert not table.game.state.pending


def test_a_suggestion_has_an_end(table: Table) -> None:
    oro = table.pc()
    long = [{"type": "note", "text": "x" * 9_000}] * 2
    with pytest.raises(InvalidInput):
        table.do("suggest", by=f"seat:{oro}", commands=long)


def test_a_seat_fills_the_gms_inbox_only_so_far_and_no_other_seats(table: Table) -> None:
    oro, mira = table.pc("Oro"), table.pc("Mira")
    roll = {"roll": "action", "creature": oro, "dice": {"hope": 1, "fear": 2}}
    for _ in range(20):
        table.do("roll", by=f"seat:{oro}", **roll)
    with pytest.raises(RuleError) as refused:
        table.do("roll", by=f"seat:{oro}", **roll)
    assert refused.value.code == "too-many-questions"
    with pytest.raises(RuleError):
        table.do("suggest", by=f"seat:{oro}", commands=[{"type": "note", "text": "x"}])
    table.do("suggest", by=f"seat:{mira}", commands=[{"type": "note", "text": "x"}])


@pytest.mark.parametrize("junk", [{"parameters": {"x": "y" * 20_000}}, {"dice": {"x": [1] * 20_000}}])
def test_what_a_command_brings_for_its_roll_has_an_end(table: Table, junk: dict[str, Any]) -> None:
    oro = table.pc("Oro", trackers={"armor_slots": {"max": 3}})
    with pytest.raises(InvalidInput) as refused:
        table.do("take_damage", creature=oro, band="minor", **junk)
    assert refused.value.errors[0].code == "too-large"


def test_only_the_sides_that_there_are_have_a_setting_of_what_is_seen(table: Table) -> None:
    table.do("change_setting", key="seen/foe/stress", value="public")
    with pytest.raises(InvalidInput):
        table.do("change_setting", key="seen/anybody/stress", value="public")


def test_a_place_between_two_can_be_taken_again_and_again(table: Table) -> None:
    first, second, third = (table.add(name) for name in ("A", "B", "C"))
    table.do("start_encounter", policy="numeric")
    for _ in range(400):
        table.do("move_in_order", creature=third, before=second)
        second, third = third, second
    order = [entry["creature"] for entry in table.see()["order"]["entries"]]
    assert order == [first, second, third] or order == [first, third, second]
    assert max(len(creature.slot.place) for creature in table.game.state.creatures.values() if creature.slot) < 100


@pytest.mark.parametrize("how", [{"policy": "bump"}, {"policy": "sides", "sides": ["nobody"]}])
def test_where_nobody_can_act_rounds_do_not_run_on(table: Table, how: dict[str, Any]) -> None:
    bear = table.add("Bear")
    table.do("start_encounter", **how)
    table.do("begin_turn", creature=bear)
    before = table.game.number
    table.do("end_turn")
    assert table.game.number - before < 20
