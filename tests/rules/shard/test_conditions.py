"""All conditions: what each contains, what it does to whom, and that it touches nothing else."""

from collections.abc import Mapping

import pytest

from rules.core import derived
from rules.core.errors import RuleError
from rules.registry import get_system
from tests.rules.shard.table import due, fight, foe, hero, keys, track
from tests.rules.table import Table

SYSTEM = get_system("shard")
ROLLS = ("challenge", "attack", "cast", "move", "action", "reaction", "active_defence")
TAGS = (
    *("melee", "short", "medium", "long", "physical", "elemental"),
    *("sight", "hearing", "stealth", "influence", "ability"),
)
HELPLESS = {
    "at attack": {"helpless": 1},
    **{f"own {one}": {"can": 0} for one in ("attack", "cast", "action", "reaction", "active_defence")},
}
PRONE = {
    "at attack [melee]": {"defence": -1},
    "at attack [short]": {"defence": -1},
    "at attack [long]": {"defence": 1},
    "own move": {"quarters": -3},
}
DAZED = {
    "own cast": {"dice": -1},
    "own challenge [ability]": {"dice": -1},
    "at cast": {"resolve": -1},
}
ONE_LESS = {f"own {roll}": {"dice": -1} for roll in ("challenge", "attack", "cast")}
# Of each condition: what else is there with it, and what it does: of one's own rolls, and of rolls at one.
TABLE: Mapping[str, tuple[set[str], Mapping[str, Mapping[str, int]]]] = {
    "slowed": (set(), {"own move": {"quarters": -1}}),
    "hobbled": (set(), {"own move": {"quarters": -2}}),
    "prone": (set(), PRONE),
    "deafened": (set(), {"own challenge [hearing]": {"fails": 1}}),
    "blinded": (set(), {"own challenge [sight]": {"fails": 1}}),
    "focused": (set(), {f"own {roll}": {"focused": 1} for roll in ("challenge", "attack", "cast")}),
    "prepared": (set(), {f"own {roll}": {"dice": 2} for roll in ("challenge", "attack", "cast")}),
    "incapacitated": (set(), HELPLESS),
    "unconscious": ({"prone", "incapacitated"}, {**HELPLESS, **PRONE}),
    "knocked-out": ({"unconscious", "prone", "incapacitated"}, {**HELPLESS, **PRONE}),
    "dead": ({"incapacitated"}, HELPLESS),
    "staggered": (set(), {"own reaction": {"can": 0}, "at attack": {"defence": -1}}),
    "stunned": (
        set(),
        {
            "at attack": {"helpless": 1},
            **{f"own {one}": {"can": 0} for one in ("attack", "cast", "action", "reaction")},
        },
    ),
    "restrained": (set(), {"own move": {"can": 0}}),
    "rooted": ({"restrained"}, {"own move": {"can": 0}}),
    "charmed": ({"dazed"}, {**DAZED, "at challenge [influence]": {"dice": 2}}),
    "invisible": (set(), {"own challenge [stealth]": {"dice": 2}, "at attack": {"unseen": 1}}),
    "frightened": (set(), ONE_LESS),
    "panicked": (set(), {}),
    "frenzied": (set(), {}),
    "sickened": (set(), ONE_LESS),
    "weakened": (set(), {"own attack [physical]": {"damage": -1}, "at attack [physical]": {"damage": 1}}),
    "dazed": (set(), DAZED),
    "chilled": ({"slowed"}, {"own move": {"quarters": -1}, "at attack [physical]": {"damage": 1}}),
    "frozen": (
        {"chilled", "slowed", "restrained"},
        {"own move": {"quarters": -1, "can": 0}, "at attack [physical]": {"damage": 2}},
    ),
    "smoldering": (set(), {}),
    "ablaze": (set(), {}),
    "minor-scar": (set(), {}),
    "major-scar": (set(), {}),
    "maimed": (set(), {}),
    "lasting-damage": (set(), {}),
    "defending": (set(), {}),
    "in-half-cover": (set(), {"at attack": {"defence": 1}}),
    "in-full-cover": (set(), {"at attack": {"defence": 2}}),
}
# What only the rules put on, each proved where they do: health, penalties, spells.
BY_THE_RULES = {"bleeding-out", "stabilised", "hurt", "injury", "sustaining", "burned"}


def test_every_condition_stands_in_the_table() -> None:
    assert set(TABLE) == set(SYSTEM.data.conditions) - BY_THE_RULES


