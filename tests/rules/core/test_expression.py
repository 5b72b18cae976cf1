"""Dice expressions are understood whole or refused with the place; their odds are exact and quick."""

from contextlib import suppress
from time import perf_counter
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import InvalidInput
from rules.core.expression import parse
from rules.core.odds import Odds


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("4d6kh3+2", (1, 5, 3, 6), 16),
        ("4d6kl3", (1, 5, 3, 6), 9),
        ("4d6dh1", (1, 5, 3, 6), 9),
        ("4d6dl1", (1, 5, 3, 6), 14),
        ("2d20kh", (4, 17), 17),
        ("d20", (7,), 7),
        ("2d6-1d4+3", (2, 3, 4), 4),
        ("-d6", (2,), -2),
        ("5", (), 5),
        (" 2d6 + 1 ", (1, 1), 3),
        ("2к6+1Д8", (1, 2, 8), 11),
        ("2D6\N{MINUS SIGN}1", (1, 1), 1),
        ("007d006", (1,) * 7, 7),
    ],
)
def test_an_expression_comes_to(text: str, faces: tuple[int, ...], total: int) -> None:
    assert parse(text).total(faces) == total


def test_an_expression_that_breaks_off_says_so() -> None:
    with pytest.raises(InvalidInput) as refused:
        parse("2d6+")
    assert refused.value.errors[0].facts == {"place": 5, "found": "", "end": True}


def test_the_dice_that_do_not_count_are_told() -> None:
    assert parse("2d6+4d6kh3+3d8dl2").dropped((1, 1, 4, 2, 3, 6, 8, 1, 3)) == (3, 7, 8)


def test_the_sides_of_every_die_stand_in_order() -> None:
    assert parse("2d6-1d4+3").sides == (6, 6, 4)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "not-understood", 1),
        ("x", "not-understood", 1),
        ("2d6x", "not-understood", 4),
        ("2d6++1", "not-understood", 5),
        ("2d6 1d6", "not-understood", 5),
        ("2d6+", "not-understood", 5),
        ("1.5", "not-understood", 2),
        ("d", "not-understood", 1),
        ("2d6!", "not-understood", 4),
        ("\u0663d6", "not-understood", 1),
        ("d6dh", "not-understood", 3),
        ("101d6", "too-large", 1),
        ("0d6", "too-small", 1),
        ("d1001", "too-large", 2),
        ("1+d0", "too-small", 4),
        ("4d6kh5", "too-large", 6),
        ("4d6kh0", "too-small", 6),
        ("4d6dl4", "too-large", 6),
        ("10000", "too-large", 1),
        ("9" * 90, "too-large", 1),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(text: str, code: str, place: int) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse(text)
    (fault,) = refused.value.errors
    assert (fault.pointer, fault.code, fault.facts["place"]) == ("/parameters/expression", code, place)


@pytest.mark.parametrize(("text", "code"), [("50d6+51d6", "too-many-dice"), ("1+" * 60 + "1", "too-long")])
def test_an_expression_has_its_caps(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse(text)
    assert refused.value.errors[0].code == code


@given(st.text(alphabet="0123456789dкkhl+- x", max_size=30))
def test_any_text_is_understood_or_refused(text: str) -> None:
    with suppress(InvalidInput):
        found = parse(text)
        assert isinstance(found.total(found.sides), int)


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("4d6kh3+2", icepool.d(6).pool(4).highest(3).sum() + 2),
        ("2d6-1d4+3", 2 @ icepool.d(6) - icepool.d(4) + 3),
        ("3d8dh1-2d20kh1-5", icepool.d(8).pool(3).lowest(2).sum() - icepool.d(20).pool(2).highest(1).sum() - 5),
        ("10d10+5d6", 10 @ icepool.d(10) + 5 @ icepool.d(6)),
        ("7", icepool.Die([7])),
    ],
)
def test_odds_agree_with_icepool(text: str, pool: Any) -> None:
    odds = parse(text).odds()
    assert {value: odds.chance(value) for value, _ in odds} == {v: pool.probability(v) for v in pool.outcomes()}


@pytest.mark.parametrize("text", ["100d1000", "100d1000kh50", "50d1000kh25+50d1000", "100d999dl1", "10d1000"])
def test_odds_that_would_take_too_long_are_refused_at_once(text: str) -> None:
    expression = parse(text)
    began = perf_counter()
    with pytest.raises(InvalidInput) as refused:
        expression.odds()
    assert perf_counter() - began < 0.1
    assert refused.value.errors[0].code == "odds-too-large"


@pytest.mark.parametrize("text", ["100d6", "100d20", "3d1000kh2", "33d12+33d20-34d10", "50d6kh25+50d20", "40d8kh20"])
def test_odds_near_the_caps_are_answered(text: str) -> None:
    odds = parse(text).odds()
    assert sum(weight for _, weight in odds) == odds.total
    assert Odds(distribution=odds).answer()["mean"]["value"] == float(odds.mean)
