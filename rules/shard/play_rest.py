"""Rests in play: dice that come back, strain that goes, lethal boxes that turn to strain; marching in armour."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.core import moments
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.commands.clocks import tick
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.events import PendingEnded
from rules.core.rolling import Roll, refuse, roll
from rules.core.rolls import RollResult
from rules.core.state import Creature, Pending
from rules.core.system import System
from rules.core.trackers import FREE
from rules.shard import health, movement, sheet
from rules.shard.play_actions import restore_ether

RECOVERY = "recovery"  # the question to a player: the own dice of a rest
PARTS = ("lethal", "strain")
# Minutes; the source names none. A short rest is a breather, a long one a night.
MINUTES = {"short": 60, "long": 480}


class Rest(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A rest of the party; a long one without food, water or shelter is worth a short one.

    ``dice``: under each creature's id ``strain/faces`` and, after a long rest, ``lethal/faces``. Those who are
    ``asked`` roll for themselves: each gets a question instead.
    """

    kind: Literal["short", "long"]
    provided: bool = True
    interrupted: bool = False
    asked: Annotated[tuple[Id, ...], msgspec.Meta(max_length=40)] = ()


class March(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Hours on foot: what armour costs those who did not ``rest`` as often as it asks."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=48)]
    rough: bool = False
    rests: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    creatures: Annotated[tuple[Id, ...], msgspec.Meta(max_length=40)] = ()


def rest(draft: Draft, command: Rest) -> None:
    """Take a rest as one step.

    Source: SHARD, "Resting", "Recovery and Healing".
    """
    if command.interrupted:
        draft.tell("rest_interrupted", kind=command.kind)
        return
    kind = command.kind if command.provided else "short"
    if kind != command.kind:
        draft.tell("rest_without", kind=command.kind)
    for id in command.asked:
        draft.creature(id)
    _recover(draft, kind, command.asked)
    if kind == "long":
        moments.pass_edge(draft, "short_rest")
    moments.pass_edge(draft, "minutes")
    moments.pass_moment(draft, f"{kind}_rest", moments.later(draft.state.time, MINUTES[command.kind]))
    tick(draft, f"{kind}_rest")
    for creature in draft.here("pc", "ally"):
        if sheet.has_trait(creature, "arcane-recovery"):
            restore_ether(draft, creature.id)


def _recover(draft: Draft, kind: str, asked: Collection[str]) -> None:
    """Each one's dice: thrown now, or asked for."""
    whole = draft.chance
    for creature in [one for one in draft.here("pc", "ally") if sheet.track(one) and not draft.has(one.id, "dead")]:
        forget_question(draft, creature.id)
        if creature.id in asked:
            _ask(draft, creature, kind)
            continue
        draft.chance = whole.within(creature.id)
        _recovered(draft, creature, kind, {})
    draft.chance = whole


def _ask(draft: Draft, creature: Creature, kind: str) -> None:
    """Ask for the dice of one who has anything to roll for."""
    if dice := dice_of(draft.system, creature, kind):
        draft.ask(RECOVERY, creature.id, rest=kind, **dice)


def forget_question(draft: Draft, id: str) -> None:
    """A newer rest takes the place of an older one's question."""
    for pending in list(draft.state.pending.values()):
        if pending.kind == RECOVERY and pending.by == id:
            draft.emit(PendingEnded(pending.id, "dropped"))


def dice_of(system: System, creature: Creature, kind: str) -> dict[str, int]:
    """How many dice one throws for the lethal boxes and for the strain of a rest, of each only where there are any.

    Source: SHARD, "Recovery and Healing", "Endurance".
    """
    track, found = sheet.track(creature), dict[str, int]()
    if track is not None and kind == "long" and health.count(track, health.LETHAL):
        found["lethal"] = sheet.number(system, creature, "constitution") or 0
    if track is not None and health.count(track, health.STRAIN):
        found["strain"] = sheet.number(system, creature, "recovery") or 0
    return found


def answer_recovery(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """The own dice of a rest: thrown, typed, or only the successes called out."""
    creature = draft.creature(pending.by)
    _recovered(draft, creature, str(pending.data["rest"]), {key: given[key] for key in PARTS if key in given})


def _recovered(draft: Draft, creature: Creature, kind: str, said: Mapping[str, int]) -> None:
    """Lethal boxes to strain first, then strain: what was just turned stays for this rest."""
    dice, before = dice_of(draft.system, creature, kind), _lethal(draft, creature)
    if "lethal" in dice:
        _throw(draft, creature, "lethal", dice["lethal"], said.get("lethal"), Decides(what="wounds", of=creature.id))
    if "strain" in dice:
        turned = before - _lethal(draft, creature)
        hangs = Decides(what="strain", of=creature.id, about=kind, less=turned)
        _throw(draft, creature, "strain", dice["strain"], said.get("strain"), hangs)


def _lethal(draft: Draft, creature: Creature) -> int:
    track = sheet.track(draft.state.creatures[creature.id])
    return health.count(track, health.LETHAL) if track is not None else 0


def _throw(draft: Draft, creature: Creature, place: str, dice: int, said: int | None, hangs: Decides) -> None:
    """The dice of a recovery roll, or the successes that were called: no challenge, so nothing explodes."""
    if said is not None and not 0 <= said <= dice:
        raise refuse(f"/given/{place}", "not-an-option", name=place, options=list(range(dice + 1)))
    before, draft.chance = draft.chance, draft.chance.within(place)
    parameters = {"dice": dice, "target": 0, "explode": False}
    called = None if said is None else {"successes": said}
    roll(draft, Roll(roll="challenge", creature=creature.id, parameters=parameters, announced=called), hangs)
    draft.chance = before


def wounds_close(draft: Draft, result: RollResult, said: Decides) -> None:
    """Each success of a long rest turns a lethal box to strain.

    Source: SHARD, "Recovery and Healing".
    """
    if boxes := _turn(draft, said.of, int(result.total or 0), health.LETHAL, health.STRAIN):
        draft.tell("wounds_close", {"target": said.of}, boxes=boxes)


def recovers(draft: Draft, result: RollResult, said: Decides) -> None:
    """Strain that goes by a rest; what it has just turned stays.

    Source: SHARD, "Recovery and Healing".
    """
    track = sheet.track(draft.state.creatures[said.of])
    free = health.count(track, health.STRAIN) - said.less if track is not None else 0
    back = health.recovered(int(result.total or 0), said.about)
    if boxes := _turn(draft, said.of, min(back, free), health.STRAIN, FREE):
        draft.tell("recovers", {"target": said.of}, boxes=boxes)


def _turn(draft: Draft, id: str, count: int, mark: str, to: str) -> int:
    """Turn so many boxes, the highest first; answers how many there were."""
    track = sheet.track(draft.state.creatures[id])
    boxes = max(0, min(count, health.count(track, mark))) if track is not None else 0
    if track is not None and boxes:
        draft.put(id, "health", health.cleared(track, boxes, mark, to))
    return boxes


def march(draft: Draft, command: March) -> None:
    """A point of true strain for each rest that medium or heavy armour asked for and did not get.

    Source: SHARD, "Medium armour", "Heavy Armour".
    """
    party = [draft.creature(id) for id in command.creatures] or draft.here("pc")
    for creature in party:
        kind, track = sheet.armour_class(creature), sheet.track(creature)
        owed = movement.march_strain(kind or "", command.hours, rough=command.rough) - command.rests
        if track is not None and owed > 0:
            draft.tell("march_strain", {"target": creature.id}, strain=owed)
            draft.put(creature.id, "health", health.marked(track, owed, health.STRAIN))
    moments.pass_moment(draft, "minutes", moments.later(draft.state.time, 60 * command.hours))
