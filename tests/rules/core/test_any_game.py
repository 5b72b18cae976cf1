"""What holds in any game after any commands, whoever looks on: a machine that plays everything there is to play.

Two tables play the same open commands; on one of them something hidden lurks and acts besides. No player may tell
which; on both the log is the state, each turn begins and ends once, and undo and redo lead back from anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from rules import content
from rules.core import codec, history, log, telling
from rules.core import events as e
from rules.core.apply import fold
from rules.core.decide import known_commands
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.history import Game, Hand, Played
from rules.core.orders import here_in_line
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.view import view
from rules.registry import SYSTEMS
from tests.rules.core.anything import Anything, Raw
from tests.rules.table import BEGIN, Table

GAMES = sorted(SYSTEMS)
UNSEEN_HAND = "gm:Ann"  # undo by the other hand leaves alone what this one did
ID = re.compile(rb"\b[0-9a-f]{16}\b|(?<=_)[0-9a-f]{16}\b")
MARKS = (b"zq303", b"Lurker")
OPEN: list[Raw] = [
    {"name": "Oro", "kind": "pc", "score": 12},
    {"name": "Mira", "kind": "pc", "score": 3},
    {"name": "Bear", "score": 8},
    {"name": "Rat", "score": 8},
    {"name": "Bridge", "kind": "environment"},
]
LURKER: Raw = {"name": "Lurker", "hidden": True, "score": 7, "note": "zq303"}
REFUSED = (RuleError, InvalidInput, Need)
# What a GM does unseen to one who is hidden; a hidden turn that the GM begins by hand puts off the open ones.
UNSEEN = (
    "set_tracker", "adjust_tracker", "add_tracker", "remove_tracker", "add_condition", "change_condition",
    "end_condition", "change_creature", "take_damage", "ready", "hide",
)  # fmt: skip


SAID: dict[tuple[str, bytes], list[str]] = {}
Way = Callable[[Game, Hand], Played]


class Placed(Table):
    """A table on which ids, dice and times depend only on a command's place in the script."""

    def __init__(self, system: str) -> None:
        super().__init__(system)
        self.own: dict[str, str] = {}

    def at(self, place: int, by: str = "gm") -> None:
        own = f"{by} {self.game.number}" if by == UNSEEN_HAND else ""  # it may act twice at the place of another
        self.ids, self.dice = Random(f"ids {place}{own}"), Random(f"dice {place}")
        self.now = BEGIN + timedelta(seconds=5 * place)

    def play(self, place: int, raw: Raw, by: str = "gm") -> str:
        return self.tried(place, lambda: history.play(self.game, [raw], self.hand(by)).game, by)

    def back(self, place: int, way: Way) -> str:
        return self.tried(place, lambda: way(self.game, self.hand()).game)

    def tried(self, place: int, played: Callable[[], Game], by: str = "gm") -> str:
        """The code of the refusal; empty where it was carried out."""
        self.at(place, by)
        try:
            self.game = played()
        except RuleError as error:
            return error.code
        except (InvalidInput, Need) as error:
            return type(error).__name__
        return ""

    def come(self, place: int, creature: Raw, by: str = "gm") -> None:
        before = set(self.game.state.creatures)
        assert not self.play(place, {"type": "add_creature", "creature": creature}, by)
        self.own[creature["name"]] = next(iter(set(self.game.state.creatures) - before))

    def seen(self, viewer: Viewer) -> bytes:
        """All that one viewer gets to see and read, in every language, each id by where it first stands."""
        lines = list(log.lines(self.game, viewer))
        said = [said_of(self.game.system.key, line) for line in lines]
        known: dict[bytes, bytes] = {}
        shown = msgspec.json.encode([view(self.game, viewer), lines, said])
        return ID.sub(lambda id: known.setdefault(id[0], b"#%d" % len(known)), shown)


def said_of(system: str, line: log.Line) -> list[str]:
    """The text of a line in every language: a line that says the same is put into words once."""
    key = system, msgspec.json.encode(line)
    if key not in SAID:
        SAID[key] = [
            telling.text(line, content.words(system, lang), content.titles(system, lang)) for lang in ("en", "ru")
        ]
    return SAID[key]


