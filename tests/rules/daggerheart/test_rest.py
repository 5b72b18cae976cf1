"""Rests."""

import pytest

from rules.daggerheart.rest import benefit, cleared, fear_gained, hope_for_preparing, rests_allowed


@pytest.mark.parametrize(("in_a_row", "allowed"), [(0, ("short", "long")), (2, ("short", "long")), (3, ("long",))])
def test_a_long_rest_is_due_after_three_short_ones(in_a_row: int, allowed: tuple[str, ...]) -> None:
    assert rests_allowed(in_a_row) == allowed


@pytest.mark.parametrize(
    ("kind", "interrupted", "got"),
    [("short", False, "short"), ("long", False, "long"), ("short", True, None), ("long", True, "short")],
)
def test_an_interrupted_rest_gives_less(kind: str, interrupted: bool, got: str | None) -> None:
    assert benefit(kind, interrupted) == got


def test_a_move_of_a_short_rest_clears_a_die_and_the_tier() -> None:
    assert cleared(3, 2) == 5


def test_those_who_prepare_together_gain_two_hope() -> None:
    assert [hope_for_preparing(n) for n in (1, 2, 4)] == [1, 2, 2]


@pytest.mark.parametrize(("kind", "gained"), [("short", 3), ("long", 7)])
def test_the_gm_gains_fear(kind: str, gained: int) -> None:
    assert fear_gained(kind, d4=3, pcs=4) == gained
