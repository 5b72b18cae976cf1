"""What a page says in passing: the header that makes it show a toast, with its undo, or why something was refused."""

from __future__ import annotations

import json

HEADER = "HX-Trigger"
LONGEST = 280  # a header has little room, and escaping may make six characters of one


def toast(text: str, undo: str = "") -> dict[str, str]:
    """Say what happened; ``undo`` is the address that takes it back."""
    return _event("shirma:toast", text=text, undo=undo)


def refused(text: str) -> dict[str, str]:
    """Say why nothing happened."""
    return _event("shirma:refused", text=text)


def _event(name: str, **detail: str) -> dict[str, str]:
    # The body hears it even if the button that was pressed is gone by then; JSON escapes what no header may hold.
    short = {key: text if len(text) <= LONGEST else text[: LONGEST - 1] + "…" for key, text in detail.items()}
    return {HEADER: json.dumps({name: {"target": "body", **short}})}
