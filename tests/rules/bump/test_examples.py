"""Every worked example of the pure rules comes out; those that need a game stand in test_examples_in_play.py."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.bump import body, check, damage, movement, system
from rules.core.chance import Chance
from rules.core.odds import Odds
from rules.core.say import load_words
from tests.rules.content import cards_of
from tests.rules.examples import assert_comes_out, assert_complete

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
FOLDER = Path(check.__file__).parent
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")["en"]
Given = dict[str, Any]


def answer(roll: str, parameters: Given, dice: Given | None = None) -> dict[str, Any]:
    return system.rolls[roll].result(parameters, Chance(lambda sides: sides, dice or {}, False, str)).answer(WORDS)


def odds(roll: str, parameters: Given) -> Odds:
    return system.rolls[roll].exact_odds(parameters)


def degrees_odds(given: Given) -> Given:
    found = odds("check", given).outcomes
    any_success = found["critical_success"] + found["success"]
    return {**{name: str(chance) for name, chance in found.items()}, "any_success": str(any_success)}


def degree(given: Given) -> Given:
    dice = given.get("dice") or [given["natural"]]
    parameters = {
        "modifier": given["modifier"],
        "dc": given["dc"],
        "fortune": given.get("fortune", 0),
        "disadvantage": given.get("disadvantage_levels", 0),
    }
    found = answer("check", parameters, {"d20": dice})
    return {"total": found["total"], "degree": found["outcome"], "natural": max(dice)}


def extremes(given: Given) -> Given:
    def ends(**fortune: int) -> Given:
        found = odds("check", {"dc": 10, **fortune}).distribution
        assert found is not None
        return {"nat20": str(found.chance(20)), "nat1": str(found.chance(1))}

    return {"fortune": ends(fortune=1), "misfortune": ends(misfortune=1)}


def flat_odds(given: Given) -> Given:
    ways: dict[str, Given] = {"plain": {}, "fortune": {"fortune": 1}, "misfortune": {"misfortune": 1}}
    return {
        name: [str(odds("flat", {"dc": dc, **way}).outcomes["success"]) for dc in given["dcs"]]
        for name, way in ways.items()
    }


def flat(given: Given) -> Given:
    found = answer("flat", {"dc": given["dc"]}, {"d20": given["natural"]})
    return {"total": found["total"], "degree": found["outcome"]}


def number(key: str, **known: int) -> int:
    """A number of a sheet that its formula derives from others."""
    return system.formulas[key](known)


def group(given: Given) -> Given:
    dice = [[20] if n < given["successes"] else [1] for n in range(given["members"])]
    found = answer("group", {"members": [{}] * given["members"], "dc": 10}, {"d20": dice})
    assert found["total"] == given["successes"]
    return {"group_success": found["outcome"] == "success"}


def group_odds(given: Given) -> Given:
    members: list[Given] = [{}] * given["members"]
    assert Fraction(given["p_each"]) == Fraction(11, 20), "a bare d20 against 10"
    return {"p": str(odds("group", {"members": members, "dc": 10}).outcomes["success"])}


def help(given: Given) -> Given:
    return {"bonus": [check.help_bonus(ranks) for ranks in given["ranks"]]}


def dash(given: Given) -> Given:
    return {"distance": [movement.distance(given["speed"], dashes) for dashes in given["dashes"]]}


def hide(given: Given) -> Given:
    return {"can_hide": [movement.can_hide(cover) for cover in given["cover"]]}


def bands(given: Given) -> Given:
    known = cards_of("bump")["en"]["range-bands"].facts["table"]
    return {"band": [next(row["band"] for row in known if feet <= row.get("to", feet)) for feet in given["feet"]]}


def squeeze(given: Given) -> Given:
    ways = {"squeezing": given["squeezing"], "difficult": given["difficult"]}
    return {"speed_spent": movement.spent(given["feet_moved"], **ways)}


def hit(given: Given, **more: Any) -> dict[str, Any]:
    known = ("fortified", "impervious", "fragile")
    return answer(
        "take_damage",
        {
            "parts": [{"amount": given.get("damage", 0), "type": given.get("type", "slashing")}],
            "hp": given.get("hp", 1000),
            "max_hp": given.get("max_hp", 1000),
            "soak": given.get("soak", 0),
            "temporary_hp": given.get("thp", 0),
            "resistances": given.get("resist", []),
            "vulnerabilities": given.get("vulnerable", []),
            "traits": [name for name in known if given.get(name)],
            "heavy": given.get("heavy", False),
            **more,
        },
    )


def damage_taken(given: Given) -> Given:
    swapped = {**given, "damage": given["damage"] // 2, "resist": []}
    return {"taken": hit(given)["hp_loss"], "wrong_order": hit(swapped)["hp_loss"]}


def impervious(given: Given) -> Given:
    return {"heavy": hit(given, heavy=True)["hp_loss"], "non_heavy": hit(given, heavy=False)["hp_loss"]}


def temporary(given: Given) -> Given:
    found = hit(given)
    return {"thp": found["temporary_hp"], "hp": found["hp"]}


def max_hp(given: Given) -> Given:
    return {"max_hp": number("hp_max", fortitude=given["fortitude"], level=given["level"])}


def wounds(given: Given) -> Given:
    found = [hit({"damage": loss, "hp": 49, "max_hp": given["max_hp"]}) for loss in given["reductions"]]
    return {"check": [one["wound_check"] for one in found]}


def wound_odds(given: Given) -> Given:
    fails = {name: odds("flat", {"dc": dc}).outcomes["failure"] for name, dc in damage.WOUNDS.items()}
    return {f"{name}_wound_taken": str(chance) for name, chance in fails.items()}


def small_hits(given: Given) -> Given:
    return {"checks": sum(check is not None for check in wounds(given)["check"])}


def wound_after_soak(given: Given) -> Given:
    found = hit({**given, "hp": 49})
    return {"hp_lost": found["hp_loss"], "check": found["wound_check"]}


def bloodied(given: Given) -> Given:
    when = system.amounts[system.data.conditions["bloodied"].when or ""]
    return {"bloodied": [when({"hp": hp, "hp_max": given["max_hp"]}) > 0 for hp in given["hp"]]}


def instant_death(given: Given) -> Given:
    found = [hit({**given, "damage": loss}) for loss in given["loss"]]
    return {
        "hp_raw": [given["hp"] - one["hp_loss"] for one in found],
        "instant_death": [one["instant_death"] for one in found],
    }


def death_timer(given: Given) -> Given:
    parameters = {"fortitude": given["fortitude"], "exhaustion": given["exhaustion_before"]}
    found = odds("death_timer", parameters).distribution
    assert found is not None
    values = [value for value, _ in found]
    dead = sum((found.chance(value) for value in values if value <= 0), Fraction(0))
    return {"values": values, "timer_range": [values[0], values[-1]], "p_dead_at_once": str(dead)}


def self_recovery(given: Given) -> Given:
    return {"p_recover_before_death": [str(body.self_recovery_chance(timer)) for timer in given["timer"]]}


def strain_limit(given: Given) -> Given:
    known = {"level": given["level"], "fortitude": given["fortitude"], "bloodless": 0, "strain_lost": 0}
    return {"limit": number("strain_max", **known)}


def strain_overflow(given: Given) -> Given:
    now, over = body.strained(given["strain"], given["gain"], given["limit"])
    return {"strain": now, "over": over}


def short_rest_strain(given: Given) -> Given:
    back = body.break_strain(given["limit"])
    return {"recovered": back, "strain": given["strain"] - back}


def persistent_mean(given: Given) -> Given:
    return {"mean_ticks": str(1 / odds("flat", {"dc": given["dc"]}).outcomes["success"])}


def fall(given: Given) -> Given:
    feet = movement.fall(given["feet"], depth=given["depth"], dived=given["dive"])
    thrown = answer("fall", {"feet": given["feet"], "depth": given["depth"], "dived": given["dive"]})
    assert thrown["total"] == 6 * movement.fall_dice(feet), "each die shows its highest here"
    return {"effective_feet": feet, "dice": f"{movement.fall_dice(feet)}d6"}


def speed(given: Given) -> Given:
    return {"speed": number("speed", might=given["might"], reflex=given["reflex"])}


def speeds(given: Given) -> Given:
    return {"speed": [number("speed", might=both, reflex=0) for both in given["sum"]]}


def travel(given: Given) -> Given:
    found = movement.travel(given["speed"])
    return {
        "feet_per_minute": found["feet_per_minute"],
        "mph": float(found["miles_per_hour"]),
        "miles_per_8h": found["miles_per_day"],
    }


def travel_slow(given: Given) -> Given:
    miles = [movement.travel(given["speed"], terrain)["miles_per_hour"] for terrain in ("difficult", "greater")]
    return {"mph": float(miles[0]), "greater_mph": float(miles[1])}


CHECKS: Mapping[str, Callable[[Given], Given]] = {
    one.__name__: one
    for one in (
        degrees_odds, degree, extremes, flat_odds, flat, group, group_odds, help, dash, hide, bands, squeeze,
        impervious, temporary, max_hp, wounds, wound_odds, small_hits, wound_after_soak, bloodied, instant_death,
        death_timer, self_recovery, strain_limit, strain_overflow, short_rest_strain, persistent_mean, fall, speed,
        speeds, travel, travel_slow,
    )
} | {"damage": damage_taken}  # fmt: skip
PURE = [example for example in EXAMPLES if example["check"] in CHECKS]


@pytest.mark.parametrize("example", PURE, ids=lambda example: f"{example['id']}-{example['check']}")
def test_the_example_comes_out(example: dict[str, Any]) -> None:
    assert_comes_out(example, CHECKS)


def test_all_examples_are_there() -> None:
    assert_complete(EXAMPLES, 92)
