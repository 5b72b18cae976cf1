"""Do the cards tell all that the source document says, each a little of it, and in their own words?"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.core.cards import Card
from tests.rules.content import assert_none, cards_of, each_card
from tests.rules.source_index import numbers, shingles

INDEXES = {path.parent.name: path for path in sorted(Path(__file__).parent.glob("*/source_index.json"))}
systems = pytest.mark.parametrize("system", INDEXES)
LINES_OF_A_CARD = 15
LINES_OF_A_TABLE = 40
SHARE_TOLD = 0.9

Lines = Mapping[int, Sequence[str]]


@cache
def source(system: str) -> Mapping[str, Any]:
    index: Mapping[str, Any] = json.loads(INDEXES[system].read_text(encoding="utf-8"))
    return index


def written(system: str) -> Lines:
    """The lines that are not blank: which numbers stand in them."""
    return {n: found for n, found in enumerate(source(system)["lines"], start=1) if found is not None}


def own_cards(system: str) -> list[Card]:
    """The English cards that tell lines of the system's own document."""
    cards = cards_of(system)["en"].values()
    return [card for card in cards if card.source.document == source(system)["document"]]


def claimed(card: Card) -> list[int]:
    return [line for first, last in card.source.lines for line in range(first, last + 1)]


def told(system: str) -> set[int]:
    return {line for card in own_cards(system) for line in claimed(card)}


def without_rules(system: str) -> dict[int, str]:
    """The lines that state no rule, each with the reason."""
    reasons: dict[int, str] = {}
    for file in sorted(INDEXES[system].parent.glob("lines_without_rules*.toml")):
        for entry in tomllib.loads(file.read_text(encoding="utf-8")).get("line", []):
            first, last = entry["lines"]
            reasons |= dict.fromkeys(range(first, last + 1), entry["reason"])
    return reasons


def as_ranges(lines: Iterator[int] | set[int]) -> Iterator[str]:
    """Lines as people write them: 3, 5-9."""
    ordered = sorted(lines)
    while ordered:
        first = last = ordered.pop(0)
        while ordered and ordered[0] <= last + 2:
            last = ordered.pop(0)
        yield f"line {first}" if first == last else f"lines {first}-{last}"


@systems
def test_every_line_is_told_by_a_card_or_known_to_state_no_rule(system: str) -> None:
    assert_none(as_ranges(written(system).keys() - told(system) - without_rules(system).keys()))


@systems
def test_nine_lines_in_ten_are_told_by_a_card(system: str) -> None:
    lines = written(system).keys()
    share = len(lines & told(system)) / len(lines)
    assert share >= SHARE_TOLD, f"{share:.1%} of {len(lines)} lines"


@systems
def test_no_line_is_both_told_and_without_a_rule(system: str) -> None:
    assert_none(as_ranges(told(system) & without_rules(system).keys()))


@systems
def test_a_line_without_a_rule_has_a_reason(system: str) -> None:
    assert_none(f"line {line}: {reason!r}" for line, reason in without_rules(system).items() if len(reason.strip()) < 5)


@systems
def test_claimed_lines_stand_in_the_document(system: str) -> None:
    count = len(source(system)["lines"])
    assert_none(
        f"{card.key}: {card.source.lines}" for card in own_cards(system) if max(claimed(card), default=1) > count
    )


@systems
def test_a_card_tells_a_few_lines_only(system: str) -> None:
    def most(card: Card) -> int:
        return LINES_OF_A_TABLE if card.kind == "table" else LINES_OF_A_CARD

    assert_none(
        f"{card.key}: {len(claimed(card))} lines" for card in own_cards(system) if len(claimed(card)) > most(card)
    )


@systems
def test_every_number_of_its_lines_is_on_the_card(system: str) -> None:
    lines = written(system)

    def missing(card: Card) -> Iterator[str]:
        for lang, cards in cards_of(system).items():
            known = {*numbers(json.dumps(card.facts)), *numbers(cards[card.key].body)}
            for line in claimed(card):
                if lost := [n for n in lines.get(line, ()) if n not in known]:
                    yield f"{lang} {card.key}: {', '.join(lost)} of line {line}"

    assert_none(fault for card in own_cards(system) for fault in missing(card))


@systems
def test_no_six_words_in_a_row_equal_the_source(system: str) -> None:
    known = frozenset(source(system)["shingles"])

    def copied(card: Card) -> Iterator[str]:
        for text in (card.title, card.summary, card.body, *card.aliases, *texts(card.facts)):
            yield from (f"{card.lang} {card.key}: {row}" for row, hashed in shingles(text) if hashed in known)

    assert_none(fault for card in each_card(system) for fault in copied(card))


def texts(facts: Any) -> Iterator[str]:
    """Every text in the facts of a card."""
    match facts:
        case str():
            yield facts
        case dict():
            for value in facts.values():
                yield from texts(value)
        case list():
            for value in facts:
                yield from texts(value)
