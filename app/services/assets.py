"""Addresses of static files that change with their content, so that browsers may keep them for ever."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from app.settings import ROOT

STATIC = ROOT / "static"
IMMUTABLE = "public, max-age=31536000, immutable"


@cache
def static_url(name: str) -> str:
    """The address of the file ``name`` under static/, with a mark of its content.

    Modules have none: they import each other by their plain addresses, and a module that has two runs twice.
    """
    return f"/static/{name}" if name.startswith("js/") else f"/static/{name}?v={mark_of(STATIC / name)}"


@cache
def icon_of(name: str) -> str:
    """The icon ``name``, or the one that stands for any game where the sprite has none of that name."""
    return name if f'id="{name}"' in (STATIC / "icons.svg").read_text("utf-8") else "d20"


def mark_of(path: Path) -> str:
    """Ten characters that change when the file's content does."""
    return sha256(path.read_bytes()).hexdigest()[:10]


def cache_control(name: str, marked: bool) -> str:
    """How long a browser may keep a static file: for ever where its address names its content."""
    if marked:
        return IMMUTABLE
    return "public, max-age=604800" if name.startswith("fonts/") else "no-cache"
