"""All that one link gets to see, byte by byte: JSON, the log, the report, pages and both streams."""

from __future__ import annotations

from fastapi import FastAPI

from app.pages import shared
from app.pages.stream import Fragments
from app.services import shares
from app.services.access import Access
from app.services.changes import Changes
from app.services.house import House
from app.services.limits import Limit
from tests.app.playing import Playing

PATHS = (
    "",
    "/events",
    "/report",
    "/report?format=markdown",
    *(f"/log?format={name}" for name in ("markdown", "csv", "json")),
)


class Eyes:
    """What comes through one link. ``stream`` and ``fragments`` answer what is new since they were asked last."""

    def __init__(self, app: FastAPI, play: Playing, role: str, creature: str | None = None) -> None:
        self.role, self.link = role, play.link(role, creature)
        self.house: House = app.state.house
        token = self.link.path.rpartition("/")[2]
        self.access: Access = shares.enter(self.house, token, "here", Limit())
        tabs = {"seat": ("/me", "/roll", "/table", "/report"), "watch": ("", "/report")}.get(role, ("",))
        self.pages = [f"/s/{token}{tab}" for tab in tabs]
        self._changes = Changes(self.house, self.access, "en")
        self._fragments = Fragments(lambda standing: shared.draw(self.house, standing, self.access, "en"), None)
        self.stream(), self.fragments()

    def all(self) -> list[str]:
        """What every address answers now."""
        paths = ("",) if self.role == "join" else PATHS
        answers = [self.link.get(path) for path in paths] + [self.link.client.get(page) for page in self.pages]
        return [f"{answer.status_code} {answer.headers.get('etag')} {answer.text}" for answer in answers]

    def stream(self) -> bytes:
        """What the stream for programs sends."""
        return self._changes(self.house.look(self.access.game_id)) or b""

    def fragments(self) -> bytes:
        """What the stream of a page sends."""
        return self._fragments(self.house.look(self.access.game_id)) or b""

    def everything(self) -> str:
        """All of it together."""
        return "\n".join([*self.all(), self.stream().decode(), self.fragments().decode()])
