"""Dice of abilities that are burned: the ability is lower by as many, until the dice are brought back."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import ConditionSet
from rules.core.state import Condition, Creature, State
from rules.core.trackers import Score
from rules.shard import sheet

BURNED = "burned"  # the condition: its detail is the ability, its value how many dice
MOST = 20
Ability = Literal[sheet.ABILITIES]  # type: ignore[valid-type]
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class BurnAbility(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Burn dice of an ability: it is lower by as many, for good."""

    creature: Id
    ability: Ability
    count: Count = 1


class RestoreAbility(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Bring burned dice of an ability back, where the effect that burned them says so."""

    creature: Id
    ability: Ability
    count: Count = 1


def burn_ability(draft: Draft, command: BurnAbility) -> None:
    """Burn dice; no more than the ability has.

    Source: SHARD, "Spending Dice".
    """
    creature = draft.creature(command.creature)
    have = sheet.number(draft.system, creature, command.ability) or 0
    if have < command.count:
        raise RuleError("not-enough-ability", ability=command.ability, have=have, need=command.count)
    burned = Condition("q_" + draft.chance.id(), BURNED, command.count, command.ability)
    draft.add_condition(creature.id, burned)


def restore_ability(draft: Draft, command: RestoreAbility) -> None:
    """Bring dice back that were burned.

    Source: SHARD, "Spending Dice".
    """
    creature = draft.creature(command.creature)
    burned = burned_of(creature, command.ability)
    if burned < command.count:
        raise RuleError("not-burned", ability=command.ability, have=burned, need=command.count)
    _keep(draft, creature, command.ability, burned - command.count)


def burned_of(creature: Creature, ability: str) -> int:
    """How many dice of an ability are burned."""
    return sum(condition.value or 0 for condition in _of(creature, ability))


def _of(creature: Creature, ability: str) -> list[Condition]:
    return [one for one in creature.conditions.values() if (one.key, one.detail) == (BURNED, ability)]


def _keep(draft: Draft, creature: Creature, ability: str, burned: int) -> None:
    """Let so many dice of an ability be burned, fewer than now."""
    for condition in _of(creature, ability):
        if burned > 0:
            draft.emit(ConditionSet(creature.id, replace(condition, value=burned)))
        else:
            draft.end_condition(creature.id, condition, "recovered")


def lower_burned(draft: Draft, before: State, id: str) -> None:
    """Keep abilities in step with what is burned of them, however it was burned or came back; none goes below 0.

    Source: SHARD, "Spending Dice".
    """
    old, creature = before.creatures.get(id), draft.state.creatures[id]
    if old is None or old.conditions == creature.conditions:
        return
    for ability in sheet.ABILITIES:
        had, more = sheet.number(draft.system, old, ability), burned_of(creature, ability) - burned_of(old, ability)
        if not more or had is None:
            continue
        if more > had:
            _keep(draft, creature, ability, burned_of(old, ability) + had)
        draft.put(id, ability, Score(max(0, had - more)))
