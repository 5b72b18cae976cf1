"""Do the cards of SHARD keep to its glossary?"""

import re
from collections.abc import Iterator

from rules.core.stems import stems
from tests.rules.content import assert_none, cards_of, terms_of, text_of


def test_where_the_english_card_has_a_term_the_russian_one_has_its_own() -> None:
    english, russian = cards_of("shard")["en"], cards_of("shard")["ru"]

    def strays() -> Iterator[str]:
        for key, card in english.items():
            said = set(stems(text_of(russian[key])))
            for term, own in terms_of("shard"):
                if re.search(rf"(?<![\w-]){re.escape(term)}s?(?![\w-])", text_of(card)) and not set(stems(own)) <= said:
                    yield f"{key}: {term}, {own}"

    assert_none(strays())
