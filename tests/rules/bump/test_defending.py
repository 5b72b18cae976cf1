"""Where the one attacked rolls: the player is asked, with what and whose dice, and what follows."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table

CLAWS = {
    "claw": {"kind": "attack", "name": "Claw", "facts": {"bonus": 4, "dice": "2d6", "type": "slashing"}},
    "tail": {"kind": "attack", "name": "Tail", "facts": {"dice": "d4", "type": "bludgeoning", "ap": 2}},
}


@pytest.fixture
def table() -> Table:
    return fight(attack_roll="defender")


def pair(table: Table, **more: Any) -> tuple[str, str]:
    """Oro, and a wolf whose turn it is."""
    oro = hero(table, "Oro", numbers={"reflex": 3, "might": 1})
    wolf = foe(table, "Wolf", features=CLAWS, **{"numbers": {"attack_dc": 15}, **more})
    begin(table, wolf)
    return oro, wolf


def ask(table: Table, wolf: str, oro: str, **more: Any) -> str:
    table.do("ask_defense", creature=wolf, target=oro, **{"with": "claw", **more})
    return str(asked(table, oro)[-1]["id"])


def asked(table: Table, id: str) -> list[dict[str, Any]]:
    return list(table.see(seat_viewer(id))["asks"])


def rolled(table: Table, id: str) -> Any:
    return table.game.state.rolls[id]


def test_a_player_defends_on_the_phone_and_a_failure_is_a_hit_that_the_attacker_pays(table: Table) -> None:
    oro, wolf = pair(table)
    table.do("answer", by=f"seat:{oro}", id=ask(table, wolf, oro), dice={"d20": 11})
    made = rolled(table, oro)
    assert (made.facts["total"], made.facts["outcome"]) == (14, "failure")
    (hit,) = made.secret["targets"]
    assert hit["then"]["with"] == "claw"
    assert (asked(table, oro), table.value("action_points", wolf)) == ([], 1)
    assert table.game.state.order.memory["attacked"] == (oro,)


def test_the_product_rolls_where_no_die_is_named(table: Table) -> None:
    oro, wolf = pair(table)
    table.do("answer", by=f"seat:{oro}", id=ask(table, wolf, oro))
    assert 1 <= rolled(table, oro).dice["d20"][0] <= 20


def test_a_total_is_called_out_or_another_ability_is_rolled(table: Table) -> None:
    oro, wolf = pair(table)
    table.do("answer", by=f"seat:{oro}", id=ask(table, wolf, oro), total=15)
    assert rolled(table, oro).facts["outcome"] == "success"
    table.do("add_condition", creature=oro, condition="prone")
    table.do("answer", by=f"seat:{oro}", id=ask(table, wolf, oro), **{"with": "might"}, dice={"d20": 12})
    assert rolled(table, oro).facts["total"] == 12 + 1 - 2, "one who lies parries by Might with a level less"


def test_the_gm_answers_for_the_phone(table: Table) -> None:
    oro, wolf = pair(table)
    table.do("answer", id=ask(table, wolf, oro, **{"with": "tail"}), dice={"d20": 12})
    assert (rolled(table, oro).facts["outcome"], table.value("action_points", wolf)) == ("success", 0)


def test_what_was_said_of_the_attack_counts(table: Table) -> None:
    oro, wolf = pair(table)
    id = ask(table, wolf, oro, parameters={"dc": 12, "disadvantage": 1})
    table.do("answer", by=f"seat:{oro}", id=id, dice={"d20": 11})
    assert (rolled(table, oro).facts["total"], rolled(table, oro).facts["outcome"]) == (12, "success")


def test_a_dc_that_no_sheet_has_is_asked_for(table: Table) -> None:
    oro, wolf = pair(table, numbers={})
    with pytest.raises(Need) as lacks:
        table.do("ask_defense", creature=wolf, target=oro)
    assert list(lacks.value.asks) == [{"number": "dc", "creature": wolf, "keeps": "attack_dc"}]


def test_a_newer_attack_of_the_same_one_takes_the_place_of_the_older(table: Table) -> None:
    oro, wolf = pair(table)
    ask(table, wolf, oro)
    ask(table, wolf, oro, **{"with": "tail"})
    assert len(asked(table, oro)) == 1


def test_players_learn_neither_the_dc_nor_who_attacks_from_hiding(table: Table) -> None:
    oro, wolf = pair(table)
    ask(table, wolf, oro)
    assert asked(table, oro)[0]["data"] == {"attacker": wolf}
    shade = foe(table, "Zq-Shade", hidden=True, features=CLAWS, numbers={"attack_dc": 13})
    table.do("begin_turn", creature=shade)
    ask(table, shade, oro)
    assert asked(table, oro)[-1]["data"] == {}
    table.do("answer", by=f"seat:{oro}", id=asked(table, oro)[-1]["id"], dice={"d20": 2})
    assert shade not in str(table.see(seat_viewer(oro))) + str(table.see(PUBLIC_VIEWER))
    assert "Zq" not in str(table.see(seat_viewer(oro)))


def test_the_question_goes_with_the_attacker(table: Table) -> None:
    oro, wolf = pair(table)
    ask(table, wolf, oro)
    table.do("remove_creature", creature=wolf)
    assert asked(table, oro) == []


def test_a_charmed_attacker_asks_nobody_to_defend_against_the_charmer(table: Table) -> None:
    oro, wolf = pair(table)
    table.do("add_condition", creature=wolf, condition="charmed", source=oro)
    with pytest.raises(RuleError, match="cannot-act"):
        ask(table, wolf, oro)


@pytest.mark.parametrize("given", [{"with": "claw"}, {"with": 3}, {"total": "much"}, {"total": 5000}])
def test_what_is_no_answer_is_refused_and_the_question_stays(table: Table, given: dict[str, Any]) -> None:
    oro, wolf = pair(table)
    id = ask(table, wolf, oro)
    with pytest.raises(InvalidInput):
        table.do("answer", by=f"seat:{oro}", id=id, **given)
    assert len(asked(table, oro)) == 1


def test_only_the_gm_asks_and_only_the_own_seat_answers(table: Table) -> None:
    oro, wolf = pair(table)
    sel = hero(table, "Sel")
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("ask_defense", by=f"seat:{oro}", creature=oro, target=wolf)
    id = ask(table, wolf, oro)
    with pytest.raises(RuleError, match="unknown-question"):
        table.do("answer", by=f"seat:{sel}", id=id)
    with pytest.raises(InvalidInput):
        table.do("ask_defense", creature=wolf, target=oro, **{"with": "nothing"})


def test_an_attack_of_a_player_asks_the_attacked_and_what_helps_it_hinders_them(table: Table) -> None:
    oro, wolf = pair(table, numbers={"reflex": 2})
    bow = {"bow": {"kind": "weapon", "name": "Bow", "facts": {"bonus": 4, "dice": "d8", "type": "piercing"}}}
    table.do("change_creature", creature=oro, changes={"features": bow})
    table.do("begin_turn", creature=oro)
    attack = {"roll": "attack", "creature": oro, "targets": [wolf], "with": "bow", "parameters": {"advantage": 1}}
    table.do("roll", by=f"seat:{oro}", **attack)
    assert oro not in table.game.state.rolls
    (waits,) = table.see()["asks"]
    assert (waits["kind"], waits["by"], waits["data"]["phone"], waits["data"]["open"]) == ("defense", wolf, False, True)
    table.do("answer", id=waits["id"], dc=16, dice={"d20": 15})
    made = rolled(table, wolf)
    assert (made.facts["total"], made.facts["outcome"]) == (15 + 2 - 2, "failure")
    assert made.secret["targets"][0]["then"]["with"] == "bow"
    assert table.value("action_points", oro) == 1
    assert table.game.state.order.memory["attacked"] == (wolf,)


def test_where_attackers_roll_a_player_does(table: Table) -> None:
    oro, wolf = pair(table)
    table.do("change_setting", key="attack_roll", value="attacker")
    said = {"parameters": {"dc": 12}, "dice": {"d20": 15}}
    table.do("roll", by=f"seat:{oro}", roll="attack", creature=oro, targets=[wolf], **said)
    assert rolled(table, oro).facts["total"] == 15


def test_an_attack_that_cannot_be_paid_asks_nobody(table: Table) -> None:
    oro, wolf = pair(table)
    table.do("begin_turn", creature=oro)
    table.do("set_tracker", creature=oro, tracker="action_points", value=0)
    with pytest.raises(RuleError, match="not-enough-ap"):
        table.do("roll", by=f"seat:{oro}", roll="attack", creature=oro, targets=[wolf])
    assert not table.see()["asks"]
