"""A game played over the API: what most tests of it begin with."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient, Response
from starlette.testclient import TestClient

API = "/api/v1"
Command = dict[str, Any]
ORO: Command = {
    "name": "Oro",
    "kind": "pc",
    "numbers": {"evasion": 10, "major": 7, "severe": 14},
    "trackers": {"hit_points": {"max": 6}, "stress": {"max": 6}, "armor_slots": {"max": 3}},
}
MIRA: Command = {"name": "Mira", "kind": "pc"}
BEAR: Command = {
    "name": "Bear",
    "numbers": {"difficulty": 13, "major": 7, "severe": 14},
    "trackers": {"hit_points": {"max": 7}, "stress": {"max": 2}},
}
LURKER: Command = {"name": "Lurker", "hidden": True, "note": "zq303", "numbers": {"difficulty": 12}}


def code(answer: Response) -> tuple[int, str]:
    """A refusal in short."""
    return answer.status_code, answer.json()["code"]


def problem_free(answer: Response) -> Any:
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


class Direct:
    """Calls the application on a loop of its own: far quicker than a test client, for tests with many calls."""

    def __init__(
        self, app: FastAPI, headers: dict[str, str] | None = None, loop: asyncio.AbstractEventLoop | None = None
    ) -> None:
        self.app = app
        self._loop = loop or asyncio.new_event_loop()
        transport = ASGITransport(app=app)
        self._client = AsyncClient(transport=transport, base_url="http://testserver", headers=headers)

    def request(self, method: str, path: str, **more: Any) -> Response:
        return self._loop.run_until_complete(self._client.request(method, path, **more))

    def get(self, path: str, **more: Any) -> Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> Response:
        return self.request("POST", path, **more)

    def anonymous(self) -> Direct:
        """The same without a token."""
        return Direct(self.app, loop=self._loop)

    def close(self) -> None:
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()


def anonymous(client: TestClient) -> TestClient:
    """The same without what it sends of itself, on the loop of the first."""
    made = TestClient(client.app, follow_redirects=False)
    made.portal = client.portal
    return made


Client = Any  # a TestClient, or a Direct with as much of it as is needed


class Playing:
    """One game as its GM plays it, with the links to it."""

    def __init__(self, admin: Client, name: str = "Mill at dusk", system: str = "daggerheart") -> None:
        self.admin = admin
        self.id: str = problem_free(admin.post(f"{API}/games", json={"name": name, "system": system}))["id"]
        self.path = f"{API}/games/{self.id}"

    def send(self, *commands: Command, headers: dict[str, str] | None = None, query: str = "") -> Response:
        body = commands[0] if len(commands) == 1 else {"commands": list(commands)}
        answer: Response = self.admin.post(f"{self.path}/commands{query}", json=body, headers=headers)
        return answer

    def do(self, *commands: Command) -> Any:
        return problem_free(self.send(*commands))

    def add(self, creature: Command) -> str:
        """The id of a creature that is put on the board."""
        event = next(e for e in self.do({"type": "add_creature", "creature": creature})["events"])
        found: str = event["data"]["creature"]["id"]
        return found

    def game(self) -> Any:
        return problem_free(self.admin.get(self.path))

    def view(self) -> Any:
        return self.game()["view"]

    def value(self, tracker: str, creature: str | None = None) -> Any:
        owner = self.view() if creature is None else self.view()["creatures"][creature]
        return owner["trackers"][tracker]["value"]

    def log(self) -> list[Any]:
        found: list[Any] = problem_free(self.admin.get(f"{self.path}/events?limit=200"))["items"]
        return found

    def undo(self, **body: Any) -> Response:
        answer: Response = self.admin.post(f"{self.path}/undo", json=body)
        return answer

    def redo(self, **body: Any) -> Response:
        answer: Response = self.admin.post(f"{self.path}/redo", json=body)
        return answer

    def share(self, role: str, creature: str | None = None, **more: Any) -> Any:
        body = {"role": role, "creature": creature, **more}
        return problem_free(self.admin.post(f"{self.path}/shares", json=body))

    def link(self, role: str, creature: str | None = None) -> Link:
        return Link(self.admin, self.share(role, creature)["token"])


class Link:
    """Whoever came through a link, without a token of its own."""

    def __init__(self, client: Client, token: str) -> None:
        self.client: Client = client.anonymous() if isinstance(client, Direct) else anonymous(client)
        self.path = f"{API}/shared/{token}"

    def get(self, what: str = "") -> Response:
        found: Response = self.client.get(self.path + what)
        return found

    def send(self, command: Command, headers: dict[str, str] | None = None) -> Response:
        answer: Response = self.client.post(f"{self.path}/commands", json=command, headers=headers)
        return answer

    def undo(self) -> Response:
        answer: Response = self.client.post(f"{self.path}/undo", json={})
        return answer


def tap(creature: str | None, tracker: str, by: int = 1) -> Command:
    """One tap on a tracker of a creature, or of the game."""
    return {"type": "adjust_tracker", "creature": creature, "tracker": tracker, "by": by}


def note(text: str) -> Command:
    return {"type": "note", "text": text}
