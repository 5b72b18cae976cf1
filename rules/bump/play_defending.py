"""A defence whose player is asked: where the one attacked rolls, the phone does it, or the GM answers for it."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.bump import sheet
from rules.bump.filling import check_able
from rules.core import derived, events, rolling
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import GM, Draft
from rules.core.errors import Need, RuleError
from rules.core.rolling import ModifierId, Roll, refuse
from rules.core.state import Pending
from rules.core.trackers import Pool

DEFENSE = "defense"  # the question to one who is attacked
TOTAL = 999
SWAPPED = {
    "advantage": "disadvantage", "disadvantage": "advantage", "fortune": "misfortune", "misfortune": "fortune",
}  # fmt: skip


class AskDefense(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Ask the player of ``target`` to defend against an attack of ``creature`` ``with`` something of its sheet.

    ``parameters`` and ``off`` are those of the roll that is asked for.
    """

    creature: Id
    target: Id
    with_: Annotated[str, msgspec.Meta(max_length=200)] | None = msgspec.field(default=None, name="with")
    off: Annotated[tuple[ModifierId, ...], msgspec.Meta(max_length=40)] = ()


def ask_defense(draft: Draft, command: AskDefense) -> None:
    """Put the question; a newer one by the same attacker takes the place of an older that is still open.

    Source: Bump d20, "Critical Results".
    """
    attacker, target = draft.creature(command.creature), draft.creature(command.target)
    for key in sheet.keys_named(command.with_):
        if key not in attacker.features:
            raise refuse("/with", "not-an-option", name=key, options=sorted(attacker.features))
    check_able(attacker.id, tuple(derived.modifiers(draft.system, draft.state, "attack", attacker.id, target.id)))
    is_open = not isinstance(command.parameters.get("dc"), int) and draft.numbers(attacker.id).get("attack_dc") is None
    if is_open and draft.seat is None:
        raise Need([{"number": "dc", "creature": attacker.id, "keeps": "attack_dc"}])
    for pending in list(draft.state.pending.values()):
        if (pending.kind, pending.by, pending.data.get("_attacker")) == (DEFENSE, target.id, attacker.id):
            draft.emit(events.PendingEnded(pending.id, "dropped"))
    kept = {"_with": command.with_, "_off": list(command.off), "_parameters": dict(command.parameters)}
    seen = {} if attacker.hidden else {"attacker": attacker.id}
    said: dict[str, Any] = {} if target.kind == "pc" else {"phone": False}
    said |= {"open": True} if is_open else {}
    draft.ask(DEFENSE, target.id, _attacker=attacker.id, **kept, **seen, **said)


def put_to_the_attacked(draft: Draft, command: Roll) -> bool:
    """Where those who are attacked roll, a player's attack asks each of its targets for a defence.

    What helps the attack hinders them.
    """
    if draft.seat is None or draft.setting("attack_roll") != "defender" or not (command.creature and command.targets):
        return False
    _check_points(draft, command.creature, command.with_)
    said = {SWAPPED.get(key, key): value for key, value in command.parameters.items() if key != "tags"}
    for id in command.targets:
        asked = AskDefense(
            creature=command.creature, target=id, with_=command.with_, off=command.off, parameters=said
        )  # fmt: skip
        ask_defense(draft, asked)
        draft.tell("asks_defense", {"by": command.creature, "target": id})
    return True


def _check_points(draft: Draft, id: str, with_: str | None) -> None:
    """Refuses an attack that its attacker cannot pay for: it is paid when the one attacked has answered.

    Source: Bump d20, "Action Points (AP)".
    """
    held = sheet.arms_among(draft.creature(id), sheet.keys_named(with_))
    cost = held.ap if held is not None else sheet.DEFAULT_AP
    points = draft.state.trackers(id).get("action_points")
    is_own_turn = draft.state.order.started and draft.state.order.active == id
    if is_own_turn and isinstance(points, Pool) and points.value < cost:
        raise RuleError("not-enough-ap", creature=id, have=points.value, need=cost)


def answer_defense(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Make the defence of the one who was asked, with what it defends itself with; real dice, a total, or drawn."""
    command = Roll(
        roll="defend", creature=pending.by, targets=(pending.data["_attacker"],), with_=_means(draft, pending, given),
        off=tuple(pending.data["_off"]), parameters={**pending.data["_parameters"], **_dc(draft, given)},
        announced=_said(given),
    )  # fmt: skip
    by, draft.by = draft.by, GM  # the attack is the attacker's, whoever's answer it was
    rolling.roll(draft, command)
    draft.by = by


def _means(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> str | None:
    """What the defence is made with, and what it is attacked with."""
    own, known = given.get("with"), derived.numbers(draft.system, draft.state.creatures[pending.by])
    if own is not None and own not in known:
        raise refuse("/given/with", "not-an-option", name="with", options=sorted(known))
    return ",".join(key for key in (own or "reflex", pending.data["_with"]) if key) or None


def _dc(draft: Draft, given: Mapping[str, Any]) -> dict[str, int]:
    """What the GM says that is rolled against, where no sheet does."""
    dc = given.get("dc")
    return {"dc": dc} if type(dc) is int and -TOTAL <= dc <= TOTAL and draft.seat is None else {}


def _said(given: Mapping[str, Any]) -> dict[str, int] | None:
    """A total that was called out."""
    total = given.get("total")
    if total is not None and (type(total) is not int or not -TOTAL <= total <= TOTAL):
        raise refuse("/given/total", "not-an-option", name="total", options=[-TOTAL, TOTAL])
    return None if total is None else {"total": total}
