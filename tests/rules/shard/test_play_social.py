"""Parleys: goals, the secret grid, actions, the numbers that the source lost, and how it ends."""

from typing import Any

import pytest

from rules.core import log
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.rules.shard.table import fight, foe, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def talk(table: Table) -> Any:
    return table.game.state.order.memory.get("social")


def at(table: Table) -> tuple[int, int]:
    grid = table.game.state.table["social"]
    return grid.x, grid.y  # type: ignore[union-attr]


def test_a_success_to_contend_moves_the_marker_one_step_towards_the_party(table: Table) -> None:
    oro = hero(table)
    table.do("begin_social", goal="peace")
    table.do("social_action", creature=oro, action="contend", success=True)
    assert at(table) == (3, 2)
    with pytest.raises(RuleError, match="has-acted"):
        table.do("social_action", creature=oro, action="posture")
    table.do("social_turn")
    table.do("social_action", creature=oro, action="contend")
    assert at(table) == (3, 2)


def trail(table: Table) -> list[tuple[int, int]]:
    return [(x, y) for x, y in talk(table)["trail"]]


def test_the_places_where_the_marker_has_been_are_remembered(table: Table) -> None:
    oro = hero(table)
    table.do("begin_social", triggers=["gold"])
    assert trail(table) == []
    table.do("social_action", creature=oro, action="contend", success=True)
    table.do("lose_patience")
    table.do("set_tracker", tracker="social", value={"x": 1, "y": 3})  # by hand, as a tap on the grid does
    assert trail(table) == [(2, 2), (3, 2), (3, 1)]
    table.do("set_tracker", tracker="social", value={"x": 1, "y": 3})
    table.undo()
    assert trail(table) == [(2, 2), (3, 2)]
    table.do("end_social")
    table.do("begin_social")
    assert trail(table) == []


def test_a_roll_that_is_changed_leaves_no_trail_of_what_it_was(table: Table) -> None:
    oro = hero(table)
    table.do("begin_social")
    table.do("social_target", target=1)
    contend = {"social": "contend", "dice": 1}
    table.do("roll", roll="challenge", creature=oro, parameters=contend, dice={"faces": [6]})
    assert (at(table), trail(table)) == ((3, 2), [(2, 2)])
    id = table.game.state.rolls[oro].id
    table.do("amend_roll", id=id, parameters={"touches": [{"die": 0, "way": "cancel"}]})
    assert (at(table), trail(table)) == ((2, 2), [])
    id = table.game.state.rolls[oro].id
    table.do("amend_roll", id=id, parameters={"touches": []})
    assert (at(table), trail(table)) == ((3, 2), [(2, 2)])


def test_players_are_told_of_no_place_on_the_grid(table: Table) -> None:
    oro = hero(table)
    table.do("begin_social")
    table.do("lose_patience")
    for viewer in (seat_viewer(oro), PUBLIC_VIEWER):
        assert set(table.see(viewer)["order"]["memory"]["social"]) == {"goal", "turn", "acted"}


def test_a_posture_absorbs_the_next_loss_of_patience(table: Table) -> None:
    oro = hero(table)
    table.do("begin_social")
    table.do("social_action", creature=oro, action="posture", success=True)
    table.do("lose_patience")
    assert at(table) == (2, 2)
    table.do("lose_patience")
    assert at(table) == (2, 1)


@pytest.mark.parametrize(("moves", "why"), [(("lose_patience",) * 2, "patience"), (("end_social",), "by_hand")])
def test_the_end_is_named(table: Table, moves: tuple[str, ...], why: str) -> None:
    hero(table)
    table.do("begin_social")
    for move in moves:
        table.do(move)
    told: list[Any] = [entry.event for entry in table.game.entries if getattr(entry.event, "code", "") == "social_ends"]
    assert [event.facts["why"] for event in told] == [why]
    assert talk(table) is None


def test_an_end_column_ends_it(table: Table) -> None:
    hero(table)
    table.do("begin_social", x=3, negative=["threats"])
    table.do("social_trigger", index=0)
    assert at(table) == (2, 2)
    table.do("social_trigger", positive=True)
    table.do("social_trigger", positive=True)
    assert talk(table) is None


def test_all_who_abstain_end_it_unresolved(table: Table) -> None:
    oro, mira = hero(table), hero(table, "Mira")
    table.do("begin_social")
    table.do("social_action", creature=oro, action="abstain")
    assert talk(table)
    table.do("social_action", creature=mira, action="abstain")
    assert talk(table) is None


def test_the_lost_number_is_asked_for_once_and_kept_in_its_table(table: Table) -> None:
    oro = hero(table)
    table.do("begin_social", disposition="adverse", difficulty="hard")
    parley: dict[str, Any] = {"dice": 2, "against": "parley"}
    with pytest.raises(Need):
        table.do("roll", roll="challenge", creature=oro, parameters=parley)
    table.do("social_target", target=3)
    table.do("roll", roll="challenge", creature=oro, parameters=parley)
    assert table.game.state.rolls[oro].secret["filled"]["target"] == 3
    assert table.game.state.cells == {"social-targets/2/adverse": "3"}
    table.do("end_social")
    table.do("begin_social", disposition="adverse", difficulty="hard")
    assert talk(table)["target"] == 3
    table.do("end_social")
    table.do("begin_social", disposition="hostile", difficulty="hard")
    assert talk(table)["target"] is None


