"""What each condition of Bump d20 does to which roll, and to which it does nothing."""

from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.registry import get_system
from tests.rules.bump.table import begin, due, fight, foe, hero
from tests.rules.table import Table

CLAW = {"kind": "attack", "name": "Claw", "facts": {"bonus": 4, "dice": "d6", "type": "slashing"}}
BOW = {"kind": "weapon", "name": "Bow", "facts": {"bonus": 4, "dice": "d8", "type": "piercing", "ranged": True}}
ABILITIES = ("might", "reflex", "fortitude", "perception", "intellect", "charisma")
SKILLS = ("acrobatics", "athletics", "stealth")
# Rolls by name: what is rolled, and with what. "at" is an attack at the bearer, "by" one of the bearer.
CHECKS = {f"check {key}": ("check", key) for key in (*ABILITIES, *SKILLS)}
SAVES = {f"save {key}": ("save", key) for key in ABILITIES}
Change = tuple[str, int]
NOTHING: Change = ("", 0)

# Condition, its value, and each roll that it changes: the axis ("level", "total", "fails", "can", "crit") and how much.
TABLE: list[tuple[str, int | None, dict[str, Change]]] = [
    ("blinded", None, {"check perception": ("fails", 1), "at": ("level", 1), "at bow": ("level", 1),
                       "by": ("level", -1), "defend": ("level", -1)}),
    ("bloodless", 2, {}),
    ("chest-trauma", 2, {}),
    ("clumsy", 2, {"check reflex": ("total", -2), "save reflex": ("total", -2)}),
    ("confused", 2, {}),
    ("dazed", None, {}),
    ("dazzled", 2, {"check perception": ("level", -2), "save perception": ("level", -2), "by": ("level", -2)}),
    ("deafened", None, {}),
    ("dim-sighted", None, {"check perception": ("level", -1)}),
    ("drained", 3, {"check fortitude": ("total", -3), "save fortitude": ("total", -3)}),
    ("drowsy", None, {"check perception": ("level", -1), "save perception": ("level", -1)}),
    ("encumbered", None, {f"{roll} {key}": ("level", -1) for roll in ("check", "save") for key in ("might", "reflex")}),
    ("enfeebled", 1, {"check might": ("total", -1), "save might": ("total", -1)}),
    ("fascinated", None, {"check perception": ("level", -1), "save perception": ("level", -1)}),
    ("frightened", 2, {**dict.fromkeys(CHECKS, ("level", -2)), "opposed": ("level", -2)}),
    ("gaping-wound", None, {}),
    ("grappled", None, {"at": ("level", 1), "at bow": ("level", 1), "defend": ("level", -1),
                        "save reflex": ("level", -1), "check athletics": ("level", -1),
                        "check acrobatics": ("level", -1)}),
    ("incapacitated", None, {"by": ("can", 0)}),
    ("invisible", None, {"at": ("level", -1), "at bow": ("level", -1), "defend": ("level", 1)}),
    ("oblivious", 2, {"check perception": ("total", -2), "save perception": ("total", -2)}),
    ("off-guard", None, {"at": ("level", 1), "at bow": ("level", 1), "defend": ("level", -1),
                         "save reflex": ("level", -1), "check athletics": ("level", -1),
                         "check acrobatics": ("level", -1)}),
    ("paralyzed", None, {"by": ("can", 0), "save might": ("fails", 1), "save reflex": ("fails", 1),
                         "at": ("level", 1), "at bow": ("level", 1), "defend": ("level", -1)}),
    ("persistent-damage", 2, {}),
    ("prone", None, {}),
    ("restrained", None, {"at": ("level", 1), "at bow": ("level", 1), "by": ("level", -1), "defend": ("level", -1),
                          "save reflex": ("level", -1)}),
    ("sickened", 1, {**dict.fromkeys(CHECKS, ("level", -1)), "opposed": ("level", -1)}),
    ("sinking", 1, {"at": ("level", 1), "at bow": ("level", 1), "by": ("level", -1), "defend": ("level", -1),
                    "save reflex": ("level", -1)}),
    ("slowed", 10, {}),
    ("stable", None, {}),
    ("staggered", None, {}),
    ("stunned", None, {"by": ("can", 0), "save might": ("fails", 1), "save reflex": ("fails", 1), "at": ("level", 1),
                       "at bow": ("level", 1), "defend": ("level", -1)}),
    ("stupefied", 2, {"check intellect": ("total", -2), "save intellect": ("total", -2)}),
    ("unconscious", None, {"by": ("can", 0), "save might": ("fails", 1), "save reflex": ("fails", 1),
                           "at": ("level", 1), "at bow": ("level", 1), "defend": ("level", -1)}),
    ("unnerved", 2, {"check charisma": ("total", -2), "save charisma": ("total", -2)}),
    ("weakened-grip", 2, {}),
    ("withered", None, {}),
    ("squeezing", None, {"by": ("level", -1), "save reflex": ("level", -1), "at": ("level", 1),
                         "at bow": ("level", 1), "defend": ("level", -1)}),
    ("lesser-cover", None, {"at": ("level", -1), "at bow": ("level", -1), "defend": ("level", 1),
                            "check stealth": ("level", 1)}),
    ("standard-cover", None, {"at": ("level", -2), "at bow": ("level", -2), "defend": ("level", 2),
                              "check stealth": ("level", 2)}),
    ("greater-cover", None, {"at": ("level", -3), "at bow": ("level", -3), "defend": ("level", 3),
                             "check stealth": ("level", 3)}),
    ("charmed", None, {}), ("taken-in", 2, {}), ("dead", None, {"by": ("can", 0)}),
    ("helped", 2, dict.fromkeys((*CHECKS, "opposed", "by"), ("total", 2))),
    ("light-wound", None, {}), ("heavy-wound", None, {}), ("suffocating", 1, {}), ("stance", None, {}),
]  # fmt: skip


