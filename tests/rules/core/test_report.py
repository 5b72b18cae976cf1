"""The report of an evening: what it adds up, and that a player's holds nothing that was hidden."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.luck import luck
from rules.core.odds import die
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer
from rules.core.report import Figures, Flow, Report, report
from tests.rules.table import Table


def told(table: Table, viewer: Viewer = GM_VIEWER, session: int | None = None) -> Report:
    return report(table.game, viewer, session)


def of(table: Table, id: str, viewer: Viewer = GM_VIEWER, session: int | None = None) -> Figures:
    return told(table, viewer, session).creatures.get(id, Figures())


def fight(**settings: Any) -> tuple[Table, str, str]:
    """A fight of the generic game: Ann first, then a goblin."""
    table = Table("generic", **settings)
    ann = table.pc("Ann", score=15, trackers={"hp": {"value": 10, "max": 10}})
    goblin = table.add("Goblin", score=10, trackers={"hp": {"value": 7, "max": 7}})
    return table, ann, goblin


def hit(table: Table, target: str, amount: int, by: str) -> None:
    table.do("take_damage", creature=target, amount=amount, attacker=by)


def test_turns_are_counted_and_timed() -> None:
    table, ann, goblin = fight()
    table.do("start_encounter")  # Ann's turn begins
    table.adjust("hp", -1, ann)
    table.do("end_turn")  # ten seconds later the goblin's
    table.do("end_turn")
    table.do("end_encounter")
    assert (of(table, ann).turns, of(table, ann).seconds) == (2, 10 + 5)
    assert (of(table, goblin).turns, of(table, goblin).seconds) == (1, 5)
    assert (told(table).rounds, told(table).encounters) == (2, 1)
    assert told(table).total.turns == 3


def test_another_turn_order_begins_neither_a_fight_nor_a_round() -> None:
    table = Table()
    table.add("Oro", kind="pc")
    table.do("start_encounter", policy="numeric")
    before = told(table)
    table.do("change_order", policy="popcorn")
    after = told(table)
    assert (after.rounds, after.encounters) == (before.rounds, before.encounters) == (1, 1)


def test_a_turn_that_runs_while_the_order_is_changed_is_one_turn() -> None:
    table, ann, _ = fight()
    table.do("start_encounter")
    table.do("change_order", policy="popcorn")  # five seconds later
    table.do("end_turn")  # and five more
    assert (of(table, ann).turns, of(table, ann).seconds) == (1, 10)


def test_a_first_maximum_heals_nobody() -> None:
    table = Table("swing")
    ogre = table.add("Ogre")
    table.do("set_tracker", creature=ogre, tracker="hp", max=260)
    assert of(table, ogre).regained == 0
    table.do("take_damage", creature=ogre, amount=8)
    assert (of(table, ogre).lost, of(table, ogre).regained) == (8, 0)


def test_damage_is_told_of_who_dealt_and_who_took_it_and_health_of_what_it_lost() -> None:
    table, ann, goblin = fight()
    hit(table, goblin, 5, ann)
    hit(table, goblin, 9, ann)
    table.do("heal", creature=goblin, amount=3)
    assert of(table, ann).dealt == 14
    assert (of(table, goblin).taken, of(table, goblin).lost, of(table, goblin).regained) == (14, 7, 3)
    assert of(table, goblin).downs == 1


def test_who_falls_falls_once_and_again_only_after_getting_up() -> None:
    table, ann, goblin = fight()
    hit(table, ann, 12, goblin)
    assert of(table, ann).downs == 1
    table.do("heal", creature=ann, amount=3)
    hit(table, ann, 3, goblin)
    assert of(table, ann).downs == 2
    assert of(table, ann, PUBLIC_VIEWER).downs == 2


def test_players_see_a_foe_fall_though_they_do_not_know_its_hit_points() -> None:
    table, ann, goblin = fight()
    hit(table, goblin, 9, ann)
    seen = of(table, goblin, PUBLIC_VIEWER)
    assert (seen.downs, seen.lost) == (1, 0)


def test_currencies_come_and_go() -> None:
    table = Table()
    oro = table.pc("Oro", trackers={"hope": {"value": 3}, "hit_points": {"max": 6}})
    table.fear(3)
    table.fear(-1)
    table.adjust("hope", -2, oro)
    table.adjust("stress", 1, oro)
    assert told(table).game.flows == {"fear": Flow(3, 1)}
    assert of(table, oro).flows == {"hope": Flow(0, 2), "stress": Flow(1, 0)}


def test_quick_taps_that_take_each_other_back_spent_nothing() -> None:
    table = Table(pause_s=1)
    table.fear(2)
    table.pause_s = 0.5
    table.fear(1)
    table.fear(-1)
    assert told(table).game.flows == {"fear": Flow(2, 0)}


def test_conditions_are_counted_once_each_and_those_that_follow_too() -> None:
    table, ann, goblin = fight()
    table.do("add_condition", creature=ann, condition="prone")
    table.do("end_condition", creature=ann, condition="prone")
    table.do("add_condition", creature=ann, condition="prone")
    hit(table, ann, 5, goblin)
    assert of(table, ann).conditions == {"prone": 2, "bloodied": 1}


def test_the_luck_of_a_character_is_the_sum_over_its_rolls() -> None:
    table, ann, _ = fight()
    for face in (20, 1, 15):
        table.do("roll", roll="check", creature=ann, parameters={"dc": 10}, dice={"d20": face})
    wanted = sum((luck(die(20), face) for face in (20, 1, 15)), Fraction(0))
    assert (of(table, ann).rolls, of(table, ann).luck) == (3, wanted)
    assert told(table).total.luck == wanted


def test_an_amended_roll_stands_in_the_place_of_the_first() -> None:
    table, ann, goblin = fight()
    table.do("roll", roll="check", creature=goblin, parameters={"dc": 10}, dice={"d20": 3})
    played = table.do("roll", roll="check", creature=ann, parameters={"dc": 10}, dice={"d20": 2})
    table.do("amend_roll", id=played.added[0].event.id, dice={"d20": 19})  # type: ignore[union-attr]
    assert (of(table, ann).rolls, of(table, ann).luck) == (1, luck(die(20), 19))
    assert of(table, goblin).rolls == 1


def test_what_was_undone_is_not_in_the_report() -> None:
    table, ann, goblin = fight()
    before = told(table)
    hit(table, goblin, 5, ann)
    table.undo()
    assert told(table) == before


def test_each_session_has_its_own_figures_and_the_game_has_all() -> None:
    table, ann, goblin = fight()
    table.do("begin_session")
    hit(table, goblin, 2, ann)
    table.do("end_session", note="a secret for next time")
    table.now = table.now.replace(day=7, month=2)
    table.do("begin_session")
    hit(table, goblin, 3, ann)
    sessions = told(table).sessions
    assert len(sessions) == 2
    assert [of(table, ann, session=one).dealt for one in sessions] == [2, 3]
    assert of(table, ann).dealt == 5
    assert told(table).seconds < 100
    assert told(table, session=99).creatures == {}


def plain(found: Report, names: Callable[[str], str]) -> str:
    """The report as text, with names for the ids that chance gave."""
    creatures = {names(id): figures for id, figures in found.creatures.items()}
    return repr((found.sessions, found.sittings, found.rounds, found.encounters, creatures, found.game, found.total))


SECRETS: tuple[Callable[[Table, str, str], object], ...] = (
    lambda t, ann, lurker: hit(t, lurker, 5, ann),
    lambda t, ann, lurker: t.do("add_condition", creature=lurker, condition="prone"),
    lambda t, ann, lurker: t.do("roll", roll="check", creature=lurker, parameters={"dc": 5}),
    lambda t, ann, lurker: t.adjust("hp", -1, lurker),
    lambda t, ann, lurker: t.game.state.order.started and t.do("begin_turn", creature=lurker),
    lambda t, ann, lurker: t.do("note", text="zq303"),
    lambda t, ann, lurker: t.do("roll", roll="check", creature=ann, parameters={"dc": 5}, visibility="gm"),
    lambda t, ann, lurker: t.do("add_clock", name="zq", size=4),
    lambda t, ann, lurker: t.active != lurker and t.do("remove_creature", creature=lurker),
)


def evening(secrets: list[int], *, hides: bool) -> str:
    """The players' report of an evening, with secret things between what everybody sees, or without them."""
    table, ann, goblin = fight()
    lurker = table.add("Lurker", hidden=True, score=12, trackers={"hp": {"value": 5, "max": 5}}) if hides else ""
    seen: list[Callable[[], object]] = [
        lambda: table.do("start_encounter"),
        lambda: hit(table, goblin, 3, ann),
        lambda: table.do("begin_turn", creature=goblin),
        lambda: table.do("roll", roll="check", creature=ann, parameters={"dc": 12}, dice={"d20": 17}),
        lambda: table.do("add_condition", creature=ann, condition="prone"),
        lambda: table.do("begin_turn", creature=ann),
        lambda: table.do("end_encounter"),
    ]
    for place, act in enumerate(seen):
        table.now = table.now.replace(hour=20, minute=place, second=0)
        act()
        for one in secrets[place :: len(seen)]:
            if table.creature(lurker).here:
                SECRETS[one](table, ann, lurker)
    return plain(told(table, PUBLIC_VIEWER), lambda id: table.creature(id).name)


@settings(max_examples=25)
@given(st.lists(st.integers(0, len(SECRETS) - 1), max_size=12))
def test_a_hidden_creature_changes_nothing_in_the_players_report(secrets: list[int]) -> None:
    assert evening(secrets, hides=True) == evening([], hides=False)


def test_the_gm_reads_of_the_hidden_ones_too() -> None:
    table, ann, _ = fight()
    lurker = table.add("Lurker", hidden=True, trackers={"hp": {"value": 5, "max": 5}})
    hit(table, lurker, 5, ann)
    assert of(table, lurker).lost == 5
    assert lurker not in told(table, PUBLIC_VIEWER).creatures


def test_a_roll_of_which_players_saw_the_result_alone_tells_them_no_luck() -> None:
    table, _, goblin = fight()
    table.do("roll", roll="check", creature=goblin, parameters={"dc": 12}, dice={"d20": 17}, visibility="result")
    seen = of(table, goblin, PUBLIC_VIEWER)
    assert (seen.rolls, seen.weighed, seen.luck) == (1, 0, Fraction(0))
    assert of(table, goblin).weighed == 1
