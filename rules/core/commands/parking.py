"""A whole fight comes off the board: put away as it stands and brought back, or cleared."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rules.core import events, turns
from rules.core.commands.base import Command, Id, type_name
from rules.core.commands.creatures import come, take_off
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.parked import LONGEST_NAME, name_in, wave_in, wave_of
from rules.core.state import Creature

PARTY = ("pc", "ally")
FightName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME, pattern="^[^/]+$")]


class Park(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Put away all who are no party, or those named, as they stand; who waits in a wave goes along."""

    name: FightName
    creatures: Annotated[tuple[Id, ...], msgspec.Meta(max_length=500)] = ()


class Resume(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Bring back what was put away under this name."""

    name: FightName


class ClearEnemies(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Remove all who are no party. What was put away stays away."""


def park(draft: Draft, command: Park) -> None:
    named = [draft.creature(id) for id in dict.fromkeys(command.creatures)]
    leaving = [c for c in named or _enemies(draft) if name_in(c.wave) is None]
    if not leaving:
        raise RuleError("nobody-to-park")
    draft.tell("parked", name=command.name, count=len(leaving), hidden=True)
    was_active = _close_turn_of(draft, leaving)
    for creature in leaving:
        draft.emit(events.CreatureChanged(creature.id, {"wave": wave_of(command.name, creature.wave)}))
    _go_on(draft, was_active)


def resume(draft: Draft, command: Resume) -> None:
    waiting = [c for c in draft.state.creatures.values() if not c.gone and name_in(c.wave) == command.name]
    if not waiting:
        raise RuleError("nobody-parked", name=command.name)
    draft.tell("resumed", name=command.name, count=len(waiting), hidden=True)
    for creature in waiting:
        before = wave_in(creature.wave or "")
        if before is None:
            come(draft, creature)
        else:
            draft.emit(events.CreatureChanged(creature.id, {"wave": before}))


def clear_enemies(draft: Draft, command: ClearEnemies) -> None:
    leaving = [c for c in _enemies(draft) if name_in(c.wave) is None]
    if not leaving:
        return
    draft.tell("enemies_cleared", count=len(leaving), hidden=True)
    was_active = _close_turn_of(draft, leaving)
    for creature in leaving:
        take_off(draft, creature.id)
    _go_on(draft, was_active)


def _enemies(draft: Draft) -> list[Creature]:
    return [c for c in draft.state.creatures.values() if not c.gone and c.kind not in PARTY]


def _close_turn_of(draft: Draft, leaving: Sequence[Creature]) -> bool:
    """End the turn of one who leaves, once; answers whether one of them had it."""
    had_it = draft.state.order.active in {creature.id for creature in leaving}
    if had_it:
        turns.close_turn(draft)
    return had_it


def _go_on(draft: Draft, was_active: bool) -> None:
    if was_active and draft.state.order.started:
        turns.go_on(draft)
