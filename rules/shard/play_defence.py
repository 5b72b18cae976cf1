"""An active defence whose player is asked: the dice that it exhausts and what they brought; the GM answers for any."""

from collections.abc import Mapping
from typing import Any

from rules.core import amending
from rules.core.amending import AmendRoll
from rules.core.commands.base import Command, Id, type_name
from rules.core.draft import GM, Draft
from rules.core.errors import RuleError
from rules.core.events import PendingEnded
from rules.core.rolling import refuse
from rules.core.state import Pending, RollRecord, State
from rules.shard import sheet
from rules.shard.runes import successes
from rules.shard.throwing import throw

DEFENCE = "defence"  # the question to one who was struck
FACES = "defence_faces"
MOST = 40


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
    if not (ready := sheet.ready(draft.state, target.id, "prowess")):
        raise RuleError("not-enough-dice", tracker="prowess", have=0, need=1)
    forget(draft, attacker.id, target.id)
    seen: dict[str, Any] = {}
    if not attacker.hidden and record.visibility == "open":
        seen = {"attacker": attacker.id, "hits": record.facts["more"]["successes"]}
    draft.ask(DEFENCE, target.id, _attacker=attacker.id, most=ready, **seen)


def blow(state: State, attacker: str, target: str) -> RollRecord | None:
    """The attack that is still one's newest roll, if it was made at this target."""
    found = state.rolls.get(attacker)
    is_meant = found is not None and found.roll == "attack" and found.who.get("target") == target
    return found if is_meant else None


def forget(draft: Draft, attacker: str, target: str | None = None) -> None:
    """Drop what is still asked about an attack: another took its place, or the GM has answered for the player."""
    for pending in list(draft.state.pending.values()):
        is_it = pending.kind == DEFENCE and pending.data.get("_attacker") == attacker
        if is_it and target in (None, pending.by):
            draft.emit(PendingEnded(pending.id, "dropped"))


def answer_defence(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Exhaust the dice and make the attack anew against what they bring: thrown, typed, or only their successes."""
    record = blow(draft.state, str(pending.data["_attacker"]), pending.by)
    if record is None:
        raise RuleError("unknown-roll", roll="")
    dice, said = _count(given, "prowess", MOST) or 0, _count(given, "defended", 99)
    if dice > (ready := sheet.ready(draft.state, pending.by, "prowess")):
        raise RuleError("not-enough-dice", tracker="prowess", have=ready, need=dice)
    if not dice:
        draft.tell("does_not_defend", {"by": pending.by})
    parameters, faces = _brought(draft, record, dice, said)
    by, draft.by = draft.by, GM  # the attack is the attacker's, whoever's answer it was
    amending.amend_roll(draft, AmendRoll(id=record.id, parameters=parameters, dice=faces))
    draft.by = by


def _brought(
    draft: Draft, record: RollRecord, dice: int, said: int | None
) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """What the dice change of the roll: its parameters, and their faces where they are the only ones that defend.

    What is called out, or was thrown for the Defend action before, is counted and not thrown again.
    """
    parameters: dict[str, Any] = {"active_defence": dice}
    if not dice:
        return parameters, {}
    faces = throw(draft.chance, dice, explode=True, name=FACES)[1] if said is None else []
    draft.chance.check_used()
    if said is None and not record.facts.get("announced") and not record.dice.get(FACES):
        return parameters, {FACES: faces}
    before = sum(step["facts"].get("active") or 0 for step in record.facts["steps"] or () if step["code"] == "net")
    return {**parameters, "defended": before + (successes(faces) if said is None else said)}, {}


def _count(given: Mapping[str, Any], name: str, most: int) -> int | None:
    """A number of the answer; raises InvalidInput for what is none."""
    said = given.get(name)
    if said is not None and (type(said) is not int or not 0 <= said <= most):
        raise refuse(f"/given/{name}", "not-an-option", name=name, options=[0, most])
    return said
