"""A game played over the API: what most tests of it begin with."""

from __future__ import annotations

from typing import Any

from httpx2 import Response
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


class Playing:
    """One game as its GM plays it, with the links to it."""

    def __init__(self, admin: TestClient, name: str = "Mill at dusk") -> None:
        self.admin = admin
        self.id: str = problem_free(admin.post(f"{API}/games", json={"name": name, "system": "daggerheart"}))["id"]
        self.path = f"{API}/games/{self.id}"

    def send(self, *commands: Command, headers: dict[str, str] | None = None, query: str = "") -> Response:
        body = commands[0] if len(commands) == 1 else {"commands": list(commands)}
        return self.admin.post(f"{self.path}/commands{query}", json=body, headers=headers)

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
        return self.admin.post(f"{self.path}/undo", json=body)

    def redo(self, **body: Any) -> Response:
        return self.admin.post(f"{self.path}/redo", json=body)

    def share(self, role: str, creature: str | None = None, **more: Any) -> Any:
        body = {"role": role, "creature": creature, **more}
        return problem_free(self.admin.post(f"{self.path}/shares", json=body))

    def link(self, role: str, creature: str | None = None) -> Link:
        return Link(self.admin, self.share(role, creature)["token"])


class Link:
    """Whoever came through a link, without a token of its own."""

    def __init__(self, client: TestClient, token: str) -> None:
        self.client = TestClient(client.app, follow_redirects=False)
        self.path = f"{API}/shared/{token}"

    def get(self, what: str = "") -> Response:
        return self.client.get(self.path + what)

    def send(self, command: Command, headers: dict[str, str] | None = None) -> Response:
        return self.client.post(f"{self.path}/commands", json=command, headers=headers)

    def undo(self) -> Response:
        return self.client.post(f"{self.path}/undo", json={})


def tap(creature: str | None, tracker: str, by: int = 1) -> Command:
    """One tap on a tracker of a creature, or of the game."""
    return {"type": "adjust_tracker", "creature": creature, "tracker": tracker, "by": by}


def note(text: str) -> Command:
    return {"type": "note", "text": text}
