"""Tag team rolls: two characters roll, and the roll that they choose counts for both."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core import rolling
from rules.core.chance import Chance
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Cost, Filled, Roll, Visibility, refuse
from rules.core.state import Pending, RollRecord
from rules.core.trackers import Flag
from rules.daggerheart.parts import Ids, Off, Part, With, make_part, throw
from rules.daggerheart.together import PARAMETER

COST = 3  # Hope of whoever initiates
USED = "tag_used"


class TagTeam(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A tag team roll that ``creature`` initiates for 3 Hope; its own fields are the initiator's roll.

    The partner's dice lie under its id. ``choose`` names whose roll counts; left out, the players are asked.
    """

    creature: Id
    partner: Part
    targets: Ids = ()
    with_: With | None = msgspec.field(default=None, name="with")
    off: Off = ()
    announced: Mapping[str, Any] | None = None
    helpers: Ids = ()
    visibility: Visibility | None = None
    choose: Id | None = None


def tag_team(draft: Draft, command: TagTeam) -> None:
    """Pay, make both rolls, which move nothing yet, and let the players choose.

    Source: Daggerheart core mechanics, "Tag team rolls", "Hope".
    """
    check(draft, command)
    rolls = {"": _own(command), command.partner.creature: _partners(command)}
    if draft.foresees:
        for foreseen in rolls.values():
            rolling.roll(draft, foreseen)
        return
    dice = throw(draft, rolls)
    draft.tell("tag_team", {"by": command.creature, "target": command.partner.creature}, hope=COST)
    draft.pay(command.creature, "hope", COST, "not-enough-hope")
    draft.put(command.creature, USED, Flag(True))
    records = {roll.creature or "": make_part(draft, roll, dice[name]) for name, roll in rolls.items()}
    if command.choose is not None:
        choose(draft, command.choose, records)
    else:
        _ask(draft, command, records)


def check(draft: Draft, command: TagTeam) -> None:
    """Refuses others than two characters, a second tag team roll of one player in a session, a choice of neither."""
    initiator, options = draft.creature(command.creature), [pc.id for pc in draft.here("pc")]
    if initiator.id not in options:
        raise refuse("/creature", "not-an-option", options=options)
    options.remove(initiator.id)
    if command.partner.creature not in options:
        raise refuse("/partner/creature", "not-an-option", options=options)
    if draft.is_on(initiator.id, USED):
        raise RuleError("tag-team-used", creature=initiator.id)
    pair = [initiator.id, command.partner.creature]
    if command.choose is not None and command.choose not in pair:
        raise refuse("/choose", "not-an-option", options=pair)


def _own(command: TagTeam) -> Roll:
    return rolling.roll_of(command, "action", apply=False)


def _partners(command: TagTeam) -> Roll:
    """The partner's roll, against the same Difficulty unless its parameters say another."""
    part, given = command.partner, command.parameters
    shared = {"difficulty": given["difficulty"]} if "difficulty" in given else {}
    own = {"targets": command.targets, "visibility": command.visibility, "parameters": {**shared, **part.parameters}}
    return rolling.roll_of(part, "action", apply=False, **own)


def _ask(draft: Draft, command: TagTeam, records: Mapping[str, RollRecord]) -> None:
    results = [
        {"creature": id, "total": record.facts.get("total"), "outcome": record.facts.get("outcome")}
        for id, record in records.items()
    ]
    kept = {id: msgspec.to_builtins(record) for id, record in records.items()}
    pair = {"creature": command.creature, "partner": command.partner.creature}
    draft.ask("tag_team", command.creature, **pair, results=results, _rolls=kept)


def answer_choice(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """The players name whose roll counts for both."""
    records = {id: _newest(draft, id, raw) for id, raw in pending.data["_rolls"].items()}
    choose(draft, draft.choice("choose", given.get("choose"), records, pending.by), records)


def _newest(draft: Draft, id: str, raw: Mapping[str, Any]) -> RollRecord:
    """The roll as it was made, or as it was amended since."""
    found = draft.state.rolls.get(id)
    if found is not None and found.command.get("apply") is False:
        return found
    return msgspec.convert(raw, RollRecord)


def choose(draft: Draft, chosen: str, records: Mapping[str, RollRecord]) -> None:
    """Let the chosen roll count: once for countdowns, and for the sheets of both.

    Source: Daggerheart core mechanics, "Tag team rolls".
    """
    record = records[chosen]
    (other,) = set(records) - {chosen}
    partner = {"creature": other, "with": records[other].command.get("with")}
    command = dict(record.command)
    command |= {"apply": True, "parameters": {**command.get("parameters", {}), PARAMETER: partner}}
    again = msgspec.convert(command, Roll)
    kind, how = rolling.kind_of(draft.system, again)
    draft.tell("tag_team_choice", {"by": chosen})
    whole = draft.chance
    draft.chance = Chance(None, record.dice, True, whole.id)
    rolling.record(draft, rolling.make(draft, again, kind, how, _as_filled(record)), how)
    draft.chance = whole


def _as_filled(record: RollRecord) -> Filled:
    """The parameters that the roll had; what it cost stays among what it paid."""
    modifiers = msgspec.convert(record.secret["modifiers"], tuple[Modifier, ...])
    costs = tuple(Cost(p["owner"], p["tracker"], -p["by"], "not-enough-hope") for p in record.paid)
    return Filled(record.secret["filled"], modifiers, costs)