def test_the_disposition_is_that_of_the_setting_unless_it_is_said(table: Table) -> None:
    table.do("change_setting", key="disposition", value="amicable")
    table.do("begin_social")
    assert talk(table)["disposition"] == "amicable"
    with pytest.raises(InvalidInput):
        table.do("begin_social", disposition="friendly")


def test_nothing_that_the_gm_sets_up_changes_a_byte_of_what_players_see(table: Table) -> None:
    oro = hero(table)
    foe(table, "Rat", hidden=True)
    table.do("begin_social", goal="peace", their_goal="zq303", triggers=["zq304"], negative=["zq305"])
    viewers = (PUBLIC_VIEWER, seat_viewer(oro))
    before = [table.see(viewer) for viewer in viewers]
    table.do("lose_patience")
    table.do("social_target", target=2)
    assert [table.see(viewer) for viewer in viewers] == before
    assert "zq30" not in repr(before)


def test_players_read_of_no_step_on_the_grid(table: Table) -> None:
    oro = hero(table)
    table.do("begin_social", goal="peace", triggers=["zq304"])
    shown = len(list(log.lines(table.game, seat_viewer(oro))))
    table.do("lose_patience")
    table.do("social_target", target=2)
    table.do("set_tracker", tracker="social", value={"x": 3, "y": 3})
    assert len(list(log.lines(table.game, seat_viewer(oro)))) == shown
    codes = {line.code for line in log.lines(table.game, seat_viewer(oro))}
    assert "tracker_grid" not in codes


def test_a_fight_that_breaks_out_does_not_end_a_parley_without_a_word(table: Table) -> None:
    hero(table)
    table.do("begin_social", goal="peace")
    table.do("start_encounter")
    assert talk(table)["goal"] == "peace"
    table.do("end_encounter")
    assert talk(table)["goal"] == "peace"


def test_another_turn_order_in_a_fight_ends_no_parley_and_gives_no_tactics_again(table: Table) -> None:
    oro = hero(table, numbers={"tactics_rank": 2})
    table.do("begin_social", goal="peace")
    table.do("start_encounter")
    table.do("give_tactics", creature=oro)
    table.do("change_order", policy="numeric")
    assert talk(table)["goal"] == "peace"
    assert "phase" not in table.see()["order"]["memory"]
    with pytest.raises(RuleError, match="has-given-tactics"):
        table.do("give_tactics", creature=oro)


def test_how_it_ended_stands_until_it_was_read(table: Table) -> None:
    hero(table)
    cell = {"row": 1, "column": "outcome", "value": "They throw us out."}
    table.do("fill_table", card="social-end", cells=[cell])
    table.do("begin_social", goal="peace")
    table.do("social_trigger", positive=False)
    table.do("social_trigger", positive=False)
    assert talk(table) is None
    table.do("begin_social", x=2)
    table.do("social_trigger", positive=False)
    table.do("end_social")
    over = table.game.state.order.memory["social_over"]
    assert over == {"why": "by_hand", "column": 2, "goal": "", "means": "They throw us out."}
    assert "social_over" not in table.see(PUBLIC_VIEWER)["order"]["memory"]
    table.do("end_social")
    assert not table.game.state.order.memory.get("social_over")
    with pytest.raises(RuleError, match="no-social-encounter"):
        table.do("end_social")


def test_a_trigger_thought_of_at_the_table_is_added_and_three_of_each_are_wanted(table: Table) -> None:
    hero(table)
    table.do("begin_social", triggers=["a", "b", "c"], negative=["d"])
    assert talk(table)["lacking"] == {"negative": 2}
    for text in ("e", "f"):
        table.do("social_trigger", text=text, positive=False)
    assert talk(table)["lacking"] == {}
    assert [one["text"] for one in talk(table)["triggers"]] == ["a", "b", "c", "d", "e", "f"]
    table.do("social_trigger", index=5)
    assert at(table) == (1, 2)
    for number in range(18):
        table.do("social_trigger", text=f"more {number}")
    with pytest.raises(InvalidInput):
        table.do("social_trigger", text="one too many")


def test_the_disposition_changes_while_they_talk_and_with_it_the_number_that_the_table_keeps(table: Table) -> None:
    table.do("begin_social", goal="the lamp", disposition="neutral", difficulty="hard")
    table.do("social_target", target=3)
    table.do("change_social", disposition="favorable")
    told = table.game.state.order.memory["social"]
    assert (told["disposition"], told["difficulty"], told["target"]) == ("favorable", "hard", None)
    table.do("social_target", target=2)
    table.do("change_social", disposition="neutral")
    assert table.game.state.order.memory["social"]["target"] == 3
    table.do("change_social", difficulty="easy", disposition="favorable")
    assert table.game.state.order.memory["social"]["target"] is None
    table.do("end_social")
    with pytest.raises(RuleError, match="no-social-encounter"):
        table.do("change_social", disposition="hostile")
