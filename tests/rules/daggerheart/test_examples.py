"""Every worked example comes out. Those of level "game" are, wholly or in part, tested where there is a game."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.core.chance import Chance
from rules.core.errors import InvalidInput
from rules.core.odds import Odds
from rules.core.say import load_words
from rules.daggerheart import battle_points, countdowns, death, duality, limits, minions, ranges, rest, tiers
from rules.daggerheart.rolls import ROLLS
from tests.rules.daggerheart.chances import success_chance
from tests.rules.examples import assert_comes_out
from tests.rules.table import Table

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
FOLDER = Path(duality.__file__).parent
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")["en"]
Given = dict[str, Any]
DYNAMIC = ("progress", "consequence")


def answer(roll: str, parameters: Given, dice: Given | None = None) -> dict[str, Any]:
    return ROLLS[roll].result(parameters, Chance(lambda sides: sides, dice or {}, False, str)).answer(WORDS)


def odds(roll: str, parameters: Given) -> Odds:
    return ROLLS[roll].exact_odds(parameters)


def paid(effects: list[dict[str, Any]], tracker: str) -> int:
    return sum(effect["by"] for effect in effects if effect.get("tracker") == tracker)


def action(given: Given) -> Given:
    found = answer("action", given["parameters"], given["dice"])
    effects = found["effects"]
    return {
        "total": found["total"],
        "outcome": found["outcome"],
        "says": found["text"].partition(":")[0],
        "hope": paid(effects, "hope"),
        "fear": paid(effects, "fear"),
        "stress": paid(effects, "stress"),
        "spotlight": any(effect["kind"] == "spotlight" for effect in effects),
    }


def outcome_odds(given: Given) -> Given:
    found = odds("action", given).outcomes
    return {
        **{name: str(chance) for name, chance in found.items()},
        "success": str(success_chance(found)),
        "with_hope": str(found["critical"] + found["success_hope"] + found["failure_hope"]),
        "hope_higher": str(found["success_hope"] + found["failure_hope"]),
        "with_fear": str(found["success_fear"] + found["failure_fear"]),
    }


def reaction_help(given: Given) -> Given:
    with pytest.raises(InvalidInput) as refused:
        answer("action", {"difficulty": 12, "reaction": True, **given})
    alone = answer("action", {"difficulty": 12, "reaction": True, "advantage": given["advantage"]})
    return {"refused": refused.value.errors[0].pointer, "own": int("own" in alone["dice"])}


def damage_roll(given: Given) -> Given:
    found = odds("damage", given["parameters"])
    assert found.distribution
    values = found.distribution.weights
    thrown = answer("damage", given["parameters"], {"dice": given["dice"]}) if "dice" in given else {"total": None}
    return {"total": thrown["total"], "least": min(values), "most": max(values), "mean": str(found.mean)}


def targets(given: Given) -> Given:
    roll = duality.DualityRoll(given["hope"], given["fear"])
    hits = [roll.succeeds_against(target["difficulty"]) for target in given["targets"]]
    dealt = [given["damage"] if hit else 0 for hit in hits]
    taken = [
        answer("take_damage", {"sources": [{"amount": d}], "major": target["major"], "severe": target["severe"]})
        for d, target in zip(dealt, given["targets"], strict=True)
    ]
    return {"hits": hits, "hit_points": [found["hit_points"] for found in taken]}


def attack_odds(given: Given) -> Given:
    found = odds("adversary_attack", given).outcomes
    return {"hit": str(found["hit"] + found["critical"]), "critical": str(found["critical"])}


def stress(given: Given) -> Given:
    table = Table()
    oro = table.pc(trackers={"stress": {"value": given["marked"], "max": given["slots"]}})
    table.do("mark_stress", creature=oro, amount=given["must_mark"], forced=True)
    return {"marked": table.value("stress", oro), "hit_points": table.value("hit_points", oro)}


def preparing(given: Given) -> Given:
    gain = rest.hope_for_preparing(len(given["hope"]))
    return {"hope": [limits.gained(hope, gain, given["most"]) for hope in given["hope"]]}


def thresholds(level: int, major: int | None = None, severe: int | None = None) -> Given:
    """What a character's sheet says, with armor worn and without."""
    table = Table()
    worn = {} if major is None else {"armor_major": major, "armor_severe": severe}
    oro = table.pc(numbers={"level": level, **worn})
    sheet = table.see()["creatures"][oro]
    score = sheet["trackers"]["armor_slots"]["max"]
    return {"major": sheet["numbers"]["major"], "severe": sheet["numbers"]["severe"], "armor_score": score}


