"""The generic game at the table: a fight by initiative, damage, conditions, healing, a rest."""

import re
from pathlib import Path
from typing import Any

import pytest

from rules import content
from rules.core import log, telling
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.packs.check import check_pack
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.say import Words
from rules.registry import get_system
from tests.rules.table import Table

STATIC = Path(__file__).parents[3] / "static"


@pytest.fixture
def table() -> Table:
    return Table("generic")


def texts(table: Table, viewer: Viewer = GM_VIEWER, lang: str = "en") -> list[str]:
    words: Words = content.words("generic", lang)
    titles = content.titles("generic", lang)
    return [telling.text(line, words, titles) for line in log.lines(table.game, viewer)]


def seen_conditions(table: Table, id: str) -> list[str]:
    return sorted(condition["key"] for condition in table.see()["creatures"][id]["conditions"])


def damage(table: Table, id: str, amount: int, **fields: Any) -> None:
    table.do("take_damage", creature=id, amount=amount, **fields)


def named(what: str) -> dict[str, Any]:
    """What a roll names of the sheet."""
    return {"with": what}


# --- the pack


def test_the_generic_pack_has_no_faults() -> None:
    checked = check_pack(get_system("generic").folder)
    assert list(checked.faults) == []
    assert 40 <= checked.cards <= 70


def test_every_icon_of_a_condition_is_in_the_sprite() -> None:
    known = set(re.findall(r'id="([^"]+)"', (STATIC / "icons.svg").read_text("utf-8")))
    assert {spec.icon for spec in get_system("generic").data.conditions.values()} <= known


def test_there_is_no_python_in_it() -> None:
    assert list(get_system("generic").folder.rglob("*.py")) == []


def test_every_offered_condition_can_be_given_and_every_duration_of_it(table: Table) -> None:
    rat = table.add("Rat")
    table.do("start_encounter", scores={rat: 9})
    for key, spec in get_system("generic").data.conditions.items():
        oro = table.pc()
        table.do("add_condition", creature=oro, condition=key, value=1 if spec.has_value else None)
        for lasts in spec.lasts:
            until = {name: getattr(lasts, name) for name in ("edge", "turns", "rounds", "minutes")}
            of = {"creature": rat if lasts.of == "source" else oro} if lasts.edge in ("turn_start", "turn_end") else {}
            given = {name: value for name, value in {**until, **of}.items() if value is not None}
            table.do("add_condition", creature=oro, condition=key, until=given, source=rat, value=1, reason="again")
        assert key in seen_conditions(table, oro)


# --- a fight


def test_a_fight_goes_by_initiative_and_players_act_first_on_a_tie(table: Table) -> None:
    rat, oro, owl = table.add("Rat"), table.pc("Oro"), table.pc("Owl")
    table.do("start_encounter", scores={rat: 15, oro: 15, owl: 20})
    order = []
    for _ in range(4):
        order.append(table.active)
        table.do("end_turn")
    assert order == [owl, oro, rat, owl]
    assert table.game.state.order.round == 2


def test_an_initiative_roll_sets_the_place_in_the_order(table: Table) -> None:
    oro = table.pc(numbers={"initiative": 3})
    rat = table.add("Rat")
    table.do("roll", roll="initiative", creature=oro, dice={"d20": [11]})
    table.do("roll", roll="initiative", creature=rat, dice={"d20": [16]})
    assert (table.creature(oro).score, table.creature(rat).score) == (14, 16)
    table.do("start_encounter")
    assert table.active == rat


