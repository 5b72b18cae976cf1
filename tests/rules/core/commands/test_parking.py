"""A fight is put away as it stands, brought back, or cleared; the party stays."""

import pytest

from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def names_on_board(table: Table) -> list[str]:
    return [c.name for c in table.game.state.creatures.values() if c.here]


def waves(table: Table) -> dict[str, str | None]:
    return {c.name: c.wave for c in table.game.state.creatures.values() if not c.gone}


def a_fight(table: Table) -> str:
    """A party against a bear with a wound, a wolf that nobody sees, and an owl that waits."""
    table.pc()
    table.add("Mira", kind="ally")
    bear = table.add("Bear", trackers={"hit_points": {"value": 2, "max": 6}})
    table.do("add_condition", creature=bear, condition="vulnerable")
    table.add("Wolf", hidden=True)
    table.add("Owl", wave="2")
    table.add("The mill", kind="environment")
    return bear


def test_a_parked_fight_is_off_the_board_and_comes_back_as_it_stood(table: Table) -> None:
    bear = a_fight(table)
    before = table.game.state
    table.do("park", name="Mill")
    assert names_on_board(table) == ["Oro", "Mira"]
    assert waves(table)["Bear"] == "parked/Mill"
    assert waves(table)["Owl"] == "parked/Mill/2"
    assert bear not in table.public()["creatures"]
    table.do("resume", name="Mill")
    assert table.game.state == before
    assert table.value("hit_points", bear) == 2
    assert table.conditions(bear) == ["vulnerable"]


def test_parking_is_one_step_that_an_undo_takes_back(table: Table) -> None:
    a_fight(table)
    before = table.game.state
    table.do("park", name="Mill")
    table.undo()
    assert table.game.state == before
    table.redo()
    assert names_on_board(table) == ["Oro", "Mira"]


def test_another_fight_stands_on_the_board_while_one_is_put_away(table: Table) -> None:
    a_fight(table)
    table.do("park", name="Mill")
    table.add("Ghost")
    table.do("park", name="Crypt")
    table.do("resume", name="Mill")
    assert names_on_board(table) == ["Oro", "Mira", "Bear", "Wolf", "The mill"]
    assert waves(table)["Ghost"] == "parked/Crypt"


def test_only_those_who_are_named_are_put_away(table: Table) -> None:
    bear = a_fight(table)
    table.do("park", name="Mill", creatures=[bear])
    assert names_on_board(table) == ["Oro", "Mira", "Wolf", "The mill"]


def test_nobody_can_be_parked_twice_or_brought_back_from_nowhere(table: Table) -> None:
    a_fight(table)
    with pytest.raises(RuleError, match="nobody-parked"):
        table.do("resume", name="Mill")
    table.do("park", name="Mill")
    with pytest.raises(RuleError, match="nobody-to-park"):
        table.do("park", name="Crypt")


def test_players_read_nothing_of_what_is_put_away_and_brought_back(table: Table) -> None:
    a_fight(table)
    before = table.codes(PUBLIC_VIEWER)
    table.do("park", name="Mill")
    table.do("resume", name="Mill")
    assert table.codes(PUBLIC_VIEWER) == before


def test_clearing_the_enemies_is_one_step_and_leaves_the_party(table: Table) -> None:
    a_fight(table)
    before = table.game.state
    table.do("clear_enemies")
    assert list(waves(table)) == ["Oro", "Mira"]
    assert table.codes().count("enemies_cleared") == 1
    table.undo()
    assert table.game.state == before


def test_clearing_leaves_alone_what_is_parked_and_does_nothing_on_an_empty_board(table: Table) -> None:
    a_fight(table)
    table.do("park", name="Mill")
    assert table.do("clear_enemies").added == ()
    table.do("resume", name="Mill")
    assert "Bear" in names_on_board(table)


def test_the_turn_of_one_who_is_cleared_passes_once_to_one_who_stays() -> None:
    table = Table("generic")
    oro, rat = table.pc(score=10), table.add("Rat", score=20)
    table.add("Bat", score=15)
    table.do("start_encounter")
    assert table.active == rat
    table.do("clear_enemies")
    assert table.active == oro
    assert table.see()["order"]["round"] == 1


def test_one_who_is_brought_back_joins_the_order_by_its_score() -> None:
    table = Table("generic")
    oro, rat = table.pc(score=10), table.add("Rat", score=20)
    table.do("start_encounter")
    table.do("park", name="Cellar")
    assert [entry["creature"] for entry in table.see()["order"]["entries"]] == [oro]
    table.do("resume", name="Cellar")
    assert [entry["creature"] for entry in table.see()["order"]["entries"]] == [rat, oro]
