"""The generic game at the table: a fight by initiative, damage, conditions, healing, a rest."""

import re
from pathlib import Path

import pytest

from rules import content
from rules.core import telling
from rules.core.errors import InvalidInput, RuleError
from rules.core.packs.check import check_pack
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from rules.registry import get_system
from tests.rules.packs.generic import damage, seen_conditions, texts
from tests.rules.table import Table

STATIC = Path(__file__).parents[3] / "static"


@pytest.fixture
def table() -> Table:
    return Table("generic")


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


def test_a_forgotten_modifier_is_added_to_a_roll_and_named(table: Table) -> None:
    oro = table.pc(numbers={"initiative": 3})
    table.do("roll", roll="initiative", creature=oro, dice={"d20": [11]})
    (roll,) = table.game.state.rolls.values()
    table.do("amend_roll", id=roll.id, add=[{"amount": 2, "reason": "the bell"}])
    (amended,) = table.game.state.rolls.values()
    assert amended.facts["total"] == 16
    assert [modifier["why"] for modifier in amended.secret["modifiers"]] == ["initiative", "the bell"]


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


@pytest.mark.case("GM-112")
def test_hit_points_that_are_given_stand_above_any_other(table: Table) -> None:
    rat = table.add("Rat", trackers={"hp": {"max": 12}})
    assert table.value("hp", rat) == 12
    damage(table, rat, 7)
    table.do("set_tracker", creature=rat, tracker="hp", max=20)
    assert table.see()["creatures"][rat]["trackers"]["hp"] == {"kind": "pool", "value": 5, "max": 20}


@pytest.mark.case("GM-067")
def test_small_damage_against_temporary_hit_points_never_heals(table: Table) -> None:
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


@pytest.mark.case("GM-066")
def test_who_has_no_hit_points_takes_none_and_is_told_so(table: Table) -> None:
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
