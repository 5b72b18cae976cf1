"""Stat blocks in Russian, as they are copied from a book. All of them are made up for these tests."""

from __future__ import annotations

from typing import Any

import pytest

from app.services.files.detect import read_file
from app.services.files.entries import Unreadable
from app.services.files.pasted_words import as_known

BARE = """Громила ранга 1
Сложность: 12
Пороги Урона: 7/12
Хиты: 6
Стресс: 3
Атака: +2
Укус: Вплотную | 1d8+2 физ"""
SERPENT = """Болотный змей
Одиночка 2 ранга
Ждёт под мостом тех, кто не платит.
Мотивы и тактика: тащить под воду
Сложность: 14 | Пороги: 10/20 | Хиты: 8 | Стресс: 4
Атака: +3 | Пасть: Очень близко | 2к10+3 маг
Опыт: Засада +2
СПОСОБНОСТИ
Скользкий - Пассивная: Его нельзя схватить.
Рывок - Действие: Отметьте Стресс, чтобы сбить с ног всех вблизи."""
BRIDGE = """Старый мост
Преодоление 1 ранга
Сложность: 11
Импульсы: шататься
Возможные противники: болотный змей
Способности
Доски - Реакция: Они падают."""


def spec(text: str) -> dict[str, Any]:
    parsed = read_file(text.encode())
    assert parsed.lost == []
    return dict(parsed.entries[0].spec)


def test_a_block_that_only_says_its_type_is_named_by_it() -> None:
    found = spec(BARE)
    assert (found["name"], found["kind"]) == ("Громила", "adversary")
    assert found["numbers"] == {"difficulty": 12, "major": 7, "severe": 12, "attack_modifier": 2}
    assert found["trackers"] == {"hit_points": {"max": 6}, "stress": {"max": 3}}
    assert found["features"]["about"]["facts"]["tier"] == 1
    assert found["features"]["about"]["facts"]["type"] == "bruiser"
    attack = found["features"]["attack"]
    assert attack["name"] == "Укус"
    assert {key: attack["facts"][key] for key in ("range", "dice", "modifier", "types")} == {
        "range": "melee",
        "dice": "1d8",
        "modifier": 2,
        "types": ["physical"],
    }
    assert spec("Tier 1 Bruiser\nDifficulty: 12\nHP: 6\nStress: 3")["name"] == "Bruiser"


def test_a_whole_block_keeps_its_words_and_its_features() -> None:
    found = spec(SERPENT)
    features = found["features"]
    assert (found["name"], features["about"]["facts"]["type"]) == ("Болотный змей", "solo")
    assert features["about"]["facts"]["description"] == "Ждёт под мостом тех, кто не платит."
    assert features["about"]["facts"]["motives"] == "тащить под воду"
    assert features["attack"]["name"] == "Пасть"
    assert (features["attack"]["facts"]["range"], features["attack"]["facts"]["types"]) == ("very_close", ["magic"])
    assert features["experience-1"] == {"kind": "experience", "name": "Засада", "facts": {"modifier": 2}}
    told = [(one["name"], one["facts"]["type"]) for one in features.values() if one["kind"] == "feature"]
    assert told == [("Скользкий", "passive"), ("Рывок", "action")]


def test_an_environment_is_read_too() -> None:
    found = spec(BRIDGE)
    assert (found["name"], found["kind"], found["numbers"]) == ("Старый мост", "environment", {"difficulty": 11})
    assert found["features"]["about"]["facts"]["potential_adversaries"] == "болотный змей"


@pytest.mark.parametrize("line", ["Difficulty: 12", "Он ждёт под мостом: 3 дня.", "Хиты врага тают: он слаб", ""])
def test_other_lines_stay(line: str) -> None:
    assert as_known(line) == line


def test_a_block_of_which_too_little_is_known_names_the_line() -> None:
    with pytest.raises(Unreadable) as refused:
        read_file("Змей\nСложность: 14\nЗдоровьице: 8\nНервы: 3".encode())
    assert (refused.value.code, refused.value.facts) == ("block-unclear", {"line": "3", "text": "Здоровьице: 8"})
