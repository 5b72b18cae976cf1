"""Turn orders as policies: pure answers to "who is next", asked of the true state and of what a viewer may know."""

from rules.core.orders.bump import bump
from rules.core.orders.none import none
from rules.core.orders.numeric import numeric
from rules.core.orders.phases import phases
from rules.core.orders.policy import Begin, Choose, EndRound, Next, Note, Policy, here_in_line, line, why_now
from rules.core.orders.popcorn import popcorn
from rules.core.orders.sides import sides
from rules.core.orders.spotlight import spotlight

POLICIES: dict[str, Policy] = {
    policy.key: policy for policy in (numeric, sides, phases, bump, spotlight, popcorn, none)
}

__all__ = ["POLICIES", "Begin", "Choose", "EndRound", "Next", "Note", "Policy", "here_in_line", "line", "why_now"]
