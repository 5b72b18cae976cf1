"""What holds for any sequence of Daggerheart's commands: the log is the state, pools keep their range, secrets stay."""

from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import codec, derived, history
from rules.core.apply import fold
from rules.core.commands.base import type_of
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.trackers import Pool
from rules.registry import get_system
from tests.rules.daggerheart.scripts import LURKER, MAKERS, Act, Command, Night

small = st.integers(0, 11)
acts = st.lists(st.tuples(st.integers(0, len(MAKERS) - 1), small, small, small), max_size=25)
turns = st.lists(st.tuples(st.integers(0, 2), small), max_size=3)
quick = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def viewers(night: Night) -> tuple[Viewer, ...]:
    return GM_VIEWER, PUBLIC_VIEWER, seat_viewer(night.own["Oro"]), seat_viewer(night.own["Mira"])


def played(script: list[Act]) -> Night:
    night = Night()
    for act in script:
        night.act(act)
    return night


def refold(night: Night) -> Any:
    undone = history.undone_steps(night.game.entries)
    events = (codec.load_event(codec.dump_event(e.event)) for e in night.game.entries if e.step not in undone)
    return codec.load_state(codec.dump_state(fold(events)))


def test_every_command_of_the_game_is_among_the_random_ones() -> None:
    night = Night()
    ids = night.own
    made = {maker(night, ids["Oro"], ids["Mira"], ids["Bear"], n)["type"] for maker in MAKERS for n in range(12)}
    assert {type_of(command) for command in get_system("daggerheart").commands} <= made


def test_each_of_them_is_carried_out_sooner_or_later() -> None:
    chance, done = Random(5), set[str]()
    for _ in range(12):
        night = Night()
        for _ in range(60):
            night.act((chance.randrange(len(MAKERS)), chance.randrange(12), chance.randrange(12), chance.randrange(12)))
        done |= night.done
    assert {type_of(command) for command in get_system("daggerheart").commands} <= done


@quick
@given(acts, turns)
def test_the_log_is_the_state_whatever_was_undone(script: list[Act], back: list[tuple[int, int]]) -> None:
    night = played(script)
    for kind, amount in back:
        night.turn_back(kind, amount)
        assert refold(night) == codec.load_state(codec.dump_state(night.game.state))


@quick
@given(acts)
def test_undo_then_redo_leads_back_from_anywhere(script: list[Act]) -> None:
    night = played(script)
    before = night.game.state
    try:
        night.undo()
    except RuleError:
        return
    night.redo()
    assert night.game.state == before


@quick
@given(acts)
def test_pools_stay_in_range_and_every_view_can_be_made(script: list[Act]) -> None:
    night = played(script)
    state = night.game.state
    for owner in ("table", *state.creatures):
        for key, tracker in state.trackers(owner).items():
            if isinstance(tracker, Pool):
                top = derived.maximum(night.game.system, state, owner, key)
                assert 0 <= tracker.value <= (tracker.value if top is None else top), (owner, key)
    for viewer in viewers(night):
        assert night.seen(viewer)


FIELDS = (
    "with", "parameters", "targets", "helpers", "members", "partner", "choices", "minions", "armor", "clocks", "dice",
    "announced", "creature", "choose", "sources", "off", "experience", "amount", "feature",
)  # fmt: skip
INNER = (
    "extra", "tag_team", "clears", "types", "difficulty", "reaction", "hope_die", "creature", "with", "option",
    "traits", "name", "dice", "amount",
)  # fmt: skip
leaves = st.none() | st.booleans() | st.integers(-3, 30) | st.sampled_from(["d6", "2d6", "sword", "rally", "x", ""])
junk = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(INNER), inner, max_size=3)
)
spoilt = st.lists(st.tuples(st.sampled_from(FIELDS), st.none() | st.sampled_from(INNER), junk), max_size=2)


@settings(quick, max_examples=200)
@given(st.tuples(st.integers(0, len(MAKERS) - 1), small, small, small), spoilt)
def test_whatever_a_command_says_is_carried_out_or_refused(
    act: Act, changes: list[tuple[str, str | None, Any]]
) -> None:
    kind, _, whom, amount = act
    names = ("Bear", "Ogre", "Rat", "Vole")
    raw = MAKERS[kind](FRESH, FRESH.own["Oro"], FRESH.own["Mira"], FRESH.own[names[whom % 4]], amount)
    for field, inner, value in changes:
        held = raw.get(field)
        raw = {**raw, field: value if inner is None else {**(held if isinstance(held, dict) else {}), inner: value}}
    with suppress(RuleError, InvalidInput, Need):
        history.play(FRESH.game, [raw], FRESH.hand())


def asking() -> Night:
    """A night on which a tag team roll waits for the choice."""
    night = Night()
    oro, mira = night.own["Oro"], night.own["Mira"]
    night.at({"type": "adjust_tracker", "creature": oro, "tracker": "hope", "by": 3})
    night.at({"type": "tag_team", "creature": oro, "partner": {"creature": mira}, "parameters": {"difficulty": 9}})
    return night


FRESH = asking()
PRIVATE: tuple[Command, ...] = (
    {"type": "take_damage", "sources": [{"amount": 1}], "ask": False},
    {"type": "mark_stress", "amount": 2},
    {"type": "adjust_tracker", "tracker": "rally", "by": -1},
    {"type": "add_condition", "condition": "vulnerable", "temporary": True},
    {"type": "change_creature", "changes": {"note": "zq303", "numbers": {"difficulty": 15}}},
    {"type": "roll", "roll": "damage"},
)


@quick
@given(acts)
def test_a_hidden_adversary_changes_nothing_that_players_get(script: list[Act]) -> None:
    plain, haunted = Night(), Night()
    plain.place += 1
    haunted.come("Lurker", LURKER)
    for n, act in enumerate(script):
        assert plain.act(act) == haunted.act(act)
        plain.place += 1
        haunted.at({**PRIVATE[n % len(PRIVATE)], "creature": haunted.own["Lurker"]})
    for viewer in viewers(plain)[1:]:
        assert plain.seen(viewer) == haunted.seen(viewer)
        assert b"zq303" not in haunted.seen(viewer)
