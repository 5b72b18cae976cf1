"""A blow in play: filled from both sheets, told, and what comes of it: ammunition, a fumble, a feat, the damage."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.core import events
from rules.core.draft import Draft
from rules.core.read import read
from rules.core.rolling import Filled, GameRoll, Made, Roll, visibility_of
from rules.core.rolls import RollResult, Saying
from rules.core.state import State
from rules.core.system import System
from rules.swing import blow, turn
from rules.swing.filling import attack_modifiers, attack_parameters, check_able, means_of, only_one_target
from rules.swing.parameters import Amount, Attack, Face
from rules.swing.rolls import ROLLS
from rules.swing.sheet import Arms
from rules.swing.tales import tale, told_as

QUESTIONS_OF_A_ROLL = ("feat", "fumble")


class Announced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was called out: the d20 that fell, and the damage where it is known."""

    d20: Face
    damage: Amount | None = None


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The parameters of a blow from the sheets of both, their conditions and the game's settings."""
    only_one_target(command)
    held = means_of(system, state, command)
    modifiers = attack_modifiers(system, state, command, target, held, "attack")
    check_able(command.creature, modifiers)
    parameters = attack_parameters(system, state, command, target, held, modifiers)
    return Filled(parameters, modifiers, turn.ammunition_costs(state, command, held))


def announce(command: Roll, filled: Filled) -> RollResult:
    """What the d20 that was called out means; its damage is rolled next, unless that was called out too.

    A 20 hits and a 1 misses whatever the Defense, so they are judged even where nobody is aimed at.

    Source: Swing d20, Attacking, "A natural 20", "A natural 1".
    """
    said = read(Announced, dict(command.announced or {}), at="/announced")
    given: Attack = ROLLS["attack"].read({**filled.parameters, "defense": filled.parameters.get("defense") or 0})
    outcome = given.swing.outcome(said.d20)
    if filled.parameters.get("defense") is None and outcome not in blow.NATURAL:
        return _unjudged(given, said)
    total, known = said.d20 + given.to_hit, said.damage if outcome in blow.HITS else 0
    code = f"attack-{outcome}" if known is not None else f"announced-{outcome}"
    fumble = outcome == "natural_1" and not given.fumbled
    return RollResult(
        dice={"d20": said.d20},
        total=total,
        outcome=outcome,
        say=Saying(code, {"total": total, "damage": known}),
        facts={"damage": known, "feat": outcome == "natural_20", "fumble": fumble},
        narration=tale(given.weapon.kind, told_as(outcome, fumble), said.d20, total, (known or 0,)),
    )


def _unjudged(given: Attack, said: Announced) -> RollResult:
    """A total that nobody compares with anything yet."""
    total = said.d20 + given.to_hit
    return RollResult(dice={"d20": said.d20}, total=total, say=Saying("announced-attack", {"total": total}))


def changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """What a blow moves: a mark of the fumble, where the arrow lies, aiming that is over, one swing of this turn."""
    held = means_of(draft.system, draft.state, made.command)
    return [
        *fumble_changes(draft, made),
        *turn.flown(draft.state, made.command, held, [made.result.outcome or "miss"]),
        *turn.aiming_over(draft.state, made.command, held),
        *turn.swing_done(draft.state, made, draft.seen_order.active, is_secret=is_secret(draft, made)),
    ]


def is_secret(draft: Draft, made: Made) -> bool:
    """Whether not even the player whose creature it is learns of the roll."""
    return visibility_of(draft, made.command) == "gm"


def fumble_changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """The mark that a character has fumbled, where rounds count.

    Source: Swing d20, Attacking, "Once a round".
    """
    id = made.command.creature
    fumbled = made.result.facts.get("fumble") or made.result.facts.get("fumbles")
    if id is None or not fumbled or not draft.state.order.started or "fumbled" not in draft.state.trackers(id):
        return []
    return [{"owner": id, "tracker": "fumbled", "by": 1}]


def follows(draft: Draft, made: Made) -> None:
    """A natural 20 buys a feat, a natural 1 goes wrong: both are questions of their own."""
    drop_questions(draft, made)
    target = made.command.targets[0] if made.command.targets else None
    ask_for(draft, made, [target] if made.result.facts.get("feat") else [], bool(made.result.facts.get("fumble")))


def ask_for(draft: Draft, made: Made, feats: Sequence[str | None], fumble: bool) -> None:
    """Ask what each feat is, said by who was hit, and for the d6 of a fumble."""
    id = made.command.creature
    if id is None:
        return
    roll = draft.state.rolls[id].id
    others = within_reach(draft, id) if feats else []
    for target in feats:
        draft.ask("feat", id, creature=id, target=target, others=others, _roll=roll)
    if fumble:
        draft.ask("fumble", id, creature=id, _roll=roll)


def within_reach(draft: Draft, id: str) -> list[dict[str, str]]:
    """Those whom a feat may be done to instead: the foes that all see, by the names that all know."""
    ours = ("pc", "ally")
    is_ours = draft.state.creatures[id].kind in ours
    foes = [one for one in draft.here(*ours, "adversary") if (one.kind in ours) != is_ours and not one.hidden]
    return [{"id": one.id, "name": one.public_name} for one in foes]


def drop_questions(draft: Draft, made: Made) -> None:
    """What was asked after a roll that is changed now is asked anew, if at all."""
    rolled = [event for event in draft.events if isinstance(event, events.Rolled)]
    old = draft.before.rolls.get(made.command.creature or "")
    if old is None or not rolled[-1].amended:
        return
    for pending in list(draft.state.pending.values()):
        if pending.kind in QUESTIONS_OF_A_ROLL and pending.data.get("_roll") == old.id:
            draft.emit(events.PendingEnded(pending.id, "dropped"))


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage: taken by the target where it is known, else rolled."""
    result = made.by_target[target]
    if result.outcome not in blow.HITS:
        return None
    held = means_of(draft.system, draft.state, made.command)
    if result.facts.get("damage") is None:
        return damage_roll(made, held, target, result.outcome in blow.CRITICAL)
    return take_damage(made, held, target, int(result.facts["damage"]))


def damage_roll(made: Made, held: Arms, target: str, critical: bool) -> dict[str, Any]:
    """The damage roll of a blow whose d20 was called out."""
    given = {key: made.command.parameters[key] for key in DAMAGE_SAID if key in made.command.parameters}
    command = {"type": "roll", "roll": "damage", "creature": made.command.creature, "targets": [target]}
    named = {"with": held.key} if held.key else {}
    return {**command, **named, "parameters": {**given, "critical": critical}}


DAMAGE_SAID = ("damage_bonus", "damage_modifier", "weapon", "off_hand", "bare_hands", "armor_class")


def take_damage(made: Made, held: Arms, target: str, amount: int) -> dict[str, Any]:
    """The command by which a target loses what the blow did; armor was counted in it."""
    command: dict[str, Any] = {"type": "take_damage", "creature": target, "amount": amount, "direct": True}
    if held.type:
        command["damage_type"] = held.type
    return {**command, "attacker": made.command.creature} if made.command.creature else command


attack = GameRoll(fill=fill, against="defense", announce=announce, changes=changes, follows=follows, then=then)
