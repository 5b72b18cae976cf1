"""Is every card of every system fit to be read?"""

import re
from collections.abc import Iterator

import pytest

from rules.content import words
from rules.core.cards import Card
from rules.registry import SYSTEMS
from tests.rules.content import assert_none, cards_of, each_card, found

systems = pytest.mark.parametrize("system", SYSTEMS)
LINK = re.compile(r"\]\(([^)]*)\)")
HEAD = re.compile(r"^\|(?:\s*-+\s*\|)+$", re.MULTILINE)
WORD = re.compile(r"[a-z]{2}", re.IGNORECASE)
CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


@systems
def test_every_card_has_its_words_in_every_language(system: str) -> None:
    cards = cards_of(system)
    assert {"en", "ru"} <= cards.keys()
    assert cards["en"]
    assert all(of_language.keys() == cards["en"].keys() for of_language in cards.values())


@systems
def test_no_two_cards_have_one_title(system: str) -> None:
    def twins() -> Iterator[str]:
        for lang, cards in cards_of(system).items():
            seen: dict[str, str] = {}
            for card in cards.values():
                other = seen.setdefault(card.title.casefold(), card.key)
                if other != card.key:
                    yield f"{lang} {card.key}: {other} is called {card.title!r} too"

    assert_none(twins())


@systems
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_card_is_found_by_its_title_and_its_aliases(system: str, lang: str) -> None:
    assert_none(
        f"{card.key}: {name}: {', '.join(first)}"
        for card in cards_of(system)[lang].values()
        for name in (card.title, *card.aliases)
        if card.key not in (first := found(system, lang, name, 5))
    )


@systems
def test_every_link_in_a_body_leads_to_a_card(system: str) -> None:
    assert_none(
        f"{card.lang} {card.key}: no card {target!r}"
        for card in each_card(system)
        for target in LINK.findall(card.body)
        if target.removeprefix("#") not in cards_of(system)["en"]
    )


@systems
def test_names_are_words(system: str) -> None:
    def nonsense(card: Card) -> Iterator[str]:
        for name in (card.title, card.summary, card.body, *card.aliases):
            if not re.search(r"[^\W\d_]{2}", name) or name != name.strip():
                yield f"{card.lang} {card.key}: {name!r}"

    assert_none(fault for card in each_card(system) for fault in nonsense(card))


@systems
def test_no_alias_is_said_twice(system: str) -> None:
    def repeated(card: Card) -> Iterator[str]:
        names = [name.casefold() for name in (card.title, *card.aliases)]
        yield from (f"{card.lang} {card.key}: {name!r}" for name in sorted({n for n in names if names.count(n) > 1}))

    assert_none(fault for card in each_card(system) for fault in repeated(card))


@systems
def test_each_language_is_written_in_its_own_letters(system: str) -> None:
    def foreign(card: Card) -> Iterator[str]:
        for name in (card.title, card.summary, card.body):
            if bool(CYRILLIC.search(name)) != (card.lang == "ru"):
                yield f"{card.lang} {card.key}: {name[:60]!r}"

    assert_none(fault for card in each_card(system) for fault in foreign(card))


@systems
def test_every_card_has_tags_and_each_is_a_key(system: str) -> None:
    assert_none(
        f"{card.key}: {card.tags}"
        for card in cards_of(system)["en"].values()
        if not card.tags or not all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", tag) for tag in card.tags)
    )


@systems
def test_what_the_source_lost_has_a_table_to_fill_in(system: str) -> None:
    assert_none(
        f"{card.key}: facts.table is missing"
        for card in cards_of(system)["en"].values()
        if card.status == "blank-in-source" and not card.facts.get("table")
    )


@systems
def test_a_blank_card_brings_no_table_but_that_one(system: str) -> None:
    assert_none(
        f"{card.lang} {card.key}: a second table"
        for card in each_card(system)
        if card.status == "blank-in-source" and len(HEAD.findall(card.body)) > 1
    )


@systems
def test_what_stands_in_a_blank_table_has_words_where_a_game_has_such_words(system: str) -> None:
    tables = [card.facts["table"] for card in cards_of(system)["en"].values() if card.status == "blank-in-source"]
    cells = [cell for table in tables for row in table for cell in row.items()]
    said = {value for column, value in cells if isinstance(value, str) and WORD.search(value) and column != "card"}
    keys = said | {column for column, _ in cells}
    for lang in SYSTEMS[system].data.languages:
        known = words(system, lang).sections.get("tables")
        assert_none(f"{lang}: {key}" for key in sorted(keys) if known is not None and key not in known)


@systems
def test_every_condition_has_a_card_with_its_effects(system: str) -> None:
    conditions = SYSTEMS[system].data.conditions
    told = {card.key: card for card in cards_of(system)["en"].values() if card.kind == "condition"}
    assert told.keys() >= conditions.keys()
    for key, condition in conditions.items():
        assert [effect["axis"] for effect in told[key].effects] == [effect.axis for effect in condition.effects]
