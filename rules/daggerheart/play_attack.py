"""An adversary's attack in play: one roll, compared with the Evasion of each target."""

from collections.abc import Mapping
from typing import Any

from rules.core import derived
from rules.core.draft import Draft
from rules.core.rolling import Filled, GameRoll, Made, Roll
from rules.core.rolls import RollResult, Saying
from rules.core.state import Creature, State
from rules.core.system import System
from rules.daggerheart.announced import read_announced
from rules.daggerheart.filling import check_able, counted, experience_costs, means_of, sheet_modifiers, use_costs
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
    found = sheet_modifiers(system, actor, None if "modifier" in given else "attack_modifier", means, given)
    found += derived.modifiers(system, state, "adversary_attack", command.creature, target, frozenset({"attack"}))
    modifiers = counted(command, found, given)
    check_able(command.creature, modifiers)
    parameters = {
        "evasion": evasion_of(system, state.creatures.get(target or "")),
        **{name: derived.total(modifiers, axis) for name, axis in AXES.items()},
        **given,
    }
    costs = (*experience_costs(actor, means), *use_costs(system, state, actor, means))
    return Filled(parameters, modifiers, costs)


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


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage roll of an attack that hit."""
    actor = draft.state.creatures.get(made.command.creature or "")
    held = (means_of(actor, made.command.with_).arms or arms(actor, None)) if actor else None
    if actor is None or held is None or made.by_target[target].outcome not in HITS:
        return None
    return damage_command(draft, made, actor, held, HITS)


adversary_attack = GameRoll(fill=fill, against="evasion", announce=announce, follows=follows, then=then)
