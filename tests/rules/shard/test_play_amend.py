"""Dice that are touched after a roll: what it decided is taken back, and what it decides now is carried out."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import content
from rules.core import codec, log, report, telling
from rules.core.apply import fold
from rules.core.errors import InvalidInput, RuleError
from rules.core.project import GM_VIEWER
from rules.shard.runes import KINDS
from tests.rules.shard.table import due, fight, foe, hero, keys, track
from tests.rules.table import Table

LULL = {"kind": "spell", "name": "Lull", "facts": {"against": "resolve", "sustained": True}}
GRACE = {"kind": "trait", "name": "Graceful failure", "facts": {}}
SWORD = {"kind": "weapon", "name": "Sword", "facts": {"damage": 2}}


@pytest.fixture
def table() -> Table:
    return fight()


def bleeding(table: Table, marked: int = 13, **more: Any) -> str:
    """A character with Constitution 2, in a fight, with so many of 16 boxes marked."""
    oro = hero(table, **more)
    table.do("start_encounter")
    table.do("take_damage", creature=oro, amount=marked)
    return oro


def touch(table: Table, who: str, *touches: dict[str, Any], by: str = "gm", **more: Any) -> None:
    table.do("amend_roll", id=table.game.state.rolls[who].id, parameters={"touches": list(touches)}, by=by, **more)


def to(rune: str, die: int = 0) -> dict[str, Any]:
    return {"die": die, "way": "change", "to": rune}


def last(table: Table, who: str) -> str:
    return track(table, who)[-4:]


def told(table: Table, language: str) -> list[str]:
    words, titles = content.words("shard", language), content.titles("shard", language)
    return [telling.text(line, words, titles) for line in log.lines(table.game, GM_VIEWER)]


# ---------------------------------------------------------------- bleeding out


def test_a_die_that_becomes_a_success_clears_the_box_of_a_failure(table: Table) -> None:
    oro = bleeding(table)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    assert last(table, oro) == "XX.."
    touch(table, oro, to("success"))
    assert last(table, oro) == "X..."
    touch(table, oro, to("success"), {"die": 0, "way": "cancel"})
    assert last(table, oro) == "XX.."


def test_a_change_is_one_step_to_undo_and_to_redo(table: Table) -> None:
    oro = bleeding(table)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    touch(table, oro, to("success"))
    table.undo()
    assert last(table, oro) == "XX.."
    table.redo()
    assert last(table, oro) == "X..."


@pytest.mark.parametrize("touches", [(to("triumph"),), ({"way": "add", "to": "triumph"},)], ids=["changed", "added"])
def test_a_triumph_that_comes_later_stops_the_bleeding(table: Table, touches: tuple[dict[str, Any], ...]) -> None:
    oro = bleeding(table)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    touch(table, oro, *touches)
    assert "stabilised" in keys(table, oro)
    assert last(table, oro) == "X..."
    touch(table, oro)
    assert "stabilised" not in keys(table, oro)
    assert last(table, oro) == "XX.."


def test_a_triumph_that_is_cancelled_stops_nothing(table: Table) -> None:
    oro = bleeding(table)
    table.do("bleed", creature=oro, dice={"faces": [8, 4, 4]})
    assert "stabilised" in keys(table, oro)
    touch(table, oro, {"die": 0, "way": "cancel"})
    assert "bleeding-out" in keys(table, oro)
    assert last(table, oro) == "XX.."


def test_one_who_died_of_a_roll_lives_when_its_dice_say_so(table: Table) -> None:
    oro = bleeding(table, 15)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    assert "dead" in keys(table, oro)
    assert told(table, "en").count("Oro dies") == 1
    touch(table, oro, to("triumph"), to("triumph", 1), {"way": "add", "to": "success"})
    assert {"stabilised", "dead"} & keys(table, oro) == {"stabilised"}
    assert last(table, oro) == "XXX."
    touch(table, oro)
    assert {"stabilised", "dead"} & keys(table, oro) == {"dead"}
    assert "Oro: defeated" not in told(table, "en")


def test_one_who_is_dead_whatever_is_changed_died_once(table: Table) -> None:
    oro = bleeding(table, 15)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    touch(table, oro, {"die": 0, "way": "cancel"})
    assert "dead" in keys(table, oro)
    assert told(table, "en").count("Oro dies") == 1


def test_an_adversary_whose_last_box_is_clear_again_bleeds_on(table: Table) -> None:
    rat = foe(table, numbers={"constitution": 2})
    table.do("start_encounter")
    table.do("take_damage", creature=rat, amount=15)
    table.do("bleed", creature=rat, dice={"faces": [4, 4]})
    assert "bleeding-out" not in keys(table, rat)
    touch(table, rat, to("success"), to("success", 1), {"way": "add", "to": "success"})
    assert "bleeding-out" in keys(table, rat)


def test_an_adversary_whose_last_box_stays_marked_is_defeated_once(table: Table) -> None:
    rat = foe(table, numbers={"constitution": 2})
    table.do("start_encounter")
    table.do("take_damage", creature=rat, amount=15)
    table.do("bleed", creature=rat, dice={"faces": [4, 4]})
    touch(table, rat, to("success"))
    assert last(table, rat) == "XXXX"
    assert told(table, "en").count("Rat: defeated") == 1
    assert report.report(table.game, GM_VIEWER).creatures[rat].downs == 1


def test_of_a_track_that_was_hit_since_only_the_box_of_the_roll_is_cleared(table: Table) -> None:
    oro = bleeding(table)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    table.do("take_damage", creature=oro, amount=1)
    touch(table, oro, to("success"))
    assert last(table, oro) == "XX.."


def test_a_death_that_was_seen_to_by_hand_stays_as_it_was_made(table: Table) -> None:
    oro = bleeding(table, 15)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    (dead,) = table.creature(oro).conditions.values()
    table.do("end_condition", creature=oro, condition=dead.id)
    touch(table, oro, to("success"), to("success", 1), {"way": "add", "to": "success"})
    assert "dead" not in keys(table, oro)
    assert last(table, oro) == "XXX."


def test_the_player_touches_the_own_dice_and_says_nothing_else_of_such_a_roll(table: Table) -> None:
    oro = bleeding(table)
    seat = f"seat:{oro}"
    table.do("answer", id=f"d_bleeding_{oro}", dice={"faces": [4, 4]}, by=seat)
    touch(table, oro, to("success"), by=seat)
    assert last(table, oro) == "X..."
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("amend_roll", id=table.game.state.rolls[oro].id, parameters={"target": 0}, by=seat)
    for bend in ({"add": [{"amount": 5}]}, {"off": ["x"]}):
        with pytest.raises(RuleError, match="not-for-a-seat"):
            table.do("amend_roll", id=table.game.state.rolls[oro].id, **bend, by=seat)
    table.do("amend_roll", id=table.game.state.rolls[oro].id, parameters={"target": 2})
    assert last(table, oro) == "XX.."


# ---------------------------------------------------------------- stabilising


def test_the_care_for_another_fails_or_succeeds_anew(table: Table) -> None:
    oro, mira = bleeding(table), hero(table, "Mira", numbers={"wits": 2})
    table.do("stabilise", creature=mira, target=oro, dice={"faces": [6, 4]}, by=f"seat:{mira}")
    actions = table.value("actions_taken", mira)
    touch(table, mira, {"die": 0, "way": "cancel"}, by=f"seat:{mira}")
    assert "bleeding-out" in keys(table, oro)
    assert "bleeding" in due(table)
    touch(table, mira, {"die": 0, "way": "cancel"}, to("success", 1), by=f"seat:{mira}")
    assert "stabilised" in keys(table, oro)
    assert table.value("actions_taken", mira) == actions


def test_the_care_for_one_who_was_healed_since_moves_nothing(table: Table) -> None:
    oro, mira = bleeding(table), hero(table, "Mira", numbers={"wits": 2})
    table.do("stabilise", creature=mira, target=oro, dice={"faces": [4, 4]})
    table.do("heal", creature=oro, amount=1, damage="lethal")
    touch(table, mira, to("success"))
    assert "stabilised" not in keys(table, oro)
    assert not [line for line in told(table, "en") if "Stabilised" in line]


# ---------------------------------------------------------------- spells


def sustaining(table: Table) -> str:
    who = hero(table, "Quen", features={"lull": LULL})
    for spell in ("Lull", "Veil"):
        table.do("sustain", creature=who, spell=spell)
    return who


def keep(table: Table, who: str, *faces: list[int]) -> None:
    spells = table.creature(who).conditions
    table.do("keep_spells", creature=who, target=0, dice={s: {"faces": f} for s, f in zip(spells, faces, strict=True)})


def test_a_spell_that_was_lost_goes_on_with_its_price_and_is_lost_again(table: Table) -> None:
    who = sustaining(table)
    before = table.creature(who).conditions
    keep(table, who, [6, 4], [4, 4])
    assert [one.detail for one in table.creature(who).conditions.values()] == ["Lull"]
    touch(table, who, to("success"))
    assert table.creature(who).conditions == before
    touch(table, who)
    assert [one.detail for one in table.creature(who).conditions.values()] == ["Lull"]
    lines = [line for line in told(table, "en") if line in ("Quen: Veil goes on", "Quen: Veil is lost")]
    assert lines == ["Quen: Veil is lost", "Quen: Veil goes on", "Quen: Veil is lost"]


def test_dice_that_came_back_meanwhile_are_held_again_by_a_spell_that_goes_on(table: Table) -> None:
    who = sustaining(table)
    keep(table, who, [6, 4], [4, 4])
    table.do("move_dice", creature=who, tracker="ether", **{"from": "exhausted", "to": "ready"}, count=2)
    touch(table, who, to("success"))
    pool = table.value("ether", who)
    assert (pool.ready, pool.exhausted) == (1, 3)


def test_a_spell_that_was_let_go_by_hand_does_not_come_back(table: Table) -> None:
    who = sustaining(table)
    keep(table, who, [6, 4], [6, 4])
    table.do("drop_spell", creature=who, spell="Veil")
    lines = len(told(table, "en"))
    touch(table, who, {"die": 0, "way": "cancel"})
    touch(table, who)
    assert [one.detail for one in table.creature(who).conditions.values()] == ["Lull"]
    assert not [line for line in told(table, "en")[lines:] if "Veil" in line]


def test_a_spell_strains_its_caster_once_however_often_its_dice_are_touched(table: Table) -> None:
    who, rat = hero(table, "Quen", features={"lull": LULL}), foe(table, numbers={"resolve": 1})
    roll = {"type": "roll", "roll": "cast", "creature": who, "with": "lull", "targets": [rat]}
    table.send({**roll, "parameters": {"extra": 1}, "dice": {"faces": [4, 4, 4]}})  # more blanks than Spirit
    assert track(table, who).count("/") == 1
    touch(table, who, to("soul"))
    assert track(table, who).count("/") == 0
    touch(table, who)
    assert track(table, who).count("/") == 1


# ---------------------------------------------------------------- fire, rests, misses


def aflame(table: Table) -> str:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="ablaze")
    table.do("start_encounter")
    table.do("begin_turn", creature=oro)
    return oro


def test_fire_does_the_damage_of_its_dice_as_they_lie(table: Table) -> None:
    oro = aflame(table)
    table.do("answer", id=f"d_fire_{oro}", dice={"faces": [6, 6]})
    assert track(table, oro).count("X") == 2
    touch(table, oro, {"die": 0, "way": "cancel"})
    assert track(table, oro).count("X") == 1
    assert due(table) == []
    figures = report.report(table.game, GM_VIEWER).creatures[oro]
    assert figures.taken == 1
    assert "Oro: 2 boxes taken back" in told(table, "en")
    assert "Oro: урон отменён, 2 клетки" in told(table, "ru")


def test_fire_that_hurts_less_asks_a_caster_for_less_and_owes_no_penalty() -> None:
    table = fight(penalties="new_level")
    oro = aflame(table)
    table.do("sustain", creature=oro, spell="Veil")
    table.do("answer", id=f"d_fire_{oro}", dice={"faces": [6, 6]})
    assert sorted(due(table)) == ["penalty", "spells"]
    touch(table, oro, {"die": 0, "way": "cancel"}, {"die": 1, "way": "cancel"})
    assert due(table) == []
    touch(table, oro)
    assert sorted(due(table)) == ["penalty", "spells"]


def test_a_rest_recovers_by_the_dice_as_they_lie_and_penalties_go_with_it(table: Table) -> None:
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=2, damage="strain", penalty="slowed")
    table.do("rest", kind="short", dice={oro: {"strain": {"faces": [6, 6]}}})
    assert (track(table, oro).count("/"), "slowed" in keys(table, oro)) == (0, False)
    touch(table, oro, {"die": 0, "way": "cancel"})
    assert (track(table, oro).count("/"), "slowed" in keys(table, oro)) == (1, True)
    touch(table, oro)
    assert (track(table, oro).count("/"), "slowed" in keys(table, oro)) == (0, False)


def test_wounds_close_by_the_dice_as_they_lie(table: Table) -> None:
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=2)
    table.do("rest", kind="long", dice={oro: {"lethal": {"faces": [4, 4]}}})
    touch(table, oro, to("success"))
    assert track(table, oro).startswith("X/..")
    touch(table, oro)
    assert track(table, oro).startswith("XX..")


def test_one_who_misses_gracefully_is_focused_only_by_a_miss(table: Table) -> None:
    oro, rat = hero(table, features={"sword": SWORD, "graceful-failure": GRACE}), foe(table, numbers={"defence": 1})
    roll = {"type": "roll", "roll": "attack", "creature": oro, "with": "sword", "targets": [rat]}
    table.send({**roll, "dice": {"faces": [4, 4]}})
    assert "focused" in keys(table, oro)
    touch(table, oro, to("success"), to("success", 1))
    assert "focused" not in keys(table, oro)
    touch(table, oro)
    assert "focused" in keys(table, oro)


# ---------------------------------------------------------------- what may not be said, and what is kept


@pytest.mark.parametrize("by", ["gm", "seat"])
def test_nobody_says_of_a_roll_of_the_own_what_hangs_on_it(table: Table, by: str) -> None:
    oro = bleeding(table)
    hangs = {"decides": {"what": "stabilise", "of": oro, "condition": "q_x"}}
    hand = "gm" if by == "gm" else f"seat:{oro}"
    with pytest.raises(InvalidInput):
        table.do("roll", roll="challenge", creature=oro, parameters={"dice": 1, "target": 0, **hangs}, by=hand)
    table.do("roll", roll="challenge", creature=oro, parameters={"dice": 1, "target": 0}, by=hand)
    with pytest.raises(InvalidInput):
        table.do("amend_roll", id=table.game.state.rolls[oro].id, parameters=hangs, by=hand)


def test_a_log_that_was_written_and_read_again_is_taken_back_in_the_same_way(table: Table) -> None:
    oro = bleeding(table, 15)
    table.do("bleed", creature=oro, dice={"faces": [4, 4]})
    events = [codec.load_event(codec.dump_event(entry.event)) for entry in table.game.entries]
    table.game = replace(table.game, state=fold(events))
    touch(table, oro, to("success"), to("success", 1), {"way": "add", "to": "success"})
    assert last(table, oro) == "XXX."
    assert "dead" not in keys(table, oro)


WAYS = st.one_of(
    st.builds(lambda die: {"die": die, "way": "cancel"}, st.integers(0, 1)),
    st.builds(to, st.sampled_from(KINDS), st.integers(0, 1)),
    st.builds(lambda rune: {"way": "add", "to": rune}, st.sampled_from(KINDS)),
)


@settings(max_examples=40, deadline=None)
@given(marked=st.integers(13, 15), faces=st.lists(st.integers(1, 7), min_size=2, max_size=2), ways=st.lists(WAYS))
def test_dice_that_are_as_they_fell_again_leave_all_as_it_was(
    marked: int, faces: list[int], ways: list[dict[str, Any]]
) -> None:
    table = fight()
    oro = bleeding(table, marked)
    table.do("bleed", creature=oro, dice={"faces": faces})
    before = table.creature(oro).trackers, keys(table, oro)
    for count in range(1, len(ways) + 1):
        with suppress(RuleError, InvalidInput):  # a die may be touched in each way once
            touch(table, oro, *ways[:count])
    touch(table, oro)
    assert (table.creature(oro).trackers, keys(table, oro)) == before
