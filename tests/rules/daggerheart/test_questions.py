"""Does the first card found answer what people at the table ask?"""

from functools import cache

import pytest

from rules.core.search import SearchIndex
from tests.rules.content import each_card
from tests.rules.daggerheart.questions import QUESTIONS


@cache
def index() -> SearchIndex:
    return SearchIndex(each_card("daggerheart"))


@pytest.mark.parametrize(("lang", "q", "key"), QUESTIONS)
def test_the_first_card_found_answers(lang: str, q: str, key: str) -> None:
    assert [hit.card.key for hit in index().find(q, langs=(lang,), limit=3).items][:1] == [key]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_card_is_found_by_its_title_and_its_aliases(lang: str) -> None:
    missed = [
        f"{card.key}: {name}"
        for card in each_card("daggerheart")
        if card.lang == lang
        for name in (card.title, *card.aliases)
        if card.key not in [hit.card.key for hit in index().find(name, langs=(lang,), limit=5).items]
    ]
    assert missed == []
