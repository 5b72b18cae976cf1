"""Named moments: set, renamed, gone back to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import codec, history
from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.table import Table


def names(table: Table) -> list[str]:
    return list(table.game.state.checkpoints.values())


def newest(table: Table) -> str:
    return list(table.game.state.checkpoints)[-1]


def back(table: Table, id: str) -> None:
    table.rewind(history.checkpoints(table.game)[id].number)


def test_a_moment_is_called_as_one_says_or_by_its_scene() -> None:
    table = Table()
    table.do("set_checkpoint", name="before the bridge")
    table.do("begin_scene", title="The ferry")
    table.do("set_checkpoint")
    assert names(table) == ["before the bridge", "The ferry"]


def test_the_game_goes_back_to_it_and_undo_comes_forth_again() -> None:
    table = Table()
    table.fear(3)
    table.do("set_checkpoint", name="before the bridge")
    bridge = newest(table)
    table.fear(4)
    bear = table.add("Bear")
    table.do("set_checkpoint", name="on the bridge")
    later = table.game.state
    back(table, bridge)
    assert (table.value("fear"), names(table)) == (3, ["before the bridge"])
    assert bear not in table.game.state.creatures
    table.undo()
    assert table.game.state == later


def test_renaming_leaves_it_where_it_is_and_removing_takes_the_name_alone() -> None:
    table = Table()
    table.do("set_checkpoint", name="a")
    id = newest(table)
    number = table.game.number
    table.fear(1)
    table.do("rename_checkpoint", checkpoint=id, name="b")
    assert (names(table), history.checkpoints(table.game)[id].number) == (["b"], number)
    table.do("remove_checkpoint", checkpoint=id)
    assert names(table) == []
    assert history.checkpoints(table.game) == {}
    table.undo()
    assert names(table) == ["b"]


def test_one_that_is_not_there_is_refused() -> None:
    table = Table()
    for type_, more in (("rename_checkpoint", {"name": "x"}), ("remove_checkpoint", {})):
        with pytest.raises(RuleError, match="unknown-checkpoint"):
            table.do(type_, checkpoint="b_1", **more)


def test_a_game_holds_so_many() -> None:
    table = Table()
    table.send(*({"type": "set_checkpoint", "name": str(n)} for n in range(200)))
    with pytest.raises(RuleError, match="too-many-checkpoints"):
        table.do("set_checkpoint", name="one more")


def test_players_read_nothing_of_it() -> None:
    table = Table()
    before = table.public(), table.codes(PUBLIC_VIEWER)
    table.do("set_checkpoint", name="zq303")
    assert (table.public(), table.codes(PUBLIC_VIEWER)) == before


def test_it_is_kept_as_it_is_stored() -> None:
    table = Table()
    table.do("set_checkpoint", name="before the bridge")
    assert codec.load_state(codec.dump_state(table.game.state)) == table.game.state


ACTS = st.lists(st.sampled_from(["fear", "mark", "add", "undo", "scene"]), min_size=1, max_size=10)


@given(ACTS, ACTS, st.booleans())
def test_undo_of_going_back_is_as_if_nobody_had_gone(before: list[str], after: list[str], again: bool) -> None:
    table = Table()
    act(table, before)
    table.do("set_checkpoint", name="here")
    here, id = table.game.state, newest(table)
    act(table, after)
    there = table.game.state
    if there == here:
        return
    back(table, id)
    assert table.game.state == here
    table.undo()
    assert table.game.state == there
    if again:
        table.redo()
        assert table.game.state == here
    assert history.load_game(table.game.system, table.game.entries).state == table.game.state


def act(table: Table, acts: list[str]) -> None:
    for one in acts:
        if one == "fear":
            table.fear(1)
        elif one == "mark":
            table.do("set_checkpoint", name="m")
        elif one == "add":
            table.pc("Oro")
        elif one == "scene":
            table.do("begin_scene", title="Road")
        elif history.undoable_steps(table.game, most=1) and table.game.state.checkpoints.keys() <= {""}:
            table.undo()
