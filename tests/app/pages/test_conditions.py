"""The drawer for conditions: value, source, towards whom, and when it ends, for one or several."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import games
from app.services.house import House
from tests.app.pages.evenings import Evening

HEROES: list[dict[str, Any]] = [
    {"name": "Oro", "kind": "pc", "trackers": {"hp": {"max": 28}}},
    {"name": "Rat", "trackers": {"hp": {"max": 5}}},
    {"name": "Hound", "trackers": {"hp": {"max": 9}}},
]


@pytest.fixture
def mill(app: FastAPI, account: str) -> Evening:
    """A fight with turns, Oro's the first."""
    house: House = app.state.house
    commands: list[dict[str, Any]] = [{"type": "add_creature", "creature": one} for one in HEROES]
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, commands))
    creatures = house.look(game).game.state.creatures.values()
    evening = Evening(app, games.as_gm(house, account, game), {creature.name: creature.id for creature in creatures})
    evening.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": evening.ids["Oro"]})
    return evening


def drawer(client: TestClient, game: Evening, name: str, **fields: Any) -> str:
    query = {"creature": game.ids[name], **{key.replace("__", "/"): value for key, value in fields.items()}}
    answer = client.get(f"{game.base}/drawers/condition", params=query)
    assert answer.status_code == 200
    return str(answer.text)


def only(game: Evening, name: str, key: str) -> dict[str, Any]:
    (found,) = [one for one in game.creature(name)["conditions"] if one["key"] == key]
    return dict(found)


def test_several_bear_it_until_the_end_of_their_own_turns(browser: TestClient, mill: Evening) -> None:
    fields = {"condition": "burning", "value": "3", "until/edge": "turn_end", "until/turns": "1", "until/creature": ""}
    each = [mill.ids["Rat"], mill.ids["Hound"]]
    more = {"each": each, "_bearer": "until/creature", "source": mill.ids["Oro"]}
    answer = mill.post(browser, {"type": "add_condition"}, **fields, **more)
    assert answer.status_code == 200
    for name in ("Rat", "Hound"):
        burning = only(mill, name, "burning")
        assert burning["value"] == 3
        assert burning["source"] == mill.ids["Oro"]
        assert burning["until"] == {"edge": "turn_end", "creature": mill.ids[name], "turns": 1}


@pytest.mark.parametrize(
    "said, chosen, key", [("pron", "", "prone"), ("pron", "poisoned", "prone"), ("p", "prone", "prone")]
)
def test_what_was_typed_counts_before_the_list_for_it_is_there(
    browser: TestClient, mill: Evening, said: str, chosen: str, key: str
) -> None:
    fields = {"creature": mill.ids["Rat"], "_condition": "1", "_said": said, "condition": chosen}
    assert mill.post(browser, {"type": "add_condition"}, **fields).status_code == 200
    assert [one["key"] for one in mill.creature("Rat")["conditions"]] == [key]


def test_nothing_is_put_on_where_nothing_fits_what_was_typed(browser: TestClient, mill: Evening) -> None:
    for said in ("", "zzz"):
        fields = {"creature": mill.ids["Rat"], "_condition": "1", "_said": said}
        assert 400 <= mill.post(browser, {"type": "add_condition"}, **fields).status_code < 500
    assert not mill.creature("Rat")["conditions"]


def test_a_turn_of_somebody_else_may_end_it(browser: TestClient, mill: Evening) -> None:
    fields = {"condition": "frightened", "until/edge": "turn_start", "until/creature": mill.ids["Oro"]}
    mill.post(browser, {"type": "add_condition"}, each=mill.ids["Rat"], _bearer="until/creature", **fields)
    assert only(mill, "Rat", "frightened")["until"]["creature"] == mill.ids["Oro"]


def test_it_may_count_towards_one_side_only_and_end_after_minutes(browser: TestClient, mill: Evening) -> None:
    fields = {"condition": "blinded", "until/edge": "minutes", "until/minutes": "10", "towards": "pc"}
    mill.post(browser, {"type": "add_condition"}, each=mill.ids["Rat"], **fields)
    blinded = only(mill, "Rat", "blinded")
    assert (blinded["until"], blinded["towards"]) == ({"minutes": 10}, "pc")


