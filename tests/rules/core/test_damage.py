"""What becomes of damage, by rules that are data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.chance import Chance
from rules.core.damage import Damage, Protection, damage_roll, reckon
from rules.core.errors import InvalidInput
from rules.core.system import DamageSpec

SPEC = DamageSpec(
    pools=("temporary_hp", "hp"),
    armor="armor",
    types=("slashing", "blunt", "fire", "mind"),
    groups={"physical": ("slashing", "blunt")},
    past_armor=("mind",),
)


def codes(given: Damage, spec: DamageSpec = SPEC) -> list[str]:
    return [step.code for step in reckon(spec, given).steps]


def test_temporary_hit_points_are_lost_first() -> None:
    taken = reckon(SPEC, Damage(amount=9, room={"temporary_hp": 7, "hp": 6}))
    assert taken.pools == {"temporary_hp": 7, "hp": 2}
    assert (taken.damage, taken.beyond) == (9, 0)


def test_what_no_pool_can_take_is_said() -> None:
    taken = reckon(SPEC, Damage(amount=20, room={"hp": 6}))
    assert taken.pools == {"hp": 6}
    assert taken.beyond == 14
    assert taken.steps[-1].facts == {"beyond": 14}


def test_armor_is_subtracted_and_never_heals() -> None:
    assert reckon(SPEC, Damage(amount=9, armor=3)).damage == 6
    assert reckon(SPEC, Damage(amount=2, armor=3)).damage == 0
    assert reckon(SPEC, Damage(amount=9, armor=-3)).damage == 9


@pytest.mark.parametrize("given", [Damage(amount=9, armor=3, direct=True), Damage(amount=9, armor=3, type="mind")])
def test_armor_does_not_help_against_direct_damage_and_what_goes_past_it(given: Damage) -> None:
    assert reckon(SPEC, given).damage == 9
    assert codes(given) == ["damage-past-armor"]


def test_armor_comes_before_resistance_unless_the_game_says_otherwise() -> None:
    given = Damage(amount=9, type="fire", armor=3, resistances=(Protection(type="fire"),))
    assert reckon(SPEC, given).damage == 3
    other = DamageSpec(pools=("hp",), armor="armor", steps=("resistance", "armor"))
    assert reckon(other, given).damage == 1


def test_half_is_rounded_as_the_game_says() -> None:
    given = Damage(amount=5, type="fire", resistances=(Protection(type="fire"),))
    assert reckon(SPEC, given).damage == 2
    assert reckon(DamageSpec(pools=("hp",), halves="up"), given).damage == 3


def test_a_resistance_with_a_number_takes_so_much() -> None:
    given = Damage(amount=12, type="fire", resistances=(Protection(type="fire", value=5),))
    assert reckon(SPEC, given).damage == 7


def test_of_two_resistances_the_better_one_counts_once() -> None:
    both = (Protection(type="physical", value=2), Protection(type="slashing"))
    assert reckon(SPEC, Damage(amount=10, type="slashing", resistances=both)).damage == 5
    assert reckon(SPEC, Damage(amount=3, type="slashing", resistances=both)).damage == 1


def test_protection_against_a_group_works_against_its_types_alone() -> None:
    against = (Protection(type="physical"),)
    assert reckon(SPEC, Damage(amount=10, type="blunt", resistances=against)).damage == 5
    assert reckon(SPEC, Damage(amount=10, type="fire", resistances=against)).damage == 10
    assert reckon(SPEC, Damage(amount=10, resistances=against)).damage == 10


def test_vulnerability_doubles_or_adds() -> None:
    assert reckon(SPEC, Damage(amount=6, type="fire", vulnerabilities=(Protection(type="fire"),))).damage == 12
    assert reckon(SPEC, Damage(amount=6, type="fire", vulnerabilities=(Protection(type="fire", value=3),))).damage == 9


def test_what_is_stopped_by_armor_is_not_doubled() -> None:
    given = Damage(amount=3, type="fire", armor=3, vulnerabilities=(Protection(type="fire", value=5),))
    assert reckon(SPEC, given).damage == 0
    assert codes(given) == ["damage-armor", "damage-nothing"]


def test_immunity_stops_all_and_says_so_alone() -> None:
    given = Damage(amount=30, type="fire", armor=3, immunities=("fire",), room={"hp": 6})
    assert reckon(SPEC, given).pools == {"hp": 0}
    assert codes(given) == ["damage-immune", "damage-nothing"]


def test_conditions_add_to_damage_and_take_from_it() -> None:
    assert reckon(SPEC, Damage(amount=4, change=2, because=("chilled",))).damage == 6
    assert reckon(SPEC, Damage(amount=4, change=-9, because=("warded",))).damage == 0


def test_the_roll_tells_every_step_and_takes_no_unknown_type() -> None:
    roll = damage_roll(SPEC)
    result = roll.result({"amount": 12, "type": "fire", "armor": 2, "room": {"hp": 20}}, Chance(None, {}, False, str))
    assert result.facts == {"damage": 10, "pools": {"hp": 10}, "beyond": 0}
    assert [step.code for step in result.steps or ()] == ["damage-armor", "damage-pool"]
    with pytest.raises(InvalidInput) as refused:
        roll.result({"amount": 1, "type": "fier"}, Chance(None, {}, False, str))
    assert refused.value.errors[0].pointer == "/parameters/type"


amounts = st.integers(0, 200)


@given(amounts, st.integers(-50, 50), amounts, amounts, st.booleans())
def test_nothing_is_lost_between_damage_and_pools(amount: int, armor: int, temp: int, hp: int, direct: bool) -> None:
    taken = reckon(SPEC, Damage(amount=amount, armor=armor, direct=direct, room={"temporary_hp": temp, "hp": hp}))
    assert sum(taken.pools.values()) + taken.beyond == taken.damage <= amount
    assert taken.pools["hp"] == 0 or taken.pools["temporary_hp"] == temp
    assert not taken.beyond or taken.pools["hp"] == hp
