"""Rolls that a game describes as data: one die, a modifier, and mostly a number to reach."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import derived, turns
from rules.core.amending import forgotten
from rules.core.chance import Chance
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import CreatureChanged
from rules.core.hits import damage_roll_of, expression_of, no_damage
from rules.core.odds import Distribution, Odds, die
from rules.core.rolling import Filled, GameRoll, Made, refuse, sheet_number, switched_off
from rules.core.rolling import Roll as RollCommand
from rules.core.rolls import Roll, RollResult, Saying
from rules.core.state import Creature, State
from rules.core.system import CheckSpec, System

Number = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Sources = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Tags = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=20)]
OUTCOMES = ("success", "failure")
AXES = ("total", "advantage", "disadvantage")  # what an effect may change of such a roll, besides ``can``
LIMIT = 9999


class Check(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``advantage`` and ``disadvantage`` count sources; they cancel one for one, and what is left is one more die."""

    dc: Number | None = None
    modifier: Number = 0
    advantage: Sources = 0
    disadvantage: Sources = 0
    tags: Tags = ()

    @property
    def edge(self) -> int:
        """Which of two dice counts: 1 the higher, -1 the lower, 0 where only one is rolled."""
        return (self.advantage > self.disadvantage) - (self.advantage < self.disadvantage)


def check_roll(key: str, spec: CheckSpec) -> Roll:
    """The roll ``key`` of a game."""
    name = f"d{spec.sides}"

    def roll(given: Check, chance: Chance) -> RollResult:
        faces = chance.roll(name, spec.sides, 2 if given.edge else 1)
        total = (min(faces) if given.edge < 0 else max(faces)) + given.modifier
        outcome = None if given.dc is None else OUTCOMES[0] if total >= given.dc else OUTCOMES[1]
        say = Saying("check", {"total": total, "outcome": outcome})
        return RollResult(dice={name: faces}, total=total, outcome=outcome, say=say)

    def odds(given: Check, to: int) -> Odds:
        found = _natural(spec.sides, given.edge) + given.modifier
        if given.dc is None:
            return Odds(distribution=found)
        success = found.at_least(given.dc)
        return Odds(outcomes={"success": success, "failure": 1 - success}, distribution=found)

    return Roll(
        key=key, parameters=Check, roll=roll, odds=odds, dice=(name,), outcomes=OUTCOMES if spec.dc else ()
    )  # fmt: skip


def _natural(sides: int, edge: int) -> Distribution:
    if not edge:
        return die(sides)
    return die(sides).highest(2) if edge > 0 else die(sides).lowest(2)


def game_check(key: str, spec: CheckSpec) -> GameRoll:
    """How the roll ``key`` is made in play: the sheet's numbers and conditions fill it."""

    def fill(system: System, state: State, command: RollCommand, target: str | None) -> Filled:
        return _fill(spec, system, state, command, target)

    def follows(draft: Draft, made: Made) -> None:
        _follows(draft, made, key, spec)

    then = damage_roll_of if spec.hits else no_damage
    return GameRoll(fill=fill, against="dc" if spec.dc else None, follows=follows, then=then)


def _fill(spec: CheckSpec, system: System, state: State, command: RollCommand, target: str | None) -> Filled:
    given = dict(command.parameters)
    added = forgotten(given, command.creature or "")
    actor = state.creatures.get(command.creature or "")
    tags = frozenset(tag for tag in _listed(given.get("tags")) if isinstance(tag, str))
    found = _of_sheet(spec, system, state, actor, command.with_)
    if type(modifier := given.get("modifier")) is int:  # what was said stands for the sheet's
        found = [Modifier("given:modifier", "total", modifier, "given", command.creature or "")]
    found += added
    found += derived.modifiers(system, state, command.roll, command.creature, target, tags)
    modifiers = switched_off(command, found)
    _check_able(command.creature, modifiers)
    return Filled({**_reckoned(modifiers, given), "dc": given.get("dc")}, modifiers)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _of_sheet(
    spec: CheckSpec, system: System, state: State, actor: Creature | None, named: str | None
) -> list[Modifier]:
    """What the sheet adds: the roll's own number, and the ``bonus`` of each feature or number that is named."""
    keys = [key for part in (named or "").split(",") if (key := part.strip())]
    if actor is None:
        return []
    known = {**derived.numbers(system, actor), **_bonuses(actor)}
    able = {*known, *(key for key, feature in actor.features.items() if expression_of(feature))}
    if unknown := [key for key in keys if key not in able]:
        raise refuse("/with", "not-an-option", name=unknown[0], options=sorted(able))
    if spec.number and sheet_number(system, state, actor.id, spec.number) is not None:
        keys = [spec.number, *keys]
    counted = [key for key in dict.fromkeys(keys) if key in known]
    return [Modifier(f"{actor.id}:{key}", "total", known[key], key, actor.id) for key in counted]


def _bonuses(actor: Creature) -> dict[str, int]:
    found = {key: feature.facts.get("bonus") for key, feature in actor.features.items()}
    return {key: n for key, n in found.items() if isinstance(n, int) and not isinstance(n, bool) and abs(n) <= LIMIT}


def _reckoned(modifiers: tuple[Modifier, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with what was added up along each axis; a negative advantage is a disadvantage."""
    sums = {axis: derived.total(modifiers, axis) for axis in AXES}
    found = {**given, "modifier": max(-LIMIT, min(LIMIT, sums["total"]))}
    if type(given.get("modifier", 0)) is not int:
        found["modifier"] = given["modifier"]  # for the roll to refuse
    for axis, other in (("advantage", "disadvantage"), ("disadvantage", "advantage")):
        said, sources = given.get(axis, 0), max(0, sums[axis]) + max(0, -sums[other])
        found[axis] = min(LIMIT, said + sources) if type(said) is int and said >= 0 else said
    return found


def _check_able(actor: str | None, modifiers: tuple[Modifier, ...]) -> None:
    """Refuses what a condition forbids; a GM may switch that off by the modifier's id."""
    for modifier in modifiers:
        if modifier.axis == "can" and modifier.op == "set" and not modifier.amount:
            code = "cannot-act" if modifier.of == actor else "cannot-be-attacked"
            raise RuleError(code, creature=modifier.of, condition=modifier.why, modifier=modifier.id)


def _follows(draft: Draft, made: Made, key: str, spec: CheckSpec) -> None:
    """The roll may set the place in the order, and end conditions of the one who rolled."""
    id = made.command.creature
    if id is None:
        return
    if spec.sets_score and made.result.total is not None:
        _set_score(draft, id, made.result.total)
    conditions = draft.system.data.conditions
    for condition in list(draft.state.creatures[id].conditions.values()):
        if condition.key in conditions and key in conditions[condition.key].ends:
            draft.end_condition(id, condition, "over")


def _set_score(draft: Draft, id: str, score: int) -> None:
    if draft.state.creatures[id].score == score:
        return
    draft.emit(CreatureChanged(id, {"score": score}))
    if draft.state.order.started and draft.state.creatures[id].slot is not None:
        turns.join(draft, id)
