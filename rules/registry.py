"""Every game that the product knows."""

from collections.abc import Mapping

from rules.core.errors import RuleError
from rules.core.system import System
from rules.daggerheart import system as daggerheart

SYSTEMS: Mapping[str, System] = {system.key: system for system in (daggerheart,)}


def get_system(key: str) -> System:
    """The game of this key; raises RuleError ``unknown-system``."""
    found = SYSTEMS.get(key)
    if found is None:
        raise RuleError("unknown-system", system=key[:60])
    return found
