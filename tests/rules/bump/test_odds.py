"""Every roll's odds of Bump d20 are exact: as a count of all faces, or as icepool, says."""

import time
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from rules.bump.check import DEGREES
from rules.core.chance import Chance
from rules.core.errors import InvalidInput, RuleError
from rules.core.odds import Odds
from rules.registry import get_system

SYSTEM = get_system("bump")
CHECKS = ("check", "save", "attack", "defend", "opposed")


def odds(roll: str, **parameters: Any) -> Odds:
    kind = SYSTEM.rolls[roll]
    assert kind.odds is not None
    return kind.odds(kind.read(parameters), 10**6)


def thrown(roll: str, parameters: dict[str, Any], **dice: Any) -> Any:
    kind = SYSTEM.rolls[roll]
    return kind.result(parameters, Chance(lambda sides: sides, dice, False, str))


def fault(roll: str, **parameters: Any) -> tuple[str, str, dict[str, Any]]:
    with pytest.raises(InvalidInput) as refused:
        SYSTEM.rolls[roll].read(parameters)
    (first, *_) = refused.value.errors
    return first.pointer, first.code, dict(first.facts)


def degree(natural: int, total: int, dc: int) -> str:
    """A degree as the rules' text tells it: the die first, then the margin, then the DC."""
    if natural in (1, 20):
        return "critical_success" if natural == 20 else "critical_failure"
    if total >= dc + 15:
        return "critical_success"
    if total <= dc - 15:
        return "critical_failure"
    return "success" if total >= dc else "failure"


@pytest.mark.parametrize("roll", CHECKS)
@pytest.mark.parametrize(("fortune", "misfortune"), [(0, 0), (1, 0), (3, 0), (0, 2), (1, 1)])
@pytest.mark.parametrize("dc", [-20, 0, 5, 11, 15, 26, 40])
def test_a_check_counts_all_its_faces(roll: str, dc: int, fortune: int, misfortune: int) -> None:
    for modifier, up, down in product((-3, 0, 7), (0, 2), (0, 1, 3)):
        given = {"dc": dc, "modifier": modifier, "advantage": up, "disadvantage": down}
        found = odds(roll, **given, fortune=fortune, misfortune=misfortune)
        bonus, two = modifier + 2 * (up - down), bool(fortune) != bool(misfortune)
        counts, totals = Counter[str](), Counter[int]()
        for faces in product(range(1, 21), repeat=2 if two else 1):
            natural = max(faces) if fortune else min(faces)
            counts[degree(natural, natural + bonus, dc)] += 1
            totals[natural + bonus] += 1
        whole = totals.total()
        assert found.outcomes == {name: Fraction(counts[name], whole) for name in DEGREES}
        assert found.distribution is not None
        assert dict(found.distribution.weights.items()).keys() == totals.keys()
        assert all(found.distribution.chance(total) == Fraction(n, whole) for total, n in totals.items())


@pytest.mark.parametrize("dc", range(-1, 23))
def test_a_flat_check_counts_its_faces(dc: int) -> None:
    won = sum(face >= dc for face in range(1, 21))
    assert odds("flat", dc=dc).outcomes["success"] == Fraction(won, 20)
    assert odds("flat", dc=dc, fortune=1).outcomes["failure"] == Fraction(20 - won, 20) ** 2
    assert odds("flat", dc=dc, misfortune=1).outcomes["success"] == Fraction(won, 20) ** 2


@pytest.mark.parametrize("members", [1, 2, 3, 5, 8, 20])
def test_a_group_is_as_likely_as_icepool_says(members: int) -> None:
    modifiers = [(n * 5) % 9 - 2 for n in range(members)]
    found = odds("group", dc=13, members=[{"modifier": one} for one in modifiers])
    chances = [sum(degree(face, face + one, 13) in DEGREES[:2] for face in range(1, 21)) for one in modifiers]
    pool = sum((icepool.coin(chance, 20) for chance in chances[1:]), icepool.coin(chances[0], 20) + 0)
    assert found.outcomes["success"] == sum(
        (pool.probability(count) for count in range(members + 1) if 2 * count >= members), Fraction(0)
    )
    assert found.distribution is not None
    assert all(found.distribution.chance(n) == pool.probability(n) for n in range(members + 1))


@pytest.mark.parametrize("fortitude", [-4, -1, 0, 3, 7])
@pytest.mark.parametrize("exhaustion", range(4))
def test_the_death_timer_counts_the_level_just_gained(fortitude: int, exhaustion: int) -> None:
    found = odds("death_timer", fortitude=fortitude, exhaustion=exhaustion).distribution
    assert found is not None
    assert {total: found.chance(total) for total, _ in found} == {
        face + fortitude - exhaustion - 1: Fraction(1, 4) for face in range(1, 5)
    }


@pytest.mark.parametrize(("fortitude", "exhaustion", "dead", "recovers"), [
    (0, 0, "1/4", (0, 1, 2, 3)), (-1, 0, "1/2", (0, 0, 1, 2)), (4, 0, "0", (4, 5, 6, 7)), (-4, 0, "1", ()),
])  # fmt: skip
def test_the_death_timer_says_who_dies_at_once_and_who_rises_by_a_natural_20(
    fortitude: int, exhaustion: int, dead: str, recovers: tuple[int, ...]
) -> None:
    found = odds("death_timer", fortitude=fortitude, exhaustion=exhaustion).extra
    assert found["dead"] == Fraction(dead)
    assert found["recovers"] == sum((1 - Fraction(19, 20) ** turns for turns in recovers), Fraction(0)) / 4


