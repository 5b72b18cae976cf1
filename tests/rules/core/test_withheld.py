"""While a hidden turn follows an open one, what that one's end brought waits for the players."""

import pytest

from rules.core import history, log
from rules.core.events import PendingSet
from rules.core.project import PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.view import view
from tests.rules.table import Table


def haunted(score: int = 7) -> tuple[Table, str, str, str]:
    """A fight in which the Lurker, hidden, acts between Oro (12) and Mira (3), else by its score; Oro's turn runs."""
    table = Table()
    oro = table.pc("Oro", score=12)
    lurker = table.add("Lurker", hidden=True, score=score)
    mira = table.pc("Mira", score=3)
    table.do("start_encounter", policy="numeric")
    if table.active == lurker:
        table.do("end_turn")
    assert table.active == oro
    return table, oro, lurker, mira


def bind_until_the_turn_ends(table: Table, bearer: str, of: str) -> None:
    until = {"edge": "turn_end", "creature": of, "turns": 1}
    table.do("add_condition", creature=bearer, condition="restrained", until=until)


def codes(table: Table, viewer: Viewer = PUBLIC_VIEWER) -> list[str]:
    return [line.code for line in log.lines(table.game, viewer)]


@pytest.mark.case("GM-002")
def test_a_condition_that_ends_with_the_turn_before_a_hidden_one_stays_on_in_sight_until_the_next_open_turn() -> None:
    table, oro, lurker, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    viewers = (PUBLIC_VIEWER, seat_viewer(oro), seat_viewer(mira))
    before = [view(table.game, viewer) for viewer in viewers]
    said = codes(table)
    table.do("end_turn")
    assert table.active == lurker
    assert table.conditions(mira) == []
    assert [view(table.game, viewer) for viewer in viewers] == before
    assert codes(table) == said
    table.do("end_turn")
    assert table.active == mira
    assert table.public()["creatures"][mira]["conditions"] == ()
    assert codes(table)[len(said) :] == ["condition_ended", "turn_began"]


@pytest.mark.case("GM-002")
def test_a_countdown_that_falls_with_the_turn_before_a_hidden_one_falls_in_sight_with_the_next_open_turn() -> None:
    table, _, lurker, _ = haunted()
    table.do("add_clock", name="Tide", size=4, kind="countdown", ticks="turn", hidden=False)
    tide = next(iter(table.game.state.clocks))
    table.do("end_turn")
    assert (table.active, table.game.state.clocks[tide].value) == (lurker, 3)
    assert table.public()["clocks"][tide]["value"] == 4
    assert table.see()["clocks"][tide]["value"] == 3
    table.do("end_turn")
    assert table.public()["clocks"][tide]["value"] == 3


def test_what_happens_in_the_hidden_turn_itself_reaches_players_at_once() -> None:
    table, oro, _, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    table.do("end_turn")
    table.do("add_condition", creature=oro, condition="vulnerable")
    seen = table.public()["creatures"]
    assert [one["key"] for one in seen[oro]["conditions"]] == ["vulnerable"]
    assert [one["key"] for one in seen[mira]["conditions"]] == ["restrained"]


def test_what_changes_again_in_the_hidden_turn_waits_no_longer() -> None:
    table, _, _, _ = haunted()
    table.do("add_clock", name="Tide", size=4, kind="countdown", ticks="turn", hidden=False)
    tide = next(iter(table.game.state.clocks))
    table.do("end_turn")
    table.send({"type": "advance_clock", "clock": tide})
    assert table.public()["clocks"][tide]["value"] == 2
    assert codes(table)[-2:] == ["clock_set", "clock_set"]


def test_a_round_that_ends_before_a_hidden_turn_ends_in_sight_with_the_next_open_one() -> None:
    table, oro, lurker, mira = haunted(score=20)
    table.do("add_condition", creature=oro, condition="restrained", until={"edge": "round_end", "rounds": 1})
    table.do("begin_turn", creature=mira)
    before = table.public()
    table.do("end_turn")
    assert table.active == lurker
    assert table.game.state.order.round == 2
    assert table.public() == before
    table.do("end_turn")
    assert table.public()["creatures"][oro]["conditions"] == ()
    assert table.public()["order"]["round"] == 2


def test_the_end_of_the_scene_tells_players_what_waited() -> None:
    table, oro, _, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    table.do("end_turn")
    table.do("begin_scene", title="Ferry")
    assert table.public()["creatures"][mira]["conditions"] == ()


def test_a_hidden_one_that_is_revealed_in_its_turn_tells_players_what_waited() -> None:
    table, oro, lurker, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    table.do("end_turn")
    table.do("reveal", creature=lurker)
    assert table.public()["order"]["active"] == lurker
    assert table.public()["creatures"][mira]["conditions"] == ()


def test_an_undo_of_the_turns_end_leaves_players_with_what_they_saw() -> None:
    table, oro, _, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    before = table.public()
    table.do("end_turn")
    table.undo()
    assert table.active == oro
    assert table.public() == before
    table.redo()
    assert table.public() == before


