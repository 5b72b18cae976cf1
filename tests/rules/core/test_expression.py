"""Dice expressions are understood whole or refused with the place; their odds are exact and quick."""

from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from time import thread_time
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules.core
from rules.core.errors import InvalidInput
from rules.core.expression import parse
from rules.core.odds import Odds
from rules.core.say import load_words, say

CORE = Path(rules.core.__file__).parent / "words"


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


@pytest.mark.case("GM-081")
@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("1d20+-5", (12,), 7),
        ("1d6 + -1", (4,), 3),
        ("1d6--2", (4,), 6),
        ("1d20 - -3", (12,), 15),
        ("-1", (), -1),
        ("-1d6", (4,), -4),
        ("-9d20", (1,) * 9, -9),
        ("+d20", (12,), 12),
        ("2+-d6", (4,), -2),
    ],
)
def test_a_minus_may_follow_a_sign(text: str, faces: tuple[int, ...], total: int) -> None:
    expression = parse(text)
    assert expression.total(faces) == total
    assert expression.odds().chance(total) > 0


@pytest.mark.case("GM-081")
@pytest.mark.parametrize("text", ["(5-10)d6", "3d-6", "-(2d6)", "1d6+-+2", "1d6---2", "1d6-+2", "2d6-", "- "])
def test_an_amount_of_dice_below_nought_and_heaps_of_signs_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse(text)


NO_BREAK, DASH = "\N{NO-BREAK SPACE}", "\N{EN DASH}"


@pytest.mark.case("GM-082")
@pytest.mark.parametrize(
    "text",
    ["1d20 -5", "1d20- 5", "1d20 - 5", "1 d20 -5", "1\td20\t-\t5", f"1d20{NO_BREAK}-{NO_BREAK}5", "1d20 -5\n",
     "1d20\N{MINUS SIGN}5", f"1d20 {DASH} 5", "1d20\N{NON-BREAKING HYPHEN}5", " 1 d 20 - 5 "],
)  # fmt: skip
def test_no_space_and_no_dash_turns_a_minus_into_a_plus(text: str) -> None:
    assert parse(text) == parse("1d20-5")
    assert parse(text).total((12,)) == 7


@pytest.mark.case("GM-118")
@pytest.mark.parametrize(
    ("text", "plain"),
    [("d%", "1d100"), ("1D%", "1d100"), ("d00", "1d100"), ("2d%+5", "2d100+5"), ("D20", "1d20"), ("2W6", "2d6"),
     ("2w6", "2d6"), ("d20", "1d20"), ("К20", "d20"), ("2d20k1", "2d20kh1"), ("4d6k", "4d6kh"), ("2D20KL1", "2d20kl1"),
     ("2d20 kh1 + 3", "2d20kh1+3")],
)  # fmt: skip
def test_dice_may_be_written_as_people_write_them(text: str, plain: str) -> None:
    assert parse(text) == parse(plain)


@pytest.mark.case("GM-118")
@pytest.mark.parametrize("text", ["4dF", "4df", "4 d F", "4DF"])
def test_fate_dice_are_minus_blank_and_plus(text: str) -> None:
    fate = parse(text)
    assert fate.sides == (3, 3, 3, 3)
    assert [fate.total(faces) for faces in ((1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3), (1, 2, 3, 3))] == [-4, 0, 4, 1]
    pool = 4 @ icepool.Die([-1, 0, 1])
    odds = fate.odds()
    assert {value: odds.chance(value) for value, _ in odds} == {v: pool.probability(v) for v in pool.outcomes()}


@pytest.mark.case("GM-118")
def test_fate_dice_that_do_not_count_are_no_blanks_less() -> None:
    assert parse("4dFkh2").total((3, 2, 1, 1)) == 1
    assert parse("6-4dFkl2").total((3, 2, 1, 1)) == 8


