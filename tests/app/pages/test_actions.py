"""What the screen's forms do, and what the page gets back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.services import games
from tests.app.pages.evenings import Evening, drawer

HTMX = {"HX-Request": "true"}


def said(answer: Response) -> dict[str, Any]:
    """What the page is told to say."""
    found = json.loads(answer.headers["hx-trigger"])
    (event,) = found.values()
    return dict(event)


def test_a_tap_answers_the_fragments_that_it_changed(browser: TestClient, game: Evening) -> None:
    row = f"#row-{game.ids['Oro']}"
    command = {"type": "adjust_tracker", "creature": game.ids["Oro"], "tracker": "stress", "by": 1}
    answer = game.post(browser, command)
    html = answer.text
    assert answer.status_code == 200
    assert f'hx-target="{row}"' in html
    assert f'hx-target="#row-{game.ids["Ilka"]}"' not in html
    assert 'hx-target="#log' in html
    assert answer.headers["etag"] == f'"{games.see(game.house, game.access, "en").version}"'


def test_what_was_done_is_said_with_its_undo(browser: TestClient, game: Evening) -> None:
    toast = said(game.post(browser, {"type": "adjust_tracker", "tracker": "fear", "by": 1}))
    assert "Fear 4 of 12" in toast["text"]
    assert browser.post(toast["undo"], headers=HTMX).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 3


def test_a_refusal_says_why_and_puts_the_row_back(browser: TestClient, game: Evening) -> None:
    stale = {"type": "set_tracker", "creature": game.ids["Oro"], "tracker": "hit_points", "value": 6, "was": 5}
    answer = game.post(browser, stale)
    assert answer.status_code == 409
    assert f'hx-target="#row-{game.ids["Oro"]}"' in answer.text
    assert "Hit Points" in said(answer)["text"]
    assert game.pool("Oro", "hit_points") == 4


@pytest.mark.parametrize("drawer", ["nothing", "damage", "needs", "social"])
def test_what_was_done_is_no_refusal_where_its_drawer_cannot_stay(
    browser: TestClient, game: Evening, drawer: str
) -> None:
    answer = game.post(browser, {"type": "adjust_tracker", "tracker": "fear", "by": 1}, _reopen=drawer, _slot="across")
    assert answer.status_code == 200
    assert "Fear 4 of 12" in said(answer)["text"]
    assert "#across" in answer.text


def test_a_form_that_is_no_command_is_refused_and_nothing_happens(browser: TestClient, game: Evening) -> None:
    for fields in ({}, {"command": "no"}, {"command": '{"type": "nonsense"}'}):
        answer = browser.post(f"{game.base}/commands", data=fields, headers=HTMX)
        assert 400 <= answer.status_code < 500


def test_the_attack_of_an_adversary_opens_the_damage_of_its_target_filled(browser: TestClient, game: Evening) -> None:
    revenant, oro = game.ids["Revenant"], game.ids["Oro"]
    command = {"type": "roll", "roll": "adversary_attack", "creature": revenant}
    fields = {"with": "attack", "targets[]": oro, "dice/d20": "12", "_total": "13", "_follow": "1"}
    html = game.post(browser, command, **fields, _close=f"slot-{revenant}").text
    assert f'<hx-partial hx-target="#slot-{revenant}" hx-swap="innerHTML"></hx-partial>' in html
    opened = html[html.index(f'hx-target="#slot-{oro}"') :]
    assert 'value="13"' in opened
    assert "From: Revenant" in opened
    assert "4 → <b>6</b>" in opened


def test_an_attack_that_misses_opens_nothing(browser: TestClient, game: Evening) -> None:
    command = {"type": "roll", "roll": "adversary_attack", "creature": game.ids["Revenant"]}
    fields = {"with": "attack", "targets[]": game.ids["Oro"], "dice/d20": "2", "_follow": "1"}
    assert "slot-" not in _targets(game.post(browser, command, **fields))


def _targets(answer: Response) -> str:
    html: str = answer.text
    return " ".join(part.split('"')[0] for part in html.split('<hx-partial hx-target="#')[1:])


def test_undoing_an_attack_takes_back_the_damage_roll_with_it(browser: TestClient, game: Evening) -> None:
    command = {"type": "roll", "roll": "adversary_attack", "creature": game.ids["Revenant"]}
    fields = {"with": "attack", "targets[]": game.ids["Oro"], "dice/d20": "12", "_total": "13", "_follow": "1"}
    toast = said(game.post(browser, command, **fields))
    assert browser.post(toast["undo"], headers=HTMX).status_code == 200
    assert game.view()["order"]["active"] is None


def test_the_bands_say_what_each_would_mark(browser: TestClient, game: Evening) -> None:
    drawer = browser.get(f"{game.base}/drawers/damage?creature={game.ids['Oro']}").text
    said = [
        re.sub(r"<[^>]+>", " ", found).split()
        for found in re.findall(r'value="(?:minor|major|severe)".*?</button>', drawer)
    ]
    assert [words[-2:] for words in said] == [["1", "HP"], ["2", "HP"], ["3", "HP"]]
    game.do({"type": "set_tracker", "creature": game.ids["Oro"], "tracker": "hit_points", "value": 5})
    drawer = browser.get(f"{game.base}/drawers/damage?creature={game.ids['Oro']}").text
    said = re.findall(r'value="severe".*?</button>', drawer)
    assert "· 2 HP</button>" in said[0]


def test_damage_is_marked_by_number_band_or_heals_with_a_plus(browser: TestClient, game: Evening) -> None:
    oro = game.ids["Oro"]
    command = {"type": "take_damage", "creature": oro}
    heal = {"type": "adjust_tracker", "creature": oro, "tracker": "hit_points"}
    plus = json.dumps({"field": "sources/0/amount", "command": heal, "name": "by", "times": -1})
    form = {"_plus": plus, "_unless": "band sources", "armor_slots": "0", "sources/0/types[]": "physical"}
    game.post(browser, command, **form, **{"sources/0/amount": "10"})
    assert game.pool("Oro", "hit_points") == 6
    game.post(browser, command, **form, **{"sources/0/amount": "+5"})
    assert game.pool("Oro", "hit_points") == 1
    game.post(browser, command, **form, band="severe")
    assert game.pool("Oro", "hit_points") == 4


def test_a_missing_number_is_asked_for_and_may_be_kept_on_the_sheet(browser: TestClient, game: Evening) -> None:
    lantern = game.ids["Zq-Lantern"]
    command = {"type": "take_damage", "creature": lantern}
    form = {"sources/0/amount": "8", "sources/0/types[]": "magic", "_slot": f"slot-{lantern}"}
    answer = game.post(browser, command, **form)
    assert answer.status_code == 409
    assert 'name="parameters/major"' in answer.text
    keep = {"parameters/major": "6", "parameters/severe": "11", "_keep": f"{lantern} major parameters/major"}
    assert game.post(browser, command, **form, **keep).status_code == 200
    assert game.pool("Zq-Lantern", "hit_points") == 2
    assert game.creature("Zq-Lantern")["numbers"]["major"] == 6


def test_what_an_attack_lacks_is_asked_for_by_name_and_form(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_creature", "creature": {"name": "Wolf", "trackers": {"hit_points": {"max": 4}}}})
    wolf = next(id for id, one in game.view()["creatures"].items() if one["name"] == "Wolf")
    command = {"type": "roll", "roll": "adversary_attack", "creature": wolf, "targets": [game.ids["Oro"]]}
    asked = game.post(browser, command, **{"dice/d20": "15"}).text
    assert "Attack modifier · Wolf, such as +2" in asked
    assert 'name="parameters/attack_modifier" placeholder="+2"' in asked
    field = {"parameters/attack_modifier": "+2", "_keep": f"{wolf} attack_modifier parameters/attack_modifier"}
    assert game.post(browser, command, **{"dice/d20": "15"}, **field).status_code == 200
    assert game.view()["creatures"][wolf]["numbers"]["attack_modifier"] == 2


def test_the_sheet_of_a_creature_that_is_only_a_name_says_nothing_of_what_it_lacks(
    browser: TestClient, game: Evening
) -> None:
    game.do({"type": "add_creature", "creature": {"name": "Wolf", "trackers": {"hit_points": {"max": 4}}}})
    wolf = next(id for id, one in game.view()["creatures"].items() if one["name"] == "Wolf")
    game.do({"type": "begin_turn", "creature": wolf})
    sheet = re.search(rf'<article class="statb" id="sheet-{wolf}".*?</article>', browser.get(game.base).text, re.DOTALL)
    assert sheet is not None
    assert '<p class="sm mut">stays open while it acts</p>' in sheet[0]
    assert "Thresholds" not in sheet[0]
    assert "–/–" not in sheet[0]


def test_dice_that_lack_are_rolled_on_demand_and_those_that_fell_stay(browser: TestClient, game: Evening) -> None:
    oro = game.ids["Oro"]
    choices = [{"creature": oro, "move": "tend_to_wounds"}, {"creature": oro, "move": "tend_to_wounds"}]
    form = {f"_dice/{oro}/1": "1", "dice/fear": "2", "_roll": "1"}
    answer = game.post(browser, {"type": "rest", "kind": "short", "choices": choices}, **form)
    assert answer.status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 5
    assert game.pool("Oro", "hit_points") == 0


def test_an_undo_by_key_that_is_held_fast_says_so_above_the_board(browser: TestClient, game: Evening) -> None:
    first = game.do({"type": "set_tracker", "tracker": "fear", "value": 5})["events"][0]["step"]
    game.do({"type": "note", "text": "between"})
    second = game.do({"type": "set_tracker", "tracker": "fear", "value": 9})["events"][0]["step"]
    answer = browser.post(f"{game.base}/undo", data={"step": first}, headers=HTMX)
    assert answer.status_code == 409
    assert 'hx-target="#across"' in answer.text
    together = f"{game.base}/undo?steps={first},{second}"
    assert f'hx-post="{together}"' in answer.text
    assert browser.post(together, headers=HTMX).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 3


def test_of_several_steps_that_are_undone_together_all_are_or_none(browser: TestClient, game: Evening) -> None:
    first = game.do({"type": "set_tracker", "tracker": "fear", "value": 5})["events"][0]["step"]
    game.do({"type": "note", "text": "before"})
    game.do({"type": "set_tracker", "tracker": "fear", "value": 9})
    last = game.do({"type": "note", "text": "between"})["events"][0]["step"]
    before = game.house.look(game.access.game_id).game.number
    answer = browser.post(f"{game.base}/undo?steps={first},{last}", headers=HTMX)
    assert answer.status_code == 409
    assert game.house.look(game.access.game_id).game.number == before


def test_an_attack_whose_damage_cannot_be_rolled_has_been_made_all_the_same(browser: TestClient, game: Evening) -> None:
    attack = {"kind": "attack", "name": "Oar", "facts": {"dice": "99d99"}}
    game.do({"type": "change_creature", "creature": game.ids["Revenant"], "changes": {"features": {"attack": attack}}})
    command = {"type": "roll", "roll": "adversary_attack", "creature": game.ids["Revenant"]}
    fields = {"with": "attack", "targets[]": game.ids["Oro"], "dice/d20": "18", "_follow": "1"}
    answer = game.post(browser, command, **fields)
    assert answer.status_code == 200
    toast = said(answer)
    assert "hit" in toast["text"]
    assert "At most 40 dice" in toast["text"]
    assert browser.post(toast["undo"], headers=HTMX).status_code == 200
    assert game.view()["order"]["active"] is None


def test_an_undo_that_is_held_fast_names_the_steps_and_offers_to_rewind(browser: TestClient, game: Evening) -> None:
    first = game.do({"type": "set_tracker", "tracker": "fear", "value": 5})["events"][0]
    game.do({"type": "note", "text": "between"})
    game.do({"type": "set_tracker", "tracker": "fear", "value": 9})
    answer = browser.post(f"{game.base}/undo", data={"step": first["step"], "_past": ""}, headers=HTMX)
    assert answer.status_code == 409
    assert f'hx-target="#inway-{first["step"]}"' in answer.text
    assert "Fear 9 of 12" in answer.text
    preview = f"{game.base}/drawers/rewind?to={first['number'] - 1}"
    assert f'hx-get="{preview}"' in answer.text
    assert "Fear 3 of 12" in browser.get(preview).text
    assert browser.post(f"{game.base}/rewind", data={"to": first["number"] - 1}, headers=HTMX).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 3


def test_undo_without_a_step_takes_the_newest_and_redo_brings_it_back(browser: TestClient, game: Evening) -> None:
    game.do({"type": "set_tracker", "tracker": "fear", "value": 9})
    assert browser.post(f"{game.base}/undo", headers=HTMX).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 3
    assert browser.post(f"{game.base}/redo", headers=HTMX).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 9


def test_what_was_typed_is_added_and_the_drawer_stays_open_and_empty(browser: TestClient, game: Evening) -> None:
    form = {"_add": "1", "_said": "3 goblin", "_hidden": "true", "_reopen": "add", "_slot": "across"}
    answer = browser.post(f"{game.base}/commands", data=form, headers=HTMX)
    assert answer.status_code == 200
    added = [one for one in game.view()["creatures"].values() if one["name"].startswith("Goblin")]
    assert [one["hidden"] for one in added] == [True] * 3
    assert 'hx-target="#across"' in answer.text
    assert 'value="3 goblin"' not in answer.text


def test_adding_nothing_is_refused(browser: TestClient, game: Evening) -> None:
    answer = browser.post(f"{game.base}/commands", data={"_add": "1", "_said": " "}, headers=HTMX)
    assert answer.status_code == 409


def test_a_condition_goes_on_all_that_are_marked(browser: TestClient, game: Evening) -> None:
    command = {"type": "add_condition", "condition": "restrained"}
    answer = game.post(browser, command, each=[game.ids["Oro"], game.ids["Revenant"]])
    assert answer.status_code == 200
    for name in ("Oro", "Revenant"):
        assert [one["key"] for one in game.creature(name)["conditions"]] == ["restrained"]


def test_links_are_made_and_closed_from_the_tab_of_players(browser: TestClient, game: Evening) -> None:
    made = browser.post(f"{game.base}/shares", data={"role": "join"}, headers=HTMX).text
    assert "/s/" in made
    assert "Code to join" in made
    once = browser.post(f"{game.base}/shares", data={"role": "screen"}, headers=HTMX).text
    assert "shown once" in once
    door = made.split("/shares/")[1].split("/close")[0]
    assert "Open the door" in browser.post(f"{game.base}/shares/{door}/close", headers=HTMX).text
    assert browser.post(f"{game.base}/shares", data={"role": "gm"}, headers=HTMX).status_code == 422


@pytest.mark.parametrize("role", ["screen", "watch", "seat"])
def test_a_new_link_is_shown_once_across_the_board_with_its_code(browser: TestClient, game: Evening, role: str) -> None:
    asked = ("seats", {"creature": game.ids["Oro"]}) if role == "seat" else ("shares", {"role": role})
    made = browser.post(f"{game.base}/{asked[0]}", data=asked[1], headers=HTMX).text
    board, players = made.split("</hx-partial>")[:2]
    assert 'hx-target="#across"' in board
    assert 'class="qr"' in board
    address = board.split('data-copy="')[1].split('"')[0]
    assert f'<a href="{address}"' in board
    assert address not in players
    assert address not in browser.get(game.base).text


def test_the_open_door_shows_its_code_across_the_board_and_its_address_as_text(
    browser: TestClient, game: Evening
) -> None:
    made = browser.post(f"{game.base}/shares", data={"role": "join"}, headers=HTMX).text
    board, players = made.split("</hx-partial>")[:2]
    assert 'hx-target="#across"' in board
    assert 'class="qr"' in board
    assert 'class="qr"' not in players
    address = players.split('data-copy="')[1].split('"')[0]
    for part in (board, players):
        assert f'<p class="url">{address.removeprefix("http://")}</p>' in part
    assert "Show the code" in players
    assert "data-over" not in drawer(browser, game, "door", free=4)


def test_the_code_goes_away_with_the_door_and_with_the_last_free_seat(browser: TestClient, game: Evening) -> None:
    assert "data-over" in drawer(browser, game, "door")
    made = browser.post(f"{game.base}/shares", data={"role": "join"}, headers=HTMX).text
    for creature in [one["id"] for one in game.view()["creatures"].values() if one["kind"] == "pc"]:
        assert "data-over" not in drawer(browser, game, "door", free=1)
        browser.post(f"{game.base}/seats", data={"creature": creature}, headers=HTMX)
    assert "data-over" in drawer(browser, game, "door", free=1)
    by_hand = drawer(browser, game, "door")
    assert "data-over" not in by_hand
    assert "seated" in by_hand
    door = made.split("/shares/")[1].split("/close")[0]
    browser.post(f"{game.base}/shares/{door}/close", headers=HTMX)
    assert "data-over" in drawer(browser, game, "door")


def test_a_number_to_keep_that_is_none_is_not_kept(browser: TestClient, game: Evening) -> None:
    oro = game.ids["Oro"]
    for number in ("--5", "9" * 5000, "x"):
        fields = {"_keep": f"{oro} evasion _number", "_number": number}
        tap = json.dumps({"type": "adjust_tracker", "tracker": "fear", "by": 1})
        answer = browser.post(f"/games/{game.access.game_id}/commands", data={"command": tap, **fields}, headers=HTMX)
        assert answer.status_code == 200
    assert game.view()["creatures"][oro]["numbers"]["evasion"] < 60


def test_a_form_whose_commands_are_no_list_is_refused(browser: TestClient, game: Evening) -> None:
    answer = browser.post(f"/games/{game.access.game_id}/commands", data={"command": '{"commands": 5}'}, headers=HTMX)
    assert answer.status_code == 400


@pytest.mark.case("GM-063")
def test_damage_to_one_who_was_removed_meanwhile_hurts_nobody(browser: TestClient, game: Evening) -> None:
    revenant = game.ids["Revenant"]
    command = {"type": "take_damage", "creature": revenant}
    form = {"sources/0/amount": "9", "sources/0/types[]": "physical", "_slot": f"slot-{revenant}"}
    game.do({"type": "remove_creature", "creature": revenant})
    before = game.view()
    answer = game.post(browser, command, **form)
    assert answer.status_code in (404, 410)
    assert said(answer)["text"]
    assert game.view() == before
    gone = browser.get(f"{game.base}/drawers/damage?creature={revenant}", headers=HTMX)
    assert gone.status_code == 404


@pytest.mark.case("GM-063")
def test_damage_in_a_game_that_was_put_away_meanwhile_is_refused(browser: TestClient, game: Evening) -> None:
    assert browser.delete(f"/api/v1{game.base}").status_code == 204
    answer = game.post(browser, {"type": "take_damage", "creature": game.ids["Oro"]}, **{"sources/0/amount": "9"})
    assert answer.status_code == 404
    assert said(answer)["text"]


@pytest.mark.case("GM-033")
@pytest.mark.parametrize(
    ("typed", "marked"),
    [("9", 6), (" 9 ", 6), ("+3", 1), ("-9", 4), ("\N{MINUS SIGN}9", 4), ("44-9", 4), ("1e3", 4), ("abc", 4), ("", 4),
     ("9.5", 4), ("+", 4), ("99999", 4)],
)  # fmt: skip
def test_a_number_is_damage_a_plus_heals_and_anything_else_changes_nothing(
    browser: TestClient, game: Evening, typed: str, marked: int
) -> None:
    """The field says so: "A number; +5 heals"."""
    oro = game.ids["Oro"]
    heal = {"type": "adjust_tracker", "creature": oro, "tracker": "hit_points"}
    plus = json.dumps({"field": "sources/0/amount", "command": heal, "name": "by", "times": -1})
    form = {"_plus": plus, "_unless": "band sources", "armor_slots": "0", "sources/0/types[]": "physical"}
    answer = game.post(browser, {"type": "take_damage", "creature": oro}, **form, **{"sources/0/amount": typed})
    assert answer.status_code < 500
    assert game.pool("Oro", "hit_points") == marked
    if marked == 4:
        assert answer.status_code in (409, 422)
    assert "+5 heals" in browser.get(f"{game.base}/drawers/damage?creature={oro}", headers=HTMX).text


@pytest.mark.case("GM-033")
def test_setting_a_number_and_changing_it_by_one_are_two_things(browser: TestClient, game: Evening) -> None:
    oro = game.ids["Oro"]
    tracker = {"creature": oro, "tracker": "hit_points"}
    for minus in ("-2", "\N{MINUS SIGN}2"):
        game.post(browser, {"type": "adjust_tracker", **tracker}, by=minus)
    assert game.pool("Oro", "hit_points") == 0
    game.post(browser, {"type": "set_tracker", **tracker}, value="3")
    assert game.pool("Oro", "hit_points") == 3
    for wrong in ("-3", "1e3", "44-9", "abc"):
        assert game.post(browser, {"type": "set_tracker", **tracker}, value=wrong).status_code == 422
    assert game.pool("Oro", "hit_points") == 3


def test_a_toast_puts_those_who_came_together_into_one_sentence(browser: TestClient, game: Evening) -> None:
    toast = said(game.post(browser, {"type": "add_creatures", "creature": {"name": "Rat"}, "count": 4}))
    assert toast["text"] == "On the board: Rat 1, Rat 2, Rat 3, Rat 4"


def test_a_toast_says_when_there_is_more_to_tell(browser: TestClient, game: Evening) -> None:
    choices = [{"creature": game.ids[name], "move": "prepare"} for name in ("Oro", "Ilka") for _ in range(2)]
    toast = said(game.post(browser, {"type": "rest", "kind": "short", "choices": choices, "dice": {"fear": [2]}}))
    assert toast["text"].startswith("Short rest")
    assert toast["text"].endswith(" …")
