"""At whom the swings of one round go: all at one, or each at its own."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from rules.core.commands.base import Id
from rules.core.read import read
from rules.core.rolling import Made, Roll, refuse
from rules.core.rolls import RollResult
from rules.swing.parameters import SwingName

AT = "at"  # the parameter that says by swing who it is at, where that is not the first target
MOST_TARGETS = 9
BySwing = Annotated[dict[SwingName, Id], msgspec.Meta(max_length=MOST_TARGETS)]


def said(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Who each swing is at that has a target of its own."""
    found = read(BySwing, parameters.get(AT) or {}, at=f"/parameters/{AT}")
    return {str(swing): id for swing, id in found.items()}


def every(targets: tuple[str, ...], parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """All whom the round is at, the target of swings that have none of their own first."""
    return tuple(dict.fromkeys((*targets, *said(parameters).values())))


def check(command: Roll) -> None:
    """Refuses a target that the roll does not name, and more of them than there are swings."""
    for swing, id in said(command.parameters).items():
        if id not in command.targets:
            raise refuse(f"/parameters/{AT}/{swing}", "not-an-option", options=list(command.targets))
    if len(command.targets) > MOST_TARGETS:
        raise refuse("/targets", "too-long", most=MOST_TARGETS)


def target_of(command: Roll, swing: str) -> str | None:
    """Who this swing is at.

    Source: Swing d20, Attacking, "More than one blow": at the same foe, or another in reach.
    """
    first = command.targets[0] if command.targets else None
    return said(command.parameters).get(swing, first)


def split(command: Roll, result: RollResult) -> dict[str, RollResult]:
    """What the round does to each whom it is at: the damage of the swings at this one."""
    dealt = dict.fromkeys(command.targets, 0)
    for one in result.facts["attacks"] if command.targets else ():
        dealt[str(target_of(command, one["swing"]))] += one["damage"]
    return {id: replace(result, total=damage, facts={**result.facts, "damage": damage}) for id, damage in dealt.items()}


def placed(made: Made) -> RollResult:
    """The result, each swing with the place of its target among those of the roll, where there are several."""
    command, facts = made.command, made.result.facts
    if len(command.targets) < 2:
        return made.result
    places = [command.targets.index(str(target_of(command, one["swing"]))) for one in facts["attacks"]]
    attacks = [{**one, AT: place} for one, place in zip(facts["attacks"], places, strict=True)]
    return replace(made.result, facts={**facts, "attacks": attacks})
