"""Action and reaction rolls: outcomes, what they pay, and their exact odds."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.daggerheart.duality import (
    OUTCOMES,
    Dice,
    DualityRoll,
    action_odds,
    effects,
    group_modifier,
    own_die,
    pairs,
    reaction_odds,
)
from tests.rules.daggerheart.chances import success_chance

FACES = range(1, 13)
SIX = range(1, 7)

# Difficulty less modifiers; 144ths of success with Hope (as many with Fear) and of failure with Hope (likewise);
# the chance of success with one's own advantage, disadvantage, and disadvantage besides one helper.
TABLE = [
    (3, 66, 0, 1.0000, 0.9213, 0.9823),
    (4, 65, 1, 1.0000, 0.8866, 0.9691),
    (5, 64, 2, 0.9977, 0.8449, 0.9506),
    (6, 62, 4, 0.9931, 0.7963, 0.9259),
    (7, 60, 6, 0.9838, 0.7407, 0.8947),
    (8, 57, 9, 0.9699, 0.6782, 0.8565),
    (9, 54, 12, 0.9491, 0.6111, 0.8113),
    (10, 50, 16, 0.9213, 0.5417, 0.7596),
    (11, 46, 20, 0.8866, 0.4722, 0.7022),
    (12, 41, 25, 0.8449, 0.4051, 0.6400),
    (13, 36, 30, 0.7963, 0.3426, 0.5748),
    (14, 30, 36, 0.7407, 0.2870, 0.5085),
    (15, 25, 41, 0.6782, 0.2384, 0.4433),
    (16, 20, 46, 0.6111, 0.1968, 0.3812),
    (17, 16, 50, 0.5417, 0.1620, 0.3237),
    (18, 12, 54, 0.4722, 0.1343, 0.2720),
    (19, 9, 57, 0.4051, 0.1134, 0.2269),
    (20, 6, 60, 0.3426, 0.0995, 0.1887),
    (21, 4, 62, 0.2870, 0.0903, 0.1574),
    (22, 2, 64, 0.2384, 0.0856, 0.1327),
    (23, 1, 65, 0.1968, 0.0833, 0.1142),
    (24, 0, 66, 0.1620, 0.0833, 0.1011),
    (25, 0, 66, 0.1343, 0.0833, 0.0926),
]


@pytest.mark.parametrize(("need", "success", "failure", "advantage", "disadvantage", "helped"), TABLE)
def test_the_odds_are_those_of_the_table(
    need: int, success: int, failure: int, advantage: float, disadvantage: float, helped: float
) -> None:
    assert action_odds(need).outcomes == {
        "critical": Fraction(12, 144),
        "success_hope": Fraction(success, 144),
        "success_fear": Fraction(success, 144),
        "failure_hope": Fraction(failure, 144),
        "failure_fear": Fraction(failure, 144),
    }
    thrown = [Dice(own=1), Dice(own=-1), Dice(own=-1, helpers=1)]
    chances = [action_odds(need, dice=dice) for dice in thrown]
    assert [round(float(success_chance(odds.outcomes)), 4) for odds in chances] == [advantage, disadvantage, helped]


@pytest.mark.parametrize(("own", "helpers", "modifier"), [(0, 0, 2), (1, 0, 0), (-1, 1, 3), (0, 2, -1)])
def test_odds_are_what_all_throws_together_come_to(own: int, helpers: int, modifier: int) -> None:
    dice = [FACES, FACES, *[SIX] * abs(own), *[SIX] * helpers]
    rolls = [
        DualityRoll(hope, fear, modifier, own * sum(rest[: abs(own)]), rest[abs(own) :])
        for hope, fear, *more in product(*dice)
        for rest in [tuple(more)]
    ]
    odds = action_odds(14, modifier=modifier, dice=Dice(own=own, helpers=helpers))
    assert odds.outcomes == {name: Fraction(n, len(rolls)) for name, n in Counter(r.outcome(14) for r in rolls).items()}
    totals = Counter(roll.total for roll in rolls)
    assert odds.distribution
    assert {total: odds.distribution.chance(total) for total, _ in odds.distribution} == {
        total: Fraction(count, len(rolls)) for total, count in totals.items()
    }


@pytest.mark.case("GM-107")
@pytest.mark.parametrize(("extra", "hope_die"), [(("d4",), 12), (("-d6",), 12), (("d4", "-d4"), 10), ((), 20)])
def test_odds_count_the_dice_of_features_and_other_hope_dice(extra: tuple[str, ...], hope_die: int) -> None:
    sides = [int(text.strip("-d")) for text in extra]
    signs = [-1 if text[0] == "-" else 1 for text in extra]
    dice = [range(1, hope_die + 1), FACES, *(range(1, side + 1) for side in sides)]
    rolls = [
        DualityRoll(hope, fear, 1, extra=tuple(sign * face for sign, face in zip(signs, rest, strict=True)))
        for hope, fear, *rest in product(*dice)
    ]
    odds = action_odds(14, modifier=1, dice=Dice(extra=extra, hope_die=hope_die))
    assert odds.outcomes == {name: Fraction(n, len(rolls)) for name, n in Counter(r.outcome(14) for r in rolls).items()}
    assert odds.distribution
    assert odds.distribution.mean == Fraction(sum(roll.total for roll in rolls), len(rolls))


@pytest.mark.case("GM-107")
def test_a_hope_die_of_ten_sides_keeps_the_chance_of_a_pair() -> None:
    small, usual = pairs(10, 12), pairs()
    assert (small.pair_chance, small.hope_chance, small.fear_chance) == (
        Fraction(10, 120),
        Fraction(45, 120),
        Fraction(65, 120),
    )
    assert small.pair_chance + small.hope_chance == Fraction(11, 24)
    assert (usual.pair_chance, usual.hope_chance, usual.fear_chance) == (
        Fraction(12, 144),
        Fraction(66, 144),
        Fraction(66, 144),
    )


@pytest.mark.case("GM-107")
def test_the_text_says_which_die_is_which() -> None:
    """The Hope Die comes first: with 10 and 12 sides a 10 on it beats a 9 of Fear."""
    assert (DualityRoll(hope=10, fear=9).outcome(15), DualityRoll(hope=9, fear=10).outcome(15)) == (
        "success_hope", "success_fear")  # fmt: skip
    fear_wins = pairs(20, 12)
    assert fear_wins.hope_chance > fear_wins.fear_chance


@pytest.mark.case("GM-075")
def test_a_pair_is_a_critical_success_below_any_difficulty() -> None:
    assert DualityRoll(3, 3).outcome(17) == "critical"
    assert {effect["tracker"] for effect in effects("critical") if "tracker" in effect} == {"hope", "stress"}
    chances = [success_chance(action_odds(need).outcomes) for need in (24, 25, 14)]
    assert chances == [Fraction(1, 12), Fraction(1, 12), Fraction(1, 2)]
    assert success_chance(action_odds(14, dice=Dice(own=1)).outcomes) == Fraction(20, 27)


def test_reaction_odds_are_those_of_the_action_without_hope_and_fear() -> None:
    assert reaction_odds(10).outcomes == {
        "critical": Fraction(1, 12),
        "success": Fraction(25, 36),
        "failure": Fraction(2, 9),
    }


@pytest.mark.parametrize(
    ("hope", "fear", "outcome", "reaction"),
    [
        pytest.param(7, 5, "success_hope", "success", id="meets the Difficulty with Hope"),
        pytest.param(5, 7, "success_fear", "success", id="meets it with Fear"),
        pytest.param(7, 4, "failure_hope", "failure", id="one short with Hope"),
        pytest.param(4, 7, "failure_fear", "failure", id="one short with Fear"),
        pytest.param(1, 1, "critical", "critical", id="the lowest pair"),
        pytest.param(12, 12, "critical", "critical", id="the highest pair"),
    ],
)
def test_the_dice_decide_the_outcome(hope: int, fear: int, outcome: str, reaction: str) -> None:
    roll = DualityRoll(hope, fear)
    assert (roll.outcome(12), roll.reaction_outcome(12)) == (outcome, reaction)


@pytest.mark.case("GM-113")
def test_only_the_best_helper_counts() -> None:
    assert DualityRoll(1, 2, modifier=3, own=-4, helpers=(2, 5, 1)).total == 1 + 2 + 3 - 4 + 5


@pytest.mark.case("GM-113")
@pytest.mark.parametrize(
    ("advantage", "disadvantage", "own"),
    [(0, 0, 0), (1, 0, 1), (3, 0, 1), (0, 2, -1), (1, 1, 0), (2, 2, 0), (2, 1, 1), (1, 3, -1)],
)
def test_own_sources_cancel_and_do_not_stack(advantage: int, disadvantage: int, own: int) -> None:
    assert own_die(advantage, disadvantage) == own


@pytest.mark.parametrize(
    ("outcome", "moved", "spotlight", "prompt"),
    [
        ("critical", {"hope": 1, "stress": -1}, False, False),
        ("success_hope", {"hope": 1}, False, False),
        ("success_fear", {"fear": 1}, False, True),
        ("failure_hope", {"hope": 1}, True, True),
        ("failure_fear", {"fear": 1}, True, True),
    ],
)
def test_each_outcome_pays_and_moves_what_the_rules_say(
    outcome: str, moved: dict[str, int], spotlight: bool, prompt: bool
) -> None:
    found = effects(outcome)
    kinds = [effect["kind"] for effect in found]
    assert {effect["tracker"]: effect["by"] for effect in found if effect["kind"] == "tracker"} == moved
    assert ("spotlight" in kinds, "prompt" in kinds) == (spotlight, prompt)


def test_fear_is_the_games_and_the_rest_the_creatures() -> None:
    owners = {effect["tracker"]: effect["of"] for name in OUTCOMES for effect in effects(name) if "tracker" in effect}
    assert owners == {"hope": "creature", "stress": "creature", "fear": "game"}


def test_the_dice_of_features_add_to_the_total_and_decide_nothing_else() -> None:
    roll = DualityRoll(5, 5, extra=(4, -6))
    assert (roll.total, roll.outcome(30)) == (8, "critical")


def test_a_group_counts_successes_less_failures() -> None:
    assert [group_modifier(2, 1), group_modifier(0, 3)] == [1, -3]
