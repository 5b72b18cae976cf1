"""Adversaries' attacks."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.daggerheart.attack import AdversaryAttack, attack_odds, edge


@pytest.mark.parametrize(
    ("faces", "kept", "natural"),
    [((7,), 0, 7), ((7, 12), 1, 12), ((7, 12), -1, 7)],
)
def test_two_dice_keep_the_higher_or_the_lower(faces: tuple[int, ...], kept: int, natural: int) -> None:
    assert AdversaryAttack(faces, 2, kept).total == natural + 2


@pytest.mark.parametrize(
    ("natural", "outcome"),
    [
        pytest.param(8, "miss", id="one short"),
        pytest.param(9, "hit", id="meets Evasion"),
        pytest.param(19, "hit", id="high"),
        pytest.param(20, "critical", id="natural 20"),
    ],
)
def test_an_attack_hits_at_evasion(natural: int, outcome: str) -> None:
    assert AdversaryAttack((natural,), 2).outcome(11) == outcome


def test_a_natural_20_hits_any_evasion_and_a_1_is_no_miss_by_itself() -> None:
    assert AdversaryAttack((20,)).outcome(99) == "critical"
    assert AdversaryAttack((1,), 10).outcome(11) == "hit"


@pytest.mark.parametrize("kept", [0, 1, -1])
@pytest.mark.parametrize("evasion", [-5, 1, 2, 11, 20, 21, 22, 23, 60])
def test_odds_are_what_all_throws_together_come_to(evasion: int, kept: int) -> None:
    throws = [AdversaryAttack(faces, 2, kept) for faces in product(range(1, 21), repeat=2 if kept else 1)]
    seen = Counter(throw.outcome(evasion) for throw in throws)
    odds = attack_odds(evasion, modifier=2, edge=kept)
    assert odds.outcomes == {name: Fraction(seen[name], len(throws)) for name in ("critical", "hit", "miss")}
    assert odds.mean == Fraction(sum(throw.total for throw in throws), len(throws))


@pytest.mark.parametrize("extra", [("d4", "d4"), ("-d6",)])
def test_odds_count_the_dice_of_features(extra: tuple[str, ...]) -> None:
    sides, sign = int(extra[0].strip("-d")), -1 if extra[0][0] == "-" else 1
    dice = [range(1, 21), *[range(1, sides + 1)] * len(extra)]
    throws = [AdversaryAttack((d20,), 2, extra=tuple(sign * face for face in rest)) for d20, *rest in product(*dice)]
    seen = Counter(throw.outcome(14) for throw in throws)
    odds = attack_odds(14, modifier=2, extra=extra)
    assert odds.outcomes == {name: Fraction(seen[name], len(throws)) for name in ("critical", "hit", "miss")}
    assert odds.mean == Fraction(sum(throw.total for throw in throws), len(throws))


@pytest.mark.parametrize(("advantage", "disadvantage", "kept"), [(0, 0, 0), (2, 0, 1), (1, 1, 0), (1, 2, -1)])
def test_sources_cancel(advantage: int, disadvantage: int, kept: int) -> None:
    assert edge(advantage, disadvantage) == kept
