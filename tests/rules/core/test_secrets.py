"""A hidden creature's presence changes nothing that a player gets: the same play with and without it looks the same."""

from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import history, log
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.orders import POLICIES
from rules.core.orders.policy import KEPT
from rules.core.project import PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.say import load_words
from rules.core.telling import text
from rules.core.view import version, view
from rules.registry import get_system
from tests.rules.table import BEGIN, Table

KEY = b"k" * 32
FOLDER = get_system("daggerheart").folder
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")
MARKS = ("zq303", "Lurker")
Command = dict[str, Any]


class Script(Table):
    """A table whose ids, dice and times depend only on a command's place in the script."""

    def at(self, place: int, raw: Command, by: str = "gm") -> bool:
        """Play a command; False where it is refused."""
        self.ids, self.dice = Random(f"ids {place}"), Random(f"dice {place}")
        self.now = BEGIN + timedelta(seconds=5 * place)
        try:
            self.game = history.play(self.game, [raw], self.hand(by)).game
        except (RuleError, InvalidInput, Need):
            return False
        return True

    def seen(self, viewer: Viewer) -> bytes:
        """All that one viewer gets: view, log in both languages, version."""
        shown = view(self.game, viewer)
        lines = list(log.lines(self.game, viewer))
        said = [text(line, WORDS[lang]) for lang in ("en", "ru") for line in lines]
        return msgspec.json.encode([shown, lines, said, version(self.game, viewer, shown, KEY)])


OPENING: list[Command] = [
    {"type": "add_creature", "creature": {"name": "Oro", "kind": "pc", "score": 12}},
    {"type": "add_creature", "creature": {"name": "Mira", "kind": "pc", "score": 3}},
    {"type": "add_creature", "creature": {"name": "Bear", "score": 8, "trackers": {"hit_points": {"max": 5}}}},
]
LURKER: Command = {
    "type": "add_creature",
    "creature": {"name": "Lurker", "hidden": True, "score": 7, "note": "zq303", "trackers": {"hit_points": {"max": 4}}},
}


def opened(*, lurking: bool) -> tuple[Script, dict[str, str]]:
    table = Script()
    for place, raw in enumerate(OPENING):
        assert table.at(place, raw)
    if lurking:
        assert table.at(90, LURKER)
    return table, {creature.name: id for id, creature in table.game.state.creatures.items()}


def open_play(names: dict[str, str]) -> list[Command]:
    """What is played in both worlds, and touches nothing hidden."""
    oro, mira, bear = names["Oro"], names["Mira"], names["Bear"]
    return [
        {"type": "adjust_tracker", "creature": oro, "tracker": "hit_points", "by": 1},
        {"type": "adjust_tracker", "creature": bear, "tracker": "hit_points", "by": 2},
        {"type": "adjust_tracker", "tracker": "fear", "by": 1},
        {"type": "adjust_tracker", "creature": oro, "tracker": "stress", "by": 3},
        {"type": "add_condition", "creature": mira, "condition": "restrained", "reason": "a net"},
        {"type": "end_condition", "creature": mira, "condition": "restrained"},
        {"type": "add_condition", "creature": bear, "condition": "vulnerable"},
        {"type": "begin_turn", "creature": oro},
        {"type": "begin_turn", "creature": bear},
        {"type": "begin_turn", "creature": mira},
        {"type": "end_turn"},
        {"type": "start_encounter", "policy": "numeric"},
        {"type": "end_encounter"},
        {"type": "note", "text": "a word", "hidden": False},
        {"type": "begin_scene", "title": "Ferry"},
        {"type": "add_clock", "name": "Tide", "size": 4, "hidden": False},
        {"type": "hold_view", "on": False},
        {"type": "show", "text": "A letter"},
        {"type": "change_creature", "creature": oro, "changes": {"alias": "The tall one"}},
    ]


