"""Leveling up and armor from the sheet and from the phone: shown before it happens."""

from __future__ import annotations

import json
import re
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening

CHOICES = {"choices/0/option": "evasion", "choices/1/option": "hit_points", "experience": "Warden"}


def drawer(client: TestClient, game: Evening, noun: str, language: str = "en", **fields: Any) -> str:
    query = {"creature": game.ids["Oro"], **fields}
    answer = client.get(f"{game.base}/drawers/{noun}", params=query, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return str(answer.text)


def seat(game: Evening, name: str) -> str:
    """The address of a character's seat."""
    made = shares.create(game.house, game.access, "seat", game.ids[name])
    return f"/s/{made['token']}"


def send(client: TestClient, url: str, command: dict[str, Any], **fields: Any) -> Response:
    """What a phone sends."""
    data = {"command": json.dumps(command), **fields}
    answer: Response = client.post(f"{url}/commands", data=data, headers={"HX-Request": "true"})
    return answer


def test_the_checklist_says_what_the_level_brings_and_asks_for_two_slots(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "level")
    assert "Level 2" in html
    assert "Tier achievements" in html
    assert 'name="choices/1/option"' in html
    assert 'value="multiclass"' not in html  # from level 5
    assert "Достижения ранга" in drawer(browser, game, "level", "ru")


def test_a_choice_that_takes_both_slots_is_the_only_one(browser: TestClient, game: Evening) -> None:
    assert 'name="choices/1/option"' not in drawer(browser, game, "level", **{"choices/0/option": "proficiency"})


def test_what_would_stand_on_the_sheet_is_shown_and_nothing_changes(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "level", **CHOICES)
    assert "Evasion 9 → <b>10</b>" in html
    assert "Major 9 → <b>10</b>" in html
    assert "Hit Points max 7 → <b>8</b>" in html
    assert "disabled" not in html
    assert game.creature("Oro")["numbers"]["level"] == 1


def test_what_is_missing_is_said_in_the_drawer(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "level", **{**CHOICES, "experience": ""})
    assert 'class="err"' in html
    assert "disabled" in html
    assert 'name="choices/0/traits[]"' in drawer(browser, game, "level", **{"choices/0/option": "traits"})


def test_the_level_is_one_step_with_all_that_was_chosen(browser: TestClient, game: Evening) -> None:
    answer = game.post(browser, {"type": "level_up", "creature": game.ids["Oro"]}, **CHOICES, domain_card="Whirl")
    assert answer.status_code == 200
    oro = game.creature("Oro")
    assert (oro["numbers"]["level"], oro["numbers"]["evasion"], oro["trackers"]["hit_points"]["max"]) == (2, 10, 8)
    assert {"Warden", "Whirl"} <= {feature["name"] for feature in oro["features"].values()}


def test_the_highest_level_has_no_next_one(browser: TestClient, game: Evening) -> None:
    game.do({"type": "change_creature", "creature": game.ids["Oro"], "changes": {"numbers": {"level": 10}}})
    assert 'name="choices/0/option"' not in drawer(browser, game, "level")


def test_armor_says_what_it_changes_before_it_is_put_on(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "armor", armor="full-plate-armor", tier="1")
    assert "Evasion 9 → <b>7</b>" in html
    assert "Agility 2 → <b>1</b>" in html
    assert "Armor Slots 3 → <b>4</b>" in html
    game.post(browser, {"type": "wear_armor", "creature": game.ids["Oro"]}, armor="full-plate-armor", tier="1")
    assert game.creature("Oro")["numbers"]["evasion"] == 7
    assert "Take off" in drawer(browser, game, "armor")
    assert "Надеть" in drawer(browser, game, "armor", "ru", armor="gambeson-armor")
    game.post(browser, {"type": "wear_armor", "creature": game.ids["Oro"]})
    assert game.creature("Oro")["numbers"]["evasion"] == 9


def test_armor_says_a_threshold_once_and_takes_off_nothing_where_nothing_is_worn(
    browser: TestClient, game: Evening
) -> None:
    html = drawer(browser, game, "armor", armor="gambeson-armor", tier="1")
    assert html.count("Major") == 1
    toast = game.post(browser, {"type": "wear_armor", "creature": game.ids["Oro"]}).headers["hx-trigger"]
    assert json.loads(toast)["shirma:toast"]["text"] == "Oro: no armor"
    bare = drawer(browser, game, "armor")
    assert "Nothing on the sheet would change." in bare
    assert re.search(r"<button[^>]* disabled>Take off", bare)


def test_armor_may_have_numbers_of_its_own(browser: TestClient, game: Evening) -> None:
    own = {"armor": "own", "armor/major": "5", "armor/severe": "12", "armor/score": "2", "armor/name": "Scales"}
    assert "Major 9 → <b>6</b>" in drawer(browser, game, "armor", **own)
    game.post(browser, {"type": "wear_armor", "creature": game.ids["Oro"]}, **own)
    assert game.creature("Oro")["features"]["armor"]["name"] == "Scales"
    assert 'class="err"' in drawer(browser, game, "armor", **{**own, "armor/severe": "3"})


def test_a_player_sends_the_level_to_the_gm(browser: TestClient, client: TestClient, game: Evening) -> None:
    url = seat(game, "Oro")
    page = client.get(f"{url}/drawers/level", params=CHOICES)
    assert page.status_code == 200
    assert "Evasion 9 → <b>10</b>" in page.text
    sent = send(client, url, {"type": "level_up", "creature": game.ids["Oro"]}, _close="deed", **CHOICES)
    assert sent.status_code == 200
    assert 'hx-target="#deed"' in sent.text
    assert game.creature("Oro")["numbers"]["level"] == 1
    (waiting,) = game.view()["inbox"]
    assert "Level up" in browser.get(game.base).text
    game.do({"type": "accept", "suggestion": waiting["id"]})
    assert game.creature("Oro")["numbers"]["level"] == 2


def test_a_phone_opens_only_what_is_its_own(client: TestClient, game: Evening) -> None:
    url = seat(game, "Oro")
    for noun in ("fear", "damages", "attack", "wibble", "help"):
        assert client.get(f"{url}/drawers/{noun}").status_code == 404
    watch = shares.create(game.house, game.access, "watch")["token"]
    assert client.get(f"/s/{watch}/drawers/level").status_code == 404
    assert "Zq-Lantern" not in client.get(f"{url}/drawers/armor").text


def test_an_ally_is_helped_from_the_phone_by_one_tap(client: TestClient, game: Evening) -> None:
    url = seat(game, "Oro")
    me = client.get(f"{url}/me").text
    assert f'id="help-{game.ids["Ilka"]}"' in me
    before = game.pool("Oro", "hope")
    command = {"type": "help_ally", "creature": game.ids["Oro"], "ally": game.ids["Ilka"]}
    assert send(client, url, command).status_code == 200
    assert game.pool("Oro", "hope") == before - 1


def test_help_can_be_taken_back_once_it_is_given(client: TestClient, game: Evening) -> None:
    url = seat(game, "Oro")
    assert 'id="help-no"' not in client.get(f"{url}/me").text
    command = {"type": "help_ally", "creature": game.ids["Oro"]}
    send(client, url, {**command, "ally": game.ids["Ilka"]})
    me = client.get(f"{url}/me").text
    assert 'id="help-no"' in me
    assert f'id="help-{game.ids["Ilka"]}"' not in me
    assert 'id="help-no"' not in client.get(f"{seat(game, 'Ilka')}/me").text
    assert send(client, url, {**command, "on": False}).status_code == 200
    assert 'id="help-no"' not in client.get(f"{url}/me").text
