"""Do the game's data fit together: numbers, trackers, words, lists, the demo?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import content
from rules.core.packs.screen import faults_of_screen
from rules.registry import get_system
from rules.shard import attack, health, play_actions, sheet
from tests.rules.table import Table

SYSTEM = get_system("shard")
DATA = SYSTEM.data
LANGUAGES = ("en", "ru")
FOLDER = Path(health.__file__).parent


def told() -> Iterator[str]:
    """The codes of all lines that the game's own code tells."""
    for path in sorted(FOLDER.glob("*.py")):
        yield from re.findall(r'draft\.tell\(\s*"([a-z_]+)"', path.read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_shown_has_a_name(language: str) -> None:
    words = content.words("shard", language)
    lists = DATA.screen["lists"]
    wanted = {
        "trackers": [*DATA.trackers, *DATA.table],
        "numbers": DATA.numbers,
        "settings": DATA.settings,
        "settings_why": DATA.settings,
        "roll_names": SYSTEM.rolls,
        "outcomes": [outcome for roll in SYSTEM.rolls.values() for outcome in roll.outcomes],
        "dice": [name for roll in SYSTEM.rolls.values() for name in roll.dice],
        "questions": SYSTEM.questions,
        "due": SYSTEM.due_answers,
        "log": set(told()),
        "types": lists["types"],
        "options": [key for level in health.LEVELS for key in lists[level]] + list(lists["recovers"]),
        "levels": health.LEVELS,
        "phases": ("1", "2"),
    }
    missing = [(section, key) for section, keys in wanted.items() for key in keys if not words.word(section, key)]
    assert missing == []


def test_the_lists_of_the_pages_are_those_of_the_rules() -> None:
    lists = DATA.screen["lists"]
    assert {level: tuple(lists[level]) for level in health.LEVELS} == dict(health.PENALTIES)
    assert tuple(lists["types"]) == attack.TYPES
    assert tuple(lists["abilities"]) == sheet.ABILITIES
    assert tuple(lists["recovers"]) == play_actions.RECOVERS


def test_the_screen_names_only_what_there_is() -> None:
    assert list(faults_of_screen(DATA)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_demo_is_a_game_that_can_be_played(language: str) -> None:
    _, commands = content.demo("shard", language)
    table = Table("shard")
    table.send(*commands)
    creatures = table.game.state.creatures.values()
    assert sorted(one.kind for one in creatures) == ["adversary"] * 4 + ["pc"] * 3
    assert all(sheet.track(one) for one in creatures)
    assert not any("{" in one.name for one in creatures)
