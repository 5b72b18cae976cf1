"""The challenge of a member in a parley: one roll decides the action, dice that are touched decide it anew."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from rules.core.rolling import Roll, odds_in_game
from tests.rules.shard.table import fight, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    table = fight()
    for name in ("Oro", "Mira"):
        hero(table, name)
    table.do("begin_social", goal="peace", their_goal="zq303")
    table.do("social_target", target=1)
    return table


def of(table: Table, name: str) -> str:
    return next(id for id, creature in table.game.state.creatures.items() if creature.name == name)


def talk(table: Table) -> Any:
    return table.game.state.order.memory.get("social")


def at(table: Table) -> tuple[int, int]:
    grid = table.game.state.table["social"]
    return grid.x, grid.y  # type: ignore[union-attr]


def tries(table: Table, action: str, faces: list[int], by: str = "gm", name: str = "Oro") -> None:
    parameters = {"dice": len(faces), "social": action}
    dice = {"faces": faces}
    table.do("roll", roll="challenge", creature=of(table, name), parameters=parameters, dice=dice, by=by)


def touch(table: Table, by: str = "gm", **touch: Any) -> None:
    record = table.game.state.rolls[of(table, "Oro")]
    table.do("amend_roll", id=record.id, parameters={"touches": [touch]}, by=by)


def test_a_roll_decides_the_action_and_moves_the_marker(table: Table) -> None:
    tries(table, "contend", [6, 4])
    assert talk(table)["acted"] == {of(table, "Oro"): "contend"}
    assert at(table) == (3, 2)


def test_a_failed_roll_is_the_action_of_the_turn_too(table: Table) -> None:
    tries(table, "contend", [4, 4])
    assert at(table) == (2, 2)
    with pytest.raises(RuleError, match="has-acted"):
        tries(table, "contend", [6, 6])


def test_a_die_that_is_touched_decides_anew(table: Table) -> None:
    tries(table, "contend", [4, 4])
    touch(table, die=0, way="change", to="success")
    assert at(table) == (3, 2)
    touch(table, die=0, way="cancel")
    assert at(table) == (2, 2)


def test_a_posture_that_fails_after_all_absorbs_nothing(table: Table) -> None:
    tries(table, "posture", [6])
    touch(table, die=0, way="cancel")
    table.do("lose_patience")
    assert at(table) == (2, 1)


def test_a_step_back_takes_the_action_back(table: Table) -> None:
    tries(table, "contend", [6, 4])
    table.undo()
    assert (talk(table)["acted"], at(table)) == ({}, (2, 2))


def test_a_roll_that_ended_the_encounter_can_still_be_changed(table: Table) -> None:
    tries(table, "contend", [6])
    tries(table, "contend", [6], name="Mira")
    assert talk(table) is None
    record = table.game.state.rolls[of(table, "Mira")]
    table.do("amend_roll", id=record.id, parameters={"touches": [{"die": 0, "way": "cancel"}]})
    assert table.game.state.rolls[of(table, "Mira")].facts["outcome"] == "botch"


def test_a_player_rolls_for_it_and_says_no_success(table: Table) -> None:
    oro = of(table, "Oro")
    with pytest.raises(RuleError, match="is-rolled"):
        table.do("social_action", creature=oro, action="contend", success=True, by=f"seat:{oro}")
    tries(table, "contend", [6, 6], by=f"seat:{oro}")
    assert at(table) == (3, 2)
    mira = of(table, "Mira")
    table.do("social_action", creature=mira, action="abstain", by=f"seat:{mira}")
    assert talk(table)["acted"][mira] == "abstain"


def test_without_a_number_the_roll_of_a_player_waits_for_the_gm(table: Table) -> None:
    oro = of(table, "Oro")
    table.do("end_social")
    table.do("begin_social", disposition="hostile", difficulty="hard")
    tries(table, "contend", [6, 6], by=f"seat:{oro}")
    assert talk(table)["acted"] == {}
    (pending,) = table.game.state.pending
    table.do("answer", id=pending, target=2)
    assert at(table) == (3, 2)


def test_players_know_their_goal_the_turn_and_who_has_acted_and_nothing_else(table: Table) -> None:
    tries(table, "posture", [6])
    for viewer in (PUBLIC_VIEWER, seat_viewer(of(table, "Mira"))):
        seen = table.see(viewer)
        assert seen["order"]["memory"]["social"] == {
            "goal": "peace",
            "turn": 1,
            "acted": {of(table, "Oro"): "posture"},
        }
        assert "zq303" not in repr(seen)


def test_the_odds_of_a_player_do_not_tell_the_number(table: Table) -> None:
    oro = of(table, "Oro")
    roll = Roll(roll="challenge", creature=oro, parameters={"dice": 3, "social": "contend"})
    system, state = table.game.system, table.game.state
    with pytest.raises(Need):
        odds_in_game(system, state, roll, oro)
    assert odds_in_game(system, state, roll)["filled"]["target"] == 1


def test_an_action_that_is_none_is_refused(table: Table) -> None:
    with pytest.raises(InvalidInput):
        tries(table, "bribe", [6])
    table.do("end_social")
    with pytest.raises(RuleError, match="no-social-encounter"):
        tries(table, "contend", [6])


def test_what_an_action_must_reach_is_not_for_a_player_to_say(table: Table) -> None:
    oro = of(table, "Oro")
    seat, parameters = f"seat:{oro}", {"dice": 1, "social": "contend"}
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("roll", roll="challenge", creature=oro, parameters={**parameters, "target": 0}, by=seat)
    tries(table, "contend", [4], by=seat)
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("amend_roll", id=table.game.state.rolls[oro].id, parameters={"target": 0}, by=seat)
    assert at(table) == (2, 2)
