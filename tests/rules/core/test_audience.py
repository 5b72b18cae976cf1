"""Who may read of what happened: nobody of what is hidden, not even that something was."""

import pytest

from rules.core import log
from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.say import load_words
from rules.core.telling import text
from rules.core.view import version, view
from rules.registry import get_system
from tests.rules.table import Table

FOLDER = get_system("daggerheart").folder
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")
KEY = b"k" * 32
CURSE = {"key": "curse", "name": "The curse", "kind": "pool", "max": 5}


@pytest.fixture
def table() -> Table:
    return Table()


def said(table: Table, viewer: Viewer) -> list[str]:
    return [text(line, WORDS["en"]) for line in log.lines(table.game, viewer)]


def heard(table: Table, viewer: Viewer = PUBLIC_VIEWER) -> tuple[list[str], str]:
    """All that a viewer reads, and the version of what it sees."""
    return said(table, viewer), version(table.game, viewer, view(table.game, viewer), KEY)


def test_what_a_hidden_character_does_alone_is_a_line_for_its_seat_only(table: Table) -> None:
    other = seat_viewer(table.pc("Mira"))
    lurker = table.pc("Lurker", hidden=True, features={"leap": {"kind": "feature", "name": "Leap"}})
    before = heard(table), heard(table, other)
    table.do("spend_hope", creature=lurker, reason="a leap")
    table.do("use_feature", creature=lurker, feature="leap")
    assert (heard(table), heard(table, other)) == before
    assert any("a leap" in line for line in said(table, seat_viewer(lurker)))


def test_of_a_hidden_attacker_players_read_what_it_did_to_those_that_they_see(table: Table) -> None:
    oro, lurker = table.pc(), table.add("Lurker", hidden=True)
    table.do("take_damage", creature=oro, attacker=lurker, sources=[{"amount": 3}], ask=False)
    assert not any("Lurker" in line for line in said(table, PUBLIC_VIEWER))
    assert any(line.startswith("Oro") and "3" in line for line in said(table, PUBLIC_VIEWER))


def test_a_tracker_that_only_the_gm_and_its_player_see_is_no_line_for_the_others(table: Table) -> None:
    oro, mira = table.pc("Oro"), table.pc("Mira")
    before = heard(table), heard(table, seat_viewer(mira))
    table.do("add_tracker", creature=oro, tracker=CURSE)
    table.adjust("curse", 1, oro)
    table.do("remove_tracker", creature=oro, tracker="curse")
    assert (heard(table), heard(table, seat_viewer(mira))) == before
    assert any("curse" in line for line in said(table, seat_viewer(oro)))


def test_a_tracker_that_the_gm_keeps_on_a_character_is_nowhere_for_its_player(table: Table) -> None:
    oro = table.pc("Oro")
    seat = seat_viewer(oro)
    before = heard(table, seat), table.see(seat)
    table.do("add_tracker", creature=oro, tracker={**CURSE, "where": "gm"})
    table.adjust("curse", 1, oro)
    assert (heard(table, seat), table.see(seat)) == before
    assert table.see()["creatures"][oro]["trackers"]["curse"]["value"] == 6 - 1
    for command in ({"type": "adjust_tracker", "by": 1}, {"type": "set_tracker", "value": 2, "was": 9}):
        with pytest.raises(RuleError, match="unknown-tracker"):
            table.send({**command, "creature": oro, "tracker": "curse"}, by=f"seat:{oro}")
    table.do("remove_tracker", creature=oro, tracker="curse")
    assert (heard(table, seat), table.see(seat)) == before


def test_a_tracker_that_players_see_is_a_line_that_names_no_field(table: Table) -> None:
    oro = table.pc("Oro")
    table.do("add_tracker", creature=oro, tracker={**CURSE, "where": "players"})
    assert "Oro changes" in said(table, PUBLIC_VIEWER)


