"""Do the game's data fit together: screen, numbers, trackers, words?"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from rules import content
from rules.core.say import PLACE
from rules.registry import get_system
from tests.rules.daggerheart.evening import FOLDER, WORDS

SYSTEM = get_system("daggerheart")
DATA = SYSTEM.data
LANGUAGES = ("en", "ru")
CODE = re.compile(
    r'tell(?:_with_fear)?\((?:draft,)?\s*"(?P<one>[a-z_]+)"(?: if .*? else "(?P<two>[a-z_]+)")?', re.DOTALL
)


def told() -> Iterator[str]:
    """The codes of all lines that the game's own code tells."""
    for path in sorted(FOLDER.glob("*.py")):
        for match in CODE.finditer(path.read_text("utf-8")):
            yield from filter(None, match.groups())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_that_is_told_has_words(language: str) -> None:
    codes = set(told())
    assert {"took_damage", "falls", "defeated", "rest_move", "feature_not_paid", "gm_move", "feature_used"} <= codes
    assert sorted(code for code in codes if WORDS[language].word("log", code) is None) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_shown_has_a_name(language: str) -> None:
    words = WORDS[language]
    missing = [key for key in (*DATA.trackers, *DATA.table) if words.word("trackers", key) is None]
    missing += [key for key in DATA.numbers if words.word("numbers", key) is None]
    missing += [key for key in DATA.settings if not (words.word("settings", key) and words.word("settings_why", key))]
    missing += [key for key in SYSTEM.rolls if words.word("roll_names", key) is None]
    missing += [o for roll in SYSTEM.rolls.values() for o in roll.outcomes if words.word("outcomes", o) is None]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_result_has_words(language: str) -> None:
    outcomes = {key: roll.outcomes for key, roll in SYSTEM.rolls.items() if roll.outcomes}
    codes = [f"{key}-{outcome}" for key, found in outcomes.items() for outcome in found]
    assert [code for code in codes if WORDS[language].word("rolls", code) is None] == []


def test_both_languages_say_the_same_things() -> None:
    read = {lang: tomllib.loads((FOLDER / "words" / f"{lang}.toml").read_text("utf-8")) for lang in LANGUAGES}
    sections = {lang: {name: set(entries) for name, entries in read[lang].items() if name != "nouns"} for lang in read}
    assert sections["en"] == sections["ru"]
    assert set(read["en"]["nouns"]) == set(read["ru"]["nouns"])
    for name, entries in read["en"].items():
        if name not in ("nouns", "system", "improvise"):
            for code, template in entries.items():
                assert places(template) == places(read["ru"][name][code]), (name, code)


def places(template: str) -> set[str]:
    return {match["name"] for match in PLACE.finditer(template)}


def test_the_screen_names_only_what_there_is() -> None:
    screen: dict[str, Any] = dict(DATA.screen)
    known = {*DATA.numbers, *DATA.trackers}
    party = screen["party"]
    assert set(party["words"]) <= known
    assert {key for column in party["columns"] for key in column} <= known
    assert {key for row in screen["phone"]["numbers"] for key in row} <= set(DATA.numbers)
    for row in screen["rows"].values():
        assert {*row["against"], *row.get("thresholds", ())} <= set(DATA.numbers)
        assert set(row.get("trackers", ())) <= set(DATA.trackers)
    groups = {spec.group for spec in DATA.numbers.values()}
    assert {group for sheet in screen["sheet"].values() for group in sheet} <= groups
    assert set(screen["top"]) <= set(DATA.table)
    assert set(screen["legend"]) <= set(DATA.trackers)
    assert set(screen["due"]) == set(SYSTEM.due_answers)
    assert [tick for tick in screen["ticks"] if WORDS["en"].word("ticks", tick) is None] == []


def test_the_cards_of_the_screen_and_of_every_condition_exist() -> None:
    keys = [*DATA.screen["pinned"], *DATA.conditions]
    assert [key for key in keys if content.find_card("daggerheart", "en", key) is None] == []
