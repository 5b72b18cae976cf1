"""Does the first card found answer what people ask, and do the cards of conditions say what the rules do?"""

import pytest

from rules.bump import system
from tests.rules.bump.asked import ASKED
from tests.rules.content import assert_none, cards_of, each_card, found


@pytest.mark.parametrize(("lang", "q", "key"), ASKED)
def test_the_first_card_found_answers(lang: str, q: str, key: str) -> None:
    assert found("bump", lang, q, 3)[:1] == [key]


def test_a_condition_has_a_number_on_its_card_where_it_has_one_in_the_rules() -> None:
    cards = cards_of("bump")["en"]
    assert_none(
        f"{key}: {cards[key].facts['value']}"
        for key, spec in system.data.conditions.items()
        if cards[key].facts["value"] != spec.has_value
    )


def test_a_condition_that_rolls_to_end_says_against_what() -> None:
    cards = cards_of("bump")["en"]
    for key, spec in system.data.conditions.items():
        recovery = cards[key].facts.get("recovery", {})
        if recovery.get("rule") == "own" and recovery.get("roll") == "flat":
            assert spec.recovery is not None, key
            assert (spec.recovery.dc, spec.recovery.at) == (str(recovery["dc"]), recovery["at"]), key


def test_every_card_that_lies_open_at_first_exists() -> None:
    assert system.data.screen["pinned"]
    assert set(system.data.screen["pinned"]) <= cards_of("bump")["en"].keys()


def test_what_the_source_lost_is_called_blank_in_every_language() -> None:
    assert_none(
        f"{card.lang} {card.key}"
        for card in each_card("bump")
        if card.status == "blank-in-source"
        if {"en": "blank", "ru": "пуст"}[card.lang] not in card.body.lower()
    )