@pytest.mark.case("GM-118")
@pytest.mark.parametrize("text", ["2d20 adv", "adv+5", "\N{FULLWIDTH DIGIT TWO}d6", "\N{ARABIC-INDIC DIGIT TWO}d6"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_is_no_dice_is_refused_with_the_forms_that_are(text: str, language: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse(text)
    (fault,) = refused.value.errors
    said = say(load_words(CORE)[language], fault.code, {}, fault.facts, section="errors")
    assert all(form in said for form in ("%", "4d6kh3" if language == "en" else "4к6kh3", "20"))


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
        ("4d6dl1+2", icepool.d(6).pool(4).highest(3).sum() + 2),
        ("2d20k1", icepool.d(20).highest(2)),
        ("2d20kl1--3", icepool.d(20).lowest(2) + 3),
        ("4dFkh3+d%", icepool.Die([-1, 0, 1]).pool(4).highest(3).sum() + icepool.d(100)),
        ("d8-3dFdl1", icepool.d(8) - icepool.Die([-1, 0, 1]).pool(3).highest(2).sum()),
    ],
)
def test_odds_agree_with_icepool(text: str, pool: Any) -> None:
    odds = parse(text).odds()
    assert {value: odds.chance(value) for value, _ in odds} == {v: pool.probability(v) for v in pool.outcomes()}


@pytest.mark.parametrize("text", ["100d1000", "100d1000kh50", "50d1000kh25+50d1000", "100d999dl1", "10d1000"])
def test_odds_that_would_take_too_long_are_refused_at_once(text: str) -> None:
    expression = parse(text)
    began = thread_time()
    with pytest.raises(InvalidInput) as refused:
        expression.odds()
    assert thread_time() - began < 0.1
    assert refused.value.errors[0].code == "odds-too-large"


@pytest.mark.parametrize("text", ["100d6", "100d20", "3d1000kh2", "33d12+33d20-34d10", "50d6kh25+50d20", "40d8kh20"])
def test_odds_near_the_caps_are_answered(text: str) -> None:
    odds = parse(text).odds()
    assert sum(weight for _, weight in odds) == odds.total
    assert Odds(distribution=odds).answer()["mean"]["value"] == float(odds.mean)


@pytest.mark.case("GM-083")
def test_keeping_the_highest_and_dropping_the_lowest_are_two_words_for_one_thing() -> None:
    kept, dropped = parse("4d6kh3").odds(), parse("4d6dl1").odds()
    assert kept == dropped
    assert kept.mean == Fraction(15869, 1296)
    assert (kept.chance(18), kept.at_least(15)) == (Fraction(7, 432), Fraction(25, 108))
    assert parse("4d6kh3").total((3, 1, 5, 6)) == parse("4d6dl1").total((3, 1, 5, 6)) == 14


@pytest.mark.case("GM-083")
@pytest.mark.parametrize("text", ["2d20kh1", "2d20k1", "2d20k", "2d20dl1"])
def test_the_better_of_two_is_not_their_sum(text: str) -> None:
    odds = parse(text).odds()
    assert (odds.mean, odds.at_least(11), odds.chance(20)) == (Fraction(553, 40), Fraction(3, 4), Fraction(39, 400))
    assert parse(text).total((4, 17)) == 17


@pytest.mark.case("GM-083")
@pytest.mark.parametrize("text", ["4d6d1", "(2d6+3)kh1", "{2d6,1d10}kh1", "4d6kh3kh2", "4d6kx"])
def test_a_way_of_keeping_that_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse(text)


HOSTILE = [
    "100000000d20", "99999d1000", "+".join(["1d6"] * 5000), "(" * 20_000 + "1" + ")" * 20_000, "9^9^9", "(99^99)d20",
    "1d99999999999999999999", "9" * 500, "d" * 500, "-" * 500, " " * 500, "1 " * 250, "k" * 100, "1d6k" * 24,
    " " * 99 + "x", "9" * 50 + " " * 49, "300d20kh150", "60d6+41d6", "40d20-40d20+30d4",
]  # fmt: skip


@pytest.mark.case("GM-043")
@pytest.mark.parametrize("text", HOSTILE)
def test_huge_amounts_are_refused_in_an_instant(text: str) -> None:
    began = thread_time()
    with pytest.raises(InvalidInput):
        parse(text)
    assert thread_time() - began < 0.1


ENDLESS = ["d1!", "d6!>0", "d6!>=1", "d2r1r2", "d6r<7", "10d10!>2", "d10000!<9999", "2d6!kh1", "2d6kh1!", "d6!"]


@pytest.mark.case("GM-079")
@pytest.mark.parametrize("text", ENDLESS)
def test_dice_that_explode_or_are_thrown_again_are_refused_at_once(text: str) -> None:
    began = thread_time()
    with pytest.raises(InvalidInput) as refused:
        parse(text)
    assert thread_time() - began < 0.1
    assert refused.value.errors[0].code in ("not-understood", "too-large")


@pytest.mark.case("GM-045")
@pytest.mark.parametrize("text", ["3d6", "10d6", "20d6kh10", "d1000"])
def test_odds_are_exact_to_the_last_throw(text: str) -> None:
    odds = parse(text).odds()
    least, most = min(odds.weights), max(odds.weights)
    assert sum((odds.chance(value) for value in range(least, most + 1)), Fraction(0)) == 1
    assert odds.at_least(most) == odds.chance(most) > 0
    assert Odds(distribution=odds).answer() == Odds(distribution=parse(text).odds()).answer()
    assert parse("d1000").odds().at_least(1000) == Fraction(1, 1000)