def secret_play(lurker: str, names: dict[str, str]) -> list[Command]:
    """What only the GM knows of."""
    return [
        {"type": "adjust_tracker", "creature": lurker, "tracker": "hit_points", "by": 1},
        {"type": "add_condition", "creature": lurker, "condition": "vulnerable", "source": names["Oro"]},
        {"type": "change_creature", "creature": lurker, "changes": {"note": "zq303", "numbers": {"difficulty": 13}}},
        {"type": "add_clock", "name": "zq303", "size": 6},
        {"type": "note", "text": "zq303", "creature": lurker, "hidden": True},
        {"type": "add_creature", "creature": {"name": "zq303", "wave": "two"}},
        {"type": "roll", "roll": "dice", "creature": lurker, "parameters": {"expression": "2d6"}},
        {"type": "change_creature", "creature": names["Bear"], "changes": {"note": "zq303"}},
        {"type": "adjust_tracker", "tracker": "short_rests", "by": 1},
        {"type": "hide", "creature": lurker},
    ]


def lurking_turns(table: Script, lurker: str, place: int) -> None:
    """Let a hidden turn pass, as a GM does who plays it; with the ids and the time of the turn that led to it."""
    if table.active == lurker:
        table.at(place, {"type": "end_turn"})


@pytest.mark.case("GM-002")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 18), st.lists(st.integers(0, 9), max_size=2)), max_size=12))
def test_players_see_the_same_with_and_without_a_hidden_creature(script: list[tuple[int, list[int]]]) -> None:
    with_it, names = opened(lurking=True)
    without, _ = opened(lurking=False)
    lurker = names["Lurker"]
    for place, (choice, secrets) in enumerate(script, 100):
        raw = open_play(names)[choice]
        assert with_it.at(place, raw) == without.at(place, raw)
        lurking_turns(with_it, lurker, place)
        for n, secret in enumerate(secrets):
            with_it.at(place * 100 + 5000 + n, secret_play(lurker, names)[secret])
        for viewer in (PUBLIC_VIEWER, seat_viewer(names["Oro"]), seat_viewer(names["Mira"])):
            seen = with_it.seen(viewer)
            assert seen == without.seen(viewer)
            assert not any(mark.encode() in seen for mark in MARKS)


@pytest.mark.case("GM-002")
def test_while_a_hidden_creature_acts_the_marker_stays_where_players_saw_it() -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "begin_turn", "creature": names["Oro"]})
    before = table.seen(PUBLIC_VIEWER)
    table.at(101, {"type": "begin_turn", "creature": names["Lurker"]})
    assert table.active == names["Lurker"]
    assert table.seen(PUBLIC_VIEWER) == before
    table.at(102, {"type": "end_turn"})
    assert table.seen(PUBLIC_VIEWER) == before
    table.at(103, {"type": "begin_turn", "creature": names["Bear"]})
    assert table.public()["order"]["active"] == names["Bear"]


@pytest.mark.case("GM-002")
def test_a_round_that_a_hidden_turn_opens_is_told_with_the_first_turn_in_sight() -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "change_creature", "creature": names["Lurker"], "changes": {"score": 20}})
    table.at(101, {"type": "start_encounter", "policy": "numeric"})
    told: list[list[str]] = []
    for place in range(102, 107):
        table.at(place, {"type": "end_turn"})
        told.append([line.code for line in log.lines(table.game, PUBLIC_VIEWER)][-2:])
    assert table.active == names["Oro"]
    assert told[-2:] == [["turn_began", "turn_began"], ["round_began", "turn_began"]]
    assert table.game.state.order.round == 2


@pytest.mark.case("GM-002")
@pytest.mark.parametrize("policy", sorted(POLICIES))
@pytest.mark.parametrize("ended", [False, True])
def test_a_hidden_turn_changes_nothing_of_an_order_that_players_see(policy: str, ended: bool) -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "start_encounter", "policy": policy})
    table.at(101, {"type": "begin_turn", "creature": names["Oro"]})
    names_the_next = POLICIES[policy].names_first
    if ended and not names_the_next:
        table.at(102, {"type": "end_turn"})
    before = table.public()
    table.at(103, {"type": "begin_turn", "creature": names["Lurker"]})
    assert table.public() == before
    if not names_the_next:
        table.at(104, {"type": "end_turn", "creature": names["Lurker"]})
        assert table.public() == before
    table.at(105, {"type": "begin_turn", "creature": names["Bear"]})
    assert table.public()["order"]["active"] == names["Bear"]
    assert table.game.state.order.memory.get(KEPT) is None
    plain, theirs = opened(lurking=False)
    plain.at(100, {"type": "start_encounter", "policy": policy})
    for name in ("Oro", "Bear"):
        plain.at(101, {"type": "begin_turn", "creature": theirs[name]})
    assert table.public()["order"]["why"] == plain.public()["order"]["why"]


