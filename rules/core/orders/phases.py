"""Two phases a round; in each one side after the other, members in any order. The surprised wait for phase 2."""

from typing import TYPE_CHECKING

from rules.core.events import OrderNoted
from rules.core.health import is_out
from rules.core.orders.policy import Choose, EndRound, Next, Note, Policy, here_in_line
from rules.core.orders.sides import members, note_side, side_of, sides_in_turn
from rules.core.state import State

if TYPE_CHECKING:
    from rules.core.draft import Draft
    from rules.core.system import System


def _next(system: "System", state: State) -> Next:
    memory = state.order.memory
    phase, acted = memory.get("phase") or 1, set(memory.get("acted") or ())
    surprised = memory.get("surprised") or ()
    for side in sides_in_turn(state):
        if state.order.round == 1 and phase == 1 and side in surprised:
            continue
        able = (id for id in members(state, side, here_in_line(state)) if not _is_out(system, state, id))
        left = tuple(id for id in able if id not in acted)
        if left:
            return Choose(side, left)
    return Note({"phase": 2, "acted": ()}) if phase == 1 else EndRound()


def _is_out(system: "System", state: State, id: str) -> bool:
    """Whether nobody waits for this one; what is projected for a player tells no health."""
    return bool(state.settings) and is_out(system, state, state.creatures[id])


def _opened(draft: "Draft", id: str) -> None:
    note_side(draft, side_of(draft.state, id))


def _ended(draft: "Draft", id: str) -> None:
    draft.emit(OrderNoted("acted", (*(draft.state.order.memory.get("acted") or ()), id)))


def _round_began(draft: "Draft") -> None:
    draft.emit(OrderNoted("phase", 1))
    draft.emit(OrderNoted("acted", ()))


phases = Policy(
    key="phases",
    next=_next,
    why="order_phases",
    remembers=("phase", "acted", "side"),
    opened=_opened,
    ended=_ended,
    round_began=_round_began,
)
