"""What the GM spends Fear on."""

from typing import Annotated, Literal

import msgspec

from rules.core.audience import table_seen
from rules.core.commands.base import Command, Id, Key, Words, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import refuse
from rules.core.state import TABLE, Creature
from rules.core.system import FOES
from rules.daggerheart import limits
from rules.daggerheart.lent_experience import lend
from rules.daggerheart.play_gm import check_spotlights
from rules.daggerheart.play_resources import UseFeature, use_feature
from rules.daggerheart.sheet import of_kind, party
from rules.daggerheart.spotlight import take_spotlight

Use = Literal["steal_spotlight", "extra_move", "feature", "experience", "other"]


class SpendFear(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Spend Fear. ``creature`` gets the spotlight, or uses its ``feature`` or Experience.

    A feature costs what it says; an Experience waits for the next attack of its adversary or roll against it.
    """

    amount: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    reason: Words = ""
    use: Use = "other"
    creature: Id | None = None
    feature: Key | None = None


class StartCampaign(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The Fear of a campaign's first session."""


def spend_fear(draft: Draft, command: SpendFear) -> None:
    """Spend Fear on one of its uses.

    Source: Daggerheart SRD 1.0, "Fear".
    """
    creature = _foe(draft, command.creature) if command.creature else None
    if command.use == "feature":
        use_feature(draft, UseFeature(creature=_named(creature).id, feature=_feature(_named(creature), command)))
        return
    feature = None
    if command.use == "experience":
        creature = _named(creature)
        feature = _experience(creature, command)
        lend(draft, creature.id, feature)
    moves = creature is not None and command.use in ("steal_spotlight", "extra_move")
    if creature is not None and moves:
        check_spotlights(draft, creature)
    draft.pay(TABLE, "fear", command.amount, "not-enough-fear")
    _tell(draft, command, creature, feature)
    if creature is not None and moves:
        take_spotlight(draft, creature.id, again=True)


def _tell(draft: Draft, command: SpendFear, creature: Creature | None, feature: str | None) -> None:
    use = None if command.use == "other" else command.use
    name = creature.features[feature].name if creature and feature else None
    secret = {"reason": command.reason, "feature": name}
    is_hidden = not table_seen(draft.system, draft.state, "fear")
    who = {"target": creature.id} if creature is not None else {}
    draft.tell("fear_spent", who, secret=secret, fear=command.amount, hidden=is_hidden, use=use)


def _foe(draft: Draft, id: str) -> Creature:
    creature = draft.creature(id)
    if creature.kind not in FOES:
        raise RuleError("not-an-adversary", creature=id)
    return creature


def _named(creature: Creature | None) -> Creature:
    if creature is None:
        raise refuse("/creature", "missing", field="creature")
    return creature


def _feature(creature: Creature, command: SpendFear) -> str:
    if command.feature is None:
        raise refuse("/feature", "missing", field="feature")
    return command.feature


def _experience(creature: Creature, command: SpendFear) -> str:
    """The Experience that is named, or the only one."""
    known = [key for key, _ in of_kind(creature, "experience")]
    key = command.feature or (known[0] if len(known) == 1 else None)
    if key not in known:
        raise refuse("/feature", "not-an-option", options=known)
    return str(key)


def start_campaign(draft: Draft, command: StartCampaign) -> None:
    """Set the Fear to one for each character.

    Source: Daggerheart SRD 1.0, "Fear".
    """
    wanted = limits.starting_fear(len(party(draft.state)))
    draft.tell("campaign_starts", fear=wanted, hidden=not table_seen(draft.system, draft.state, "fear"))
    draft.add(TABLE, "fear", wanted - draft.value(TABLE, "fear"))
