"""One caller's way into one game: what it sees there, and in whose name it acts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from app.errors import Problem
from rules.core.project import GM_VIEWER, Viewer

Role = Literal["gm", "join", "seat", "watch", "screen"]


@dataclass(frozen=True, slots=True)
class Access:
    """``by`` is what the log says of this hand, ``caller`` tells callers apart, ``share`` is the link's id."""

    game_id: str
    role: Role
    viewer: Viewer
    caller: str
    by: str = ""
    account: str = ""
    share: str | None = None
    expires: datetime | None = None
    token: str = field(default="", repr=False)  # of the link, for addresses on its own pages

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"

    @property
    def creature(self) -> str | None:
        """The creature of a seat."""
        return self.viewer.creature

    def must_act(self) -> None:
        """Raises Problem where this caller only looks on."""
        if self.role not in ("gm", "seat"):
            raise Problem("read-only-link")


def gm(game_id: str, account: str, by: str, caller: str) -> Access:
    """The way of the one who runs the game."""
    return Access(game_id, "gm", GM_VIEWER, caller, by, account)
