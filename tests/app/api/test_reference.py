"""Systems, cards, rolls and odds over HTTP: open to all, and exact."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from rules.registry import SYSTEMS
from tests.app.playing import API, code, problem_free

DAGGERHEART = f"{API}/systems/daggerheart"
EASY = {"parameters": {"difficulty": 10}}


def test_every_system_is_listed_in_a_few_words(client: TestClient) -> None:
    listed = {system["key"]: system for system in problem_free(client.get(f"{API}/systems"))}
    assert set(listed) == set(SYSTEMS)
    assert listed["daggerheart"]["turn_order"] == "spotlight"
    assert listed["daggerheart"]["cards"] > 100
    assert listed["daggerheart"]["languages"] == ["en", "ru"]


def test_a_system_tells_all_that_a_program_needs(client: TestClient) -> None:
    system = problem_free(client.get(f"{DAGGERHEART}?lang=ru"))
    trackers = {tracker["key"]: tracker for tracker in system["trackers"]}
    assert (trackers["fear"]["of"], trackers["fear"]["max"], trackers["fear"]["counts"]) == ("game", 12, "held")
    assert (trackers["stress"]["of"], trackers["stress"]["counts"]) == ("creature", "marked")
    numbers = {number["key"]: number["formula"] for number in system["numbers"]}
    assert numbers["level"] is None
    assert "level" in str(numbers["major"])
    assert {"key": "vulnerable", "name": "Уязвимый", "has_value": False, "card": "vulnerable"} in system["conditions"]
    assert {roll["key"]: roll["odds"] for roll in system["rolls"]}["take_damage"] is False
    commands = {command["type"]: command["schema"] for command in system["commands"]}
    assert commands["note"]["properties"]["text"]["maxLength"] == 10_000
    assert "take_damage" in commands
    settings = {setting["key"]: setting for setting in system["settings"]}
    assert settings["massive_damage"]["default"] is False
    assert settings["massive_damage"]["schema"] == {"type": "boolean"}
    assert {source["document"] for source in system["sources"]} >= {"srd-1.0"}


@pytest.mark.parametrize(
    "path", ["/systems/nope", "/systems/nope/rolls/action", "/cards?system=nope", "/cards/nope/hope"]
)
def test_an_unknown_system_is_not_found(client: TestClient, path: str) -> None:
    method = "POST" if "rolls" in path else "GET"
    assert code(client.request(method, API + path, json={} if method == "POST" else None)) == (404, "unknown-system")


def test_cards_are_found_by_words_the_best_first(client: TestClient) -> None:
    found = problem_free(client.get(f"{API}/cards?q=vulnerable&limit=3"))
    assert found["items"][0]["key"] == "vulnerable"
    scores = [item["score"] for item in found["items"]]
    assert scores == sorted(scores, reverse=True)
    assert sum(found["facets"]["kind"].values()) == found["total"]
    assert set(found["items"][0]) == {
        "system", "key", "kind", "lang", "title", "summary", "snippet", "tags", "score",
    }  # fmt: skip


def test_all_cards_come_in_pages(client: TestClient) -> None:
    keys: list[str] = []
    path = f"{API}/cards?system=daggerheart&limit=60"
    page = problem_free(client.get(path))
    while page["items"]:
        keys += [item["key"] for item in page["items"]]
        if page["next"] is None:
            break
        page = problem_free(client.get(f"{path}&cursor={page['next']}"))
    assert len(keys) == len(set(keys)) == page["total"]


@pytest.mark.parametrize(("query", "lang"), [("lang=ru", "ru"), ("lang=xx", "en"), ("lang=ru,en", "ru")])
def test_cards_come_in_the_language_that_is_asked_for(client: TestClient, query: str, lang: str) -> None:
    found = problem_free(client.get(f"{API}/cards?system=daggerheart&limit=1&{query}"))
    assert found["items"][0]["lang"] == lang


@pytest.mark.parametrize("query", ["limit=0", "limit=many", "limit=201", "kind=song", "cursor=eA"])
def test_a_list_that_cannot_be_is_refused(client: TestClient, query: str) -> None:
    assert code(client.get(f"{API}/cards?{query}")) == (422, "invalid-input")


def test_a_whole_card_has_safe_html_and_its_source(client: TestClient) -> None:
    card = problem_free(client.get(f"{API}/cards/daggerheart/vulnerable"))
    assert card["title"] == "Vulnerable"
    assert card["html"].startswith("<p>")
    assert card["effects"][0]["axis"] == "advantage"
    assert card["source"]["document"] == "daggerheart-core-mechanics"
    assert all(first <= last for first, last in card["source"]["lines"])
    assert card["status"] == "complete"
    russian = problem_free(client.get(f"{API}/cards/daggerheart/vulnerable?lang=ru"))
    assert (russian["lang"], russian["title"]) == ("ru", "Уязвимый")
    assert code(client.get(f"{API}/cards/daggerheart/no-such-card")) == (404, "unknown-card")


def test_the_contracts_own_example_of_a_roll(client: TestClient) -> None:
    body = {
        "parameters": {"difficulty": 13, "modifier": 1, "disadvantage": 1, "helpers": 1},
        "dice": {"hope": 5, "fear": 7, "own": 2, "helpers": [4]},
    }
    assert problem_free(client.post(f"{DAGGERHEART}/rolls/action", json=body)) == {
        "roll": "action",
        "dice": {"hope": 5, "fear": 7, "own": 2, "helpers": [4]},
        "total": 15,
        "outcome": "success_fear",
        "text": "15 with Fear: success",
        "effects": [
            {"kind": "tracker", "of": "game", "tracker": "fear", "by": 1},
            {"kind": "prompt", "prompt": "gm_move"},
        ],
    }


@pytest.mark.case("GM-045")
def test_the_contracts_own_example_of_odds(client: TestClient) -> None:
    odds = problem_free(client.post(f"{DAGGERHEART}/odds/action", json={"parameters": {"difficulty": 10}}))
    assert odds["outcomes"]["critical"] == {"fraction": "1/12", "value": 0.08333333333333333}
    assert odds["distribution"][0] == [2, {"fraction": "1/144", "value": 0.006944444444444444}]
    assert odds["mean"] == {"fraction": "13", "value": 13.0}
    assert odds["beyond"] is None


def test_without_dice_the_server_rolls(client: TestClient) -> None:
    totals = {
        problem_free(client.post(f"{DAGGERHEART}/rolls/dice", json={"parameters": {"expression": "3d6"}}))["total"]
        for _ in range(12)
    }
    assert totals <= set(range(3, 19))
    assert len(totals) > 1


@pytest.mark.parametrize(
    ("path", "body", "status", "problem", "pointer"),
    [
        ("rolls/nope", {}, 404, "unknown-roll", None),
        ("odds/take_damage", {"parameters": {}}, 404, "no-odds", None),
        ("rolls/action", {}, 422, "invalid-input", "/parameters/difficulty"),
        ("rolls/action", {"parameters": {"difficulty": 10, "colour": 1}}, 422, "unknown-field", "/parameters/colour"),
        ("rolls/action", {"parameters": {"difficulty": 10.5}}, 422, "invalid-input", "/parameters/difficulty"),
        ("rolls/action", EASY | {"dice": {"hope": 13, "fear": 1}}, 422, "dice-do-not-fit", "/dice/hope"),
        ("rolls/action", EASY | {"dice": {"hope": 1, "fear": 1, "own": 6}}, 422, "too-many-dice", "/dice/own"),
        ("rolls/action", {"parameters": {"difficulty": 10}, "dice": {"hope": 1}}, 409, "input-needed", None),
        ("rolls/dice", {"parameters": {"expression": "2d6+d"}}, 422, "invalid-input", "/parameters/expression"),
        ("odds/action", {"parameters": {"difficulty": 10}, "to": 61}, 422, "invalid-input", "/to"),
        ("odds/action", {"parameters": {"difficulty": 10**20}}, 422, "invalid-input", ""),
        ("odds/action", [], 422, "invalid-input", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_rolled_is_refused_with_the_place(
    client: TestClient, path: str, body: Any, status: int, problem: str, pointer: str | None
) -> None:
    refused = client.post(f"{DAGGERHEART}/{path}", json=body)
    assert code(refused) == (status, problem)
    assert [error["pointer"] for error in refused.json().get("errors", [])] == ([] if pointer is None else [pointer])


def test_a_roll_with_a_key_is_rolled_once(admin: TestClient) -> None:
    body, headers = {"parameters": {"expression": "40d1000"}}, {"Idempotency-Key": "roll"}
    first = admin.post(f"{DAGGERHEART}/rolls/dice", json=body, headers=headers)
    assert admin.post(f"{DAGGERHEART}/rolls/dice", json=body, headers=headers).content == first.content


@pytest.mark.case("GM-006")
@pytest.mark.parametrize("q", ["don't", '"', "AND", "NEAR(", "50%", "@gm", "*", "(prone)", "col:prone", "", "x" * 4000])
def test_whatever_is_searched_for_is_answered_or_refused(client: TestClient, q: str) -> None:
    for path in ("/api/v1/cards", "/reference", "/reference/hits"):
        assert client.get(path, params={"q": q}).status_code in (200, 422)
