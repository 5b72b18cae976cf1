"""A fight of Bump d20 in which only actor, target, weapon and dice are said; all else is on sheets and in the scene."""

from typing import Any

import pytest

from rules.core import log
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.view import version, view
from tests.rules.bump.table import hero
from tests.rules.table import Table

SWORD = {"kind": "weapon", "name": "Sword", "facts": {"bonus": 6, "dice": "d8", "modifier": 3, "type": "slashing"}}
MAUL = {"kind": "weapon", "name": "Maul", "facts": {"bonus": 5, "dice": "2d6", "type": "bludgeoning", "heavy": True,
                                                    "ap": 2}}  # fmt: skip
TORCH = {"kind": "attack", "name": "Torch", "facts": {"bonus": 6, "dice": "d6", "type": "fire",
                                                      "persistent": "2 fire"}}  # fmt: skip
CLAW = {"kind": "attack", "name": "Claw", "facts": {"bonus": 5, "dice": "d10", "modifier": 2, "type": "slashing"}}


class Cave(Table):
    """Oro and Mira against a golem, which is huge and fears fire."""

    def __init__(self, **settings: Any) -> None:
        super().__init__("bump", **settings)
        numbers = {"defense": 15, "soak": 2, "attack_dc": 15, "reflex": 2}
        self.oro = hero(self, "Oro", numbers=numbers, features={"sword": SWORD, "maul": MAUL, "torch": TORCH})
        self.mira = hero(self, "Mira", numbers={"defense": 14, "attack_dc": 14})
        features = {
            "claw": CLAW,
            "size": {"kind": "size", "name": "Huge", "facts": {"size": "huge"}},
            "dry": {"kind": "vulnerability", "name": "Dry", "facts": {"types": ["fire"]}},
        }
        numbers = {"defense": 16, "soak": 3, "attack": 5, "attack_dc": 15}
        self.golem = self.add("Golem", numbers=numbers, trackers={"hp": {"max": 60}}, features=features)
        self.do("start_encounter", scores={self.oro: 18, self.golem: 11, self.mira: 7})

    def attack(self, actor: str, target: str, weapon: str, d20: int, *damage: int) -> str | None:
        """The outcome of an attack, whose damage is rolled with these dice and taken."""
        self.do("roll", roll="attack", creature=actor, targets=[target], dice={"d20": d20}, **{"with": weapon})
        self.struck = self.game.state.rolls[actor].secret
        (hit,) = self.struck["targets"]
        if hit["then"] is not None:
            self.send({**hit["then"], "dice": {"dice": list(damage) if len(damage) > 1 else damage[0]}})
            (rolled,) = self.game.state.rolls[actor].secret["targets"]
            self.send(rolled["then"])
        outcome: str | None = hit["outcome"]
        return outcome

    def filled(self) -> dict[str, Any]:
        """What the newest attack was made with."""
        found: dict[str, Any] = self.struck["filled"]
        return found

    def why(self) -> set[str]:
        """What changed it."""
        return {one["why"] for one in self.struck["modifiers"]}


def test_everything_else_comes_from_sheets_conditions_cover_light_and_scene() -> None:
    cave = Cave()
    assert cave.active == cave.oro, "the highest total goes first"
    assert cave.attack(cave.oro, cave.golem, "sword", 10, 8) == "success"
    assert cave.filled()["dc"] == 16
    assert cave.value("hp", cave.golem) == 60 - (8 + 3 - 3) // 2, "Soak, then the half that a huge one takes"
    assert cave.value("action_points", cave.oro) == 1
    assert cave.attack(cave.oro, cave.golem, "torch", 12, 5) == "success"
    assert cave.value("hp", cave.golem) == 56 - (5 - 1), "half of Soak; resisted and doubled cancel"
    assert cave.conditions(cave.golem) == ["persistent-damage"]
    cave.do("end_turn")
    assert cave.active == cave.golem, "whoever was attacked goes next"
    assert cave.see()["order"]["why"] == "order_bump_attacked"

    cave.do("set_cover", creature=cave.oro, cover="standard", towards=cave.golem)
    cave.do("change_setting", key="light", value="dark")
    assert cave.attack(cave.golem, cave.oro, "claw", 13) == "failure"
    assert cave.filled()["disadvantage"] == 2 + 1
    assert {"standard-cover", "light_dark", "dark_target"} <= cave.why()
    cave.do("change_setting", key="light", value="bright")
    cave.do("add_condition", creature=cave.golem, condition="frightened", value=1)
    cave.do("add_condition", creature=cave.oro, condition="prone")
    assert cave.attack(cave.golem, cave.oro, "claw", 20, 9) == "critical_success"
    assert "frightened" not in cave.why(), "attack rolls are no checks"
    assert cave.value("hp", cave.oro) == 49 - (9 + 2 - 2)
    assert [item["what"] for item in cave.see()["due"] if item["creature"] == cave.oro] == []

    cave.do("settle_due", dice={item["id"]: {"d20": 15} for item in cave.see()["due"] if item["what"] == "recovery"})
    assert cave.value("hp", cave.golem) == 52 - 2, "persistent fire: resisted by size, doubled by nature"
    assert cave.conditions(cave.golem) == []
    cave.do("end_turn")
    assert [cave.see()["order"][key] for key in ("active", "next")] == [None, (cave.mira,)], (
        "Oro has no points left and picks"
    )
    cave.do("begin_turn", creature=cave.mira)
    cave.do("act", creature=cave.mira, action="disengage")
    cave.do("end_turn")
    assert cave.see()["order"]["round"] == 2
    assert all(cave.value("action_points", id) == 2 for id in (cave.oro, cave.mira, cave.golem))


