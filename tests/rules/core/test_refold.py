"""States that are kept on the way: with them an undo leads to the very state that the whole log says."""

import random

import pytest

from rules.core import refold
from rules.core.apply import fold
from rules.core.errors import RuleError
from rules.core.history import load_game, undone_steps
from tests.rules.table import Table


def told(table: Table) -> object:
    """The state by the whole log."""
    undone = undone_steps(table.game.entries)
    return fold(entry.event for entry in table.game.entries if entry.step not in undone)


@pytest.mark.parametrize("seed", range(30))
def test_undo_redo_and_rewind_lead_where_the_whole_log_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refold, "EVERY", 3)
    chance, table = random.Random(seed), Table(seed=seed)
    oro = table.pc("Oro")
    for _ in range(40):
        act = chance.choice(["fear", "hope", "note", "scene", "undo", "undo old", "redo", "redo old", "rewind"])
        try:
            match act:
                case "fear":
                    table.fear(1)
                case "hope":
                    table.adjust("hope", chance.choice([-1, 1]), oro)
                case "note" | "scene":
                    table.do("note", text="x") if act == "note" else table.do("begin_scene", title="x")
                case "undo" | "redo":
                    getattr(table, act)()
                case "undo old" | "redo old":
                    getattr(table, act.split()[0])(step=chance.randint(1, table.game.last_step))
                case "rewind":
                    table.rewind(chance.randint(1, table.game.number))
        except RuleError:
            continue
        assert table.game.state == told(table), act
        assert table.game.undone == undone_steps(table.game.entries)
    again = load_game(table.game.system, table.game.entries)
    assert (again.state, again.undone) == (table.game.state, table.game.undone)
    assert len(table.game.kept) > 2
    assert all(
        state == fold(x.event for x in again.entries[:number] if x.step not in again.undone)
        for number, state in table.game.kept
    )


def test_few_are_kept_and_those_that_no_longer_hold_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refold, "EVERY", 10)
    table = Table()
    for _ in range(35):
        table.do("note", text="x")
    assert [number for number, _ in table.game.kept] == [10, 20, 30]
    table.undo(step=15)
    assert table.game.kept[0][0] == 10
    assert table.game.kept[1][1] == table.game.state
