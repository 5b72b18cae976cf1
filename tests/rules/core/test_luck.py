"""Luck: over all that could fall it averages to nothing, exactly."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.chance import Chance
from rules.core.luck import luck, luck_of, percentile
from rules.core.odds import Distribution, die
from rules.registry import get_system
from tests.rules.table import Table

WEIGHTS = st.dictionaries(st.integers(-50, 50), st.integers(1, 1000), min_size=1, max_size=30)


@given(WEIGHTS)
def test_the_luck_of_all_results_averages_to_nothing(weights: dict[int, int]) -> None:
    odds = Distribution(weights)
    assert sum(weight * luck(odds, value) for value, weight in odds) == 0


@given(WEIGHTS)
def test_more_is_luckier_and_never_by_more_than_a_half(weights: dict[int, int]) -> None:
    odds = Distribution(weights)
    lucks = [luck(odds, value) for value, _ in odds]
    assert lucks == sorted(set(lucks))
    assert all(abs(one) < Fraction(1, 2) for one in lucks)


def test_a_tie_counts_half() -> None:
    assert percentile(die(20), 20) == Fraction(39, 40)
    assert percentile(die(20), 1) == Fraction(1, 40)
    assert luck(die(6) + die(6), 7) == 0


@pytest.mark.parametrize(
    "system, roll, parameters, dice",
    [
        (
            "daggerheart",
            "action",
            {"difficulty": 12, "modifier": 2, "advantage": 1},
            {"hope": 12, "fear": 12, "own": 6},
        ),
        ("daggerheart", "adversary_attack", {"modifier": 3, "evasion": 12}, {"d20": 20}),
        ("daggerheart", "adversary_attack", {"evasion": 12, "disadvantage": 1}, {"d20": (20, 20)}),
        ("generic", "check", {"dc": 10, "modifier": 4}, {"d20": 20}),
        ("generic", "dice", {"expression": "2d6+1"}, {"dice": (6, 6)}),
    ],
)
def test_the_odds_of_a_roll_are_those_of_all_its_dice(
    system: str, roll: str, parameters: dict[str, Any], dice: dict[str, Any]
) -> None:
    """Throws every face of every die: the odds that luck goes by must be those of the roll itself."""
    kind = get_system(system).rolls[roll]
    odds = kind.exact_odds(parameters).distribution
    assert odds is not None
    totals: Counter[int] = Counter()
    names = [
        (name, sides)
        for name, several in dice.items()
        for sides in (several if isinstance(several, tuple) else (several,))
    ]
    for faces in product(*(range(1, sides + 1) for _, sides in names)):
        given_dice: dict[str, Any] = {}
        for (name, _), face in zip(names, faces, strict=True):
            given_dice.setdefault(name, []).append(face)
        plain = {
            name: found if len(found) > 1 or isinstance(dice[name], tuple) else found[0]
            for name, found in given_dice.items()
        }
        total = kind.result(parameters, Chance(None, plain, True, str)).total
        assert total is not None
        totals[total] += 1
    assert {value: Fraction(count, totals.total()) for value, count in totals.items()} == {
        value: odds.chance(value) for value, _ in odds
    }


def rolled(table: Table, **fields: Any) -> Any:
    return table.do("roll", **fields).added[0].event


def test_a_roll_is_weighed_with_every_modifier_that_it_was_made_with() -> None:
    table = Table()
    oro = table.pc("Oro", numbers={"agility": 2})
    event = rolled(table, roll="action", creature=oro, **{"with": "agility"}, parameters={"difficulty": 10},
                   dice={"hope": 7, "fear": 6})  # fmt: skip
    assert event.facts["total"] == 15
    odds = (die(12) + die(12)) + 2
    assert luck_of(table.game.system, event) == luck(odds, 15)


def test_a_roll_without_odds_is_not_weighed() -> None:
    table = Table("generic")
    ann = table.pc("Ann")
    event = rolled(table, roll="take_damage", creature=ann, parameters={"amount": 3})
    assert luck_of(table.game.system, event) is None
