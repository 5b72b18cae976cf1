"""Do the figures on the cards come out of the rules as well?"""

from typing import Any

import pytest

from rules.bump import body, check, damage, movement, play_actions, play_hazards, play_rest, system
from tests.rules.content import cards_of


def facts(key: str) -> dict[str, Any]:
    return dict(cards_of("bump")["en"][key].facts)


def test_speed_goes_by_might_and_reflex() -> None:
    for row in facts("speed-table")["table"]:
        for total in range(row["sum"][0], row["sum"][1] + 1):
            assert system.formulas["speed"]({"might": total, "reflex": 0}) == row["speed"]
    assert system.formulas["speed"]({"might": -99, "reflex": 0}) == facts("speed")["least"]
    assert system.formulas["speed"]({"might": 99, "reflex": 0}) == facts("speed")["most"]
    assert facts("speed")["formula"] == system.data.numbers["speed"].formula


def test_travel_goes_by_speed() -> None:
    for row in facts("travel-table")["table"]:
        covered = {key: float(value) for key, value in movement.travel(row["speed"]).items()}
        assert covered == pytest.approx({key: row[key] for key in covered})


def test_help_goes_by_ranks() -> None:
    for row in facts("help")["table"]:
        assert [check.help_bonus(ranks) for ranks in row["ranks"]] == [row["bonus"]] * 2


def test_basic_actions_cost_what_they_say() -> None:
    for action, cost in play_actions.COSTS.items():
        key = {"minor": "minor-action", "stance": "enter-stance"}.get(action, action.replace("_", "-"))
        assert facts(key)["action_points"] == cost, key
    assert facts("ready")["action_points"] == play_actions.READY_COST
    assert facts("setup")["action_points"] == play_actions.SETUP_COST


def test_damage_types_are_those_of_the_rules() -> None:
    assert sorted(facts("damage-types")["physical"]) == sorted(damage.PHYSICAL)
    assert sorted(facts("damage-types")["energy"]) == sorted(damage.ENERGY)


def test_wounds_are_checked_against_their_dcs() -> None:
    assert {kind: facts("wounds")[kind]["dc"] for kind in damage.WOUNDS} == damage.WOUNDS


def test_the_example_of_hit_points_comes_out() -> None:
    example = facts("max-hit-points")["example"]
    known = {"fortitude": example["fortitude"], "level": example["level"]}
    assert system.formulas["hp_max"](known) == example["max_hp"]


def test_a_fall_is_softened_as_its_card_says() -> None:
    soft = facts("soft-landing")
    assert movement.fall(100, depth=100) == 100 - soft["shorter_feet"]
    assert movement.fall(100, depth=100, dived=True) == 100 - soft["dived_feet"]
    assert movement.fall(100, depth=soft["example"]["depth"]) == 100 - soft["example"]["shorter"]
    assert movement.fall(999) == facts("falling")["most_feet"]


def test_rests_last_as_long_as_they_say() -> None:
    assert {kind: 60 * facts(f"{kind}-rest")["hours"] for kind in ("short", "long")} == play_rest.MINUTES
    assert facts("take-a-break")["minutes"] == play_rest.BREAK
    assert facts("take-a-break")["again_after_hours"] * 60 == play_rest.BREAK_EVERY
    assert facts("interrupted-rest")["short_rest_from_hours"] * 60 == play_rest.LEAST_FOR_SHORT


def test_exhaustion_and_sinking_have_their_depths() -> None:
    assert facts("exhaustion")["levels"] == body.MOST_EXHAUSTION
    assert facts("suffocation")["dead_at"] == play_hazards.DEADLY
    assert facts("sinking")["submerged"]["at"] == play_hazards.SUBMERGED


def test_recovery_is_checked_against_its_dc() -> None:
    assert facts("default-recovery")["dc"] == body.RECOVERY_DC
    assert facts("assisted-recovery")["dc"] == body.HELPED_DC


def test_results_are_critical_by_the_same_margin() -> None:
    assert facts("critical-results")["margin"] == check.WIDE
    assert facts("advantage")["per_level"] == check.A_LEVEL
