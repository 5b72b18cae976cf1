"""Help an Ally: who helps with a roll, from the roll itself or from another seat, and what it costs."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core import amending, derived, events, rolling
from rules.core.amending import AmendRoll
from rules.core.commands.base import Command, Id, type_name
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Cost, Roll, refuse
from rules.core.state import Pending, State
from rules.core.system import System
from rules.daggerheart.filling import check_able
from rules.daggerheart.questions import yes_or_no

HELP = "help"  # what the order remembers: {helper: ally} of those who wait to help
NOT_FOR_SEATS = ("tag_team",)  # parameters that move more than the roller's own sheet


class HelpAlly(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Help an ally with the next action roll for 1 Hope, paid now; ``on`` false takes the offer back."""

    creature: Id
    ally: Id | None = None
    on: bool = True


def help_ally(draft: Draft, command: HelpAlly) -> None:
    """Put one's help by for the ally's next action roll.

    Source: Daggerheart core mechanics, "Hope".
    """
    helper = draft.creature(command.creature)
    waiting = waiting_helpers(draft.state)
    if not command.on:
        _take_back(draft, helper.id, waiting)
        return
    if command.ally is None:
        raise refuse("/ally", "missing", field="ally")
    ally = draft.creature(command.ally)
    if ally.id == helper.id or ally.kind != "pc":
        options = [pc.id for pc in draft.here("pc") if pc.id != helper.id]
        raise refuse("/ally", "not-an-option", options=options)
    if helper.id in waiting:
        raise RuleError("helps-already", creature=helper.id)
    check_able(helper.id, derived.modifiers(draft.system, draft.state, "action", helper.id))
    draft.pay(helper.id, "hope", 1, "not-enough-hope")
    draft.tell("helps", {"by": helper.id, "target": ally.id})
    draft.emit(events.OrderNoted(HELP, {**waiting, helper.id: ally.id}))


def _take_back(draft: Draft, helper: str, waiting: Mapping[str, str]) -> None:
    if helper not in waiting:
        raise RuleError("helps-nobody", creature=helper)
    draft.emit(events.OrderNoted(HELP, _left(waiting, {helper})))
    draft.add(helper, "hope", 1)


def waiting_helpers(state: State) -> Mapping[str, str]:
    """Who has offered to help whom: helper to ally."""
    found = state.order.memory.get(HELP)
    return found if isinstance(found, Mapping) else {}


def offered(state: State, ally: str | None) -> list[str]:
    """Those here who have offered to help this one."""
    waiting = waiting_helpers(state)
    return [id for id, whom in waiting.items() if whom == ally and id in state.creatures and state.creatures[id].here]


def _left(waiting: Mapping[str, str], gone: set[str]) -> dict[str, str] | None:
    return {id: ally for id, ally in waiting.items() if id not in gone} or None


def help_modifiers(state: State, command: Roll) -> list[Modifier]:
    """An ally's die for each who helps; those who have offered help with every action roll, not with a reaction."""
    is_reaction = command.parameters.get("reaction") is True
    ids = [*command.helpers, *(() if is_reaction else offered(state, command.creature))]
    return [Modifier(f"{id}:help", "help", 1, "help", id) for id in dict.fromkeys(ids)]


def helper_costs(system: System, state: State, command: Roll, modifiers: tuple[Modifier, ...]) -> list[Cost]:
    """One Hope from each ally who helps and has not paid for it yet.

    Source: Daggerheart core mechanics, "Hope".
    """
    check_helpers(system, state, command)
    paid = {modifier.of for modifier in modifiers if modifier.axis == "help"} - set(offered(state, command.creature))
    helpers = [id for id in command.helpers if id in paid and id in state.creatures]
    return [Cost(id, "hope", 1, "not-enough-hope") for id in helpers if "hope" in state.creatures[id].trackers]


def check_helpers(system: System, state: State, command: Roll) -> None:
    """Refuses one who helps with the own roll, who helps twice, or who cannot act."""
    for n, id in enumerate(command.helpers):
        if id == command.creature or id in command.helpers[:n]:
            raise refuse(f"/helpers/{n}", "not-an-option", options=[])
        check_able(id, derived.modifiers(system, state, "action", id))


def help_used(draft: Draft, ally: str | None) -> list[dict[str, Any]]:
    """The change that a roll makes to the offers: those for its roller are used up."""
    waiting = waiting_helpers(draft.state)
    used = {id for id, whom in waiting.items() if whom == ally}
    if not used:
        return []
    return [{"note": HELP, "was": draft.state.order.memory.get(HELP), "now": _left(waiting, used)}]


def forget_help(draft: Draft) -> None:
    """Let go of offers that nobody used."""
    if draft.state.order.memory.get(HELP):
        draft.emit(events.OrderNoted(HELP, None))


def roll(draft: Draft, command: Roll) -> None:
    """A roll; one of a player waits until those agree whose help it names, for it takes their Hope."""
    if draft.seat is not None:
        _refuse_for_seat(command.parameters)
    asked = [id for id in command.helpers if id not in offered(draft.state, command.creature)]
    if draft.seat is None or draft.foresees or not asked or command.roll != "action":
        rolling.roll(draft, command)
        return
    for id in asked:
        draft.creature(id)
    check_helpers(draft.system, draft.state, command)
    _ask(draft, command, asked)


def amend_roll(draft: Draft, command: AmendRoll) -> None:
    if draft.seat is not None:
        _refuse_for_seat(command.parameters)
    amending.amend_roll(draft, command)


def _refuse_for_seat(parameters: Mapping[str, Any]) -> None:
    for name in NOT_FOR_SEATS:
        if name in parameters:
            raise refuse(f"/parameters/{name}", "unknown-field", field=name)


def _ask(draft: Draft, command: Roll, left: list[str]) -> None:
    """Ask the first of those who are left; the dice lie in the question until all have answered."""
    raw = msgspec.to_builtins(command)
    draft.ask("help", left[0], creature=command.creature, _command=raw, _left=left[1:])
    draft.chance = draft.chance.anew({}, True)


def answer_help(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """One helps or does not; with the last answer the roll is made, as its player asked for it."""
    agrees = yes_or_no(pending, given, "help")
    raw = dict(pending.data["_command"])
    command = msgspec.convert(raw if agrees else _without(raw, pending.by), Roll)
    left = list(pending.data["_left"])
    if left:
        _ask(draft, command, left)
        return
    by, draft.by = draft.by, f"seat:{command.creature}"
    draft.chance = draft.chance.anew(command.dice, command.physical)
    rolling.roll(draft, command)
    draft.by = by  # what is sent with the answer is the helper's own


def _without(raw: Mapping[str, Any], helper: str) -> dict[str, Any]:
    """The roll without one helper and that one's die."""
    helpers, dice = list(raw.get("helpers", ())), dict(raw.get("dice", {}))
    place = helpers.index(helper)
    faces = dice.get("helpers")
    if isinstance(faces, list | tuple) and len(faces) == len(helpers):
        dice["helpers"] = [face for n, face in enumerate(faces) if n != place]
    elif faces is not None:
        dice.pop("helpers")
    return {**raw, "helpers": [id for id in helpers if id != helper], "dice": dice}
