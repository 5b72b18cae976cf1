"""Steps, undo by hand and by keys, redo, rewind."""

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.history import load_game, undoable_steps
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def test_undo_takes_the_newest_step_back_and_goes_one_further_each_time(table: Table) -> None:
    table.fear(2)
    table.fear(3)
    table.undo()
    assert table.value("fear") == 2
    table.undo()
    assert table.value("fear") == 0


def test_undo_then_redo_is_the_identity(table: Table) -> None:
    table.pc()
    table.fear(2)
    after = table.game.state
    table.undo()
    table.redo()
    assert table.game.state == after


def test_redo_ends_at_a_new_step_of_the_same_hand(table: Table) -> None:
    table.fear(2)
    table.undo()
    table.pc()
    with pytest.raises(RuleError, match="nothing-to-redo"):
        table.redo()


def test_the_beginning_of_the_game_is_not_undone(table: Table) -> None:
    with pytest.raises(RuleError, match="nothing-to-undo"):
        table.undo()


def test_each_hand_undoes_its_own_newest_step(table: Table) -> None:
    table.fear(2)
    id = table.pc(by="gm:Ann")
    table.undo()
    assert table.value("fear") == 0
    assert not table.creature(id).gone
    assert id in table.game.state.creatures


def test_any_undoes_the_newest_step_of_anyone(table: Table) -> None:
    table.fear(2)
    id = table.pc(by="gm:Ann")
    table.undo(any_hand=True)
    assert id not in table.game.state.creatures
    assert table.value("fear") == 2


def test_an_older_step_is_undone_alone_while_nothing_later_touches_it(table: Table) -> None:
    table.fear(2)
    step = table.game.last_step
    id = table.pc()
    table.undo(step=step)
    assert table.value("fear") == 0
    assert id in table.game.state.creatures


def test_an_older_step_names_the_steps_in_its_way(table: Table) -> None:
    table.fear(2)
    first = table.game.last_step
    table.fear(1)
    second = table.game.last_step
    with pytest.raises(RuleError) as refused:
        table.undo(step=first)
    assert (refused.value.code, refused.value.facts["steps"]) == ("steps-in-the-way", [second])


def test_a_named_step_is_not_redone_where_what_it_stood_on_has_changed(table: Table) -> None:
    table.fear(2)
    first = table.game.last_step
    table.fear(1)
    second = table.game.last_step
    table.undo()
    table.undo()
    with pytest.raises(RuleError) as refused:
        table.redo(step=second)
    assert refused.value.facts["steps"] == [first]


@pytest.mark.case("GM-022")
def test_a_page_that_names_its_step_cannot_undo_twice(table: Table) -> None:
    table.fear(2)
    step = table.game.last_step
    table.undo(step=step)
    with pytest.raises(RuleError, match="nothing-to-undo"):
        table.undo(step=step)


def test_a_seat_undoes_its_own_step_for_sixty_seconds() -> None:
    table = Table(pause_s=40)
    id = table.pc()
    seat = f"seat:{id}"
    table.send({"type": "adjust_tracker", "creature": id, "tracker": "stress", "by": 1}, by=seat)
    table.undo(by=seat)
    assert table.value("stress", id) == 0
    table.send({"type": "adjust_tracker", "creature": id, "tracker": "stress", "by": 1}, by=seat)
    table.do("note", text="time passes")
    with pytest.raises(RuleError, match="nothing-to-undo"):
        table.undo(by=seat)


def test_a_seat_names_no_step(table: Table) -> None:
    id = table.pc()
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.undo(by=f"seat:{id}", step=2)


def test_quick_taps_of_one_hand_on_one_tracker_are_one_step() -> None:
    table = Table(pause_s=0.5)
    table.fear(1)
    table.fear(1)
    table.undo()
    assert table.value("fear") == 0


def test_taps_do_not_join_across_another_hands_step() -> None:
    table = Table(pause_s=0.1)
    table.fear(1)
    table.pc(by="gm:Ann")
    table.fear(1)
    table.undo()
    assert table.value("fear") == 1


def test_taps_do_not_join_a_step_that_was_undone() -> None:
    table = Table(pause_s=0.1)
    table.fear(2)
    table.undo()
    table.fear(1)
    assert table.value("fear") == 1
    assert len(undoable_steps(table.game)) == 1


def test_rewind_goes_back_to_an_entry_and_undo_takes_the_rewind_back(table: Table) -> None:
    table.do("note", text="here")
    number = table.game.number
    there = table.game.state
    table.pc()
    table.fear(2)
    table.undo()
    table.fear(3)
    now = table.game.state
    table.rewind(number)
    assert table.game.state == there
    table.undo()
    assert table.game.state == now


def test_a_rewind_brings_back_what_was_undone_since(table: Table) -> None:
    table.fear(2)
    number = table.game.number
    table.undo()
    table.rewind(number)
    assert table.value("fear") == 2


def test_the_undo_of_a_rewind_can_be_done_again(table: Table) -> None:
    number = table.game.number
    table.fear(2)
    table.rewind(number)
    table.undo()
    table.redo()
    assert table.value("fear") == 0


def test_several_commands_are_one_step_all_or_none(table: Table) -> None:
    up = {"type": "adjust_tracker", "tracker": "fear", "by": 1}
    with pytest.raises(RuleError, match="unknown-creature"):
        table.send(up, {"type": "remove_creature", "creature": "nobody"})
    assert table.value("fear") == 0
    table.send(up, {"type": "note", "text": "both"})
    table.undo()
    assert table.value("fear") == 0


def test_a_fault_in_a_batch_points_into_it(table: Table) -> None:
    with pytest.raises(InvalidInput) as refused:
        table.send({"type": "note", "text": "a"}, {"type": "note", "txt": "b"})
    assert refused.value.errors[0].pointer.startswith("/commands/1")


def test_a_command_without_effect_leaves_no_entry(table: Table) -> None:
    number = table.game.number
    table.fear(-1)
    assert table.game.number == number


def test_a_loaded_log_gives_the_same_state(table: Table) -> None:
    table.pc()
    table.fear(2)
    table.undo()
    again = load_game(table.game.system, table.game.entries)
    assert (again.state, again.undone, again.number) == (table.game.state, table.game.undone, table.game.number)


def test_a_rewind_that_both_undid_and_brought_back_is_done_again_whole(table: Table) -> None:
    oro = table.pc()
    entry = table.game.number
    table.undo()
    table.fear(1)
    table.rewind(entry)
    rewound = table.game.state
    assert (table.value("fear"), table.creature(oro).here) == (0, True)
    table.undo()
    table.redo()
    assert table.game.state == rewound


def test_a_rewind_that_was_taken_back_is_not_taken_back_again(table: Table) -> None:
    table.fear(1)
    table.fear(2)
    table.rewind(table.game.number - 1)
    table.undo()
    table.undo()
    assert table.value("fear") == 1
    table.undo()
    assert table.value("fear") == 0
    table.redo()
    assert table.value("fear") == 1
