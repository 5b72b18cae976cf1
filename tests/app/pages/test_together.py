"""Rolls that several make together, and downtime of days: filled on the screen, asked on the phones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.services import play, shares
from app.services.play import Ask
from tests.app.pages.evenings import Evening

FELL = {"dice/hope": "9", "dice/fear": "4"}


def drawer(client: TestClient, game: Evening, noun: str, language: str = "en", **fields: Any) -> str:
    answer = client.get(f"{game.base}/drawers/{noun}", params=fields, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return str(answer.text)


def roll_of(game: Evening, name: str) -> Any:
    (roll,) = [one for one in game.view()["rolls"] if one["creature"] == game.ids[name]]
    return roll


def member(game: Evening, **fields: str) -> dict[str, str]:
    return {"members/0/creature": game.ids["Ilka"], **{f"members/0/{key}": value for key, value in fields.items()}}


def test_the_dice_name_who_helps(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "dice", creature=game.ids["Oro"], **{"helpers[]": game.ids["Ilka"]})
    assert "Ilka <small>1 Hope</small></button>" in html


def test_a_reaction_that_succeeds_adds_one_to_the_leaders_roll(browser: TestClient, game: Evening) -> None:
    lead = {"creature": game.ids["Oro"], "with": "agility", "parameters/difficulty": "14", **FELL}
    said = {"members/0/announced/success": "true"}
    assert game.post(browser, {"type": "group_roll"}, **lead, **member(game), **said).status_code == 200
    assert roll_of(game, "Oro")["total"] == 9 + 4 + 2 + 1


def test_dice_that_nobody_typed_are_rolled_in_the_same_step(browser: TestClient, game: Evening) -> None:
    before = game.house.look(game.access.game_id).game.state
    lead = {"creature": game.ids["Oro"], "with": "agility", "parameters/difficulty": "14", **FELL}
    answer = game.post(browser, {"type": "group_roll"}, **lead, **member(game, **{"with": "agility"}), _roll="1")
    assert answer.status_code == 200
    assert (roll_of(game, "Oro")["dice"]["hope"], roll_of(game, "Oro")["dice"]["fear"]) == (9, 4)
    assert set(roll_of(game, "Ilka")["dice"]) >= {"hope", "fear"}
    play.undo(game.house, Ask(game.access, "en"))
    assert game.house.look(game.access.game_id).game.state == before


def test_a_reaction_from_a_phone_is_taken_over(browser: TestClient, client: TestClient, game: Evening) -> None:
    assert "as it was rolled" not in drawer(browser, game, "group", creature=game.ids["Oro"])
    url = f"/s/{shares.create(game.house, game.access, 'seat', game.ids['Ilka'])['token']}"
    command = {"type": "roll", "roll": "action", "creature": game.ids["Ilka"], "dice": {"hope": 9, "fear": 4}}
    fields = {"parameters/reaction": "true", "parameters/difficulty": "20"}
    data = {"command": json.dumps(command), **fields}
    assert client.post(f"{url}/commands", data=data, headers={"HX-Request": "true"}).status_code == 200
    html = drawer(browser, game, "group", creature=game.ids["Oro"])
    assert "as it was rolled" in html
    assert 'name="members/0/announced/success" value="false"' in html


def test_a_member_may_stay_out(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "group", creature=game.ids["Oro"], _again="1")
    assert "members/0/creature" not in html
    assert "stays out of it" in html
    assert "Групповой" in drawer(browser, game, "group", "ru")


@pytest.fixture
def team(browser: TestClient, game: Evening) -> Evening:
    """Oro has initiated a Tag Team Roll with Ilka; whose roll counts is asked."""
    game.do({"type": "set_tracker", "creature": game.ids["Oro"], "tracker": "hope", "value": 4})
    partner = {"partner/creature": game.ids["Ilka"], "partner/with": "agility"}
    theirs = {f"dice/{game.ids['Ilka']}/hope": "11", f"dice/{game.ids['Ilka']}/fear": "8"}
    own = {"creature": game.ids["Oro"], "with": "agility", "parameters/difficulty": "14", **FELL}
    assert game.post(browser, {"type": "tag_team"}, **own, **partner, **theirs, _roll="1").status_code == 200
    return game


def test_a_tag_team_roll_takes_hope_and_asks_whose_roll_counts(browser: TestClient, team: Evening) -> None:
    assert team.pool("Oro", "hope") == 1
    (ask,) = team.view()["asks"]
    page = browser.get(team.base).text
    assert f'id="choose-{team.ids["Oro"]}"' in page
    assert "Ilka: 19" in page
    answer = team.post(browser, {"type": "answer", "id": ask["id"]}, choose=team.ids["Ilka"])
    assert answer.status_code == 200
    assert team.view()["asks"] == ()
    assert (team.pool("Oro", "hope"), team.pool("Ilka", "hope")) == (2, 3)


def test_the_phone_chooses_whose_roll_counts(client: TestClient, team: Evening) -> None:
    url = f"/s/{shares.create(team.house, team.access, 'seat', team.ids['Oro'])['token']}"
    page = client.get(f"{url}/me").text
    assert f'value="{team.ids["Ilka"]}"' in page
    (ask,) = team.view()["asks"]
    data = {"command": json.dumps({"type": "answer", "id": ask["id"]}), "choose": team.ids["Oro"]}
    assert client.post(f"{url}/commands", data=data, headers={"HX-Request": "true"}).status_code == 200
    assert team.pool("Oro", "hope") == 2


def test_a_second_tag_team_roll_in_a_session_is_not_offered(browser: TestClient, team: Evening) -> None:
    assert "disabled" in drawer(browser, team, "tag_team", creature=team.ids["Oro"])
    assert "disabled" not in drawer(browser, team, "tag_team", creature=team.ids["Ilka"])


def test_days_pass_with_a_die_for_each_character(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_clock", "name": "The bridge", "size": 6, "kind": "countdown", "ticks": "long_rest"})
    (clock,) = game.view()["clocks"]
    html = drawer(browser, game, "downtime", **{f"clocks/{clock}": "2"})
    assert html.count('name="_dice/fear/') == 2
    assert "The bridge" in html
    assert "Долгое" in drawer(browser, game, "downtime", "ru")
    days = {"days": "5", f"clocks/{clock}": "2", "_dice/fear/0": "4", "_dice/fear/1": "1", "_roll": "1"}
    assert game.post(browser, {"type": "extended_downtime"}, **days).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 8
    assert game.view()["clocks"][clock]["value"] == 4
    play.undo(game.house, Ask(game.access, "en"))
    assert game.view()["trackers"]["fear"]["value"] == 3


def test_the_phones_are_asked_for_reactions_that_the_leaders_roll_takes_over(
    browser: TestClient, client: TestClient, game: Evening
) -> None:
    oro, ilka = game.ids["Oro"], game.ids["Ilka"]
    html = drawer(browser, game, "group", creature=oro, **{"parameters/difficulty": "14"})
    assert 'id="group-ask"' in html
    command = {"type": "ask_reactions", "creature": oro, "members": [ilka], "difficulty": 14}
    assert game.post(browser, command).status_code == 200
    url = f"/s/{shares.create(game.house, game.access, 'seat', ilka)['token']}"
    assert "A group action roll: your reaction" in client.get(f"{url}/me").text
    assert "твоя реакция" in client.get(f"{url}/me", headers={"Accept-Language": "ru"}).text
    (ask,) = game.view()["asks"]
    data = {"command": json.dumps({"type": "answer", "id": ask["id"]}), "with": "agility"}
    assert client.post(f"{url}/commands", data=data, headers={"HX-Request": "true"}).status_code == 200
    assert roll_of(game, "Ilka")["facts"]["filled"]["difficulty"] == 14
    fields = {"_again": "1", "_in": ilka, f"_said/{ilka}": "", f"_rolled/{ilka}": ""}
    assert "as it was rolled" in drawer(browser, game, "group", creature=oro, **fields)


def test_a_tag_team_roll_is_offered_from_a_phone_with_the_hope_for_it(client: TestClient, game: Evening) -> None:
    oro, ilka = game.ids["Oro"], game.ids["Ilka"]
    urls = {id: f"/s/{shares.create(game.house, game.access, 'seat', id)['token']}" for id in (oro, ilka)}
    assert 'id="tag-team"' not in client.get(f"{urls[oro]}/me").text
    game.do({"type": "set_tracker", "creature": oro, "tracker": "hope", "value": 3})
    assert 'id="tag-team"' in client.get(f"{urls[oro]}/me").text
    data = {"command": json.dumps({"type": "offer_tag_team", "creature": oro})}
    fields = {"partner": ilka, "target": game.ids["Revenant"], "with": "agility"}
    sent = client.post(f"{urls[oro]}/commands", data={**data, **fields}, headers={"HX-Request": "true"})
    assert sent.status_code == 200
    me = client.get(f"{urls[ilka]}/me").text
    assert "Tag Team Roll: do you join?" in me
    assert "присоединишься" in client.get(f"{urls[ilka]}/me", headers={"Accept-Language": "ru"}).text
    (ask,) = game.view()["asks"]
    yes = {"command": json.dumps({"type": "answer", "id": ask["id"]}), "join": "true", "with": "agility"}
    answer = client.post(f"{urls[ilka]}/commands", data=yes, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert game.pool("Oro", "hope") == 0
    (choice,) = game.view()["asks"]
    assert (choice["kind"], choice["by"]) == ("tag_team", oro)


def test_the_gm_answers_a_reaction_that_is_asked_with_a_trait(browser: TestClient, game: Evening) -> None:
    game.do({"type": "ask_reactions", "creature": game.ids["Ilka"], "members": [game.ids["Oro"]], "difficulty": 12})
    (ask,) = [one for one in game.view()["asks"] if one["kind"] == "group_reaction"]
    page = browser.get(game.base).text
    asked = page[page.index(f'id="ask-{ask["id"]}"') :]
    asked = asked[: asked.index("</form>")]
    assert '<option value="agility">Agility +2</option>' in asked
    assert '<option value="strength">Strength 0</option>' in asked
    said = {"type": "answer", "id": ask["id"], "dice": {"hope": 6, "fear": 4}}
    answer = game.post(browser, said, **{"with": "agility"})
    assert answer.status_code == 200
    assert roll_of(game, "Oro")["total"] == 12


def test_the_phone_shows_what_each_trait_adds_to_a_reaction_and_who_helps(client: TestClient, game: Evening) -> None:
    game.do({"type": "ask_reactions", "creature": game.ids["Ilka"], "members": [game.ids["Oro"]], "difficulty": 12})
    url = f"/s/{shares.create(game.house, game.access, 'seat', game.ids['Oro'])['token']}"
    page = client.get(f"{url}/roll").text
    assert "Agility <small>+2</small></button>" in page
    assert ">Ilka helps" in page
    assert "Help: Ilka" in client.get(f"{url}/me").text
    russian = client.get(f"{url}/roll", headers={"Accept-Language": "ru"}).text
    assert "Помогает: Ilka" in russian
