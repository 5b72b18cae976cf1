"""Actions in play: simple, complex and reactions, the Focus and Recover actions, plans, the sides' initiative."""

from typing import Annotated, Literal

import msgspec

from rules.core import derived
from rules.core.commands.base import Id, Key, Number, Rolling, Words, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import OrderNoted
from rules.core.orders.sides import side_of, sides_in_turn
from rules.core.rolling import refuse
from rules.core.state import Condition, Creature, State
from rules.core.trackers import DicePool, Flag
from rules.shard import sheet

INITIATIVE = "rolled"  # what the order remembers: what each side rolled in this round
INTERCEPTED = "intercepted"  # the round in which each has stepped in the way
PLANS = "plans"  # what the order remembers: a line for each member and phase
# What the Recover action ends. Source: SHARD, "Conditions".
RECOVERS = ("slowed", "hobbled", "prone", "stunned")
ACTIONS = ("attack", "focus", "shenanigans", "move", "recover", "interact", "cast", "ability", "defend")
DEFENDS = sheet.ABILITIES


class Act(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """An action of a round: ``free``, ``simple``, ``complex`` or ``reaction``; ``name`` of one that is not usual."""

    creature: Id
    action: Key = "attack"
    kind: Literal["free", "simple", "complex", "reaction"] = "simple"
    condition: Key | None = None
    ability: Key | None = None
    name: Words = ""


class Plan(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """What a member means to do in a phase, in words; an empty one takes the line away, nobody's all of them.

    ``line`` is the action of the phase that it is about, of one who has several.
    """

    creature: Id | None = None
    phase: Literal[1, 2] = 1
    line: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    text: Words = ""


class Intercept(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Step in the way of an attack on one whom ``creature`` loves, once a round."""

    creature: Id
    ally: Id


class SideInitiative(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """What sides rolled for initiative; how is lost with the source, so it is typed. Ties keep their order."""

    sides: Annotated[dict[str, Number], msgspec.Meta(min_length=1, max_length=12)]


def act(draft: Draft, command: Act) -> None:
    """Count an action and let it do what can be counted.

    Source: SHARD, "Actions", "The Combat Round".
    """
    creature = draft.creature(command.creature)
    check_able(draft, creature, command)
    count_action(draft, creature, command.kind)
    draft.tell("acts", {"by": creature.id}, action=command.action, kind=command.kind, name=command.name or None)
    match command.action:
        case "focus":
            for key in ("focused", "prepared"):
                draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), key))
        case "recover":
            _recover(draft, creature, command)
        case "defend":
            _defend(draft, creature, command)


def check_able(draft: Draft, creature: Creature, command: Act) -> None:
    """Refuses what a condition forbids: one who is stunned may only recover."""
    kind = "reaction" if command.kind == "reaction" else "move" if command.action == "move" else "action"
    if command.kind == "free":
        return
    for one in derived.modifiers(draft.system, draft.state, kind, creature.id):
        if one.axis == "can" and not one.amount and not (one.why == "stunned" and command.action == "recover"):
            raise RuleError("cannot-act", creature=creature.id, condition=one.why)


def count_action(draft: Draft, creature: Creature, kind: str) -> None:
    """Reactions and complex actions exclude each other in a round; of complex ones there is one, of all only so many.

    Source: SHARD, "The Combat Round", "Actions".
    """
    if not draft.state.order.started or kind == "free":
        return
    if kind == "reaction" and is_surprised(draft.state, creature.id) and draft.seen_memory.get("phase") == 1:
        raise RuleError("is-surprised", creature=creature.id)
    if kind == "complex" and draft.is_on(creature.id, "complex_taken"):
        raise RuleError("complex-taken", creature=creature.id)
    other = {"reaction": "complex_taken", "complex": "reaction_taken"}.get(kind)
    if other is not None and draft.is_on(creature.id, other):
        raise RuleError("reaction-or-complex", creature=creature.id)
    if other is not None:
        draft.put(creature.id, f"{kind}_taken", Flag(True))
    if kind != "reaction" or draft.setting("reaction_counts"):
        if draft.value(creature.id, "actions_taken") >= allowed(draft, creature):
            raise RuleError("no-actions-left", creature=creature.id)
        draft.add(creature.id, "actions_taken", 1)


def allowed(draft: Draft, creature: Creature) -> int:
    """The actions of a round; the surprised have one in the first.

    Source: SHARD, "Start of Combat".
    """
    return 1 if is_surprised(draft.state, creature.id) else sheet.number(draft.system, creature, "actions") or 0


def is_surprised(state: State, id: str) -> bool:
    """Whether it is the first round, and one's side was surprised.

    Source: SHARD, "Start of Combat".
    """
    return state.order.round == 1 and side_of(state, id) in (state.order.memory.get("surprised") or ())


def _recover(draft: Draft, creature: Creature, command: Act) -> None:
    """End a condition that one can shake off, or restore an Ether die where a trait lets one.

    Source: SHARD, "Recover", "Arcane recovery".
    """
    if command.kind == "complex":
        raise RuleError("recover-is-simple")
    if command.condition is not None:
        if command.condition not in RECOVERS:
            raise RuleError("not-an-option", name="condition", options=list(RECOVERS))
        draft.end_key(creature.id, command.condition, "recovered")
    elif sheet.has_trait(creature, "arcane-recovery"):
        restore_ether(draft, creature.id)


def restore_ether(draft: Draft, id: str) -> None:
    """One Ether die comes back, the easiest first."""
    pool = draft.state.trackers(id).get("ether")
    for state in ("spent", "exhausted", "depleted"):
        if isinstance(pool, DicePool) and getattr(pool, state):
            draft.move_dice(id, "ether", state, "ready", 1)
            return


def _defend(draft: Draft, creature: Creature, command: Act) -> None:
    """Dice of an ability for active defence; which ability defends what is lost with the source, so it is said.

    Source: SHARD, "Defend".
    """
    if command.ability not in DEFENDS:
        raise RuleError("not-an-option", name="ability", options=list(DEFENDS))
    dice = sheet.number(draft.system, creature, str(command.ability)) or 0
    defending = Condition("q_" + draft.chance.id(), "defending", dice, reason=str(command.ability))
    draft.add_condition(creature.id, defending)


def plan(draft: Draft, command: Plan) -> None:
    """Write a plan down, or take it away."""
    if command.creature is None:
        draft.emit(OrderNoted(PLANS, {}))
        return
    id = draft.creature(command.creature).id
    known = {key: dict(lines) for key, lines in (draft.state.order.memory.get(PLANS) or {}).items()}
    place = str(command.phase) if command.line == 1 else f"{command.phase}/{command.line}"
    lines = {**known.get(id, {}), place: command.text.strip()}
    known[id] = {where: text for where, text in lines.items() if text}
    draft.emit(OrderNoted(PLANS, {key: lines for key, lines in known.items() if lines}))


def side_initiative(draft: Draft, command: SideInitiative) -> None:
    """The sides act in the order of what was typed in this round, the highest first; others keep their place behind.

    Source: SHARD, "The Combat Round".
    """
    if not draft.state.order.started:
        raise RuleError("no-encounter")
    every = all_sides(draft.state)
    if unknown := [side for side in command.sides if side not in every]:
        raise refuse(f"/sides/{unknown[0]}", "not-an-option", options=list(every))
    rolled = {**(draft.state.order.memory.get(INITIATIVE) or {}), **command.sides}
    ordered = sorted(every, key=lambda side: (side not in rolled, -rolled.get(side, 0)))
    told = [side for side in ordered if side in rolled]
    draft.tell("initiative", sides=told, rolled=[rolled[side] for side in told])
    draft.emit(OrderNoted(INITIATIVE, rolled))
    draft.emit(OrderNoted("sides", tuple(ordered)))


def intercept(draft: Draft, command: Intercept) -> None:
    """A free action, once a round: the attack on the ally is meant for the one who steps in.

    Source: SHARD, "Love".
    """
    creature, ally = draft.creature(command.creature), draft.creature(command.ally)
    loves = [other for _, kind, other in sheet.relationships(creature) if kind == "love"]
    if ally.id not in loves:
        raise RuleError("does-not-love", creature=creature.id)
    done = draft.state.order.memory.get(INTERCEPTED) or {}
    if draft.state.order.started and done.get(creature.id) == draft.state.order.round:
        raise RuleError("has-intercepted", creature=creature.id)
    draft.tell("intercepts", {"by": creature.id, "target": ally.id})
    draft.emit(OrderNoted(INTERCEPTED, {**done, creature.id: draft.state.order.round}))


def all_sides(state: State) -> tuple[str, ...]:
    """All sides there are, in the order in which they act."""
    named = (state.order.memory.get("side_of") or {}).values()
    return tuple(dict.fromkeys((*sides_in_turn(state), *map(str, named))))


def forget_round(draft: Draft) -> None:
    """Plans are made and initiative is rolled anew in each round.

    Source: SHARD, "The Combat Round".
    """
    for name in (PLANS, INITIATIVE):
        if draft.state.order.memory.get(name):
            draft.emit(OrderNoted(name, {}))
