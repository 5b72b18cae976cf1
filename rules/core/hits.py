"""An attack that hits leads to its damage, in a game that is only data: what a feature rolls, and what that does."""

from collections.abc import Mapping
from typing import Any

from rules.core.draft import Draft
from rules.core.errors import InvalidInput, RuleError
from rules.core.expression import parse
from rules.core.rolling import Filled, GameRoll, Made, Roll, refuse
from rules.core.rolls import RollResult, Saying
from rules.core.state import Creature, Feature, State
from rules.core.system import System

LIMIT = 9999
HITS = "success"


def expression_of(feature: Feature) -> str | None:
    """The dice that a feature deals with its modifier, as "1d6+2"; None where there are none that can be rolled."""
    dice, modifier = feature.facts.get("dice"), feature.facts.get("modifier")
    plus = modifier if isinstance(modifier, int) and not isinstance(modifier, bool) and abs(modifier) <= LIMIT else 0
    if not isinstance(dice, str):
        return None
    text = f"{dice}{plus:+}" if plus else dice
    try:
        parse(text)
    except (InvalidInput, RuleError):
        return None
    return text


def armed(creature: Creature | None, named: str | None) -> tuple[str, Feature] | None:
    """The first feature that a roll names and that deals dice."""
    keys = [key.strip() for key in (named or "").split(",")]
    features = creature.features if creature else {}
    return next(((key, features[key]) for key in keys if key in features and expression_of(features[key])), None)


def no_damage(draft: Draft, made: Made, target: str) -> None:
    """What follows a roll that is no attack."""


def damage_roll_of(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage roll that follows a hit: one for all whom it hit."""
    held = armed(draft.state.creatures.get(made.command.creature or ""), made.command.with_)
    struck = [id for id, result in made.by_target.items() if result.outcome == HITS]
    if held is None or target not in struck:
        return None
    key, feature = held
    parameters = {"expression": expression_of(feature)}
    base = {"type": "roll", "roll": "dice", "creature": made.command.creature}
    return {**base, "with": key, "targets": struck, "parameters": parameters}


def _damage(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage that a target takes of dice that a feature dealt."""
    held = armed(draft.state.creatures.get(made.command.creature or ""), made.command.with_)
    spec = draft.system.data.damage
    if held is None or spec is None:
        return None
    kind = _type(held[1], spec.types)
    base = {"type": "take_damage", "creature": target, "amount": max(0, made.result.total or 0)}
    return {**base, "attacker": made.command.creature, **({"damage_type": kind} if kind else {})}


def _type(feature: Feature, known: tuple[str, ...]) -> str | None:
    several = feature.facts.get("types")
    named = [feature.facts.get("type"), *(several if isinstance(several, list | tuple) else ())]
    return next((kind for kind in named if kind in known), None)


def _fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    return Filled(dict(command.parameters))


def _announce(command: Roll, filled: Filled) -> RollResult:
    """The total that was called out."""
    total = (command.announced or {}).get("total")
    if not isinstance(total, int) or isinstance(total, bool) or abs(total) > LIMIT:
        raise refuse("/announced/total", "missing", field="total")
    facts = {"total": total, "expression": str(filled.parameters.get("expression", ""))}
    return RollResult(dice={}, total=total, say=Saying("dice", facts))


dice_in_play = GameRoll(fill=_fill, announce=_announce, then=_damage)
