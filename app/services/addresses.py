"""Addresses that a caller says of itself."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

NOWHERE = SplitResult("", "", "", "", "")


def split(address: str) -> SplitResult:
    """The parts of an address, all of them empty where it is none: a header may hold anything."""
    try:
        return urlsplit(address)
    except ValueError:
        return NOWHERE
