"""The words of the rules: complete in both languages, and no grammar of typed names."""

import re
from collections.abc import Iterator

import pytest

from rules.core.say import Words, load_words, say
from rules.registry import SYSTEMS


def words_of(system: str) -> dict[str, Words]:
    folder = SYSTEMS[system].folder
    core = next(parent for parent in folder.parents if parent.name == "rules") / "core" / "words"
    return load_words(core, folder / "words")


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_word_stands_in_both_languages(system: str) -> None:
    words = words_of(system)
    english, russian = words["en"], words["ru"]
    assert set(english.sections) == set(russian.sections)
    for section, entries in english.sections.items():
        assert {plain(key) for key in entries} == {plain(key) for key in russian.sections[section]}, section
    assert set(english.nouns) == set(russian.nouns)


def plain(key: str) -> str:
    return key.partition("+")[0]


def russian_lines() -> Iterator[tuple[str, str]]:
    for system in sorted(SYSTEMS):
        yield from words_of(system)["ru"].sections["log"].items()


@pytest.mark.parametrize(("key", "template"), sorted(set(russian_lines())))
def test_no_russian_sentence_declines_a_typed_name(key: str, template: str) -> None:
    """A name stands in the nominative: at the start before a colon or an arrow, or after a colon or an arrow."""
    for match in re.finditer(r"\{(target\d*|by)\}", template):
        before, after = template[: match.start()].rstrip(), template[match.end() :].lstrip()
        opens = before == "" and (after == "" or after[0] in ":,→.")
        follows = before.endswith((":", "→", ",", ".", "«", "(", "·"))
        assert opens or follows, template


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_name_with_braces_stays_a_name(system: str) -> None:
    words = words_of(system)["en"]
    assert say(words, "turn_began", {"target": "{by}{0}"}, {}) == "{by}{0} acts"
