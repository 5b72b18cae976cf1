"""Every worked example that needs a game comes out in one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.daggerheart import conditions
from tests.rules.daggerheart.evening import Evening

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
Example = dict[str, Any]
Found = dict[str, Any]
DICE = {
    "critical": (6, 6),
    "success_hope": (9, 5),
    "success_fear": (5, 9),
    "failure_hope": (3, 2),
    "failure_fear": (2, 3),
}


def marked(evening: Evening, stress: list[int], hit_points: list[int] | None = None) -> str:
    """A character with so much marked of so much; its id."""
    pools = {"stress": stress, "hit_points": hit_points or [0, 6]}
    return evening.pc("Nim", trackers={key: {"value": now, "max": most} for key, (now, most) in pools.items()})


def slots(evening: Evening, id: str, key: str) -> list[int]:
    pool = evening.see()["creatures"][id]["trackers"][key]
    return [pool["value"], pool["max"]]


def play_tag_team(outcome: str, fear: int = 0, hope: tuple[int, int] = (3, 3), clock: int | None = None) -> Evening:
    """An evening in which Oro and Mira made a tag team roll, and Oro's roll, of this outcome, was chosen."""
    evening = Evening()
    evening.fear(fear)
    for id, held in zip((evening.oro, evening.mira), hope, strict=True):
        evening.do("set_tracker", creature=id, tracker="hope", value=held)
    if clock is not None:
        evening.do("add_clock", name="Flood", size=clock, kind="countdown", ticks="action_roll")
    chosen, other = dict(zip(("hope", "fear"), DICE[outcome], strict=True)), {"hope": 5, "fear": 9}
    partner = {"creature": evening.mira, "with": "agility"}
    rolled: dict[str, Any] = {"with": "agility", "partner": partner, "dice": {**chosen, evening.mira: other}}
    evening.do("tag_team", creature=evening.oro, parameters={"difficulty": 10}, choose=evening.oro, **rolled)
    return evening


def tag_team_fear(evening: Evening, example: Example) -> Found:
    given = example["in_game"]
    return {"after": play_tag_team(given["outcome"], given["fear"]).value("fear")}


def tag_team_hope(evening: Evening, example: Example) -> Found:
    given = example["given"]
    played = play_tag_team(given["outcome"], hope=(given["initiator_hope"], given["partner_hope"]))
    return {"initiator_hope": played.value("hope", played.oro), "partner_hope": played.value("hope", played.mira)}


def tag_team_countdown(evening: Evening, example: Example) -> Found:
    (clock,) = play_tag_team("success_hope", clock=example["given"]["countdown"]).game.state.clocks.values()
    return {"countdown": clock.value}


def several_targets(evening: Evening, example: Example) -> Found:
    given = example["given"]
    ids = [
        evening.add(f"Foe {n}", numbers=dict(target), trackers={"hit_points": {"max": 9}})
        for n, target in enumerate(given["targets"])
    ]
    evening.act(given["hope"], given["fear"], targets=ids, parameters={"modifier": 0}, **{"with": "sword"})
    then = evening.then(evening.oro)
    assert then is not None
    evening.send({**then, "announced": {"total": given["damage"]}})
    for target in evening.last(evening.oro).secret["targets"]:
        evening.send(target["then"])
    return {
        "hits": [id in then["targets"] for id in ids],
        "hit_points": [evening.value("hit_points", id) for id in ids],
    }


def last_stress(evening: Evening, example: Example) -> Found:
    nim = marked(evening, example["given"]["stress"])
    evening.do("mark_stress", creature=nim, amount=example["given"]["must_mark"])
    return {
        "stress": slots(evening, nim, "stress"),
        "vulnerable": "vulnerable" in evening.all_conditions(nim),
        "hit_points": evening.value("hit_points", nim),
    }


def cleared_reason(evening: Evening, example: Example) -> Found:
    nim = marked(evening, example["given"]["stress"])
    for reason in example["given"]["reasons"]:
        if reason != "stress":
            evening.do("add_condition", creature=nim, condition="vulnerable", reason=reason)
    assert "vulnerable" in evening.all_conditions(nim)
    evening.act(*DICE[example["given"]["outcome"]], who=nim)
    return {"stress": slots(evening, nim, "stress"), "vulnerable": "vulnerable" in evening.all_conditions(nim)}


