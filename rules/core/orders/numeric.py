"""The highest score first, one turn each a round. There is no index: next is the first that has not acted."""

from typing import TYPE_CHECKING

from rules.core.orders.policy import Begin, EndRound, Next, Policy, line, not_yet
from rules.core.state import State

if TYPE_CHECKING:
    from rules.core.system import System


def _next(system: "System", state: State) -> Next:
    left = not_yet(state, line(state))
    return Begin(left[0]) if left else EndRound()


numeric = Policy(key="numeric", next=_next, why="order_numeric", names_first=True)
