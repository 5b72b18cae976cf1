"""What one roll means for two who act as one: it pays both, and both deal its damage."""

from dataclasses import replace as replaced
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.core.commands.base import Id
from rules.core.draft import Draft
from rules.core.read import read
from rules.core.rolling import Made, Roll, pool_changes, refuse
from rules.core.rolls import Effect, RollResult
from rules.core.state import Creature, State
from rules.core.system import System
from rules.daggerheart.filling import means_of
from rules.daggerheart.play_damage import damage_command, damage_parameters
from rules.daggerheart.sheet import Arms

PARAMETER = "tag_team"
INVOLVED = 2


class Partner(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who acts along with the roller of a tag team roll, and with what."""

    creature: Id
    with_: Annotated[str, msgspec.Meta(max_length=200)] | None = msgspec.field(default=None, name="with")


def partner_of(state: State, command: Roll) -> Partner | None:
    """The partner in a tag team roll, None in any other; raises InvalidInput for one who is not there."""
    raw = command.parameters.get(PARAMETER)
    if raw is None:
        return None
    partner = read(Partner, raw, at=f"/parameters/{PARAMETER}")
    if partner.creature not in state.creatures or partner.creature == command.creature:
        raise refuse(f"/parameters/{PARAMETER}/creature", "not-an-option", options=[])
    return partner


def for_both(result: RollResult) -> RollResult:
    """The result with a Fear for each of the two, where it is with Fear.

    Source: Daggerheart core mechanics, "Tag team rolls".
    """
    effects = tuple(_scaled(effect) if effect.get("of") == "game" else effect for effect in result.effects)
    return replaced(result, effects=effects)


def _scaled(effect: Effect) -> Effect:
    return {**effect, "by": effect["by"] * INVOLVED}


def partner_changes(draft: Draft, made: Made, partner: Partner) -> list[dict[str, Any]]:
    """What the result moves on the partner's sheet: the same as on the roller's."""
    own = tuple(effect for effect in made.result.effects if effect.get("of") == "creature")
    command = replace(made.command, creature=partner.creature)
    return pool_changes(draft, replaced(made.result, effects=own), command)


def damage_of_both(
    draft: Draft, made: Made, actor: Creature, held: Arms | None, partner: Partner, hits: tuple[str, ...]
) -> dict[str, Any] | None:
    """The damage roll of both, which is one source; where types differ, ``types`` may be changed to the other's.

    Source: Daggerheart core mechanics, "Tag team rolls".
    """
    other = draft.state.creatures[partner.creature]
    theirs = means_of(other, partner.with_).arms
    if held is None or theirs is None:
        alone = (actor, held) if held else (other, theirs)
        return damage_command(draft, made, alone[0], alone[1], hits) if alone[1] else None
    command = damage_command(draft, made, actor, held, hits)
    added = partner_extras(draft.system, other, theirs)
    types = {"types": list(held.types)} if set(held.types) != set(theirs.types) else {}
    return {**command, "parameters": {**command["parameters"], "extra": added, **types}}


def partner_extras(system: System, partner: Creature, held: Arms) -> list[dict[str, Any]]:
    """A partner's dice and modifier as extras of the other's damage roll."""
    parameters = damage_parameters(system, partner, held)
    count, _, sides = parameters["dice"].partition("d")
    times = int(count or 1) * parameters["proficiency"]
    reason = {"reason": PARAMETER, "of": partner.id}
    dice = [{"dice": f"{times}d{sides}", **reason}] if times else []
    return dice + ([{"amount": parameters["modifier"], **reason}] if parameters["modifier"] else [])
