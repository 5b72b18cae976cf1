"""The pages of a link: join and sit down, play from a phone, look on, the table's screen."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

PARTY = "Ilka, level 3, ev 11, 7/14, hp 6, armor 3\nVesna, level 3, hp 6, armor 3"
Post = Callable[..., Response]


class Table:
    """A game with two characters and a hidden adversary, as its GM has it."""

    def __init__(self, gm: TestClient) -> None:
        self.gm = gm
        self.path = gm.post("/games/new", data={"system": "daggerheart"}).headers["location"].removesuffix("/party")
        gm.post(f"{self.path}/party", data={"party": PARTY})
        self.play({"type": "add_creature", "creature": {"name": "Zqlurker", "hidden": True}})
        self.play({"type": "add_creature", "creature": {"name": "Hound", "numbers": {"difficulty": 12}}})

    def play(self, *commands: Mapping[str, Any]) -> None:
        answer = self.gm.post(f"/api/v1{self.path}/commands", json={"commands": list(commands)})
        assert answer.status_code == 200, answer.text

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.gm.get(f"/api/v1{self.path}").json()["view"]
        return found

    def creature(self, name: str) -> dict[str, Any]:
        return next(one for one in self.view["creatures"].values() if one["name"] == name)

    def link(self, role: str, **more: str) -> str:
        made = self.gm.post(f"/api/v1{self.path}/shares", json={"role": role, **more})
        assert made.status_code == 201, made.text
        return f"/s/{made.json()['token']}"


@pytest.fixture
def table(browser: TestClient) -> Table:
    return Table(browser)


@pytest.fixture
def seat(table: Table) -> str:
    """The address of Ilka's seat."""
    return table.link("seat", creature=table.creature("Ilka")["id"])


@pytest.fixture
def send(client: TestClient, seat: str) -> Post:
    """Send a command from Ilka's phone, as its page does."""

    def post(command: Mapping[str, Any], to: str = "commands", **fields: str) -> Response:
        data = {"command": json.dumps(command), **fields}
        answer: Response = client.post(f"{seat}/{to}", data=data, headers={"HX-Request": "true"})
        return answer

    return post


def test_the_join_page_offers_the_free_characters(client: TestClient, table: Table) -> None:
    page = client.get(table.link("join")).text
    assert "<b>Ilka</b>" in page
    assert "<b>Vesna</b>" in page
    assert "Hound" not in page


def test_a_tap_takes_the_seat_and_the_phone_keeps_it(client: TestClient, table: Table) -> None:
    door, ilka = table.link("join"), table.creature("Ilka")["id"]
    sat = client.post(f"{door}/seat", data={"creature": ilka})
    assert sat.status_code == 303
    assert "<h2>Ilka</h2>" in client.get(sat.headers["location"]).text
    assert client.get(door).headers["location"] == sat.headers["location"]


def test_the_gm_sees_which_device_sits_there(client: TestClient, table: Table) -> None:
    ilka = table.creature("Ilka")["id"]
    phone = {"User-Agent": "Mozilla/5.0 (Linux; Android 16; Pixel 9)"}
    client.post(f"{table.link('join')}/seat", data={"creature": ilka}, headers=phone)
    shares = table.gm.get(f"/api/v1{table.path}/shares").json()
    assert [share["device"] for share in shares.get("items", shares) if share["role"] == "seat"] == ["Android"]


def test_a_seat_is_taken_once(client: TestClient, table: Table) -> None:
    door, ilka = table.link("join"), table.creature("Ilka")["id"]
    client.post(f"{door}/seat", data={"creature": ilka})
    client.cookies.clear()
    late = client.post(f"{door}/seat", data={"creature": ilka})
    assert late.status_code == 409
    assert "taken a moment ago" in late.text
    assert re.search(rf'value="{ilka}" disabled', late.text)


def test_a_freed_seat_is_offered_again_to_the_phone_that_had_it(client: TestClient, table: Table) -> None:
    door, ilka = table.link("join"), table.creature("Ilka")["id"]
    client.post(f"{door}/seat", data={"creature": ilka})
    shares = table.gm.get(f"/api/v1{table.path}/shares").json()
    own = next(share for share in shares.get("items", shares) if share["role"] == "seat")
    table.gm.delete(f"/api/v1{table.path}/shares/{own['id']}")
    assert "Tap your character" in client.get(door).text