@pytest.mark.parametrize("key", TABLE)
def test_a_condition_does_what_it_says_and_nothing_else(key: str) -> None:
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("add_condition", creature=oro, condition=key, source=rat)
    contained, does = TABLE[key]
    assert keys(table, oro) == {key, *contained}
    assert keys(table, rat) == set()
    found = {}
    for roll in ROLLS:
        for side, (actor, target) in {"own": (oro, rat), "at": (rat, oro)}.items():
            plain = _totals(table, roll, actor, target, ())
            found[f"{side} {roll}"] = plain
            for tag in TAGS:
                tagged = _totals(table, roll, actor, target, (tag,))
                found[f"{side} {roll} [{tag}]"] = {axis: n for axis, n in tagged.items() if plain.get(axis) != n}
    assert {place: effects for place, effects in found.items() if effects} == does


def _totals(table: Table, roll: str, actor: str, target: str, tags: tuple[str, ...]) -> dict[str, int]:
    """What all modifiers of a roll come to, axis by axis."""
    state = table.game.state
    found: dict[str, int] = {}
    for one in derived.modifiers(SYSTEM, state, roll, actor, target, frozenset(tags)):
        found[one.axis] = one.amount if one.op == "set" else found.get(one.axis, 0) + one.amount
    return found


@pytest.mark.parametrize("key", ["frightened", "panicked"])
def test_a_frenzied_one_knows_no_fear(key: str) -> None:
    table = fight()
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="frenzied")
    with pytest.raises(RuleError, match="knows-no-fear"):
        table.do("add_condition", creature=oro, condition=key)


@pytest.mark.parametrize(("key", "dice"), [("smoldering", 1), ("ablaze", 2)])
def test_fire_burns_at_the_start_of_its_bearers_turn_and_only_then(key: str, dice: int) -> None:
    table = fight()
    oro, mira = hero(table), hero(table, "Mira")
    table.do("add_condition", creature=oro, condition=key)
    table.do("start_encounter")
    table.do("begin_turn", creature=mira)
    assert due(table) == []
    table.do("end_turn")
    table.do("begin_turn", creature=oro)
    (item,) = table.see()["due"]
    assert (item["what"], item["needs"][0]["count"]) == ("fire", dice)


def test_fire_burns_once_in_a_round_of_two_turns() -> None:
    table = fight()
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="smoldering")
    table.do("start_encounter")
    burns = []
    for _ in range(4):
        table.do("begin_turn", creature=oro)
        items = table.see()["due"]
        burns.append(len(items))
        for item in items:
            table.send({"type": "answer", "id": item["id"], "dice": {"faces": [1]}})
        table.do("end_turn")
    assert burns == [1, 0, 1, 0]  # two phases are one round of six seconds


@pytest.mark.parametrize("kind", ["pc", "adversary"])
def test_fire_that_nobody_rolled_for_is_left_by_its_turn(kind: str) -> None:
    table = fight()
    make = {"pc": hero, "adversary": foe}[kind]
    oro, mira = make(table, "Oro", numbers={"constitution": 2}), hero(table, "Mira")
    table.do("add_condition", creature=oro, condition="ablaze")
    table.do("start_encounter")
    table.do("begin_turn", creature=oro)
    table.do("begin_turn", creature=mira)
    (item,) = table.see()["due"]
    assert (item["what"], item["creature"], item["left"]) == ("fire", oro, True)
    table.do("answer", id=item["id"], dice={"faces": [8, 8]})
    assert table.see()["due"] == ()
    table.do("end_turn")
    table.do("begin_turn", creature=oro)
    (item,) = table.see()["due"]
    assert "left" not in item


def test_what_a_contained_condition_brought_goes_with_it() -> None:
    table = fight()
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="frozen")
    table.do("end_condition", creature=oro, condition="frozen")
    assert keys(table, oro) == set()


def test_focused_and_prepared_are_used_up_by_the_next_roll() -> None:
    table = fight()
    oro = hero(table)
    table.do("act", creature=oro, action="focus")
    table.do("roll", roll="challenge", creature=oro, parameters={"dice": 2, "target": 1})
    assert keys(table, oro) == set()


def test_what_goes_on_hurting_is_due_at_the_end_of_the_turn_and_marks_strain_where_it_says_so() -> None:
    table = fight()
    oro = hero(table)
    table.do("start_encounter")
    table.do("add_condition", creature=oro, condition="lasting-damage", value=2)
    table.do("add_condition", creature=oro, condition="lasting-damage", value=1, detail="strain")
    table.do("begin_turn", creature=oro)
    assert [item["what"] for item in table.see()["due"]] == ["damage", "damage"]
    table.do("settle_due")
    assert track(table, oro) == "XX/. .... .... ...."
    assert table.see()["due"] == ()
