"""Whoever acted picks who acts next, among those who have not acted this round."""

from typing import TYPE_CHECKING

from rules.core.orders.policy import Choose, EndRound, Next, Policy, here_in_line, not_yet
from rules.core.state import State

if TYPE_CHECKING:
    from rules.core.system import System


def _next(system: "System", state: State) -> Next:
    left = not_yet(state, here_in_line(state))
    last = state.order.trail[-1][0] if state.order.trail else "gm"
    return Choose(last, tuple(left)) if left else EndRound()


popcorn = Policy(key="popcorn", next=_next, why="order_popcorn")
