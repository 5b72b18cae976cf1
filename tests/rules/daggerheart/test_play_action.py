"""Does an action roll in play pay what it should, and only that?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import seat_viewer
from rules.core.rolling import Roll, odds_in_game
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_success_with_fear_stands_gives_the_gm_a_fear_and_has_a_cost(evening: Evening) -> None:
    roll = evening.act(5, 7, parameters={"difficulty": 13, "modifier": 1})
    assert (roll.facts["total"], roll.facts["outcome"]) == (13, "success_fear")
    assert (evening.value("fear"), evening.value("hope", evening.oro), evening.note) == (1, 3, "cost")


def test_a_success_with_hope_gives_a_hope_and_calls_for_nothing(evening: Evening) -> None:
    evening.act(9, 4)
    assert (evening.value("fear"), evening.value("hope", evening.oro), evening.note) == (0, 4, None)


def test_a_failure_with_hope_gives_a_hope_and_calls_for_a_soft_move(evening: Evening) -> None:
    evening.act(4, 2)
    assert (evening.value("hope", evening.oro), evening.note) == (4, "soft")


def test_a_failure_with_fear_gives_the_gm_a_fear_and_calls_for_a_hard_move(evening: Evening) -> None:
    evening.act(2, 4)
    assert (evening.value("fear"), evening.value("hope", evening.oro), evening.note) == (1, 3, "hard")


def test_a_pair_gives_a_hope_and_clears_a_stress(evening: Evening) -> None:
    evening.adjust("stress", 2, evening.oro)
    evening.act(1, 1, parameters={"difficulty": 30})
    assert evening.hold(evening.oro, "hope", "stress") == (4, 1)
    assert evening.note is None


@pytest.mark.case("GM-076")
def test_a_reaction_roll_pays_nothing_moves_nothing_and_takes_no_help(evening: Evening) -> None:
    evening.do("add_clock", name="Flood", size=4, ticks="action_roll")
    evening.act(2, 9, parameters={"difficulty": 9, "reaction": True})
    (clock,) = evening.game.state.clocks.values()
    assert (evening.value("fear"), evening.note, evening.active, clock.value) == (0, None, None, 0)
    with pytest.raises(InvalidInput) as refused:
        evening.act(2, 9, parameters={"difficulty": 9, "reaction": True}, helpers=[evening.mira])
    assert refused.value.errors[0].pointer == "/parameters/helpers"


def test_the_one_who_rolls_takes_the_spotlight(evening: Evening) -> None:
    evening.act(9, 4)
    evening.act(9, 4, who=evening.mira)
    assert evening.active == evening.mira
    assert [id for id, _ in evening.game.state.order.trail] == [evening.oro, evening.mira]


def test_the_difficulty_comes_from_the_target_and_the_modifier_from_the_sheet(evening: Evening) -> None:
    roll = evening.act(5, 4, targets=[evening.bear], **{"with": "agility,sailor"})
    assert roll.secret["filled"]["difficulty"] == 13
    assert [(m["amount"], m["why"]) for m in roll.secret["modifiers"]] == [(1, "agility"), (2, "Sailor")]
    assert (roll.facts["total"], roll.facts["outcome"]) == (12, "failure_hope")


def test_each_experience_costs_a_hope_before_the_roll(evening: Evening) -> None:
    evening.act(4, 6, parameters={"difficulty": 16}, **{"with": "agility,sailor,diver"})
    assert evening.value("hope", evening.oro) == 1
    evening.adjust("hope", -1, evening.oro)
    with pytest.raises(RuleError) as refused:
        evening.act(12, 6, **{"with": "sailor"})
    assert (refused.value.code, dict(refused.value.facts)) == (
        "not-enough-hope",
        {"have": 0, "need": 1, "creature": evening.oro},
    )


def test_each_helper_pays_a_hope_and_only_the_best_die_counts(evening: Evening) -> None:
    tamsin = evening.pc("Tamsin")
    roll = evening.act(5, 4, helpers=[evening.mira, tamsin], dice={"helpers": [2, 5]})
    assert (roll.facts["total"], roll.facts["outcome"]) == (14, "success_hope")
    assert (evening.value("hope", evening.mira), evening.value("hope", tamsin)) == (1, 1)


@pytest.mark.parametrize("place", [0, 1])
def test_nobody_helps_with_their_own_roll_or_twice(evening: Evening, place: int) -> None:
    helpers = [[evening.oro], [evening.mira, evening.mira]][place]
    with pytest.raises(InvalidInput) as refused:
        evening.act(5, 4, helpers=helpers)
    assert refused.value.errors[0].pointer == f"/helpers/{place}"


def test_vulnerable_and_hidden_on_one_target_cancel(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.bear, condition="vulnerable")
    assert evening.act(5, 4, targets=[evening.bear], dice={"own": 4}).secret["filled"]["advantage"] == 1
    evening.do("add_condition", creature=evening.bear, condition="hidden")
    filled = evening.act(5, 4, targets=[evening.bear]).secret["filled"]
    assert (filled["advantage"], filled["disadvantage"]) == (1, 1)


def test_a_modifier_can_be_switched_off_by_its_id(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.bear, condition="vulnerable")
    (reason,) = evening.act(5, 4, targets=[evening.bear], dice={"own": 4}).secret["modifiers"]
    roll = evening.act(5, 4, targets=[evening.bear], off=[reason["id"]])
    assert (roll.secret["filled"]["advantage"], roll.secret["modifiers"]) == (0, ())


def test_an_attack_leads_to_its_damage_roll_and_that_to_the_damage(evening: Evening) -> None:
    evening.act(9, 4, targets=[evening.bear], **{"with": "sword"})
    command = evening.then(evening.oro)
    assert command is not None
    assert command["parameters"] == {"dice": "d8", "proficiency": 1, "modifier": 3, "critical": False}
    evening.send({**command, "dice": {"dice": [6]}})
    taken = evening.then(evening.oro)
    assert taken is not None
    assert taken["sources"] == [{"amount": 9, "types": ["physical"]}]
    evening.send(taken)
    assert evening.value("hit_points", evening.bear) == 2


def test_a_pair_leads_to_critical_damage(evening: Evening) -> None:
    evening.act(4, 4, targets=[evening.bear], **{"with": "sword"})
    command = evening.then(evening.oro)
    assert command is not None
    evening.send({**command, "dice": {"dice": [2]}})
    assert evening.last(evening.oro).facts["total"] == 2 + 8 + 3


def test_a_miss_and_a_roll_without_a_weapon_lead_to_nothing(evening: Evening) -> None:
    evening.act(3, 2, targets=[evening.bear], **{"with": "sword"})
    assert evening.then(evening.oro) is None
    evening.act(12, 11, targets=[evening.bear], **{"with": "agility"})
    assert evening.then(evening.oro) is None


def test_an_attack_ends_being_hidden_and_another_roll_does_not(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.oro, condition="hidden")
    evening.act(9, 4, **{"with": "agility"})
    assert evening.conditions(evening.oro) == ["hidden"]
    evening.act(9, 4, targets=[evening.bear], **{"with": "sword"})
    assert evening.conditions(evening.oro) == []


def test_a_character_who_is_attacked_is_hit_by_evasion_and_else_the_gm_says(evening: Evening) -> None:
    roll = evening.act(9, 4, targets=[evening.mira], **{"with": "sword"})
    assert roll.secret["filled"]["difficulty"] == 12
    with pytest.raises(Need) as asked:
        evening.act(9, 4, targets=[evening.mira], **{"with": "agility"})
    assert asked.value.asks == ({"number": "difficulty", "creature": evening.mira},)


def test_a_row_with_only_a_name_and_hit_points_asks_for_its_difficulty(evening: Evening) -> None:
    rat = evening.add("Rat", trackers={"hit_points": {"max": 3}})
    with pytest.raises(Need) as asked:
        evening.act(9, 4, targets=[rat])
    assert asked.value.asks == ({"number": "difficulty", "creature": rat},)
    assert evening.act(9, 4, targets=[rat], parameters={"difficulty": 10}).facts["outcome"] == "success_hope"


def test_a_trait_that_the_sheet_lacks_is_asked_for(evening: Evening) -> None:
    with pytest.raises(Need) as asked:
        evening.act(9, 4, **{"with": "spellcast"})
    assert asked.value.asks == ({"number": "spellcast", "creature": evening.oro},)
    roll = evening.act(9, 4, parameters={"difficulty": 13, "spellcast": 2}, **{"with": "spellcast"})
    assert roll.facts["total"] == 15


@pytest.mark.parametrize(
    ("parameters", "pointer"),
    [
        ({"difficulty": "13"}, "/parameters/difficulty"),
        ({"difficulty": 13, "modifier": "x"}, "/parameters/modifier"),
        ({"difficulty": 13, "advantage": -1}, "/parameters/advantage"),
        ({"difficulty": 13, "luck": 1}, "/parameters/luck"),
    ],
)
def test_what_does_not_fit_is_pointed_at(evening: Evening, parameters: dict[str, Any], pointer: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        evening.act(5, 4, parameters=parameters)
    assert refused.value.errors[0].pointer == pointer


def test_a_key_that_is_not_on_the_sheet_is_refused(evening: Evening) -> None:
    with pytest.raises(InvalidInput) as refused:
        evening.act(5, 4, **{"with": "agility,axe"})
    assert refused.value.errors[0].pointer == "/with"
    assert "sword" in refused.value.errors[0].facts["options"]


def test_thirteen_with_fear_is_one_tap(evening: Evening) -> None:
    said = {"with": "fear", "success": True, "total": 13}
    evening.do("roll", roll="action", creature=evening.oro, announced=said)
    assert (evening.value("fear"), evening.note, evening.active) == (1, "cost", evening.oro)
    assert "Oro: 13 with Fear: success" in evening.said()


@pytest.mark.parametrize(
    ("announced", "outcome", "hope", "fear", "note"),
    [
        ({"with": "critical"}, "critical", 4, 0, None),
        ({"with": "hope", "success": False}, "failure_hope", 4, 0, "soft"),
        ({"with": "hope", "total": 13}, "success_hope", 4, 0, None),
        ({"with": "fear", "total": 12}, "failure_fear", 3, 1, "hard"),
    ],
)
def test_what_is_announced_counts(
    evening: Evening, announced: dict[str, Any], outcome: str, hope: int, fear: int, note: str | None
) -> None:
    evening.do("roll", roll="action", creature=evening.oro, targets=[evening.bear], announced=announced)
    assert evening.last(evening.oro).facts["outcome"] == outcome
    assert (evening.value("hope", evening.oro), evening.value("fear"), evening.note) == (hope, fear, note)


def test_an_announced_result_that_nobody_can_judge_pays_all_the_same(evening: Evening) -> None:
    evening.do("roll", roll="action", creature=evening.oro, announced={"with": "fear"})
    assert evening.last(evening.oro).facts["outcome"] is None
    assert (evening.value("fear"), evening.note) == (1, "cost")
    evening.do("roll", roll="action", creature=evening.oro, announced={"with": "hope", "total": 14})
    assert evening.value("hope", evening.oro) == 4
    assert evening.said()[-1:] != ["?"]
    assert "Oro: 14 with Hope" in evening.said()


def test_an_announced_total_is_judged_against_each_target(evening: Evening) -> None:
    wolf = evening.add("Wolf", numbers={"difficulty": 15})
    targets = [evening.bear, wolf]
    evening.do("roll", roll="action", creature=evening.oro, targets=targets, announced={"with": "hope", "total": 14})
    found = evening.last(evening.oro).secret["targets"]
    assert [target["outcome"] for target in found] == ["success_hope", "failure_hope"]


def test_an_announcement_needs_its_with_but_for_a_reaction(evening: Evening) -> None:
    with pytest.raises(InvalidInput) as refused:
        evening.do("roll", roll="action", creature=evening.oro, announced={"success": True})
    assert refused.value.errors[0].pointer == "/announced/with"
    reaction = {"difficulty": 12, "reaction": True}
    evening.do("roll", roll="action", creature=evening.oro, parameters=reaction, announced={"total": 12})
    assert evening.last(evening.oro).facts["outcome"] == "success"


def test_undo_takes_all_of_a_roll_back(evening: Evening) -> None:
    evening.adjust("stress", 1, evening.oro)
    evening.do("add_clock", name="Flood", size=4, ticks="action_roll")
    evening.do("add_condition", creature=evening.oro, condition="hidden")
    before = evening.game.state
    evening.act(6, 6, targets=[evening.bear], helpers=[evening.mira], dice={"helpers": [3]}, **{"with": "sword,sailor"})
    assert evening.game.state != before
    evening.undo()
    assert evening.game.state == before


def test_amending_takes_back_what_the_roll_paid_and_pays_anew(evening: Evening) -> None:
    evening.do("add_clock", name="Flood", size=6, ticks="progress")
    (clock,) = evening.game.state.clocks
    roll = evening.act(9, 4, **{"with": "sailor"})
    assert (evening.value("hope", evening.oro), evening.game.state.clocks[clock].value) == (3, 2)
    evening.do("amend_roll", id=roll.id, dice={"fear": 10})
    assert evening.last(evening.oro).facts["outcome"] == "success_fear"
    assert (evening.value("hope", evening.oro), evening.value("fear"), evening.note) == (2, 1, "cost")
    assert evening.game.state.clocks[clock].value == 1
    evening.do("amend_roll", id=evening.last(evening.oro).id, dice={"fear": 4}, parameters={"difficulty": 30})
    assert (evening.value("hope", evening.oro), evening.value("fear"), evening.note) == (3, 0, "soft")
    assert evening.game.state.clocks[clock].value == 0


def test_an_amended_roll_lets_go_of_dice_that_it_no_longer_needs(evening: Evening) -> None:
    roll = evening.act(9, 4, parameters={"difficulty": 13, "advantage": 1}, dice={"own": 6})
    evening.do("amend_roll", id=roll.id, parameters={"advantage": 0})
    assert (evening.last(evening.oro).facts["total"], evening.last(evening.oro).amended) == (13, True)


def test_a_preview_asks_nothing_draws_nothing_and_shows_the_odds(evening: Evening) -> None:
    drawn = evening.dice.getstate()
    seen = evening.preview("roll", roll="action", creature=evening.oro, targets=[evening.bear], **{"with": "sword"})
    assert (seen.added, evening.dice.getstate() == drawn) == ((), True)
    (odds,) = seen.odds
    assert str(odds["odds"].outcomes["success_hope"]) == "41/144"
    announced = evening.preview("roll", roll="action", creature=evening.oro, announced={"with": "fear"})
    assert [entry.event.__class__.__name__ for entry in announced.added][:2] == ["Rolled", "TrackerSet"]


def test_with_two_targets_one_roll_is_compared_with_each(evening: Evening) -> None:
    wolf = evening.add("Wolf", numbers={"difficulty": 15})
    evening.act(8, 5, targets=[evening.bear, wolf], **{"with": "sword"})
    found = evening.last(evening.oro).secret["targets"]
    assert [target["outcome"] for target in found] == ["success_hope", "failure_hope"]
    assert found[0]["then"]["targets"] == [evening.bear]
    assert found[1]["then"] is None


@pytest.mark.case("GM-041")
def test_countdowns_tick_by_what_they_listen_to(evening: Evening) -> None:
    for ticks in ("action_roll", "progress", "consequence", "long_rest", "by_hand"):
        evening.do("add_clock", name=ticks, size=6, kind="countdown", ticks=ticks)
    evening.act(9, 2, parameters={"difficulty": 30})
    left = {clock.name: clock.value for clock in evening.game.state.clocks.values()}
    assert left == {"action_roll": 5, "progress": 6, "consequence": 4, "long_rest": 6, "by_hand": 6}


def test_an_outcome_that_nobody_can_judge_ticks_only_the_standard_countdown(evening: Evening) -> None:
    for ticks in ("action_roll", "progress"):
        evening.do("add_clock", name=ticks, size=6, ticks=ticks)
    evening.do("roll", roll="action", creature=evening.oro, announced={"with": "hope"})
    assert [clock.value for clock in evening.game.state.clocks.values()] == [1, 0]


def test_a_linked_pair_moves_once(evening: Evening) -> None:
    evening.do("add_clock", name="Ritual", size=6)
    (ritual,) = evening.game.state.clocks
    evening.do("add_clock", name="Flood", size=6, ticks="action_roll", link=ritual)
    evening.do("add_clock", name="Escape", size=6, ticks="progress", link=ritual)
    evening.act(9, 4)
    assert [clock.value for clock in evening.game.state.clocks.values()] == [1, 1, 2]


@pytest.mark.case("GM-041")
def test_a_countdown_that_fired_and_looped_is_taken_back_by_an_amendment(evening: Evening) -> None:
    evening.do("add_clock", name="Waves", size=2, kind="countdown", ticks="consequence", loop="growing")
    (clock,) = evening.game.state.clocks
    roll = evening.act(4, 9, parameters={"difficulty": 30})
    assert (evening.game.state.clocks[clock].size, evening.game.state.clocks[clock].value) == (3, 3)
    evening.do("amend_roll", id=roll.id, parameters={"difficulty": 13})
    assert (evening.game.state.clocks[clock].size, evening.game.state.clocks[clock].value) == (2, 1)


@pytest.mark.parametrize("start", [6, 1], ids=["it moves", "it fires"])
def test_a_players_roll_moves_a_hidden_countdown_and_hears_nothing_of_it(start: int) -> None:
    def played(*, hides_one: bool) -> Evening:
        evening = Evening()
        if hides_one:
            evening.do("add_clock", name="Ambush", size=start, kind="countdown", ticks="action_roll", loop="same")
        evening.act(4, 9, by=f"seat:{evening.oro}")
        evening.do("amend_roll", by=f"seat:{evening.oro}", id=evening.last(evening.oro).id, dice={"hope": 10})
        return evening

    with_it, without = played(hides_one=True), played(hides_one=False)
    oro = seat_viewer(with_it.oro)
    assert [clock.value for clock in with_it.game.state.clocks.values()] == [max(1, start - 1)]
    assert with_it.codes(oro) == without.codes(oro)
    assert with_it.said(viewer=oro) == without.said(viewer=oro)
    assert with_it.see(oro)["clocks"] == {}


def test_one_who_is_unconscious_cannot_act_unless_the_gm_says_so(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.oro, condition="unconscious")
    with pytest.raises(RuleError) as refused:
        evening.act(9, 4)
    assert (refused.value.code, refused.value.facts["condition"]) == ("cannot-act", "unconscious")
    evening.act(9, 4, off=[refused.value.facts["modifier"]])
    with pytest.raises(RuleError):
        evening.act(9, 4, who=evening.mira, helpers=[evening.oro], dice={"helpers": [3]})


def test_a_hope_feature_takes_the_hope_that_the_roll_gains_first(evening: Evening) -> None:
    feature = {"kind": "feature", "name": "Rally", "facts": {"cost": {"hope": 3}}}
    evening.do("change_creature", creature=evening.oro, changes={"features": {"rally": feature}})
    evening.adjust("hope", 3, evening.oro)
    evening.act(9, 4, **{"with": "rally"})
    assert evening.value("hope", evening.oro) == 4
    evening.adjust("hope", -2, evening.oro)
    evening.act(4, 10, **{"with": "rally"})
    assert evening.value("hope", evening.oro) == 2
    assert "feature_not_paid" in evening.codes()
    evening.act(10, 4, **{"with": "rally"})
    assert evening.value("hope", evening.oro) == 0


def test_a_players_roll_without_a_difficulty_waits_for_the_gm(evening: Evening) -> None:
    dice = {"hope": 9, "fear": 4}
    evening.do("roll", by=f"seat:{evening.oro}", roll="action", creature=evening.oro, dice=dice)
    (ask,) = evening.see()["asks"]
    assert (ask["kind"], ask["schema"]["required"], evening.rolled()) == ("difficulty", ["difficulty"], [])
    evening.do("answer", id=ask["id"], difficulty=12)
    assert evening.last(evening.oro).facts["outcome"] == "success_hope"
    assert evening.see()["asks"] == ()


def test_a_seats_odds_tell_no_difficulty(evening: Evening) -> None:
    command = Roll(roll="action", creature=evening.oro, targets=(evening.bear,))
    with pytest.raises(Need):
        odds_in_game(evening.game.system, evening.game.state, command, evening.oro)
    assert "13" not in str(evening.see(seat_viewer(evening.oro))["creatures"][evening.bear])
