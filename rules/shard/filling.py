"""How the pools of rolls are filled from sheets, skills, conditions, relationships and dice that are spent."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.core import derived
from rules.core.amending import forgotten
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Filled, Roll, refuse, switched_off
from rules.core.rolls import RollResult, Saying
from rules.core.state import TABLE, Creature, State
from rules.core.system import System
from rules.shard import older, sheet
from rules.shard.attack import COVERS
from rules.shard.rolls import BY_HAND

GIVEN = "given"
STATES = ("spent", "exhausted", "depleted")
FEARS = ("frightened", "panicked")
EXTRA = "extra"  # what an amendment adds
HIDDEN_BEHIND = ("in-half-cover", "in-full-cover")
GUARDS = "guards"  # the dice that friends of the target put into its active defence, by friend


def keys_of(system: System, actor: Creature | None, command: Roll) -> list[str]:
    """What ``with`` names of the sheet; raises InvalidInput for what is not there."""
    keys = [key for part in (command.with_ or "").split(",") if (key := part.strip())]
    known = {*derived.numbers(system, actor), *actor.features} if actor is not None else set()
    if unknown := [key for key in keys if key not in known]:
        raise refuse("/with", "not-an-option", name=unknown[0], options=sorted(known))
    return keys


def tags_of(command: Roll, *more: str) -> frozenset[str]:
    """What a roll is about, as said, with what its kind adds."""
    said = command.parameters.get("tags")
    known = [tag for tag in said if isinstance(tag, str)] if isinstance(said, list | tuple) else []
    return frozenset((*known, *more))


def of_sheet(system: System, actor: Creature | None, keys: list[str]) -> list[Modifier]:
    """The dice of each ability and skill that is named."""
    if actor is None:
        return []
    numbers, found = derived.numbers(system, actor), []
    for key in keys:
        feature = actor.features.get(key)
        amount = numbers.get(key) if feature is None else sheet.rank(actor, key) if feature.kind == "skill" else None
        if amount is not None:
            why = feature.name if feature is not None and feature.name else key
            found.append(Modifier(f"{actor.id}:{key}", "dice", amount, why, actor.id))
    return found


def of_conditions(
    system: System, state: State, command: Roll, target: str | None, tags: frozenset[str]
) -> list[Modifier]:
    """What conditions do; one who is frenzied knows no fear.

    Source: SHARD, "Frenzied".
    """
    found = derived.modifiers(system, state, command.roll, command.creature, target, tags)
    actor = state.creatures.get(command.creature or "")
    if actor is not None and derived.has(system, state, actor, "frenzied"):
        found = [one for one in found if one.why not in FEARS or one.of != actor.id]
    return found


def of_relationships(state: State, command: Roll, target: str | None, tags: frozenset[str]) -> list[Modifier]:
    """Bonus dice by the ties between characters.

    Friendship helps whoever assists the friend; love strikes at whom harmed the loved one; a rival's triumph spurs.

    Source: SHARD, "Friendship", "Love", "Rivalry".
    """
    actor = state.creatures.get(command.creature or "")
    found: list[Modifier] = []
    for key, kind, other in sheet.relationships(actor) if actor is not None else ():
        amount = _tie(state, kind, other, target, tags)
        if actor is not None and amount:
            found.append(Modifier(f"{actor.id}:{key}", "dice", amount, kind, actor.id))
    return found


def _tie(state: State, kind: str, other: str, target: str | None, tags: frozenset[str]) -> int:
    match kind:
        case "friendship":
            return 1 if "assist" in tags and target == other else 0
        case "love":
            harmed = (state.order.memory.get("harmed") or {}).get(target or "") or {}
            return int(harmed.get(other, 0))
        case _:
            rolled = state.rolls.get(other)
            spurs = rolled is not None and bool((rolled.facts.get("more") or {}).get("triumphs"))
            return (2 if "same-as-rival" in tags else 1) if spurs and "spurred" in tags else 0


def spent_of(command: Roll) -> dict[str, tuple[int, str]]:
    """The dice that are put into the pool: by tracker how many, and the state they go to."""
    raw = command.parameters.get("spend")
    found: dict[str, tuple[int, str]] = {}
    for key, given in raw.items() if isinstance(raw, Mapping) else ():
        said = given if isinstance(given, Mapping) else {"dice": given}
        if "dice" not in said and "to" in said:
            continue  # where they would go was said, and none was put in
        amount, to = said.get("dice"), said.get("to", "spent")
        if key not in (*sheet.POOLS, "tactics") or type(amount) is not int or not 0 < amount <= 40 or to not in STATES:
            raise refuse(f"/parameters/spend/{str(key)[:40]}", "not-an-option", options=[*sheet.POOLS, "tactics"])
        found[str(key)] = (amount, str(to))
    return found


def of_spending(state: State, command: Roll) -> list[Modifier]:
    """Dice out of Prowess, Ether, Savvy and the party's Tactics; raises RuleError where so many are not ready.

    Source: SHARD, "Spending Dice", "Tactics".
    """
    found = []
    for key, (amount, _) in spent_of(command).items():
        owner = TABLE if key == "tactics" else command.creature or ""
        have = sheet.ready(state, owner, key) if key != "tactics" or is_of_the_party(state, command.creature) else 0
        if have < amount:
            raise RuleError("not-enough-dice", tracker=key, have=have, need=amount)
        found.append(Modifier(f"{owner}:{key}", "dice", amount, key, owner))
    return found


def is_of_the_party(state: State, id: str | None) -> bool:
    """Whether one may use the party's own dice: its adversaries may not.

    Source: SHARD, "Tactics".
    """
    actor = state.creatures.get(id or "")
    return actor is None or actor.kind in ("pc", "ally")


def moved_dice(command: Roll) -> list[dict[str, Any]]:
    """How the spent dice move, for `GameRoll.changes`."""
    return [
        {"owner": TABLE if key == "tactics" else command.creature, "dice": key, "from": "ready", "to": to, "by": amount}
        for key, (amount, to) in spent_of(command).items()
    ]


def with_cover(command: Roll, found: list[Modifier], target: str | None) -> list[Modifier]:
    """What was found, with the cover that was said: of several covers only the best counts.

    Source: SHARD, "Calculate defence", "Cover".
    """
    said = COVERS.get(str(command.parameters.get("cover")), 0)
    covers = [one for one in found if one.why in HIDDEN_BEHIND]
    covers += [Modifier("given:cover", "defence", said, "cover", target or "")] if said else []
    best = max(covers, key=lambda one: one.amount, default=None)
    return [one for one in found if one.why not in HIDDEN_BEHIND] + ([best] if best else [])


def check_hand(draft: Draft, parameters: Mapping[str, Any], *, parley: bool = False) -> None:
    """Refuses what may not be said of a roll: by a player what is for the GM, by anybody what older rolls are read by.

    That is what friends of the target put into its defence, what an action of a parley must reach, and of a roll that
    decides one in a ``parley`` all but what is done to its dice.
    """
    if older.DECIDES in parameters:
        raise refuse(f"/parameters/{older.DECIDES}", "unknown-field", field=older.DECIDES)
    if draft.seat is not None and parameters.get(GUARDS) is not None:
        raise RuleError("not-for-a-seat", type=GUARDS)
    if draft.seat is not None and parameters.get("social") is not None and parameters.get("target") is not None:
        raise RuleError("not-for-a-seat", type="target")
    if draft.seat is not None and parley and (others := sorted({*parameters} - {*BY_HAND})):
        raise RuleError("not-for-a-seat", type=others[0])


def called(command: Roll, name: str, usual: int | None = None) -> int:
    """A count that was called out; raises RuleError for what is none."""
    found = (command.announced or {}).get(name, usual)
    if type(found) is not int or not 0 <= found <= 99:
        raise RuleError("not-announceable", roll=command.roll)
    return found


def announced(command: Roll, filled: Filled, against: str, closed: Callable[[int], RollResult]) -> RollResult:
    """What called successes come to: by ``closed``, or open where nobody has said yet what they must reach."""
    count = called(command, "successes")
    if isinstance(filled.parameters.get(against), int):
        return closed(count)
    return RollResult(dice={}, total=count, say=Saying("challenge-open", {"successes": count}))


def given_of(command: Roll, own: tuple[str, ...]) -> dict[str, Any]:
    """The parameters of the roll itself: without what only filling it reads, and without dice that were forgotten."""
    given = {key: value for key, value in command.parameters.items() if key not in own}
    return {key: value for key, value in given.items() if key != EXTRA or not isinstance(value, list | tuple)}


def of_amending(command: Roll) -> list[Modifier]:
    """Dice that were forgotten when the roll was made, each with its reason."""
    said = command.parameters.get(EXTRA)
    added = forgotten({EXTRA: said}, command.creature or "") if isinstance(said, list | tuple) else []
    return [replace(one, axis="dice") for one in added]


def reckoned(command: Roll, found: list[Modifier]) -> tuple[Modifier, ...]:
    """The modifiers that count: dice that were said stand for the sheet's."""
    said = command.parameters.get("dice")
    if type(said) is int:
        of = command.creature or ""
        found = [one for one in found if one.axis != "dice" or one.why in (*sheet.POOLS, "tactics")]
        found.insert(0, Modifier("given:dice", "dice", said, GIVEN, of))
    modifiers = switched_off(command, found + of_amending(command))
    for one in modifiers:
        if one.axis == "can" and one.op == "set" and not one.amount:
            code = "cannot-act" if one.of == command.creature else "cannot-be-attacked"
            raise RuleError(code, creature=one.of, condition=one.why, modifier=one.id)
    return modifiers


def pool_size(modifiers: tuple[Modifier, ...]) -> int:
    return max(0, min(40, derived.total(modifiers, "dice")))


def flags(modifiers: tuple[Modifier, ...], *names: str) -> dict[str, bool]:
    """The yes-or-no parameters that conditions set."""
    return {name: True for name in names if derived.total(modifiers, name) > 0}
