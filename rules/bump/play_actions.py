"""What Action and Reaction Points are spent on: the basic actions, Setup, Help, Recover, Ready, Escape, Interpose."""

from typing import Annotated

import msgspec

from rules.bump import body, check, sheet
from rules.bump.play_check import note_attack
from rules.bump.play_damage import STRUCK, can_react, note
from rules.bump.play_movement import DASHES, spend, stand_up
from rules.bump.play_positions import take_cover
from rules.bump.play_strain import exert
from rules.core import derived, turn_in_sight
from rules.core.commands.base import Id, Key, Rolling, Words, type_name
from rules.core.commands.features import FeatureKey
from rules.core.commands.order import Ready, ready
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.due import difficulty
from rules.core.errors import RuleError
from rules.core.rolling import Roll, refuse, roll
from rules.core.rolls import RollResult
from rules.core.state import Condition, Creature, Feature
from rules.core.trackers import Flag, Pool

AP, RP = "action_points", "reaction_points"
# What the basic actions cost in Action Points. Source: Bump d20, "Basic Actions".
COSTS = {
    "dash": 1, "disengage": 2, "drop_prone": 0, "interact": 1, "leap": 1, "minor": 0, "stance": 0,     "take_cover": 1,
}  # fmt: skip
READY_COST = SETUP_COST = 2
UP = "stand_up"  # it costs feet and no points. Source: Bump d20, "Prone".
MOVES = ("dash", "disengage", "leap", "drop_prone")
HELPED, FAILED_ESCAPE = "helped", "failed_escape"  # what the order remembers of a turn
SUBMERGED = 3
ESCAPES_FROM = ("grappled", "restrained", "sinking")


class Act(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """An action on one's turn: a basic one at its cost, any other for ``ap`` and ``strain``; ``attack`` if it is one.

    ``targets`` are those whom an action with the ATTACK trait is aimed at; ``feature`` is what of the sheet is used,
    with its own cost, Strain and uses.
    """

    creature: Id
    action: Key
    ap: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    strain: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    attack: bool = False
    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=20)] = ()
    name: Words = ""
    feature: FeatureKey | None = None


