"""An adversary's attack in play: one roll, compared with the Evasion of each target."""

from collections.abc import Mapping
from typing import Any

from rules.core import derived
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.rolling import Filled, GameRoll, Made, Roll, refuse
from rules.core.rolls import RollResult, Saying
from rules.core.state import Creature, State
from rules.core.system import System
from rules.daggerheart.announced import read_announced
from rules.daggerheart.extras import dice_of, feature_extras
from rules.daggerheart.filling import (
    Means,
    check_able,
    counted,
    experience_costs,
    means_of,
    sheet_modifiers,
    use_costs,
)
from rules.daggerheart.lent_experience import lent, lent_used
from rules.daggerheart.passives import momentum_changes, slow_modifiers, tell_momentum
from rules.daggerheart.play_damage import damage_command
from rules.daggerheart.sheet import arms, sheet_number
from rules.daggerheart.spotlight import take_spotlight

HITS = ("critical", "hit")
AXES = {"modifier": "total", "advantage": "advantage", "disadvantage": "disadvantage"}


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The attack modifier of the one, the Evasion of the other, and the conditions of both.

    Source: Daggerheart SRD 1.0, "Core GM Mechanics".
    """
    actor = state.creatures.get(command.creature or "")
    given = dict(command.parameters)
    means = means_of(actor, command.with_)
    check_group(state, command)
    found = sheet_modifiers(system, actor, None if "modifier" in given else "attack_modifier", means, given)
    found += own_modifiers(state, actor, means)
    found += derived.modifiers(system, state, "adversary_attack", command.creature, target, frozenset({"attack"}))
    modifiers = counted(command, found, given)
    check_able(command.creature, modifiers)
    parameters = {
        "evasion": evasion_of(system, state.creatures.get(target or "")),
        **{name: derived.total(modifiers, axis) for name, axis in AXES.items()},
        **({"extra": extra} if (extra := dice_of(modifiers)) else {}),
        **given,
    }
    costs = (*experience_costs(actor, means), *use_costs(system, state, actor, means))
    return Filled(parameters, modifiers, costs)


def own_modifiers(state: State, actor: Creature | None, means: Means) -> list[Modifier]:
    """What the attacker brings besides its number: dice of its attack and features, what Fear lent it, being Slow."""
    if actor is None:
        return []
    held = means.arms or arms(actor, None)
    features = {
        **({held.key: actor.features[held.key]} if held and held.key in actor.features else {}),
        **means.features,
    }
    return [
        *feature_extras(actor, features, "bonus_dice"),
        *lent(state, actor.id, "total"),
        *slow_modifiers(state, actor),
    ]


def check_group(state: State, command: Roll) -> None:
    """Refuses others than adversaries in one shared attack, as of Minions.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    able = [c.id for c in state.creatures.values() if c.here and c.kind == "adversary" and c.id != command.creature]
    for n, id in enumerate(command.helpers):
        if id not in able or id in command.helpers[:n]:
            raise refuse(f"/helpers/{n}", "not-an-option", options=able)


def moves(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """What an attack moves: the Fear that Momentum gives, and an Experience that waited for it."""
    return [*momentum_changes(draft, made), *lent_used(draft, [made.command.creature or ""])]


def evasion_of(system: System, target: Creature | None) -> int | None:
    """What the attack is rolled against: Evasion, or the Difficulty of one that has none."""
    found = sheet_number(system, target, "evasion")
    return sheet_number(system, target, "difficulty") if found is None else found


def announce(command: Roll, filled: Filled) -> RollResult:
    """The result that was called out, or judged by its total."""
    said = read_announced(command)
    success = said.reaches(filled.parameters.get("evasion"))
    outcome = "critical" if said.with_ == "critical" else None if success is None else "hit" if success else "miss"
    code = {"critical": "critical_hit", None: "attack"}.get(outcome, outcome)
    return RollResult(
        dice={}, total=said.total, outcome=outcome, say=Saying(f"announced-{code}", {"total": said.total})
    )


def follows(draft: Draft, made: Made) -> None:
    """The attacker takes the spotlight, and is no longer Hidden."""
    if made.command.creature is not None:
        take_spotlight(draft, made.command.creature)
        draft.end_key(made.command.creature, "hidden", "attacked")
        tell_momentum(draft, made)


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage roll of an attack that hit."""
    actor = draft.state.creatures.get(made.command.creature or "")
    held = (means_of(actor, made.command.with_).arms or arms(actor, None)) if actor else None
    if actor is None or held is None or made.by_target[target].outcome not in HITS:
        return None
    return damage_command(draft, made, actor, held, HITS)


adversary_attack = GameRoll(fill=fill, against="evasion", announce=announce, changes=moves, follows=follows, then=then)