def refused_cost(evening: Evening, example: Example) -> Found:
    nim = marked(evening, example["given"]["stress"])
    allowed = True
    try:
        evening.do("mark_stress", creature=nim, amount=example["given"]["cost"], forced=False)
    except RuleError as error:
        allowed = error.code != "stress-is-full"
    return {"allowed": allowed, "hit_points": evening.value("hit_points", nim)}


def last_hit_point(evening: Evening, example: Example) -> Found:
    nim = marked(evening, [0, 6], example["given"]["hit_points"])
    evening.do("take_damage", creature=nim, band={2: "major"}[example["given"]["marks"]])
    due = [item["creature"] for item in evening.see()["due"] if item["what"] == "death_move"]
    return {"hit_points": slots(evening, nim, "hit_points"), "death_move": due == [nim]}


def scar(evening: Evening, example: Example) -> Found:
    nim = evening.pc("Nim", trackers={"hope": {"value": example["given"]["hope"]}, "hit_points": {"value": 6}})
    assert slots(evening, nim, "hope") == [example["given"]["hope"], example["given"]["hope_max"]]
    evening.do("death_move", creature=nim, move="avoid_death", dice={"hope": 1})
    hope, most = slots(evening, nim, "hope")
    return {"hope": hope, "hope_max": most}


def risked(evening: Evening, example: Example) -> Found:
    given = example["given"]
    nim = marked(evening, given["stress"], given["hit_points"])
    dice = {"hope": given["hope"], "fear": given["fear"]}
    evening.do("death_move", creature=nim, move="risk_it_all", dice=dice)
    shown = {key: slots(evening, nim, key) for key in ("hit_points", "stress")}
    return {**shown, "alive": "dead" not in evening.conditions(nim)}


def prepared(evening: Evening, example: Example) -> Found:
    ids = [evening.pc(f"PC {n}", trackers={"hope": {"value": hope}}) for n, hope in enumerate(example["given"]["hope"])]
    evening.do("rest", kind="short", choices=[{"creature": id, "move": "prepare"} for id in ids])
    return {"hope": [evening.value("hope", id) for id in ids]}


def last_token(evening: Evening, example: Example) -> Found:
    played = Evening(spotlight_tokens=True)
    for id in (played.oro, played.mira):
        played.do("remove_creature", creature=id)
    given = example["given"]
    ids = {
        name: played.pc(name, trackers={"spotlight_tokens": {"value": count, "max": 3}})
        for name, count in given["tokens"].items()
    }
    played.act(9, 4, who=ids[given["acts"]])
    return {"tokens": {name: played.value("spotlight_tokens", id) for name, id in ids.items()}}


def once_only(evening: Evening, example: Example) -> Found:
    for condition in (*example["given"]["conditions"], example["given"]["adds"]):
        evening.do("add_condition", creature=evening.bear, condition=condition, reason=str(len(evening.codes())))
    roll = evening.act(9, 4, targets=[evening.bear], dice={"own": 3})
    shown = evening.see()["creatures"][evening.bear]["conditions"]
    return {"conditions": [c["key"] for c in shown], "advantage": roll.secret["filled"]["advantage"]}


def given_away(evening: Evening, example: Example) -> Found:
    for condition in example["given"]["conditions"]:
        evening.do("add_condition", creature=evening.oro, condition=condition)
    evening.act(9, 4, targets=[evening.bear], **{"with": "sword"})
    return {"conditions": evening.conditions(evening.oro)}


def shaken_off(evening: Evening, example: Example) -> Found:
    given = example["given"]
    evening.do("add_condition", creature=evening.oro, condition=given["condition"])
    with pytest.raises(RuleError) as refused:
        evening.do("clear_condition", creature=evening.oro, condition=given["condition"])
    assert conditions.needs_roll(given["kind"])
    return {"roll": refused.value.code == "roll-needed"}