class AnyGame(RuleBasedStateMachine):
    """The two tables, and everything that may be done at them."""

    system = ""

    def __init__(self) -> None:
        super().__init__()
        self.plain, self.haunted = Placed(self.system), Placed(self.system)
        self.place = 0
        for creature in OPEN:
            self.place += 1
            for table in (self.plain, self.haunted):
                table.come(self.place, creature)
        self.haunted.come(90_000, LURKER, UNSEEN_HAND)
        self.lurker = self.haunted.own["Lurker"]
        self.kinds = sorted(set(known_commands(self.plain.game.system)) - {"answer"})
        # Where the highest score holds the Initiative until it is passed on, that nobody seen holds it is no secret.
        self.scores = 12 if self.plain.game.state.order.policy == "bump" else 20

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        own = self.plain.own
        return PUBLIC_VIEWER, seat_viewer(own["Oro"]), seat_viewer(own["Mira"])

    def both(self, played: Callable[[Placed], str], by: str = "gm") -> None:
        """The same at both tables. What goes otherwise for the GM because of the hidden one is done at neither."""
        self.place += 1
        before = self.haunted.game, self.plain.game
        answers = []
        for table in (self.haunted, self.plain):
            number = table.game.number
            refused = played(table)
            answers.append((refused, table.game.number > number))  # a step of which nothing is seen is a step to undo
        assert by == "gm" or answers[0] == answers[1], answers
        asked = [sum(one.kind == "proposal" for one in table.game.state.pending.values()) for table in self.tables]
        if answers[0] != answers[1] or asked[0] != asked[1] or self.is_alone:
            self.haunted.game, self.plain.game = before
        self.pass_hidden_turns()

    @property
    def tables(self) -> tuple[Placed, Placed]:
        return self.haunted, self.plain

    @property
    def is_alone(self) -> bool:
        """Whether the hidden one fights with nobody: its turns and rounds would be all that happens."""
        return here_in_line(self.haunted.game.state) == [self.lurker]

    def pass_hidden_turns(self) -> None:
        """Whose turn nobody sees ends it as soon as it began."""
        for _ in range(3):
            if self.haunted.active == self.lurker:
                self.haunted.play(self.place, {"type": "end_turn"}, UNSEEN_HAND)

    def send(self, raw: Raw, by: str = "gm") -> None:
        self.both(lambda table: table.play(self.place, raw, by), by)

    @rule(pick=st.integers(0, 10_000), number=st.integers(0, 10_000), who=st.sampled_from(["gm", "gm", "gm", "seat"]))
    def play_something(self, pick: int, number: int, who: str) -> None:
        kind = self.kinds[pick % len(self.kinds)]
        raw = Anything(self.plain.game, list(self.plain.own.values()), number).command(kind)
        self.send(raw, "gm" if who == "gm" else f"seat:{self.plain.own['Oro']}")

    @rule()
    def start_a_fight(self) -> None:
        self.send({"type": "start_encounter", "policy": "numeric"})

    @rule(times=st.integers(1, 4))
    def end_turns(self, times: int) -> None:
        for _ in range(times):
            before = [(viewer, self.haunted.seen(viewer)) for viewer in self.viewers]
            self.both(partial(self.end_turn, before))

    def end_turn(self, before: list[tuple[Viewer, bytes]], table: Placed) -> str:
        """End the turn; where a hidden one follows, nothing that players see may tell that the other is over."""
        was_seen, began = table.active not in (None, self.lurker), table.game.number
        refused = table.play(self.place, {"type": "end_turn"})
        turns = [one.event for one in table.game.entries if one.number > began and isinstance(one.event, e.TurnBegan)]
        if was_seen and [turn.id for turn in turns] == [self.lurker]:
            for viewer, seen in before:
                assert table.seen(viewer) == seen
        return refused

    @rule(number=st.integers(0, 10_000))
    def answer_what_is_asked(self, number: int) -> None:
        shown = self.plain.see()
        asked = [one["id"] for one in (*shown["asks"], *shown["due"])]
        if asked:
            self.send({"type": "answer", "id": asked[number % len(asked)]})

    @rule(pick=st.integers(0, 10_000), number=st.integers(0, 10_000))
    def do_something_unseen(self, pick: int, number: int) -> None:
        self.place += 1
        raw = Anything(self.haunted.game, [self.lurker], number).command(UNSEEN[pick % len(UNSEEN)])
        raw["creature"] = self.lurker
        if raw["type"] == "change_creature":
            raw["changes"] = {"note": "zq303 again", "score": number % self.scores} if number % 2 else {"note": "zq303"}
        self.haunted.play(50_000 + self.place, raw, UNSEEN_HAND)

    @rule()
    def undo(self) -> None:
        self.both(lambda table: table.back(self.place, history.undo))

    @rule()
    def redo(self) -> None:
        self.both(lambda table: table.back(self.place, history.redo))

    @rule()
    def undo_and_redo(self) -> None:
        for table in (self.plain, self.haunted):
            game, before = table.game, table.game.state
            if not table.back(80_000, history.undo):
                assert not table.back(80_001, history.redo)
                assert table.game.state == before
                table.game = game

    @invariant()
    def players_see_the_same_with_and_without_what_is_hidden(self) -> None:
        for viewer in self.viewers:
            seen = self.haunted.seen(viewer)
            assert seen == self.plain.seen(viewer)
            assert not any(mark in seen for mark in MARKS)

    @invariant()
    def the_gm_sees_everybody(self) -> None:
        creatures = self.haunted.see(GM_VIEWER)["creatures"]
        gone = self.haunted.creature(self.lurker).gone
        assert (self.lurker in creatures) != gone

    @invariant()
    def the_log_is_the_state(self) -> None:
        for table in (self.plain, self.haunted):
            assert fold(live_events(table.game)) == table.game.state

    @invariant()
    def each_turn_begins_and_ends_once(self) -> None:
        for table in (self.plain, self.haunted):
            acting: str | None = None
            for event in live_events(table.game):
                if isinstance(event, e.EncounterBegan):
                    acting = None  # another order begins: whoever acts goes on, and is said to
                elif isinstance(event, e.TurnBegan):
                    assert acting is None
                    acting = event.id
                elif isinstance(event, e.TurnEnded):
                    assert acting == event.id
                    acting = None

    def teardown(self) -> None:
        """A game that is read from its stored log is the same game."""
        entries = [
            history.Entry(x.number, x.step, x.by, x.at, x.id, codec.load_event(codec.dump_event(x.event)), x.audience)
            for x in self.haunted.game.entries
        ]
        again = history.load_game(self.haunted.game.system, entries).state
        assert again == codec.load_state(codec.dump_state(self.haunted.game.state))