def test_an_amended_initiative_roll_sets_the_place_anew(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat", score=12)
    table.do("roll", roll="initiative", creature=oro, dice={"d20": [11]})
    table.do("start_encounter")
    (roll,) = table.game.state.rolls.values()
    table.do("amend_roll", id=roll.id, dice={"d20": [18]})
    entries = table.see()["order"]["entries"]
    assert [entry["score"] for entry in entries] == [18, 12]
    assert table.active == rat


def test_other_orders_are_at_hand(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("start_encounter", policy="popcorn")
    assert table.active is None
    assert set(table.see()["order"]["next"]) == {oro, rat}


# --- damage


def test_a_creature_starts_with_all_its_hit_points(table: Table) -> None:
    assert table.value("hp", table.pc(trackers={"hp": {"max": 24}})) == 24
    assert table.value("hp", table.add("Rat")) == 10
    assert table.value("temporary_hp", table.pc("Owl")) == 0


def test_gm_067_small_damage_against_temporary_hit_points_never_heals(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"value": 6, "max": 20}, "temporary_hp": {"value": 7}})
    damage(table, oro, 4)
    assert (table.value("hp", oro), table.value("temporary_hp", oro)) == (6, 3)
    damage(table, oro, 5)
    assert (table.value("hp", oro), table.value("temporary_hp", oro)) == (4, 0)
    table.do("set_tracker", creature=oro, tracker="temporary_hp", value=3)
    table.do("heal", creature=oro, amount=10, tracker="temporary_hp")
    assert table.value("temporary_hp", oro) == 10
    table.do("heal", creature=oro, amount=4, tracker="temporary_hp")
    assert table.value("temporary_hp", oro) == 10
    table.do("heal", creature=oro, amount=50)
    assert (table.value("hp", oro), table.value("temporary_hp", oro)) == (20, 10)


def test_armor_and_protections_of_the_sheet_count(table: Table) -> None:
    features = {
        "scales": {"kind": "resistance", "name": "scales", "facts": {"type": "fire"}},
        "bones": {"kind": "resistance", "name": "bones", "facts": {"types": ["physical"], "value": 2}},
        "dead": {"kind": "immunity", "name": "dead", "facts": {"type": "poison"}},
        "dry": {"kind": "vulnerability", "name": "dry", "facts": {"type": "cold"}},
    }
    drake = table.add("Drake", numbers={"armor": 3}, trackers={"hp": {"max": 100}}, features=features)
    for amount, kind, left in ((13, "fire", 95), (12, "blunt", 88), (30, "poison", 88), (8, "cold", 78), (5, None, 76)):
        damage(table, drake, amount, damage_type=kind)
        assert table.value("hp", drake) == left, kind
    damage(table, drake, 5, direct=True)
    assert table.value("hp", drake) == 71


def test_a_preview_tells_each_step_before_it_happens(table: Table) -> None:
    oro = table.pc(numbers={"armor": 2}, trackers={"temporary_hp": {"value": 3}})
    played = table.preview("take_damage", creature=oro, amount=20, damage_type="fire")
    told = played.added[0].event
    steps = telling.step_texts({"steps": told.secret["steps"]}, content.words("generic", "en"))  # type: ignore[union-attr]
    assert steps == ["Armor 2: 20 → 18", "Temporary HP: −3", "HP: −10", "5 damage more than there was to lose"]
    assert table.value("hp", oro) == 10
    russian = telling.step_texts({"steps": told.secret["steps"]}, content.words("generic", "ru"))  # type: ignore[union-attr]
    assert russian == [
        "Доспех 2: 20 → 18",
        "Временные хиты: −3",
        "Хиты: −10",
        "5 очков урона сверх того, что было терять",
    ]