def test_a_loaded_game_withholds_the_same() -> None:
    table, oro, _, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    table.do("end_turn")
    loaded = history.load_game(table.game.system, table.game.entries)
    assert loaded.withheld == table.game.withheld != frozenset()
    assert view(loaded, PUBLIC_VIEWER) == view(table.game, PUBLIC_VIEWER)


def test_a_seat_is_not_refused_by_what_it_does_not_know_yet() -> None:
    """Else the refusal of its undo would tell that something changed since."""
    table, oro, _, _ = haunted()
    table.do("add_clock", name="Tide", size=4, kind="countdown", ticks="turn", hidden=False)
    table.do("set_tracker", creature=oro, tracker="hit_points", value=1, by=f"seat:{oro}")
    table.do("end_turn")
    assert table.undo(by=f"seat:{oro}").added


def with_one_who_left() -> tuple[Table, str, str]:
    """Between Oro, whose turn runs, and the hidden Lurker stands the place of one who left."""
    table = Table()
    oro = table.pc("Oro", score=12)
    goner = table.add("Goner", score=9)
    table.add("Lurker", hidden=True, score=7)
    mira = table.pc("Mira", score=3)
    table.do("start_encounter", policy="numeric")
    table.do("remove_creature", creature=goner)
    return table, oro, mira


def test_the_place_of_one_who_left_tells_nothing_and_lets_nothing_out() -> None:
    table, oro, mira = with_one_who_left()
    bind_until_the_turn_ends(table, mira, oro)
    before, said = table.public(), codes(table)
    table.do("end_turn")
    assert table.creature(table.active or "").name == "Lurker"
    assert table.public() == before
    assert codes(table) == said


@pytest.mark.parametrize(
    "between",
    [
        {"type": "rename_scene", "title": "Ferry"},
        {"type": "pass_time", "minutes": 10},
        {"type": "change_order", "policy": "popcorn"},
        {"type": "end_session", "note": "zq303"},
    ],
    ids=lambda raw: raw["type"],
)
def test_what_ends_no_turn_lets_nothing_out(between: dict[str, object]) -> None:
    table, oro, lurker, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    table.do("end_turn")
    table.send(between)
    assert table.active == lurker
    assert [one["key"] for one in table.public()["creatures"][mira]["conditions"]] == ["restrained"]
    assert "condition_ended" not in codes(table)


def test_a_player_who_ends_the_turn_in_sight_learns_what_its_end_brought() -> None:
    table = Table()
    oro, mira = table.pc("Oro"), table.pc("Mira")
    lurker = table.add("Lurker", hidden=True)
    table.do("start_encounter", policy="popcorn")
    table.do("begin_turn", creature=oro)
    bind_until_the_turn_ends(table, mira, oro)
    table.do("begin_turn", creature=lurker)
    assert table.public()["creatures"][mira]["conditions"] != ()
    table.do("end_turn", creature=oro, by=f"seat:{oro}")
    assert table.active == lurker
    assert table.public()["creatures"][mira]["conditions"] == ()


def test_what_follows_in_the_same_request_is_no_part_of_the_turns_end() -> None:
    table, _, _, mira = haunted()
    table.send({"type": "end_turn"}, {"type": "set_tracker", "creature": mira, "tracker": "stress", "value": 6})
    assert "became" in codes(table)


def test_the_player_of_a_hidden_character_sees_all_in_its_own_turn() -> None:
    table = Table()
    oro, shade = table.pc("Oro", score=12), table.pc("Shade", score=7, hidden=True)
    table.do("start_encounter", policy="numeric")
    bind_until_the_turn_ends(table, shade, oro)
    table.do("end_turn")
    assert table.active == shade
    own = table.see(seat_viewer(shade))
    assert (own["order"]["active"], own["creatures"][shade]["conditions"]) == (shade, ())


def test_a_seats_quick_taps_are_one_step_whatever_waits_between_them() -> None:
    table, oro, _, _ = haunted()
    table.do("add_clock", name="Tide", size=4, kind="countdown", ticks="turn", hidden=False)
    table.pause_s = 0.5
    table.adjust("stress", 1, oro, hand=f"seat:{oro}")
    table.do("end_turn")
    table.adjust("stress", 1, oro, hand=f"seat:{oro}")
    table.undo(by=f"seat:{oro}")
    assert table.value("stress", oro) == 0


@pytest.mark.parametrize("preview", [False, True])
def test_a_player_who_ends_the_own_turn_before_a_hidden_one_asks_the_gm(preview: bool) -> None:
    """Done at once, it would do nothing that the player sees, which happens before a hidden turn alone."""
    table, oro, lurker, mira = haunted()
    bind_until_the_turn_ends(table, mira, oro)
    seat = seat_viewer(oro)
    before, said = table.public(), codes(table, seat)
    played = history.play(table.game, [{"type": "end_turn"}], table.hand(f"seat:{oro}"), preview=preview)
    assert [one.event.pending.by for one in played.added if isinstance(one.event, PendingSet)] == ["gm"]
    assert len(played.added) == 1
    table.game = played.game
    assert (table.public(), codes(table, seat)) == (before, said)
    table.do("accept", suggestion=next(iter(table.game.state.pending)))
    assert (table.active, table.public()) == (lurker, before)
