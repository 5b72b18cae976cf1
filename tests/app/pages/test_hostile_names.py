"""Whatever people call things is text: on every page, in every fragment, in every message."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening

API = "/api/v1"
HTMX = {"HX-Request": "true"}
NAMES = [
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    "{{7*7}}{% raw %}",
    "</script><script>alert(1)</script>",
    "line\u2028break",
    "javascript:alert(1)",
]
GM_PAGES = ("", "/drawers/add", "/drawers/rest", "/drawers/prepared", "/encounters")
PLAYER_PAGES = ("", "/me", "/roll", "/table")


class Elements(HTMLParser):
    """What a browser would make of a page: elements and attributes that people could have brought in."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name.startswith("on") or (name in ("href", "src", "action") and (value or "").startswith("javascript:")):
                self.foreign.append(f"{tag} {name}={value}")
            if name == "src" and value == "x":
                self.foreign.append(f"{tag} {name}={value}")
        if tag == "script" and not any(name == "src" for name, _ in attrs):
            self.foreign.append(tag)


def foreign(html: str) -> list[str]:
    found = Elements()
    found.feed(html)
    return found.foreign


def play_with(game: Evening, name: str) -> str:
    """Call everything that can be called anything so; the id of the creature."""
    sheet = {
        "name": name,
        "kind": "pc",
        "features": {
            "odd": {"kind": "experience", "name": name, "facts": {"modifier": 2, "text": name}},
            "blade": {"kind": "weapon", "name": name, "facts": {"dice": "d8", "trait": "agility"}},
        },
    }
    events = game.do({"type": "add_creature", "creature": sheet})["events"]
    hero = next(str(event["data"]["creature"]["id"]) for event in events if event["type"] == "creature_added")
    game.do(
        {"type": "add_creature", "creature": {"name": "Masked", "alias": name}},
        {"type": "add_creature", "creature": {"name": "Wave", "wave": name[:20]}},
        {"type": "add_condition", "creature": hero, "condition": "restrained", "reason": name, "detail": name},
        {"type": "add_clock", "name": name, "size": 4, "hidden": False, "note": name},
        {"type": "add_tracker", "creature": hero, "tracker": {"key": "tally", "name": name, "where": "players"}},
        {"type": "begin_scene", "title": name},
        {"type": "note", "text": name, "hidden": False},
        {"type": "show", "text": name},
        {"type": "rename_game", "name": name},
        {"type": "begin_turn", "creature": hero},
        {"type": "roll", "roll": "action", "creature": hero, "with": "odd", "parameters": {"difficulty": 9}},
    )
    return hero


@pytest.mark.case("GM-091")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text_wherever_it_stands(client: TestClient, browser: TestClient, game: Evening, name: str) -> None:
    hero = play_with(game, name)
    pages = {path: browser.get(game.base + path) for path in GM_PAGES}
    pages |= {
        path: browser.get(f"{game.base}/{path}creature={hero}")
        for path in ("drawers/damage?", "drawers/condition?", "drawers/more?")
    }
    pages["sheet"] = browser.get(f"{game.base}/sheets/{hero}")
    pages["games"] = browser.get("/")
    pages["tap"] = game.post(browser, {"type": "adjust_tracker", "creature": hero, "tracker": "stress", "by": 1})
    pages["library"] = browser.get("/library")
    pages["search"] = browser.get("/reference", params={"q": name})
    pages["missing"] = client.get(f"/s/{name}")
    bodies = [{"role": "watch"}, {"role": "screen"}, {"role": "join"}, {"role": "seat", "creature": hero}]
    for body in bodies:
        token = browser.post(f"{API}{game.base}/shares", json=body).json()["token"]
        pages |= {f"{body['role']}{path}": client.get(f"/s/{token}{path}") for path in PLAYER_PAGES}
    shown = 0
    for place, answer in pages.items():
        assert answer.status_code < 500, place
        assert foreign(answer.text) == [], place
        assert "49{" not in answer.text
        assert "script-src 'self'" in answer.headers["content-security-policy"] or place == "tap"
        shown += "alert(1)" in answer.text or "7*7" in answer.text or "break" in answer.text
    assert shown >= 8
    toast = pages["tap"].headers["hx-trigger"]
    assert toast.isascii()
    assert not re.search(r"[\r\n]", toast)
    view = browser.get(f"{API}{game.base}").json()["view"]
    assert view["creatures"][hero]["name"] == name


@pytest.mark.case("GM-091")
@pytest.mark.parametrize("name", NAMES)
def test_a_file_s_name_and_its_creatures_are_text(browser: TestClient, name: str) -> None:
    block = '[{"name": "Moth <img src=x onerror=alert(1)>", "hp": "3", "feats": []}]'
    for path, files in (("/library/import", {"file": (name, block)}), ("/library/import", {"file": (name, "no file")})):
        answer = browser.post(path, files=files, follow_redirects=True)
        assert answer.status_code < 500
        assert foreign(answer.text) == []
    assert "onerror=alert(1)&gt;" in browser.get("/library").text