def mean_cleared() -> str:
    shown = [hope for hope in range(1, 13) for fear in range(1, 13) if death.risk_it_all(hope, fear) == "stays_up"]
    return str(Fraction(sum(shown), len(shown)))


def mean_fear(kind: str, pcs: int) -> str:
    return str(Fraction(sum(rest.fear_gained(kind, face, pcs) for face in range(1, 5)), 4))


def rest_fear_capped(given: Given) -> Given:
    table = Table()
    for number in range(given["pcs"]):
        table.pc(f"Oro {number}")
    table.fear(given["fear"])
    table.do("rest", kind="long", choices=[], dice={"fear": [given["d4"]]})
    return {"fear": table.value("fear")}


def spent(given: Given) -> Given:
    cost = battle_points.spent(given["adversaries"], given["pcs"])
    return {"spent": cost, "left": battle_points.points(given["pcs"]) - cost}


CHECKS: dict[str, Callable[[Given], Given]] = {
    "action": action,
    "odds": outcome_odds,
    "reaction_help": reaction_help,
    "own_die": lambda given: {"own": duality.own_die(**given)},
    "gain": lambda given: {"after": limits.gained(**given)},
    "take_damage": lambda given: answer("take_damage", given),
    "best_of_two": lambda given: {"success": str(success_chance(odds("action", given).outcomes, tries=2))},
    "group": lambda given: {"total": given["total"] + duality.group_modifier(given["successes"], given["failures"])},
    "hope_feature": lambda given: {"after": limits.hope_after_feature(**given)},
    "armored": lambda given: thresholds(**given),
    "unarmored": lambda given: thresholds(**given),
    "damage": damage_roll,
    "targets": targets,
    "attack_odds": attack_odds,
    "stress": stress,
    "scar": lambda given: {"chances": [str(death.scar_chance(level)) for level in given["levels"]]},
    "last_scar": lambda given: {"slots": death.hope_slots(**given), "ends": death.journey_ends(**given)},
    "risk": lambda given: {**{k: str(v) for k, v in death.risk_odds().items()}, "mean": mean_cleared()},
    "tiers": lambda given: {"tiers": [tiers.tier(level) for level in given["levels"]]},
    "rest_fear": lambda given: {kind: rest.fear_gained(kind, **given) for kind in rest.KINDS},
    "rest_fear_capped": rest_fear_capped,
    "rest_fear_mean": lambda given: {kind: mean_fear(kind, **given) for kind in rest.KINDS},
    "rests_allowed": lambda given: {"allowed": list(rest.rests_allowed(given["short_rests"]))},
    "interrupted": lambda given: {"benefits": [rest.benefit(kind, True) for kind in given["kinds"]]},
    "preparing": preparing,
    "ranges": lambda given: {"bands": [ranges.band(squares) for squares in given["squares"]]},
    "countdowns": lambda given: {
        ticks: [countdowns.advance(ticks, outcome) for outcome in given["outcomes"]] for ticks in DYNAMIC
    },
    "expected_ticks": lambda given: {
        ticks: str(
            sum(
                countdowns.advance(ticks, outcome) * chance
                for outcome, chance in odds("action", given).outcomes.items()
            )
        )
        for ticks in DYNAMIC
    },
    "points": lambda given: {"points": battle_points.points(**given)},
    "spent": spent,
    "minions": lambda given: {"defeated": minions.minions_defeated(**given)},
    "horde": lambda given: {"thinned": minions.is_horde_thinned(**given)},
    "starting_fear": lambda given: {"fear": limits.starting_fear(**given)},
}


@pytest.mark.parametrize("example", [pytest.param(e, id=e["id"]) for e in EXAMPLES if "check" in e])
def test_a_worked_example_comes_out(example: dict[str, Any]) -> None:
    assert_comes_out(example, CHECKS)


def test_every_example_is_checked_here_or_in_a_game() -> None:
    assert len(EXAMPLES) == 87
    assert [e["id"] for e in EXAMPLES if "check" not in e and e.get("level") != "game"] == []


def test_the_outcomes_of_every_example_add_up() -> None:
    given = [e["given"] for e in EXAMPLES if e.get("check") == "odds"]
    assert {sum(odds("action", parameters).outcomes.values()) for parameters in given} == {Fraction(1)}
