"""How rolls move countdowns."""

from fractions import Fraction

import pytest

from rules.daggerheart.countdowns import ADVANCES, advance, expected_advance, next_start
from rules.daggerheart.duality import OUTCOMES, action_odds


def test_a_standard_countdown_moves_with_every_action_roll() -> None:
    assert [advance("action_roll", outcome) for outcome in OUTCOMES] == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("ticks", "outcome"), [("by_hand", "critical"), ("long_rest", "critical"), ("progress", "success")]
)
def test_what_a_countdown_does_not_listen_to_leaves_it(ticks: str, outcome: str) -> None:
    assert advance(ticks, outcome) == 0


def test_every_outcome_has_its_steps() -> None:
    assert {name: set(steps) for name, steps in ADVANCES.items()} == {key: set(OUTCOMES) for key in ADVANCES}


def test_the_steps_to_expect_follow_the_odds() -> None:
    assert expected_advance("action_roll", action_odds(15).outcomes) == Fraction(1)
    assert expected_advance("progress", action_odds(99).outcomes) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("start", "loop", "next_one"),
    [(6, "same", 6), (6, "growing", 7), (6, "shrinking", 5), (1, "shrinking", None), (6, None, None)],
)
def test_a_loop_starts_again(start: int, loop: str | None, next_one: int | None) -> None:
    assert next_start(start, loop) == next_one
