"""A roll just made, changed: what it paid is taken back and paid anew."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import rolling
from rules.core.chance import faces_by_name
from rules.core.commands.base import Id, Number, Rolling, type_name
from rules.core.deciding import decides_of, drifts
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.moving import change
from rules.core.read import read
from rules.core.rolling import Filled, GameRoll, ModifierId, Roll
from rules.core.rolls import Roll as RollKind
from rules.core.state import RollRecord
from rules.core.stored import readable

OF_A_ROLL = "of_roll"  # in what a condition keeps: the roll that brought it by an answer, and takes it along
MOST_STAGES = 10  # of dice that a roll wants one after another
MOST_BARS = 20  # that may stand against one roll


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


Extras = Annotated[tuple[Added, ...], msgspec.Meta(max_length=20)]


def forgotten(given: dict[str, Any], of: str) -> list[Modifier]:
    """What ``extra`` adds to a roll, each with its reason, taken out of ``given``; raises InvalidInput."""
    added = read(Extras, given.pop("extra", []), at="/parameters/extra")
    return [Modifier(f"extra:{n}", "total", one.amount, one.reason, of) for n, one in enumerate(added)]


def amend_roll(draft: Draft, command: AmendRoll) -> None:
    """Take back what a roll paid, make it again with what was changed, and log it as amended."""
    amend(draft, meant(draft, command), command)


def meant(draft: Draft, command: AmendRoll) -> RollRecord:
    """The roll that is to be changed, of a seat one of its own; raises RuleError."""
    found = next((record for record in draft.state.rolls.values() if record.id == command.id), None)
    if found is None or (draft.seat is not None and found.who.get("by") != draft.seat):
        raise RuleError("unknown-roll", roll=command.id)
    return found


def amend(draft: Draft, old: RollRecord, command: AmendRoll) -> None:
    """Make this roll again, as `amend_roll` does."""
    decides = decides_of(old.secret.get(rolling.DECIDES))
    if decides is not None and draft.seat is not None:
        _check_hand(draft, old, command)
    with readable("unreadable-roll", roll=command.id):
        since = drifts(draft, old)
        take_back(draft, old)
        _end_what_it_brought(draft, old)
        again = _again(old, command)
    kind, how = rolling.kind_of(draft.system, again)
    again = _let(draft, again, how)
    filled = rolling.fill(draft.system, draft.state_in_turn, again, how)
    for cost in filled.costs:
        draft.pay(cost.owner, cost.tracker, cost.amount, cost.code)
    dice = {} if again.announced else kept_dice(kind, filled, old.dice, command.dice)
    draft.chance = draft.chance.anew(dice, command.physical)
    rolling.record(
        draft, rolling.make(draft, again, kind, how, filled), how, amended=True, decides=decides, since=since
    )


def _check_hand(draft: Draft, old: RollRecord, command: AmendRoll) -> None:
    """Refuses a player what bends a roll on which something hangs: all but what hands do to its dice."""
    kind = draft.system.rolls.get(old.roll)
    bends = {*command.parameters} - {*(kind.by_hand if kind is not None else ())}
    bends |= {"add"} if command.add else set()
    bends |= {"off"} if command.off is not msgspec.UNSET and command.off else set()
    if bends:
        raise RuleError("not-for-a-seat", type=min(bends))


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


def _let(draft: Draft, again: Roll, how: GameRoll) -> Roll:
    """The roll, free of what would forbid it by now: it was made, and nobody takes back that it could be."""
    for target in again.targets or (None,):
        for _ in range(MOST_BARS):
            try:
                how.fill(draft.system, draft.state_in_turn, again, target)
                break
            except RuleError as error:
                bar = error.facts.get("modifier")
                if bar is None or bar in again.off:
                    raise
                again = msgspec.structs.replace(again, off=(*again.off, bar))
    return again


def _end_what_it_brought(draft: Draft, old: RollRecord) -> None:
    """End the conditions that an answer to this roll put on: what was asked after it is asked anew, if at all."""
    for creature in tuple(draft.state.creatures.values()):
        for condition in tuple(creature.conditions.values()):
            if condition.data.get(OF_A_ROLL) == old.id:
                draft.end_condition(creature.id, condition, "over")


def kept_dice(
    kind: RollKind, filled: Filled, dice: Mapping[str, Any], changed: Mapping[str, Any]
) -> dict[str, list[int]]:
    """The dice that are ``changed``, and of a roll's others those that it still wants with its new parameters.

    What a roll wants may hang on what fell before, so it is asked stage by stage.
    """
    known, found = {**faces_by_name(dice), **faces_by_name(changed)}, dict(faces_by_name(changed))
    parameters = kind.read(filled.parameters)
    for _ in range(MOST_STAGES):
        asks = kind.wanted(parameters, found)
        for ask in asks:
            have = found.get(ask["dice"], [])
            more = known.get(ask["dice"], [])[len(have) : len(have) + ask["count"]]
            found[ask["dice"]] = [*have, *more]
        if not asks or not any(found[ask["dice"]] for ask in asks):
            break
    return {name: faces for name, faces in found.items() if faces}


def take_back(draft: Draft, old: RollRecord) -> None:
    """Take back what a roll moved, the last first, but counts after all that may bound them."""
    counts = [moved for moved in old.paid if "tracker" in moved]
    others = [moved for moved in old.paid if "tracker" not in moved]
    for moved in (*reversed(others), *reversed(counts)):
        change(draft, moved, back=True)
