"""What a feature's words propose is offered where one reads them, and one tap accepts it."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import games, library, proposing
from app.services.house import House
from app.services.shelf import ID
from tests.app.pages.evenings import Evening

HERALD = """Salt Herald
Leader
Tier
1
Difficulty
12
FEATURES
ACTIONS
Toll the Bell
It rings once per scene. While the tide is low, you can spend 2 Fear to call the drowned.
HP & STRESS
MINOR
1 HP
7
MAJOR
2 HP
14
SEVERE
HP:
5
STRESS:
3
"""
BELL = {
    "kind": "feature",
    "name": "Колокол",
    "facts": {"type": "action", "mine": {"a": [1]}, "text": "Раз за сцену, потратьте 2 Страха, чтобы позвать их."},
}


def offered(page: str) -> list[dict[str, Any]]:
    """The commands of the buttons that stand on a page, by their words."""
    found = re.findall(r"hx-vals='([^']*)'|hx-vals=\"([^\"]*)\"", page)
    vals = [json.loads(html.unescape(one or other)) for one, other in found]
    return [json.loads(one["command"]) for one in vals if "command" in one]


def entry(game: Evening, account: str) -> Any:
    found = game.house.shelf.find(game.house.database, account, None)
    (one,) = library.several(game.house.database, account, [hit.card.facts[ID] for hit in found.items])
    return next(feature for feature in one.spec["features"].values() if feature["name"] == "Toll the Bell")


def test_the_preview_of_a_pasted_creature_offers_what_its_features_propose(browser: TestClient, game: Evening) -> None:
    page = browser.post("/library/pasted", data={"system": "daggerheart", "pasted": HERALD}).text
    assert "Count its uses: 1, back with a scene" in page
    assert "Its price: 2 Fear" in page
    russian = browser.post(
        "/library/pasted", data={"system": "daggerheart", "pasted": HERALD}, headers={"Accept-Language": "ru"}
    ).text
    assert "Цена: Страх 2" in russian


def accepts(browser: TestClient) -> list[str]:
    page = browser.post("/library/pasted", data={"system": "daggerheart", "pasted": HERALD}).text
    return re.findall(r'name="accept" value="([^"]+)"', page)


@pytest.mark.parametrize("taken", [(), ("uses",), ("uses", "cost")])
def test_what_was_accepted_goes_into_the_library_and_nothing_else(
    browser: TestClient, game: Evening, account: str, taken: tuple[str, ...]
) -> None:
    wanted = [one for one in accepts(browser) if one.endswith(taken or "-")]
    data = {"system": "daggerheart", "pasted": HERALD, "accept": [*wanted, "nothing uses"]}
    assert browser.post(f"{game.base}/paste", data=data, headers={"HX-Request": "true"}).status_code == 200
    facts = entry(game, account)["facts"]
    assert facts.get("uses") == ({"times": 1, "per": "scene"} if "uses" in taken else None)
    assert facts.get("cost") == ({"fear": 2} if "cost" in taken else None)


def test_the_library_page_accepts_as_well(browser: TestClient, game: Evening, account: str) -> None:
    data = {"system": "daggerheart", "pasted": HERALD, "accept": accepts(browser)}
    assert browser.post("/library/paste", data=data).status_code == 200
    assert entry(game, account)["facts"]["cost"] == {"fear": 2}


def test_the_drawer_of_a_feature_accepts_with_one_tap_each(browser: TestClient, game: Evening) -> None:
    answer = game.do({"type": "add_creature", "creature": {"name": "Herald", "features": {"bell": BELL}}})
    id_ = answer["events"][0]["creature"]
    drawer = f"{game.base}/drawers/feature?creature={id_}&feature=bell"
    for left in (2, 1, 0):
        commands = [one for one in offered(browser.get(drawer).text) if one["type"] == "change_creature"]
        assert len(commands) == left
        if commands:
            assert game.post(browser, commands[0]).status_code == 200
    facts = game.view()["creatures"][id_]["features"]["bell"]["facts"]
    assert facts["uses"] == {"times": 1, "per": "scene"}
    assert facts["cost"] == {"fear": 2}
    assert facts["mine"] == {"a": [1]}, "what else the feature says stays"
    assert game.post(browser, {"type": "use_feature", "creature": id_, "feature": "bell"}).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 1
    refused = game.post(browser, {"type": "use_feature", "creature": id_, "feature": "bell"})
    assert refused.status_code == 409


def test_a_game_of_pure_data_counts_uses_with_a_tracker_of_ones_own(
    browser: TestClient, app: FastAPI, account: str
) -> None:
    house: House = app.state.house
    gulp = {"kind": "feature", "name": "Gulp (2/day)", "facts": {"text": "It swallows. Spend 2 Fear."}}
    commands = [{"type": "add_creature", "creature": {"name": "Toad", "features": {"gulp": gulp}}}]
    id_ = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, commands))
    game = Evening(app, games.as_gm(house, account, id_), {})
    (toad,) = game.view()["creatures"]
    sheet = f"{game.base}/sheets/{toad}"
    (command,) = [one for one in offered(browser.get(sheet).text) if one["type"] == "add_tracker"]
    assert command["tracker"]["refresh"] == {"long_rest": "full"}
    assert game.post(browser, command).status_code == 200
    assert game.view()["creatures"][toad]["trackers"]["uses_gulp"] == {"kind": "pool", "value": 2, "max": 2}
    assert "add_tracker" not in [one["type"] for one in offered(browser.get(sheet).text)]


@pytest.mark.parametrize(
    "feature",
    [
        {"kind": "attack", "name": "Bite (3)", "facts": {}},
        {"kind": "feature", "name": "Bell", "facts": {"text": ["once per scene"]}},
        {"kind": "feature", "name": "Bell (3)", "facts": {"uses": {"times": 3}}},
        {"kind": "feature", "name": "Bell", "facts": {"text": "Spend 2 Fear to ring.", "cost": {"fear": 2}}},
        {"kind": "feature", "name": "Minion (3)", "facts": {"type": "passive"}},
    ],
)
def test_what_is_said_already_or_is_no_limit_is_not_offered(feature: dict[str, Any]) -> None:
    assert proposing.offers("daggerheart", "en", feature) == []


def stored(browser: TestClient) -> str:
    """The id of the Herald, as it was pasted."""
    browser.post("/library/paste", data={"system": "daggerheart", "pasted": HERALD})
    (id_,) = re.findall(r'hx-target="#entry-([^"]+)"', browser.get("/library").text)
    return str(id_)


def test_an_entry_of_the_library_opens_with_what_its_features_propose(
    browser: TestClient, game: Evening, account: str
) -> None:
    id_ = stored(browser)
    opened = browser.get(f"/library/{id_}").text
    assert "Toll the Bell" in opened
    assert "Its price: 2 Fear" in opened
    accepted = browser.post(f"/library/{id_}/accept", data={"feature": feature_key(game, account), "what": "cost"})
    assert "/drop" in accepted.text
    assert entry(game, account)["facts"]["cost"] == {"fear": 2}
    dropped = browser.post(f"/library/{id_}/drop", data={"feature": feature_key(game, account), "what": "cost"})
    assert "/drop" not in dropped.text
    assert "cost" not in entry(game, account)["facts"]


def feature_key(game: Evening, account: str) -> str:
    found = game.house.shelf.find(game.house.database, account, None)
    (one,) = library.several(game.house.database, account, [hit.card.facts[ID] for hit in found.items])
    return next(str(key) for key, feature in one.spec["features"].items() if feature["name"] == "Toll the Bell")


@pytest.mark.parametrize(
    "way, feature, what",
    [("accept", "no", "cost"), ("accept", "toll-the-bell", "x"), ("drop", "toll-the-bell", "text")],
)
def test_what_nothing_proposes_cannot_be_accepted(
    browser: TestClient, game: Evening, account: str, way: str, feature: str, what: str
) -> None:
    id_ = stored(browser)
    before = entry(game, account)
    assert browser.post(f"/library/{id_}/{way}", data={"feature": feature, "what": what}).status_code == 404
    assert browser.get("/library/nothing").status_code == 404
    assert entry(game, account) == before


def test_programs_read_the_proposals_of_an_entry(browser: TestClient, game: Evening) -> None:
    proposals = browser.get(f"/api/v1/library/{stored(browser)}").json()["proposals"]
    assert [(one["kind"], one["facts"]) for one in proposals] == [
        ("uses", {"uses": {"times": 1, "per": "scene"}}),
        ("cost", {"cost": {"fear": 2}}),
    ]