@pytest.mark.case("GM-002")
def test_a_phase_in_which_only_hidden_ones_are_left_is_over_to_players() -> None:
    seen = []
    for lurking in (False, True):
        table, names = opened(lurking=lurking)
        table.at(100, {"type": "start_encounter", "policy": "phases"})
        for place, name in enumerate(("Oro", "Mira", "Bear"), 101):
            table.at(place, {"type": "begin_turn", "creature": names[name]})
        table.at(110, {"type": "end_turn"})
        order = table.public()["order"]
        seen.append((order["phase"], order["memory"].get("phase"), {*order["next"]} == {names["Oro"], names["Mira"]}))
    assert seen[0] == seen[1] == (2, 2, True)


@pytest.mark.case("GM-002")
def test_a_missed_turn_is_followed_by_the_one_of_this_round_whoever_acts_between_them() -> None:
    plain, names = opened(lurking=False)
    haunted, theirs = opened(lurking=True)
    for table in (plain, haunted):
        table.at(100, {"type": "start_encounter", "policy": "numeric"})
        table.at(101, {"type": "next_round"})
        table.at(102, {"type": "answer", "id": f"d_turn_{names['Bear']}_1"})
        assert table.active == names["Bear"]
    haunted.at(103, {"type": "change_creature", "creature": theirs["Lurker"], "changes": {"score": 19}})
    for table in (plain, haunted):
        table.at(104, {"type": "end_turn"})
    assert haunted.active == theirs["Lurker"]
    haunted.at(104, {"type": "end_turn"})
    assert plain.active == haunted.active == names["Bear"]
    assert haunted.seen(PUBLIC_VIEWER) == plain.seen(PUBLIC_VIEWER)


@pytest.mark.case("GM-002")
def test_a_round_is_told_once_where_all_enemies_leave_and_one_of_them_was_hidden() -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "start_encounter", "policy": "numeric"})
    table.at(101, {"type": "remove_creature", "creature": names["Oro"]})
    table.at(102, {"type": "add_creature", "creature": {"name": "Rat", "score": 1}})
    for place in range(103, 106):
        table.at(place, {"type": "end_turn"})
    assert table.creature(table.active or "").name == "Rat"
    assert table.at(106, {"type": "clear_enemies"})
    assert table.active == names["Mira"]
    codes = [line.code for line in log.lines(table.game, PUBLIC_VIEWER)]
    assert codes.count("round_began") == 2


@pytest.mark.case("GM-002")
def test_hidden_turns_push_no_open_one_out_of_what_players_remember() -> None:
    plain, names = opened(lurking=False)
    haunted, theirs = opened(lurking=True)
    for table in (plain, haunted):
        table.at(100, {"type": "start_encounter", "policy": "numeric"})
    for place in range(101, 171):
        for table in (plain, haunted):
            table.at(place, {"type": "end_turn"})
        lurking_turns(haunted, theirs["Lurker"], place)
    assert haunted.public()["order"]["trail"] == plain.public()["order"]["trail"]
    assert len(plain.public()["order"]["trail"]) == 30
    assert names["Oro"] in plain.public()["order"]["trail"]


def test_a_turn_that_ended_in_sight_stays_ended_while_a_hidden_one_follows() -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "begin_turn", "creature": names["Oro"]})
    table.at(101, {"type": "end_turn"})
    table.at(102, {"type": "begin_turn", "creature": names["Lurker"]})
    assert table.public()["order"]["active"] is None


