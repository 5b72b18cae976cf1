"""A view's version, its sheet, and what is worked out in it."""

import pytest

from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.view import version, view
from tests.rules.table import Table

KEY = b"k" * 32


@pytest.fixture
def table() -> Table:
    return Table()


def now(table: Table, viewer: Viewer, key: bytes = KEY) -> str:
    return version(table.game, viewer, view(table.game, viewer), key)


def test_a_version_changes_when_and_only_when_its_viewer_sees_a_change(table: Table) -> None:
    oro, bear = table.pc(), table.add("Bear")
    viewers = (GM_VIEWER, PUBLIC_VIEWER, seat_viewer(oro))
    before = [now(table, viewer) for viewer in viewers]
    table.adjust("hit_points", 1, bear)
    gm, public, seat = [now(table, viewer) for viewer in viewers]
    assert gm != before[0]
    # one of six marked is "hurt" instead of "unhurt": players see that much
    assert (public, seat) != (before[1], before[2])
    table.do("change_creature", creature=bear, changes={"note": "likes honey"})
    assert now(table, GM_VIEWER) != gm
    assert (now(table, PUBLIC_VIEWER), now(table, seat_viewer(oro))) == (public, seat)
    table.do("change_creature", creature=oro, changes={"numbers": {"agility": 2}})
    assert now(table, PUBLIC_VIEWER) == public
    assert now(table, seat_viewer(oro)) != seat


def test_undo_and_redo_lead_to_versions_of_their_own_but_to_the_same_view(table: Table) -> None:
    table.fear(1)
    seen = table.public()
    table.undo()
    table.redo()
    assert table.public() == seen


def test_a_version_tells_nothing_without_its_key(table: Table) -> None:
    assert now(table, PUBLIC_VIEWER) != now(table, PUBLIC_VIEWER, b"x" * 32)


def test_the_sheet_has_the_fields_that_the_games_data_declares(table: Table) -> None:
    id = table.pc()
    data = table.game.system.data
    declared = {
        key for key, spec in data.numbers.items() if "pc" in spec.of and (spec.formula or spec.start is not None)
    }
    assert set(table.see()["creatures"][id]["numbers"]) == declared
    trackers = {key for key, spec in data.trackers.items() if "pc" in spec.of}
    assert set(table.see()["creatures"][id]["trackers"]) == trackers


@pytest.mark.parametrize(("marked", "word"), [(0, "unhurt"), (1, "hurt"), (3, "half"), (5, "nearly_down"), (6, "down")])
def test_players_learn_in_a_word_how_hurt_a_foe_is(table: Table, marked: int, word: str) -> None:
    id = table.add("Bear")
    table.adjust("hit_points", marked, id)
    assert table.public()["creatures"][id]["health"] == word


def test_a_seat_sees_its_own_sheet_and_no_other(table: Table) -> None:
    oro, mira = table.pc("Oro", numbers={"agility": 2}), table.pc("Mira")
    seen = table.see(seat_viewer(oro))["creatures"]
    assert seen[oro]["numbers"]["agility"] == 2
    assert "numbers" not in seen[mira]


def test_where_nothing_can_be_undone_the_view_says_so(table: Table) -> None:
    assert table.see()["can"] == {"undo": False, "redo": False}
    table.fear(1)
    assert table.see()["can"] == {"undo": True, "redo": False}
    table.undo()
    assert table.see()["can"] == {"undo": False, "redo": True}


def test_an_empty_board_is_a_view_too(table: Table) -> None:
    table.do("start_encounter", policy="numeric")
    order = table.see()["order"]
    assert (order["active"], order["entries"], order["next"]) == (None, (), ())
    id = table.add("Bear")
    assert [entry["creature"] for entry in table.see()["order"]["entries"]] == [id]
