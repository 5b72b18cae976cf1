"""Everything that a roll may say has words in every language."""

import re
from pathlib import Path

import pytest

from rules.core.errors import InvalidInput
from rules.core.read import read
from rules.core.say import PLACE, Words, load_words, plural
from rules.daggerheart import attack, damage, duality, ranges, rolls
from rules.daggerheart.rolls import ROLLS

RULES = Path(rolls.__file__).parent.parent
WORDS = load_words(RULES / "core" / "words", RULES / "daggerheart" / "words")
SECTIONS = ("rolls", "roll_names", "outcomes", "dice", "steps", "types", "ranges", "errors", "kinds")
STEPS = ("sum", "halved", "ignored", "kept", *damage.HIT_POINTS, "armor", "armor-passed", "armor-not-needed")


def places(words: Words, section: str) -> dict[str, list[str]]:
    """What each text of a section fills in."""
    texts = words.sections[section]
    return {key: sorted(match[0] for match in PLACE.finditer(text)) for key, text in texts.items()}


@pytest.mark.parametrize("section", SECTIONS)
def test_both_languages_say_the_same_things_with_the_same_facts(section: str) -> None:
    assert places(WORDS["ru"], section) == places(WORDS["en"], section)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_roll_outcome_die_step_and_range_has_words(language: str) -> None:
    words = WORDS[language]
    wanted = {
        "roll_names": [*ROLLS, "reaction"],
        "outcomes": [name for roll in ROLLS.values() for name in roll.outcomes],
        "dice": [name for roll in ROLLS.values() for name in roll.dice],
        "steps": STEPS,
        "ranges": [*(name for name, _ in ranges.BANDS), "very_far"],
        "rolls": [
            *(f"action-{outcome}" for outcome in (*duality.OUTCOMES, *duality.REACTION_OUTCOMES)),
            *(f"adversary_attack-{outcome}" for outcome in attack.OUTCOMES),
        ],
    }
    missing = [(section, key) for section, keys in wanted.items() for key in keys if words.word(section, key) is None]
    assert missing == []


@pytest.mark.parametrize(("language", "forms"), [("en", {"one", "other"}), ("ru", {"one", "few", "many"})])
def test_every_counted_noun_has_its_forms(language: str, forms: set[str]) -> None:
    words = WORDS[language]
    assert {plural(language, number) for number in range(30)} == forms
    assert {name: set(noun) for name, noun in words.nouns.items()} == dict.fromkeys(words.nouns, forms)
    used = {
        match[1] for section in words.sections.values() for text in section.values() for match in NOUN.finditer(text)
    }
    assert used <= set(words.nouns)


NOUN = re.compile(r"\{[\w.]+\|([\w-]+)\}")


@pytest.mark.parametrize("raw", [{}, {"difficulty": "a"}, {"difficulty": 10**9}, {"difficulty": -(10**9)}, {"x": 1}, 3])
def test_every_fault_of_an_input_has_words(raw: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        read(rolls.Action, raw)
    codes = {fault.code for fault in refused.value.errors}
    assert {code for code in codes if WORDS["ru"].word("errors", code) is None} == set()
