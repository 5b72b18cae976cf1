"""A roll just made, changed: what it paid is taken back and paid anew."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import rolling
from rules.core.commands.base import Id, Number, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Filled, ModifierId, Roll
from rules.core.rolls import Roll as RollKind
from rules.core.state import RollRecord
from rules.core.stored import readable


class Added(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number that was forgotten, and why it counts."""

    amount: Number
    reason: Annotated[str, msgspec.Meta(max_length=60)] = "given"


class AmendRoll(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Change a roll just made: what it paid is taken back and paid anew, one step.

    ``add`` are modifiers that were forgotten; ``off`` those that are not to count, in place of what the roll said.
    """

    id: Id
    add: Annotated[tuple[Added, ...], msgspec.Meta(max_length=10)] = ()
    off: Annotated[tuple[ModifierId, ...], msgspec.Meta(max_length=40)] | msgspec.UnsetType = msgspec.UNSET


def amend_roll(draft: Draft, command: AmendRoll) -> None:
    """Take back what a roll paid, make it again with what was changed, and log it as amended."""
    old = next((r for r in draft.state.rolls.values() if r.id == command.id), None)
    if old is None or (draft.seat is not None and old.who.get("by") != draft.seat):
        raise RuleError("unknown-roll", roll=command.id)
    with readable("unreadable-roll", roll=command.id):
        take_back(draft, old)
        again = _again(old, command)
    kind, how = rolling.kind_of(draft.system, again)
    filled = rolling.fill(draft.system, draft.state, again, how)
    for cost in filled.costs:
        draft.pay(cost.owner, cost.tracker, cost.amount, cost.code)
    dice = {**kept_dice(kind, filled, old.dice), **command.dice} if not again.announced else {}
    draft.chance = draft.chance.anew(dice, command.physical)
    rolling.record(draft, rolling.make(draft, again, kind, how, filled), how, amended=True)


def _again(old: RollRecord, command: AmendRoll) -> Roll:
    """The command of a roll with what is changed of it."""
    raw = dict(old.command)
    parameters = {**raw.get("parameters", {}), **command.parameters}
    if command.add:
        parameters["extra"] = [*parameters.get("extra", ()), *msgspec.to_builtins(command.add)]
    raw["parameters"] = parameters
    if command.off is not msgspec.UNSET:
        raw["off"] = command.off
    if command.dice:
        raw.pop("announced", None)
    return msgspec.convert(raw, Roll)


def kept_dice(kind: RollKind, filled: Filled, dice: Mapping[str, Any]) -> dict[str, Any]:
    """The dice of a roll that are still wanted with its new parameters."""
    wanted: dict[str, int] = {}
    for ask in kind.wanted(kind.read(filled.parameters)):
        wanted[ask["dice"]] = wanted.get(ask["dice"], 0) + ask["count"]
    faces = {name: list(found) if isinstance(found, list | tuple) else [found] for name, found in dice.items()}
    return {name: found[: wanted[name]] for name, found in faces.items() if name in wanted}


def take_back(draft: Draft, old: RollRecord) -> None:
    for moved in reversed(old.paid):
        rolling.change(draft, moved, back=True)
