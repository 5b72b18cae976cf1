"""One side after the other, members in any order. ``memory["sides"]`` says which is first; players by default."""

from typing import TYPE_CHECKING

from rules.core.orders.policy import Choose, EndRound, Next, Policy, here_in_line, not_yet
from rules.core.state import ROW, State

if TYPE_CHECKING:
    from rules.core.draft import Draft
    from rules.core.system import System

SIDES = ("players", "foes")


def side_of(state: State, id: str) -> str:
    """The side of a creature: its own name for one, where the memory has it, else by its kind."""
    named = state.order.memory.get("side_of") or {}
    if id in named:
        return str(named[id])
    return "players" if state.creatures[id].kind in ("pc", "ally") else "foes"


def sides_in_turn(state: State) -> tuple[str, ...]:
    """All sides, in the order in which they act."""
    return tuple(state.order.memory.get("sides") or SIDES)


def members(state: State, side: str, ids: list[str]) -> tuple[str, ...]:
    return tuple(id for id in ids if state.creatures[id].kind != ROW and side_of(state, id) == side)


def _next(system: "System", state: State) -> Next:
    left = not_yet(state, here_in_line(state))
    for side in sides_in_turn(state):
        mine = members(state, side, left)
        if mine:
            return Choose(side, mine)
    return EndRound()


def _opened(draft: "Draft", id: str) -> None:
    note_side(draft, side_of(draft.state, id))


def note_side(draft: "Draft", side: str) -> None:
    """Remember which side acts, for those who look."""
    from rules.core.events import OrderNoted

    if draft.state.order.memory.get("side") != side:
        draft.emit(OrderNoted("side", side))


sides = Policy(key="sides", next=_next, why="order_sides", remembers=("side",), opened=_opened)
