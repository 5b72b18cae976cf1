"""Initiative that is passed on: whoever was attacked acts next, else whoever acted picks; a round ends without points.

The policy remembers ``actor`` (who acted last), ``attacked`` (whom its attacks were aimed at), ``setup`` (who was
named to act next) and ``came`` (how the turn came about, and through whom). ``attacked`` is forgotten when the next
turn begins, not when this one ends: a new round needs it.
"""

from typing import TYPE_CHECKING

from rules.core.events import OrderNoted
from rules.core.health import is_out
from rules.core.orders.policy import Begin, Choose, EndRound, Next, Policy, here_in_line
from rules.core.state import ROW, State
from rules.core.trackers import Pool

if TYPE_CHECKING:
    from rules.core.draft import Draft
    from rules.core.system import System


def _points(system: "System", state: State, id: str) -> int:
    tracker = state.creatures[id].trackers.get(system.data.order.points or "")
    return tracker.value if isinstance(tracker, Pool) else 0


def _next(system: "System", state: State) -> Next:
    memory = state.order.memory
    here = [id for id in here_in_line(state) if state.creatures[id].kind != ROW]
    able = tuple(id for id in here if _points(system, state, id) > 0 and not _is_out(system, state, id))
    if not able:
        return EndRound()
    if not memory.get("actor") and (first := _highest(state, able)) is not None:
        return Begin(first)
    if memory.get("setup") in able:
        return Begin(str(memory["setup"]))
    actor = memory.get("actor") if memory.get("actor") in here else "gm"
    attacked = tuple(id for id in memory.get("attacked") or () if id in here)
    if len(attacked) > 1:
        return Choose(str(actor), attacked)
    if attacked:
        return Begin(attacked[0]) if attacked[0] in able else Choose(attacked[0], able)
    return Choose(str(actor), able)


def _is_out(system: "System", state: State, id: str) -> bool:
    """Whether a foe has nothing left. A projection has no settings: to players the order tells of nobody's health."""
    return bool(state.settings) and is_out(system, state, state.creatures[id])


def _highest(state: State, able: tuple[str, ...]) -> str | None:
    """Who goes first: the highest score, None where nobody has one."""
    return next((id for id in able if state.creatures[id].score is not None), None)


def _came(state: State, id: str) -> tuple[str, ...]:
    """How the turn of this one comes about, and whose doing it is."""
    memory = state.order.memory
    actor = memory.get("actor")
    if actor is None:
        return ("first",)
    how = "setup" if memory.get("setup") == id else "attacked" if id in (memory.get("attacked") or ()) else "picked"
    return how, str(actor)


def was_picked(state: State) -> bool:
    """Whether the one who acts was picked, not attacked or set up, as far as the order remembers how it came."""
    came = tuple(state.order.memory.get("came") or ())
    return came[:1] in ((), ("picked",))


def _why(state: State) -> str:
    """The reason as a word's code; what somebody brought about whom a viewer does not see, reads as picked.

    Any other word would tell that somebody unseen has acted: without them it would have been picked.
    """
    came = tuple(state.order.memory.get("came") or ())
    if not came:
        return "order_bump"
    return f"order_bump_{came[0]}" if len(came) > 1 or came == ("first",) else "order_bump_picked"


def _opened(draft: "Draft", id: str) -> None:
    came = _came(draft.state, id)
    if tuple(draft.state.order.memory.get("came") or ()) != came:
        draft.emit(OrderNoted("came", came))
    for key, value in (("attacked", ()), ("setup", None), ("actor", id)):
        if draft.state.order.memory.get(key) != value:
            draft.emit(OrderNoted(key, value))


bump = Policy(
    key="bump",
    next=_next,
    why=_why,
    names_first=True,
    remembers=("actor", "attacked", "setup", "came"),
    opened=_opened,
)