@pytest.mark.parametrize(("feet", "depth", "dived", "dice"), [
    (9, 0, False, 0), (10, 0, False, 1), (55, 0, False, 5), (200, 0, False, 20), (900, 0, False, 20),
    (60, 10, False, 5), (60, 90, False, 4), (60, 90, True, 3), (20, 90, True, 0),
])  # fmt: skip
def test_a_fall_is_as_many_d6_as_its_feet_leave(feet: int, depth: int, dived: bool, dice: int) -> None:
    found = odds("fall", feet=feet, depth=depth, dived=dived).distribution
    assert found is not None
    pool = dice @ icepool.d6 if dice else icepool.Die([0])
    assert {total: found.chance(total) for total, _ in found} == {total: pool.probability(total) for total in pool}


@pytest.mark.parametrize(("dice", "modifier"), [("d4", 0), ("2d6", 3), ("3d12", -9), ("d100", 1), ("40d6", 0)])
def test_damage_is_never_below_nothing(dice: str, modifier: int) -> None:
    found = odds("damage", dice=dice, modifier=modifier).distribution
    count, sides = (int(part or 1) for part in dice.split("d"))
    pool = (count @ icepool.d(sides) + modifier).map(lambda total: max(0, total))
    assert found is not None
    assert {total: found.chance(total) for total, _ in found} == {total: pool.probability(total) for total in pool}


def test_initiative_is_a_die_and_a_number() -> None:
    found = odds("initiative", modifier=4).distribution
    assert found is not None
    assert {total: found.chance(total) for total, _ in found} == {n: Fraction(1, 20) for n in range(5, 25)}


@pytest.mark.parametrize(("roll", "parameters", "pointer", "code", "facts"), [
    ("check", {"dc": 15, "advantage": -1}, "/advantage", "too-small", {"least": 0}),
    ("check", {"dc": 10**6}, "/dc", "too-large", {"most": 9999}),
    ("check", {}, "/dc", "missing", {}),
    ("check", {"dc": 15, "luck": 1}, "/luck", "unknown-field", {}),
    ("flat", {"dc": 15, "modifier": 2}, "/modifier", "unknown-field", {}),
    ("death_timer", {"exhaustion": 5}, "/exhaustion", "too-large", {"most": 4}),
    ("damage", {"dice": "41d6"}, "/dice", "too-many-dice", {"most": 40}),
    ("damage", {"dice": "2d6+1"}, "/dice", "not-dice", {}),
    ("take_damage", {"parts": [], "hp": 1, "max_hp": 1}, "/parts", "too-short", {"least": 1}),
    ("take_damage", {"parts": [{"amount": 1, "type": "fire"}], "hp": 9, "max_hp": 5}, "/hp", "too-large", {"most": 5}),
])  # fmt: skip
def test_a_wrong_parameter_names_itself_and_its_range(
    roll: str, parameters: dict[str, Any], pointer: str, code: str, facts: dict[str, Any]
) -> None:
    found = fault(roll, **parameters)
    assert found[:2] == ("/parameters" + pointer, code)
    assert facts.items() <= found[2].items()


@pytest.mark.parametrize(("roll", "parameters", "dice"), [
    ("check", {"dc": 15}, {"d20": 21}),
    ("check", {"dc": 15}, {"d20": 0}),
    ("check", {"dc": 15}, {"d20": [3, 4]}),
    ("check", {"dc": 15, "fortune": 1}, {"d20": [4, 5, 6]}),
    ("death_timer", {}, {"d4": 5}),
    ("fall", {"feet": 20}, {"d6": [1, 2, 3]}),
    ("damage", {"dice": "d8"}, {"dice": 9}),
])  # fmt: skip
def test_dice_that_cannot_be_are_refused(roll: str, parameters: dict[str, Any], dice: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match=r"dice-do-not-fit|too-many-dice"):
        thrown(roll, parameters, **dice)


@pytest.mark.parametrize(("roll", "parameters"), [
    ("damage", {"dice": "99d100"}),
    ("damage", {"dice": "9" * 100_000 + "d6"}),
    ("fall", {"feet": 10**9}),
    ("group", {"dc": 15, "members": [{}] * 2_000}),
    ("check", {"dc": 15, "tags": ["x"] * 2_000}),
])  # fmt: skip
def test_what_is_too_much_is_refused_at_once(roll: str, parameters: dict[str, Any]) -> None:
    begin = time.perf_counter()
    with pytest.raises(InvalidInput):
        SYSTEM.rolls[roll].exact_odds(parameters)
    assert time.perf_counter() - begin < 0.1


@pytest.mark.parametrize(("roll", "parameters"), [
    ("damage", {"dice": "40d100"}),
    ("fall", {"feet": 9999}),
    ("group", {"dc": 15, "members": [{"modifier": n} for n in range(20)]}),
])  # fmt: skip
def test_the_most_that_is_allowed_is_answered_quickly(roll: str, parameters: dict[str, Any]) -> None:
    SYSTEM.rolls[roll].exact_odds(parameters)
    begin = time.perf_counter()
    SYSTEM.rolls[roll].exact_odds(parameters)
    assert time.perf_counter() - begin < 0.1


@pytest.mark.parametrize("dc", [5, 13, 21, 40])
def test_a_check_says_how_likely_it_is_passed_and_failed(dc: int) -> None:
    found = odds("attack", dc=dc, modifier=3)
    passed = sum(degree(face, face + 3, dc) in ("critical_success", "success") for face in range(1, 21))
    assert (found.extra["passed"], found.extra["failed"]) == (Fraction(passed, 20), Fraction(20 - passed, 20))
