"""An active defence whose player is asked: the dice that it exhausts and what they brought; the GM answers for any."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.core import amending
from rules.core.amending import AmendRoll
from rules.core.commands.base import Command, Id, type_name
from rules.core.draft import GM, Draft
from rules.core.errors import RuleError
from rules.core.events import PendingEnded, PendingSet
from rules.core.project import Viewer, can_see
from rules.core.rolling import refuse
from rules.core.state import Pending, RollRecord, State
from rules.shard import sheet
from rules.shard.runes import successes
from rules.shard.throwing import throw

DEFENCE = "defence"  # the question to one who was struck
FACES = "defence_faces"
MOST = 40
OF_A_DIE = 5  # successes that one die may be said to have brought: a longer chain of triumphs is typed as faces


class AskDefence(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Ask the player of ``target`` what it defends itself with against the newest attack of ``creature``."""

    creature: Id
    target: Id


def ask_defence(draft: Draft, command: AskDefence) -> None:
    """Put the question; it takes the place of an older one about the same attacker.

    Source: SHARD, "Active defence".
    """
    attacker, target = draft.creature(command.creature), draft.creature(command.target)
    record = blow(draft.state, attacker.id, target.id)
    if record is None:
        raise RuleError("unknown-roll", roll="")
    if not sheet.ready(draft.state, target.id, "prowess"):
        raise RuleError("not-enough-dice", tracker="prowess", have=0, need=1)
    if record.command.get("parameters", {}).get("active_defence"):
        raise RuleError("has-defended")
    forget(draft, attacker.id, target.id)
    seen = not attacker.hidden and record.visibility == "open"
    draft.ask(DEFENCE, target.id, _attacker=attacker.id, _roll=record.id, _seen=seen)


def blow(state: State, attacker: str, target: str) -> RollRecord | None:
    """The attack that is still one's newest roll, if it was made at this target."""
    found = state.rolls.get(attacker)
    is_meant = found is not None and found.roll == "attack" and found.who.get("target") == target
    return found if is_meant else None


def asked_about(state: State, pending: Pending) -> RollRecord | None:
    """The attack of a question; None where it is no more what it was: undone, or another took its place."""
    record = blow(state, str(pending.data.get("_attacker")), pending.by)
    return record if record is not None and record.id == pending.data.get("_roll") else None


def tells(state: State, viewer: Viewer, pending: Pending) -> Mapping[str, Any] | None:
    """What a question tells now: the dice that are ready, and the attack to those who saw it and see who made it."""
    if (record := asked_about(state, pending)) is None:
        return None
    most = {"most": sheet.ready(state, pending.by, "prowess")}
    attacker = str(pending.data["_attacker"])
    if not (viewer.is_gm or (pending.data.get("_seen") and can_see(state, viewer, attacker))):
        return most
    return {**most, "attacker": attacker, "hits": record.facts["total"]}


def move_on(draft: Draft, old: RollRecord) -> None:
    """Let what is asked about an attack be about what an amendment has made of it."""
    record = draft.state.rolls.get(old.who.get("by", ""))
    for pending in list(draft.state.pending.values()):
        if record is not None and pending.kind == DEFENCE and pending.data.get("_roll") == old.id:
            draft.emit(PendingSet(replace(pending, data={**pending.data, "_roll": record.id})))


def forget(draft: Draft, attacker: str, target: str | None = None) -> None:
    """Drop what is still asked about an attack: another took its place, or the GM has answered for the player."""
    for pending in list(draft.state.pending.values()):
        is_it = pending.kind == DEFENCE and pending.data.get("_attacker") == attacker
        if is_it and target in (None, pending.by):
            draft.emit(PendingEnded(pending.id, "dropped"))


def answer_defence(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Exhaust the dice and make the attack anew against what they bring: thrown, typed, or only their successes."""
    record = asked_about(draft.state, pending)
    if record is None:
        raise RuleError("unknown-question", id=pending.id)
    dice, said = _count(given, "prowess", MOST) or 0, _count(given, "defended", 99)
    _check_said(said, dice + _not_thrown(record))
    if dice > (ready := sheet.ready(draft.state, pending.by, "prowess")):
        raise RuleError("not-enough-dice", tracker="prowess", have=ready, need=dice)
    if not (dice or said):
        draft.tell("does_not_defend", {"by": pending.by})
    parameters, faces = _brought(draft, record, dice, said)
    by, is_of_a_player = draft.by, draft.seat is not None
    draft.by = GM  # the attack is the attacker's, whoever's answer it was
    try:
        amending.amend_roll(draft, AmendRoll(id=record.id, parameters=parameters, dice=faces))
    except RuleError:
        if not is_of_a_player:
            raise
        # What stands against it is told of the attacker, of whom the player may know nothing.
        raise RuleError("unknown-question", id=pending.id) from None
    draft.by = by


def _brought(
    draft: Draft, record: RollRecord, dice: int, said: int | None
) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """What the dice change of the roll: its parameters, and their faces where they are the only ones that defend.

    What is called out, or was thrown for the Defend action before, is counted and not thrown again.
    """
    parameters: dict[str, Any] = {"active_defence": dice}
    if not (dice or said):
        return parameters, {}
    faces = throw(draft.chance, dice, explode=True, name=FACES)[1] if said is None else []
    draft.chance.check_used()
    if said is None and not record.facts.get("announced") and not record.dice.get(FACES):
        return parameters, {FACES: faces}
    before = sum(step["facts"].get("active") or 0 for step in record.facts["steps"] or () if step["code"] == "net")
    return {**parameters, "defended": before + (successes(faces) if said is None else said)}, {}


def _not_thrown(record: RollRecord) -> int:
    """The dice of the Defend action that never fell, for the hits were called out: their successes are said too."""
    filled = record.secret.get("filled", {})
    is_called = record.facts.get("announced") and filled.get("defended") is None
    return int(filled.get("active_defence") or 0) if is_called else 0


def _check_said(said: int | None, dice: int) -> None:
    """Refuses more successes than so many dice bring."""
    if said is not None and said > (most := OF_A_DIE * dice):
        raise RuleError("too-many-successes", most=most, said=said)


def _count(given: Mapping[str, Any], name: str, most: int) -> int | None:
    """A number of the answer; raises InvalidInput for what is none."""
    said = given.get(name)
    if said is not None and (type(said) is not int or not 0 <= said <= most):
        raise refuse(f"/given/{name}", "not-an-option", name=name, options=[0, most])
    return said
