"""Does the first card found answer what people ask, and do the cards say the same in facts and in words?"""

import pytest

from tests.rules.content import assert_none, cards_of, each_card, found
from tests.rules.shard.asked import ASKED


@pytest.mark.parametrize(("lang", "q", "key"), ASKED)
def test_the_first_card_found_answers(lang: str, q: str, key: str) -> None:
    assert found("shard", lang, q, 3)[:1] == [key]


def test_a_table_that_the_source_lost_has_cells_to_fill_in_and_the_card_says_so() -> None:
    words = {"en": "table", "ru": "таблиц"}
    assert_none(
        f"{card.lang} {card.key}"
        for card in each_card("shard")
        if card.status == "blank-in-source"
        and not (words[card.lang] in card.body.casefold() and any("" in row.values() for row in card.facts["table"]))
    )


def test_a_condition_that_contains_another_names_it_on_its_card() -> None:
    for lang in ("en", "ru"):
        cards = cards_of("shard")[lang]
        assert_none(
            f"{lang} {key}: {inner}"
            for key, card in cards.items()
            for inner in card.facts.get("contains", ())
            if card.kind == "condition"
            and cards[inner].title.casefold()[:6] not in f"{card.summary}\n{card.body}".casefold()
        )


def test_what_hot_and_cold_do_to_each_other_is_one_thing_in_the_table_and_on_the_conditions() -> None:
    cards = cards_of("shard")["en"]
    table = {row["has"]: row for row in cards["hot-and-cold"].facts["table"]}
    assert_none(
        f"{has} gains {gained}"
        for has in table
        for gained, left in cards[has].facts["gains"].items()
        if table[has][gained] != left or table[gained][has] != left
    )
