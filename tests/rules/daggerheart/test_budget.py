"""What a fight costs in battle points, and which adjustments follow from it by themselves."""

from typing import Any

from rules.core.budget import Budget, Fight, Foe
from rules.registry import SYSTEMS

PARTY = ({"tier": 2},) * 4


def foe(type_: str, count: int = 1, kind: str = "adversary", **about: Any) -> Foe:
    return Foe(type_.title(), kind, {"type": type_, "tier": 2, **about}, count)


def measured(*foes: Foe, chosen: frozenset[str] = frozenset()) -> Budget:
    measure = SYSTEMS["daggerheart"].budget
    assert measure is not None
    return measure(Fight(PARTY, foes, chosen))


def counting(budget: Budget) -> list[str]:
    return [one.key for one in budget.adjustments if one.counts]


def test_four_characters_have_fourteen_points_to_spend() -> None:
    budget = measured(foe("bruiser"), foe("minion", 8), foe("skulk", 2))
    assert (budget.points, budget.spent, budget.left) == (14, 10, 4)
    assert {cost.type: (cost.count, cost.points) for cost in budget.costs} == {
        "bruiser": (1, 4),
        "minion": (8, 2),
        "skulk": (2, 4),
    }


def test_two_solos_cost_two_of_the_points_to_spend() -> None:
    assert counting(measured(foe("solo"))) == []
    budget = measured(foe("solo", 2))
    assert (counting(budget), budget.points) == (["two_solos"], 12)


def test_a_fight_without_heavies_may_cost_one_more() -> None:
    assert counting(measured(foe("skulk"))) == ["no_heavies"]
    assert counting(measured(foe("leader"))) == []
    assert counting(measured()) == []


def test_an_adversary_of_a_lower_tier_adds_one() -> None:
    assert counting(measured(foe("bruiser", tier=1))) == ["lower_tier"]
    assert counting(measured(foe("bruiser", tier=3))) == []


def test_what_only_the_gm_knows_is_chosen_by_hand() -> None:
    budget = measured(foe("bruiser"), chosen=frozenset({"harder", "two_solos"}))
    assert (counting(budget), budget.points) == (["harder"], 16)


def test_an_environment_costs_nothing_and_its_tier_lowers_nothing() -> None:
    budget = measured(foe("bruiser"), foe("traversal", kind="environment", tier=1))
    assert (budget.spent, counting(budget)) == (4, [])
    assert [(cost.type, cost.points) for cost in budget.costs] == [("bruiser", 4), ("environment", None)]


def test_one_whose_type_nobody_knows_is_counted_apart() -> None:
    budget = measured(Foe("Stranger", "adversary", {}, 2))
    assert (budget.spent, counting(budget)) == (0, [])
    assert [(cost.type, cost.count, cost.points) for cost in budget.costs] == [("", 2, None)]


def test_none_of_a_kind_is_nobody() -> None:
    assert measured(foe("solo", 0)).costs == []


def test_a_game_without_a_measure_has_none() -> None:
    assert SYSTEMS["generic"].budget is None
