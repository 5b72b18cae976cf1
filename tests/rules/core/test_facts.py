"""What features say: by kind, and whole numbers only where a whole number stands."""

from typing import Any

import pytest

from rules.core.facts import LIMIT, find_feature, of_kind, whole
from rules.core.state import Creature, Feature


def test_features_are_found_by_their_kinds_in_their_order() -> None:
    kinds = {"axe": "weapon", "mail": "armor", "claw": "attack"}
    creature = Creature("c_1", "Rat", features={key: Feature(kind, key) for key, kind in kinds.items()})
    assert [key for key, _ in of_kind(creature, "attack", "weapon")] == ["axe", "claw"]
    assert not list(of_kind(creature, "spell"))


@pytest.mark.parametrize(("key", "found"), [(None, "axe"), ("claw", "claw"), ("mail", None), ("bow", None)])
def test_the_feature_that_is_named_is_found_or_without_a_name_the_first(key: str | None, found: str | None) -> None:
    kinds = {"mail": "armor", "axe": "weapon", "claw": "attack"}
    creature = Creature("c_1", "Rat", features={key: Feature(kind, key) for key, kind in kinds.items()})
    assert (find_feature(creature, key, "weapon", "attack") or (None,))[0] == found
    assert find_feature(None, key, "weapon") is None


@pytest.mark.parametrize("value", [0, -3, LIMIT, -LIMIT])
def test_a_whole_number_is_read(value: int) -> None:
    assert whole({"rank": value}, "rank") == value


@pytest.mark.parametrize("value", [None, True, "3", 2.0, [3], LIMIT + 1, -LIMIT - 1])
def test_whatever_else_stands_there_is_none(value: Any) -> None:
    assert whole({"rank": value}, "rank") is None


def test_a_smaller_bound_can_be_said() -> None:
    assert whole({"rank": 999}, "rank", 999) == 999
    assert whole({"rank": 1000}, "rank", 999) is None
