"""Group action rolls: one leads, the others help or hinder with reaction rolls."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from rules.core import derived, events, rolling
from rules.core.commands.base import Command, Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.read import wrong_type
from rules.core.rolling import Roll, Visibility, refuse
from rules.core.state import Pending, RollRecord
from rules.daggerheart import duality
from rules.daggerheart.filling import check_able
from rules.daggerheart.leveling import TRAITS
from rules.daggerheart.parts import Ids, Off, Part, With, make_part, throw

MEMBERS = ("pc", "ally")
REASON = "group"
REACTION = "group_reaction"  # the question to one who may help or hinder


class GroupRoll(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """An action roll that ``creature`` leads, and the reaction rolls of ``members``.

    Its own fields are the leader's. A member rolls against the leader's Difficulty unless its parameters say another;
    its dice lie under its id.
    """

    creature: Id
    members: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1, max_length=12)]
    targets: Ids = ()
    with_: With | None = msgspec.field(default=None, name="with")
    off: Off = ()
    announced: Mapping[str, Any] | None = None
    helpers: Ids = ()
    visibility: Visibility | None = None
    apply: bool = True


class AskReactions(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Ask the players of these for the reaction rolls by which they help or hinder the one who leads."""

    creature: Id
    members: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=12)]
    difficulty: Annotated[int, msgspec.Meta(ge=-9999, le=9999)] | None = None


def ask_reactions(draft: Draft, command: AskReactions) -> None:
    """Put the question to each who has none open; a newer Difficulty takes the place of the older.

    Source: Daggerheart core mechanics, "Group action rolls".
    """
    draft.creature(command.creature)
    options = [one.id for one in draft.here(*MEMBERS) if one.id != command.creature]
    for n, id in enumerate(command.members):
        if id not in options:
            raise refuse(f"/members/{n}", "not-an-option", options=options)
    _stop_asking(draft, lambda pending: pending.by in command.members)
    for id in dict.fromkeys(command.members):
        draft.ask(REACTION, id, creature=command.creature, _difficulty=command.difficulty)


def _stop_asking(draft: Draft, is_over: Callable[[Pending], bool]) -> None:
    """Take back the reactions that are still asked for, of these questions."""
    for pending in list(draft.state.pending.values()):
        if pending.kind == REACTION and is_over(pending):
            draft.emit(events.PendingEnded(pending.id, "dropped"))


def answer_reaction(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Roll the reaction of the one who was asked, with the trait that its player names."""
    trait = given.get("with")
    if trait is not None and trait not in TRAITS:
        raise refuse("/with", "not-an-option", options=list(TRAITS))
    against = pending.data.get("_difficulty")
    difficulty = {} if against is None else {"difficulty": against}
    rolling.roll(
        draft, Roll(roll="action", creature=pending.by, with_=trait, parameters={**difficulty, "reaction": True})
    )


def group_roll(draft: Draft, command: GroupRoll) -> None:
    """Make the members' reaction rolls, which move nothing, then the leader's roll with +1 or -1 for each.

    Nobody is asked any longer for a reaction to it.

    Source: Daggerheart core mechanics, "Group action rolls".
    """
    _check(draft, command)
    lead = _lead(command, [])
    reactions = {reaction.creature or "": reaction for reaction in _reactions(draft, command)}
    if draft.foresees:
        for foreseen in (*reactions.values(), lead):
            rolling.roll(draft, foreseen)
        return
    dice = throw(draft, {**reactions, "": lead})
    _stop_asking(draft, lambda pending: pending.data.get("creature") == command.creature)
    draft.tell("group_roll", {"by": command.creature}, others=len(reactions))
    records = [make_part(draft, reaction, dice[id]) for id, reaction in reactions.items()]
    make_part(draft, _lead(command, _bonuses(command, records)), dice[""])


def _check(draft: Draft, command: GroupRoll) -> None:
    """Refuses members who are no characters here, take part twice, or cannot act."""
    draft.creature(command.creature)
    options = [one.id for one in draft.here(*MEMBERS) if one.id != command.creature]
    ids = [member.creature for member in command.members]
    for n, member in enumerate(command.members):
        if member.creature not in options or member.creature in ids[:n]:
            raise refuse(f"/members/{n}/creature", "not-an-option", options=options)
        if member.helpers:
            raise refuse(f"/members/{n}/helpers", "no-help-on-a-reaction", most=0)
        check_able(member.creature, derived.modifiers(draft.system, draft.state, "action", member.creature))


def _reactions(draft: Draft, command: GroupRoll) -> list[Roll]:
    """The members' rolls."""
    lead = _lead(command, [])
    _, how = rolling.kind_of(draft.system, lead)
    difficulty = rolling.fill(draft.system, draft.state, lead, how).parameters.get("difficulty")
    shared = {} if difficulty is None else {"difficulty": difficulty}
    return [
        rolling.roll_of(
            member,
            "action",
            visibility=command.visibility,
            parameters={**shared, **member.parameters, "reaction": True},
        )
        for member in command.members
    ]


def _bonuses(command: GroupRoll, records: list[RollRecord]) -> list[dict[str, Any]]:
    """What each member's roll adds to the leader's."""
    found = []
    for n, (member, record) in enumerate(zip(command.members, records, strict=True)):
        outcome = record.facts.get("outcome")
        if outcome is None:
            raise refuse(f"/members/{n}/announced/success", "missing", field="success")
        succeeds = outcome in duality.SUCCESSES
        amount = duality.group_modifier(int(succeeds), int(not succeeds))
        found.append({"amount": amount, "reason": REASON, "of": member.creature})
    return found


def _lead(command: GroupRoll, bonuses: list[dict[str, Any]]) -> Roll:
    given = command.parameters.get("extra", [])
    if not isinstance(given, list | tuple):
        raise wrong_type("/parameters/extra", given, "list")
    extra = [*given, *bonuses]
    parameters = {**command.parameters, **({"extra": extra} if extra else {})}
    return rolling.roll_of(command, "action", parameters=parameters)
