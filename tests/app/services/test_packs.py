"""A server that is started with packs serves their games."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.commands.options import settings_of
from app.commands.serve import arguments
from app.main import create_app
from app.services import accounts, tokens
from app.settings import Settings, from_environment
from app.storage.database import Database
from tests.rules.packs.small import only_what_ships, write_pack


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    with only_what_ships():
        yield


def serve(settings: Settings, packs: Path | None) -> TestClient:
    """A program with a token that may do everything, at a server with these packs."""
    app = create_app(replace(settings, packs=packs))
    database: Database = app.state.database
    owner = database.write(lambda db: accounts.ensure_owner(db).id)
    secret = database.write(lambda db: tokens.create(db, owner, "tests", "admin")[1])
    return TestClient(app, headers={"Authorization": f"Bearer {secret}"})


def test_a_game_of_a_pack_is_served_and_played(settings: Settings, tmp_path: Path) -> None:
    client = serve(settings, write_pack(tmp_path / "tavern").parent)
    assert "tavern" in [system["key"] for system in client.get("/api/v1/systems").json()]
    game = client.post("/api/v1/games", json={"name": "Brawl", "system": "tavern"}).json()["id"]
    commands = [{"type": "add_creature", "creature": {"name": "Olf", "kind": "pc"}}]
    client.post(f"/api/v1/games/{game}/commands", json={"commands": commands}).raise_for_status()
    (olf,) = client.get(f"/api/v1/games/{game}").json()["view"]["creatures"].values()
    assert olf["trackers"]["grit"] == {"kind": "pool", "value": 8, "max": 8}
    hit = {"type": "take_damage", "creature": olf["id"], "amount": 9}
    answer = client.post(f"/api/v1/games/{game}/commands", json=hit)
    assert answer.json()["text"] == ["Olf: 9 damage; Grit 8 → 0", "Olf: Grit 0 of 8", "Olf: now Floored"]


def test_a_pack_of_one_language_is_readable_in_the_other(settings: Settings, tmp_path: Path) -> None:
    client = serve(settings, write_pack(tmp_path / "tavern"))
    russian = {"Accept-Language": "ru"}
    system = client.get("/api/v1/systems/tavern", headers=russian).json()
    assert {tracker["name"] for tracker in system["trackers"]} == {"Grit", "Nerve"}
    assert client.get("/api/v1/cards/tavern/dizzy", headers=russian).json()["title"] == "Dizzy"
    game = client.post("/api/v1/games", json={"name": "Brawl", "system": "tavern"}).json()["id"]
    add = {"type": "add_creature", "creature": {"name": "Olf", "kind": "pc"}}
    answer = client.post(f"/api/v1/games/{game}/commands", json=add).json()
    hit = {"type": "take_damage", "creature": answer["events"][0]["data"]["creature"]["id"], "amount": 2}
    answer = client.post(f"/api/v1/games/{game}/commands", json=hit, headers=russian)
    assert answer.json()["text"] == ["Olf: 2 очка урона; Grit 8 → 6", "Olf: Grit 6 из 8"]


def test_a_pack_without_english_is_served(settings: Settings, tmp_path: Path) -> None:
    write_pack(tmp_path / "tavern", system=('languages = ["en"]', 'languages = ["ru"]'))
    (tmp_path / "tavern/content/en").rename(tmp_path / "tavern/content/ru")
    words = (tmp_path / "tavern/words/en.toml").read_text("utf-8")
    (tmp_path / "tavern/words/en.toml").unlink()
    (tmp_path / "tavern/words/ru.toml").write_text(words, "utf-8")
    client = serve(settings, tmp_path / "tavern")
    assert client.get("/api/v1/cards/tavern/dizzy?lang=en").json()["title"] == "Dizzy"
    assert client.get("/api/v1/systems").status_code == 200


def test_a_broken_pack_is_named_in_the_log_and_stops_no_other(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_pack(tmp_path / "packs" / "broken", words=('nerve = "Nerve"\n', ""))
    write_pack(tmp_path / "packs" / "good", system=('key = "tavern"', 'key = "good"'))
    with caplog.at_level(logging.WARNING):
        client = serve(settings, tmp_path / "packs")
    assert "broken/words/en.toml:1: has no words for trackers.nerve" in caplog.text
    keys = [system["key"] for system in client.get("/api/v1/systems").json()]
    assert "good" in keys
    assert "tavern" not in keys


def test_a_folder_that_is_not_there_stops_nothing(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = serve(settings, tmp_path / "nowhere")
    assert client.get("/healthz").status_code == 200
    assert "nowhere/system.toml:1: is missing" in caplog.text


def test_the_folder_comes_from_the_command_line_or_the_environment() -> None:
    import argparse

    parser = argparse.ArgumentParser()
    arguments(parser)
    assert settings_of(parser.parse_args(["--packs", "mine"])).packs == Path("mine")
    assert from_environment({"SHIRMA_PACKS": "theirs"}).packs == Path("theirs")
    assert from_environment({}).packs is None


def test_a_game_whose_pack_is_gone_does_not_hide_the_others(settings: Settings, tmp_path: Path) -> None:
    with only_what_ships():
        client = serve(settings, write_pack(tmp_path / "tavern"))
        lost = client.post("/api/v1/games", json={"name": "Brawl", "system": "tavern"}).json()["id"]
        client.post("/api/v1/games", json={"name": "Mill", "system": "daggerheart"}).raise_for_status()
    client = serve(settings, None)
    listed = client.get("/api/v1/games").json()["items"]
    assert {game["name"] for game in listed} == {"Brawl", "Mill"}
    answer = client.get(f"/api/v1/games/{lost}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-system")
    assert answer.json()["title"]
