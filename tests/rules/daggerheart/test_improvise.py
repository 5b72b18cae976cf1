"""Is an adversary from the benchmarks whole, whatever its tier and role?"""

import pytest

from rules.daggerheart import improvise
from rules.daggerheart.battle_points import COSTS
from tests.rules.daggerheart.evening import Evening

ROLES = sorted(COSTS)


@pytest.mark.parametrize("tier", [1, 2, 3, 4])
@pytest.mark.parametrize("role", ROLES)
def test_every_one_takes_damage_and_attacks(role: str, tier: int) -> None:
    evening = Evening()
    evening.do("improvise", tier=tier, role=role, name="Somebody")
    made = next(c for c in evening.game.state.creatures.values() if c.name == "Somebody")
    evening.do("roll", roll="adversary_attack", creature=made.id, targets=[evening.oro], announced={"success": True})
    then = evening.then(made.id)
    assert then is not None
    evening.send(then)
    assert evening.last(made.id).facts["total"] > 0
    evening.hurt(1, made.id)
    assert evening.value("hit_points", made.id) == 1


def test_the_benchmarks_of_a_tier() -> None:
    leader = improvise.adversary(3, "leader")
    assert leader["numbers"] == {"attack_modifier": 3, "difficulty": 17, "major": 20, "severe": 32}
    assert leader["features"]["attack"]["facts"]["dice"] == "3d12"


def test_a_minion_has_no_thresholds_and_deals_a_fixed_amount() -> None:
    minion = improvise.adversary(1, "minion")
    assert "major" not in minion["numbers"]
    assert minion["features"]["minion"]["facts"] == {"minion": 4}
    assert "dice" not in minion["features"]["attack"]["facts"]


def test_nothing_falls_with_the_tier() -> None:
    for table in (improvise.HIT_POINTS, improvise.STRESS):
        assert sorted(table) == ROLES
        assert all(list(row) == sorted(row) for row in table.values())
