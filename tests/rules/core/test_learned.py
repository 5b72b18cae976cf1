"""What players have learned: each thing once, with the moment at which they could know it."""

from typing import Any

from rules.core.learned import learned
from tests.rules.table import Table


def codes(table: Table) -> list[str]:
    return [one.code for one in learned(table.game)]


def known(table: Table) -> list[tuple[str, Any]]:
    return [(one.code, one.facts.get("name", one.facts.get("value"))) for one in learned(table.game)]


def test_a_creature_is_learned_of_when_it_is_seen_and_not_before() -> None:
    table = Table()
    wolf = table.add("Wolf", hidden=True)
    table.add("Fox", wave="2")
    table.add("Oro", kind="pc")
    assert known(table) == []
    table.do("reveal", creature=wolf)
    table.do("bring_wave", wave="2")
    assert known(table) == [("creature", "Wolf"), ("creature", "Fox")]
    assert next(one.creature for one in learned(table.game)) == wolf


def test_a_name_is_learned_after_the_creature_that_went_by_another() -> None:
    table = Table()
    knight = table.add("Sir Zq303", hidden=True, alias="a knight")
    table.do("reveal", creature=knight)
    table.do("reveal", creature=knight)
    assert known(table) == [("creature_as", "Sir Zq303"), ("name", "Sir Zq303")]
    assert learned(table.game)[1].facts["alias"] == "a knight"


def test_one_that_hides_again_is_learned_of_again() -> None:
    table = Table()
    wolf = table.add("Wolf")
    table.do("hide", creature=wolf)
    table.do("reveal", creature=wolf)
    assert known(table) == [("creature", "Wolf"), ("creature", "Wolf")]


def test_a_clock_is_learned_of_when_it_is_opened_and_not_at_each_tick() -> None:
    table = Table()
    table.do("add_clock", name="Tide", size=4)
    (clock,) = table.game.state.clocks
    table.do("advance_clock", clock=clock)
    assert codes(table) == []
    table.do("reveal", clock=clock)
    table.do("advance_clock", clock=clock)
    table.do("add_clock", name="Storm", size=4, hidden=False, shape_only=True)
    assert known(table) == [("clock", "Tide"), ("clock_shape", "Storm")]


def test_what_is_shown_noted_for_all_or_set_is_learned() -> None:
    table = Table()
    table.do("show", card="vulnerable")
    table.do("take_away")
    table.do("show", text="A bell rings")
    table.do("note", text="for me")
    table.do("note", text="for all", hidden=False)
    table.do("change_setting", key="seen/foe/health", value="exact")
    table.do("change_setting", key="seen/foe/stress", value="public")
    assert codes(table) == ["shown_card", "shown_text", "note", "setting", "marks"]


def test_what_was_undone_was_not_learned() -> None:
    table = Table()
    wolf = table.add("Wolf", hidden=True)
    table.do("reveal", creature=wolf)
    table.undo()
    assert codes(table) == []
    table.redo()
    assert codes(table) == ["creature"]


def test_what_is_opened_while_the_view_is_held_counts_from_when_it_goes_on() -> None:
    table = Table()
    table.do("hold_view", on=True)
    table.add("Wolf")
    assert [one.at for one in learned(table.game)] == [None]
    opened = table.now
    table.do("hold_view", on=False)
    (one,) = learned(table.game)
    assert one.at == table.now > opened
