"""Attacks whose inputs are who, at whom, with what and the dice: all else comes from sheets, conditions and cover."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.rolling import Roll, odds_in_game
from tests.rules.shard.table import fight, foe, hero, track
from tests.rules.table import Table

SWORD = {
    "kind": "weapon",
    "name": "Sword",
    "facts": {"ability": "strength", "skill": "blades", "damage": 2, "type": "slashing", "range": "melee"},
}
BOW = {"kind": "weapon", "name": "Bow", "facts": {"ability": "dexterity", "damage": 1, "type": "fire", "range": "long"}}
BLADES = {"kind": "skill", "name": "Blades", "facts": {"rank": 2}}
MAIL = {"kind": "armour", "name": "Mail", "facts": {"rating": 1, "traits": [{"trait": "strong", "type": "slashing"}]}}
HIDE = {"kind": "resistance", "name": "Hide", "facts": {"type": "slashing", "rating": 1}}


@pytest.fixture
def table() -> Table:
    return fight()


@pytest.fixture
def oro(table: Table) -> str:
    return hero(table, numbers={"strength": 3, "dexterity": 2}, features={"sword": SWORD, "bow": BOW, "blades": BLADES})


@pytest.fixture
def ogre(table: Table) -> str:
    return foe(
        table, "Ogre", numbers={"defence": 2, "size": 2, "constitution": 3, "strength": 3},
        trackers={"prowess": {"value": {"ready": 2}}}, features={"mail": MAIL, "hide": HIDE},
    )  # fmt: skip


def struck(table: Table, by: str, at: str, weapon: str, faces: list[int], **more: Any) -> Any:
    """The inputs of an attack, and nothing else: who, at whom, with what, and the dice."""
    command = {"type": "roll", "roll": "attack", "creature": by, "targets": [at], "with": weapon}
    table.send({**command, "dice": {"faces": faces, **more}})
    return table.game.state.rolls[by]


def filled(record: Any) -> Any:
    return record.secret["filled"]


def test_everything_comes_from_sheets_conditions_and_cover(table: Table, oro: str, ogre: str) -> None:
    table.do("add_condition", creature=oro, condition="prepared")
    table.do("add_condition", creature=oro, condition="weakened")
    table.do("add_condition", creature=ogre, condition="in-half-cover")
    table.do("add_condition", creature=ogre, condition="chilled")
    record = struck(table, oro, ogre, "sword", [6, 6, 7, 7, 6, 6, 7])
    given, more = filled(record), record.facts["more"]
    assert given["dice"] == 3 + 2 + 2  # Strength, Blades, Prepared
    assert (given["defence"], given["more_defence"], given["size_steps"]) == (2, 1, 2)
    assert more["defence"] == 2 - 1 + 1  # two steps larger is one easier, half cover one harder
    # 7 hits less 2; weapon 2, Weakened -1, Chilled +1, size -2; armour 2 against slashing, resistance 1
    assert more["damage"] == 5 + 2 - 1 + 1 - 2 - 2 - 1
    (target,) = record.secret["targets"]
    table.send(target["then"])
    assert "X" * 2 in table.value("health", ogre).levels[0].boxes


def test_armour_against_the_elements_is_rolled_for(table: Table, oro: str, ogre: str) -> None:
    record = struck(table, oro, ogre, "bow", [6, 6], armour_faces=[7])
    assert record.facts["more"]["damage"] == 0  # 2 hits match Defence 1 by 1; fire 1 + 1, size -2


def test_cover_towards_one_attacker_is_nothing_to_another(table: Table, oro: str, ogre: str) -> None:
    mira = hero(table, "Mira", features={"sword": SWORD})
    table.do("add_condition", creature=ogre, condition="in-full-cover", towards=oro)
    assert filled(struck(table, oro, ogre, "sword", [6] * 5))["more_defence"] == 2
    assert filled(struck(table, mira, ogre, "sword", [6, 6]))["more_defence"] == 0


@pytest.mark.parametrize(("condition", "defence"), [("stunned", 0), ("incapacitated", 0), ("staggered", 0)])
def test_who_cannot_defend_has_no_defence(table: Table, oro: str, ogre: str, condition: str, defence: int) -> None:
    table.do("add_condition", creature=ogre, condition=condition)
    record = struck(table, oro, ogre, "sword", [6] * 5)
    assert record.facts["more"]["defence"] == defence


def test_defend_adds_its_dice_to_active_defence_and_only_prowess_is_exhausted(
    table: Table, oro: str, ogre: str
) -> None:
    table.do("act", creature=ogre, action="defend", ability="strength")
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "sword"}
    table.send({**command, "parameters": {"active_defence": 1}})
    assert filled(table.game.state.rolls[oro])["active_defence"] == 4
    assert table.value("prowess", ogre).exhausted == 1


def test_the_dice_of_defend_can_be_switched_off(table: Table, oro: str, ogre: str) -> None:
    table.do("act", creature=ogre, action="defend", ability="strength")
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "sword"}
    table.send({**command, "off": [f"{ogre}:defend"]})
    assert filled(table.game.state.rolls[oro]).get("active_defence", 0) == 0


def test_one_who_loves_steps_in_once_a_round(table: Table) -> None:
    oro = hero(table)
    love = {"kind": "relationship", "name": "Love", "facts": {"relationship": "love", "with": oro}}
    mira = hero(table, "Mira", features={"love": love})
    table.do("start_encounter")
    table.do("intercept", creature=mira, ally=oro)
    with pytest.raises(RuleError, match="has-intercepted"):
        table.do("intercept", creature=mira, ally=oro)
    with pytest.raises(RuleError, match="does-not-love"):
        table.do("intercept", creature=oro, ally=mira)
    assert table.value("actions_taken", mira) == 0


def test_stabilising_is_a_recover_action(table: Table) -> None:
    oro, mira = hero(table), hero(table, "Mira")
    table.do("take_damage", creature=oro, amount=13)
    table.do("start_encounter")
    table.do("stabilise", creature=mira, target=oro)
    assert table.value("actions_taken", mira) == 1


def test_harm_before_a_fight_counts_once_it_begins_and_no_longer_when_it_is_over(table: Table) -> None:
    oro, rat = hero(table), foe(table, "Rat", numbers={"defence": 1})
    love = {"kind": "relationship", "name": "Love", "facts": {"relationship": "love", "with": oro}}
    mira = hero(table, "Mira", features={"love": love})
    table.do("take_damage", creature=oro, amount=1, attacker=rat)
    table.do("start_encounter")
    swing = Roll(roll="attack", creature=mira, targets=(rat,))
    system = table.game.system
    assert "love" in {one["why"] for one in odds_in_game(system, table.game.state, swing)["modifiers"]}
    table.do("end_encounter")
    assert "love" not in {one["why"] for one in odds_in_game(system, table.game.state, swing)["modifiers"]}


def came(table: Table, who: str) -> Any:
    record = table.game.state.rolls[who]
    return record.facts["more"], record.secret["targets"][0]["then"]


def test_hits_that_are_called_out_come_to_the_damage_that_armour_leaves(table: Table, oro: str) -> None:
    rat = foe(table, numbers={"defence": 2}, features={"mail": MAIL})
    table.do("roll", roll="attack", creature=oro, targets=[rat], announced={"successes": 5}, **{"with": "sword"})
    more, then = came(table, oro)
    assert (more["net"], more["damage"], then["amount"]) == (3, 3, 3)  # 2 and 3, less mail of 1 that is strong
    table.do("roll", roll="attack", creature=oro, targets=[rat], announced={"successes": 1}, **{"with": "sword"})
    assert came(table, oro)[1] is None


def test_armour_that_was_rolled_at_the_table_is_called_out_too(table: Table, oro: str) -> None:
    rat = foe(table, numbers={"defence": 0}, features={"mail": MAIL})
    called = {"successes": 3, "armour": 1}
    table.do("roll", roll="attack", creature=oro, targets=[rat], announced=called, **{"with": "bow"})
    assert came(table, oro)[0]["damage"] == 3


def test_the_odds_say_how_many_dice_of_armour_are_rolled(table: Table, oro: str, ogre: str) -> None:
    def odds(weapon: str) -> Any:
        swing = Roll(roll="attack", creature=oro, targets=(ogre,), with_=weapon)
        return odds_in_game(table.game.system, table.game.state, swing)["odds"].extra

    assert odds("bow") == {"armour_dice": 1}  # fire
    assert odds("sword") == {}


@pytest.mark.parametrize("to", ["spent", "exhausted", "depleted"])
def test_dice_that_are_put_in_go_where_it_is_said(table: Table, oro: str, ogre: str, to: str) -> None:
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "sword"}
    table.send({**command, "parameters": {"spend": {"prowess": {"dice": 2, "to": to}, "savvy": {"to": to}}}})
    pool = table.value("prowess", oro)
    assert (pool.ready, getattr(pool, to)) == (1, 2)
    assert table.value("savvy", oro).ready == 2
    assert filled(table.game.state.rolls[oro])["dice"] == 3 + 2 + 2


def test_a_target_defends_after_the_hits_are_known(table: Table, oro: str) -> None:
    rat = foe(table, numbers={"defence": 1}, trackers={"prowess": {"value": {"ready": 3}}})
    table.do("roll", roll="attack", creature=oro, targets=[rat], announced={"successes": 3}, **{"with": "sword"})
    id = table.game.state.rolls[oro].id
    table.do("amend_roll", id=id, parameters={"active_defence": 2, "defended": 1})
    more, then = came(table, oro)
    assert (more["net"], then["amount"]) == (1, 3)
    pool = table.value("prowess", rat)
    assert (pool.ready, pool.exhausted) == (1, 2)
    id = table.game.state.rolls[oro].id
    table.do("amend_roll", id=id, parameters={"active_defence": 0, "defended": None})
    assert table.value("prowess", rat).ready == 3
    assert came(table, oro)[0]["net"] == 2


def befriended(table: Table, friend: str, other: str) -> None:
    tie = {"kind": "relationship", "name": "Friend", "facts": {"relationship": "friendship", "with": other}}
    table.do("change_creature", creature=friend, changes={"features": {"tie": tie}})


def test_a_friend_puts_dice_into_the_defence_as_if_it_were_the_target(table: Table, ogre: str) -> None:
    oro, mira = hero(table), hero(table, "Mira")
    befriended(table, mira, oro)
    command = {"type": "roll", "roll": "attack", "creature": ogre, "targets": [oro], "parameters": {"dice": 3}}
    table.send({**command, "dice": {"faces": [6, 6, 6]}})
    id = table.game.state.rolls[ogre].id
    changed = {"active_defence": 1, "guards": {mira: 2}, "defended": 1}
    table.do("amend_roll", id=id, parameters=changed)
    assert filled(table.game.state.rolls[ogre])["active_defence"] == 3
    assert (table.value("prowess", oro).exhausted, table.value("prowess", mira).exhausted) == (1, 2)
    id = table.game.state.rolls[ogre].id
    table.do("amend_roll", id=id, parameters={"active_defence": 1, "guards": {mira: 3}, "defended": 1})
    assert table.value("prowess", mira).exhausted == 3
    table.undo()
    table.undo()
    assert (table.value("prowess", oro).exhausted, table.value("prowess", mira).exhausted) == (0, 0)


@pytest.mark.parametrize(("guards", "error"), [({"mira": 1}, "is-no-friend"), ({"oro": 9}, "not-enough-dice")])
def test_only_a_friend_may_and_only_with_dice_that_are_ready(
    table: Table, ogre: str, guards: dict[str, int], error: str
) -> None:
    oro, mira = hero(table), hero(table, "Mira")
    befriended(table, oro, mira)
    target = oro if "mira" in guards else mira
    named = {{"mira": mira, "oro": oro}[who]: dice for who, dice in guards.items()}
    command = {"type": "roll", "roll": "attack", "creature": ogre, "targets": [target]}
    with pytest.raises(RuleError, match=error):
        table.send({**command, "parameters": {"dice": 2, "guards": named}})


def test_a_player_does_not_spend_the_dice_of_others(table: Table, oro: str, ogre: str) -> None:
    seat = f"seat:{oro}"
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "sword"}
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.send({**command, "parameters": {"guards": {ogre: 1}}}, by=seat)
    table.send(command, by=seat)
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("amend_roll", id=table.game.state.rolls[oro].id, parameters={"guards": {ogre: 1}}, by=seat)


@pytest.mark.parametrize("guards", [3, ["x"], {"x": -1}, {"x": True}, {"x": 41}])
def test_what_cannot_be_put_in_is_refused(table: Table, oro: str, ogre: str, guards: Any) -> None:
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "sword"}
    with pytest.raises(InvalidInput):
        table.send({**command, "parameters": {"guards": guards}})


def test_dice_of_the_defence_are_thrown_where_nobody_says_what_they_brought(table: Table, oro: str) -> None:
    rat = foe(table, numbers={"defence": 1}, trackers={"prowess": {"value": {"ready": 3}}})
    dice = {"faces": [6, 6, 6, 4, 4]}
    table.do("roll", roll="attack", creature=oro, targets=[rat], dice=dice, **{"with": "sword"})
    id = table.game.state.rolls[oro].id
    table.do("amend_roll", id=id, parameters={"active_defence": 2}, dice={"defence_faces": [6, 4]})
    assert came(table, oro)[0]["net"] == 1


def test_called_hits_with_an_element_leave_the_dice_of_armour_to_be_rolled(table: Table, oro: str, ogre: str) -> None:
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "bow"}
    table.send({**command, "announced": {"successes": 4}})
    (target,) = table.game.state.rolls[oro].secret["targets"]
    assert (target["then"]["amount"], target["then"]["damage_type"]) == (1 + 3 - 2, "fire")  # net 3, two sizes larger
    table.send({**target["then"], "dice": {"armour_faces": [7]}})
    assert track(table, ogre).count("X") == 1
    table.send({**command, "announced": {"successes": 4, "armour": 1}})
    (told,) = table.game.state.rolls[oro].secret["targets"]
    assert (told["then"]["amount"], "damage_type" in told["then"]) == (1, False)


def test_hits_that_were_called_ask_what_the_dice_of_the_defence_came_to(table: Table, oro: str, ogre: str) -> None:
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "sword"}
    table.send({**command, "announced": {"successes": 5}})
    id = table.game.state.rolls[oro].id
    with pytest.raises(Need) as asked:
        table.do("amend_roll", id=id, parameters={"active_defence": 2})
    assert [one["number"] for one in asked.value.asks] == ["defended"]
    table.do("amend_roll", id=id, parameters={"active_defence": 2, "defended": 1})
    assert table.game.state.rolls[oro].facts["more"]["net"] == 5 - 1 - 1
    assert table.value("prowess", ogre).exhausted == 2


def test_dice_of_the_party_are_not_for_those_who_stand_against_it(table: Table, oro: str, ogre: str) -> None:
    table.do("set_tracker", tracker="tactics", value={"ready": 2, "spent": 0})
    command = {"type": "roll", "roll": "challenge", "parameters": {"dice": 1, "target": 1, "spend": {"tactics": 1}}}
    with pytest.raises(RuleError, match="not-enough-dice"):
        table.send({**command, "creature": ogre})
    table.send({**command, "creature": oro})
    assert table.value("tactics").spent == 1


def test_position_and_the_best_of_several_covers_are_told_with_the_roll(table: Table, oro: str, ogre: str) -> None:
    table.do("add_condition", creature=ogre, condition="in-half-cover")
    command = {"type": "roll", "roll": "attack", "creature": oro, "targets": [ogre], "with": "sword"}
    table.send({**command, "parameters": {"position": 1, "cover": "full"}})
    secret = table.game.state.rolls[oro].secret
    assert (secret["filled"]["dice"], secret["filled"]["more_defence"]) == (3 + 2 + 1, 2)
    assert [(one["why"], one["amount"]) for one in secret["modifiers"][2:]] == [("cover", 2), ("position", 1)]
    table.send({**command, "parameters": {"position": -1, "dice": 4, "cover": "half"}})
    filled = table.game.state.rolls[oro].secret["filled"]
    assert (filled["dice"], filled["more_defence"]) == (3, 1)


@pytest.mark.parametrize("roll", ["attack", "challenge"])
def test_a_die_that_was_forgotten_is_thrown_beside_those_that_fell(
    table: Table, oro: str, ogre: str, roll: str
) -> None:
    command = {"type": "roll", "roll": roll, "creature": oro, "parameters": {"dice": 2}}
    target = {"targets": [ogre]} if roll == "attack" else {"parameters": {"dice": 2, "target": 1}}
    table.send({**command, **target, "dice": {"faces": [6, 1]}})
    made = table.game.state.rolls[oro]
    table.send(
        {"type": "amend_roll", "id": made.id, "add": [{"amount": 1, "reason": "help"}], "dice": {"faces": [6, 1, 7]}}
    )
    again = table.game.state.rolls[oro]
    assert (again.secret["filled"]["dice"], again.facts["more"]["successes"]) == (3, 2)
    assert ("help", "dice", 1) in [(one["why"], one["axis"], one["amount"]) for one in again.secret["modifiers"]]
    table.do("amend_roll", id=again.id, off=["extra:0"])
    assert table.game.state.rolls[oro].facts["more"]["successes"] == 1
