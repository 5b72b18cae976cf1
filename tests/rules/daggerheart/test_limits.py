"""Gains that meet their limits."""

import pytest

from rules.daggerheart.limits import gained, hope_after_feature, starting_fear


@pytest.mark.case("GM-073")
@pytest.mark.parametrize(("now", "by", "after"), [(3, 1, 4), (12, 1, 12), (11, 2, 12), (0, -1, 0), (2, -1, 1)])
def test_a_pool_stays_within_its_limit(now: int, by: int, after: int) -> None:
    assert gained(now, by, 12) == after


@pytest.mark.parametrize(
    ("hope", "cost", "gain", "after"),
    [
        pytest.param(2, 3, 1, 0, id="the gain fills up the cost"),
        pytest.param(2, 3, 0, None, id="not enough"),
        pytest.param(6, 3, 1, 4, id="nothing is lost at the limit"),
        pytest.param(6, 0, 1, 6, id="a gain without a cost stops at the limit"),
    ],
)
def test_hope_of_a_roll_pays_for_that_rolls_feature(hope: int, cost: int, gain: int, after: int | None) -> None:
    assert hope_after_feature(hope, cost, gain) == after


def test_a_campaign_starts_with_a_fear_for_each_character() -> None:
    assert [starting_fear(pcs) for pcs in (0, 4, 15)] == [0, 4, 12]
