"""How rolls move countdowns."""

import pytest

from rules.daggerheart.countdowns import ADVANCES, advance
from rules.daggerheart.duality import OUTCOMES


def test_a_standard_countdown_moves_with_every_action_roll() -> None:
    assert [advance("action_roll", outcome) for outcome in OUTCOMES] == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("ticks", "outcome"), [("by_hand", "critical"), ("long_rest", "critical"), ("progress", "success")]
)
def test_what_a_countdown_does_not_listen_to_leaves_it(ticks: str, outcome: str) -> None:
    assert advance(ticks, outcome) == 0


def test_every_outcome_has_its_steps() -> None:
    assert {name: set(steps) for name, steps in ADVANCES.items()} == {key: set(OUTCOMES) for key in ADVANCES}
