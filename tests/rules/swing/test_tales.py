"""Sentences to tell a blow with: enough of them, each its own, chosen by what fell."""

import pytest

from rules.swing import blow
from rules.swing.tales import KINDS, SENTENCES, tale
from tests.rules.swing.evening import WORDS


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_outcome_and_kind_has_eight_sentences_of_its_own(language: str) -> None:
    told = WORDS[language].sections["narration"]
    assert SENTENCES >= 8
    assert set(told) == {f"{k}-{o}-{n}" for k in KINDS for o in blow.OUTCOMES for n in range(1, SENTENCES + 1)}
    assert len(set(told.values())) == len(told)
    assert all(text[0].isupper() and text[-1] in ".:»" and "{" not in text for text in told.values())


def test_the_same_dice_tell_the_same_and_others_tell_something_else() -> None:
    assert tale("blade", "hit", 12, 20, (5,)) == tale("blade", "hit", 12, 20, (5,))
    said = {tale("blade", "hit", natural, natural + 8, (face,)).code for natural in (11, 12) for face in range(1, 9)}
    assert len(said) == SENTENCES
    misses = {tale("bow", "miss", natural, natural + 3, ()).code for natural in range(2, 12)}
    assert len(misses) >= 2
