"""Where an entry stands in the story, and of what kind it is."""

import pytest

from rules.core.chronicle import KINDS, Wanted, Where, fits, is_of, newest_placed, placed, places
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER
from tests.rules.table import Table


def where(table: Table, text: str) -> Where:
    """Where the note with this text stands."""
    return next(
        here for entry, here in placed(table.game, GM_VIEWER) if getattr(entry.event, "facts", {}).get("text") == text
    )


def test_an_entry_stands_in_its_session_scene_and_round() -> None:
    table = Table("generic")
    ann = table.pc("Ann", score=3)
    table.do("begin_session")
    table.do("begin_scene", title="The ferry")
    table.do("note", text="before")
    table.do("start_encounter")
    table.do("end_turn", creature=ann)
    table.do("note", text="fight")
    table.do("end_encounter")
    table.do("begin_scene", title="The bank")
    table.do("note", text="after")
    assert where(table, "before") == Where(1, "The ferry", 0)
    assert where(table, "fight") == Where(1, "The ferry", 2)
    assert where(table, "after") == Where(1, "The bank", 0)


def test_the_first_evening_has_its_number_though_nobody_began_it() -> None:
    table = Table()
    table.do("note", text="early")
    table.do("begin_scene", title="The ferry")
    table.do("note", text="late")
    table.do("end_session")
    table.do("begin_session")
    table.do("note", text="next")
    assert [where(table, text).session for text in ("early", "late", "next")] == [1, 1, 2]


def test_a_moment_that_was_undone_moves_nobody() -> None:
    table = Table()
    table.do("begin_scene", title="The ferry")
    table.undo()
    table.do("note", text="x")
    assert where(table, "x").scene == ""


def test_from_the_newest_on_each_entry_stands_where_it_stands_from_the_oldest_on() -> None:
    table = Table("generic")
    ann = table.pc("Ann", score=3)
    table.do("note", text="early")
    for scene in ("The ferry", "The bank"):
        table.do("begin_scene", title=scene)
        table.do("start_encounter")
        table.do("end_turn", creature=ann)
        table.do("note", text=scene)
        table.do("end_encounter")
    table.do("end_session")
    table.undo()
    table.do("begin_session")
    placed_ = list(placed(table.game, GM_VIEWER))
    assert list(newest_placed(table.game)) == placed_[::-1]
    assert {here for _, here in places(table.game)} == {here for _, here in placed_}


def test_players_places_hang_on_what_they_read() -> None:
    table = Table()
    table.add("Bear")
    table.add("Lurker", hidden=True)
    table.do("note", text="x")
    names = [entry.event for entry, _ in placed(table.game, PUBLIC_VIEWER)]
    assert len(names) == 2  # the game begins, the bear comes


@pytest.mark.parametrize(
    "kind, codes",
    [
        ("rolls", {"rolled"}),
        ("damage", {"told", "tracker_set"}),
        ("conditions", {"condition_set", "told"}),
        ("order", {"encounter_began", "round_began", "turn_began"}),
        ("notes", {"told"}),
        ("secrets", {"told"}),
    ],
)
def test_each_kind_lets_its_own_through(kind: str, codes: set[str]) -> None:
    table = Table("generic")
    ann = table.pc("Ann", score=3, trackers={"hp": {"value": 10, "max": 10}})
    table.do("start_encounter")
    table.do("roll", roll="check", creature=ann, parameters={"dc": 10})
    table.do("take_damage", creature=ann, amount=6)
    table.do("add_condition", creature=ann, condition="prone")
    table.do("note", text="x")
    found = {entry.event.__struct_config__.tag for entry in table.game.entries if is_of(table.game.system, kind, entry)}
    assert found == codes
    assert kind in KINDS


def test_whose_hand_it_was_and_whom_it_is_about() -> None:
    table = Table()
    oro, mira = table.pc("Oro", trackers={"hope": {"value": 3}}), table.pc("Mira")
    table.adjust("hope", -1, oro, hand=f"seat:{oro}")
    table.adjust("stress", 1, mira)
    taps = [entry for entry in table.game.entries if entry.event.__struct_config__.tag == "tracker_set"]

    def by(who: str) -> list[bool]:
        return [fits(table.game.system, Wanted(who=who), entry, Where()) for entry in taps]

    assert by("players") == [True, False]
    assert by("gm") == [False, True]
    assert by(oro) == [True, False]
    assert by(mira) == [False, True]