class Ring:
    """Oro, who bears a condition, and a rat."""

    def __init__(self) -> None:
        self.table = fight()
        numbers = dict.fromkeys((*SKILLS, "attack"), 4)
        self.oro = hero(self.table, numbers={**numbers, "defense": 15, "attack_dc": 15}, features={"claw": CLAW})
        self.rat = foe(self.table, numbers={"defense": 12, "attack_dc": 14}, features={"claw": CLAW, "bow": BOW})

    def rolls(self) -> dict[str, Change]:
        """What the condition changes, roll by roll."""
        every: dict[str, dict[str, Any]] = {
            name: {"roll": roll, "creature": self.oro, "with": key, "parameters": {"dc": 10}}
            for name, (roll, key) in {**CHECKS, **SAVES}.items()
        }
        every["opposed"] = {"roll": "opposed", "creature": self.oro, "with": "might", "parameters": {"dc": 10}}
        every["by"] = {"roll": "attack", "creature": self.oro, "targets": [self.rat], "with": "claw"}
        every["at"] = {"roll": "attack", "creature": self.rat, "targets": [self.oro], "with": "claw"}
        every["at bow"] = {"roll": "attack", "creature": self.rat, "targets": [self.oro], "with": "bow"}
        every["defend"] = {"roll": "defend", "creature": self.oro, "targets": [self.rat]}
        return {name: change for name, raw in every.items() if (change := self.change(raw)) != NOTHING}

    def change(self, raw: dict[str, Any]) -> Change:
        try:
            (found,) = self.table.preview(**{"type_": "roll", **raw}).odds
        except RuleError as error:
            return ("can", 0) if error.code == "cannot-act" else (error.code, 1)
        modifiers = [one for one in found["modifiers"] if one["axis"] != "total" or one["why"] in CONDITIONS]
        for axis in ("fails", "level", "total"):
            amount = sum(one["amount"] for one in modifiers if one["axis"] == axis)
            if amount:
                return axis, amount
        return NOTHING


