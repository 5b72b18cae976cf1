"""Checks, saves, attacks and defences in play, and what follows from them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace as replaced
from typing import Any

from msgspec.structs import replace as with_fields

from rules.bump import sheet
from rules.bump.check import DEGREES, SUCCESSES, Reading, degree, sure_critical
from rules.bump.filling import FEET, feet_between, fill_check, helps, is_close
from rules.bump.play_damage import STRUCK, damage_command, note
from rules.bump.play_defending import put_to_the_attacked
from rules.bump.play_positions import leave_cover
from rules.bump.play_strain import exert
from rules.bump.rolls import about_of, said_of
from rules.core import derived
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import OrderNoted
from rules.core.rolling import Cost, Filled, GameRoll, Made, Roll
from rules.core.rolls import RollResult, Saying
from rules.core.state import Creature, State
from rules.core.system import System

NUMBERS = {"attack": "attack"}
ANSWERED = "answered"  # what the order remembers: whose opposed roll, by its id, was answered by whom
FRIENDS = ("pc", "ally")


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The sheet's number, conditions, cover and light of a check, save or opposed roll."""
    return fill_check(system, state, command, target, number=NUMBERS.get(command.roll))


def fill_opposed(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The same of a roll against another's: the target's newest is the DC, where this one has not answered it yet."""
    filled = fill(system, state, command, target)
    other = state.rolls.get(target or "")
    is_first = other is not None and other.roll == "opposed" and other.facts.get("outcome") is None
    is_open = is_first and other is not None and _answered(state).get(_pair(command.creature, target)) != other.id
    total = other.facts.get("total") if other is not None and is_open else None
    return Filled({**({} if total is None else {"dc": total}), **filled.parameters}, filled.modifiers)


def _answered(state: State) -> Mapping[str, str]:
    """The opposed rolls that were answered already, by who answered whom."""
    found: Mapping[str, str] = state.order.memory.get(ANSWERED) or {}
    return found


def fill_attack(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The same of an attack, against the target's Defense, at the cost of its Action Points.

    Source: Bump d20, "Action Points (AP)".
    """
    filled = fill(system, state, command, target)
    defense = sheet.number(system, state.creatures.get(target or ""), "defense")
    return Filled({"dc": defense, **filled.parameters}, filled.modifiers, attack_costs(state, command))


def fill_defend(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """A defence is rolled by the one attacked, against the DC of the attacker, who is the ``target`` here.

    ``with`` may name what it is attacked with, besides what it defends itself with: the attacker pays for that.
    """
    attacker = state.creatures.get(target or "")
    own = _without_arms(command, attacker)
    filled = fill_check(system, state, own, target, number="reflex")
    dc = sheet.number(system, attacker, "attack_dc")
    return Filled({"dc": dc, **filled.parameters}, filled.modifiers, attack_costs(state, _mirrored(command)))


def _without_arms(command: Roll, attacker: Creature | None) -> Roll:
    """A defence without the attacker's weapon among what it is made with."""
    kept = [key for key in sheet.keys_named(command.with_) if attacker is None or sheet.arms(attacker, key) is None]
    return with_fields(command, with_=",".join(kept) or None)


def _mirrored(command: Roll) -> Roll:
    """The attack that a defence answers."""
    attacker = command.targets[0] if command.targets else None
    targets = (command.creature,) if command.creature else ()
    return with_fields(command, creature=attacker, targets=targets)


def attack_costs(state: State, command: Roll) -> tuple[Cost, ...]:
    """The Action Points of an attack by the one whose turn it is."""
    actor = state.creatures.get(command.creature or "")
    if actor is None or not state.order.started or state.order.active != actor.id:
        return ()
    held = sheet.arms_among(actor, sheet.keys_named(command.with_))
    cost = held.ap if held is not None else sheet.DEFAULT_AP
    return (Cost(actor.id, "action_points", cost, "not-enough-ap"),) if "action_points" in actor.trackers else ()


def announce(command: Roll, filled: Filled) -> RollResult:
    """A total that was called out, judged against the DC, or the degree alone; a natural 20 or 1 is a degree."""
    said = command.announced or {}
    total, outcome = said.get("total"), said.get("outcome")
    if type(total) is int and not -sheet.LIMIT <= total <= sheet.LIMIT:
        raise RuleError("not-announceable", roll=command.roll)
    if type(total) is not int and (total is not None or outcome is None):
        raise RuleError("not-announceable", roll=command.roll)
    dc = filled.parameters.get("dc")
    if outcome is not None and outcome not in DEGREES:
        raise RuleError("not-an-option", name="outcome", options=list(DEGREES))
    if outcome is None and isinstance(dc, int) and isinstance(total, int):
        outcome = _judged(filled.parameters, total, dc)
    code = f"check-{outcome or 'open'}" if total is not None else f"said-{outcome}"
    code = "opposed-open" if command.roll == "opposed" and outcome is None else code
    facts = said_of(total, about_of(filled.parameters.get("tags", ())))
    return RollResult(dice={}, total=total, outcome=outcome, say=Saying(code, facts))


def _judged(parameters: Mapping[str, Any], total: int, dc: int) -> str:
    """The degree of a total that was called out: of what fails whatever falls, or hits critically if at all, too."""
    if parameters.get("fails"):
        return DEGREES[2]
    found = degree(10, total, dc, Reading(bool(parameters.get("margin_wins")), bool(parameters.get("ties_fail"))))
    return sure_critical(found) if parameters.get("critical_hit") else found


def follows(draft: Draft, made: Made) -> None:
    """Help is used up by what it helped with; help with something else stays."""
    actor = draft.state.creatures.get(made.command.creature or "")
    for used in helps(actor, sheet.keys_named(made.command.with_), made.command.roll):
        draft.end_condition(str(made.command.creature), used, "over")


def opposed_over(draft: Draft, made: Made) -> None:
    """Help is used up; a roll that one has answered is none to answer again."""
    follows(draft, made)
    for id in made.command.targets if made.result.outcome else ():
        other = draft.state.rolls.get(id)
        if other is not None and other.roll == "opposed":
            note(draft, ANSWERED, _pair(made.command.creature, id), other.id)


def _pair(by: str | None, of: str | None) -> str:
    return f"{by} {of}"


def strain_of_trauma(draft: Draft, made: Made) -> None:
    """An attack is an action: what it costs an injured chest."""
    creature = draft.state.creatures.get(made.command.creature or "")
    if creature is not None and creature.id == draft.seen_order.active:
        exert(draft, creature.id)


def aimed(draft: Draft, made: Made) -> None:
    """An attack is remembered for the Bump, leaves cover, and ends help.

    Source: Bump d20, "Passing the Initiative (the Bump)", "Take Cover".
    """
    follows(draft, made)
    strain_of_trauma(draft, made)
    note_attack(draft, made.command.creature, made.command.targets)


def attacked(draft: Draft, made: Made) -> None:
    """An attack on each of its targets: besides, whom it hit is remembered."""
    aimed(draft, made)
    note_hits(draft, made.command.creature, [id for id, one in made.by_target.items() if one.outcome in SUCCESSES])


def defended(draft: Draft, made: Made) -> None:
    """A defence answers an attack, which is remembered as one."""
    follows(draft, made)
    attack_made = replaced(made, command=_mirrored(made.command))
    strain_of_trauma(draft, attack_made)
    note_attack(draft, attack_made.command.creature, attack_made.command.targets)
    if made.command.creature and any(one.outcome in DEGREES[2:] for one in made.by_target.values()):
        note_hits(draft, attack_made.command.creature, [made.command.creature])


def note_hits(draft: Draft, attacker: str | None, struck: Iterable[str]) -> None:
    """Remember whom an attack has hit until they are hurt: for them others may throw themselves in the way.

    Source: Bump d20, "Interpose".
    """
    for id in struck if attacker and draft.state.order.started else ():
        note(draft, STRUCK, id, attacker)


def note_attack(draft: Draft, actor: str | None, targets: tuple[str, ...], *, hostile: bool = True) -> None:
    """Remember whom the one whose turn it is has attacked; what ends with a hostile action ends."""
    if actor is None:
        return
    leave_cover(draft, actor)
    for target in targets if hostile else ():
        wake(draft, actor, target)
    order = draft.state.order
    if not order.started or order.active != actor or order.policy != "bump":
        return
    known = tuple(order.memory.get("attacked") or ())
    new = tuple(dict.fromkeys((*known, *targets)))
    if new != known:
        draft.emit(OrderNoted("attacked", new))


def wake(draft: Draft, actor: str, target: str) -> None:
    """End what holds the one attacked and its allies until somebody, or the charmer, turns hostile.

    Source: Bump d20, "Charmed", "Fascinated".
    """
    kind = draft.state.creatures[target].kind
    for ally in draft.here(*(FRIENDS if kind in FRIENDS else (kind,))):
        for condition in list(ally.conditions.values()):
            if condition.key == "fascinated" or (condition.key == "charmed" and condition.source == actor):
                draft.end_condition(ally.id, condition, "over")


def then_damage(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage roll of an attack that hit, whose own ``then`` is what the target takes."""
    actor = draft.state.creatures.get(made.command.creature or "")
    outcome = made.by_target[target].outcome
    if actor is None or outcome not in SUCCESSES:
        return None
    held = sheet.arms_among(actor, sheet.keys_named(made.command.with_)) or sheet.arms(actor, None)
    if held is None or held.dice is None:
        return None
    return damage_command(actor, held, target, critical=outcome == SUCCESSES[0])


def then_hurt(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage roll of an attack that was not warded off; a critical failure is a critical hit."""
    attacker, outcome = draft.state.creatures.get(target), made.by_target[target].outcome
    if attacker is None or made.command.creature is None or outcome not in (*DEGREES[2:],):
        return None
    held = sheet.arms_among(attacker, sheet.keys_named(made.command.with_)) or sheet.arms(attacker, None)
    if held is None or held.dice is None:
        return None
    feet = feet_between(made.command, target)
    sure = is_sure_critical(draft, attacker.id, made.command.creature, is_close=is_close(held, feet))
    return damage_command(attacker, held, made.command.creature, critical=sure or outcome == DEGREES[3])


def is_sure_critical(draft: Draft, attacker: str, target: str, *, is_close: bool) -> bool:
    """Whether every hit on that one from there is critical.

    Source: Bump d20, "Paralyzed", "Unconscious".
    """
    tags = frozenset(("close",) if is_close else ())
    found = derived.modifiers(draft.system, draft.state, "attack", attacker, target, tags)
    return derived.total(found, "critical_hit") > 0


def fill_flat(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """A flat check knows no modifier, only the reading of a die that just meets the DC."""
    said = {key: value for key, value in command.parameters.items() if key != FEET}
    return Filled({"ties_fail": bool(state.settings.get("ties_fail", False)), **said})


check = GameRoll(fill=fill, against="dc", announce=announce, follows=follows)
attack = GameRoll(
    fill=fill_attack, against="dc", keeps="defense", each=True, announce=announce, follows=attacked, then=then_damage,
    instead=put_to_the_attacked,
)  # fmt: skip
defend = GameRoll(
    fill=fill_defend, against="dc", keeps="attack_dc", announce=announce, follows=defended, then=then_hurt
)
opposed = GameRoll(fill=fill_opposed, announce=announce, follows=opposed_over)
flat = GameRoll(fill=fill_flat, against="dc")
