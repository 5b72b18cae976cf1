"""The active defence of one who is asked on the phone: dice of Prowess, thrown, typed or called; the GM may answer."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.rules.shard.table import fight, foe, hero
from tests.rules.table import Table

CLAWS = {"kind": "attack", "name": "Claws", "facts": {"damage": 1, "dice": 3}}


@pytest.fixture
def table() -> Table:
    return fight()


@pytest.fixture
def oro(table: Table) -> str:
    return hero(table)


@pytest.fixture
def ogre(table: Table) -> str:
    return foe(table, "Ogre", features={"claws": CLAWS})


def strike(table: Table, by: str, at: str, **more: Any) -> None:
    """An attack with three hits against Defence 2."""
    dice = {} if "announced" in more else {"dice": {"faces": [6, 6, 7]}}
    table.do("roll", roll="attack", creature=by, targets=[at], **{"with": "claws"}, **{**dice, **more})


def ask(table: Table, by: str, at: str) -> Any:
    table.do("ask_defence", creature=by, target=at)
    return question(table, at)


def question(table: Table, at: str) -> Any:
    return next((one for one in table.see(seat_viewer(at))["asks"] if one["kind"] == "defence"), None)


def came(table: Table, by: str) -> dict[str, Any]:
    found: dict[str, Any] = table.game.state.rolls[by].facts["more"]
    return found


def answer(table: Table, asked: Any, prowess: int, by: str = "gm", **more: Any) -> None:
    table.do("answer", id=asked["id"], prowess=prowess, by=by, **more)


def test_the_player_defends_with_dice_that_fell_and_the_attack_is_made_anew(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    asked = ask(table, ogre, oro)
    assert asked["data"] == {"attacker": ogre, "hits": 3, "most": 3}
    answer(table, asked, 2, f"seat:{oro}", dice={"defence_faces": [8, 4, 4]})  # a triumph explodes
    record = table.game.state.rolls[ogre]
    assert (came(table, ogre)["net"], record.amended) == (0, True)
    assert record.dice["defence_faces"] == [8, 4, 4]
    assert (table.value("prowess", oro).ready, table.value("prowess", oro).exhausted) == (1, 2)
    assert question(table, oro) is None
    table.undo(by=f"seat:{oro}")
    assert (came(table, ogre)["net"], table.value("prowess", oro).ready) == (1, 3)
    assert question(table, oro) is not None


def test_only_the_successes_may_be_called_out_and_of_called_hits_as_well(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    answer(table, ask(table, ogre, oro), 2, f"seat:{oro}", defended=1)
    assert came(table, ogre)["net"] == 0
    strike(table, ogre, oro, announced={"successes": 4})
    answer(table, ask(table, ogre, oro), 1, f"seat:{oro}", dice={"defence_faces": [6]})
    assert (came(table, ogre)["net"], table.value("prowess", oro).exhausted) == (1, 3)


def test_dice_of_the_defend_action_that_fell_before_count_and_stay(table: Table, oro: str, ogre: str) -> None:
    table.do("act", creature=oro, action="defend", ability="strength")
    strike(table, ogre, oro, dice={"faces": [6, 6, 7], "defence_faces": [6, 4]})
    answer(table, ask(table, ogre, oro), 1, f"seat:{oro}", dice={"defence_faces": [7]})
    assert (came(table, ogre)["net"], table.value("prowess", oro).exhausted) == (-1, 1)


def test_one_who_does_not_defend_keeps_the_dice_and_the_blow_stands(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    before = came(table, ogre)
    answer(table, ask(table, ogre, oro), 0, f"seat:{oro}")
    assert came(table, ogre) == before
    assert table.value("prowess", oro).ready == 3
    assert "does_not_defend" in table.codes(PUBLIC_VIEWER)


def test_the_gm_answers_in_the_place_of_the_player(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    answer(table, ask(table, ogre, oro), 1)
    assert table.value("prowess", oro).exhausted == 1
    strike(table, ogre, oro)
    ask(table, ogre, oro)
    changed = {"active_defence": 1, "defended": 1}
    table.do("amend_roll", id=table.game.state.rolls[ogre].id, parameters=changed)
    assert question(table, oro) is None


@pytest.mark.parametrize("what", ["strikes again", "takes the damage", "asks again"])
def test_a_question_is_over_once_it_is_about_nothing(table: Table, oro: str, ogre: str, what: str) -> None:
    strike(table, ogre, oro)
    first = ask(table, ogre, oro)
    if what == "strikes again":
        strike(table, ogre, oro)
    elif what == "takes the damage":
        table.do("take_damage", creature=oro, amount=1, attacker=ogre)
    else:
        ask(table, ogre, oro)
    assert first["id"] not in table.game.state.pending
    with pytest.raises(RuleError, match="unknown-question"):
        answer(table, first, 1, f"seat:{oro}")


def test_another_roll_of_the_attacker_leaves_nothing_to_defend_against(table: Table, oro: str, ogre: str) -> None:
    mira = hero(table, "Mira")
    strike(table, ogre, oro)
    with pytest.raises(RuleError, match="unknown-roll"):
        ask(table, ogre, mira)
    table.do("roll", roll="challenge", creature=ogre, parameters={"dice": 1, "target": 1})
    with pytest.raises(RuleError, match="unknown-roll"):
        ask(table, ogre, oro)


def test_who_has_no_dice_is_not_asked_and_nobody_puts_in_more_than_are_ready(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    asked = ask(table, ogre, oro)
    with pytest.raises(RuleError, match="not-enough-dice"):
        answer(table, asked, 4, f"seat:{oro}")
    for odd in (-1, 41, True, "2"):
        with pytest.raises(InvalidInput):
            answer(table, asked, odd, f"seat:{oro}")  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="too-many-dice"):
        answer(table, asked, 1, f"seat:{oro}", dice={"defence_faces": [6, 6]})
    table.do("move_dice", creature=oro, tracker="prowess", count=3, **{"from": "ready", "to": "exhausted"})
    with pytest.raises(RuleError, match="not-enough-dice"):
        ask(table, ogre, oro)


def test_a_question_tells_nothing_of_an_attack_that_the_player_did_not_see(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro, visibility="gm")
    assert ask(table, ogre, oro)["data"] == {"most": 3}


def test_an_attacker_who_hides_is_named_no_more_and_the_dice_are_those_that_are_ready(
    table: Table, oro: str, ogre: str
) -> None:
    strike(table, ogre, oro)
    ask(table, ogre, oro)
    table.do("hide", creature=ogre)
    table.do("move_dice", creature=oro, tracker="prowess", count=1, **{"from": "ready", "to": "exhausted"})
    assert question(table, oro)["data"] == {"most": 2}
    (of_gm,) = [one for one in table.see()["asks"] if one["kind"] == "defence"]
    assert of_gm["data"] == {"attacker": ogre, "hits": 3, "most": 2}
    table.do("reveal", creature=ogre)
    assert question(table, oro)["data"]["attacker"] == ogre


def test_a_question_about_an_attack_that_is_undone_is_gone_and_leaves_an_older_one_alone(
    table: Table, oro: str, ogre: str
) -> None:
    strike(table, ogre, oro)
    table.do("take_damage", creature=oro, amount=1, attacker=ogre)
    first = table.game.state.rolls[ogre].id
    strike(table, ogre, oro)
    second = table.game.last_step
    asked = ask(table, ogre, oro)
    table.undo(step=second)
    assert question(table, oro) is None
    assert not table.see()["asks"]
    for by in ("gm", f"seat:{oro}"):
        with pytest.raises(RuleError, match="unknown-question"):
            answer(table, asked, 1, by)
    assert (table.game.state.rolls[ogre].id, table.value("prowess", oro).ready) == (first, 3)
    assert ask(table, ogre, oro)["id"] != asked["id"]
    assert len(table.game.state.pending) == 1


def test_a_question_with_no_attack_left_is_gone(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    only = table.game.last_step
    ask(table, ogre, oro)
    table.undo(step=only)
    assert question(table, oro) is None


def test_a_question_follows_its_attack_when_that_is_changed(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    asked = ask(table, ogre, oro)
    cancelled = {"touches": [{"die": 0, "way": "cancel"}]}
    table.do("amend_roll", id=table.game.state.rolls[ogre].id, parameters=cancelled)
    assert question(table, oro) == {**asked, "data": {"attacker": ogre, "hits": 2, "most": 3}}
    answer(table, asked, 1, f"seat:{oro}", dice={"defence_faces": [6]})
    assert (came(table, ogre)["net"], table.value("prowess", oro).exhausted) == (-1, 1)


def test_nobody_is_asked_again_who_has_defended_but_who_did_not_may_be(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    answer(table, ask(table, ogre, oro), 0, f"seat:{oro}")
    answer(table, ask(table, ogre, oro), 2, f"seat:{oro}", dice={"defence_faces": [6, 6]})
    with pytest.raises(RuleError, match="has-defended"):
        ask(table, ogre, oro)
    assert (came(table, ogre)["net"], table.value("prowess", oro).exhausted) == (-1, 2)


@pytest.mark.parametrize("by", ["the player", "the GM"])
def test_an_attacker_who_can_act_no_more_is_defended_against_all_the_same(
    table: Table, oro: str, ogre: str, by: str
) -> None:
    strike(table, ogre, oro)
    asked = ask(table, ogre, oro)
    table.do("add_condition", creature=ogre, condition="stunned")
    answer(table, asked, 1, f"seat:{oro}" if by == "the player" else "gm", dice={"defence_faces": [6]})
    assert (came(table, ogre)["net"], table.value("prowess", oro).exhausted) == (0, 1)


def test_a_player_is_not_told_what_stands_against_the_attack(table: Table, oro: str, ogre: str) -> None:
    table.do("set_tracker", creature=ogre, tracker="prowess", value={"ready": 2})
    strike(table, ogre, oro, parameters={"spend": {"prowess": 1}}, dice={"faces": [6, 6, 7, 4]})
    asked = ask(table, ogre, oro)
    table.do("set_tracker", creature=ogre, tracker="prowess", value={"ready": 0, "spent": 0, "depleted": 2})
    with pytest.raises(RuleError) as told:
        answer(table, asked, 1, f"seat:{oro}", dice={"defence_faces": [6]})
    assert (told.value.code, dict(told.value.facts)) == ("unknown-question", {"id": asked["id"]})
    with pytest.raises(RuleError, match="not-enough-dice"):
        answer(table, asked, 1, dice={"defence_faces": [6]})


def test_nothing_follows_dice_that_were_drawn_for_the_defence_of_a_player(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    asked, before = ask(table, ogre, oro), table.game
    drawn = {"type": "answer", "id": asked["id"], "prowess": 2}
    roll = {"type": "roll", "roll": "challenge", "creature": oro, "parameters": {"dice": 1, "target": 1}}
    with pytest.raises(RuleError, match="dice-come-last"):
        table.send(drawn, roll, by=f"seat:{oro}")
    assert table.game is before
    table.send({**drawn, "dice": {"defence_faces": [6, 4]}}, roll, by=f"seat:{oro}")


@pytest.mark.parametrize(("dice", "said"), [(0, 1), (1, 6), (3, 99)])
def test_no_more_successes_are_called_out_than_the_dice_bring(
    table: Table, oro: str, ogre: str, dice: int, said: int
) -> None:
    strike(table, ogre, oro)
    asked = ask(table, ogre, oro)
    with pytest.raises(RuleError, match="too-many-successes"):
        answer(table, asked, dice, f"seat:{oro}", defended=said)
    answer(table, asked, 1, f"seat:{oro}", defended=5)
    assert came(table, ogre)["net"] == -4


def test_dice_of_the_defend_action_against_called_hits_are_called_out_with_the_others(
    table: Table, oro: str, ogre: str
) -> None:
    table.do("act", creature=oro, action="defend", ability="strength")
    strike(table, ogre, oro, announced={"successes": 4})
    answer(table, ask(table, ogre, oro), 0, f"seat:{oro}", defended=2)
    assert (came(table, ogre)["net"], table.value("prowess", oro).exhausted) == (0, 0)


def test_only_the_gm_asks(table: Table, oro: str, ogre: str) -> None:
    strike(table, ogre, oro)
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("ask_defence", creature=ogre, target=oro, by=f"seat:{oro}")
