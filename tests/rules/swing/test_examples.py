"""Every worked example comes out."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.core.chance import Chance
from rules.core.odds import Odds
from rules.swing import arrows, blow, classes
from rules.swing.rolls import ROLLS
from rules.swing.training import modifier, training
from tests.rules.examples import assert_comes_out, assert_complete
from tests.rules.swing.evening import WORDS
from tests.rules.table import Table

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
Given = dict[str, Any]


def answer(roll: str, parameters: Given, dice: Given | None = None) -> dict[str, Any]:
    return ROLLS[roll].result(parameters, Chance(lambda sides: sides, dice or {}, False, str)).answer(WORDS["en"])


def odds(roll: str, parameters: Given) -> Odds:
    return ROLLS[roll].exact_odds(parameters)


def chance(parameters: Given, outcome: str) -> str:
    return str(odds("attack", parameters).outcomes[outcome])


def attack(given: Given) -> Given:
    found = answer("attack", given["parameters"], given["dice"])
    return {**found, "hits": found["outcome"] in blow.HITS, "critical": found["outcome"] in blow.CRITICAL}


def sheet_odds(given: Given) -> Given:
    bonus = modifier(given["dexterity"]) + training(given["efficacy"])
    found = odds("attack", {"bonus": bonus, "defense": given["defense"]})
    return {"attack_bonus": bonus, "needs": found.extra["needs"], "hit": str(found.outcomes["hit"])}


def sheet_damage(given: Given) -> Given:
    """The damage that one blow does, with nothing said but the sheet and the dice."""
    table = Table("swing")
    weapon = {"kind": "weapon", "name": "", "facts": {"dice": "1d6", "efficacy": 50, "use": given["use"]}}
    abilities = {"strength": given["strength"], "dexterity": given["dexterity"]}
    who = table.pc(numbers=abilities, features={"weapon": weapon})
    foe = table.add("Foe", numbers={"defense": 10})
    table.do("roll", roll="attack", creature=who, targets=[foe], dice={"d20": 15, "damage": [given["die"]]})
    return {"damage": table.game.state.rolls[who].facts["more"]["damage"]}


def defenses(given: Given) -> Given:
    table = Table("swing")
    who = table.pc(numbers=given)
    return dict(table.see()["creatures"][who]["numbers"])


def armor(given: Given) -> Given:
    found = {"percent": blow.armor_percent(given["armor_class"])}
    for rounds in ("part", "result"):
        parameters = {"amount": given["damage"], "armor_class": given["armor_class"], "armor_rounds": rounds}
        found[rounds] = answer("take_damage", parameters)["damage"]
    return found


def round_odds(given: Given) -> Given:
    one = {"bonus": 5, "defense": 15}
    found = [odds("round", {"attacks": [one] * count}).outcomes[given["outcome"]] for count in given["swings"]]
    return {"chances": list(map(str, found)), "naturals": [str(Fraction(count, 20)) for count in given["swings"]]}


def swings(given: Given) -> Given:
    one = {"bonus": 5, "defense": 15}
    parameters = {"attacks": [one], "haste": given["haste"]}
    if given.get("dual_wield"):
        parameters["dual_wield"] = {**one, "off_hand": True}
    found = odds("round", parameters).extra["swings"]
    assert found == odds("extra_attacks", given).distribution
    shares = {str(value): str(Fraction(weight, found.total)) for value, weight in found}
    return {"distribution": shares, "mean": str(found.mean)}


def swing(given: Given) -> Given:
    found, spread = odds("attack", given), blow.spreads(ROLLS["attack"].read(given).swing)
    means = {"mean_hit": spread["hit"].mean, "mean_critical": spread["critical"].mean, "mean": found.mean}
    return {key: str(value) for key, value in {**found.outcomes, **means}.items()}


def shout(given: Given) -> Given:
    """The chance to hit without the shout and with it, the shout being a condition on the sheet."""
    table = Table("swing")
    who = table.pc(numbers={"attack_bonus": given["bonus"], "unarmed_die": 4})
    foe = table.add("Foe", numbers={"defense": given["defense"]})
    blow_at_it = {"roll": "attack", "creature": who, "targets": [foe]}
    before = table.preview("roll", **blow_at_it).odds[0]["odds"]
    table.do("add_condition", creature=who, condition="attack-shout", value=given["shout"])
    after = table.preview("roll", **blow_at_it).odds[0]["odds"]
    return {"before": str(before.outcomes["hit"]), "after": str(after.outcomes["hit"])}


def lost(given: Given) -> Given:
    hit = given["arrows"] * Fraction(given["hits"])
    return {"lost": str(arrows.mean_lost(hit, given["arrows"] - hit))}


CHECKS: dict[str, Callable[[Given], Given]] = {
    "sheet_odds": sheet_odds,
    "training": lambda given: {"training": [training(efficacy) for efficacy in given["efficacy"]]},
    "attack": attack,
    "odds": lambda given: {key: str(value) for key, value in odds("attack", given).outcomes.items()},
    "range": lambda given: {"lowest": blow.lowest_critical(given["percent"])},
    "sheet_damage": sheet_damage,
    "defenses": defenses,
    "armor": armor,
    "round_odds": round_odds,
    "extra_attacks": lambda given: {
        "known": [len(classes.extra_attacks(given["class"], level)) for level in given["levels"]]
    },
    "swings": swings,
    "arrows": lost,
    "swing": swing,
    "each_point": lambda given: {
        "hit": [chance({"bonus": bonus, "defense": given["defense"]}, "hit") for bonus in given["bonus"]]
    },
    "shout": shout,
}


@pytest.mark.parametrize("example", [pytest.param(e, id=e["id"]) for e in EXAMPLES])
def test_a_worked_example_comes_out(example: dict[str, Any]) -> None:
    assert_comes_out(example, CHECKS)


def test_every_example_says_what_it_rests_on() -> None:
    assert_complete(EXAMPLES, 39)