class React(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A reaction for a Reaction Point: ``interpose``, what one was ready for (``ready``), or any other."""

    creature: Id
    action: Key = "interpose"
    target: Id | None = None
    strain: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    name: Words = ""
    feature: FeatureKey | None = None


class Setup(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Set an ally up: the Initiative passes there with one Action Point more."""

    creature: Id
    target: Id


class Help(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Help an ally's next check with ``skill``, a number or a skill of a sheet; ``ranks`` where no sheet says them."""

    creature: Id
    target: Id
    skill: Key
    ranks: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


class Recover(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A check to shake off a Lingering condition; ``by`` helps, ``fitting`` help lowers its DC, ``dc`` is another.

    ``condition`` is its id, or its key with its ``detail``: of the own character players know no ids.
    """

    creature: Id
    condition: Id
    detail: Key | None = None
    supplies: bool = False
    by: Id | None = None
    fitting: bool = False
    dc: Annotated[int, msgspec.Meta(ge=0, le=40)] | None = None
    ap: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1


class ReadyAction(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Prepare an action for a trigger, both in words; the turn ends."""

    creature: Id
    trigger: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Escape(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Break free of what ``source`` holds one with: a check by ``with`` against ``dc``."""

    creature: Id
    dc: Annotated[int, msgspec.Meta(ge=-99, le=99)]
    source: Id | None = None
    with_: Annotated[str, msgspec.Meta(max_length=200)] | None = msgspec.field(default=None, name="with")


def pay(draft: Draft, id: str, amount: int) -> None:
    """Take Action Points in a fight; outside of one nothing is counted."""
    if amount and draft.state.order.started and AP in draft.state.trackers(id):
        draft.pay(id, AP, amount, "not-enough-ap")


def check_able(draft: Draft, creature: Creature, kind: str) -> None:
    """Raises RuleError where a condition forbids what is tried; fully under, only an escape is possible.

    Source: Bump d20, "Incapacitated", "Sinking".
    """
    if kind == "action" and sheet.value_of(creature, "sinking") >= SUBMERGED:
        raise RuleError("submerged", creature=creature.id)
    kind = "action" if kind == "escape" else kind
    for one in derived.modifiers(draft.system, draft.state, kind, creature.id):
        if one.axis == "can" and not one.amount:
            raise RuleError("cannot-act", creature=creature.id, condition=one.why)


def act(draft: Draft, command: Act) -> None:
    """Spend what an action costs and let it do what can be counted.

    Source: Bump d20, "Action Points (AP)", "Basic Actions".
    """
    creature = draft.creature(command.creature)
    check_able(draft, creature, "action")
    if command.action in MOVES and command.action != "drop_prone":
        check_able(draft, creature, "move")
    used = _used(draft, creature, command.feature)
    cost = command.ap if command.ap is not None else _cost(command.action, used)
    pay(draft, creature.id, cost)
    name = command.name or (used.name if used is not None else "")
    draft.tell("acts", {"by": creature.id}, action=command.action, name=name or None, ap=cost or None)
    exert(draft, creature.id, command.strain + (_of(used, "strain") or 0))
    _do(draft, creature, command.action, name)
    if command.attack:
        for target in command.targets:
            draft.creature(target)
        note_attack(draft, creature.id, command.targets)


def _used(draft: Draft, creature: Creature, key: str | None) -> Feature | None:
    """The feature of a sheet that is used, one use of it paid where they are counted."""
    if key is None:
        return None
    feature = creature.features.get(key)
    if feature is None:
        raise refuse("/feature", "not-an-option", name=key, options=sorted(creature.features))
    if key in creature.own and isinstance(creature.trackers.get(key), Pool):
        draft.pay(creature.id, key, 1, "no-uses-left")
    return feature


def _of(feature: Feature | None, fact: str) -> int | None:
    return None if feature is None else sheet.whole(feature.facts, fact)


def _cost(action: str, used: Feature | None) -> int:
    """What an action costs: what its feature says, else what is usual of it."""
    said = _of(used, "ap")
    return said if said is not None and 0 <= said <= 4 else 0 if action == UP else COSTS.get(action, 1)


def _do(draft: Draft, creature: Creature, action: str, name: str) -> None:
    """What a basic action leaves behind."""
    match action:
        case "dash":
            spend(draft, creature.id, DASHES, 1)
        case _ if action == UP:
            stand_up(draft, creature)
        case "drop_prone":
            draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), "prone"))
        case "take_cover":
            take_cover(draft, creature)
        case "stance":
            draft.end_key(creature.id, "stance", "over")
            stance = Condition("q_" + draft.chance.id(), "stance", detail=name[:60] or None)
            draft.add_condition(creature.id, stance)


def react(draft: Draft, command: React) -> None:
    """Spend a Reaction Point; who interposes gains 1 Strain as of any maneuver.

    Source: Bump d20, "Reaction Points (RP)", "Interpose", "Ready".
    """
    creature = draft.creature(command.creature)
    if not can_react(draft, creature):
        raise RuleError("cannot-react", creature=creature.id)
    if RP in creature.trackers:
        draft.pay(creature.id, RP, 1, "not-enough-rp")
    target = draft.creature(command.target).id if command.target else None
    interposes = command.action == "interpose"
    if interposes and target == creature.id:
        raise RuleError("not-oneself")
    if interposes and target:
        note(draft, STRUCK, target, None)
    used = _used(draft, creature, command.feature)
    name = command.name or (used.name if used is not None else "")
    who = {"by": creature.id, **({"target": target} if target else {})}
    secret = {"instead": target} if interposes and target else {}
    draft.tell("reacts", who, secret=secret, action=command.action, name=name or None)
    strain = command.strain + (_of(used, "strain") or 0)
    exert(draft, creature.id, strain + int(interposes))
    if command.action == "ready":
        ready(draft, Ready(creature=creature.id))


def setup(draft: Draft, command: Setup) -> None:
    """Pass the Initiative to an ally, who gains an Action Point.

    Source: Bump d20, "Setup".
    """
    creature, ally = draft.creature(command.creature), draft.creature(command.target)
    order = draft.seen_order
    if not order.started or order.active != creature.id:
        raise RuleError("not-the-active-turn", creature=creature.id)
    if ally.id == creature.id:
        raise RuleError("not-oneself")
    if order.memory.get("attacked"):
        raise RuleError("has-attacked", creature=creature.id)
    if draft.is_on(ally.id, "was_set_up"):
        raise RuleError("was-set-up", creature=ally.id)
    check_able(draft, creature, "action")
    pay(draft, creature.id, SETUP_COST)
    draft.tell("sets_up", {"by": creature.id, "target": ally.id})
    exert(draft, creature.id)
    draft.add(ally.id, AP, 1)
    draft.put(ally.id, "was_set_up", Flag(True))
    turn_in_sight.finish(draft, {"setup": ally.id})


def help_ally(draft: Draft, command: Help) -> None:
    """Add to an ally's next check with it, once a turn; it takes at least a rank in what is helped with.

    Source: Bump d20, "Help".
    """
    creature, ally = draft.creature(command.creature), draft.creature(command.target)
    if ally.id == creature.id:
        raise RuleError("not-oneself")
    skill = _skill_named(creature, ally, command.skill)
    ranks = command.ranks if command.ranks is not None else sheet.ranks(creature, skill)
    bonus = check.help_bonus(ranks)
    if bonus is None:
        raise RuleError("no-ranks", creature=creature.id)
    check_able(draft, creature, "action")
    turn = creature.slot.turns if creature.slot is not None and draft.state.order.started else None
    if turn is not None and (draft.state.order.memory.get(HELPED) or {}).get(creature.id) == turn:
        raise RuleError("has-helped", creature=creature.id)
    pay(draft, creature.id, 1)
    if turn is not None:
        note(draft, HELPED, creature.id, turn)
    draft.tell("helps", {"by": creature.id, "target": ally.id}, bonus=bonus)
    exert(draft, creature.id)
    helped = Condition("q_" + draft.chance.id(), "helped", bonus, detail=skill, source=creature.id)
    draft.add_condition(ally.id, helped)


def _skill_named(creature: Creature, ally: Creature, key: str) -> str:
    """What is helped with: a skill that one of the two sheets has goes by its name, as both may call it."""
    found = next((one.features[key] for one in (creature, ally) if key in one.features), None)
    return found.name[:60] if found is not None and found.name else key


def recover(draft: Draft, command: Recover) -> None:
    """A flat check against one Lingering condition; supplies make a success count twice.

    Source: Bump d20, "Recover", "Assisted Recovery".
    """
    creature = draft.creature(command.creature)
    condition = _lingering(creature, command)
    spec = draft.system.data.conditions.get(condition.key) if condition is not None else None
    if condition is None or spec is None or spec.recovery is None:
        raise RuleError("unknown-condition", condition=command.condition)
    actor = creature if command.by is None else draft.creature(command.by)
    check_able(draft, actor, "action")
    pay(draft, actor.id, command.ap)
    exert(draft, actor.id)
    if command.supplies:
        draft.pay(actor.id, "supplies", 1, "not-enough-supplies")
    dc = recovery_dc(draft, creature, condition, command)
    about = {"dc": dc, "about": condition.key}
    hangs = Decides(what="recovery", of=creature.id, condition=condition.id, by=2 if command.supplies else 1)
    roll(draft, Roll(roll="flat", creature=creature.id, parameters=about), hangs)


def _lingering(creature: Creature, command: Recover) -> Condition | None:
    """The condition that is meant."""
    held, named = creature.conditions.values(), (command.condition, command.detail)
    return creature.conditions.get(command.condition) or next((c for c in held if (c.key, c.detail) == named), None)


def recovery_dc(draft: Draft, creature: Creature, condition: Condition, command: Recover) -> int:
    """What a recovery is rolled against: as said, lower with fitting help, else as the condition has it.

    Source: Bump d20, "Assisted Recovery", "Default Recovery".
    """
    if command.dc is not None:
        return command.dc
    own = difficulty(draft.system, creature, condition)
    usual = body.RECOVERY_DC if own is None else own
    return min(usual, body.HELPED_DC) if command.fitting else usual


def ready_action(draft: Draft, command: ReadyAction) -> None:
    """Prepare an action; the turn ends, and the trigger stands in the order until the next turn.

    Source: Bump d20, "Ready".
    """
    creature = draft.creature(command.creature)
    if draft.seen_order.active != creature.id:
        raise RuleError("not-the-active-turn", creature=creature.id)
    check_able(draft, creature, "action")
    pay(draft, creature.id, READY_COST)
    exert(draft, creature.id)
    waits = {"trigger": command.trigger}  # what an adversary waits for is the GM's
    draft.tell("readies", {"by": creature.id}, **(waits if creature.kind == "pc" else {"secret": waits}))
    ready(draft, Ready(creature=creature.id, trigger=command.trigger))
    turn_in_sight.finish(draft)


def _holder(creature: Creature) -> str | None:
    """The only one who holds this one, None where there are none or several."""
    found = {one.source for one in creature.conditions.values() if one.key in ESCAPES_FROM}
    return found.pop() if len(found) == 1 else None


def escape(draft: Draft, command: Escape) -> None:
    """A check to get free. It has the ATTACK trait, and so it passes the Initiative to whom it is aimed at.

    Source: Bump d20, "Escape".
    """
    creature = draft.creature(command.creature)
    if command.source is not None:
        draft.creature(command.source)
    check_able(draft, creature, "escape")
    if creature.id in (draft.state.order.memory.get(FAILED_ESCAPE) or {}):
        raise RuleError("cannot-escape", creature=creature.id)
    pay(draft, creature.id, 1)
    exert(draft, creature.id)
    by = command.with_ or "attack"
    about = {"dc": command.dc, "tags": ["escape"]}
    source = command.source or _holder(creature)
    hangs = Decides(what="escape", of=creature.id, about=source or "")
    roll(draft, Roll(roll="check", creature=creature.id, with_=by, parameters=about), hangs)
    note_attack(draft, creature.id, (source,) if source else (), hostile=False)


def escaped(draft: Draft, result: RollResult, said: Decides) -> None:
    """A success ends what that one holds with; a critical failure lets one try no more in this turn.

    Source: Bump d20, "Escape".
    """
    if result.outcome == check.DEGREES[3] and draft.state.order.started:
        note(draft, FAILED_ESCAPE, said.of, True)
    if result.outcome not in check.SUCCESSES:
        return
    for condition in list(draft.state.creatures[said.of].conditions.values()):
        if condition.key in ESCAPES_FROM and condition.source in (None, said.about or None):
            draft.end_condition(said.of, condition, "over")
