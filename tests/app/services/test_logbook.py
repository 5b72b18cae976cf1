"""The log as the screen tells it: one item a step."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from app.services import logbook
from app.services.wording import Wording, wording
from rules import get_system
from rules.core.decide import Source
from rules.core.history import Game, Hand, new_game, play, undo

SYSTEM = "daggerheart"
ids = count()


class Told:
    """A game that is played, command by command, half a minute apart."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 31, 19, 0, tzinfo=UTC)
        self.game: Game = new_game(get_system(SYSTEM), "Mill", {}, self.hand("gm"))

    def hand(self, by: str) -> Hand:
        self.at += timedelta(seconds=30)
        return Hand(by, self.at, Source(lambda sides: random.Random(1).randint(1, sides), lambda: f"x{next(ids)}"))

    def do(self, command: Mapping[str, Any], by: str = "gm") -> None:
        self.game = play(self.game, [command], self.hand(by)).game

    def together(self, *commands: Mapping[str, Any]) -> None:
        """Several commands as one step."""
        self.game = play(self.game, list(commands), self.hand("gm")).game

    def undo(self) -> None:
        self.game = undo(self.game, self.hand("gm")).game


@pytest.fixture
def told() -> Told:
    made = Told()
    made.do({"type": "add_creature", "creature": {"name": "Oro", "kind": "pc"}})
    return made


@pytest.fixture
def said() -> Wording:
    return wording(SYSTEM, "en")


def id_of(told: Told) -> str:
    return next(iter(told.game.state.creatures))


def test_the_newest_step_comes_first_and_its_name_stands_apart(told: Told, said: Wording) -> None:
    told.do({"type": "adjust_tracker", "creature": id_of(told), "tracker": "stress", "by": 2})
    first = logbook.items(told.game, said)[0]
    assert (first.said[0].name, first.text) == ("Oro", "Oro: Stress 2 of 6")


def test_quick_taps_of_one_tracker_tell_only_where_it_came_to_stand(told: Told, said: Wording) -> None:
    told.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    told.at -= timedelta(seconds=29)
    told.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    assert [item.text for item in logbook.items(told.game, said)][:1] == ["Fear 2 of 12"]


def test_an_undone_step_stays_struck_and_its_undo_says_nothing(told: Told, said: Wording) -> None:
    told.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    told.undo()
    items = logbook.items(told.game, said)
    assert [(item.text, item.undone) for item in items][:1] == [("Fear 1 of 12", True)]
    assert items[-1].fixed


def test_undo_names_the_newest_step_of_the_hand(told: Told, said: Wording) -> None:
    told.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    told.do({"type": "adjust_tracker", "creature": id_of(told), "tracker": "hope", "by": 1}, by=f"seat:{id_of(told)}")
    found = logbook.undo_item(told.game, "gm", said)
    assert found is not None
    assert found.text == "Fear 1 of 12"
    assert logbook.items(told.game, said)[0].seat == "Oro"


def test_chunks_stay_the_same_when_a_step_is_added(told: Told, said: Wording) -> None:
    for _ in range(15):
        told.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
        told.do({"type": "adjust_tracker", "tracker": "fear", "by": -1})
    before = dict(logbook.chunks(logbook.items(told.game, said)))
    told.do({"type": "note", "text": "more"})
    after = dict(logbook.chunks(logbook.items(told.game, said)))
    newest = max(after)
    assert {number: items for number, items in after.items() if number != newest} == {
        number: items for number, items in before.items() if number != newest
    }


def test_notes_stand_with_their_scene_and_go_when_they_are_undone(told: Told) -> None:
    told.do({"type": "begin_scene", "title": "The ferry"})
    told.do({"type": "note", "text": "A name is owed"})
    assert [(note.text, note.scene, note.shown) for note in logbook.notes(told.game)] == [
        ("A name is owed", "The ferry", False)
    ]
    told.undo()
    assert logbook.notes(told.game) == []


def test_the_note_of_an_evening_greets_until_the_next_one_begins(told: Told) -> None:
    assert logbook.last_evening(told.game) == ("", False)
    told.do({"type": "end_session", "note": "Ask about the ledger"})
    assert logbook.last_evening(told.game) == ("Ask about the ledger", True)
    told.do({"type": "begin_session"})
    assert logbook.last_evening(told.game) == ("Ask about the ledger", False)


