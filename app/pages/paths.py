"""Addresses that a form sends along."""

from __future__ import annotations


def inside(path: str) -> str:
    """``path``, if it leads to a page of this server; anything else leads home."""
    is_inside = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and path.isascii()
    return path if is_inside else "/"