def test_heavy_blows_go_through_a_hard_target() -> None:
    cave = Cave()
    assert cave.attack(cave.oro, cave.golem, "maul", 15, 4, 5) == "success"
    assert cave.value("hp", cave.golem) == 60 - (9 - 3)
    assert cave.value("action_points", cave.oro) == 0


def test_where_targets_roll_a_failed_defense_is_a_hit_and_the_attacker_pays() -> None:
    cave = Cave(attack_roll="defender")
    cave.do("end_turn", next=cave.golem)
    roll: dict[str, Any] = {"roll": "defend", "creature": cave.oro, "targets": [cave.golem], "with": "claw"}
    cave.do(type_="roll", dice={"d20": 3}, **roll)
    (hit,) = cave.game.state.rolls[cave.oro].secret["targets"]
    assert (hit["outcome"], cave.value("action_points", cave.golem)) == ("failure", 1)
    cave.send({**hit["then"], "dice": {"dice": 10}})
    (rolled,) = cave.game.state.rolls[cave.golem].secret["targets"]
    cave.send(rolled["then"])
    assert cave.value("hp", cave.oro) == 49 - (12 - 2)
    assert cave.game.state.order.memory["attacked"] == (cave.oro,)
    assert [item["what"] for item in cave.see()["due"]] == []


def test_an_opposed_roll_is_compared_with_the_one_before() -> None:
    cave = Cave()
    roll = {"roll": "opposed", "with": "might"}
    cave.do(type_="roll", creature=cave.golem, dice={"d20": 12}, **roll)
    assert cave.game.state.rolls[cave.golem].facts["outcome"] is None
    cave.do(type_="roll", creature=cave.oro, targets=[cave.golem], dice={"d20": 12}, **roll)
    assert cave.game.state.rolls[cave.oro].facts["outcome"] == "success"
    cave.do(type_="roll", creature=cave.mira, targets=[cave.golem], dice={"d20": 11}, **roll)
    assert cave.game.state.rolls[cave.mira].facts["outcome"] == "failure"


HIDDEN: tuple[dict[str, Any], ...] = (
    {"type": "roll", "roll": "attack", "targets": ["oro"], "with": "claw", "dice": {"d20": 15}},
    {"type": "roll", "roll": "damage", "targets": ["oro"], "with": "claw", "dice": {"dice": 5}},
    {"type": "roll", "roll": "save", "with": "might", "parameters": {"dc": 12}},
    {"type": "take_damage", "parts": [{"amount": 9, "type": "cold"}]},
    {"type": "heal", "amount": 3}, {"type": "act", "action": "dash"}, {"type": "react"},
    {"type": "help", "target": "golem", "skill": "might", "ranks": 2},
    {"type": "set_cover", "cover": "greater"}, {"type": "fall", "feet": 40},
    {"type": "add_condition", "condition": "frightened", "value": 2},
)  # fmt: skip


def seen(cave: Cave, viewer: Viewer) -> tuple[Any, ...]:
    shown = view(cave.game, viewer)
    return shown, [line.id for line in log.lines(cave.game, viewer)], version(cave.game, viewer, shown, b"k" * 32)


@pytest.mark.parametrize("raw", HIDDEN, ids=lambda raw: raw.get("roll", raw["type"]))
def test_nothing_of_a_hidden_creature_reaches_players(raw: dict[str, Any]) -> None:
    cave = Cave()
    numbers = {"defense": 12, "attack": 4, "attack_dc": 14}
    lurker = cave.add("zq303", hidden=True, numbers=numbers, trackers={"hp": {"max": 20, "value": 20}},
                      features={"claw": CLAW})  # fmt: skip
    viewers = (PUBLIC_VIEWER, seat_viewer(cave.oro), seat_viewer(cave.mira))
    before = [seen(cave, viewer) for viewer in viewers]
    ids = {"oro": cave.oro, "golem": cave.golem}
    named: dict[str, Any] = {"targets": [ids[id] for id in raw["targets"]]} if "targets" in raw else {}
    named |= {"target": lurker} if "target" in raw else {}
    number = cave.game.number
    try:
        cave.send({**raw, **named, "creature": lurker if "target" not in raw else cave.golem})
    except (RuleError, InvalidInput, Need) as refused:
        pytest.fail(str(refused))
    assert cave.game.number > number
    if raw["type"] != "help":  # there the golem acts before everybody's eyes
        assert [seen(cave, viewer) for viewer in viewers] == before
    assert all("zq303" not in str(seen(cave, viewer)) for viewer in viewers)
