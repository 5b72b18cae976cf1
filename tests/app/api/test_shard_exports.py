"""What leaves SHARD as a file: runes are words in both languages, and never glyphs or keys."""

from __future__ import annotations

import csv
import io

import pytest
from starlette.testclient import TestClient

from tests.app.playing import Playing

FELL = {
    "en": "Dice: Soul, Triumph, Blank, Success",
    "ru": "Кубики: Душа, Триумф, Пустая, Успех",
}
GLYPHS = "ᚢᛋᛟᚦᛒ"
LANGUAGES = ("en", "ru")
ROLL = {"type": "roll", "roll": "challenge", "parameters": {"dice": 3, "target": 1}}


@pytest.fixture
def play(admin: TestClient) -> Playing:
    game = Playing(admin, "The lamp", "shard")
    id = game.add({"name": "Irsa", "kind": "pc"})
    game.do({**ROLL, "creature": id, "dice": {"faces": [1, 8, 4, 6]}})
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_as_markdown_tells_the_runes_in_words(play: Playing, language: str) -> None:
    text = play.admin.get(f"{play.path}/log?format=markdown&lang={language}").text
    assert f"({FELL[language]})" in text
    assert not set(GLYPHS) & set(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_as_csv_has_a_column_for_them(play: Playing, language: str) -> None:
    text = play.admin.get(f"{play.path}/log?format=csv&lang={language}").text
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [row["dice"] for row in rows if row["type"] == "rolled"] == [FELL[language]]
    assert {row["dice"] for row in rows if row["type"] != "rolled"} == {""}
    assert not set(GLYPHS) & set(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_no_dice_of_a_roll_whose_result_alone_is_open(play: Playing, language: str) -> None:
    id = next(iter(play.view()["creatures"]))
    play.do({**ROLL, "creature": id, "dice": {"faces": [2, 3, 2]}, "visibility": "result"})
    hidden = {"en": "Mind", "ru": "Разум"}[language]
    for format in ("markdown", "csv"):
        assert hidden in play.admin.get(f"{play.path}/log?format={format}&lang={language}").text
        read = play.link("watch").get(f"/log?format={format}&lang={language}").text
        assert FELL[language] in read
        assert hidden not in read


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_of_the_evening_is_all_words(play: Playing, language: str) -> None:
    text = play.admin.get(f"{play.path}/report?format=markdown&lang={language}").text
    assert {"en": "Rolls: 1", "ru": "Броски: 1"}[language] in text
    assert not set(GLYPHS) & set(text)
