"""Initiative that is passed on: whoever was attacked acts next, else whoever acted picks; a round ends without points.

The policy remembers ``actor`` (who acted last), ``attacked`` (whom its attacks were aimed at) and ``setup`` (who was
named to act next). ``attacked`` is forgotten when the next turn begins, not when this one ends: a new round needs it.
"""

from typing import TYPE_CHECKING

from rules.core.events import OrderNoted
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
    able = tuple(id for id in here if _points(system, state, id) > 0)
    if not able:
        return EndRound()
    if memory.get("setup") in able:
        return Begin(str(memory["setup"]))
    actor = memory.get("actor") if memory.get("actor") in here else "gm"
    attacked = tuple(id for id in memory.get("attacked") or () if id in here)
    if len(attacked) > 1:
        return Choose(str(actor), attacked)
    if attacked:
        return Begin(attacked[0]) if attacked[0] in able else Choose(attacked[0], able)
    return Choose(str(actor), able)


def _opened(draft: "Draft", id: str) -> None:
    for key, value in (("attacked", ()), ("setup", None), ("actor", id)):
        if draft.state.order.memory.get(key) != value:
            draft.emit(OrderNoted(key, value))


bump = Policy(key="bump", next=_next, why="order_bump", opened=_opened)
