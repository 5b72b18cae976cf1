"""Prepared fights over the API: written, typed, measured, started, put away, brought back."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.playing import API, ORO, Playing, code, problem_free

GOBLIN: dict[str, Any] = {
    "name": "Goblin",
    "numbers": {"difficulty": 11, "major": 4, "severe": 8},
    "trackers": {"hit_points": {"max": 3}},
    "features": {"about": {"kind": "about", "name": "", "facts": {"tier": 1, "type": "skulk"}}},
}
OGRE: dict[str, Any] = {**GOBLIN, "name": "2 Headed Ogre", "trackers": {"hit_points": {"max": 8}}}


@pytest.fixture
def game(admin: TestClient) -> Playing:
    playing = Playing(admin)
    playing.add(ORO)
    return playing


def in_library(admin: TestClient, creature: dict[str, Any]) -> str:
    made = problem_free(admin.post(f"{API}/library", json={"system": "daggerheart", "creature": creature}))
    return str(made["id"])


def prepare(game: Playing, name: str = "Ambush", **more: Any) -> Any:
    return problem_free(game.admin.post(f"{game.path}/encounters", json={"name": name, **more}))


def at(game: Playing, encounter: Any, what: str = "") -> str:
    return f"{game.path}/encounters/{encounter['id']}{what}"


def fetched(game: Playing, encounter: Any) -> Any:
    return problem_free(game.admin.get(at(game, encounter)))


def act(game: Playing, encounter: Any, what: str, **body: Any) -> Any:
    return problem_free(game.admin.post(at(game, encounter, f"/{what}"), json=body))


def board(game: Playing) -> list[str]:
    view = game.view()
    return [view["creatures"][id]["name"] for id in view["board"] if view["creatures"][id]["wave"] is None]


def test_an_encounter_is_written_read_changed_and_thrown_away(game: Playing, admin: TestClient) -> None:
    card = in_library(admin, GOBLIN)
    made = prepare(game, note="at the ford", rows=[{"card": card, "count": 3, "wave": "2"}, {"name": "Ferryman"}])
    assert [(row["name"], row["count"], row["wave"]) for row in made["rows"]] == [
        ("Goblin", 3, "2"),
        ("Ferryman", 1, None),
    ]
    assert made["rows"][0]["creature"]["trackers"] == GOBLIN["trackers"]
    answer = admin.get(at(game, made))
    assert answer.json() == {key: value for key, value in made.items() if key != "understood"}
    changed = admin.patch(at(game, made), json={"name": "Ford"}, headers={"If-Match": answer.headers["ETag"]})
    assert (changed.json()["name"], changed.json()["note"], len(changed.json()["rows"])) == ("Ford", "at the ford", 2)
    stale = admin.patch(at(game, made), json={"name": "Bridge"}, headers={"If-Match": answer.headers["ETag"]})
    assert code(stale) == (412, "stale-version")
    assert stale.json()["version"] == changed.headers["ETag"].strip('"')
    assert code(admin.delete(at(game, made), headers={"If-Match": answer.headers["ETag"]})) == (412, "stale-version")
    assert admin.delete(at(game, made), headers={"If-Match": changed.headers["ETag"]}).status_code == 204
    assert code(admin.get(at(game, made))) == (404, "unknown-encounter")


def test_encounters_are_listed_in_pages_and_kept_apart_by_game(game: Playing, admin: TestClient) -> None:
    names = ["Ford", "Bridge", "Mill"]
    for name in names:
        prepare(game, name)
    first = problem_free(admin.get(f"{game.path}/encounters?limit=2"))
    second = problem_free(admin.get(f"{game.path}/encounters?limit=2&cursor={first['next']}"))
    assert [one["name"] for one in first["items"] + second["items"]] == names
    assert second["next"] is None
    other = Playing(admin, "Another")
    assert problem_free(admin.get(f"{other.path}/encounters"))["items"] == []
    assert code(admin.get(f"{other.path}/encounters/{first['items'][0]['id']}")) == (404, "unknown-encounter")


def test_a_retry_makes_no_second_encounter(game: Playing, admin: TestClient) -> None:
    key = {"Idempotency-Key": "once"}
    answers = [admin.post(f"{game.path}/encounters", json={"name": "Ford"}, headers=key) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert len(problem_free(admin.get(f"{game.path}/encounters"))["items"]) == 1


@pytest.mark.parametrize(
    ("body", "refusal", "pointer"),
    [
        ({}, "invalid-input", "/name"),
        ({"name": ""}, "invalid-input", "/name"),
        ({"name": "A", "colour": "red"}, "unknown-field", "/colour"),
        ({"name": "A", "rows": [{"count": 1}]}, "invalid-input", "/rows/0/name"),
        ({"name": "A", "rows": [{"name": "B", "count": 101}]}, "invalid-input", "/rows/0/count"),
        ({"name": "A", "rows": [{"name": "B", "amount": "many"}]}, "invalid-input", "/rows/0/amount"),
        (
            {"name": "A", "rows": [{"name": "B"}, {"creature": {"name": "C", "numbers": {"luck": 1}}}]},
            "invalid-input",
            "/rows/1/creature/numbers/luck",
        ),
        ({"name": "A", "rows": [{"name": "B"}] * 61}, "invalid-input", "/rows"),
    ],
)
def test_a_wrong_encounter_is_refused_where_it_is_wrong(
    game: Playing, admin: TestClient, body: Any, refusal: str, pointer: str
) -> None:
    answer = admin.post(f"{game.path}/encounters", json=body)
    assert code(answer) == (422, refusal)
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert problem_free(admin.get(f"{game.path}/encounters"))["items"] == []


def test_a_card_that_nobody_knows_is_refused(game: Playing, admin: TestClient) -> None:
    answer = admin.post(f"{game.path}/encounters", json={"name": "A", "rows": [{"card": "l_none"}]})
    assert code(answer) == (404, "unknown-card")


@pytest.mark.case("GM-090")
def test_typed_lines_are_looked_up_and_what_is_unclear_is_said(game: Playing, admin: TestClient) -> None:
    for creature in (GOBLIN, OGRE, {**GOBLIN, "name": "Drowned Hound"}):
        in_library(admin, creature)
    lines = [
        *("3: Goblin", "Borin, friendly", "2 hound hidden wave 2", "1d4+1: Rat", "2 Headed Ogre", "Yes", "0: Bat"),
        *("{creature: Goblin, name: Pim, hp: 9}", "tier 2 bruiser", "goblin, blue"),
    ]
    made = prepare(game, lines="\n".join(lines))
    rows = {row["name"]: row for row in made["rows"]}
    assert list(rows)[:8] == ["Goblin", "Borin", "Drowned Hound", "Rat", "2 Headed Ogre", "Yes", "Bat", "Pim"]
    hound = rows["Drowned Hound"]
    assert (hound["count"], hound["hidden"], hound["wave"]) == (2, True, "2")
    assert (rows["Borin"]["kind"], rows["Rat"]["amount"], rows["Bat"]["count"]) == ("ally", "1d4+1", 0)
    assert rows["Pim"]["creature"]["trackers"]["hit_points"] == {"max": 9}
    hows = [one["how"] for one in made["understood"]]
    assert hows == ["library", "unknown", "library", "unknown", "library", "unknown", "unknown", "library", "made-up",
                    "library"]  # fmt: skip
    assert made["understood"][-1]["unclear"] == ["blue"]


def test_a_fight_is_started_as_one_step_and_its_waves_come_in_one_command(game: Playing, admin: TestClient) -> None:
    in_library(admin, GOBLIN)
    made = prepare(game, lines="3 goblin\ngoblin as Robed figure, wave 2\nWolf hidden\n0: Bat")
    act(game, made, "start")
    assert board(game) == ["Oro", "Goblin 1", "Goblin 2", "Goblin 3", "Wolf"]
    wolf = next(c for c in game.view()["creatures"].values() if c["name"] == "Wolf")
    assert wolf["hidden"]
    game.do({"type": "bring_wave", "wave": "2"})
    assert board(game) == ["Oro", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Wolf"]
    seen = {c["name"] for c in game.link("watch").get().json()["view"]["creatures"].values()}
    assert seen == {"Oro", "Goblin 1", "Goblin 2", "Goblin 3", "Robed figure"}
    problem_free(game.undo())
    problem_free(game.undo())
    assert board(game) == ["Oro"]


def test_a_fight_can_be_started_hidden_and_looked_at_first(game: Playing, admin: TestClient) -> None:
    made = prepare(game, lines="2 wolf")
    preview = problem_free(admin.post(at(game, made, "/start?preview=true"), json={}))
    assert [event["type"] for event in preview["events"]] == ["creature_added", "creature_added"]
    assert board(game) == ["Oro"]
    act(game, made, "start", hidden=True)
    assert all(c["hidden"] for c in game.view()["creatures"].values() if c["kind"] != "pc")


def test_a_rolled_amount_is_drawn_given_or_asked_for(game: Playing, admin: TestClient) -> None:
    made = prepare(game, lines="Wolf\n2d4+1 rat\nd6 bat")
    missing = admin.post(at(game, made, "/start"), json={"physical": True})
    assert code(missing) == (409, "input-needed")
    assert missing.json()["needs"] == [{"dice": "1", "sides": 4, "count": 2}]
    missing = admin.post(at(game, made, "/start"), json={"dice": {"1": [1, 1]}})
    assert missing.json()["needs"] == [{"dice": "2", "sides": 6, "count": 1}]
    act(game, made, "start", dice={"1": [1, 1], "2": 2})
    assert board(game) == ["Oro", "Wolf", "rat 1", "rat 2", "rat 3", "bat 1", "bat 2"]
    problem_free(game.undo())
    act(game, made, "start")
    assert 5 <= len(board(game)) <= 17


def test_nobody_is_no_fight(game: Playing, admin: TestClient) -> None:
    made = prepare(game, lines="0: Bat")
    assert code(admin.post(at(game, made, "/start"), json={})) == (409, "nothing-to-start")


def test_a_fight_is_parked_with_its_state_and_another_is_played_meanwhile(game: Playing, admin: TestClient) -> None:
    ford, mill = prepare(game, "Ford", lines="2 wolf\nbear wave 2"), prepare(game, "Mill", lines="ghost")
    act(game, ford, "start")
    wolf = next(id for id, c in game.view()["creatures"].items() if c["name"] == "wolf 1")
    game.do({"type": "set_tracker", "creature": wolf, "tracker": "hit_points", "value": 2})
    act(game, ford, "park")
    assert board(game) == ["Oro"]
    assert fetched(game, ford)["parked"] == ["wolf 1", "wolf 2", "bear"]
    act(game, mill, "start")
    act(game, mill, "park")
    act(game, ford, "resume")
    assert board(game) == ["Oro", "wolf 1", "wolf 2"]
    assert game.value("hit_points", wolf) == 2
    assert fetched(game, mill)["parked"] == ["ghost"]
    assert fetched(game, ford)["parked"] == []
    game.do({"type": "bring_wave", "wave": "2"})
    assert "bear" in board(game)


def test_parking_and_resuming_are_each_one_step(game: Playing, admin: TestClient) -> None:
    ford = prepare(game, "Ford", lines="wolf")
    act(game, ford, "start")
    act(game, ford, "park")
    problem_free(game.undo())
    assert (board(game), fetched(game, ford)["parked"]) == (["Oro", "wolf"], [])
    problem_free(game.redo())
    assert (board(game), fetched(game, ford)["parked"]) == (["Oro"], ["wolf"])


def test_two_encounters_of_one_name_are_put_away_apart(game: Playing, admin: TestClient) -> None:
    first, second = prepare(game, "Ford", lines="wolf"), prepare(game, "Ford", lines="bear")
    for one in (first, second):
        act(game, one, "start")
        act(game, one, "park")
    act(game, second, "resume")
    assert board(game) == ["Oro", "bear"]


def test_a_fight_that_nobody_parked_cannot_be_resumed_and_an_empty_board_not_parked(
    game: Playing, admin: TestClient
) -> None:
    made = prepare(game)
    assert code(admin.post(at(game, made, "/resume"))) == (409, "nobody-parked")
    assert code(admin.post(at(game, made, "/park"))) == (409, "nobody-to-park")


def test_only_those_named_are_parked(game: Playing, admin: TestClient) -> None:
    made = prepare(game, lines="wolf\nbear")
    act(game, made, "start")
    bear = next(id for id, c in game.view()["creatures"].items() if c["name"] == "bear")
    act(game, made, "park", creatures=[bear])
    assert board(game) == ["Oro", "wolf"]


def test_clearing_the_enemies_keeps_the_party_and_what_is_parked(game: Playing, admin: TestClient) -> None:
    made = prepare(game, lines="wolf")
    act(game, made, "start")
    act(game, made, "park")
    game.add({"name": "Rat"})
    game.do({"type": "clear_enemies"})
    assert board(game) == ["Oro"]
    act(game, made, "resume")
    assert board(game) == ["Oro", "wolf"]


@pytest.mark.case("GM-069")
def test_what_is_in_the_library_changes_no_prepared_and_no_running_fight(game: Playing, admin: TestClient) -> None:
    card = in_library(admin, GOBLIN)
    made = prepare(game, lines="3 goblin")
    act(game, made, "start")
    ids = {c["name"]: id for id, c in game.view()["creatures"].items()}
    game.do({"type": "set_tracker", "creature": ids["Goblin 2"], "tracker": "hit_points", "value": 1})
    game.do({"type": "change_creature", "creature": ids["Goblin 3"], "changes": {"name": "Pim"}})
    patch = {"creature": {"name": "Gob", "trackers": {"hit_points": {"max": 9}}, "numbers": {"attack_modifier": 5}}}
    problem_free(admin.patch(f"{API}/library/{card}", json=patch))
    assert board(game) == ["Oro", "Goblin 1", "Goblin 2", "Pim"]
    assert [game.value("hit_points", ids[f"Goblin {n}"]) for n in (1, 2, 3)] == [0, 1, 0]
    (row,) = fetched(game, made)["rows"]
    assert (row["name"], row["library"], row["creature"]["trackers"]["hit_points"]) == ("Goblin", "changed", {"max": 3})
    act(game, made, "start")
    newest = list(game.view()["creatures"].values())[-1]
    assert (newest["trackers"]["hit_points"]["max"], "attack_modifier" in newest["numbers"]) == (3, False)
    (row,) = act(game, made, "update")["rows"]
    assert (row["name"], row["library"], row["creature"]["trackers"]["hit_points"]) == ("Gob", "same", {"max": 9})
    assert admin.delete(f"{API}/library/{card}").status_code == 204
    (row,) = act(game, made, "update")["rows"]
    assert (row["name"], row["library"]) == ("Gob", "gone")
    act(game, made, "start")
    assert board(game)[-1].startswith("Gob ")


def test_an_encounter_can_be_made_from_the_board(game: Playing, admin: TestClient) -> None:
    card = in_library(admin, GOBLIN)
    made = prepare(game, lines="3 goblin\nWolf hidden\nBear as Shaggy thing, wave 2")
    act(game, made, "start")
    wolf = next(id for id, c in game.view()["creatures"].items() if c["name"] == "Wolf")
    game.do({"type": "set_tracker", "creature": wolf, "tracker": "hit_points", "value": 3})
    saved = prepare(game, "Again", from_board=True)
    told = [(row["name"], row["count"], row["hidden"], row["wave"], row["alias"], row["card"]) for row in saved["rows"]]
    assert told == [
        ("Goblin", 3, False, None, None, card),
        ("Wolf", 1, True, None, None, None),
        ("Bear", 1, False, "2", "Shaggy thing", None),
    ]
    game.do({"type": "clear_enemies"})
    act(game, saved, "start")
    assert board(game) == ["Oro", "Goblin 1", "Goblin 2", "Goblin 3", "Wolf"]
    assert all(c["trackers"]["hit_points"]["value"] == 0 for c in game.view()["creatures"].values())


def test_lines_of_a_changed_encounter_mean_the_creatures_that_it_has(game: Playing, admin: TestClient) -> None:
    made = prepare(game, rows=[{"creature": GOBLIN, "count": 2}, {"name": "Pim", "creature": GOBLIN}])
    changed = problem_free(admin.patch(at(game, made), json={"lines": "4 goblin\nGoblin called Pim\nRat"}))
    assert [(row["name"], row["count"]) for row in changed["rows"]] == [("Goblin", 4), ("Pim", 1), ("Rat", 1)]
    assert [one["how"] for one in changed["understood"]] == ["kept", "kept", "unknown"]
    assert changed["rows"][1]["creature"] == GOBLIN


def test_an_environment_is_a_row_of_its_own(game: Playing, admin: TestClient) -> None:
    made = prepare(game, lines="wolf", environment={"name": "The ford"})
    assert made["environment"] == {"name": "The ford", "card": None}
    other = problem_free(admin.patch(at(game, made), json={"environment": {"name": "The mill"}}))
    assert [(row["name"], row["kind"]) for row in other["rows"]] == [("wolf", "adversary"), ("The mill", "environment")]


def test_a_fight_is_measured_in_battle_points(game: Playing, admin: TestClient) -> None:
    bruiser = {**GOBLIN, "name": "Ogre"}
    bruiser["features"] = {"about": {"kind": "about", "name": "", "facts": {"tier": 1, "type": "bruiser"}}}
    rows = [{"creature": GOBLIN, "count": 2}, {"creature": bruiser}, {"name": "Stranger"}]
    made = prepare(game, rows=rows, adjustments=["harder"], environment={"name": "The ford"})
    budget = problem_free(admin.get(at(game, made, "/budget")))
    assert (budget["unit"], budget["points"], budget["spent"], budget["left"]) == ("Battle Points", 7, 8, -1)
    counting = [(one["name"], one["by"]) for one in budget["adjustments"] if one["counts"]]
    assert counting == [("Harder or longer", 2)]
    costs = [(one["name"], one["count"], one["points"]) for one in budget["costs"]]
    assert costs == [("Skulk", 2, 4), ("Bruiser", 1, 4), ("Type unknown", 1, None), ("Environment", 1, None)]
    russian = problem_free(admin.get(at(game, made, "/budget?lang=ru")))
    assert russian["unit"] == "Очки боя"


def test_a_game_without_a_measure_has_no_budget(admin: TestClient) -> None:
    id = problem_free(admin.post(f"{API}/games", json={"name": "Cave", "system": "generic"}))["id"]
    path = f"{API}/games/{id}/encounters"
    made = problem_free(admin.post(path, json={"name": "Rats", "lines": "Hobgoblin, 12, 15, 2, hidden"}))
    (row,) = made["rows"]
    assert (row["creature"]["trackers"], row["creature"]["numbers"]) == (
        {"hp": {"max": 12}},
        {"armor": 15, "initiative": 2},
    )
    assert code(admin.get(f"{path}/{made['id']}/budget")) == (404, "no-budget")


def test_a_link_to_the_game_opens_no_encounters(game: Playing, admin: TestClient, client: TestClient) -> None:
    made = prepare(game)
    assert code(client.get(at(game, made))) == (401, "sign-in-required")
    assert client.get(f"{game.link('watch').path}/encounters").status_code == 404


@pytest.mark.case("GM-039")
def test_who_was_prepared_hidden_or_masked_is_so_on_every_way_to_the_board(game: Playing, admin: TestClient) -> None:
    made = prepare(game, "Ambush", lines="Assassin hidden\nVampire as Pale stranger\nReserve wave 2")

    def seen_of(path: str) -> set[str]:
        token = problem_free(admin.post(f"{path}/shares", json={"role": "watch"}))["token"]
        answer = admin.get(f"{API}/shared/{token}")
        assert not {"Assassin", "Vampire", "Reserve"} & set(answer.text.replace('"', " ").split())
        return {creature["name"] for creature in answer.json()["view"]["creatures"].values()}

    both = {"Oro", "Pale stranger"}
    act(game, made, "start")
    assert seen_of(game.path) == both
    act(game, made, "park")
    assert seen_of(game.path) == {"Oro"}
    act(game, made, "resume")
    assert seen_of(game.path) == both
    document = problem_free(admin.get(f"{game.path}/export"))
    copy = problem_free(admin.post(f"{API}/games/import", json=document))["id"]
    assert seen_of(f"{API}/games/{copy}") == both
    saved = prepare(game, "Again", from_board=True)
    game.do({"type": "clear_enemies"})
    act(game, saved, "start")
    assert seen_of(game.path) == both
