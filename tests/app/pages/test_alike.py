"""Minions stand in one row with their count; one falls, or as many as the damage fells; they attack along."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening

RAT = {
    "name": "Rat",
    "numbers": {"difficulty": 11, "attack_modifier": 0},
    "trackers": {"hit_points": {"max": 1}},
    "features": {
        "minion": {"kind": "passive", "name": "Minion (3)", "facts": {"minion": 3}},
        "attack": {"kind": "attack", "name": "Bite", "facts": {"modifier": 2, "types": ["physical"]}},
    },
}


@pytest.fixture
def rats(game: Evening) -> list[str]:
    """Four rats, by their numbers."""
    game.do({"type": "add_creatures", "creature": RAT, "count": 4})
    found = game.view()["creatures"].values()
    return [one["id"] for one in sorted(found, key=lambda one: one["name"]) if one["name"].startswith("Rat")]


def foes(client: TestClient, game: Evening) -> str:
    page: str = client.get(game.base).text
    return page[page.index('id="rows-foe"') : page.index('id="defeated"')]


def test_equals_stand_behind_one_row_with_their_count(browser: TestClient, game: Evening, rats: list[str]) -> None:
    html = foes(browser, game)
    assert "×4" in html
    folded = html[html.index(f'id="alike-{rats[0]}"') :]
    assert all(f'id="row-{id}"' in folded for id in rats[1:])
    assert "×" not in html[html.index('title="Revenant"') :][:200]
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_one_who_acts_stands_for_all(browser: TestClient, game: Evening, rats: list[str]) -> None:
    game.do({"type": "begin_turn", "creature": rats[2]})
    html = foes(browser, game)
    assert f'id="alike-{rats[2]}"' in html
    assert html.index(f'id="row-{rats[2]}"') < html.index(f'id="row-{rats[0]}"')


def test_one_that_falls_leaves_the_row_to_the_next(browser: TestClient, game: Evening, rats: list[str]) -> None:
    blow = {"type": "take_damage", "creature": rats[0], "sources": [{"amount": 2, "types": ["physical"]}]}
    game.post(browser, blow)
    html = foes(browser, game)
    assert "×3" in html
    assert f'id="alike-{rats[1]}"' in html


def test_damage_asks_who_falls_along(browser: TestClient, game: Evening, rats: list[str]) -> None:
    blow = {"type": "take_damage", "creature": rats[0], "sources": [{"amount": 7, "types": ["physical"]}]}
    game.post(browser, blow)
    (ask,) = game.view()["asks"]
    assert ask["data"]["most"] == 2
    game.post(browser, {"type": "answer", "id": ask["id"]}, **{"minions[]": rats[1:3]})
    assert "×" not in foes(browser, game)
    assert f'id="row-{rats[3]}"' in foes(browser, game)


def test_a_hidden_one_is_no_part_of_the_group(browser: TestClient, game: Evening, rats: list[str]) -> None:
    game.do({"type": "hide", "creature": rats[3]})
    assert "×3" in foes(browser, game)


def test_they_attack_along_with_one_roll(browser: TestClient, game: Evening, rats: list[str]) -> None:
    drawer = browser.get(f"{game.base}/drawers/attack", params={"creature": rats[0]}).text
    assert [id for id in rats[1:] if f'value="{id}"' not in drawer] == []
    command = {"type": "roll", "roll": "adversary_attack", "creature": rats[0]}
    fields = {"with": "attack", "targets[]": game.ids["Oro"], "dice/d20": "18", "helpers[]": rats[1:3]}
    html = game.post(browser, command, **fields, _follow="1").text
    assert re.search(r'name="sources/0/amount" value="6"', html)  # 2 of each


def test_no_others_are_offered_to_one_by_itself(browser: TestClient, game: Evening) -> None:
    drawer = browser.get(f"{game.base}/drawers/attack", params={"creature": game.ids["Revenant"]}).text
    assert "helpers[]" not in drawer


def test_a_horde_that_has_thinned_out_shows_how_many_are_left_and_what_it_deals(
    browser: TestClient, game: Evening
) -> None:
    facts = {"dice": "2d6", "modifier": 3, "types": ["physical"], "thinned": {"dice": "1d4", "modifier": 1}}
    about = {"kind": "about", "name": "", "facts": {"type": "horde", "horde_per_hp": 5}}
    features = {"about": about, "attack": {"kind": "attack", "name": "Bites", "facts": facts}}
    swarm = {"name": "Moths", "trackers": {"hit_points": {"max": 6, "value": 2}}, "features": features}
    game.do({"type": "add_creature", "creature": swarm})
    (moths,) = (id for id, one in game.view()["creatures"].items() if one["name"] == "Moths")
    page = row_of(browser, game, moths)
    assert "20 of 30 left" in page
    assert "2d6+3" in page
    assert "thinned" not in page
    game.do({"type": "adjust_tracker", "creature": moths, "tracker": "hit_points", "by": 1})
    page = row_of(browser, game, moths)
    assert "1d4+1" in page
    assert "2d6" not in page
    assert "thinned out" in page
    assert "поредела" in row_of(browser, game, moths, "ru")
    drawer = browser.get(f"{game.base}/drawers/attack", params={"creature": moths}).text
    assert "1d4+1 phys (thinned out)" in drawer


def row_of(client: TestClient, game: Evening, id: str, language: str = "en") -> str:
    html = client.get(game.base, headers={"Accept-Language": language}).text
    return str(html[html.index(f'id="row-{id}"') :].partition("</article>")[0])