CONDITIONS = get_system("bump").data.conditions
IMPLIED = {"bloodied", "dying"}


def test_the_table_holds_every_condition() -> None:
    assert {key for key, _, _ in TABLE} | IMPLIED == set(CONDITIONS)


@pytest.mark.parametrize(("key", "value", "expected"), TABLE, ids=[row[0] for row in TABLE])
def test_a_condition_changes_these_rolls_and_no_others(
    key: str, value: int | None, expected: dict[str, Change]
) -> None:
    ring = Ring()
    assert ring.rolls() == {}
    ring.table.do("add_condition", creature=ring.oro, condition=key, value=value)
    assert ring.rolls() == expected


def modified(ring: Ring, condition: str, raw: dict[str, Any], **how: Any) -> Change:
    """What a condition of Oro's changes in one roll."""
    ring.table.do("add_condition", creature=ring.oro, condition=condition, **how)
    return ring.change(raw)


def check(ring: Ring, *tags: str, roll: str = "check", key: str = "might", **more: Any) -> dict[str, Any]:
    return {"roll": roll, "creature": ring.oro, "with": key, "parameters": {"dc": 10, "tags": list(tags)}, **more}


@pytest.mark.parametrize(("key", "value", "tags", "expected"), [
    ("blinded", None, ["sight"], ("fails", 1)), ("deafened", None, ["hearing"], ("fails", 1)),
    ("confused", 2, ["concentrate"], ("level", -2)), ("confused", 1, ["manipulate"], ("level", -1)),
    ("weakened-grip", 2, ["grapple"], ("level", -2)), ("deafened", None, ["sight"], NOTHING),
])  # fmt: skip
def test_some_hang_on_what_a_check_is_about(key: str, value: int | None, tags: list[str], expected: Change) -> None:
    ring = Ring()
    assert modified(ring, key, check(ring, *tags), value=value) == expected


def test_a_weak_grip_spoils_weapons_and_no_claws() -> None:
    ring = Ring()
    ring.table.do("add_condition", creature=ring.rat, condition="weakened-grip", value=2)
    strike = {"roll": "attack", "creature": ring.rat, "targets": [ring.oro]}
    assert ring.change({**strike, "with": "bow"}) == ("level", -2)
    assert ring.change({**strike, "with": "claw"}) == NOTHING
    bow = {"roll": "damage", "creature": ring.rat, "targets": [ring.oro], "with": "bow"}
    (found,) = ring.table.preview("roll", **bow).odds
    assert found["filled"]["modifier"] == -4


def test_one_who_is_taken_in_saves_worse_against_that_creature_only() -> None:
    ring = Ring()
    save = check(ring, roll="save", targets=[ring.rat])
    assert modified(ring, "taken-in", save, value=2, source=ring.rat) == ("level", -2)
    assert ring.change(check(ring, roll="save")) == NOTHING


def test_one_who_is_charmed_cannot_attack_the_charmer() -> None:
    ring = Ring()
    vole = foe(ring.table, "Vole", numbers={"defense": 12})
    strike = {"roll": "attack", "creature": ring.oro, "with": "claw"}
    assert modified(ring, "charmed", {**strike, "targets": [ring.rat]}, source=ring.rat) == ("can", 0)
    assert ring.change({**strike, "targets": [vole]}) == NOTHING


def test_off_guard_may_be_towards_one_creature() -> None:
    ring = Ring()
    vole = foe(ring.table, "Vole", features={"claw": CLAW})
    ring.table.do("add_condition", creature=ring.oro, condition="off-guard", towards=ring.rat)
    strike = {"roll": "attack", "targets": [ring.oro], "with": "claw"}
    assert ring.change({**strike, "creature": ring.rat}) == ("level", 1)
    assert ring.change({**strike, "creature": vole}) == NOTHING


