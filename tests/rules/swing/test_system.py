"""Do the game's data fit together: numbers, trackers, words, cards, the demo?"""

import re
from collections.abc import Iterator

import pytest

from rules import content
from rules.core.packs.screen import faults_of_screen
from rules.core.stems import stems
from rules.registry import get_system
from rules.swing.classes import CLASSES
from tests.rules.swing.evening import FOLDER, WORDS
from tests.rules.table import Table

SYSTEM = get_system("swing")
DATA = SYSTEM.data
LANGUAGES = ("en", "ru")


def told() -> Iterator[str]:
    """The codes of all lines that the game's own code tells."""
    for path in sorted(FOLDER.glob("*.py")):
        yield from re.findall(r'draft\.tell\(\s*"([a-z_]+)"', path.read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_shown_has_a_name(language: str) -> None:
    words = WORDS[language]
    wanted = {
        "trackers": DATA.trackers,
        "numbers": DATA.numbers,
        "settings": DATA.settings,
        "settings_why": DATA.settings,
        "roll_names": SYSTEM.rolls,
        "outcomes": [outcome for roll in SYSTEM.rolls.values() for outcome in roll.outcomes],
        "dice": [name for roll in SYSTEM.rolls.values() for name in roll.dice],
        "questions": SYSTEM.questions,
        "log": set(told()),
    }
    missing = [(section, key) for section, keys in wanted.items() for key in keys if not words.word(section, key)]
    assert missing == []
    assert {"feat", "turn_spent", "damage_taken"} <= set(told())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tag_of_a_card_has_a_word(language: str) -> None:
    tags = {tag for card in content.cards("swing")["en"].values() for tag in card.tags}
    assert [tag for tag in sorted(tags) if WORDS[language].word("tags", tag) is None] == []


def test_russian_calls_a_die_by_one_word() -> None:
    cards, said = content.cards("swing")["ru"], content.words("swing", "ru").sections
    texts = {key: f"{card.title}\n{card.summary}\n{card.body}" for key, card in cards.items()}
    texts |= {name: str(words) for name, words in said.items() if name != "narration"}  # where bones are bones
    assert sum("кубик" in text.lower() for text in texts.values()) > 10
    assert [key for key, text in texts.items() if set(stems("кость кости костей")) & set(stems(text))] == []


def test_the_screen_names_what_there_is() -> None:
    assert list(faults_of_screen(DATA)) == []
    assert set(DATA.screen["pinned"]) <= set(content.cards("swing")["en"])
    assert DATA.screen["lists"]["classes"] == list(CLASSES)


def test_what_the_source_lost_is_blank_and_said() -> None:
    blank = {key for key, card in content.cards("swing")["en"].items() if card.status == "blank-in-source"}
    assert blank == {
        "creature-entries",
        "critical-ranges",
        "weapons",
        "fumble-table",
        "unarmed-dice",
        "craftsmanship-grades",
        "kinds-of-damage",
        "extra-attack-numbers",
    }
    for key in ("second_attack", "fumble_1"):
        assert DATA.settings[key].default in (0, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_demo_can_be_played(language: str) -> None:
    _, commands = content.demo("swing", language)
    table = Table("swing")
    for command in commands:
        table.send(command)
    kinds = [creature.kind for creature in table.game.state.creatures.values()]
    assert (kinds.count("pc"), kinds.count("adversary")) == (3, 4)
    hidden = [creature for creature in table.game.state.creatures.values() if creature.hidden]
    assert len(hidden) == 1
    assert hidden[0].name not in str(table.public())
    for creature in list(table.game.state.creatures.values()):
        target = next(id for id, other in table.game.state.creatures.items() if other.kind != creature.kind)
        table.do("roll", roll="attack", creature=creature.id, targets=[target])