def test_the_log_tells_damage_and_healing_in_both_languages(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    damage(table, oro, 4, damage_type="fire", attacker=rat)
    table.do("heal", creature=oro, amount=3)
    assert "Rat → Oro: 4 damage (fire); HP 10 → 6" in texts(table)
    assert "Oro: healed by 3" in texts(table)
    assert "Rat → Oro: 4 очка урона (огонь); Хиты 10 → 6" in texts(table, lang="ru")
    assert "Oro: лечение, 3" in texts(table, lang="ru")


def test_players_hear_the_blow_and_not_what_it_leaves_of_a_foe(table: Table) -> None:
    rat = table.add("Rat", numbers={"armor": 1}, trackers={"hp": {"max": 37}})
    damage(table, rat, 9)
    assert "Rat: 9 damage" in texts(table, PUBLIC_VIEWER)
    assert not any(secret in str(table.public()) for secret in ("37", "29"))
    assert not any("29" in text or "37" in text for text in texts(table, PUBLIC_VIEWER))
    assert "Rat: 9 damage; HP 37 → 29" in texts(table)


def test_damage_to_a_hidden_creature_is_the_gms_alone(table: Table) -> None:
    rat = table.add("Rat", hidden=True)
    before = table.public()
    damage(table, rat, 3)
    assert table.public() == before
    assert not [text for text in texts(table, PUBLIC_VIEWER) if "damage" in text]


def test_a_negative_amount_heals(table: Table) -> None:
    oro = table.pc()
    damage(table, oro, 6)
    damage(table, oro, -4)
    assert table.value("hp", oro) == 8


def test_healing_who_is_unhurt_is_no_event(table: Table) -> None:
    oro = table.pc()
    number = table.game.number
    table.do("heal", creature=oro, amount=5)
    assert table.game.number == number


def test_gm_066_who_has_no_hit_points_takes_none_and_is_told_so(table: Table) -> None:
    mist = table.add("Mist", kind="environment")
    nobody = table.add("Nobody", trackers={"hp": {"max": 0}})
    for id in (mist, nobody):
        with pytest.raises(RuleError) as refused:
            damage(table, id, 3)
        assert refused.value.code == "takes-no-damage"
        assert table.see()["creatures"][id]["health"] is None
        assert seen_conditions(table, id) == []


def test_a_damage_type_that_nobody_knows_is_refused_with_those_that_are(table: Table) -> None:
    oro = table.pc()
    with pytest.raises(InvalidInput) as refused:
        damage(table, oro, 3, damage_type="fier")
    (fault,) = refused.value.errors
    assert (fault.pointer, fault.code) == ("/damage_type", "not-an-option")
    assert "fire" in fault.facts["options"]


def test_damage_and_its_undo_leave_things_as_they_were(table: Table) -> None:
    oro = table.pc(trackers={"temporary_hp": {"value": 2}})
    before = table.game.state
    damage(table, oro, 30)
    table.undo()
    assert table.game.state == before


def test_a_player_does_not_deal_damage_to_others(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    with pytest.raises(RuleError) as refused:
        table.do("take_damage", by=f"seat:{oro}", creature=rat, amount=3)
    assert refused.value.code == "not-for-a-seat"


# --- conditions


def test_gm_111_who_falls_is_told_once_and_who_rises_too(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"value": 3, "max": 10}})
    for step in (3, 2, -1, 1):
        damage(table, oro, step)
    told = [text for text in texts(table) if "Down" in text]
    assert told == ["Oro: now Down", "Oro: no longer Down", "Oro: now Down"]


def test_bloodied_comes_at_half_and_goes_above_it(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"max": 21}})
    damage(table, oro, 10)
    assert seen_conditions(table, oro) == []
    damage(table, oro, 1)
    assert seen_conditions(table, oro) == ["bloodied"]
    damage(table, oro, 10)
    assert seen_conditions(table, oro) == ["down", "incapacitated", "prone"]
    table.do("heal", creature=oro, amount=11)
    assert seen_conditions(table, oro) == []