def two_experiences(evening: Evening, example: Example) -> Found:
    given = example["in_game"]
    features = {
        f"experience-{n}": {"kind": "experience", "name": f"Past {n}", "facts": {"modifier": modifier}}
        for n, modifier in enumerate(given["experiences"])
    }
    hope, numbers = {"hope": {"value": given["hope"]}}, {"agility": given["trait"]}
    nim = evening.pc("Nim", trackers=hope, numbers=numbers, features=features)
    named: dict[str, Any] = {"with": ",".join(["agility", *features])}
    difficulty = {"difficulty": example["given"]["parameters"]["difficulty"]}
    roll = evening.act(**example["given"]["dice"], who=nim, parameters=difficulty, **named)
    assert evening.value("hope", nim) == given["hope_after"]
    return {"total": roll.facts["total"], "outcome": roll.facts["outcome"]}


def cover(evening: Evening, example: Example) -> Found:
    given = example["given"]
    own = given["dice"]["own"]
    dice = {"hope": given["dice"]["hope"], "fear": given["dice"]["fear"]}
    roll = evening.act(**dice, dice={"own": own}, targets=[evening.bear], parameters=given["parameters"])
    return {"total": roll.facts["total"], "outcome": roll.facts["outcome"]}


PLAYED: dict[str, Callable[[Evening, Example], Found]] = {
    "DH-044": tag_team_fear,
    "DH-045": tag_team_hope,
    "DH-047": tag_team_countdown,
    "DH-079": several_targets,
    "DH-083": last_stress,
    "DH-084": cleared_reason,
    "DH-085": cleared_reason,
    "DH-086": refused_cost,
    "DH-087": last_hit_point,
    "DH-089": scar,
    "DH-092": risked,
    "DH-100": prepared,
    "DH-101": last_token,
    "DH-103": once_only,
    "DH-104": given_away,
    "DH-107": shaken_off,
    "DH-110": two_experiences,
    "DH-112": cover,
}
IN_PLAY = [example for example in EXAMPLES if example.get("level") == "game"]


@pytest.mark.parametrize("example", [pytest.param(e, id=e["id"]) for e in IN_PLAY])
def test_a_worked_example_comes_out_in_play(example: Example) -> None:
    found = PLAYED[example["id"]](Evening(), example)
    assert {name: found[name] for name in example["expected"]} == example["expected"], example["title"]


def test_every_example_that_needs_a_game_is_played() -> None:
    assert sorted(PLAYED) == [example["id"] for example in IN_PLAY]


@pytest.mark.parametrize("example", [pytest.param(e, id=e["id"]) for e in EXAMPLES if e.get("check") == "action"])
def test_what_a_roll_says_it_pays_is_paid(example: Example) -> None:
    """The examples of single rolls, once more with the trackers that they move."""
    evening = Evening()
    given = example["given"]
    dice = dict(given["dice"])
    helpers = [evening.mira] * bool(dice.get("helpers"))
    parameters = {key: value for key, value in given["parameters"].items() if key != "helpers"}
    evening.adjust("stress", 2, evening.oro)
    hope, fear = dice.pop("hope"), dice.pop("fear")
    evening.act(hope, fear, dice=dice, parameters=parameters, helpers=helpers)
    expected = example["expected"]
    assert evening.value("fear") == expected.get("fear", evening.value("fear"))
    assert evening.value("hope", evening.oro) - 3 == expected.get("hope", evening.value("hope", evening.oro) - 3)
    assert evening.value("stress", evening.oro) - 2 == expected.get("stress", evening.value("stress", evening.oro) - 2)


def test_fear_at_its_limit_stays_there() -> None:
    evening = Evening()
    evening.fear(12)
    evening.act(2, 3)
    assert evening.value("fear") == 12
    evening.undo()
    assert evening.value("fear") == 12


def test_the_thresholds_of_worn_armor_rise_with_the_level() -> None:
    evening = Evening()
    nim = evening.pc("Nim", numbers={"armor_major": 5, "armor_severe": 11, "level": 3})
    bare = evening.pc("Bare", numbers={"level": 4})
    shown = evening.see()["creatures"]
    assert (shown[nim]["numbers"]["major"], shown[nim]["numbers"]["severe"]) == (8, 14)
    assert (shown[bare]["numbers"]["major"], shown[bare]["numbers"]["severe"]) == (4, 8)


def test_a_tag_teams_damage_is_one_source() -> None:
    evening = Evening()
    nim = evening.pc("Nim", numbers={"major": 8, "severe": 14})
    evening.do("take_damage", creature=nim, sources=[{"amount": 7}, {"amount": 7}])
    assert evening.value("hit_points", nim) == 3
