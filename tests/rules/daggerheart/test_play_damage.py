"""Does a damage roll take the right dice from the sheet?"""

import pytest

from rules.core.errors import InvalidInput, RuleError
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_proficiency_multiplies_the_dice_and_nothing_else(evening: Evening) -> None:
    evening.do("change_creature", creature=evening.oro, changes={"numbers": {"proficiency": 2}})
    evening.do("roll", roll="damage", creature=evening.oro, dice={"dice": [3, 6]})
    assert evening.last(evening.oro).facts["total"] == 12


def test_bare_hands_deal_the_proficiency_in_d4(evening: Evening) -> None:
    evening.do("roll", roll="damage", creature=evening.mira, **{"with": "unarmed"}, dice={"dice": [3]})
    assert evening.last(evening.mira).facts["total"] == 3


def test_one_without_a_weapon_has_nothing_to_roll(evening: Evening) -> None:
    with pytest.raises(RuleError) as refused:
        evening.do("roll", roll="damage", creature=evening.mira)
    assert refused.value.code == "no-weapon"
    evening.do("roll", roll="damage", creature=evening.mira, parameters={"dice": "2d6"}, dice={"dice": [3, 4]})
    assert evening.last(evening.mira).facts["total"] == 7


def test_an_attack_without_dice_deals_a_fixed_amount(evening: Evening) -> None:
    rat = evening.add("Rat", features={"attack": {"kind": "attack", "name": "Teeth", "facts": {"modifier": 2}}})
    evening.do("roll", roll="damage", creature=rat)
    assert (evening.last(rat).facts["total"], evening.last(rat).dice) == (2, {"dice": ()})


def test_a_horde_deals_less_with_half_its_hit_points_marked(evening: Evening) -> None:
    facts = {"dice": "2d6", "modifier": 3, "thinned": {"dice": "1d6", "modifier": 3}}
    horde = evening.add(
        "Swarm",
        trackers={"hit_points": {"max": 6}},
        features={"attack": {"kind": "attack", "name": "", "facts": facts}},
    )
    evening.do("roll", roll="damage", creature=horde, dice={"dice": [4, 5]})
    assert evening.last(horde).facts["total"] == 12
    evening.adjust("hit_points", 3, horde)
    evening.do("roll", roll="damage", creature=horde, dice={"dice": [4]})
    assert evening.last(horde).facts["total"] == 7


def test_the_gm_is_told_how_many_of_a_horde_are_left_and_that_it_has_thinned_out(evening: Evening) -> None:
    facts = {"dice": "2d6", "modifier": 3, "thinned": {"dice": "1d6", "modifier": 3}}
    features = {
        "about": {"kind": "about", "name": "", "facts": {"type": "horde", "horde_per_hp": 5}},
        "attack": {"kind": "attack", "name": "", "facts": facts},
    }
    horde = evening.add("Swarm", trackers={"hit_points": {"max": 6}}, features=features)
    assert evening.see()["creatures"][horde]["standing"] == {"left": 30, "of": 30}
    evening.adjust("hit_points", 3, horde)
    assert evening.see()["creatures"][horde]["standing"] == {"left": 15, "of": 30, "thinned": True}
    assert "standing" not in evening.public()["creatures"][horde]
    assert evening.see()["creatures"][evening.bear]["standing"] == {}


def test_damage_can_be_called_out(evening: Evening) -> None:
    evening.do("roll", roll="damage", creature=evening.oro, targets=[evening.bear], announced={"total": 11})
    then = evening.then(evening.oro)
    assert then is not None
    assert then["sources"] == [{"amount": 11, "types": ["physical"]}]
    with pytest.raises(InvalidInput):
        evening.do("roll", roll="damage", creature=evening.oro, announced={})


def test_direct_damage_and_its_types_are_handed_on(evening: Evening) -> None:
    beam = {"kind": "weapon", "name": "Beam", "facts": {"dice": "d6", "types": ["magic", "physical"], "direct": True}}
    evening.do("change_creature", creature=evening.mira, changes={"features": {"beam": beam}})
    evening.do("roll", roll="damage", creature=evening.mira, targets=[evening.bear], dice={"dice": [6]})
    then = evening.then(evening.mira)
    assert then is not None
    assert (then["direct"], then["sources"][0]["types"]) == (True, ["physical", "magic"])


@pytest.mark.parametrize(
    "facts", [{"dice": 8}, {"dice": "d8", "modifier": "x", "types": 3}, {"dice": "0d0", "cost": 5}]
)
def test_facts_that_make_no_sense_break_nothing(evening: Evening, facts: dict[str, object]) -> None:
    odd = {"kind": "weapon", "name": "Odd", "facts": facts}
    evening.do("change_creature", creature=evening.mira, changes={"features": {"odd": odd}})
    evening.do("roll", roll="damage", creature=evening.mira)
    assert evening.last(evening.mira).facts["total"] >= 0