def test_the_drawer_asks_what_the_duration_needs(browser: TestClient, mill: Evening) -> None:
    assert 'name="value"' in drawer(browser, mill, "Rat", condition="bleeding")
    assert 'name="value"' not in drawer(browser, mill, "Rat", condition="prone")
    assert 'name="until/rounds"' in drawer(browser, mill, "Rat", condition="prone", until__edge="round_end")
    assert 'name="until/minutes"' in drawer(browser, mill, "Rat", condition="prone", until__edge="minutes")
    assert 'name="until/turns"' in drawer(browser, mill, "Rat", condition="prone", until__edge="turn_end")
    assert "it is recovered from" in drawer(browser, mill, "Rat", condition="poisoned")


def test_outside_a_fight_no_turn_can_end_it(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "Oro", condition="vulnerable", until__edge="turn_end")
    assert 'value="turn_end"' not in html
    assert 'class="err"' in html


def test_a_special_condition_ends_only_as_its_text_says(browser: TestClient, game: Evening) -> None:
    fields = {"condition": "restrained", "temporary": "false"}
    game.post(browser, {"type": "add_condition"}, each=game.ids["Revenant"], **fields)
    clear = {"type": "clear_condition", "creature": game.ids["Revenant"], "condition": "restrained"}
    assert 400 <= game.post(browser, clear).status_code < 500
    assert only(game, "Revenant", "restrained")


def test_the_value_of_a_condition_goes_up_from_its_chip(browser: TestClient, mill: Evening) -> None:
    mill.do({"type": "add_condition", "creature": mill.ids["Rat"], "condition": "bleeding", "value": 2})
    assert "change_condition" in browser.get(mill.base).text
    bleeding = only(mill, "Rat", "bleeding")
    change = {"type": "change_condition", "creature": mill.ids["Rat"], "condition": bleeding["id"], "value": 3}
    assert mill.post(browser, change).status_code == 200
    assert only(mill, "Rat", "bleeding")["value"] == 3


def test_an_attack_names_what_changes_it_and_lets_it_be_switched_off(browser: TestClient, game: Evening) -> None:
    query = {"creature": game.ids["Revenant"], "targets[]": game.ids["Ilka"]}
    html = browser.get(f"{game.base}/drawers/attack", params=query).text
    assert "Vulnerable" in html  # all of Ilka's Stress is marked
    (id,) = {part.split('"')[0] for part in html.split('name="_mod" value="')[1:] if "vulnerable" in part.split('"')[0]}
    off = browser.get(f"{game.base}/drawers/attack", params={**query, "_mod": id}).text
    assert html.count("%</em>") == off.count("%</em>") == 2
    assert html != off


def test_the_durations_that_the_game_offers_are_one_tap(browser: TestClient, mill: Evening) -> None:
    html = drawer(browser, mill, "Rat", condition="blinded", source=mill.ids["Oro"], _again="1")
    assert "for 1 minute" in html
    assert "until a turn of this one ends: Rat" in html
    assert "until a turn of this one ends: Oro" in html
    chosen = {"until__edge": "turn_end", "until__turns": "1", "until__creature": mill.ids["Oro"], "_again": "1"}
    html = drawer(browser, mill, "Rat", condition="blinded", **chosen)
    assert f'<option value="{mill.ids["Oro"]}" selected>' in html


def test_an_attack_may_be_for_the_gm_alone(browser: TestClient, game: Evening) -> None:
    query = {"creature": game.ids["Revenant"]}
    assert 'name="visibility"' in browser.get(f"{game.base}/drawers/attack", params=query).text
    command = {"type": "roll", "roll": "adversary_attack", "creature": game.ids["Revenant"]}
    fields = {"with": "attack", "targets[]": game.ids["Oro"], "dice/d20": "2", "visibility": "gm"}
    assert game.post(browser, command, **fields).status_code == 200
    assert [roll["visibility"] for roll in game.view()["rolls"]] == ["gm"]
    game.post(browser, command, **{**fields, "dice/d20": "20"}, _total="5", _follow="1")
    (damage,) = game.view()["rolls"]
    assert (damage["roll"], damage["visibility"]) == ("damage", "gm")