@pytest.mark.case("GM-038")
@pytest.mark.parametrize("tab", ["me", "roll", "table"])
def test_nothing_hidden_is_on_a_phone(client: TestClient, seat: str, tab: str) -> None:
    page = client.get(f"{seat}/{tab}").text
    assert "Zqlurker" not in page
    assert "Ilka" in page


@pytest.mark.case("GM-038")
@pytest.mark.parametrize("role", ["watch", "screen"])
def test_nothing_hidden_is_on_a_screen_or_for_those_who_look_on(client: TestClient, table: Table, role: str) -> None:
    page = client.get(table.link(role)).text
    assert "Hound" in page
    assert "Zqlurker" not in page
    assert "hx-post" not in page


def test_the_seat_page_has_the_own_sheet(client: TestClient, seat: str) -> None:
    page = client.get(f"{seat}/me").text
    assert re.search(r'id="t-hit_points"[^>]*aria-valuemax="6"', page)
    assert "7/14" in page


def test_a_tap_marks_and_the_answer_has_only_what_changed(
    client: TestClient, table: Table, send: Post, seat: str
) -> None:
    version = re.search(r"since=(\w+)", client.get(f"{seat}/me").text)
    assert version is not None
    ilka = table.creature("Ilka")["id"]
    command = {"type": "set_tracker", "creature": ilka, "tracker": "stress", "value": 2}
    answer = client.post(
        f"{seat}/commands",
        data={"command": json.dumps(command)},
        headers={"HX-Request": "true", "Shirma-Version": version[1]},
    )
    assert answer.status_code == 200
    assert 'hx-target="#me"' in answer.text
    assert 'hx-target="#picks"' not in answer.text
    assert answer.headers["etag"].strip('W/"') != version[1]
    assert json.loads(answer.headers["hx-trigger"])["shirma:toast"]["undo"] == "undo"
    assert table.creature("Ilka")["trackers"]["stress"]["value"] == 2


def test_a_phone_takes_its_own_tap_back(table: Table, send: Post) -> None:
    ilka = table.creature("Ilka")["id"]
    send({"type": "set_tracker", "creature": ilka, "tracker": "stress", "value": 2})
    assert send({}, to="undo").status_code == 200
    assert table.creature("Ilka")["trackers"]["stress"]["value"] == 0


def test_a_phone_touches_nobody_else(table: Table, send: Post) -> None:
    vesna = table.creature("Vesna")["id"]
    answer = send({"type": "set_tracker", "creature": vesna, "tracker": "stress", "value": 2})
    assert answer.status_code == 404
    assert "shirma:refused" in answer.headers["hx-trigger"]
    assert table.creature("Vesna")["trackers"]["stress"]["value"] == 0


def test_dice_that_fell_are_sent_and_the_result_stands_on_the_phone(
    client: TestClient, table: Table, send: Post, seat: str
) -> None:
    ilka = table.creature("Ilka")["id"]
    fields = {"creature": ilka, "with": "agility", "parameters/difficulty": "13", "dice/hope": "5", "dice/fear": "7"}
    answer = send({"type": "roll", "roll": "action"}, **fields)
    assert answer.status_code == 200, answer.text
    assert "12 with Fear" in answer.text
    assert table.view["trackers"]["fear"]["value"] == 1
    assert "12 with Fear" in client.get(f"{seat}/roll").text


def test_an_announced_result_is_one_tap(table: Table, send: Post) -> None:
    ilka = table.creature("Ilka")["id"]
    command = {"type": "roll", "roll": "action", "announced": {"with": "fear", "success": True}}
    assert send(command, creature=ilka).status_code == 200
    assert table.view["trackers"]["fear"]["value"] == 1


def test_a_roll_without_a_difficulty_waits_for_the_gm_and_says_so(
    client: TestClient, table: Table, send: Post, seat: str
) -> None:
    ilka = table.creature("Ilka")["id"]
    fields = {"creature": ilka, "with": "agility", "dice/hope": "5", "dice/fear": "7"}
    answer = send({"type": "roll", "roll": "action"}, **fields)
    assert answer.status_code == 200
    assert "The roll waits for the GM" in answer.text
    assert "5, 7" in client.get(f"{seat}/roll").text
    (ask,) = table.view["asks"]
    assert ask["kind"] == "difficulty"
    table.play({"type": "answer", "id": ask["id"], "difficulty": 13})
    page = client.get(f"{seat}/roll").text
    assert "waits for the GM" not in page
    assert "12 with Fear: failure" in page


