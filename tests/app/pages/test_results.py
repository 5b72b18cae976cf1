"""The card of the newest roll: its dice and what counted can be changed, one step each."""

from __future__ import annotations

import re
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import games, play
from app.services.play import Ask
from rules.core.trackers import Pool
from tests.app.pages.evenings import Evening


def rolled(game: Evening, **fields: Any) -> Any:
    """Oro's roll with these fields, as the view has it."""
    command = {"type": "roll", "roll": "action", "creature": game.ids["Oro"], "parameters": {"difficulty": 13}}
    game.do({**command, "dice": {"hope": 9, "fear": 4}, **fields})
    return newest(game)


def newest(game: Evening) -> Any:
    (roll,) = [one for one in game.view()["rolls"] if one["creature"] == game.ids["Oro"]]
    return roll


def card(client: TestClient, game: Evening) -> str:
    page: str = client.get(game.base).text
    return page[page.index('<div id="result"') :]


def test_another_face_is_one_step_that_pays_anew(browser: TestClient, game: Evening) -> None:
    roll, hope = rolled(game), game.pool("Oro", "hope")
    game.post(browser, {"type": "amend_roll", "id": roll["id"]}, **{"dice/fear": "10"})
    assert newest(game)["outcome"] == "success_fear"
    assert game.pool("Oro", "hope") == hope - 1
    assert "amended" in card(browser, game)
    play.undo(game.house, Ask(game.access, "en"))
    assert game.pool("Oro", "hope") == hope


def test_one_die_is_rolled_again_and_the_others_stay(browser: TestClient, game: Evening) -> None:
    roll = rolled(game, parameters={"difficulty": 13, "advantage": 1}, dice={"hope": 9, "fear": 4, "own": 3})
    assert 'id="die-hope-0-again"' in card(browser, game)
    seen = set()
    for _ in range(12):
        answer = game.post(browser, {"type": "amend_roll", "id": roll["id"], "dice": {"hope": []}}, _roll="1")
        assert answer.status_code == 200
        roll = newest(game)
        assert (roll["dice"]["fear"], roll["dice"]["own"]) in ((4, 3), ([4], [3]))
        seen.add(str(roll["dice"]["hope"]))
    assert len(seen) > 1


def test_one_of_several_dice_keeps_its_place(browser: TestClient, game: Evening) -> None:
    extra = [{"dice": "3d8", "reason": "song"}]
    roll = rolled(game, parameters={"difficulty": 13, "extra": extra}, dice={"hope": 9, "fear": 4, "extra": [1, 2, 3]})
    fields = {"_roll": "1", "_dice/extra/0": "1", "_dice/extra/2": "3"}
    game.post(browser, {"type": "amend_roll", "id": roll["id"], "dice": {"extra": []}}, **fields)
    first, _, third = newest(game)["dice"]["extra"]
    assert (first, third) == (1, 3)


def test_a_forgotten_modifier_is_added_with_its_reason(browser: TestClient, game: Evening) -> None:
    roll = rolled(game)
    fields = {"add/0/amount": "2", "add/0/reason": "the bell"}
    game.post(browser, {"type": "amend_roll", "id": roll["id"], "off": []}, **fields)
    assert newest(game)["total"] == roll["total"] + 2
    assert "the bell +2" in card(browser, game)


