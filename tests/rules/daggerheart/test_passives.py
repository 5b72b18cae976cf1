"""Do Relentless, Slow and Momentum do in play what they say?"""

from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.daggerheart.evening import CLAWS, Evening


def passive(key: str, name: str, **facts: Any) -> dict[str, Any]:
    return {key: {"kind": "feature", "name": name, "facts": {"type": "passive", **facts}}}


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.fear(9)
    return evening


def foe(evening: Evening, **features: Any) -> str:
    numbers = {"difficulty": 12, "major": 5, "severe": 9, "attack_modifier": 1}
    return evening.add("Ogre", numbers=numbers, features={"attack": CLAWS, **features})


def test_a_relentless_one_has_several_spotlights_in_a_gm_turn_each_for_a_fear(evening: Evening) -> None:
    ogre = foe(evening, **passive("relentless", "Relentless (2)", value=2))
    evening.act(4, 2)
    evening.do("gm_move", creature=ogre)
    assert evening.value("fear") == 9
    evening.do("gm_move", creature=ogre)
    assert evening.value("fear") == 8
    with pytest.raises(RuleError) as refused:
        evening.do("gm_move", creature=ogre)
    assert (refused.value.code, refused.value.facts["most"]) == ("spotlights-used", 2)
    evening.act(4, 2)
    evening.do("gm_move", creature=ogre)
    assert evening.active == ogre


def test_most_have_one_and_another_only_by_the_fiction(evening: Evening) -> None:
    evening.do("gm_move", creature=evening.bear)
    with pytest.raises(RuleError, match="spotlights-used"):
        evening.do("gm_move", creature=evening.bear)
    evening.do("gm_move", creature=evening.bear, free=True)
    assert [id for id, _ in evening.game.state.order.trail] == [evening.bear, evening.bear]


def test_an_attack_in_its_own_spotlight_is_no_second_one(evening: Evening) -> None:
    evening.do("gm_move", creature=evening.bear)
    evening.strike(15)
    assert [id for id, _ in evening.game.state.order.trail] == [evening.bear]


def test_in_an_order_by_numbers_spotlights_are_not_counted(evening: Evening) -> None:
    evening.do("start_encounter", policy="numeric", scores={evening.bear: 5})
    evening.do("gm_move", creature=evening.bear)
    evening.do("gm_move", creature=evening.bear)
    assert evening.value("fear") == 7


def test_a_slow_one_prepares_first_and_acts_in_the_next_spotlight(evening: Evening) -> None:
    ogre = foe(evening, **passive("slow", "Slow"))
    evening.do("gm_move", creature=ogre)
    assert evening.value("slow_token", ogre) is True
    assert "Ogre: prepares, and acts in its next spotlight" in evening.said(viewer=PUBLIC_VIEWER)
    with pytest.raises(RuleError) as refused:
        evening.do("roll", roll="adversary_attack", creature=ogre, targets=[evening.oro], dice={"d20": [15]})
    assert (refused.value.code, refused.value.facts["condition"]) == ("cannot-act", "slow")
    evening.act(9, 4)
    evening.do("gm_move", creature=ogre)
    assert evening.value("slow_token", ogre) is False
    evening.do("roll", roll="adversary_attack", creature=ogre, targets=[evening.oro], dice={"d20": [15]})
    assert evening.last(ogre).facts["outcome"] == "hit"


def test_a_prepared_slow_one_may_begin_with_its_attack(evening: Evening) -> None:
    ogre = foe(evening, **passive("slow", "Slow"))
    evening.do("gm_move", creature=ogre)
    evening.act(9, 4)
    evening.do("roll", roll="adversary_attack", creature=ogre, targets=[evening.oro], dice={"d20": [15]})
    assert (evening.value("slow_token", ogre), evening.active) == (False, ogre)


def test_a_gm_may_let_a_slow_one_act_all_the_same(evening: Evening) -> None:
    ogre = foe(evening, **passive("slow", "Slow"))
    evening.do(
        "roll", roll="adversary_attack", creature=ogre, targets=[evening.oro], dice={"d20": [15]}, off=[f"{ogre}:slow"]
    )
    assert evening.last(ogre).facts["outcome"] == "hit"


def test_momentum_brings_a_fear_for_a_hit_on_a_character_once(evening: Evening) -> None:
    ogre = foe(evening, **passive("momentum", "Momentum"))

    def strike(d20: int, *targets: str) -> int:
        evening.do("roll", roll="adversary_attack", creature=ogre, targets=list(targets), dice={"d20": [d20]})
        return int(evening.value("fear"))

    assert strike(18, evening.oro, evening.mira) == 10
    assert "Ogre: Momentum, the GM gains 1 Fear" in evening.said()
    assert strike(2, evening.oro) == 10
    assert strike(18, evening.bear) == 10
    evening.fear(2)
    assert strike(18, evening.oro) == 12


def test_an_amended_attack_takes_the_fear_of_momentum_back(evening: Evening) -> None:
    ogre = foe(evening, **passive("momentum", "Momentum"))
    evening.do("roll", roll="adversary_attack", creature=ogre, targets=[evening.oro], dice={"d20": [15]})
    evening.do("amend_roll", id=evening.last(ogre).id, dice={"d20": [2]})
    assert (evening.last(ogre).facts["outcome"], evening.value("fear")) == ("miss", 9)


def test_minions_attack_as_one_and_their_damage_adds_up(evening: Evening) -> None:
    spear = {"kind": "attack", "name": "Spear", "facts": {"modifier": 3}}
    minion = {"kind": "passive", "name": "Minion (4)", "facts": {"minion": 4}}
    group = {"kind": "feature", "name": "Group Attack", "facts": {"type": "fear", "cost": {"fear": 1}}}
    features = {"attack": spear, "minion": minion, "group-attack": group}
    rats = [evening.add("Rat", numbers={"attack_modifier": 0}, features=features) for _ in range(3)]
    evening.do("roll", roll="adversary_attack", creature=rats[0], targets=[evening.oro], dice={"d20": [15]},
               helpers=rats[1:], **{"with": "attack,group-attack"})  # fmt: skip
    then = evening.then(rats[0])
    assert then is not None
    assert (then["parameters"]["modifier"], then["parameters"]["proficiency"], evening.value("fear")) == (9, 0, 8)
