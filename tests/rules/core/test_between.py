"""What lies between two states: events that really lead from the one to the other."""

from itertools import product
from typing import Any

from msgspec.structs import replace

from rules.core import log
from rules.core.apply import fold
from rules.core.between import events_between
from rules.core.project import GM_VIEWER
from rules.core.state import State
from tests.rules.table import Table


def evening() -> tuple[Table, list[State]]:
    """A game in which much happens, and its state after each step."""
    table = Table("generic")
    ann = table.pc("Ann", score=15, trackers={"hp": {"value": 10, "max": 10}})
    states = [table.game.state]

    def then(type_: str, **fields: Any) -> None:
        table.do(type_, **fields)
        states.append(table.game.state)

    then("add_creature", creature={"name": "Goblin", "hidden": True, "score": 3, "trackers": {"hp": {"value": 7}}})
    goblin = next(id for id in table.game.state.creatures if id != ann)
    then("add_clock", name="Ritual", size=6)
    then("start_encounter", name="The ford")
    then("take_damage", creature=ann, amount=6)
    then("add_condition", creature=ann, condition="prone", until={"edge": "turn_end", "creature": ann, "turns": 2})
    then("end_turn")
    then("advance_clock", clock=next(iter(table.game.state.clocks)))
    then("reveal", creature=goblin)
    then("set_checkpoint", name="here")
    then("pass_time", minutes=70)
    then("begin_scene", title="The bank")
    then("add_tracker", tracker={"key": "rope", "name": "Rope", "kind": "pool", "max": 3})
    then("end_condition", creature=ann, condition="prone")
    then("remove_creature", creature=goblin)
    then("end_encounter")
    then("show", text="A door")
    then("rename_game", name="The road")
    then("begin_session")
    return table, states


TABLE, STATES = evening()


def comparable(state: State) -> State:
    """A state without what no event sets back: turns that have been, and creatures that never were or are gone."""
    creatures = {id: creature for id, creature in state.creatures.items() if not creature.gone}
    return replace(
        state,
        creatures=creatures,
        rolls={},
        order=replace(state.order, trail=(), memory={}, marker=None, marker_round=0),
    )


def test_the_events_lead_from_every_state_to_every_other() -> None:
    for before, after in product(STATES, STATES):
        assert comparable(fold(events_between(before, after), before)) == comparable(after)


def test_between_a_state_and_itself_lies_nothing() -> None:
    assert all(list(events_between(state, state)) == [] for state in STATES)


def test_each_can_be_told() -> None:
    told = [log.line_of(TABLE.game, GM_VIEWER, event) for event in events_between(STATES[-1], STATES[0])]
    assert {"tracker_set_of", "clock_removed", "moment_session", "game_renamed"} <= {line.code for line in told}
    assert all(name != "?" for line in told for name in line.roles.values())


def test_a_turn_that_only_players_still_see_comes_and_goes_between_states() -> None:
    table = Table("generic")
    ann, lurker = table.pc("Ann"), table.add("Lurker", hidden=True)
    table.do("start_encounter", policy="popcorn")
    table.do("begin_turn", creature=ann)
    states = []
    for steps in (("begin_turn",), ("begin_turn", "end_turn")):
        for type_ in steps:
            table.do(type_, creature=lurker)
        states.append(table.game.state)
        table.do("end_turn", creature=ann, by=f"seat:{ann}")
        states.append(table.game.state)
        table.do("begin_turn", creature=ann)
    for before, after in product(states, states):
        turn = fold(events_between(before, after), before).order
        assert (turn.active, turn.marker) == (after.order.active, after.order.marker)
