"""Rolls of several: a group check, an attack on an area, and an attack on several."""

from typing import Any

import pytest

from rules import content
from rules.core import log, telling
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.events import Rolled, Told
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer, seat_viewer
from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table

CLAW = {"claw": {"kind": "attack", "name": "Claw", "facts": {"bonus": 4, "dice": "2d6", "type": "fire"}}}


@pytest.fixture
def table() -> Table:
    return fight()


def dragon(table: Table, **more: Any) -> str:
    return foe(table, "Dragon", 80, features=CLAW, numbers={"attack_dc": 15}, **more)


def rolled(table: Table, by: str) -> Any:
    return table.game.state.rolls[by]


def degrees(table: Table, by: str) -> dict[str, str]:
    return {one["creature"]: one["outcome"] for one in rolled(table, by).secret["targets"]}


def breathe(table: Table, by: str, targets: list[str], *faces: int, **more: Any) -> Any:
    dice = {"d20": dict(zip(targets, faces, strict=True))}
    return table.do("roll", roll="area", creature=by, targets=targets, **{"with": "claw"}, dice=dice, **more)


def test_each_saves_against_an_area_with_a_die_of_its_own(table: Table) -> None:
    oro, sel, wyrm = hero(table, "Oro", numbers={"reflex": 3}), hero(table, "Sel"), dragon(table)
    breathe(table, wyrm, [oro, sel], 12, 12)
    assert degrees(table, wyrm) == {oro: "success", sel: "failure"}
    assert [one["total"] for one in rolled(table, wyrm).secret["targets"]] == [15, 12]


@pytest.mark.parametrize("roll", ["area", "group"])
def test_of_rolls_in_secret_only_the_gm_hears_what_each_rolled(table: Table, roll: str) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table)
    known = [table.codes(viewer) for viewer in (PUBLIC_VIEWER, seat_viewer(oro))]
    more: dict[str, Any] = {"with": "claw" if roll == "area" else "athletics", "visibility": "gm"}
    table.do("roll", roll=roll, creature=wyrm, targets=[oro, sel], parameters={"dc": 12}, **more)
    assert table.codes().count("rolls_along") == 2
    assert [table.codes(viewer) for viewer in (PUBLIC_VIEWER, seat_viewer(oro))] == known


def test_the_saves_against_one_who_is_hidden_give_nobody_away(table: Table) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table, hidden=True)
    known = table.codes(PUBLIC_VIEWER)
    breathe(table, wyrm, [oro, sel], 12, 3)
    assert degrees(table, wyrm) == {oro: "failure", sel: "failure"}
    assert table.codes(PUBLIC_VIEWER) == known


def test_cover_towards_the_source_helps_one_alone(table: Table) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table)
    table.do("set_cover", creature=sel, towards=wyrm, cover="standard")
    breathe(table, wyrm, [oro, sel], 11, 11)
    assert degrees(table, wyrm) == {oro: "failure", sel: "success"}


def told(table: Table, viewer: Viewer, language: str = "en") -> list[str]:
    words = content.words("bump", language)
    return [telling.text(line, words) for line in log.lines(table.game, viewer)]


@pytest.mark.parametrize(
    ("language", "line"), [("en", "Attack on an area: Reflex saves"), ("ru", "Удар по области: спасброски Рефлексов")]
)
def test_the_log_names_all_whom_an_area_and_its_damage_reached(table: Table, language: str, line: str) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table)
    breathe(table, wyrm, [oro, sel], 3, 4)
    (then,) = [one["then"] for one in rolled(table, wyrm).secret["targets"] if one["then"]]
    table.send({**then, "dice": {"dice": [3, 4]}})
    for viewer in (GM_VIEWER, PUBLIC_VIEWER):
        lines = told(table, viewer, language)
        assert f"Dragon → Oro, Sel: {line}" in lines
        assert [text for text in lines if text.startswith("Dragon → Oro, Sel: 7")]


def test_no_line_of_an_area_names_one_whom_players_do_not_see(table: Table) -> None:
    oro, shade, wyrm = hero(table, "Oro"), foe(table, "Zq-Shade", hidden=True), dragon(table)
    breathe(table, wyrm, [oro, shade], 3, 4)
    assert "Dragon → Oro, Zq-Shade: Attack on an area: Reflex saves" in told(table, GM_VIEWER)
    assert not [text for text in told(table, PUBLIC_VIEWER) if "Zq" in text]


def test_who_is_paralyzed_fails_whatever_falls(table: Table) -> None:
    oro, wyrm = hero(table), dragon(table)
    table.do("add_condition", creature=oro, condition="paralyzed")
    breathe(table, wyrm, [oro], 20)
    assert degrees(table, wyrm) == {oro: "failure"}


