"""Rolls that are an action of the round: counted, shared out with reactions, refused where none is left."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from tests.rules.shard.table import fight, foe, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    table = fight()
    hero(table)
    foe(table, "Rat", numbers={"defence": 1})
    table.do("start_encounter")
    return table


def of(table: Table, name: str) -> str:
    return next(id for id, creature in table.game.state.creatures.items() if creature.name == name)


def strikes(table: Table, act: Any, **more: Any) -> None:
    oro, rat = of(table, "Oro"), of(table, "Rat")
    parameters = {"dice": 2, "act": act, **more.pop("parameters", {})}
    table.do("roll", roll="attack", creature=oro, targets=[rat], parameters=parameters, dice={"faces": [6, 4]}, **more)


def test_an_attack_counts_as_an_action_until_none_is_left(table: Table) -> None:
    oro = of(table, "Oro")
    strikes(table, "simple")
    strikes(table, "simple", by=f"seat:{oro}")
    assert table.value("actions_taken", oro) == 2
    with pytest.raises(RuleError, match="no-actions-left"):
        strikes(table, "simple")
    strikes(table, "free")
    strikes(table, None)
    assert table.value("actions_taken", oro) == 2


def test_a_complex_attack_rules_a_reaction_out(table: Table) -> None:
    strikes(table, "complex")
    with pytest.raises(RuleError, match="reaction-or-complex"):
        strikes(table, "reaction")


def test_a_changed_die_counts_no_action_once_more(table: Table) -> None:
    oro = of(table, "Oro")
    strikes(table, "simple")
    id = table.game.state.rolls[oro].id
    table.do("amend_roll", id=id, parameters={"touches": [{"die": 1, "way": "cancel"}]})
    assert table.value("actions_taken", oro) == 1


def test_one_who_is_staggered_cannot_react(table: Table) -> None:
    table.do("add_condition", creature=of(table, "Oro"), condition="staggered")
    with pytest.raises(RuleError, match="cannot-act"):
        strikes(table, "reaction")
    strikes(table, "simple")


def test_a_kind_of_action_that_is_none_is_refused(table: Table) -> None:
    with pytest.raises(InvalidInput):
        strikes(table, "slow")


def test_out_of_a_fight_nothing_is_counted(table: Table) -> None:
    table.do("end_encounter")
    for _ in range(3):
        strikes(table, "simple")
    assert table.value("actions_taken", of(table, "Oro")) == 0
