"""Do the cards and words of Bump d20 keep to its glossary?"""

import re
from collections.abc import Iterator

from rules import content
from rules.core.stems import stems
from tests.rules.content import assert_none, cards_of, terms_of, text_of

OWN = ("roll_names", "outcomes", "types", "actions", "trackers", "numbers", "settings", "settings_why", "options")


def strays(english: str, russian: str) -> Iterator[str]:
    """The terms of an English text that the Russian one calls otherwise."""
    said = set(stems(russian))
    for term, own in terms_of("bump"):
        without = re.sub(rf"(?<![\w-]){re.escape(term)}s?(?![\w-])", "", english)
        if without != english and not set(stems(own)) <= said:
            yield f"{term}, {own}"
        english = without


def test_where_the_english_card_has_a_term_the_russian_one_has_its_own() -> None:
    english, russian = cards_of("bump")["en"], cards_of("bump")["ru"]
    assert_none(f"{key}: {stray}" for key in english for stray in strays(text_of(english[key]), text_of(russian[key])))


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
    texts = {key: text_of(card) for key, card in cards.items()}
    texts |= {f"{name}.{key}": str(words) for name, section in said.items() for key, words in section.items()}
    bones = set(stems("кость кости костей"))
    assert "кубик" in " ".join(texts.values())
    assert_none(key for key, words in texts.items() if bones & set(stems(words)))
