"""Every worked example of the pure rules comes out; those that need a game stand in test_examples_in_play.py."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.core.chance import Chance
from rules.core.odds import Odds
from rules.core.say import load_words
from rules.core.trackers import Level, Track
from rules.shard import attack as attacks
from rules.shard import challenge, health, movement, pools, runes, spells, temperature
from rules.shard.rolls import ROLLS
from rules.shard.social import Marker
from tests.rules.examples import assert_comes_out, assert_complete
from tests.rules.shard.table import fight, foe

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
FOLDER = Path(attacks.__file__).parent
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")["en"]
Given = dict[str, Any]
DEGREES = {"Chilled": "chilled", "Frozen": "frozen", "Smoldering": "smoldering", "Ablaze": "ablaze"}


def answer(roll: str, parameters: Given, dice: Given | None = None) -> dict[str, Any]:
    return ROLLS[roll].result(parameters, Chance(lambda sides: sides, dice or {}, True, str)).answer(WORDS)


def odds(roll: str, parameters: Given, to: int = 10) -> Odds:
    return ROLLS[roll].exact_odds(parameters, to)


def tail(found: Odds, least: int) -> str:
    assert found.distribution is not None
    return str(1 - sum((found.distribution.chance(value) for value in range(least)), Fraction(0)))


def faces(given: Given) -> Given:
    return {"rune": [runes.rune(face) for face in given["d8"]]}


def one_die(given: Given) -> Given:
    found = odds("challenge", {"dice": given["dice"]})
    assert found.distribution is not None
    return {**{f"p_{n}": str(found.distribution.chance(n)) for n in range(4)}, "mean": str(found.mean)}


def pool(given: Given) -> Given:
    found = odds("challenge", {"dice": given["dice"], "target": 1})
    return {
        "mean": str(found.mean),
        "p_at_least": {str(n): tail(found, n) for n in range(1, 7)},
        "p_botch_if_target_1_or_more": str(found.outcomes["botch"]),
    }


def thrown(given: Given) -> Given:
    dice = [*given["rolled"], *given.get("explosion", []), *given.get("explosion2", [])]
    found = answer("challenge", {"dice": len(given["rolled"]), "target": given.get("target", 1)}, {"faces": dice})
    return {
        "successes": found["successes"],
        "triumphs": found["triumphs"],
        "dice_in_pool": len(found["pool"]),
        "pass": found["outcome"] == "success",
        "net": found["net"],
        "botch": found["outcome"] == "botch",
    }


def automatic(given: Given) -> Given:
    return {"auto": [challenge.auto_succeeds(rating, given["difficulty"]) for rating in given["rating"]]}


def net(given: Given) -> Given:
    found = answer("challenge", {"dice": 4, "target": given["target"]}, {"faces": [6] * given["successes"]})
    return {"pass": found["outcome"] == "success", "net": found["net"]}


def rounded(given: Given) -> Given:
    return {"result": [phases(value)[0] for value in given["half_of"]]}


def phases(actions: int) -> list[int]:
    """The actions of one who has so many, by phase."""
    table = fight()
    rat = foe(table, numbers={"actions": actions})
    numbers = table.see()["creatures"][rat]["numbers"]
    return [numbers["first_phase"], numbers["second_phase"]]


def hurt_by(*effects: Given) -> Given:
    """The damage and the turns of an effect that strikes more than once, each for so many rounds."""
    table = fight()
    rat = foe(table)
    table.do("start_encounter")
    for effect in effects:
        until = {"edge": "round_end", "rounds": effect["turns"]}
        table.do("add_condition", creature=rat, condition="lasting-damage", value=effect["damage"], until=until)
    (found,) = table.creature(rat).conditions.values()
    assert found.until is not None
    return {"damage": found.value, "turns": found.until.round - table.game.state.order.round + 1}


def merged(given: Given) -> Given:
    found = hurt_by(given["a"], given["b"])
    separate = sum(one["damage"] * one["turns"] for one in (given["a"], given["b"]))
    return {"merged": found, "total_damage": found["damage"] * found["turns"], "if_stacked": separate}


def merged_again(given: Given) -> Given:
    running = {"damage": given["running"]["damage"], "turns": given["running"]["turns_left"]}
    return {"merged": hurt_by(running, given["new"])}


def unseen(given: Given) -> Given:
    ways = {"exploding": True, "not_exploding": False}
    parameters = {"dice": given["dice"], "target": 2, "unseen": True}
    return {
        name: str(odds("challenge", {**parameters, "explode": explode}).outcomes["success"])
        for name, explode in ways.items()
    }


def focused(given: Given) -> Given:
    parameters = {"dice": len(given["rolled"]), "focused": True}
    cancelled = answer("challenge", parameters, {"faces": given["rolled"]})
    left = sum(die["cancelled"] for die in cancelled["pool"])
    assert left == given["cancel"]
    return {"successes": cancelled["successes"], "leftover_cancelled": left % 2}


def focused_odds(given: Given) -> Given:
    parameters = {"dice": given["dice"], "target": given["target"]}
    return {
        name: str(odds("challenge", {**parameters, "focused": name == "focused"}).outcomes["success"])
        for name in ("focused", "plain")
    }


def spell_pool(given: Given) -> Given:
    parameters = {"attribute": given["spirit"], "school": given["school"], "ether_dice": given["ether_dice"]}
    mean = odds("cast", parameters).mean
    assert mean is not None
    return {"dice": mean / Fraction(3, 7)}


def casting_strain(given: Given) -> Given:
    spirit = given["spirit"]
    found = [odds("cast", {"attribute": spirit, "school": dice - spirit, "ether_dice": 1}) for dice in given["dice"]]
    return {"p": [str(one.outcomes["strain"]) for one in found]}


def sustain_price(given: Given) -> Given:
    already = given["already"]
    return {"extra_dice": spells.price(already), "total": sum(map(spells.price, range(already + 1)))}


def kept_spell(given: Given) -> Given:
    return {"kept": [count >= spells.needed(given["damage"]) for count in given["successes"]]}


def split(given: Given) -> Given:
    return {"phases": [phases(actions) for actions in given["actions"]]}


def attack(given: Given) -> Given:
    parameters = {
        "dice": given["attack_successes"],
        "defence": given["defence"],
        "active_defence": given["active_defence"],
        "weapon_damage": given["weapon"],
        "armour": {"rating": given.get("armour", 0)},
        "size_steps": given.get("size_diff", 0),
    }
    dice = {"faces": [6] * given["attack_successes"], "defence_faces": [6] * given["active_defence"]}
    found = answer("attack", parameters, dice)
    return {"hit": found["outcome"] == "hit", "net": found["net"], "damage": found["damage"]}


def active_odds(given: Given) -> Given:
    parameters = {
        "dice": given["attack_dice"],
        "active_defence": given["defence_dice"],
        "defence": given["defence"],
        "weapon_damage": 3,
    }
    return {"p_hit": round(float(odds("attack", parameters).outcomes["hit"]), 6)}


def size_damage(given: Given) -> Given:
    steps = given["target_size_minus_attacker"]
    return {"damage": [attacks.dealt(0, given["weapon_total"], one) for one in steps]}


def size_defence(given: Given) -> Given:
    steps = given["target_size_minus_attacker"]
    return {"defence": [attacks.defence(given["base_defence"], one) for one in steps]}


def position(given: Given) -> Given:
    return {"dice_delta": attacks.position(given["favours_attacker"] - given["favours_target"])}


def taken(given: Given, kind: str) -> int:
    parameters = {
        "dice": 1,
        "defence": 1,
        "weapon_damage": given["damage"],
        "damage_type": kind,
        "armour": {"rating": given["rating"]},
        "resistance": given.get("resistance", 0),
        "true_damage": given.get("true", False),
    }
    armour = {"armour_faces": given["rolled"]} if "rolled" in given else {}
    return int(answer("attack", parameters, {"faces": [6], **armour})["damage"])


def armour(given: Given) -> Given:
    left = taken(given, given.get("type", "slashing"))
    return {"taken": left, "reduction": given["damage"] - left, "explodes": False}


def armours(given: Given) -> Given:
    return {"taken": [taken(given, kind) for kind in given["types"]]}


def armour_odds(given: Given) -> Given:
    found = [pools.plain(rating) for rating in given["rating"]]
    return {"mean_reduction": [str(one.mean) for one in found], "p_reduce_0": [str(one.chance(0)) for one in found]}


def boxes(given: Given) -> Given:
    each = health.boxes(given["constitution"], given["endurance"])
    return {"boxes_per_level": each, "total": health.new_track(each).size}


def hurt(given: Given) -> Track:
    before = health.marked(health.new_track(health.boxes(given["constitution"])), given["marked"], health.LETHAL)
    return health.marked(before, given["damage"], health.LETHAL)


def overrun(given: Given) -> Given:
    found = hurt(given)
    return {
        **{level: [health.taken(found, level), health.boxes(given["constitution"])] for level in ("minor", "moderate")},
        "penalty_category": health.level_of(found),
    }


def category(given: Given) -> Given:
    found = hurt(given)
    levels = {level: health.taken(found, level) for level in ("minor", "moderate", "severe")}
    return {**levels, "penalties_chosen": 1, "category": health.level_of(found)}


def death(given: Given) -> Given:
    known = (given["constitution"], given["critical_boxes"])
    return {"p_death": [str(health.death_chance(*known, marked)) for marked in given["marked"]]}


def critical(given: Given) -> Given:
    filled = [Level(key, "XXXX") for key in health.LEVELS[:3]]
    found = Track((*filled, Level("critical", "".join(given["critical"]) + "..")))
    return {"bleeding_out": health.is_bleeding(found), "target": health.taken(found, "critical")}


def mixed(given: Given) -> Given:
    after = temperature.mixed({DEGREES[given["has"]]}, DEGREES[given["gains"]])
    return {"after": sorted(name for name, key in DEGREES.items() if key in after)}


def fire(given: Given) -> Given:
    has, gains = DEGREES[given["has"]], DEGREES[given["gains"]]
    both = temperature.mixed({has}, gains)
    alone = temperature.mixed({has}, gains, replaces=True)
    dice = {"smoldering": 1, "ablaze": 2}
    return {
        "after": [name for name, key in DEGREES.items() if key in both],
        "fire_dice_per_turn": sum(dice[key] for key in both),
        "alternative": [name for name, key in DEGREES.items() if key in alone],
    }


STEPS: Mapping[str, Callable[[Marker], Marker]] = {
    "contend success": lambda marker: marker.moved(1),
    "lost patience": lambda marker: marker.impatient(),
    "posture success": lambda marker: marker.guarded(),
}


def social(given: Given) -> Given:
    """Columns and rows are told from 1 there, from 0 here."""
    marker = Marker(*(at - 1 for at in given["start"]))
    for event in given["events"]:
        marker = STEPS[event](marker)
    at = {"x": marker.x + 1, "y": marker.y + 1}
    return {**at, "ended": marker.is_over, "outcome_column": marker.x + 1}


def march(given: Given) -> Given:
    hours, terrain = given["hours_on_foot"], given["terrain"]
    return {
        "rests_or_true_strain": {
            kind: [movement.march_strain(kind, hours, rough=ground == "rough") for ground in terrain]
            for kind in given["armour"]
        }
    }


CHECKS: Mapping[str, Callable[[Given], Given]] = {
    one.__name__: one
    for one in (
        faces, one_die, pool, thrown, automatic, net, rounded, merged, merged_again, unseen, focused, focused_odds,
        spell_pool, casting_strain, sustain_price, kept_spell, split, attack, active_odds, size_damage, size_defence,
        position, armour, armours, armour_odds, boxes, overrun, category, death, critical, mixed, fire, social, march,
    )
}  # fmt: skip
PURE = [example for example in EXAMPLES if example["check"] in CHECKS]


@pytest.mark.parametrize("example", PURE, ids=lambda example: f"{example['id']}-{example['check']}")
def test_the_example_comes_out(example: dict[str, Any]) -> None:
    assert_comes_out(example, CHECKS)


def test_all_examples_are_there() -> None:
    assert_complete(EXAMPLES, 71)
