"""Arrows that are picked up: half of those that hit are broken, a fifth of the others lost."""

from fractions import Fraction

from rules.swing import arrows


def test_each_die_decides_over_one_arrow() -> None:
    assert arrows.whole((1, 5, 6, 10), ()) == 2
    assert arrows.whole((), (1, 2, 3, 10)) == 2


def test_the_odds_are_those_of_the_page() -> None:
    odds = arrows.whole_odds(1, 1)
    both, none = Fraction(1, 2) * Fraction(4, 5), Fraction(1, 2) * Fraction(1, 5)
    assert {n: odds.chance(n) for n in range(3)} == {0: none, 1: 1 - both - none, 2: both}
    assert arrows.whole_odds(12, 8).mean == 20 - arrows.mean_lost(12, 8)
