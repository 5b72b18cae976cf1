"""Has each English term of SHARD one Russian term, and do the cards keep to it?"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules.core.cards import Card
from rules.core.stems import stems
from tests.rules.content import assert_none, cards_of

FILE = Path(__file__).parents[3] / "docs/games/shard-glossary.toml"


@cache
def terms() -> list[tuple[str, str]]:
    """Each English term with its Russian one."""
    return [pair for section in tomllib.loads(FILE.read_text("utf-8")).values() for pair in section.items()]


def text(card: Card) -> str:
    return f"{card.title}\n{card.summary}\n{card.body}"


def test_no_term_stands_for_two_others() -> None:
    for side in (0, 1):
        words = [pair[side] for pair in terms()]
        assert_none(word for word in sorted(set(words)) if words.count(word) > 1)


def test_every_condition_is_called_as_the_glossary_says() -> None:
    english, russian = cards_of("shard")["en"], cards_of("shard")["ru"]
    known = {term.casefold(): own.casefold() for term, own in terms()}
    assert_none(
        f"{card.title}: {russian[key].title}, not {known.get(card.title.casefold())}"
        for key, card in english.items()
        if card.kind == "condition" and known.get(card.title.casefold()) != russian[key].title.casefold()
    )


def test_where_the_english_card_has_a_term_the_russian_one_has_its_own() -> None:
    english, russian = cards_of("shard")["en"], cards_of("shard")["ru"]

    def strays() -> Iterator[str]:
        for key, card in english.items():
            said = set(stems(text(russian[key])))
            for term, own in terms():
                if re.search(rf"(?<![\w-]){re.escape(term)}s?(?![\w-])", text(card)) and not set(stems(own)) <= said:
                    yield f"{key}: {term}, {own}"

    assert_none(strays())
