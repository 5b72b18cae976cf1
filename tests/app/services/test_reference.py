"""The reference as its page shows it."""

from __future__ import annotations

import pytest

from app.errors import Problem
from app.services import reference
from app.services.reference import Wanted, wanted
from rules import SYSTEMS


def test_what_an_address_says_wrongly_is_as_if_it_said_nothing() -> None:
    assert wanted(" x ", "none", "", "", "xx,,", "ru") == Wanted("x", None, None, None, ("ru",))
    assert wanted("", "daggerheart", "rule", "rest", "ru,en,ru", "en").langs == ("ru", "en")


def test_an_address_says_again_what_was_asked() -> None:
    assert Wanted("a b", "daggerheart", "rule", None, ("en", "ru")).query == (
        "?q=a+b&system=daggerheart&kind=rule&langs=en%2Cru"
    )


def test_each_filter_counts_what_it_would_leave() -> None:
    found = reference.find(Wanted("fear", kind="rule"))
    kinds = {option.value: option.count for facet in found.facets if facet.name == "kind" for option in facet.options}
    assert kinds["rule"] == found.total
    assert reference.find(Wanted("fear", kind="table")).total == kinds["table"]


def test_a_card_found_shows_its_title_in_the_other_language_where_both_are_shown() -> None:
    both = reference.find(Wanted("vulnerable", langs=("en", "ru"))).hits[0]
    assert (both.title, both.other) == ("Vulnerable", "Уязвимый")
    assert reference.find(Wanted("vulnerable")).hits[0].other == ""


def test_a_card_has_a_face_for_each_language() -> None:
    card = reference.show("daggerheart", "vulnerable", Wanted(langs=("ru", "en")))
    assert [(face.lang, face.title) for face in card.faces] == [("ru", "Уязвимый"), ("en", "Vulnerable")]
    assert card.title == "Уязвимый"
    assert all("<p>" in face.html for face in card.faces)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_tag_has_words_in_both_languages(system: str) -> None:
    tags = {option.value for option in reference.find(Wanted(system=system)).facets[-1].options}
    assert tags
    assert [tag for tag in tags if reference.tag_words(system, tag, "ru").isascii()] == []


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(Problem, match="unknown-card"):
        reference.show("daggerheart", "nothing", Wanted())
