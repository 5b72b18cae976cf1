"""Has each English term of Bump d20 one Russian term, and do the cards keep to it?"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules import content
from rules.core.cards import Card
from rules.core.stems import stems
from tests.rules.content import assert_none, cards_of

FILE = Path(__file__).parents[3] / "docs/games/bump-glossary.toml"
OWN = ("roll_names", "outcomes", "types", "actions", "trackers", "numbers", "settings", "settings_why", "options")


@cache
def terms() -> list[tuple[str, str]]:
    """Each English term with its Russian one, the longest first."""
    pairs = [pair for section in tomllib.loads(FILE.read_text("utf-8")).values() for pair in section.items()]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def text(card: Card) -> str:
    return f"{card.title}\n{card.summary}\n{card.body}"


def strays(english: str, russian: str) -> Iterator[str]:
    """The terms of an English text that the Russian one calls otherwise."""
    said = set(stems(russian))
    for term, own in terms():
        without = re.sub(rf"(?<![\w-]){re.escape(term)}s?(?![\w-])", "", english)
        if without != english and not set(stems(own)) <= said:
            yield f"{term}, {own}"
        english = without


def test_no_term_stands_for_two_others() -> None:
    for side in (0, 1):
        words = [pair[side] for pair in terms()]
        assert_none(word for word in sorted(set(words)) if words.count(word) > 1)


def test_every_condition_is_called_as_the_glossary_says() -> None:
    english, russian = cards_of("bump")["en"], cards_of("bump")["ru"]
    known = {term.casefold(): own.casefold() for term, own in terms()}
    assert_none(
        f"{card.title}: {russian[key].title}, not {known.get(card.title.casefold())}"
        for key, card in english.items()
        if card.kind == "condition" and known.get(card.title.casefold()) != russian[key].title.casefold()
    )


def test_where_the_english_card_has_a_term_the_russian_one_has_its_own() -> None:
    english, russian = cards_of("bump")["en"], cards_of("bump")["ru"]
    assert_none(f"{key}: {stray}" for key in english for stray in strays(text(english[key]), text(russian[key])))


def test_the_words_of_the_rules_use_the_terms_too() -> None:
    english, russian = content.words("bump", "en").sections, content.words("bump", "ru").sections
    assert english["settings"]
    assert_none(
        f"{section}.{key}: {stray}"
        for section, said in english.items()
        if section in OWN
        for key in said
        for stray in strays(said[key], russian[section][key])
    )


def test_a_die_is_called_by_one_word() -> None:
    cards, said = cards_of("bump")["ru"], content.words("bump", "ru").sections
    texts = {key: text(card) for key, card in cards.items()}
    texts |= {f"{name}.{key}": str(words) for name, section in said.items() for key, words in section.items()}
    bones = set(stems("кость кости костей"))
    assert "кубик" in " ".join(texts.values())
    assert_none(key for key, words in texts.items() if bones & set(stems(words)))
