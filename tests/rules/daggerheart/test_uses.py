"""Are limited uses of features counted, refused when they are gone, and brought back by their moment?"""

from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER
from rules.core.state import Creature, Feature
from rules.daggerheart.uses import Uses, uses_of
from tests.rules.daggerheart.evening import CLAWS, Evening


def limited(times: int, per: str, **facts: Any) -> dict[str, Any]:
    return {"kind": "feature", "name": "Roar", "facts": {"uses": {"times": times, "per": per}, **facts}}


@pytest.fixture
def evening() -> Evening:
    return Evening()


def give(evening: Evening, creature: str, **features: Any) -> None:
    evening.do("change_creature", creature=creature, changes={"features": features})


@pytest.mark.parametrize(
    ("kind", "name", "facts", "uses"),
    [
        ("adversary", "Roar", {"uses": {"times": 2, "per": "scene"}}, Uses(2, "scene")),
        ("adversary", "Roar", {"uses": {"times": 1, "per": "long rest"}}, Uses(1, "long_rest")),
        ("adversary", "Roar", {"uses": {"times": 1, "per": "fortnight"}}, Uses(1, None)),
        ("adversary", "Roar (2/day)", {}, Uses(2, "long_rest")),
        ("pc", "Rally (1 per session)", {}, Uses(1, "session")),
        ("pc", "Rally (3)", {}, Uses(3, None)),
        ("adversary", "Relentless (3)", {"value": 3}, None),
        ("adversary", "Roar", {"uses": {"times": 0, "per": "scene"}}, None),
        ("adversary", "Roar", {"uses": "often"}, None),
    ],
)
def test_a_sheet_says_how_often(kind: str, name: str, facts: dict[str, Any], uses: Uses | None) -> None:
    assert uses_of(Creature("c_1", "Bear", kind), Feature("feature", name, facts)) == uses


def test_a_use_is_counted_from_the_moment_the_creature_comes(evening: Evening) -> None:
    wolf = evening.add("Wolf", features={"roar": limited(2, "scene")})
    assert (evening.value("roar", wolf), evening.creature(wolf).own["roar"].name) == (2, "Roar")
    evening.do("use_feature", creature=wolf, feature="roar")
    evening.do("use_feature", creature=wolf, feature="roar")
    with pytest.raises(RuleError) as refused:
        evening.do("use_feature", creature=wolf, feature="roar")
    assert (refused.value.code, evening.value("roar", wolf)) == ("no-uses-left", 0)


@pytest.mark.parametrize(
    ("per", "command"),
    [
        ("scene", {"type": "begin_scene", "title": "Dawn"}),
        ("session", {"type": "begin_session"}),
        ("rest", {"type": "rest", "kind": "short", "dice": {"fear": 1}}),
        ("rest", {"type": "rest", "kind": "long", "dice": {"fear": 1}}),
        ("day", {"type": "rest", "kind": "long", "dice": {"fear": 1}}),
    ],
)
def test_its_moment_brings_it_back(evening: Evening, per: str, command: dict[str, Any]) -> None:
    give(evening, evening.oro, roar=limited(1, per))
    evening.do("use_feature", creature=evening.oro, feature="roar", by=f"seat:{evening.oro}")
    assert evening.value("roar", evening.oro) == 0
    evening.send(command)
    assert evening.value("roar", evening.oro) == 1


def test_a_use_that_cannot_be_paid_is_not_counted(evening: Evening) -> None:
    give(evening, evening.bear, roar=limited(1, "scene", cost={"fear": 2}))
    with pytest.raises(RuleError):
        evening.do("use_feature", creature=evening.bear, feature="roar")
    assert evening.value("roar", evening.bear) == 1


def test_a_roll_with_the_feature_counts_it_and_an_amendment_counts_it_once(evening: Evening) -> None:
    give(evening, evening.oro, roar=limited(2, "rest"))
    roll = evening.act(9, 4, **{"with": "agility,roar"})
    assert evening.value("roar", evening.oro) == 1
    evening.do("amend_roll", id=roll.id, dice={"hope": 3})
    assert evening.value("roar", evening.oro) == 1
    evening.act(9, 4, **{"with": "roar"})
    with pytest.raises(RuleError, match="no-uses-left"):
        evening.act(9, 4, **{"with": "roar"})


def test_a_change_of_the_sheet_changes_what_is_counted_and_keeps_what_is_left(evening: Evening) -> None:
    give(evening, evening.bear, roar=limited(3, "scene"))
    evening.do("use_feature", creature=evening.bear, feature="roar")
    give(evening, evening.bear, roar=limited(5, "session"))
    pool = evening.creature(evening.bear).trackers["roar"]
    assert (evening.value("roar", evening.bear), getattr(pool, "max", None)) == (2, 5)
    assert evening.creature(evening.bear).own["roar"].refresh == {"session": "full"}
    give(evening, evening.bear, roar=None)
    assert "roar" not in evening.creature(evening.bear).trackers
    assert "roar" not in evening.creature(evening.bear).own


def test_a_counter_that_was_taken_away_by_hand_comes_back_with_the_next_use_only(evening: Evening) -> None:
    give(evening, evening.bear, roar=limited(2, "scene"))
    evening.do("remove_tracker", creature=evening.bear, tracker="roar")
    assert "roar" not in evening.creature(evening.bear).trackers
    evening.do("use_feature", creature=evening.bear, feature="roar")
    assert evening.value("roar", evening.bear) == 1


def test_a_feature_with_the_key_of_a_tracker_is_counted_apart(evening: Evening) -> None:
    give(evening, evening.oro, stress=limited(1, "scene"), Рёв=limited(4, "scene"))
    own = evening.creature(evening.oro).own
    assert sorted(evening.value(key, evening.oro) for key in own) == [1, 4]
    assert evening.value("stress", evening.oro) == 0


def test_a_cost_in_hit_points_is_marked_or_refused(evening: Evening) -> None:
    give(evening, evening.bear, roar={"kind": "feature", "name": "Roar", "facts": {"cost": {"hit_points": 2}}})
    evening.do("use_feature", creature=evening.bear, feature="roar")
    assert evening.value("hit_points", evening.bear) == 2
    assert "Bear: Roar (2 Hit Points)" in evening.said()
    evening.adjust("hit_points", 4, evening.bear)
    with pytest.raises(RuleError, match="hit-points-are-full"):
        evening.do("use_feature", creature=evening.bear, feature="roar")


def test_undo_gives_a_use_back(evening: Evening) -> None:
    give(evening, evening.bear, roar=limited(1, "scene"))
    evening.do("use_feature", creature=evening.bear, feature="roar")
    evening.undo()
    assert evening.value("roar", evening.bear) == 1


def test_players_do_not_see_the_uses_of_an_adversary(evening: Evening) -> None:
    before = evening.public()
    evening.add("Lurker", hidden=True, features={"roar": limited(2, "scene"), "attack": CLAWS})
    give(evening, evening.bear, roar=limited(2, "scene"))
    evening.adjust("roar", -1, evening.bear)
    assert evening.public() == before
    assert not any("roar" in line.lower() for line in evening.said(viewer=PUBLIC_VIEWER))
