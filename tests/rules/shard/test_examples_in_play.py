"""The worked examples that need a game: conditions on rolls, dice that come back, bleeding out, the surprised."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.core.trackers import DicePool
from rules.shard import sheet
from tests.rules.shard.table import due, fight, foe, hero, keys, track
from tests.rules.shard.test_examples import CHECKS
from tests.rules.table import Table

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
Given = dict[str, Any]
CRITICAL = {"levels": [{"key": key, "boxes": "XXXX"} for key in ("minor", "moderate", "severe")]}


def example(id: str) -> tuple[Given, Given]:
    found = next(one for one in EXAMPLES if one["id"] == id)
    return found["given"], found["expected"]


def condition(table: Table, id: str, *names: str, **more: Any) -> None:
    for name in names:
        table.do("add_condition", creature=id, condition=name.lower(), **more)


def filled(table: Table, id: str) -> Given:
    """The parameters of the newest roll of a creature."""
    return dict(table.game.state.rolls[id].secret["filled"])


def defended(table: Table, oro: str, rat: str, range_: str) -> int:
    parameters = {"dice": 1, "tags": [range_]}
    table.do("roll", roll="attack", creature=rat, targets=[oro], parameters=parameters, dice={"faces": [1]})
    return int(table.game.state.rolls[rat].facts["more"]["defence"])


def test_initiative_is_typed_for_each_side() -> None:
    _, expected = example("SH-041")
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("start_encounter")
    assert expected["rolled"] is None
    table.do("side_initiative", sides={"players": 3, "foes": 5})
    assert table.see()["order"]["next"] == (rat,)
    table.do("side_initiative", sides={"players": 7, "foes": 5})
    assert table.see()["order"]["next"] == (oro,)


def test_a_surprised_side_has_one_action_in_the_second_phase() -> None:
    given, expected = example("SH-043")
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("start_encounter", surprised=["foes"])
    assert table.see()["order"]["round"] == given["round"]
    table.do("begin_turn", creature=oro)
    table.do("end_turn")
    assert (table.see()["order"]["phase"], expected["phase"]) == (2, 2)
    table.do("begin_turn", creature=rat)
    for _ in range(expected["actions"]):
        table.do("act", creature=rat, action="move")
    with pytest.raises(RuleError, match="no-actions-left"):
        table.do("act", creature=rat, action="move")


def test_dice_of_active_defence_are_gone_for_the_scene() -> None:
    given, expected = example("SH-052")
    table = fight()
    oro, rat = hero(table, trackers={"prowess": {"value": {"ready": given["prowess"]}}}), foe(table)
    parameters = {"dice": 2, "active_defence": given["used"]}
    dice = {"faces": [6, 1], "defence_faces": [1, 1]}
    table.do("roll", roll="attack", creature=rat, targets=[oro], parameters=parameters, dice=dice)
    assert table.value("prowess", oro) == DicePool(ready=expected["available"], exhausted=given["used"])
    table.do("begin_scene", title="After the fight")
    assert table.value("prowess", oro).ready == given["prowess"]


def test_a_prone_one_is_easier_to_hit_close_by_and_harder_from_afar() -> None:
    given, expected = example("SH-057")
    table = fight()
    oro, rat = hero(table, numbers={"defence": given["defence"]}), foe(table)
    condition(table, oro, "Prone")
    assert [defended(table, oro, rat, range_) for range_ in given["range"]] == expected["defence"]


def test_different_conditions_add_up() -> None:
    given, expected = example("SH-058")
    table = fight()
    oro, rat = hero(table, numbers={"defence": given["defence"]}), foe(table)
    condition(table, oro, *given["conditions"])
    assert defended(table, oro, rat, "melee") == expected["defence"]


def test_the_same_penalty_of_two_levels_stacks() -> None:
    _, expected = example("SH-073")
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=6)
    for level in ("minor", "moderate"):
        table.do("take_penalty", creature=oro, level=level, penalty="exhaust_prowess")
    assert table.value("prowess", oro).exhausted == expected["prowess_exhausted"]
    with pytest.raises(RuleError, match="penalty-was-chosen"):
        table.do("take_penalty", creature=oro, level="minor", penalty="exhaust_prowess")


@pytest.mark.parametrize("id", ["SH-078", "SH-079"])
def test_bleeding_out_marks_a_box_unless_the_challenge_is_passed(id: str) -> None:
    given, expected = example(id)
    boxes = "X" * given["critical_marked"] + "." * (4 - given["critical_marked"])
    levels = [*CRITICAL["levels"], {"key": "critical", "boxes": boxes}]
    table = fight()
    oro = hero(table, trackers={"health": {"value": {"levels": levels}}})
    table.do("start_encounter")
    assert due(table) == ["bleeding"]
    faces = [*given["rolled"], *given.get("explosion", [])]
    table.do("answer", id=table.see()["due"][0]["id"], dice={"faces": faces})
    assert track(table, oro).count("X") == 12 + expected["marked"]
    assert ("stabilised" in table.conditions(oro)) is expected["stabilised"]
    assert due(table) == []


def test_dice_come_back_when_their_state_says() -> None:
    given, expected = example("SH-085")
    states = dict.fromkeys(given["states"], 1)
    moments: dict[str, Callable[[Table], Any]] = {
        "round_start": lambda table: table.do("next_round"),
        "scene": lambda table: table.do("begin_scene", title="Later"),
        "long_rest": lambda table: table.do("rest", kind="long"),
    }
    for state, moment in zip(given["states"], expected["back_at"], strict=True):
        table = fight()
        oro = hero(table, trackers={"savvy": {"value": states}})
        table.do("start_encounter")
        if moment is None:
            for come in moments.values():
                come(table)
            assert table.value("savvy", oro) == DicePool(ready=3, burned=1)
        else:
            moments[moment](table)
            assert getattr(table.value("savvy", oro), state) == 0


def test_a_burned_die_is_lost_to_its_pool() -> None:
    given, expected = example("SH-086")
    table = fight()
    oro = hero(table, trackers={"savvy": {"value": {"ready": given["savvy"]}}})
    table.do("move_dice", creature=oro, tracker="savvy", to="burned", count=given["burned"])
    assert table.value("savvy", oro).ready == expected["savvy"]


def test_what_slows_is_added_up_and_rounded_once() -> None:
    given, expected = example("SH-087")
    table = fight()
    oro = hero(table, numbers={"speed": given["speed"]})
    condition(table, oro, *given["conditions"])
    assert sheet.speed(table.game.system, table.game.state, table.creature(oro)) == expected["speed"]


def test_what_melts_is_no_longer_restrained() -> None:
    given, expected = example("SH-104")
    table = fight()
    oro = hero(table)
    condition(table, oro, given["has"])
    assert {"restrained", "slowed", "chilled"} <= keys(table, oro)
    condition(table, oro, given["gains"])
    assert [key.capitalize() for key in table.conditions(oro)] == expected["after"]
    assert ("restrained" in keys(table, oro)) is expected["restrained"]
    assert ("slowed" in keys(table, oro)) is expected["slowed"]


def test_being_charmed_and_dazed_dazes_once() -> None:
    given, expected = example("SH-106")
    table = fight()
    oro, mage = hero(table, numbers={"resolve": given["resolve"]}), foe(table, "Mage")
    condition(table, oro, *given["conditions"])
    parameters = {"ether_dice": 0}
    table.do("roll", roll="cast", creature=mage, targets=[oro], parameters=parameters, dice={"faces": [1]})
    assert filled(table, mage)["target"] == expected["resolve"]
    table.do("roll", roll="cast", creature=oro, parameters={"target": 1}, dice={"faces": [1]})
    assert filled(table, oro)["extra"] == expected["spell_dice_delta"]


def test_fear_counts_where_its_source_is_involved() -> None:
    given, expected = example("SH-107")
    table = fight()
    oro, wolf, rat = hero(table, numbers={"strength": given["dice"]}), foe(table, "Wolf"), foe(table)
    condition(table, oro, "Sickened")
    condition(table, oro, "Frightened", source=wolf)
    sources = {True: wolf, False: rat}
    for involved, dice in zip(given["involves_source"], expected["dice"], strict=True):
        targets = [sources[involved]]
        roll = {"type": "roll", "roll": "challenge", "creature": oro, "targets": targets, "with": "strength"}
        table.send({**roll, "parameters": {"target": 1}, "dice": {"faces": [1] * dice}})
        assert filled(table, oro)["dice"] == dice


def test_one_who_is_frenzied_knows_no_fear() -> None:
    given, expected = example("SH-108")
    table = fight()
    oro, wolf = hero(table), foe(table, "Wolf")
    condition(table, oro, *given["conditions"], source=wolf)
    condition(table, oro, given["gains"])
    roll = {"type": "roll", "roll": "challenge", "creature": oro, "targets": [wolf], "with": "strength"}
    table.send({**roll, "parameters": {"target": 1}, "dice": {"faces": [1, 1]}})
    assert (filled(table, oro)["dice"] < 2) is expected["frightened_effective"]
    assert expected["panicked_can_apply"] is False
    with pytest.raises(RuleError, match="knows-no-fear"):
        condition(table, oro, "Panicked")


def test_every_example_stands_in_one_of_the_two_files() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [one["id"] for one in EXAMPLES if one["check"] not in CHECKS and f'"{one["id"]}"' not in text] == []
