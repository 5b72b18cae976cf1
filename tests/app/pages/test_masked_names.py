"""Whoever is masked or hidden is so in all that a player's device receives, now and later."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.services import player, tv
from app.services.access import Access
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.app.pages.evenings import Evening

API = "/api/v1"
PAGES = ("", "/me", "/roll", "/table")
VAMPIRE = {
    "name": "Vampire Lord",
    "alias": "Pale stranger",
    "note": "zq505 sleeps in the crypt",
    "numbers": {"difficulty": 53, "major": 61, "severe": 77, "attack_modifier": 19},
    "trackers": {"hit_points": {"value": 7, "max": 11}, "stress": {"max": 9}},
    "features": {
        "about": {"kind": "about", "name": "", "facts": {"type": "solo", "tier": 4, "text": "A vampire of old"}},
        "vampire-bite": {"kind": "attack", "name": "Vampire bite", "facts": {"dice": "d8"}},
    },
}
SECRETS = re.compile(r"vampire|zq505|solo", re.IGNORECASE)
NUMBERS = re.compile(r"(?<![\w.-])(?:53|61|77|8/11|7/11)(?![\w.])")


@pytest.fixture
def masked(game: Evening) -> Evening:
    """The evening with a vampire whom players know as a pale stranger, fought, hurt and rolled with."""
    events = game.do({"type": "add_creature", "creature": VAMPIRE})["events"]
    vampire = next(event["data"]["creature"]["id"] for event in events if event["type"] == "creature_added")
    game.do(
        {"type": "begin_turn", "creature": vampire},
        {"type": "adjust_tracker", "creature": vampire, "tracker": "hit_points", "by": 1},
        {"type": "add_condition", "creature": vampire, "condition": "restrained", "reason": "Vampire's own net"},
        {"type": "add_condition", "creature": game.ids["Oro"], "condition": "vulnerable", "source": vampire},
        {"type": "take_damage", "creature": game.ids["Oro"], "attacker": vampire, "sources": [{"amount": 3}],
         "ask": False},
    )  # fmt: skip
    game.do({"type": "roll", "roll": "adversary_attack", "creature": vampire, "targets": [game.ids["Oro"]],
             "with": "vampire-bite"})  # fmt: skip
    return game


def links(browser: TestClient, game: Evening) -> dict[str, str]:
    """The tokens of everybody who is no GM, by role."""
    bodies = [{"role": "watch"}, {"role": "screen"}, {"role": "join"}, {"role": "seat", "creature": game.ids["Oro"]}]
    made = {}
    for body in bodies:
        answer = browser.post(f"{API}{game.base}/shares", json=body)
        assert answer.status_code == 201, answer.text
        made[body["role"]] = answer.json()["token"]
    return made


def received(client: TestClient, browser: TestClient, game: Evening) -> Iterator[tuple[str, str]]:
    """Everything that the devices of players get, with where it came from."""
    for role, token in links(browser, game).items():
        for path in PAGES:
            for language in ("en", "ru"):
                yield f"{role}{path}", client.get(f"/s/{token}{path}", headers={"Accept-Language": language}).text
        for path in ("", "/events?limit=200"):
            yield f"api {role}{path}", client.get(f"{API}/shared/{token}{path}").text
    standing = game.house.look(game.access.game_id)
    onlooker = Access(game.access.game_id, "screen", PUBLIC_VIEWER, "share:x", share="x")
    seat = Access(game.access.game_id, "seat", seat_viewer(game.ids["Oro"]), "share:y", f"seat:{game.ids['Oro']}", "y")
    yield "fragments", "".join(p.html for p in tv.drawn_in(game.house, standing, onlooker, "en").pieces.values())
    yield "own fragments", "".join(p.html for p in player.drawn_in(standing, seat, "en").pieces.values())


@pytest.mark.case("GM-034")
@pytest.mark.case("GM-035")
def test_a_mask_hides_the_name_the_sheet_and_every_number_everywhere(
    client: TestClient, browser: TestClient, masked: Evening
) -> None:
    seen = dict(received(client, browser, masked))
    assert sum("Pale stranger" in text for text in seen.values()) >= 6
    for place, text in seen.items():
        assert not SECRETS.search(text), (place, SECRETS.search(text))
        without_ids = re.sub(r"\b[a-z]{1,4}_[\w-]{8,}|[0-9a-f]{8,}|\d{4}-\d\d-\d\dT[\d:.]+Z?|/static/\S+", "", text)
        html = re.sub(r"<svg.*?</svg>", "", without_ids, flags=re.DOTALL)
        told = NUMBERS.search(html)
        assert told is None, (place, html[max(0, told.start() - 90) : told.end() + 30])


@pytest.mark.case("GM-037")
def test_whoever_comes_after_a_secret_was_hidden_again_finds_nothing_of_it(
    client: TestClient, browser: TestClient, game: Evening
) -> None:
    lantern = game.ids["Zq-Lantern"]
    game.do({"type": "reveal", "creature": lantern})
    early = links(browser, game)["watch"]
    assert "Zq-Lantern" in client.get(f"/s/{early}").text
    game.do({"type": "add_condition", "creature": lantern, "condition": "restrained"})
    game.do({"type": "hide", "creature": lantern})
    game.do({"type": "change_creature", "creature": lantern, "changes": {"note": "Zq-Lantern burns"}})
    for place, text in received(client, browser, game):
        assert "Zq-Lantern" not in text, place
        assert lantern not in text, place
    assert "Zq-Lantern" not in client.get(f"/s/{early}").text


@pytest.mark.case("GM-037")
def test_no_device_keeps_what_it_was_shown(client: TestClient, browser: TestClient, game: Evening) -> None:
    """Going back in a browser asks anew."""
    for role, token in links(browser, game).items():
        for path in ("", "/me") if role == "seat" else ("",):
            answer = client.get(f"/s/{token}{path}")
            if answer.status_code == 200:
                assert "no-store" in answer.headers["cache-control"], (role, path)
        assert "no-store" in client.get(f"{API}/shared/{token}").headers["cache-control"], role
    assert "no-store" in browser.get(game.base).headers["cache-control"]