def test_what_changes_on_a_characters_sheet_is_its_own_seats_to_read(table: Table) -> None:
    oro, mira = table.pc("Oro"), table.pc("Mira")
    before = heard(table), heard(table, seat_viewer(mira))
    table.do("change_creature", creature=oro, changes={"features": {"pact": {"kind": "feature", "name": "Pact"}}})
    assert (heard(table), heard(table, seat_viewer(mira))) == before
    assert any("Pact" in line for line in said(table, seat_viewer(oro)))


@pytest.mark.case("GM-034")
def test_the_true_name_behind_an_alias_changes_unheard(table: Table) -> None:
    count = table.add("The Count", alias="An old man")
    before = heard(table)
    table.do("change_creature", creature=count, changes={"name": "The Count of the Mists"})
    assert heard(table) == before
    table.do("change_creature", creature=count, changes={"alias": "A young man"})
    assert said(table, PUBLIC_VIEWER)[-1].startswith("A young man")


def test_hidden_events_push_no_roll_out_of_the_players_view(table: Table) -> None:
    oro = table.pc()
    table.do("roll", roll="action", creature=oro, parameters={"difficulty": 10}, dice={"hope": 9, "fear": 3})
    before = heard(table), table.public()["rolls"]
    assert before[1]
    table.send(*({"type": "note", "text": f"secret {n}"} for n in range(250)))
    assert (heard(table), table.public()["rolls"]) == before


def test_a_clock_that_shows_its_shape_alone_is_named_in_no_line(table: Table) -> None:
    table.do("add_clock", name="Ritual", size=3, hidden=False, shape_only=True)
    (clock,) = table.game.state.clocks
    table.do("advance_clock", clock=clock)
    table.send({"type": "advance_clock", "clock": clock, "by": 2})
    assert not any("Ritual" in line for line in said(table, PUBLIC_VIEWER))
    assert said(table, PUBLIC_VIEWER)[-3:] == ["A clock: 0 → 1", "A clock: 1 → 3", "A clock: it happens"]


def test_one_that_waits_in_a_wave_is_as_unknown_to_a_seat_as_nobody(table: Table) -> None:
    oro, waiting = table.pc(), table.add("Waiting", wave="two", numbers={"difficulty": 10})
    for field in ("targets", "helpers"):
        for id in (waiting, "c_0123456789abcdef"):
            with pytest.raises(RuleError) as refused:
                table.do("roll", by=f"seat:{oro}", roll="action", creature=oro, **{field: [id]})
            assert refused.value.code == "unknown-creature"


def test_a_seat_reckons_damage_with_no_sheet_but_its_own(table: Table) -> None:
    oro, bear = table.pc(), table.add("Bear", numbers={"major": 7, "severe": 14})
    blow = {"roll": "take_damage", "parameters": {"sources": [{"amount": 7}]}}
    for aimed in ({"creature": oro}, {}):
        with pytest.raises(RuleError) as refused:
            table.do("roll", by=f"seat:{oro}", targets=[bear], **aimed, **blow)
        assert refused.value.code == "not-for-a-seat"
    table.do("roll", by=f"seat:{oro}", creature=oro, **blow)


def test_a_players_quick_taps_are_taken_back_together_whatever_is_done_unseen_between_them() -> None:
    left = []
    for secretly in (False, True):
        table = Table(pause_s=0.5)
        oro, lurker = table.pc(), table.add("Lurker", hidden=True)
        for _ in range(3):
            table.adjust("stress", 1, oro, hand=f"seat:{oro}")
            if secretly:
                table.adjust("stress", 1, lurker)
        table.undo(by=f"seat:{oro}")
        left.append(table.value("stress", oro))
    assert left == [0, 0]


def test_a_step_that_a_player_sees_parts_its_taps() -> None:
    table = Table(pause_s=0.5)
    oro = table.pc()
    table.adjust("stress", 1, oro, hand=f"seat:{oro}")
    table.fear(1)
    table.adjust("stress", 1, oro, hand=f"seat:{oro}")
    table.undo(by=f"seat:{oro}")
    assert table.value("stress", oro) == 1
