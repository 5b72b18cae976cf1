"""What do Hope, Stress and features cost, and what may a player do alone?"""

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_stress_that_does_not_fit_is_one_hit_point_however_much(evening: Evening) -> None:
    evening.adjust("stress", 5, evening.oro)
    evening.do("mark_stress", creature=evening.oro, amount=3)
    assert evening.hold(evening.oro, "stress", "hit_points") == (6, 1)
    assert "stress_overflow" in evening.codes()


@pytest.mark.case("GM-073")
@pytest.mark.parametrize(
    ("marked", "amount", "after"), [(4, 1, (5, 0)), (4, 2, (6, 0)), (5, 3, (6, 1)), (6, 9, (6, 1))]
)
def test_stress_fills_its_slots_before_a_hit_point(
    evening: Evening, marked: int, amount: int, after: tuple[int, int]
) -> None:
    evening.adjust("stress", marked, evening.oro)
    evening.do("mark_stress", creature=evening.oro, amount=amount)
    assert evening.hold(evening.oro, "stress", "hit_points") == after


def test_stress_that_fits_marks_no_hit_point(evening: Evening) -> None:
    evening.do("mark_stress", creature=evening.bear, amount=3)
    assert evening.hold(evening.bear, "stress", "hit_points") == (3, 0)


def test_a_cost_in_stress_is_refused_where_it_does_not_fit(evening: Evening) -> None:
    evening.adjust("stress", 6, evening.oro)
    with pytest.raises(RuleError) as refused:
        evening.do("mark_stress", creature=evening.oro, forced=False)
    assert refused.value.code == "stress-is-full"
    assert evening.hold(evening.oro, "stress", "hit_points") == (6, 0)


def test_overflowing_stress_may_be_the_last_hit_point(evening: Evening) -> None:
    evening.adjust("stress", 6, evening.oro)
    evening.adjust("hit_points", 5, evening.oro)
    evening.do("mark_stress", creature=evening.oro)
    assert [due["what"] for due in evening.see()["due"]] == ["death_move"]


def test_hope_is_spent_by_its_player(evening: Evening) -> None:
    evening.do("spend_hope", by=f"seat:{evening.oro}", creature=evening.oro, amount=3, reason="Rally")
    assert evening.value("hope", evening.oro) == 0
    assert "Oro: 3 Hope spent, Rally" in evening.said(viewer=PUBLIC_VIEWER)
    with pytest.raises(RuleError) as refused:
        evening.do("spend_hope", creature=evening.oro)
    assert refused.value.code == "not-enough-hope"


@pytest.mark.parametrize(
    ("cost", "tracker", "owner", "left"), [("fear", "fear", None, 0), ("stress", "stress", "bear", 1)]
)
def test_a_feature_is_paid_and_told(evening: Evening, cost: str, tracker: str, owner: str | None, left: int) -> None:
    roar = {"kind": "feature", "name": "Roar", "facts": {"cost": {cost: 1}}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"roar": roar}})
    evening.fear(1)
    evening.do("use_feature", creature=evening.bear, feature="roar")
    assert evening.value(tracker, evening.bear if owner else "table") == left
    assert f"Bear: Roar (1 {cost.capitalize()})" in evening.said()


def test_a_feature_that_cannot_be_paid_is_not_used(evening: Evening) -> None:
    roar = {"kind": "feature", "name": "Roar", "facts": {"cost": {"fear": 2, "stress": 1}}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"roar": roar}})
    evening.fear(1)
    with pytest.raises(RuleError) as refused:
        evening.do("use_feature", creature=evening.bear, feature="roar")
    assert (refused.value.code, evening.value("stress", evening.bear)) == ("not-enough-fear", 0)
    with pytest.raises(InvalidInput):
        evening.do("use_feature", creature=evening.bear, feature="dance")


def test_a_feature_of_a_hidden_one_stays_with_the_gm(evening: Evening) -> None:
    lurk = {"lurk": {"kind": "feature", "name": "Lurk", "facts": {}}}
    lurker = evening.add("Lurker", hidden=True, features=lurk)
    evening.do("use_feature", creature=lurker, feature="lurk")
    assert not any("Lurk" in line for line in evening.said(viewer=PUBLIC_VIEWER))


def test_a_seat_uses_its_own_features_only(evening: Evening) -> None:
    with pytest.raises(RuleError):
        evening.do("use_feature", by=f"seat:{evening.mira}", creature=evening.oro, feature="sword")


def test_a_hand_goes_up_once_and_the_gm_answers_it(evening: Evening) -> None:
    seat = f"seat:{evening.oro}"
    evening.do("request_spotlight", by=seat)
    evening.do("request_spotlight", by=seat)
    (wish,) = evening.see()["inbox"]
    assert evening.public()["order"]["memory"]["asked"] == [evening.oro]
    evening.do("accept", suggestion=wish["id"])
    assert (evening.active, evening.see()["inbox"]) == (evening.oro, ())
    assert evening.public()["order"]["memory"]["asked"] == []


def test_a_hand_goes_down_again(evening: Evening) -> None:
    seat = f"seat:{evening.oro}"
    evening.do("request_spotlight", by=seat)
    evening.do("request_spotlight", by=seat, on=False)
    assert evening.see()["inbox"] == ()
    with pytest.raises(InvalidInput):
        evening.do("request_spotlight")