@pytest.mark.case("GM-002")
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("policy", ["phases", "popcorn", "sides", "spotlight"])
@pytest.mark.parametrize("type_", ["end_turn", "begin_turn"])
def test_what_a_player_asks_of_the_turn_that_they_see_shows_no_hidden_one(policy: str, over: bool, type_: str) -> None:
    seen = []
    for lurking in (False, True):
        table, names = opened(lurking=lurking)
        oro = names["Oro"]
        table.at(100, {"type": "start_encounter", "policy": policy})
        table.at(101, {"type": "begin_turn", "creature": oro})
        if lurking:
            table.at(102, {"type": "begin_turn", "creature": names["Lurker"]})
        if lurking and over:
            table.at(103, {"type": "end_turn"})
        table.at(104, {"type": type_, "creature": oro}, by=f"seat:{oro}")
        seen.append((table.seen(seat_viewer(oro)), table.public()["order"]["next"]))
    assert seen[0] == seen[1]


@pytest.mark.case("GM-002")
def test_a_player_ends_the_turn_that_they_see_while_a_hidden_one_acts_in_truth() -> None:
    seats, told = [], []
    for lurking in (False, True):
        table, names = opened(lurking=lurking)
        oro = names["Oro"]
        table.at(100, {"type": "begin_turn", "creature": oro})
        if lurking:
            table.at(101, {"type": "begin_turn", "creature": names["Lurker"]})
        assert table.at(102, {"type": "end_turn"}, by=f"seat:{oro}")
        seats.append(table.seen(seat_viewer(oro)))
        told.append(table.public()["order"]["active"])
        assert not table.game.state.pending
        assert table.active == names.get("Lurker")
    assert seats[0] == seats[1]
    assert told == [None, None]


@pytest.mark.case("GM-037")
def test_a_revealed_creatures_secret_past_stays_secret() -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "note", "text": "zq303", "creature": names["Lurker"], "hidden": False})
    table.at(101, {"type": "add_condition", "creature": names["Lurker"], "condition": "restrained"})
    table.at(102, {"type": "reveal", "creature": names["Lurker"]})
    codes = [line.code for line in log.lines(table.game, PUBLIC_VIEWER)]
    assert codes[-1] == "revealed"
    assert "condition_set" not in codes


@pytest.mark.case("GM-037")
def test_a_hidden_again_creatures_open_past_vanishes() -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "reveal", "creature": names["Lurker"]})
    table.at(101, {"type": "add_condition", "creature": names["Lurker"], "condition": "restrained"})
    assert b"Lurker" in table.seen(PUBLIC_VIEWER)
    table.at(102, {"type": "hide", "creature": names["Lurker"]})
    assert b"Lurker" not in table.seen(PUBLIC_VIEWER)


def test_a_condition_names_no_hidden_source_to_players() -> None:
    table, names = opened(lurking=True)
    table.at(100, {"type": "start_encounter", "policy": "numeric"})
    until = {"edge": "turn_end", "creature": names["Lurker"], "turns": 1}
    condition = {"creature": names["Oro"], "condition": "restrained", "source": names["Lurker"], "until": until}
    assert table.at(101, {"type": "add_condition", **condition})
    for viewer in (PUBLIC_VIEWER, seat_viewer(names["Oro"])):
        assert names["Lurker"].encode() not in table.seen(viewer)
    assert table.public()["creatures"][names["Oro"]]["conditions"] == (
        {"key": "restrained", "value": None, "detail": None},
    )


def test_a_foes_numbers_are_not_a_players_to_see() -> None:
    table, names = opened(lurking=False)
    changes = {"numbers": {"difficulty": 43}}
    assert table.at(100, {"type": "change_creature", "creature": names["Bear"], "changes": changes})
    bear = table.public()["creatures"][names["Bear"]]
    assert set(bear) == {"id", "name", "kind", "conditions", "health"}
    assert "43" not in str(bear)


def test_a_fight_in_which_nobody_is_seen_begins_with_its_first_round_all_the_same() -> None:
    """Else players would read off the round that somebody hidden acts."""
    alone, haunted = Table("generic"), Table("generic")
    haunted.add("Lurker", hidden=True)
    for table in (alone, haunted):
        table.do("start_encounter")
    for table in (alone, haunted):
        assert table.public()["order"]["round"] == 1
        assert table.codes(PUBLIC_VIEWER)[-1] == "round_began"
    assert haunted.active is not None