def test_a_condition_ends_at_the_end_of_its_bearers_next_turn(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("start_encounter", scores={oro: 20, rat: 10})
    table.do(
        "add_condition", creature=rat, condition="stunned", until={"edge": "turn_end", "creature": rat, "turns": 1}
    )
    table.do("end_turn")
    assert seen_conditions(table, rat) == ["incapacitated", "stunned"]
    table.do("end_turn")
    assert seen_conditions(table, rat) == []


def test_dodging_ends_at_the_start_of_the_next_turn(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("start_encounter", scores={oro: 20, rat: 10})
    table.do(
        "add_condition", creature=oro, condition="dodging", until={"edge": "turn_start", "creature": oro, "turns": 1}
    )
    table.do("end_turn")
    assert seen_conditions(table, oro) == ["dodging"]
    table.do("end_turn")
    assert seen_conditions(table, oro) == []


def test_of_two_bleeding_wounds_the_worst_counts_and_exhaustion_adds_up(table: Table) -> None:
    oro = table.pc()
    for value in (3, 5, 2):
        table.do("add_condition", creature=oro, condition="bleeding", value=value)
        table.do("add_condition", creature=oro, condition="exhausted", value=1)
    found = {c["key"]: c["value"] for c in table.see()["creatures"][oro]["conditions"]}
    assert found == {"bleeding": 5, "exhausted": 3}


def test_bleeding_is_due_at_the_start_of_a_turn_and_armor_does_not_help(table: Table) -> None:
    oro, rat = table.pc(numbers={"armor": 5}), table.add("Rat")
    table.do("add_condition", creature=oro, condition="bleeding", value=3)
    table.do("start_encounter", scores={oro: 9, rat: 12})
    assert table.see()["due"] == ()
    table.do("end_turn")
    (due,) = table.see()["due"]
    assert (due["creature"], due["what"], due["edge"]) == (oro, "damage", "turn_start")
    table.do("answer", id=due["id"])
    assert table.value("hp", oro) == 7
    assert table.see()["due"] == ()


def test_gm_116_two_kinds_of_lasting_damage_both_hurt_and_of_one_kind_the_higher(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"max": 30}})
    for key, value in (("bleeding", 6), ("bleeding", 4), ("burning", 5)):
        table.do("add_condition", creature=oro, condition=key, value=value)
    table.do("start_encounter", scores={oro: 9})
    table.do("settle_due")
    assert table.value("hp", oro) == 19
    table.do("settle_due")
    assert table.value("hp", oro) == 19


def test_gm_021_going_back_and_on_again_does_not_hurt_twice(table: Table) -> None:
    oro, rat = table.pc(trackers={"hp": {"value": 20, "max": 20}}), table.add("Rat")
    table.do("add_condition", creature=oro, condition="bleeding", value=3)
    table.do("start_encounter", scores={oro: 9, rat: 12})
    table.do("end_turn")
    table.do("settle_due")
    assert table.value("hp", oro) == 17
    table.undo()
    table.undo()
    table.do("end_turn")
    table.do("settle_due")
    assert table.value("hp", oro) == 17


def test_a_save_at_the_end_of_the_turn_ends_poison(table: Table) -> None:
    oro = table.pc()
    table.do("add_condition", creature=oro, condition="poisoned")
    table.do("start_encounter", scores={oro: 9})
    (due,) = table.see()["due"]
    assert due["needs"] == [{"dice": "d20", "sides": 20, "count": 1}]
    table.do("answer", id=due["id"], dice={"d20": 11})
    assert table.conditions(oro) == ["poisoned"]
    table.do("end_turn")
    (due,) = table.see()["due"]
    table.do("answer", id=due["id"], dice={"d20": 12})
    assert table.conditions(oro) == []


def test_healing_ends_bleeding_and_damage_wakes_a_sleeper(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"value": 5, "max": 10}})
    table.do("add_condition", creature=oro, condition="bleeding", value=2)
    table.do("add_condition", creature=oro, condition="asleep")
    table.do("heal", creature=oro, amount=1)
    assert table.conditions(oro) == ["asleep"]
    damage(table, oro, 1)
    assert table.conditions(oro) == []


