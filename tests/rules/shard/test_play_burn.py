"""Dice of abilities that are burned: the ability is lower, its boxes and pools with it, until the dice come back."""

from typing import Any

import pytest

from rules import content
from rules.core import log, telling
from rules.core.derived import numbers
from rules.core.errors import InvalidInput, RuleError
from rules.core.project import GM_VIEWER, seat_viewer
from tests.rules.shard.table import fight, hero, track
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def ability(table: Table, id: str, key: str) -> int:
    return numbers(table.game.system, table.game.state.creatures[id])[key]


def burned(table: Table, id: str) -> dict[str | None, int | None]:
    held = table.game.state.creatures[id].conditions.values()
    return {one.detail: one.value for one in held if one.key == "burned"}


def test_a_burned_die_lowers_its_ability_and_undo_brings_it_back(table: Table) -> None:
    oro = hero(table)
    table.do("burn_ability", creature=oro, ability="strength")
    assert (ability(table, oro, "strength"), burned(table, oro)) == (1, {"strength": 1})
    table.do("burn_ability", creature=oro, ability="strength")
    assert (ability(table, oro, "strength"), burned(table, oro)) == (0, {"strength": 2})
    with pytest.raises(RuleError, match="not-enough-ability"):
        table.do("burn_ability", creature=oro, ability="strength")
    table.undo()
    assert (ability(table, oro, "strength"), burned(table, oro)) == (1, {"strength": 1})


def test_burned_dice_do_not_come_back_with_a_rest_but_by_their_command(table: Table) -> None:
    oro = hero(table)
    table.do("burn_ability", creature=oro, ability="spirit", count=2)
    table.do("rest", kind="long")
    assert ability(table, oro, "spirit") == 0
    table.do("restore_ability", creature=oro, ability="spirit", count=2)
    assert (ability(table, oro, "spirit"), burned(table, oro)) == (2, {})
    with pytest.raises(RuleError, match="not-burned"):
        table.do("restore_ability", creature=oro, ability="spirit")


def test_each_ability_has_its_own_burned_dice_and_may_lose_its_first_die(table: Table) -> None:
    oro = hero(table)
    table.do("burn_ability", creature=oro, ability="wits")  # nobody has written it down: it starts with 1
    table.do("burn_ability", creature=oro, ability="strength")
    assert burned(table, oro) == {"wits": 1, "strength": 1}
    assert (ability(table, oro, "wits"), ability(table, oro, "strength")) == (0, 1)


@pytest.mark.parametrize(
    ("wounds", "burned", "back"),
    [
        pytest.param([], "... ... ... ...", ".... .... .... ....", id="unhurt"),
        pytest.param(["lethal"] * 4 + ["strain"], "XXX X/. ... ...", "XXXX /... .... ....", id="no wound is lost"),
    ],
)
def test_the_boxes_follow_a_constitution_that_burns(table: Table, wounds: list[str], burned: str, back: str) -> None:
    oro = hero(table)
    for damage in wounds:
        table.do("take_damage", creature=oro, amount=1, damage=damage)
    table.do("burn_ability", creature=oro, ability="constitution")
    assert track(table, oro) == burned
    table.do("restore_ability", creature=oro, ability="constitution")
    assert track(table, oro) == back


def test_a_roll_has_a_die_less_for_each_that_is_burned(table: Table) -> None:
    oro = hero(table)
    table.do("burn_ability", creature=oro, ability="strength")
    table.do("roll", roll="challenge", creature=oro, parameters={"target": 1}, **{"with": "strength"})
    assert table.game.state.rolls[oro].secret["filled"]["dice"] == 1


def test_a_chip_that_is_taken_away_or_counted_by_hand_moves_the_ability_too(table: Table) -> None:
    oro = hero(table)
    table.do("burn_ability", creature=oro, ability="strength")
    (chip,) = (one.id for one in table.game.state.creatures[oro].conditions.values())
    table.do("change_condition", creature=oro, condition=chip, value=9)
    assert (ability(table, oro, "strength"), burned(table, oro)) == (0, {"strength": 2})
    table.do("end_condition", creature=oro, condition="burned")
    assert (ability(table, oro, "strength"), burned(table, oro)) == (2, {})


def test_a_player_burns_the_own_dice_and_nobody_elses(table: Table) -> None:
    oro, mira = hero(table), hero(table, "Mira")
    table.do("burn_ability", creature=oro, ability="strength", by=f"seat:{oro}")
    assert ability(table, oro, "strength") == 1
    with pytest.raises(RuleError):
        table.do("burn_ability", creature=mira, ability="strength", by=f"seat:{oro}")


@pytest.mark.parametrize("field", [{"ability": "luck"}, {"ability": "strength", "count": 0}, {"ability": "prowess"}])
def test_what_is_no_ability_is_refused(table: Table, field: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        table.do("burn_ability", creature=hero(table), **field)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", {"Oro: Burned dice (Strength)", "Oro: Strength 1"}),
        ("ru", {"Oro: Сожжённые кубики (Сила)", "Oro: Сила 1"}),
    ],
)
def test_it_is_told_and_shown_in_words(table: Table, language: str, told: set[str]) -> None:
    oro = hero(table)
    table.do("burn_ability", creature=oro, ability="strength")
    words, titles = content.words("shard", language), content.titles("shard", language)
    for viewer in (GM_VIEWER, seat_viewer(oro)):
        assert told <= {telling.text(line, words, titles) for line in log.lines(table.game, viewer)}
