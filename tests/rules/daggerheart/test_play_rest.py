"""What does a rest give, cost, bring back and end?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.events import TrackerSet
from rules.core.history import Entry
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.adjust("hit_points", 5, evening.oro)
    evening.adjust("stress", 4, evening.oro)
    evening.adjust("armor_slots", 3, evening.oro)
    evening.adjust("hit_points", 3, evening.mira)
    return evening


def choice(creature: str, move: str, target: str | None = None) -> dict[str, Any]:
    return {"creature": creature, "move": move, **({"target": target} if target else {})}


def test_a_short_rest_clears_a_d4_and_the_tier(evening: Evening) -> None:
    choices = [choice(evening.oro, "tend_to_wounds"), choice(evening.oro, "clear_stress")]
    evening.do("rest", kind="short", choices=choices, dice={"fear": 3, evening.oro: [2, 4]})
    assert evening.hold(evening.oro, "hit_points", "stress") == (2, 0)
    assert evening.value("fear") == 3
    assert "Oro: Tend to Wounds, 2 + 1: 3 cleared" in evening.said()


def test_the_higher_tier_clears_more(evening: Evening) -> None:
    evening.do("change_creature", creature=evening.mira, changes={"numbers": {"level": 5}})
    choices = [choice(evening.mira, "tend_to_wounds", evening.oro)]
    evening.do("rest", kind="short", choices=choices, dice={"fear": 1, evening.mira: 2})
    assert evening.value("hit_points", evening.oro) == 0


def test_the_same_move_may_be_made_twice_but_no_third_one(evening: Evening) -> None:
    twice = [choice(evening.oro, "repair_armor")] * 2
    evening.do("rest", kind="short", choices=twice, dice={"fear": 1, evening.oro: [1, 1]})
    assert evening.value("armor_slots", evening.oro) == 0
    with pytest.raises(InvalidInput) as refused:
        evening.do("rest", kind="short", choices=[*twice, choice(evening.oro, "prepare")])
    assert refused.value.errors[0].pointer == "/choices/2"


def test_a_long_rest_clears_all_and_gives_the_gm_more(evening: Evening) -> None:
    moves = ("tend_to_wounds", "clear_stress")
    choices = [choice(evening.oro, move) for move in moves] + [choice(evening.mira, "repair_armor", evening.oro)]
    evening.do("rest", kind="long", choices=choices, dice={"fear": 2})
    assert evening.hold(evening.oro, "hit_points", "stress", "armor_slots") == (0, 0, 0)
    assert evening.value("fear") == 4


def test_preparing_together_gives_two(evening: Evening) -> None:
    evening.do("rest", kind="short", choices=[choice(evening.oro, "prepare")])
    assert evening.value("hope", evening.oro) == 4
    evening.do("rest", kind="short", choices=[choice(evening.oro, "prepare"), choice(evening.mira, "prepare")])
    assert (evening.value("hope", evening.oro), evening.value("hope", evening.mira)) == (6, 4)


def test_after_three_short_rests_the_next_is_long(evening: Evening) -> None:
    for _ in range(3):
        evening.do("rest", kind="short")
    with pytest.raises(RuleError) as refused:
        evening.do("rest", kind="short")
    assert refused.value.code == "long-rest-due"
    evening.do("rest", kind="long")
    evening.do("rest", kind="short")
    assert evening.value("short_rests") == 1


def test_an_interrupted_short_rest_gives_nobody_anything(evening: Evening) -> None:
    before = evening.game.state
    evening.do("rest", kind="short", interrupted=True, choices=[choice(evening.oro, "tend_to_wounds")])
    assert evening.game.state == before
    assert "rest_interrupted" in evening.codes()


def test_an_interrupted_long_rest_is_a_short_one(evening: Evening) -> None:
    choices = [choice(evening.oro, "tend_to_wounds")]
    evening.do("rest", kind="long", interrupted=True, choices=choices, dice={"fear": 1, evening.oro: [1]})
    assert (evening.value("hit_points", evening.oro), evening.value("fear"), evening.value("short_rests")) == (3, 1, 1)


def test_effects_until_a_rest_end_with_any_and_those_until_a_long_one_only_with_that(evening: Evening) -> None:
    for edge in ("short_rest", "long_rest"):
        evening.do("add_condition", creature=evening.oro, condition="restrained", reason=edge, until={"edge": edge})
    evening.do("rest", kind="short")
    assert [c.reason for c in evening.creature(evening.oro).conditions.values()] == ["long_rest"]
    evening.do("add_condition", creature=evening.oro, condition="hidden", until={"edge": "short_rest"})
    evening.do("rest", kind="long")
    assert evening.conditions(evening.oro) == []


def test_long_term_countdowns_advance_on_a_long_rest_and_one_of_the_gms_choice(evening: Evening) -> None:
    evening.do("add_clock", name="Siege", size=6, ticks="long_rest")
    evening.do("add_clock", name="Plague", size=6)
    siege, plague = evening.game.state.clocks
    evening.do("rest", kind="short")
    evening.do("rest", kind="long", clock=plague)
    assert [evening.game.state.clocks[id].value for id in (siege, plague)] == [1, 1]


def test_a_project_advances_its_countdown_on_a_long_rest_only(evening: Evening) -> None:
    evening.do("add_clock", name="Old tome", size=4, kind="countdown")
    (tome,) = evening.game.state.clocks
    project = choice(evening.mira, "work_on_a_project", tome)
    evening.do("rest", kind="long", choices=[project])
    assert evening.game.state.clocks[tome].value == 3
    wrong_ones: list[dict[str, Any]] = [
        {"kind": "short", "choices": [project]},
        {"kind": "long", "choices": [{**project, "target": None}]},
    ]
    for wrong in wrong_ones:
        with pytest.raises(InvalidInput) as refused:
            evening.do("rest", **wrong)
        assert refused.value.errors[0].pointer == "/choices/0/move"


def test_time_passes(evening: Evening) -> None:
    evening.do("rest", kind="short")
    assert evening.game.state.time.minute == 540
    evening.do("rest", kind="long")
    assert evening.game.state.time.minute == 1020


@pytest.mark.case("GM-115")
def test_the_gm_gains_fear_for_the_party_once_however_many_rest(evening: Evening) -> None:
    for name in ("Ash", "Birch", "Cedar"):
        evening.pc(name)
    evening.do("rest", kind="short", dice={"fear": 3})
    assert evening.value("fear") == 3
    evening.undo()
    evening.do("rest", kind="long", dice={"fear": 3})
    assert evening.value("fear") == 3 + 5


def test_fear_from_a_rest_stops_at_its_limit(evening: Evening) -> None:
    evening.fear(11)
    evening.do("rest", kind="long", dice={"fear": 4})
    assert evening.value("fear") == 12


def test_all_dice_of_a_rest_are_asked_for_at_once(evening: Evening) -> None:
    choices = [choice(evening.oro, "tend_to_wounds"), choice(evening.oro, "clear_stress")]
    with pytest.raises(Need) as asked:
        evening.do("rest", kind="short", choices=choices, physical=True)
    assert asked.value.asks == (
        {"dice": "fear", "sides": 4, "count": 1},
        {"dice": evening.oro, "sides": 4, "count": 2},
    )


def test_only_characters_choose_and_only_what_there_is(evening: Evening) -> None:
    for wrong, pointer in (
        (choice(evening.bear, "prepare"), "/choices/0/creature"),
        (choice(evening.oro, "prepare", evening.mira), "/choices/0/target"),
    ):
        with pytest.raises(InvalidInput) as refused:
            evening.do("rest", kind="short", choices=[wrong])
        assert refused.value.errors[0].pointer == pointer
    with pytest.raises(RuleError):
        evening.do("rest", kind="short", choices=[choice(evening.oro, "tend_to_wounds", "c_nobody")])


def test_the_dead_do_not_rest_and_are_not_counted(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.mira, condition="dead")
    evening.do("rest", kind="long", dice={"fear": 1})
    assert evening.value("fear") == 2
    with pytest.raises(RuleError) as refused:
        evening.do("rest", kind="long", choices=[choice(evening.mira, "prepare")])
    assert refused.value.code == "cannot-act"


def test_one_who_is_woken_by_an_ally_first_may_choose_too(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.oro, condition="unconscious")
    prepares = choice(evening.oro, "prepare")
    with pytest.raises(RuleError):
        evening.do("rest", kind="short", choices=[prepares])
    evening.do("rest", kind="short", choices=[choice(evening.mira, "tend_to_wounds", evening.oro), prepares])
    assert evening.value("hope", evening.oro) == 4


def test_a_rest_is_one_step_and_undo_takes_it_back(evening: Evening) -> None:
    before = evening.game.state
    choices = [choice(evening.oro, "tend_to_wounds"), choice(evening.mira, "prepare")]
    evening.do("rest", kind="short", choices=choices)
    evening.undo()
    assert evening.game.state == before


def changed(entries: tuple[Entry, ...]) -> set[str]:
    return {entry.event.key for entry in entries if isinstance(entry.event, TrackerSet)}


def test_a_preview_leaves_out_what_hangs_on_dice(evening: Evening) -> None:
    drawn = evening.dice.getstate()
    choices = [choice(evening.oro, "tend_to_wounds"), choice(evening.mira, "prepare")]
    seen = evening.preview("rest", kind="short", choices=choices)
    assert (changed(seen.added), evening.dice.getstate() == drawn) == ({"hope", "short_rests"}, True)
    seen = evening.preview("rest", kind="short", choices=choices, dice={"fear": 2, evening.oro: 1})
    assert changed(seen.added) == {"hope", "short_rests", "hit_points", "fear"}