def test_what_waits_is_told_to_its_own_seat_alone(client: TestClient, table: Table, send: Post, seat: str) -> None:
    vesna = table.link("seat", creature=table.creature("Vesna")["id"])
    fields = {"creature": table.creature("Ilka")["id"], "dice/hope": "5", "dice/fear": "7"}
    send({"type": "roll", "roll": "action"}, **fields)

    def waiting(link: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = client.get(link.replace("/s/", "/api/v1/shared/")).json()["view"]["waits"]
        return [{key: one[key] for key in ("kind", "dice")} for one in found]

    assert waiting(seat) == [{"kind": "difficulty", "dice": {"hope": 5, "fear": 7}}]
    assert waiting(vesna) == waiting(table.link("watch")) == []


def test_the_newest_roll_stands_on_every_page_of_a_phone(client: TestClient, table: Table, seat: str) -> None:
    told = {"type": "roll", "roll": "action", "announced": {"with": "fear", "total": 14}}
    table.play({**told, "creature": table.creature("Vesna")["id"]})
    for tab in ("me", "table"):
        assert "Vesna: 14 with Fear" in client.get(f"{seat}/{tab}").text


def test_the_result_stands_above_the_form(client: TestClient, seat: str) -> None:
    page = client.get(f"{seat}/roll").text
    assert page.index('id="result"') < page.index('id="then"') < page.index('id="roll"')


def test_a_blow_that_hit_offers_its_damage(table: Table, send: Post) -> None:
    ilka, hound = table.creature("Ilka")["id"], table.creature("Hound")["id"]
    facts = {"trait": "agility", "dice": "d8", "modifier": 1, "types": ["physical"], "range": "melee"}
    sword = {"sword": {"kind": "weapon", "name": "Sword", "facts": facts}}
    table.play({"type": "change_creature", "creature": ilka, "changes": {"features": sword}})
    fields = {"creature": ilka, "with": "sword", "targets[]": hound, "dice/hope": "9", "dice/fear": "7"}
    answer = send({"type": "roll", "roll": "action"}, **fields)
    assert answer.status_code == 200, answer.text
    assert "→ Hound" in answer.text
    command = re.search(r"hx-vals='([^']*)'", answer.text.partition('id="then"')[0].partition("#then")[2])
    assert command is not None
    then = json.loads(json.loads(html.unescape(command[1]))["command"])
    damage = send(then, **{"dice/dice": "6 5"})  # two of them by her level
    assert damage.status_code == 200, damage.text
    assert "12 damage" in damage.text


def test_the_odds_stand_before_the_roll(table: Table, send: Post) -> None:
    ilka = table.creature("Ilka")["id"]
    fields = {"creature": ilka, "with": "agility", "parameters/difficulty": "13"}
    odds = send({"type": "roll", "roll": "action"}, to="preview", **fields)
    assert "Critical success <b>8.3%</b>" in odds.text
    assert send({"type": "roll", "roll": "action"}, to="preview", creature=ilka).status_code == 200


def test_a_condition_on_the_own_sheet_speaks_to_its_player(client: TestClient, table: Table, seat: str) -> None:
    table.play({"type": "add_condition", "creature": table.creature("Ilka")["id"], "condition": "vulnerable"})
    assert "Every roll targeting you has advantage" in client.get(f"{seat}/me").text
    assert "по тебе" in client.get(f"{seat}/me", headers={"Accept-Language": "ru"}).text


def test_a_question_stands_on_top_until_it_is_answered(client: TestClient, table: Table, send: Post, seat: str) -> None:
    ilka = table.creature("Ilka")["id"]
    sources = [{"amount": 8, "types": ["physical"]}]
    table.play({"type": "take_damage", "creature": ilka, "sources": sources, "ask": True})
    page = client.get(f"{seat}/me").text
    assert "mark an Armor Slot?" in page
    assert "Take 2 HP" in page
    assert re.search(r"Armor Slots left: \d of \d", page)
    ask = next(ask for ask in table.view["asks"] if ask["kind"] == "armor_slot")
    answer = send({"type": "answer", "id": ask["id"]}, use="true")
    assert answer.status_code == 200
    assert "Ilka: Armor Slots 1 of" in answer.headers["hx-trigger"]
    assert "1 Hit Point marked" in answer.headers["hx-trigger"]
    assert "Hit Points 1 of" not in answer.headers["hx-trigger"]
    own = table.creature("Ilka")["trackers"]
    assert (own["hit_points"]["value"], own["armor_slots"]["value"]) == (1, 1)
    assert "mark an Armor Slot?" not in client.get(f"{seat}/me").text


def test_one_button_asks_for_the_spotlight_and_passes_it_on(client: TestClient, table: Table, seat: str) -> None:
    assert "Ask for the spotlight" in client.get(f"{seat}/table").text
    table.play({"type": "begin_turn", "creature": table.creature("Ilka")["id"]})
    page = client.get(f"{seat}/table").text
    assert "Pass the spotlight on" in page
    assert "The spotlight is on" in page


def test_a_free_character_is_known_by_its_class_and_so_is_the_own_sheet(client: TestClient, table: Table) -> None:
    calling = {"calling": {"kind": "calling", "name": "Guardian", "facts": {}}}
    ilka = table.creature("Ilka")["id"]
    table.play({"type": "change_creature", "creature": ilka, "changes": {"features": calling}})
    door = table.link("join")
    client.cookies.clear()
    assert '<small class="mut">Guardian</small>' in client.get(door).text
    seat = table.link("seat", creature=ilka)
    assert '<p class="sm mut calling">Guardian 3</p>' in client.get(f"{seat}/me").text
    assert "Guardian" not in client.get(door).text


def test_the_x_card_bears_its_name(client: TestClient, seat: str) -> None:
    page = client.get(f"{seat}/me").text
    card = page[page.index("xcard") :].split("</button>")[0]
    assert "<small>X card</small>" in card
    assert "#close" not in card


def test_the_screen_shows_the_code_while_seats_are_free(client: TestClient, table: Table) -> None:
    screen = table.link("screen")
    assert 'class="qr"' not in client.get(screen).text
    door = table.link("join")
    assert 'class="qr"' in client.get(screen).text
    for name in ("Ilka", "Vesna"):
        client.cookies.clear()
        client.post(f"{door}/seat", data={"creature": table.creature(name)["id"]})
    assert 'class="qr"' not in client.get(screen).text


@pytest.mark.parametrize("path", ["/s/none", "/s/none/me", "/s/none/live"])
def test_an_unknown_link_is_a_page_that_says_so(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_a_link_opens_only_its_own_pages(client: TestClient, table: Table, seat: str) -> None:
    watch = table.link("watch")
    assert client.get(f"{watch}/me").status_code == 404
    assert client.get(f"{seat}/nothing").status_code == 404
    assert client.post(f"{watch}/commands", data={"command": "{}"}).status_code in (403, 422)
    assert client.post(f"{watch}/seat", data={"creature": "x"}).status_code == 404


def test_a_hand_and_an_x_card_stand_before_the_gm_and_the_card_has_no_name(
    browser: TestClient, table: Table, send: Post
) -> None:
    ilka = table.creature("Ilka")["id"]
    assert 'aria-pressed="true"' in send({"type": "raise_hand", "creature": ilka, "on": True}).text
    laid = send({"type": "x_card"})
    assert "Nobody learns whose it is" in laid.headers["hx-trigger"]
    screen = browser.get(table.path).text
    assert "Ilka</b>: wants to say something" in screen
    assert screen.index("inbox stop") < screen.index("wants to say something")
    strip = screen.partition('class="inbox stop"')[2].partition("</div>")[0]
    assert "X card" in strip
    assert "Ilka" not in strip


def test_a_phone_says_that_the_session_is_over_until_the_next_one_begins(
    table: Table, client: TestClient, seat: str
) -> None:
    table.play({"type": "begin_session"}, {"type": "begin_turn", "creature": table.creature("Ilka")["id"]})
    assert "is over" not in client.get(f"{seat}/table").text
    table.play({"type": "end_session", "note": "Zqsecret"})
    page = client.get(f"{seat}/table").text
    assert "Session 1 is over" in page
    assert "The session is over" in page
    assert "The spotlight is on" not in page
    assert "Zqsecret" not in page
    assert "Session 1 is over" in client.get(table.link("screen")).text
    table.play({"type": "begin_session"})
    assert "is over" not in client.get(f"{seat}/table").text
