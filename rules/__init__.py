"""The rules service layer: pure functions of values. It knows no web, no database, no clock and no dice of its own."""

from rules.registry import SYSTEMS, get_system

__all__ = ["SYSTEMS", "get_system"]