@pytest.mark.parametrize(("key", "is_critical"), [("paralyzed", True), ("unconscious", True), ("stunned", False)])
def test_a_hit_from_close_by_is_critical_on_some(key: str, is_critical: bool) -> None:
    ring = Ring()
    ring.table.do("add_condition", creature=ring.oro, condition=key)
    for weapon, close in (("claw", True), ("bow", False)):
        strike = {"roll": "attack", "creature": ring.rat, "targets": [ring.oro], "with": weapon}
        (found,) = ring.table.preview("roll", **strike).odds
        assert bool(found["filled"].get("critical_hit")) is (is_critical and close)


@pytest.mark.parametrize("blow", ["piercing", "slashing", "bludgeoning", "fire"])
def test_an_open_wound_takes_two_more_of_blades(blow: str) -> None:
    ring = Ring()
    ring.table.do("add_condition", creature=ring.oro, condition="gaping-wound")
    ring.table.do("take_damage", creature=ring.oro, parts=[{"amount": 3, "type": blow}])
    assert ring.table.value("hp", ring.oro) == 49 - (5 if blow in ("piercing", "slashing") else 3)
    ring.table.do("heal", creature=ring.oro, amount=1)
    assert ring.table.conditions(ring.oro) == []


@pytest.mark.parametrize(("light", "raw", "expected"), [
    ("dim", {"with": "perception"}, ("level", -1)), ("dim", {"with": "might"}, NOTHING),
    ("dark", {"with": "perception"}, ("fails", 1)), ("bright", {"with": "perception"}, NOTHING),
])  # fmt: skip
def test_the_light_of_the_scene_counts_for_what_hangs_on_sight(
    light: str, raw: dict[str, Any], expected: Change
) -> None:
    ring = Ring()
    ring.table.do("change_setting", key="light", value=light)
    (found,) = ring.table.preview("roll", roll="check", creature=ring.oro, parameters={"dc": 10}, **raw).odds
    of_scene = [(one["axis"], one["amount"]) for one in found["modifiers"] if one["id"].startswith("scene:")]
    assert of_scene == ([expected] if expected != NOTHING else [])
    ring.table.do("add_condition", creature=ring.oro, condition="dim-sighted")
    (found,) = ring.table.preview("roll", roll="check", creature=ring.oro, parameters={"dc": 10}, **raw).odds
    assert sum(one["amount"] for one in found["modifiers"] if one["axis"] == "level") in (0, -1), "the worse of the two"


VALUED = [key for key, spec in CONDITIONS.items() if spec.has_value]
LINGERING = [key for key, spec in CONDITIONS.items() if spec.recovery is not None and spec.persists is None]


@pytest.mark.parametrize("key", VALUED)
def test_a_value_that_is_gained_again_keeps_the_higher_but_lost_blood_adds_up(key: str) -> None:
    ring = Ring()
    for value in (2, 1, 3):
        ring.table.do("add_condition", creature=ring.oro, condition=key, value=value)
    (held,) = ring.table.creature(ring.oro).conditions.values()
    assert held.value == (6 if key == "bloodless" else 3)


@pytest.mark.parametrize("key", LINGERING)
def test_what_lingers_is_rolled_for_as_its_bearers_turn_ends(key: str) -> None:
    ring = Ring()
    value = 2 if CONDITIONS[key].has_value else None
    ring.table.do("add_condition", creature=ring.oro, condition=key, value=value)
    begin(ring.table, ring.rat)
    assert due(ring.table) == []
    ring.table.do("begin_turn", creature=ring.oro)
    (item,) = ring.table.see()["due"]
    assert (item["what"], item["edge"]) == ("recovery", "turn_end")
    ring.table.do("answer", id=item["id"], dice={"d20": 14})
    assert ring.table.conditions(ring.oro) == [key]
    for left in (1, None) if value else (None,):
        ring.table.do("begin_turn", creature=ring.rat)
        ring.table.do("begin_turn", creature=ring.oro)
        ring.table.do("answer", id=item["id"], dice={"d20": 15})
        assert [one.value for one in ring.table.creature(ring.oro).conditions.values()] == ([left] if left else [])


