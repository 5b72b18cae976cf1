"""Dice are given or drawn, never both; what is missing is asked for at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.core.chance import Chance
from rules.core.errors import Need, RuleError


def always(face: int) -> Callable[[int], int]:
    return lambda sides: face


def chance(
    given: dict[str, Any] | None = None, *, draw: Callable[[int], int] | None = None, physical: bool = False
) -> Chance:
    return Chance(draw, given or {}, physical, lambda: "id")


def test_without_given_dice_all_are_drawn() -> None:
    assert chance(draw=always(3)).many({"hope": (12, 1), "helpers": (6, 2)}) == {"hope": (3,), "helpers": (3, 3)}


def test_given_dice_are_used_in_their_order() -> None:
    some = chance({"faces": [1, 2, 3]})
    assert some.roll("faces", 8, 2) == (1, 2)
    assert some.roll("faces", 8) == (3,)
    some.check_used()


def test_with_one_die_given_the_rest_is_asked_for_and_none_drawn() -> None:
    some = chance({"hope": 5}, draw=always(1))
    with pytest.raises(Need) as need:
        some.many({"hope": (12, 1), "fear": (12, 1), "own": (6, 0), "helpers": (6, 2)})
    assert need.value.asks == (
        {"dice": "fear", "sides": 12, "count": 1},
        {"dice": "helpers", "sides": 6, "count": 2},
    )
    assert not some.drawn


def test_only_the_missing_faces_of_a_pool_are_asked_for() -> None:
    with pytest.raises(Need) as need:
        chance({"helpers": [4]}).roll("helpers", 6, 3)
    assert need.value.asks == ({"dice": "helpers", "sides": 6, "count": 2},)


def test_dice_of_one_name_may_differ() -> None:
    assert chance({"dice": [6, 8]}).rows({"dice": (6, 8)}) == {"dice": (6, 8)}
    with pytest.raises(Need) as need:
        chance({"dice": [3]}).rows({"dice": (6, 6, 8, 8)})
    assert need.value.asks == (
        {"dice": "dice", "sides": 6, "count": 1},
        {"dice": "dice", "sides": 8, "count": 2},
    )


def test_physical_dice_are_asked_for_even_where_the_server_could_draw() -> None:
    with pytest.raises(Need):
        chance(draw=always(1), physical=True).roll("hope", 12)


def test_an_empty_list_counts_as_no_dice_given() -> None:
    assert chance({"damage": []}, draw=always(2)).roll("d20", 20) == (2,)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        pytest.param({"d20": [[15], [5]]}, "d20/1", id="a list for each member"),
        pytest.param({"attacks": [{"damage": 1}, {"d20": 5}]}, "attacks/1/d20", id="a list of objects"),
        pytest.param({"attacks/1/d20": 5}, "attacks/1/d20", id="written out"),
        pytest.param({"d20": 5}, "d20", id="one face"),
    ],
)
def test_names_lead_inward(given: dict[str, Any], name: str) -> None:
    assert chance(given).roll(name, 20) == (5,)


@pytest.mark.parametrize("face", [0, 13, -1])
def test_a_face_that_the_die_lacks_is_refused(face: int) -> None:
    with pytest.raises(RuleError) as refused:
        chance({"hope": face}).many({"hope": (12, 1), "fear": (12, 1)})
    assert (refused.value.code, refused.value.facts["pointer"]) == ("dice-do-not-fit", "/dice/hope")


@pytest.mark.parametrize(
    "given",
    [
        {"hope": "5"},
        {"hope": 5.0},
        {"hope": True},
        {"hope": None},
        {"": 3},
        {"\ud800": 3},
        {"ä": 3},
        {"a b": []},
        {"a": [[[[[1]]]]]},
    ],
)
def test_what_is_no_face_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as refused:
        chance(given)
    assert refused.value.code == "dice-do-not-fit"


@pytest.mark.parametrize("given", [{"hope": [5, 6]}, {"hope": 5, "own": 3}])
def test_dice_that_nothing_asked_for_are_refused(given: dict[str, Any]) -> None:
    some = chance(given)
    some.roll("hope", 12)
    with pytest.raises(RuleError) as refused:
        some.check_used()
    assert refused.value.code == "too-many-dice"


def test_nothing_may_be_asked_for_after_a_draw() -> None:
    some = chance(draw=always(1))
    some.roll("hope", 12)
    with pytest.raises(AssertionError):
        some.need({"choice": "move", "options": ["a"], "by": "gm"})


def test_a_chance_that_cannot_draw_asks() -> None:
    with pytest.raises(Need):
        chance().roll("hope", 12)
    assert chance().roll("own", 6, 0) == ()


def test_another_throw_of_the_same_request_draws_where_the_first_could() -> None:
    drawing, asking = chance(draw=always(3)), chance(physical=True, draw=always(3))
    assert drawing.anew({}, False).roll("fear", 12) == (3,)
    assert drawing.anew({"fear": 7}, False).roll("fear", 12) == (7,)
    for some in (asking.anew({}, False), drawing.anew({}, True)):
        with pytest.raises(Need):
            some.roll("fear", 12)


def test_what_another_throw_of_the_same_request_drew_is_known_to_all() -> None:
    first = chance(draw=always(3))
    second = first.anew({"fear": 7}, False)
    inside = first.within("attacks/0")
    assert [one.drawn for one in (second, inside)] == [False, False]
    first.roll("hope", 12)
    assert [one.drawn for one in (second, inside, first.anew({}, True))] == [True] * 3
