"""Rolls that an earlier release logged, with what hangs on them among their parameters: decided anew as then."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as with_fields

from rules.core import codec, log, report
from rules.core.apply import fold
from rules.core.errors import RuleError
from rules.core.events import Rolled
from rules.core.history import Entry
from rules.core.project import GM_VIEWER
from tests.rules.shard.table import due, fight, hero, keys, track
from tests.rules.table import Table

SUCCESS = {"die": 0, "way": "change", "to": "success"}
CANCELLED = {"die": 0, "way": "cancel"}
Said = Callable[[Table, str], dict[str, Any]]


def bleeding(table: Table, marked: int = 13) -> str:
    """A character with Constitution 2, in a fight, with so many of 16 boxes marked."""
    oro = hero(table)
    table.do("start_encounter")
    table.do("take_damage", creature=oro, amount=marked)
    return oro


def bled(table: Table, faces: list[int]) -> str:
    oro = bleeding(table)
    table.do("bleed", creature=oro, dice={"faces": faces})
    return oro


def burned(table: Table, faces: list[int]) -> str:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="ablaze")
    table.do("start_encounter")
    table.do("begin_turn", creature=oro)
    table.do("answer", id=f"d_fire_{oro}", dice={"faces": faces})
    return oro


def logged_before(table: Table, **decides: Any) -> None:
    """Let the log be as an earlier release has written and this one has read it: the newest roll decides this."""
    newest = max(entry.number for entry in table.game.entries if isinstance(entry.event, Rolled))
    entries = tuple(_older(entry, decides) if entry.number == newest else entry for entry in table.game.entries)
    read = [codec.load_event(codec.dump_event(entry.event)) for entry in entries]
    table.game = replace(table.game, entries=entries, state=fold(read), kept=())


def _older(entry: Entry, decides: dict[str, Any]) -> Entry:
    event = entry.event
    assert isinstance(event, Rolled)
    command = {**event.command, "parameters": {**event.command["parameters"], "decides": decides}}
    secret = {key: value for key, value in event.secret.items() if key != "decides"}
    paid = tuple(moved for moved in event.paid if "told" not in moved)
    return replace(entry, event=with_fields(event, command=command, secret=secret, paid=paid))


def touch(table: Table, who: str, *touches: dict[str, Any], by: str = "gm", **more: Any) -> None:
    parameters = {"touches": list(touches), **more}
    table.do("amend_roll", id=table.game.state.rolls[who].id, parameters=parameters, by=by)


def lines(table: Table) -> list[str]:
    return [line.code for line in log.lines(table.game, GM_VIEWER)]


def test_the_box_of_a_failure_is_cleared_and_marked_again() -> None:
    table = fight()
    oro = bled(table, [4, 4])
    logged_before(table, what="bleeding", condition="q_bled")
    touch(table, oro, SUCCESS)
    assert track(table, oro)[-4:] == "X..."
    touch(table, oro)
    assert track(table, oro)[-4:] == "XX.."


def test_bleeding_that_a_roll_has_stopped_goes_on_and_stops_again() -> None:
    table = fight()
    oro = bled(table, [8, 4, 4])
    logged_before(table, what="bleeding", condition="q_bled")
    touch(table, oro, CANCELLED)
    assert "bleeding-out" in keys(table, oro)
    touch(table, oro)
    assert "stabilised" in keys(table, oro)


def test_the_care_for_another_fails_and_succeeds() -> None:
    table = fight()
    oro, mira = bleeding(table), hero(table, "Mira", numbers={"wits": 2})
    table.do("stabilise", creature=mira, target=oro, dice={"faces": [6, 4]})
    logged_before(table, what="stabilise", of=oro, condition="q_cared")
    touch(table, mira, CANCELLED, by=f"seat:{mira}")
    assert "bleeding-out" in keys(table, oro)
    touch(table, mira, by=f"seat:{mira}")
    (held,) = table.creature(oro).conditions.values()
    assert (held.key, held.source) == ("stabilised", mira)


def test_a_spell_that_was_lost_goes_on_and_is_named() -> None:
    table = fight()
    who = hero(table, "Quen")
    table.do("sustain", creature=who, spell="Veil")
    (spell,) = table.creature(who).conditions
    table.do("keep_spells", creature=who, target=0, dice={spell: {"faces": [4, 4]}})
    logged_before(table, what="spell", of="Veil", condition=spell)
    touch(table, who, SUCCESS)
    assert [one.detail for one in table.creature(who).conditions.values()] == ["Veil"]
    (line,) = [line for line in log.lines(table.game, GM_VIEWER) if line.code == "spell_goes_on"]
    assert line.facts["spell"] == "Veil"


def test_fire_that_hurts_less_is_told_and_counted_so() -> None:
    table = fight()
    oro = burned(table, [6, 6])
    logged_before(table, what="fire")
    touch(table, oro, CANCELLED)
    assert track(table, oro).count("X") == 1
    assert lines(table).count("damage_taken_back") == 1
    assert report.report(table.game, GM_VIEWER).creatures[oro].taken == 1
    touch(table, oro)
    assert (track(table, oro).count("X"), due(table)) == (2, [])
    assert report.report(table.game, GM_VIEWER).creatures[oro].taken == 2


def test_strain_that_a_long_rest_has_just_turned_stays() -> None:
    table = fight()
    oro = hero(table, numbers={"recovery": 2})
    table.do("take_damage", creature=oro, amount=1)
    table.do("take_damage", creature=oro, amount=3, damage="strain")
    dice = {oro: {"lethal": {"faces": [6, 4]}, "strain": {"faces": [4, 4]}}}
    table.do("rest", kind="long", dice=dice)
    assert track(table, oro).count("/") == 3
    logged_before(table, what="strain", rest="long", turned=1)
    touch(table, oro, SUCCESS)
    assert track(table, oro).count("/") == 2
    touch(table, oro, SUCCESS, {"die": 1, "way": "change", "to": "success"})
    assert track(table, oro).count("/") == 1


def test_wounds_that_closed_open_again() -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=2)
    table.do("rest", kind="long", dice={oro: {"lethal": {"faces": [6, 4]}}})
    logged_before(table, what="wounds")
    touch(table, oro, CANCELLED)
    assert track(table, oro).startswith("XX..")


def test_the_log_and_the_board_show_what_they_showed() -> None:
    table = fight()
    oro = burned(table, [6, 6])
    before = lines(table), table.public()
    logged_before(table, what="fire")
    assert (lines(table), table.public()) == before
    touch(table, oro, CANCELLED)
    table.undo()
    assert track(table, oro).count("X") == 2


def test_a_player_touches_the_dice_and_bends_nothing_else() -> None:
    table = fight()
    oro = bled(table, [4, 4])
    logged_before(table, what="bleeding", condition="q_bled")
    with pytest.raises(RuleError, match="not-for-a-seat"):
        touch(table, oro, target=0, by=f"seat:{oro}")
    touch(table, oro, SUCCESS, by=f"seat:{oro}")
    assert track(table, oro)[-4:] == "X..."


@pytest.mark.parametrize(
    "odd", [{"what": 5}, {"what": "luck"}, {"of": "c_none"}, {"what": "stabilise", "of": "c_none"}]
)
def test_on_a_roll_that_says_it_in_a_way_nobody_knows_hangs_nothing(odd: dict[str, Any]) -> None:
    table = fight()
    oro = bled(table, [4, 4])
    logged_before(table, **odd)
    touch(table, oro, SUCCESS)
    assert table.game.state.rolls[oro].facts["outcome"] == "success"


@pytest.mark.parametrize("odd", [{"parameters": 5}, {"parameters": [1]}])
def test_a_roll_without_parameters_to_read_is_refused(odd: dict[str, Any]) -> None:
    table = fight()
    oro = bled(table, [4, 4])
    roll = with_fields(table.game.state.rolls[oro], command=odd)
    table.game = replace(table.game, state=with_fields(table.game.state, rolls={oro: roll}))
    with pytest.raises(RuleError, match="unreadable-roll"):
        touch(table, oro)