@pytest.mark.parametrize(("setting", "rolls"), [("own_and_one", 4), ("one", 1)])
def test_who_has_several_rolls_for_each_or_for_one(setting: str, rolls: int) -> None:
    ring = Ring()
    ring.table.do("change_setting", key="recovery", value=setting)
    for key in ("frightened", "clumsy", "dazed", "sickened", "chest-trauma"):
        value = 1 if CONDITIONS[key].has_value else None
        ring.table.do("add_condition", creature=ring.oro, condition=key, value=value)
    begin(ring.table, ring.oro)
    made = 0
    while (items := ring.table.see()["due"]) and made < 9:
        ring.table.do("answer", id=items[0]["id"], dice={"d20": 2})
        made += 1
    assert made == rolls


def test_persistent_damage_of_several_types_comes_together_and_may_have_dice() -> None:
    ring = Ring()
    for detail, value in (("fire", 2), ("physical", 3)):
        ring.table.do("add_condition", creature=ring.oro, condition="persistent-damage", value=value, detail=detail)
    ring.table.do("take_damage", creature=ring.oro, parts=[{"amount": 1, "type": "acid"}], rider="1d4 acid")
    begin(ring.table, ring.oro)
    items = {item["id"]: item for item in ring.table.see()["due"]}
    assert [item["what"] for item in items.values()] == ["damage"] * 3 + ["recovery"] * 3
    dice = {id: {"dice": 3} if item["what"] == "damage" else {"d20": 3} for id, item in items.items() if item["needs"]}
    ring.table.do("settle_due", dice=dice)
    assert ring.table.value("hp", ring.oro) == 49 - 1 - 2 - 3 - 3


def levels_at(table: Table, by: str, at: str) -> list[tuple[str, int]]:
    """What changes an attack by levels."""
    (found,) = table.preview("roll", roll="attack", creature=by, targets=[at], parameters={"dc": 10}).odds
    return [(one["why"], one["amount"]) for one in found["modifiers"] if one["axis"] == "level"]


def test_a_grapple_opens_one_to_the_grappler_alone_where_it_is_known() -> None:
    table = fight()
    oro, rat, bat = hero(table), foe(table), foe(table, "Bat")
    table.do("add_condition", creature=oro, condition="grappled", source=rat)
    assert levels_at(table, rat, oro) == [("off-guard", 1)]
    assert levels_at(table, bat, oro) == []
    table.do("add_condition", creature=oro, condition="off-guard", towards=bat)
    assert levels_at(table, bat, oro) == [("off-guard", 1)]
    assert levels_at(table, rat, oro) == [("off-guard", 1)]


def test_a_grappler_who_is_knocked_out_lets_go() -> None:
    table = fight()
    oro, rat, bat = hero(table), foe(table), foe(table, "Bat")
    for source in (rat, bat):
        table.do("add_condition", creature=oro, condition="grappled", source=source)
    table.do("add_condition", creature=rat, condition="stunned")
    assert [one.source for one in table.creature(oro).conditions.values()] == [bat]


@pytest.mark.parametrize(
    ("key", "by", "ends"), [("charmed", "Rat", True), ("charmed", "Bat", False), ("fascinated", "Bat", True)]
)
def test_a_hostile_action_breaks_the_spell(key: str, by: str, ends: bool) -> None:
    table = fight()
    oro, sel = hero(table), hero(table, "Sel")
    foes = {"Rat": foe(table), "Bat": foe(table, "Bat")}
    table.do("add_condition", creature=oro, condition=key, source=foes["Rat"])
    table.do("roll", roll="attack", creature=foes[by], targets=[sel], parameters={"dc": 10}, dice={"d20": 2})
    assert (table.conditions(oro) == []) is ends