def test_one_damage_roll_is_for_all_who_failed_and_nobody_interposes(table: Table) -> None:
    oro, sel, tam, wyrm = hero(table, "Oro"), hero(table, "Sel"), hero(table, "Tam"), dragon(table)
    breathe(table, wyrm, [oro, sel, tam], 3, 19, 4)
    thens = [one["then"] for one in rolled(table, wyrm).secret["targets"] if one["then"]]
    assert [then["targets"] for then in thens] == [[oro, tam]]
    table.send({**thens[0], "dice": {"dice": [4, 5]}})
    takes = [one["then"] for one in rolled(table, wyrm).secret["targets"]]
    table.send(*takes)
    assert [table.value("hp", id) for id in (oro, sel, tam)] == [40, 49, 40]
    told = [one.event for one in table.game.entries if isinstance(one.event, Told) and one.event.code == "took_damage"]
    assert [one.secret.get("reactions") for one in told] == [None, None]


def test_the_attack_costs_its_points_once_and_passes_the_initiative_to_whom_it_was_aimed_at(table: Table) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table)
    begin(table, wyrm)
    breathe(table, wyrm, [oro, sel], 10, 10)
    assert table.value("action_points", wyrm) == 1
    assert table.game.state.order.memory["attacked"] == (oro, sel)


def test_a_total_that_was_called_out_needs_no_die(table: Table) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table)
    said = {"members": {oro: {"total": 15}}}
    table.do("roll", roll="area", creature=wyrm, targets=[oro, sel], dice={"d20": {sel: 9}}, parameters=said)
    assert degrees(table, wyrm) == {oro: "success", sel: "failure"}


def test_real_dice_are_asked_for_each(table: Table) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table)
    with pytest.raises(Need) as missing:
        table.do("roll", roll="area", creature=wyrm, targets=[oro, sel], physical=True)
    assert {ask["dice"] for ask in missing.value.asks} == {f"d20/{oro}", f"d20/{sel}"}


def test_a_die_of_one_is_amended_and_the_others_stay(table: Table) -> None:
    oro, sel, wyrm = hero(table, "Oro"), hero(table, "Sel"), dragon(table)
    breathe(table, wyrm, [oro, sel], 3, 9)
    table.do("amend_roll", id=rolled(table, wyrm).id, dice={"d20": {oro: 18}})
    assert degrees(table, wyrm) == {oro: "success", sel: "failure"}


def test_players_hear_each_save_but_not_that_of_one_they_do_not_see(table: Table) -> None:
    oro, wyrm = hero(table, "Oro"), dragon(table)
    hidden = foe(table, "Lurker", hidden=True)
    breathe(table, wyrm, [oro, hidden], 3, 19)
    assert table.codes(PUBLIC_VIEWER).count("rolls_along") == 1
    assert table.codes().count("rolls_along") == 2


def test_an_attack_on_several_counts_the_cover_and_conditions_of_each(table: Table) -> None:
    oro = hero(table, "Oro", features=CLAW)
    open_, behind = foe(table, "Rat", numbers={"defense": 15}), foe(table, "Bat", numbers={"defense": 15})
    table.do("set_cover", creature=behind, cover="greater")
    table.do("add_condition", creature=open_, condition="off-guard")
    table.do("roll", roll="attack", creature=oro, targets=[behind, open_], dice={"d20": 12}, **{"with": "claw"})
    assert degrees(table, oro) == {behind: "failure", open_: "success"}
    assert [one["total"] for one in rolled(table, oro).secret["targets"]] == [10, 18]


def test_what_was_forgotten_of_a_roll_is_added_to_it(table: Table) -> None:
    oro, rat = hero(table, "Oro", features=CLAW), foe(table, numbers={"defense": 17})
    table.do("roll", roll="attack", creature=oro, targets=[rat], dice={"d20": 12}, **{"with": "claw"})
    table.do("amend_roll", id=rolled(table, oro).id, add=[{"amount": 2, "reason": "the bell"}])
    assert degrees(table, oro) == {rat: "success"}
    table.do("roll", roll="damage", creature=oro, targets=[rat], dice={"dice": [2, 3]})
    table.do("amend_roll", id=rolled(table, oro).id, add=[{"amount": 4, "reason": "the bell"}])
    assert rolled(table, oro).facts["total"] == 9


def sneak(table: Table, members: list[str], *faces: int, **more: Any) -> Any:
    dice = {"d20": dict(zip(members, faces, strict=True))}
    return table.do("roll", roll="group", targets=members, **{"with": "stealth"}, dice=dice, **more)


def test_half_of_a_group_is_enough_each_with_the_own_skill(table: Table) -> None:
    oro, sel = hero(table, "Oro", numbers={"stealth": 6}), hero(table, "Sel", numbers={"stealth": 0})
    played = sneak(table, [oro, sel], 9, 14, parameters={"dc": 15})
    (made,) = [one.event for one in played.added if isinstance(one.event, Rolled)]
    assert made.facts["outcome"] == "success"
    assert [one["outcome"] for one in made.secret["targets"]] == ["success", "failure"]


