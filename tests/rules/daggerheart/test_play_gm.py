"""What does the GM's side cost, and who gets the spotlight?"""

import pytest

from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_gm_move_is_free_where_one_is_due_and_the_next_costs_a_fear(evening: Evening) -> None:
    evening.act(4, 9)
    evening.do("gm_move", creature=evening.bear)
    assert (evening.active, evening.note, evening.value("fear")) == (evening.bear, None, 1)
    wolf = evening.add("Wolf")
    evening.do("gm_move", creature=wolf)
    assert (evening.active, evening.value("fear")) == (wolf, 0)
    imp = evening.add("Imp")
    with pytest.raises(RuleError) as refused:
        evening.do("gm_move", creature=imp)
    assert (refused.value.code, dict(refused.value.facts)) == ("not-enough-fear", {"have": 0, "need": 1})


def test_a_move_that_the_fiction_calls_for_costs_nothing(evening: Evening) -> None:
    evening.do("gm_move", free=True)
    assert (evening.value("fear"), evening.active) == (0, None)


def test_a_move_without_a_creature_uses_up_the_one_that_was_due(evening: Evening) -> None:
    evening.act(4, 2)
    assert [(due["what"], due["how"]) for due in evening.see()["due"]] == [("gm_move", "soft")]
    evening.do("gm_move")
    assert evening.see()["due"] == ()


def test_the_gm_may_let_a_move_go(evening: Evening) -> None:
    evening.act(4, 2)
    (due,) = evening.see()["due"]
    evening.do("drop", id=due["id"])
    assert (evening.note, evening.see()["due"]) == (None, ())
    with pytest.raises(RuleError):
        evening.do("drop", id=due["id"])


def test_the_move_that_is_due_can_be_answered(evening: Evening) -> None:
    evening.act(4, 2)
    evening.do("answer", id="d_gm_move", creature=evening.bear)
    assert (evening.note, evening.active, evening.value("fear")) == (None, evening.bear, 0)


def test_a_turn_that_begins_by_hand_is_the_move_that_was_due(evening: Evening) -> None:
    evening.act(4, 2)
    evening.do("begin_turn", creature=evening.mira)
    assert evening.note == "soft"
    evening.do("begin_turn", creature=evening.bear)
    assert evening.note is None


def test_the_gm_gives_no_character_the_spotlight_by_a_gm_move(evening: Evening) -> None:
    with pytest.raises(RuleError) as refused:
        evening.do("gm_move", creature=evening.oro, free=True)
    assert refused.value.code == "not-an-adversary"


def test_players_do_not_see_what_the_gm_still_has_to_do(evening: Evening) -> None:
    evening.act(4, 9)
    assert "gm_move" not in evening.public()["order"]["memory"]
    lurker = evening.add("Lurker", hidden=True)
    before = evening.public()
    evening.do("gm_move", creature=lurker)
    assert evening.public() == before
    assert not any("GM move" in line for line in evening.said(viewer=PUBLIC_VIEWER))


def test_fear_is_spent_and_the_reason_stays_with_the_gm(evening: Evening) -> None:
    evening.fear(3)
    evening.do("spend_fear", amount=2, reason="the bridge breaks")
    assert evening.value("fear") == 1
    assert "2 Fear spent: the bridge breaks" in evening.said()
    assert "2 Fear spent" in evening.said(viewer=PUBLIC_VIEWER)
    with pytest.raises(RuleError):
        evening.do("spend_fear", amount=2)


def test_an_adversary_uses_its_spotlight_to_be_rid_of_a_condition(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.bear, condition="restrained")
    evening.do("clear_condition", creature=evening.bear, condition="restrained")
    assert (evening.conditions(evening.bear), evening.active) == ([], evening.bear)


def test_a_character_needs_a_roll_for_that(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.oro, condition="restrained")
    with pytest.raises(RuleError) as refused:
        evening.do("clear_condition", creature=evening.oro, condition="restrained")
    assert refused.value.code == "roll-needed"


def test_an_improvised_bruiser_is_ready_to_fight(evening: Evening) -> None:
    evening.do("improvise", tier=2, role="bruiser", count=2)
    made = [c for c in evening.game.state.creatures.values() if c.name.startswith("Bruiser")]
    assert [c.name for c in made] == ["Bruiser 1", "Bruiser 2"]
    evening.do("roll", roll="adversary_attack", creature=made[0].id, targets=[evening.oro], dice={"d20": [15]})
    then = evening.then(made[0].id)
    assert then is not None
    assert then["parameters"] == {"dice": "2d12", "proficiency": 1, "modifier": 4, "critical": False}
    evening.hurt(20, made[0].id)
    assert evening.value("hit_points", made[0].id) == 3


def test_a_seat_does_none_of_this(evening: Evening) -> None:
    for command in (
        {"type": "gm_move"},
        {"type": "spend_fear"},
        {"type": "improvise", "tier": 1},
        {"type": "rest", "kind": "short"},
        {"type": "clear_condition", "creature": evening.oro, "condition": "x"},
    ):
        with pytest.raises(RuleError) as refused:
            evening.send(command, by=f"seat:{evening.oro}")
        assert refused.value.code == "not-for-a-seat"
