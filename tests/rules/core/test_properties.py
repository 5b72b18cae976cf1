"""What holds for any sequence of commands: the log is the state, undo and redo agree with it, secrets aside."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import codec, history
from rules.core import events as e
from rules.core.apply import fold
from rules.core.errors import InvalidInput, Need, RuleError
from tests.rules.table import Table

Act = tuple[int, int, int]


def started() -> tuple[Table, list[str]]:
    table = Table(pause_s=1.5)
    pcs = [table.pc("Oro", score=12), table.pc("Mira", score=5)]
    return table, [*pcs, table.add("Bear", score=8), table.add("Imp", hidden=True)]


def command(ids: list[str], act: Act) -> dict[str, Any]:
    """A command out of many, told by three numbers."""
    kind, which, amount = act
    id = ids[which % len(ids)]
    until = {"edge": "turn_end", "creature": id, "turns": 1}
    choices: list[dict[str, Any]] = [
        {"type": "adjust_tracker", "creature": id, "tracker": "hit_points", "by": amount - 4},
        {"type": "adjust_tracker", "creature": id, "tracker": "stress", "by": amount},
        {"type": "adjust_tracker", "tracker": "fear", "by": amount - 3},
        {"type": "add_condition", "creature": id, "condition": "restrained", "reason": f"r{amount}"},
        {"type": "end_condition", "creature": id, "condition": "restrained"},
        {"type": "hide", "creature": id},
        {"type": "reveal", "creature": id},
        {"type": "begin_turn", "creature": id},
        {"type": "end_turn"},
        {"type": "start_encounter", "policy": ("numeric", "popcorn", "spotlight", "none")[amount % 4]},
        {"type": "end_encounter"},
        {"type": "move_in_order", "creature": id, "before": ids[amount % len(ids)]},
        {"type": "change_creature", "creature": id, "changes": {"score": amount}},
        {"type": "change_creature", "creature": id, "changes": {"numbers": {"level": amount}}},
        {"type": "add_clock", "name": "Tide", "size": 4, "loop": "growing"},
        {"type": "begin_scene", "title": f"scene {amount}"},
        {"type": "begin_session"},
        {"type": "pass_time", "minutes": 60 * amount + 1},
        {"type": "remove_creature", "creature": id} if amount > 6 else {"type": "note", "text": "n"},
        {"type": "add_condition", "creature": id, "condition": "vulnerable", "until": until},
    ]  # fmt: skip
    return choices[kind % len(choices)]


def run(table: Table, ids: list[str], acts: list[Act]) -> None:
    """Play acts; kinds from 30 up are undo, redo and rewind, by number or not."""
    for act in acts:
        kind, which, _ = act
        try:
            if kind < 30:
                table.send(command(ids, act), by=("gm", "gm:Ann")[which % 2])
            elif kind < 36:
                table.undo(any_hand=which % 2 == 0)
            elif kind < 39:
                table.redo()
            else:
                table.rewind(max(5, table.game.number - which))
        except (RuleError, InvalidInput, Need):
            continue


acts = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9), st.integers(0, 9)), max_size=25)
relaxed = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@relaxed
@given(acts)
def test_the_fold_of_the_live_events_is_the_state(script: list[Act]) -> None:
    table, ids = started()
    run(table, ids, script)
    undone = history.undone_steps(table.game.entries)
    assert fold(entry.event for entry in table.game.entries if entry.step not in undone) == table.game.state


@relaxed
@given(acts)
def test_a_replay_from_the_stored_log_gives_the_same_state(script: list[Act]) -> None:
    table, ids = started()
    run(table, ids, script)
    entries = [
        history.Entry(x.number, x.step, x.by, x.at, x.id, codec.load_event(codec.dump_event(x.event)), x.audience)
        for x in table.game.entries
    ]
    assert history.load_game(table.game.system, entries).state == codec.load_state(codec.dump_state(table.game.state))


@relaxed
@given(acts)
def test_undo_then_redo_changes_nothing_from_anywhere(script: list[Act]) -> None:
    table, ids = started()
    run(table, ids, script)
    before = table.game.state
    try:
        table.undo()
    except RuleError:
        return
    table.redo()
    assert table.game.state == before


@relaxed
@given(acts)
def test_each_live_tracker_change_starts_from_what_was_there(script: list[Act]) -> None:
    table, ids = started()
    run(table, ids, script)
    undone = history.undone_steps(table.game.entries)
    state = fold([])
    for entry in table.game.entries:
        if entry.step in undone:
            continue
        event = entry.event
        if isinstance(event, e.TrackerSet) and event.owner in state.creatures:
            assert state.creatures[event.owner].trackers.get(event.key) == event.was
        state = fold([event], state)


@relaxed
@given(acts)
def test_at_most_one_acts_and_pools_stay_within_their_bounds(script: list[Act]) -> None:
    table, ids = started()
    run(table, ids, script)
    view = table.see()
    entries = [entry["creature"] for entry in view["order"]["entries"]]
    assert view["order"]["active"] is None or view["order"]["active"] in entries
    for creature in view["creatures"].values():
        for tracker in creature["trackers"].values():
            if tracker["kind"] == "pool" and tracker["max"] is not None:
                assert 0 <= tracker["value"] <= tracker["max"]


@pytest.mark.parametrize("seed", range(5))
def test_apply_survives_any_part_of_a_log(seed: int) -> None:
    from random import Random

    table, ids = started()
    chance = Random(seed)
    run(table, ids, [(chance.randrange(30), chance.randrange(10), chance.randrange(10)) for _ in range(60)])
    some = [entry.event for entry in table.game.entries if chance.random() < 0.6]
    codec.dump_state(fold(some))
