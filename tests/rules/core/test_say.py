"""Codes become words in two languages, whatever is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.say import Words, counted, load_words, plural, say

EN = Words(
    language="en",
    sections={
        "log": {
            "damage": "{target}: {lost|damage}",
            "damage+by": "{by} hits {target}: {lost|damage}",
            "damage+by+weapon": "{by} hits {target} with {weapon}: {lost|damage}",
            "became": "{target} is now {condition!cards}",
            "typed": "types: {types!types}",
            "changed": "{tracker!trackers} {by:+} ({was} → {now})",
        },
        "types": {"physical": "physical", "magic": "magic"},
        "trackers": {"fear": "Fear"},
    },
    nouns={"damage": {"one": "{n} point", "other": "{n} points"}},
)
RU = Words(
    language="ru",
    sections={"log": {"damage": "{target}: {lost|damage}"}},
    nouns={"damage": {"one": "{n} очко урона", "few": "{n} очка урона", "many": "{n} очков урона"}},
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1 очко урона"),
        (2, "2 очка урона"),
        (5, "5 очков урона"),
        (11, "11 очков урона"),
        (12, "12 очков урона"),
        (21, "21 очко урона"),
        (22, "22 очка урона"),
        (111, "111 очков урона"),
        (0, "0 очков урона"),
        (-3, "−3 очка урона"),
    ],
)
def test_a_count_takes_its_russian_form(number: int, text: str) -> None:
    assert counted(RU, "damage", number) == text


def test_english_has_two_forms() -> None:
    assert [plural("en", n) for n in (0, 1, 2, -1)] == ["other", "one", "other", "one"]


def test_the_fullest_variant_that_fits_is_said() -> None:
    assert say(EN, "damage", {"target": "Mira"}, {"lost": 1}) == "Mira: 1 point"
    assert say(EN, "damage", {"target": "Mira", "by": "Orc"}, {"lost": 2}) == "Orc hits Mira: 2 points"
    assert (
        say(EN, "damage", {"target": "Mira", "by": "Orc"}, {"lost": 0, "weapon": "axe"})
        == "Orc hits Mira with axe: 0 points"
    )
    assert say(EN, "damage", {"target": "Mira", "by": "Orc"}, {"lost": 2, "weapon": None}) == "Orc hits Mira: 2 points"


def test_a_missing_fact_shows_as_a_question_mark() -> None:
    assert say(EN, "damage", {}, {}) == "?: ? points"
    assert say(EN, "became", {"target": "Mira"}, {}) == "Mira is now ?"
    assert say(RU, "damage", {}, {}) == "?: ? очков урона"


def test_a_code_without_words_says_itself() -> None:
    assert say(EN, "new-thing", {"target": "Mira"}, {}) == "new-thing"


def test_a_key_is_said_by_its_title_and_else_by_itself() -> None:
    titles = {"vulnerable": "Vulnerable"}
    assert (
        say(EN, "became", {"target": "Mira"}, {"condition": "vulnerable"}, titles=titles.get)
        == "Mira is now Vulnerable"
    )
    assert say(EN, "became", {"target": "Mira"}, {"condition": "odd"}, titles=titles.get) == "Mira is now odd"


def test_lists_signs_and_words_of_another_section() -> None:
    assert say(EN, "typed", {}, {"types": ["physical", "magic"]}) == "types: physical, magic"
    facts = {"tracker": "fear", "by": -1, "was": 3, "now": 2}
    assert say(EN, "changed", {}, facts) == "Fear −1 (3 → 2)"
    assert say(EN, "changed", {}, {**facts, "by": 2}) == "Fear +2 (3 → 2)"


def test_a_typed_name_is_never_read_as_a_template() -> None:
    assert say(EN, "damage", {"target": "{lost|damage}"}, {"lost": 3}) == "{lost|damage}: 3 points"


def test_a_later_folder_adds_to_an_earlier_one(tmp_path: Path) -> None:
    for folder, text in (("core", '[log]\na = "A"\nb = "B"\n'), ("game", '[log]\nb = "BB"\n[nouns.x]\none = "1"\n')):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "en.toml").write_text(text, "utf-8")
    words = load_words(tmp_path / "core", tmp_path / "game")
    assert words["en"].sections["log"] == {"a": "A", "b": "BB"}
    assert words["en"].nouns == {"x": {"one": "1"}}
