"""Trackers, conditions and clocks changed by hand."""

from typing import Any

import pytest

from rules.core.errors import Fault, InvalidInput, RuleError
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_pool_stops_at_its_ends_and_the_event_says_what_was_done(table: Table) -> None:
    played = table.fear(99)
    assert table.value("fear") == 12
    (entry,) = played.added
    assert (entry.event.was.value, entry.event.value.value) == (0, 12)  # type: ignore[union-attr]


def test_a_value_out_of_range_is_refused(table: Table) -> None:
    with pytest.raises(InvalidInput):
        table.do("set_tracker", tracker="fear", value=13)
    assert table.value("fear") == 0


def test_a_stale_page_is_refused_only_where_that_tracker_changed(table: Table) -> None:
    table.fear(3)
    with pytest.raises(RuleError) as refused:
        table.do("set_tracker", tracker="fear", value=1, was=0)
    assert (refused.value.code, refused.value.facts["value"]) == ("tracker-changed", 3)
    table.do("set_tracker", tracker="fear", value=1, was=3)
    assert table.value("fear") == 1


@pytest.mark.case("GM-112")
def test_a_smaller_maximum_takes_the_value_with_it(table: Table) -> None:
    id = table.pc()
    table.adjust("hit_points", 5, id)
    table.do("set_tracker", creature=id, tracker="hit_points", max=4)
    assert table.value("hit_points", id) == 4


@pytest.mark.case("GM-112")
def test_a_larger_maximum_leaves_what_is_there(table: Table) -> None:
    bat = table.add("Bat", trackers={"hit_points": {"max": 7, "value": 5}})
    assert table.value("hit_points", bat) == 5
    table.do("set_tracker", creature=bat, tracker="hit_points", max=12)
    assert table.see()["creatures"][bat]["trackers"]["hit_points"] == {"kind": "pool", "value": 5, "max": 12}


def test_a_flag_is_set_as_an_object(table: Table) -> None:
    id = table.pc()
    table.do("set_tracker", creature=id, tracker="tag_used", value={"on": True})
    assert table.value("tag_used", id) is True
    table.do("begin_session")
    assert table.value("tag_used", id) is False


@pytest.mark.parametrize(
    ("tracker", "value", "place", "expected", "got"),
    [
        ("hit_points", {"on": True}, "/value", "integer", "object"),
        ("evasion", {"value": 3}, "/value", "integer", "object"),
        ("tag_used", 1, "/value", "object", "integer"),
        ("tag_used", {"on": 1}, "/value/on", "boolean", "integer"),
    ],
)
def test_a_value_of_another_type_is_refused_in_words(
    table: Table, tracker: str, value: Any, place: str, expected: str, got: str
) -> None:
    id = table.pc()
    with pytest.raises(InvalidInput) as refused:
        table.do("set_tracker", creature=id, tracker=tracker, value=value)
    assert refused.value.errors == (Fault(place, "wrong-type", {"expected": [expected], "got": got}),)


@pytest.mark.parametrize("fields", [{"tracker": "mana", "by": 1}, {"tracker": "tag_used", "by": 1}])
def test_a_tracker_that_is_not_there_or_cannot_count_is_refused(table: Table, fields: dict[str, Any]) -> None:
    id = table.pc()
    with pytest.raises(RuleError):
        table.send({"type": "adjust_tracker", "creature": id, **fields})


def test_the_same_reason_twice_is_one_condition_and_two_reasons_are_one_with_two(table: Table) -> None:
    id = table.pc()
    for reason in ("a net", "a net", "a spell"):
        table.do("add_condition", creature=id, condition="vulnerable", reason=reason)
    (condition,) = table.see()["creatures"][id]["conditions"]
    assert [reason["reason"] for reason in condition["reasons"]] == ["a net", "a spell"]
    table.do("end_condition", creature=id, condition=condition["reasons"][0]["id"])
    assert table.conditions(id) == ["vulnerable"]
    table.do("end_condition", creature=id, condition="vulnerable")
    assert table.conditions(id) == []


def test_an_unknown_condition_is_refused(table: Table) -> None:
    id = table.pc()
    with pytest.raises(InvalidInput):
        table.do("add_condition", creature=id, condition="bored")
    with pytest.raises(RuleError, match="unknown-condition"):
        table.do("end_condition", creature=id, condition="vulnerable")


def test_settings_are_checked_against_what_the_game_declares(table: Table) -> None:
    table.do("change_setting", key="massive_damage", value=True)
    assert table.see()["settings"]["massive_damage"] is True
    for key, value in (("massive_damage", "yes"), ("no_such", True), ("seen/foe/hit_points", "nobody")):
        with pytest.raises(InvalidInput):
            table.do("change_setting", key=key, value=value)


def test_a_setting_shows_players_a_foes_hit_points(table: Table) -> None:
    id = table.add("Bear")
    table.do("change_setting", key="seen/foe/hit_points", value="public")
    assert table.public()["creatures"][id]["trackers"]["hit_points"]["max"] == 6


def test_a_suggestion_is_decided_anew_when_it_is_accepted(table: Table) -> None:
    id = table.pc()
    table.fear(2)
    raw = {"type": "adjust_tracker", "tracker": "fear", "by": -1}
    table.send({"type": "suggest", "commands": [raw], "text": "less Fear"}, by=f"seat:{id}")
    (proposal,) = table.see()["inbox"]
    table.do("accept", suggestion=proposal["id"])
    assert table.value("fear") == 1
    with pytest.raises(RuleError, match="unknown-suggestion"):
        table.do("accept", suggestion=proposal["id"])


def test_a_seat_changes_its_own_trackers_and_nothing_else(table: Table) -> None:
    oro, mira = table.pc("Oro"), table.pc("Mira")
    bear, lurker = table.add("Bear"), table.add("Lurker", hidden=True)
    seat = f"seat:{oro}"
    table.adjust("stress", 1, oro, hand=seat)
    assert table.value("stress", oro) == 1
    for other in (mira, bear, lurker, "c_nobody"):
        with pytest.raises(RuleError, match="unknown-creature"):
            table.adjust("stress", 1, other, hand=seat)
    for raw in ({"type": "reveal", "creature": lurker}, {"type": "adjust_tracker", "tracker": "fear", "by": 1}):
        with pytest.raises(RuleError):
            table.send(raw, by=seat)