def live_events(game: Game) -> Iterator[Any]:
    undone = history.undone_steps(game.entries)
    return (entry.event for entry in game.entries if entry.step not in undone)


def machine(system: str) -> type[AnyGame]:
    return type(f"AnyGameOf{system.title()}", (AnyGame,), {"system": system})


quick = settings(
    max_examples=8, stateful_step_count=16, suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)  # fmt: skip
# Whoever looks for new examples looks further.
deep = settings(quick, max_examples=20 if quick.derandomize else 100, stateful_step_count=30)


@pytest.mark.slow
@pytest.mark.parametrize("system", GAMES)
def test_any_game_holds_together(system: str) -> None:
    run_state_machine_as_test(machine(system), settings=quick)


@pytest.mark.slow
@pytest.mark.parametrize("system", GAMES)
def test_any_long_game_holds_together(system: str) -> None:
    run_state_machine_as_test(machine(system), settings=deep)


@pytest.mark.parametrize("system", GAMES)
def test_commands_at_random_are_carried_out_sooner_or_later(system: str) -> None:
    """Else the machine would prove little."""
    done, dice = set[str](), Random(7)
    for place in range(0, 4000, 400):
        game = machine(system)()
        for step in range(120):
            kind = game.kinds[dice.randrange(len(game.kinds))]
            number = game.plain.game.number
            raw = Anything(game.plain.game, list(game.plain.own.values()), place + step).command(kind)
            if not game.plain.play(place + step + 10, raw) and game.plain.game.number > number:
                done.add(kind)
    left = set(machine(system)().kinds) - done
    assert len(done) > 2 * len(left), sorted(left)
