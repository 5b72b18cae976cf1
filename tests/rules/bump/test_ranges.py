"""How far it is: range bands, weapons that reach so far, blows from within 5 feet, and the space by size."""

from typing import Any

import pytest

from rules.bump import movement
from rules.core.errors import InvalidInput
from tests.rules.bump.table import fight, foe, hero
from tests.rules.table import Table

BOW = {"bow": {"kind": "weapon", "name": "Bow", "facts": {"bonus": 5, "dice": "d6", "ranged": True, "range": 60}}}


@pytest.fixture
def table() -> Table:
    return fight()


def archer(table: Table) -> str:
    return hero(table, features=BOW)


def rat(table: Table, name: str = "Rat") -> str:
    return foe(table, name, 20, numbers={"defense": 12})


def shoot(table: Table, by: str, *at: str, feet: Any = None, face: int = 15, **more: Any) -> Any:
    parameters = {} if feet is None else {"feet": feet}
    fields = {"with": "bow", "dice": {"d20": face}, "parameters": parameters, **more}
    table.do("roll", roll="attack", creature=by, targets=list(at), **fields)
    return table.game.state.rolls[by]


def outcomes(made: Any) -> list[str]:
    return [one["outcome"] for one in made.secret["targets"]]


@pytest.mark.parametrize(
    ("feet", "band"),
    [(0, "engaged"), (5, "engaged"), (6, "close"), (30, "close"), (31, "near"), (60, "near"), (61, "far"),
     (120, "far"), (121, "distant"), (9999, "distant")],
)  # fmt: skip
def test_a_distance_has_its_band(table: Table, feet: int, band: str) -> None:
    assert movement.band(feet) == band
    made = shoot(table, archer(table), rat(table), feet=feet)
    assert [tag for tag in made.secret["filled"]["tags"] if tag.startswith("band-")] == [f"band-{band}"]


@pytest.mark.parametrize(("feet", "outcome"), [(60, "success"), (61, "failure"), (None, "success")])
def test_a_weapon_hits_no_farther_than_it_reaches(table: Table, feet: int | None, outcome: str) -> None:
    assert outcomes(shoot(table, archer(table), rat(table), feet=feet)) == [outcome]


def test_even_a_natural_20_and_a_total_that_was_called_out_do_not_reach(table: Table) -> None:
    oro, at = archer(table), rat(table)
    assert outcomes(shoot(table, oro, at, feet=90, face=20)) == ["failure"]
    assert outcomes(shoot(table, oro, at, feet=90, dice={}, announced={"total": 30})) == ["failure"]


def test_that_it_does_not_reach_has_a_switch(table: Table) -> None:
    oro, at = archer(table), rat(table)
    made = shoot(table, oro, at, feet=90)
    (reason,) = [one for one in made.secret["modifiers"] if one["why"] == "out_of_range"]
    assert outcomes(shoot(table, oro, at, feet=90, off=[reason["id"]])) == ["success"]


def test_each_target_has_a_distance_of_its_own(table: Table) -> None:
    oro, near, far = archer(table), rat(table, "Near"), rat(table, "Far")
    assert outcomes(shoot(table, oro, far, near, feet={near: 20, far: 90})) == ["failure", "success"]


def test_a_shot_from_within_5_feet_at_one_who_sleeps_is_critical_and_from_farther_it_is_not(table: Table) -> None:
    oro, at, awake = archer(table), rat(table), rat(table, "Awake")
    table.do("add_condition", creature=at, condition="paralyzed")
    assert outcomes(shoot(table, oro, at, feet=5)) == ["critical_success"]
    assert outcomes(shoot(table, oro, at, feet=10)) == ["success"]
    assert outcomes(shoot(table, oro, at, awake, feet=5)) == ["critical_success", "success"]


@pytest.mark.parametrize("feet", [-1, "near", 10_000])
@pytest.mark.parametrize("is_own", [True, False])
def test_what_is_no_distance_is_refused(table: Table, feet: Any, is_own: bool) -> None:
    oro, at = archer(table), rat(table)
    with pytest.raises(InvalidInput):
        shoot(table, oro, at, feet={at: feet} if is_own else feet)
    assert oro not in table.game.state.rolls


def test_a_flat_check_has_no_use_for_a_distance(table: Table) -> None:
    oro = archer(table)
    table.do("roll", roll="flat", creature=oro, parameters={"dc": 10, "feet": 30}, dice={"d20": 12})
    assert table.game.state.rolls[oro].facts["outcome"] == "success"


def standing(table: Table, id: str) -> dict[str, Any]:
    found: dict[str, Any] = table.see()["creatures"][id]["standing"]
    return found


def of_size(size: str) -> dict[str, Any]:
    return {"size": {"kind": "size", "name": "", "facts": {"size": size}}}


def test_the_space_of_a_size_is_what_the_source_says_or_this_game_has_written(table: Table) -> None:
    wolf, ogre = foe(table, "Wolf", features=of_size("medium")), foe(table, "Ogre", features=of_size("large"))
    assert (standing(table, wolf)["space"], standing(table, ogre)["space"]) == (5, None)
    table.do("change_setting", key="space_large", value=10)
    assert standing(table, ogre) | {"size": "large", "space": 10} == standing(table, ogre)
    assert "space" not in standing(table, foe(table, "Thing"))
