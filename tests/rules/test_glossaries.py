"""Has each English term of a game that has a glossary one Russian term, and are its conditions called so?"""

import pytest

from tests.rules.content import GLOSSARIES, assert_none, cards_of, terms_of

games = pytest.mark.parametrize("system", GLOSSARIES)


@games
def test_no_term_stands_for_two_others(system: str) -> None:
    assert terms_of(system)
    for side in (0, 1):
        words = [pair[side] for pair in terms_of(system)]
        assert_none(word for word in sorted(set(words)) if words.count(word) > 1)


@games
def test_every_condition_is_called_as_the_glossary_says(system: str) -> None:
    english, russian = cards_of(system)["en"], cards_of(system)["ru"]
    known = {term.casefold(): own.casefold() for term, own in terms_of(system)}
    assert_none(
        f"{card.title}: {russian[key].title}, not {known.get(card.title.casefold())}"
        for key, card in english.items()
        if card.kind == "condition" and known.get(card.title.casefold()) != russian[key].title.casefold()
    )
