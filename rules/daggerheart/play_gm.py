"""What the GM does: GM moves and their price, Fear, adversaries made up on the spot or rid of a condition."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.core import events
from rules.core.commands import creatures
from rules.core.commands.base import Command, Id, Name, type_name
from rules.core.commands.creatures import GivenCreature
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.read import read
from rules.core.state import TABLE, Creature
from rules.daggerheart import improvise as benchmarks
from rules.daggerheart.passives import most_spotlights, spotlights
from rules.daggerheart.spotlight import gm_move_due, take_spotlight, tell_with_fear


class GmMove(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A GM move, or the spotlight for an adversary: free where one is due, or ``free`` by the fiction; else 1 Fear.

    An adversary has the spotlight once in a GM turn, a Relentless one as often as it says, a ``free`` one again.
    """

    creature: Id | None = None
    free: bool = False


class MadeMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to a GM move that is due."""

    creature: Id | None = None
    parameters: Mapping[str, Any] = {}


Role = Literal["bruiser", "horde", "leader", "minion", "ranged", "skulk", "social", "solo", "standard", "support"]


class Improvise(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Adversaries from the benchmarks of a tier, ready to fight."""

    tier: Annotated[int, msgspec.Meta(ge=1, le=4)]
    role: Role = "standard"
    name: Name | None = None
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    hidden: bool = False


def gm_move(draft: Draft, command: GmMove) -> None:
    """Make a GM move, paid where none is due.

    Source: Daggerheart core mechanics, "Adversary actions"; Daggerheart SRD 1.0, "Fear".
    """
    creature = draft.creature(command.creature) if command.creature else None
    if creature is not None and creature.kind == "pc":
        raise RuleError("not-an-adversary", creature=creature.id)
    if creature is not None and not command.free:
        check_spotlights(draft, creature)
    due = gm_move_due(draft)
    price = 0 if due or command.free else 1
    if price:
        draft.pay(TABLE, "fear", price, "not-enough-fear")
    tell_with_fear(draft, "gm_move", {"target": creature.id} if creature else {}, price or None)
    if due:
        draft.emit(events.OrderNoted("gm_move", None))
    if creature is not None:
        take_spotlight(draft, creature.id, again=True)


def check_spotlights(draft: Draft, creature: Creature) -> None:
    """Refuses more spotlights in one GM turn than the adversary may have.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    most = most_spotlights(creature)
    counts = creature.kind == "adversary" and draft.state.order.policy == "spotlight"
    if counts and spotlights(draft.state, creature.id) >= most:
        raise RuleError("spotlights-used", creature=creature.id, most=most)


def answer_gm_move(draft: Draft, due: Any, given: Mapping[str, Any]) -> None:
    """The move that was due is made."""
    gm_move(draft, GmMove(creature=read(MadeMove, dict(given)).creature))


def drop_gm_move(draft: Draft, due: Any) -> None:
    """Let the move that was due go."""
    draft.emit(events.OrderNoted("gm_move", None))


def improvise(draft: Draft, command: Improvise) -> None:
    """Put adversaries of the benchmarks on the board."""
    raw = benchmarks.adversary(command.tier, command.role)
    given = msgspec.convert({**raw, "name": command.name or raw["name"], "hidden": command.hidden}, GivenCreature)
    creatures.add_creatures(draft, creatures.AddCreatures(creature=given, count=command.count))
