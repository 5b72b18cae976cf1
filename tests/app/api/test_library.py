"""The library over the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from tests.app.services.files.reading import SAMPLES

LIBRARY = "/api/v1/library"
MOTH: dict[str, Any] = {"name": "Ash Moth", "numbers": {"difficulty": 13}, "trackers": {"hit_points": {"max": 7}}}


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def make(admin: TestClient, creature: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    answer = admin.post(LIBRARY, json={"system": "daggerheart", "creature": creature or MOTH} | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def new_game(admin: TestClient) -> str:
    answer = admin.post("/api/v1/games", json={"name": "Mill", "system": "daggerheart"})
    return str(answer.json()["id"])


def test_an_entry_is_made_shown_changed_and_removed(admin: TestClient) -> None:
    made = make(admin, tags=["mine"], source="notebook")
    shown = admin.get(f"{LIBRARY}/{made['id']}")
    assert shown.json() == made
    assert made["creature"] == MOTH
    changed = admin.patch(
        f"{LIBRARY}/{made['id']}", json={"creature": {"name": "Old Moth"}}, headers={"If-Match": shown.headers["ETag"]}
    )
    assert (changed.status_code, changed.json()["name"]) == (200, "Old Moth")
    assert changed.headers["ETag"] != shown.headers["ETag"]
    assert admin.delete(f"{LIBRARY}/{made['id']}").status_code == 204
    assert admin.get(f"{LIBRARY}/{made['id']}").status_code == 404


def test_a_stale_version_is_refused(admin: TestClient) -> None:
    made = make(admin)
    for call in (admin.delete, lambda url, headers: admin.patch(url, json={"tags": ["x"]}, headers=headers)):
        answer = call(f"{LIBRARY}/{made['id']}", headers={"If-Match": '"e_old"'})
        assert (answer.status_code, answer.json()["code"]) == (412, "stale-version")
        assert f'"{answer.json()["version"]}"' == admin.get(f"{LIBRARY}/{made['id']}").headers["ETag"]


def test_the_list_is_searched_and_goes_page_by_page(admin: TestClient) -> None:
    admin.post(f"{LIBRARY}/import", content=sample("adversaries.json"))
    admin.post(f"{LIBRARY}/import", content=sample("environments.json"))
    first = admin.get(LIBRARY, params={"limit": 3}).json()
    rest = admin.get(LIBRARY, params={"limit": 3, "cursor": first["next"]}).json()
    assert first["total"] == 5
    assert rest["next"] is None
    assert [item["name"] for item in (*first["items"], *rest["items"])] == [
        "Lantern Moth", "Pale Grub", "Cloud of Gnats", "Sinking Causeway", "Sudden Fog",
    ]  # fmt: skip
    found = admin.get(LIBRARY, params={"q": "lantrn moht"}).json()["items"]
    assert (found[0]["name"], found[0]["tier"], found[0]["type"]) == ("Lantern Moth", 1, "solo")
    assert [item["name"] for item in admin.get(LIBRARY, params={"type": "minion"}).json()["items"]] == ["Pale Grub"]
    assert admin.get(LIBRARY, params={"kind": "environment", "tier": 2}).json()["total"] == 1


def test_the_type_is_said_in_the_caller_s_language(admin: TestClient) -> None:
    admin.post(f"{LIBRARY}/import", content=sample("adversaries.json"))
    words = [admin.get(LIBRARY, params={"q": "grub", "lang": lang}).json()["items"][0] for lang in ("en", "ru")]
    assert [item["type_text"] for item in words] == ["Minion", "Миньон"]


def test_a_preview_of_an_import_changes_nothing(admin: TestClient) -> None:
    preview = admin.post(f"{LIBRARY}/import", params={"preview": True}, content=sample("adversaries.json"))
    assert preview.status_code == 200
    assert preview.json()["counts"] == {"new": 3, "same": 0, "changed": 0}
    assert admin.get(LIBRARY).json()["total"] == 0


@pytest.mark.case("GM-088")
def test_an_import_says_what_came_and_what_was_lost(admin: TestClient) -> None:
    brought = admin.post(f"{LIBRARY}/import", params={"source": "a.json"}, content=sample("adversaries.json"))
    again = admin.post(f"{LIBRARY}/import", content=sample("adversaries.json"))
    assert (brought.status_code, again.status_code) == (201, 200)
    assert again.json()["counts"] == {"new": 0, "same": 3, "changed": 0}
    assert [item["id"] for item in again.json()["entries"]] == [item["id"] for item in brought.json()["entries"]]
    [lost] = brought.json()["lost"]
    assert (lost["place"], lost["name"], lost["code"]) == ("/2/atk", "Cloud of Gnats", "bonus-is-dice")
    assert lost["detail"].startswith("Cloud of Gnats: the attack bonus is dice (+2d4)")
    assert admin.get(f"{LIBRARY}/{brought.json()['entries'][0]['id']}").json()["source"] == "a.json"


def test_a_repeated_import_is_carried_out_once(admin: TestClient) -> None:
    key = {"Idempotency-Key": "one"}
    first = admin.post(f"{LIBRARY}/import", content=sample("adversaries.json"), headers=key)
    second = admin.post(f"{LIBRARY}/import", content=sample("adversaries.json"), headers=key)
    assert (second.status_code, second.content) == (201, first.content)


@pytest.mark.parametrize("name", ["adversaries.csv", "daggerforge.json"])
def test_every_format_is_taken_whatever_its_media_type_says(admin: TestClient, name: str) -> None:
    answer = admin.post(f"{LIBRARY}/import", content=sample(name), headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("raw", "status", "code"),
    [
        (b"", 422, "empty-file"),
        (b"[]", 422, "nothing-to-import"),
        (b"{}", 422, "unknown-format"),
        (b'[{"name": "Mo', 400, "malformed-json"),
        (b"<html>", 422, "web-page"),
        (b"\xff\xfe\x00", 422, "not-text"),
        (b"[" * 50_000, 422, "too-deep"),
        (b'[{"Name": "x", "HP": {"Value": 1}}]', 422, "format-not-taken"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_words(admin: TestClient, raw: bytes, status: int, code: str) -> None:
    for path in (f"{LIBRARY}/import", f"/api/v1/games/{new_game(admin)}/creatures/import"):
        answer = admin.post(path, content=raw, params={"lang": "ru"})
        assert answer.status_code == status
        [error] = answer.json()["errors"]
        assert error["code"] == code
        assert error["detail"]
    assert admin.get(LIBRARY).json()["total"] == 0


@pytest.mark.case("GM-088")
def test_a_file_of_more_than_32_mib_is_refused(admin: TestClient) -> None:
    answer = admin.post(f"{LIBRARY}/import", content=b" " * (32 * 1_048_576 + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"system": "daggerheart"},
        {"system": "daggerheart", "creature": {"name": "x" * 121}},
        {"system": "daggerheart", "creature": {"name": "Moth", "wings": 2}},
        {"system": "daggerheart", "creature": {"name": "Moth"}, "tags": [""]},
        {"system": "daggerheart", "creature": {"name": "Moth"}, "tags": ["x"] * 21},
        {"system": "daggerheart", "creature": {"name": "Moth"}, "colour": "red"},
        {"system": "daggerheart", "creature": {"name": "Moth", "features": {"a": {"kind": "feature"}}}},
        [],
    ],
)
def test_what_is_no_entry_is_refused_with_its_place(admin: TestClient, body: Any) -> None:
    answer = admin.post(LIBRARY, json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"]
    assert admin.get(LIBRARY).json()["total"] == 0


def test_text_that_cannot_be_stored_is_refused(admin: TestClient) -> None:
    raw = b'{"system": "daggerheart", "creature": {"name": "Moth", "note": "\\ud800"}}'
    answer = admin.post(LIBRARY, content=raw, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed-json")


def test_an_unknown_system_is_not_found(admin: TestClient) -> None:
    answer = admin.post(LIBRARY, json={"system": "chess", "creature": MOTH})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-system")
    assert admin.get(LIBRARY, params={"system": "chess"}).status_code == 404


@pytest.mark.parametrize("path", ["", "/l_1", "/offers?system=daggerheart"])
def test_the_library_is_nobody_else_s(client: TestClient, path: str) -> None:
    assert client.get(f"{LIBRARY}{path}").status_code == 401
    assert client.post(f"{LIBRARY}/import", content=b"[]").status_code == 401


def test_an_offer_holds_the_command_that_adds_it(admin: TestClient) -> None:
    admin.post(f"{LIBRARY}/import", content=sample("adversaries.json"))
    game = new_game(admin)
    params = {"system": "daggerheart", "q": "3 pale grub"}
    [first, *_] = admin.get(f"{LIBRARY}/offers", params=params).json()["items"]
    assert (first["name"], first["count"]) == ("Pale Grub", 3)
    added = admin.post(f"/api/v1/games/{game}/commands", json=first["command"])
    assert added.status_code == 200, added.text
    creatures = admin.get(f"/api/v1/games/{game}").json()["view"]["creatures"].values()
    assert [creature["name"] for creature in creatures] == ["Pale Grub 1", "Pale Grub 2", "Pale Grub 3"]
    assert {creature["numbers"]["difficulty"] for creature in creatures} == {10}


def test_one_that_is_made_up_can_be_added_at_once(admin: TestClient) -> None:
    params = {"system": "daggerheart", "q": "improvise tier 2 bruiser"}
    [first, *_] = admin.get(f"{LIBRARY}/offers", params=params).json()["items"]
    assert first["id"] is None
    added = admin.post(f"/api/v1/games/{new_game(admin)}/commands", json=first["command"])
    assert added.status_code == 200, added.text


def test_a_creature_in_a_game_is_a_copy_of_its_entry(admin: TestClient) -> None:
    made, game = make(admin), new_game(admin)
    command = {"type": "add_creature", "creature": {"card": made["id"]}}
    admin.post(f"/api/v1/games/{game}/commands", json=command)
    admin.patch(f"{LIBRARY}/{made['id']}", json={"creature": {"name": "Other", "numbers": {"difficulty": 20}}})
    admin.delete(f"{LIBRARY}/{made['id']}")
    [creature] = admin.get(f"/api/v1/games/{game}").json()["view"]["creatures"].values()
    assert (creature["name"], creature["numbers"]["difficulty"]) == ("Ash Moth", 13)
    assert creature["card"] == made["id"]
    again = admin.post(f"/api/v1/games/{game}/commands", json=command)
    assert (again.status_code, again.json()["code"]) == (404, "unknown-card")


def test_a_file_s_creatures_come_onto_a_board_hidden_and_in_one_step(admin: TestClient) -> None:
    game = new_game(admin)
    path = f"/api/v1/games/{game}/creatures/import"
    preview = admin.post(path, params={"preview": True}, content=sample("adversaries.json"))
    assert preview.status_code == 200
    assert admin.get(f"/api/v1/games/{game}").json()["view"]["creatures"] == {}
    answer = admin.post(path, content=sample("adversaries.json"))
    assert answer.status_code == 201, answer.text
    assert len({event["step"] for event in answer.json()["events"]}) == 1
    assert [lost["code"] for lost in answer.json()["lost"]] == ["bonus-is-dice"]
    creatures = admin.get(f"/api/v1/games/{game}").json()["view"]["creatures"].values()
    assert [creature["name"] for creature in creatures] == ["Lantern Moth", "Pale Grub", "Cloud of Gnats"]
    assert all(creature["hidden"] for creature in creatures)
    admin.post(f"/api/v1/games/{game}/undo", json={})
    assert admin.get(f"/api/v1/games/{game}").json()["view"]["creatures"] == {}


def test_they_may_come_in_sight(admin: TestClient) -> None:
    game = new_game(admin)
    admin.post(f"/api/v1/games/{game}/creatures/import", params={"hidden": False}, content=sample("environments.json"))
    creatures = admin.get(f"/api/v1/games/{game}").json()["view"]["creatures"].values()
    assert [(creature["kind"], creature["hidden"]) for creature in creatures] == [("environment", False)] * 2


def test_more_creatures_than_a_game_holds_are_refused_as_a_whole(admin: TestClient) -> None:
    game = new_game(admin)
    many = json.dumps([{"name": f"Moth {n}", "feats": []} for n in range(501)]).encode()
    answer = admin.post(f"/api/v1/games/{game}/creatures/import", content=many)
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-creatures")
    assert admin.get(f"/api/v1/games/{game}").json()["view"]["creatures"] == {}


STALKER = """Reed Stalker
Medium beast, unaligned
Armor Class 13
Hit Points 22 (4d8 + 4)
Claw. Melee Weapon Attack: +5 to hit. Hit: 6 (1d6 + 3) slashing damage.
Found in old wells
"""
WIDOW = "Marsh Widow\nTier 2 Solo\nDifficulty: 16 | Thresholds: 14/28 | HP: 8 | Stress: 6\nLIKED (3)\n"


def pasted(admin: TestClient, text: str, query: str = "") -> Response:
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    answer: Response = admin.post(f"/api/v1/library/import{query}", content=text.encode(), headers=headers)
    return answer


def test_a_stat_block_can_be_pasted_as_text(admin: TestClient) -> None:
    preview = pasted(admin, WIDOW, "?preview=true").json()
    assert (preview["counts"]["new"], preview["entries"][0]["name"]) == (1, "Marsh Widow")
    assert [lost["detail"] for lost in preview["lost"]] == ["Marsh Widow: not understood: “LIKED (3)”"]
    assert pasted(admin, WIDOW, "?system=daggerheart").status_code == 201
    assert admin.get("/api/v1/library?q=widow").json()["total"] == 1


def test_a_block_with_an_armor_class_belongs_to_a_game_that_has_one(admin: TestClient) -> None:
    brought = pasted(admin, STALKER).json()
    assert (brought["system"], brought["entries"][0]["name"]) == ("generic", "Reed Stalker")
    entry = admin.get(f"/api/v1/library/{brought['entries'][0]['id']}").json()
    assert (entry["creature"]["numbers"], entry["creature"]["trackers"]) == ({"armor": 13}, {"hp": {"max": 22}})
    refused = pasted(admin, STALKER, "?system=daggerheart")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "other-rules")
    assert pasted(admin, WIDOW, "?system=generic").json()["errors"][0]["code"] == "other-system"
    assert pasted(admin, WIDOW, "?system=none").status_code == 404
