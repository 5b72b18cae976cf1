"""How hurt a creature is, by the tracker that tells it."""

from rules.core import derived
from rules.core.state import Creature, State
from rules.core.system import System
from rules.core.trackers import Pool, Track


def health(system: System, state: State, creature: Creature) -> str | None:
    """How hurt one is, in a word: unhurt, hurt, half, nearly_down, down; None where nothing tells."""
    marked, top = _marks(system, state, creature)
    if not top:
        return None
    if marked <= 0:
        return "unhurt"
    if marked >= top:
        return "down"
    if marked * 4 >= top * 3:
        return "nearly_down"
    return "half" if marked * 2 >= top else "hurt"


def _marks(system: System, state: State, creature: Creature) -> tuple[int, int | None]:
    """How much of the tracker that tells the health is marked, and how much it holds; None where nothing tells."""
    key = system.data.health
    held = creature.trackers.get(key) if key else None
    if isinstance(held, Track):
        return held.marked, held.size
    if key is None or not isinstance(held, Pool):
        return 0, None
    top = derived.maximum(system, state, creature.id, key)
    return (held.value if system.data.trackers[key].counts == "marked" else (top or 0) - held.value), top


def is_out(system: System, state: State, creature: Creature) -> bool:
    """Whether one who is no character has nothing left: nobody waits for its turn."""
    return creature.kind not in ("pc", "ally") and health(system, state, creature) == "down"
