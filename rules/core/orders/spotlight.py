"""No order: the spotlight goes to whoever acts. Anybody on the board may be next, and rounds do not count."""

from typing import TYPE_CHECKING

from rules.core.orders.policy import Choose, Next, Policy
from rules.core.state import ROW, State

if TYPE_CHECKING:
    from rules.core.system import System


def _next(system: "System", state: State) -> Next:
    return Choose("table", tuple(id for id, c in state.creatures.items() if c.here and c.kind != ROW))


spotlight = Policy(key="spotlight", next=_next, why="order_spotlight")
