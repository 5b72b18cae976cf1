"""Spells: potency and what it is spent on, reckless casters, sustained spells and the roll that an injury asks for."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from tests.rules.shard.table import due, fight, foe, hero, track
from tests.rules.table import Table

LULL = {"kind": "spell", "name": "Lull", "facts": {"school": "charms", "against": "resolve", "sustained": True}}
CHARMS = {"kind": "skill", "name": "Charms", "facts": {"rank": 2}}
POOL = 2 + 2  # Spirit and the rank in the school
RECKLESS = {"kind": "trait", "name": "Reckless caster", "facts": {}}


def caster(table: Table, **features: Any) -> str:
    return hero(table, "Quen", features={"lull": LULL, "charms": CHARMS, **features})


@pytest.fixture
def table() -> Table:
    return fight()


def cast(table: Table, who: str, target: str, **parameters: Any) -> Any:
    table.send(
        {"type": "roll", "roll": "cast", "creature": who, "with": "lull", "targets": [target],
         "parameters": parameters, "dice": {"faces": [6, 7, 6, 6]}}
    )  # fmt: skip
    return table.game.state.rolls[who].facts["more"]


def test_potency_is_ether_dice_and_school_less_components_and_what_was_spent_on_more(table: Table) -> None:
    who, rat = caster(table), foe(table, numbers={"resolve": 1})
    more = cast(table, who, rat, ether_dice=2, missing_components=1, upcast=1)
    assert more["potency"] == 2 + 2 - 1 - 1


def test_dice_of_savvy_tactics_and_ether_go_into_the_pool_of_a_spell_beside_its_potency(table: Table) -> None:
    who, rat = caster(table), foe(table, numbers={"resolve": 1})
    table.do("set_tracker", tracker="tactics", value={"ready": 2, "spent": 0})
    spend = {"savvy": {"dice": 1, "to": "exhausted"}, "tactics": {"dice": 1}, "ether": {"dice": 1}}
    table.send(
        {"type": "roll", "roll": "cast", "creature": who, "with": "lull", "targets": [rat],
         "parameters": {"ether_dice": 2, "spend": spend}, "dice": {"faces": [6, 7, 6, 6, 1, 2, 3]}}
    )  # fmt: skip
    assert table.game.state.rolls[who].facts["more"]["potency"] == 2 + 2
    assert (table.value("savvy", who).exhausted, table.value("tactics").spent) == (1, 1)
    assert (table.value("ether", who).ready, table.value("ether", who).spent) == (1, 3)


def test_a_spell_takes_no_more_ether_than_there_is_for_pool_and_potency_together(table: Table) -> None:
    who, rat = caster(table), foe(table, numbers={"resolve": 1})
    with pytest.raises(RuleError, match="not-enough-dice"):
        cast(table, who, rat, ether_dice=3, spend={"ether": {"dice": 2}})


def test_a_spell_whose_power_is_all_spent_comes_to_nothing(table: Table) -> None:
    who, rat = caster(table), foe(table, numbers={"resolve": 1})
    assert cast(table, who, rat, ether_dice=1, upcast=3)["fizzles"]


def test_a_willing_target_has_no_resolve(table: Table) -> None:
    who, rat = caster(table), foe(table, numbers={"resolve": 9})
    assert cast(table, who, rat, ether_dice=1, willing=True)["net"] == 4


def against_defence(table: Table, rat: str, keywords: str = "", **parameters: Any) -> Any:
    """The number that a spell against Defence must reach, Defence being 3."""
    bolt = {"kind": "spell", "name": "Bolt", "facts": {"against": "defence", "keywords": keywords}}
    who = hero(table, "Vael", features={"bolt": bolt})
    command = {"type": "roll", "roll": "cast", "creature": who, "with": "bolt", "targets": [rat]}
    table.send({**command, "parameters": parameters})
    return table.game.state.rolls[who].secret["filled"]["target"]


@pytest.mark.parametrize(
    ("conditions", "cover", "keywords", "target"),
    [
        ((), None, "", 3),
        (("staggered",), None, "", 2),
        (("stunned",), None, "", 0),
        (("incapacitated",), "full", "", 0),
        (("in-half-cover",), None, "", 4),
        (("in-half-cover",), "half", "", 4),  # the same cover does not count twice
        (("in-half-cover",), "full", "", 5),
        (("in-full-cover",), "half", "ethereal", 3),
    ],
)
def test_what_changes_defence_changes_it_for_spells_too(
    table: Table, conditions: tuple[str, ...], cover: str | None, keywords: str, target: int
) -> None:
    rat = foe(table, numbers={"defence": 3})
    for key in conditions:
        table.do("add_condition", creature=rat, condition=key)
    said = {"cover": cover} if cover else {}
    assert against_defence(table, rat, keywords, **said) == target


def test_what_dice_of_the_defence_came_to_is_to_be_reached_besides(table: Table) -> None:
    rat = foe(table, numbers={"defence": 3})
    assert against_defence(table, rat, defended=2) == 5
    assert against_defence(table, rat, defended=2, willing=True) == 0


def test_a_reckless_caster_uses_dice_that_are_out(table: Table) -> None:
    who, rat = caster(table, **{"reckless-caster": RECKLESS}), foe(table)
    table.do("move_dice", creature=who, tracker="ether", to="depleted", count=3)
    cast(table, who, rat, ether_dice=3, reckless=True)
    pool = table.value("ether", who)
    assert (pool.ready, pool.spent, pool.depleted) == (0, 1, 3)


def test_nobody_else_does(table: Table) -> None:
    who, rat = caster(table), foe(table)
    table.do("move_dice", creature=who, tracker="ether", to="depleted", count=3)
    with pytest.raises(RuleError, match="not-enough-dice"):
        cast(table, who, rat, ether_dice=3, reckless=True)


@pytest.fixture
def sustaining(table: Table) -> str:
    who = caster(table)
    table.do("sustain", creature=who, spell="Lull")
    table.do("sustain", creature=who, spell="Veil")
    return who


def test_one_more_spell_takes_one_more_die_than_the_last(table: Table, sustaining: str) -> None:
    pool = table.value("ether", sustaining)
    assert (pool.ready, pool.exhausted) == (1, 3)


def test_an_injury_asks_by_itself_whether_the_spells_are_kept(table: Table, sustaining: str) -> None:
    assert due(table) == []
    table.do("take_damage", creature=sustaining, amount=2)
    assert due(table) == ["spells"]
    (item,) = table.see()["due"]
    table.do("answer", id=item["id"])
    assert due(table) == []
    assert table.game.state.rolls[sustaining].secret["filled"]["target"] == 3  # to match the damage is no net success


@pytest.mark.parametrize(("on_match", "faces", "kept"), [(False, [6, 6], 0), (False, [6, 6, 7], 1), (True, [6, 6], 1)])
def test_a_spell_is_kept_by_a_challenge_of_its_attribute_and_school(
    on_match: bool, faces: list[int], kept: int
) -> None:
    table = fight(sustain_on_match=on_match)
    who = caster(table)
    table.do("sustain", creature=who, spell="Lull")
    table.do("take_damage", creature=who, amount=2)
    (spell,) = table.game.state.creatures[who].conditions
    pool = [*faces, *[4] * (POOL - len(faces))]
    table.do("answer", id=table.see()["due"][0]["id"], dice={spell: {"faces": pool}})
    record = table.game.state.rolls[who]
    assert (record.roll, record.secret["filled"]["dice"]) == ("challenge", POOL)
    assert len(table.game.state.creatures[who].conditions) == kept
    assert "/" not in track(table, who)  # it was no casting: four blanks strain nobody


def test_what_asks_for_the_spells_can_be_dropped(table: Table, sustaining: str) -> None:
    table.do("take_damage", creature=sustaining, amount=2)
    table.do("drop", id=table.see()["due"][0]["id"])
    assert due(table) == []


def test_one_who_sustains_nothing_is_asked_nothing(table: Table) -> None:
    who = caster(table)
    table.do("take_damage", creature=who, amount=2)
    assert due(table) == []


def test_the_worst_of_two_injuries_is_what_the_spells_are_kept_against(table: Table, sustaining: str) -> None:
    table.do("take_damage", creature=sustaining, amount=1)
    table.do("take_damage", creature=sustaining, amount=3)
    table.do("take_damage", creature=sustaining, amount=2)
    assert table.see()["due"][0]["target"] == 3


def test_components_that_lack_are_named_and_each_takes_a_point_of_potency(table: Table) -> None:
    oro = hero(table)
    given: dict[str, Any] = {"ether_dice": 3, "target": 0, "missing": ["gesture", "material", "gesture"]}
    table.do("roll", roll="cast", creature=oro, parameters=given, dice={"faces": [6, 4]})
    assert table.game.state.rolls[oro].facts["more"]["potency"] == 1
    with pytest.raises(InvalidInput, match="missing"):
        table.do("roll", roll="cast", creature=oro, parameters={"target": 0, "missing": ["dance"]})


@pytest.mark.parametrize(
    ("there", "potency"), [(["gesture", "words", "material"], 3), (["none", "words"], 1), (["none"], 0), ([], 0)]
)
def test_components_that_are_there_may_be_named_instead(table: Table, there: list[str], potency: int) -> None:
    oro = hero(table)
    given: dict[str, Any] = {"ether_dice": 3, "target": 0, "components": there}
    table.do("roll", roll="cast", creature=oro, parameters=given, dice={"faces": [6, 4]})
    assert table.game.state.rolls[oro].facts["more"]["potency"] == potency
    with pytest.raises(InvalidInput, match="components"):
        table.do("roll", roll="cast", creature=oro, parameters={"target": 0, "components": ["dance"]})


def test_a_spell_is_dropped_by_its_name(table: Table) -> None:
    oro = hero(table)
    table.do("sustain", creature=oro, spell="Ward")
    table.do("drop_spell", creature=oro, spell="Ward", by=f"seat:{oro}")
    assert table.conditions(oro) == []
    with pytest.raises(RuleError, match="unknown-condition"):
        table.do("drop_spell", creature=oro, spell="Ward")


def test_blanks_that_are_called_out_strain_the_caster(table: Table) -> None:
    quen = caster(table)
    called = {"successes": 2, "blanks": 3}
    given = {"ether_dice": 1, "target": 1}
    table.do("roll", roll="cast", creature=quen, parameters=given, announced=called, **{"with": "lull"})
    more = table.game.state.rolls[quen].facts["more"]
    assert (more["net"], more["potency"], more["strain"]) == (1, 3, True)
    assert table.value("health", quen).levels[0].boxes == "/..."
    with pytest.raises(RuleError, match="not-announceable"):
        table.do("roll", roll="cast", creature=quen, parameters=given, announced={"successes": 2, "blanks": "x"})


def test_armour_against_the_element_of_a_spell_is_rolled_when_its_damage_is_marked(table: Table) -> None:
    needle = {"kind": "spell", "name": "Needle", "facts": {"against": "defence", "damage": 2, "type": "cold"}}
    quen = caster(table, needle=needle)
    mail = {"kind": "armour", "name": "Mail", "facts": {"rating": 2}}
    rat = foe(table, "Rat", numbers={"defence": 1, "constitution": 2}, features={"mail": mail})
    given = {"ether_dice": 1}
    table.do("roll", roll="cast", creature=quen, targets=[rat], parameters=given, dice={"faces": [6, 6]},
             **{"with": "needle"})  # fmt: skip
    (told,) = table.game.state.rolls[quen].secret["targets"]
    then = dict(told["then"])
    assert (then["amount"], then["damage_type"]) == (3, "cold")
    table.send({**then, "dice": {"armour_faces": [6, 4]}})
    assert table.value("health", rat).levels[0].boxes == "XX.."


def test_a_die_that_was_forgotten_goes_into_a_spell_too(table: Table) -> None:
    who, rat = caster(table), foe(table, numbers={"resolve": 1})
    cast(table, who, rat, ether_dice=2)
    id = table.game.state.rolls[who].id
    table.do("amend_roll", id=id, add=[{"amount": -1, "reason": "rain"}])
    assert len(table.game.state.rolls[who].dice["faces"]) == POOL - 1