def test_the_end_of_an_evening_that_nobody_began_says_its_number_once(told: Told) -> None:
    told.do({"type": "end_session"})
    assert logbook.items(told.game, wording(SYSTEM, "en"))[0].text == "Session 1 ends"


def test_the_newest_roll_is_one_that_was_not_undone(told: Told) -> None:
    assert logbook.newest_roll(told.game) is None
    told.do({"type": "roll", "roll": "dice", "parameters": {"expression": "1d6"}})
    first = logbook.newest_roll(told.game)
    told.do({"type": "roll", "roll": "dice", "parameters": {"expression": "1d6"}})
    assert logbook.newest_roll(told.game) != first
    told.undo()
    assert logbook.newest_roll(told.game) == first


def test_whoever_was_hurt_after_a_roll_needs_no_more_of_it(told: Told) -> None:
    told.do({"type": "roll", "roll": "dice", "parameters": {"expression": "1d6"}})
    roll = logbook.newest_roll(told.game) or ""
    assert logbook.struck_since(told.game, roll, "hit_points") == set()
    told.do({"type": "adjust_tracker", "creature": id_of(told), "tracker": "stress", "by": 1})
    assert logbook.struck_since(told.game, roll, "hit_points") == set()
    told.do({"type": "adjust_tracker", "creature": id_of(told), "tracker": "hit_points", "by": 1})
    assert logbook.struck_since(told.game, roll, "hit_points") == {id_of(told)}
    told.undo()
    assert logbook.struck_since(told.game, roll, "hit_points") == set()


def test_what_was_asked_after_a_roll_waits_for_its_answer_and_not_once_it_was_dropped(told: Told) -> None:
    told.do({"type": "add_creature", "creature": {"name": "Mira", "kind": "pc"}})
    told.do({"type": "roll", "roll": "dice", "parameters": {"expression": "1d6"}})
    roll, (oro, mira) = logbook.newest_roll(told.game) or "", list(told.game.state.creatures)
    told.do({"type": "ask_reactions", "creature": mira, "members": [oro]})
    assert logbook.struck_since(told.game, roll, "hit_points") == {oro}
    (question,) = told.game.state.pending
    told.do({"type": "drop", "id": question})
    assert logbook.struck_since(told.game, roll, "hit_points") == set()


def test_of_very_many_notes_the_newest_are_shown_each_with_its_scene() -> None:
    told = Told()
    told.do({"type": "begin_scene", "title": "The hold"})
    for n in range(40):
        told.do({"type": "note", "text": f"note {n}"})
    told.do({"type": "begin_scene", "title": "The deck"})
    told.do({"type": "note", "text": "the newest"})
    found = logbook.notes(told.game)
    assert len(found) == logbook.MOST_NOTES
    assert (found[0].text, found[0].scene) == ("the newest", "The deck")
    assert (found[1].text, found[-1].scene) == ("note 39", "The hold")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "On the board: Ilka, Wolf 1, Wolf 2; hidden: Lurker"),
        ("ru", "На поле: Ilka, Wolf 1, Wolf 2; скрыто: Lurker"),
    ],
)
def test_those_who_come_in_one_step_stand_in_one_sentence(told: Told, language: str, line: str) -> None:
    told.together(
        {"type": "add_creature", "creature": {"name": "Ilka", "kind": "pc"}},
        {"type": "add_creatures", "count": 2, "creature": {"name": "Wolf", "kind": "adversary"}},
        {"type": "add_creature", "creature": {"name": "Lurker", "kind": "adversary", "hidden": True}},
    )
    assert [one.text for one in logbook.items(told.game, wording(SYSTEM, language))[0].said] == [line]


def test_several_who_come_hidden_and_one_alone_are_said_as_such(told: Told, said: Wording) -> None:
    told.do({"type": "add_creatures", "count": 2, "creature": {"name": "Eel", "kind": "adversary", "hidden": True}})
    first, before = logbook.items(told.game, said)[:2]
    assert first.text == "On the board, hidden: Eel 1, Eel 2"
    assert before.text == "Oro is on the board"
