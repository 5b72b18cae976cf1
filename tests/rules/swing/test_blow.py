"""One blow: what each face does, and odds that equal a count of every way the dice can fall."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.core.chance import Chance
from rules.swing import blow
from rules.swing.rolls import ROLLS

WEAPONS: list[dict[str, Any]] = [
    {"die": "1d8", "critical_percent": 15, "multiplier": 2, "critical_bonus": 3},
    {"die": "1d4"},
    {"die": "2d6", "critical_percent": 50, "multiplier": 3},
    {"die": "1d10", "critical_percent": 0, "critical_bonus": 5},
]
SPREAD = [
    {"bonus": bonus, "defense": defense, "weapon": weapon, "damage_bonus": adds, **more}
    for (bonus, defense), weapon, adds, more in product(
        [(0, 40), (8, 18), (30, 5), (3, 20)],
        WEAPONS,
        [-3, 0, 6],
        [
            {},
            {"off_hand": True},
            {"armor_class": 257},
            {"off_hand": True, "armor_class": 420, "half_first": False},
            {"armor_class": 900, "armor_rounds": "result"},
            {"bare_hands": True},
            {"off_hand": True, "half_rounds": "up"},
            {"ranged": True, "aimed": True},
        ],
    )
]


def every_way(parameters: dict[str, Any]) -> list[Any]:
    """The result of each way in which the d20 and the damage dice can fall, as often as it is to be counted."""
    count, sides = ROLLS["attack"].read(parameters).weapon.pool
    found = []
    for natural, *faces in product(range(1, 21), *[range(1, sides + 1)] * count):
        hits = ROLLS["attack"].read(parameters).swing.outcome(natural) in blow.HITS
        dice = {"d20": natural, "damage": faces if hits else []}
        found.append(ROLLS["attack"].result(parameters, Chance(None, dice, True, str)))
    return found


@pytest.mark.parametrize("parameters", SPREAD[:: max(1, len(SPREAD) // 60)])
def test_the_odds_equal_a_count_of_every_way(parameters: dict[str, Any]) -> None:
    odds, ways = ROLLS["attack"].exact_odds(parameters), every_way(parameters)
    damage = Counter(result.facts["damage"] for result in ways)
    assert odds.distribution is not None
    assert {value: Fraction(weight, odds.distribution.total) for value, weight in odds.distribution} == {
        value: Fraction(count, len(ways)) for value, count in damage.items()
    }
    narrow = Counter(result.outcome for result in ways)
    share = {key: Fraction(narrow[key], len(ways)) for key in blow.OUTCOMES}
    assert odds.outcomes["natural_20"] == share["natural_20"] == odds.outcomes["natural_1"] == share["natural_1"]
    assert odds.outcomes["critical"] == share["natural_20"] + share["critical"]
    assert odds.outcomes["hit"] == odds.outcomes["critical"] + share["hit"]
    assert odds.outcomes["miss"] == share["miss"] + share["natural_1"]
    assert odds.outcomes["hit"] + odds.outcomes["miss"] == 1


@pytest.mark.parametrize("parameters", SPREAD[::40])
def test_the_picture_of_the_odds_agrees_with_them(parameters: dict[str, Any]) -> None:
    odds = ROLLS["attack"].exact_odds(parameters)
    by_hit, by_critical = odds.extra.get("by_hit", {}), odds.extra["by_critical"]
    assert sum(by_critical.values()) == odds.outcomes["critical"]
    assert sum(by_hit.values(), Fraction(0)) == odds.outcomes["hit"] - odds.outcomes["critical"]
    by_damage = odds.extra["by_damage"]
    assert list(by_damage) == sorted({*by_hit, *by_critical}, key=int)
    assert sum(by_damage.values()) == odds.outcomes["hit"]
    assert odds.extra["hits"] == [n for n, outcome in enumerate(odds.extra["faces"], 1) if outcome in blow.HITS]
    faces = Counter(odds.extra["faces"])
    assert Fraction(faces["miss"] + faces["natural_1"], 20) == odds.outcomes["miss"]
    assert odds.extra["faces"][odds.extra["needs"] - 1] in blow.HITS


def test_every_percentage_has_its_lowest_face() -> None:
    found = {percent: blow.lowest_critical(percent) for percent in range(0, 55, 5)}
    assert found == {0: 20, 5: 20, 10: 19, 15: 18, 20: 17, 25: 16, 30: 15, 35: 14, 40: 13, 45: 12, 50: 11}


def test_a_blow_says_how_its_damage_came_about() -> None:
    one = blow.Blow(0, 0, multiplier=2, critical_bonus=3, damage_bonus=6, off_hand=True, armor_class=300)
    dealt, steps = blow.damage(one, 5, critical=True)
    assert dealt == 7  # 19, half 9, less 2 of it
    assert [step.code for step in steps] == ["blow-critical", "blow-half", "blow-armor"]
    assert blow.damage(blow.Blow(0, 0, damage_bonus=-9), 2, critical=False)[1][-1].code == "blow-least"