def test_what_conditions_do_to_a_roll_is_filled_in_and_named(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("add_condition", creature=oro, condition="exhausted", value=2)
    table.do("add_condition", creature=oro, condition="poisoned")
    table.do("add_condition", creature=rat, condition="prone")
    ask: dict[str, Any] = {
        "creature": oro,
        "targets": [rat],
        "parameters": {"dc": 12, "modifier": 4, "tags": ["close"]},
    }
    table.do("roll", roll="attack", dice={"d20": [11]}, **ask)
    (roll,) = table.game.state.rolls.values()
    reasons = {modifier["why"]: modifier["axis"] for modifier in roll.secret["modifiers"]}
    assert reasons == {"given": "total", "exhausted": "total", "poisoned": "disadvantage", "prone": "advantage"}
    assert (roll.facts["total"], roll.facts["outcome"]) == (13, "success")


def test_help_counts_for_one_roll(table: Table) -> None:
    oro = table.pc()
    table.do("add_condition", creature=oro, condition="helped")
    table.do("roll", roll="check", creature=oro, parameters={"dc": 12}, dice={"d20": [4, 15]})
    assert table.conditions(oro) == []
    (roll,) = table.game.state.rolls.values()
    assert roll.facts["outcome"] == "success"


def test_a_forbidden_roll_is_refused_with_its_reason_and_the_gm_may_allow_it(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("add_condition", creature=oro, condition="charmed", source=rat)
    attack: dict[str, Any] = {
        "roll": "attack",
        "creature": oro,
        "targets": [rat],
        "parameters": {"dc": 5},
        "dice": {"d20": [10]},
    }
    with pytest.raises(RuleError) as refused:
        table.do("roll", **attack)
    assert (refused.value.code, refused.value.facts["condition"]) == ("cannot-act", "charmed")
    table.do("roll", off=[refused.value.facts["modifier"]], **attack)
    other = table.add("Owl")
    table.do("roll", **{**attack, "targets": [other]})


def test_a_roll_without_a_number_asks_the_gm_for_it(table: Table) -> None:
    oro = table.pc()
    with pytest.raises(Need) as need:
        table.do("roll", roll="check", creature=oro)
    assert need.value.asks[0]["number"] == "dc"
    table.do("roll", by=f"seat:{oro}", roll="check", creature=oro, dice={"d20": [14]})
    (ask,) = table.see()["asks"]
    table.do("answer", id=ask["id"], dc=15)
    (roll,) = table.game.state.rolls.values()
    assert roll.facts["outcome"] == "failure"


def test_a_skill_of_the_sheet_adds_its_bonus(table: Table) -> None:
    oro = table.pc(features={"climbing": {"kind": "skill", "name": "Climbing", "facts": {"bonus": 5}}})
    table.do("roll", roll="check", creature=oro, parameters={"dc": 15}, dice={"d20": [10]}, **named("climbing"))
    (roll,) = table.game.state.rolls.values()
    assert roll.facts["total"] == 15
    with pytest.raises(InvalidInput):
        table.do("roll", roll="check", creature=oro, parameters={"dc": 15}, **named("swimming"))


# --- rests


def test_a_long_rest_gives_back_hit_points_and_ends_what_it_ends(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"value": 2, "max": 20}, "temporary_hp": {"value": 5}})
    table.do("add_condition", creature=oro, condition="poisoned", until={"edge": "long_rest"})
    table.do("add_condition", creature=oro, condition="grappled", until={"minutes": 30})
    table.do("rest", kind="short")
    assert table.value("hp", oro) == 2
    assert table.conditions(oro) == ["poisoned"]
    table.do("rest", kind="long")
    assert (table.value("hp", oro), table.value("temporary_hp", oro)) == (20, 0)
    assert table.conditions(oro) == []


def test_an_interrupted_rest_gives_nothing_back(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"value": 2, "max": 20}})
    table.do("rest", kind="long", interrupted=True)
    assert table.value("hp", oro) == 2
    assert texts(table)[-1] == "The rest is interrupted"


def test_a_seat_sees_its_own_numbers_and_no_foes(table: Table) -> None:
    oro, rat = table.pc(numbers={"armor": 2}), table.add("Rat", numbers={"armor": 7})
    seen = table.see(seat_viewer(oro))["creatures"]
    assert seen[oro]["numbers"]["armor"] == 2
    assert "numbers" not in seen[rat]
    assert seen[rat]["health"] == "unhurt"