def test_a_group_check_uses_up_help_with_it(table: Table) -> None:
    oro, sel = hero(table, "Oro", numbers={"stealth": 0}), hero(table, "Sel", numbers={"stealth": 0})
    table.do("help", creature=sel, target=oro, skill="stealth", ranks=3)
    sneak(table, [oro, sel], 13, 1, parameters={"dc": 15})
    assert "helped" not in table.conditions(oro)


@pytest.mark.parametrize("parameters", [{"dc": 15, "members": {"c_none": {}}}, {"dc": 15, "members": [{}]}])
def test_what_is_said_of_nobody_is_refused(table: Table, parameters: dict[str, Any]) -> None:
    with pytest.raises((InvalidInput, RuleError)):
        table.do("roll", roll="group", targets=[hero(table, numbers={"stealth": 0})], parameters=parameters)


def asked(table: Table, by: str) -> dict[str, Any]:
    return next(one for one in table.see(seat_viewer(by))["asks"] if one["kind"] == "group_part")


def test_each_phone_rolls_its_part_and_the_last_brings_the_result(table: Table) -> None:
    oro, sel = hero(table, "Oro", numbers={"stealth": 6}), hero(table, "Sel")
    table.do("ask_group", members=[oro, sel], dc=15, **{"with": "stealth"})
    assert "15" not in str(asked(table, oro)["data"])
    table.do("answer", by=f"seat:{sel}", id=asked(table, sel)["id"], dice={"d20": 4})
    assert "Group" not in str(table.codes())
    played = table.do("answer", by=f"seat:{oro}", id=asked(table, oro)["id"], total=15)
    made = [one.event for one in played.added if isinstance(one.event, Rolled)]
    assert [(one.roll, one.facts["outcome"]) for one in made] == [
        ("check", "success"), ("group", "success"),
    ]  # fmt: skip
    assert not table.game.state.pending
    assert "rolls_along" not in table.codes()


def test_the_last_part_brings_the_result_though_another_has_left(table: Table) -> None:
    oro, sel, tam = hero(table, "Oro"), hero(table, "Sel"), hero(table, "Tam")
    table.do("ask_group", members=[oro, sel, tam], dc=15, **{"with": "athletics"})
    for id in (oro, sel):
        table.do("answer", by=f"seat:{id}", id=asked(table, id)["id"], total=20)
    table.do("remove_creature", creature=oro)
    played = table.do("answer", by=f"seat:{tam}", id=asked(table, tam)["id"], total=2)
    group = next(one.event for one in played.added if isinstance(one.event, Rolled) and one.event.roll == "group")
    assert group.who == {"target": sel, "target2": tam}
    assert "rolled_group" in table.codes(PUBLIC_VIEWER)


def test_a_newer_group_check_takes_the_place_of_the_older(table: Table) -> None:
    oro, sel = hero(table, "Oro"), hero(table, "Sel")
    for skill in ("stealth", "athletics"):
        table.do("ask_group", members=[oro, sel], dc=15, **{"with": skill})
    assert [one["data"]["skill"] for one in table.see()["asks"]] == ["athletics"] * 2


def test_a_skill_that_no_game_knows_is_not_asked_for(table: Table) -> None:
    with pytest.raises(InvalidInput):
        table.do("ask_group", members=[hero(table)], dc=15, **{"with": "juggling"})


def test_a_player_rolls_a_group_check_for_nobody_else(table: Table) -> None:
    oro, sel = hero(table, "Oro"), hero(table, "Sel")
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("roll", by=f"seat:{oro}", roll="group", targets=[sel], parameters={"dc": 10}, **{"with": "stealth"})


@pytest.mark.parametrize(("weapon", "is_critical"), [("claw", True), ("bow", False)])
def test_a_blow_from_close_by_that_one_who_sleeps_does_not_ward_off_is_critical(weapon: str, is_critical: bool) -> None:
    table = fight(attack_roll="defender")
    bow = {"bow": {"kind": "attack", "name": "Bow", "facts": {"dice": "d6", "ranged": True}}}
    oro, rat = hero(table), foe(table, features={**CLAW, **bow}, numbers={"attack_dc": 15})
    table.do("add_condition", creature=oro, condition="unconscious")
    table.do("roll", roll="defend", creature=oro, targets=[rat], dice={"d20": 9}, **{"with": weapon})
    (target,) = rolled(table, oro).secret["targets"]
    assert (target["then"].get("parameters") or {}).get("critical", False) is is_critical


def test_an_opposed_roll_that_was_answered_is_none_to_roll_against_again() -> None:
    table = fight()
    oro, rat = hero(table, "Oro"), foe(table)
    for first, second, totals in ((oro, rat, (14, 9)), (oro, rat, (4, 9)), (rat, oro, (12, 12))):
        table.do("roll", roll="opposed", creature=first, targets=[second], dice={"d20": totals[0]})
        assert table.game.state.rolls[first].facts["outcome"] is None
        table.do("roll", roll="opposed", creature=second, targets=[first], dice={"d20": totals[1]})
        won = totals[1] >= totals[0]
        assert table.game.state.rolls[second].facts["outcome"] == ("success" if won else "failure")
