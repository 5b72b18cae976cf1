"""What a player may always do: raise a hand, and stop the game with an X card that nobody's name is on."""

from rules.core import events
from rules.core.commands.base import Command, Id, type_name
from rules.core.draft import GM, Draft
from rules.core.errors import Fault, InvalidInput
from rules.core.state import Pending

HAND = "hand"
X_CARD = "x_card"
# What goes through whatever else waits, also while the view is held. No set: a request's type may be of any type.
ALWAYS = ("raise_hand", X_CARD)
NAMELESS = "seat"  # by whom the log says that an X card was laid


class RaiseHand(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A character's player wants to say something; ``on`` false takes the hand down."""

    creature: Id | None = None
    on: bool = True


class XCard(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Somebody asks to stop here or to change the scene. Nothing says who."""


def raise_hand(draft: Draft, command: RaiseHand) -> None:
    id = command.creature or draft.seat
    if id is None:
        raise InvalidInput([Fault("/creature", "required", {})])
    draft.creature(id)
    up = [p.id for p in draft.state.pending.values() if p.kind == HAND and p.data.get("creature") == id]
    if command.on and not up:
        _lay(draft, Pending("p_" + draft.chance.id(), HAND, GM, {"creature": id}))
    for pending in up if not command.on else ():
        draft.emit(events.PendingEnded(pending, "answered"))


def x_card(draft: Draft, command: XCard) -> None:
    if not any(pending.kind == X_CARD for pending in draft.state.pending.values()):
        _lay(draft, Pending("p_" + draft.chance.id(), X_CARD, GM))


def _lay(draft: Draft, pending: Pending) -> None:
    """Not by `Draft.ask`: no number of open questions keeps these from the GM."""
    draft.emit(events.PendingSet(pending))