def test_what_counted_is_switched_off_and_stays_on_the_card(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_condition", "creature": game.ids["Revenant"], "condition": "vulnerable"})
    roll = rolled(game, targets=[game.ids["Revenant"]], parameters={}, dice={"hope": 9, "fear": 4, "own": 6})
    (id,) = [one["id"] for one in roll["facts"]["modifiers"] if one["why"] == "vulnerable"]
    game.post(browser, {"type": "amend_roll", "id": roll["id"], "off": []}, _mod=id)
    assert newest(game)["total"] == roll["total"] - 6
    switch = re.search(rf'<input type="checkbox" name="_on" value="{re.escape(id)}"[^>]*>', card(browser, game))
    assert switch
    assert "checked" not in switch[0]


def test_the_log_says_amended_in_both_languages(browser: TestClient, game: Evening) -> None:
    roll = rolled(game)
    game.post(browser, {"type": "amend_roll", "id": roll["id"]}, **{"dice/fear": "10"})
    for language, word in (("en", "amended"), ("ru", "исправлен")):
        page = browser.get(game.base, headers={"Accept-Language": language}).text
        assert word in page[page.index('id="log"') :]


def test_a_success_at_a_foe_without_a_weapon_offers_its_damage(browser: TestClient, game: Evening) -> None:
    revenant, ferry = game.ids["Revenant"], game.ids["The ferry"]
    offer = f'/drawers/damage?creature={revenant}" hx-target="#slot-{revenant}"'
    rolled(game, targets=[revenant], parameters={}, dice={"hope": 9, "fear": 7})
    assert "Deal damage → Revenant" in card(browser, game)
    assert offer in card(browser, game)
    rolled(game, targets=[revenant], parameters={}, dice={"hope": 3, "fear": 4})
    assert offer not in card(browser, game)
    rolled(game, targets=[ferry], parameters={}, dice={"hope": 9, "fear": 7})
    assert "/drawers/damage?creature=" not in card(browser, game)
    rolled(game, targets=[revenant], parameters={"reaction": True}, dice={"hope": 9, "fear": 7})
    assert offer not in card(browser, game)
    rolled(game, targets=[revenant], parameters={}, dice={"hope": 9, "fear": 7})
    game.do({"type": "take_damage", "creature": revenant, "band": "minor"})
    assert offer not in card(browser, game)


def test_a_hit_of_a_foe_whose_sheet_has_no_attack_offers_its_damage(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_creature", "creature": {"name": "Rat", "kind": "adversary"}})
    (rat,) = [id for id, creature in game.view()["creatures"].items() if creature["name"] == "Rat"]
    oro = game.ids["Oro"]
    attack = {"type": "roll", "roll": "adversary_attack", "creature": rat, "targets": [oro]}
    offer = f'/drawers/damage?creature={oro}" hx-target="#slot-{oro}"'
    game.do({**attack, "parameters": {"attack_modifier": 0}, "dice": {"d20": [19]}})
    assert offer in card(browser, game)
    game.do({**attack, "parameters": {"attack_modifier": 0}, "dice": {"d20": [2]}})
    assert offer not in card(browser, game)


def test_an_attack_with_a_weapon_offers_the_roll_of_its_damage_alone(browser: TestClient, game: Evening) -> None:
    rolled(game, targets=[game.ids["Revenant"]], parameters={}, **{"with": "axe"}, dice={"hope": 9, "fear": 6})
    assert 'id="then-1"' in card(browser, game)
    assert 'id="hurt-1"' not in card(browser, game)


def test_a_tag_team_roll_with_fear_says_the_fear_of_both(browser: TestClient, game: Evening) -> None:
    partner = game.ids["Ilka"]
    game.do({"type": "set_tracker", "creature": game.ids["Oro"], "tracker": "hope", "value": 3})
    game.do(
        {
            "type": "tag_team",
            "creature": game.ids["Oro"],
            "partner": {"creature": partner},
            "parameters": {"difficulty": 10},
            "choose": game.ids["Oro"],
            "dice": {"hope": 4, "fear": 9, partner: {"hope": 9, "fear": 3}},
        }
    )
    assert game.house.look(game.access.game_id).game.state.table["fear"] == Pool(3 + 2, 12)
    assert re.search(r"<li[^>]*>Fear \+2</li>", card(browser, game))


def test_a_die_is_called_by_its_word_in_a_game_without_a_card_of_its_own(
    app: FastAPI, browser: TestClient, account: str
) -> None:
    house = app.state.house
    ann = {"type": "add_creature", "creature": {"name": "Ann", "kind": "pc"}}
    id = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, [ann]))
    access = games.as_gm(house, account, id)
    (who,) = house.look(id).game.state.creatures
    dice = {"type": "roll", "roll": "dice", "creature": who, "parameters": {"expression": "1d20"}}
    play.play(house, Ask(access, "en"), [{**dice, "dice": {"dice": [7]}}])
    for language, word in (("en", "Dice"), ("ru", "Кубики")):
        page = browser.get(f"/games/{id}", headers={"Accept-Language": language}).text
        assert f'title="{word} 7"' in page[page.index('<div id="result"') :]
