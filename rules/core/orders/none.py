"""No order and nobody is named; the GM begins and ends turns by hand."""

from typing import TYPE_CHECKING

from rules.core.orders.policy import Choose, Next, Policy, here_in_line
from rules.core.state import State

if TYPE_CHECKING:
    from rules.core.system import System


def _next(system: "System", state: State) -> Next:
    return Choose("gm", tuple(here_in_line(state)))


none = Policy(key="none", next=_next, why="order_none")
