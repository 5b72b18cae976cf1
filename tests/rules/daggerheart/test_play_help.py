"""Does Help an Ally take nobody's Hope without asking, and count once?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def help_oro(evening: Evening, **fields: Any) -> None:
    evening.do("help_ally", by=f"seat:{evening.mira}", creature=evening.mira, **{"ally": evening.oro, **fields})


def asked(evening: Evening) -> list[tuple[str, str]]:
    return [(pending.kind, pending.by) for pending in evening.game.state.pending.values()]


def answer(evening: Evening, *, agrees: bool, by: str | None = None) -> None:
    (pending,) = [p for p in evening.game.state.pending.values() if p.kind == "help"]
    evening.do("answer", by=by or f"seat:{pending.by}", id=pending.id, help=agrees)


def test_help_from_another_seat_is_paid_there_and_used_by_the_next_action_roll(evening: Evening) -> None:
    help_oro(evening)
    assert (evening.value("hope", evening.mira), evening.value("hope", evening.oro)) == (1, 3)
    assert "Mira → Oro: Help an Ally, 1 Hope" in evening.said(viewer=PUBLIC_VIEWER)
    roll = evening.act(5, 4, by=f"seat:{evening.oro}", dice={"helpers": [6]})
    assert (roll.facts["total"], evening.value("hope", evening.mira)) == (15, 1)
    assert [(m["why"], m["of"]) for m in roll.secret["modifiers"]] == [("help", evening.mira)]
    assert evening.act(5, 4).facts["total"] == 9


def test_help_waits_through_a_reaction_roll_and_other_rolls(evening: Evening) -> None:
    help_oro(evening)
    evening.act(5, 4, parameters={"difficulty": 9, "reaction": True})
    evening.act(5, 4, who=evening.mira)
    assert evening.act(5, 4, dice={"helpers": [2]}).facts["total"] == 11


def test_who_has_offered_pays_once_though_the_roll_names_them_too(evening: Evening) -> None:
    help_oro(evening)
    evening.act(5, 4, helpers=[evening.mira], dice={"helpers": [2]})
    assert evening.value("hope", evening.mira) == 1


def test_an_amendment_keeps_the_help_and_undo_gives_it_back(evening: Evening) -> None:
    help_oro(evening)
    roll = evening.act(5, 4, dice={"helpers": [2]})
    evening.do("amend_roll", id=roll.id, dice={"hope": 9})
    assert (evening.last(evening.oro).facts["total"], evening.last(evening.oro).dice["helpers"]) == (15, (2,))
    evening.undo()
    evening.undo()
    assert evening.act(5, 4, dice={"helpers": [3]}).facts["total"] == 12


def test_an_offer_can_be_taken_back_and_ends_with_the_scene(evening: Evening) -> None:
    help_oro(evening)
    with pytest.raises(RuleError, match="helps-already"):
        help_oro(evening)
    help_oro(evening, on=False)
    assert evening.value("hope", evening.mira) == 2
    with pytest.raises(RuleError, match="helps-nobody"):
        help_oro(evening, on=False)
    help_oro(evening)
    evening.do("begin_scene", title="Dawn")
    assert evening.act(5, 4).facts["total"] == 9


def test_nobody_helps_themselves_an_adversary_or_without_hope(evening: Evening) -> None:
    for ally in (evening.mira, evening.bear):
        with pytest.raises(InvalidInput) as refused:
            help_oro(evening, ally=ally)
        assert refused.value.errors[0].facts["options"] == [evening.oro]
    evening.adjust("hope", -2, evening.mira)
    with pytest.raises(RuleError, match="not-enough-hope"):
        help_oro(evening)


def test_one_who_cannot_act_cannot_help(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.mira, condition="unconscious")
    with pytest.raises(RuleError, match="cannot-act"):
        help_oro(evening)


def test_a_players_roll_waits_until_the_helper_agrees(evening: Evening) -> None:
    evening.act_waits(5, 4, helpers=[evening.mira], dice={"helpers": [6]})
    assert (asked(evening), evening.value("hope", evening.mira)) == ([("help", evening.mira)], 2)
    answer(evening, agrees=True)
    assert (evening.last(evening.oro).facts["total"], evening.value("hope", evening.mira)) == (15, 1)
    assert evening.active == evening.oro


def test_what_is_sent_with_the_answer_is_the_helpers_own_and_not_the_rollers(evening: Evening) -> None:
    evening.act_waits(5, 4, helpers=[evening.mira], dice={"helpers": [6]})
    (pending,) = evening.game.state.pending.values()
    agrees = {"type": "answer", "id": pending.id, "help": True}
    of_oro = {"type": "adjust_tracker", "creature": evening.oro, "tracker": "hope", "by": -1}
    with pytest.raises(RuleError, match="unknown-creature"):
        evening.send(agrees, of_oro, by=f"seat:{evening.mira}")
    evening.send(agrees, {**of_oro, "creature": evening.mira}, by=f"seat:{evening.mira}")
    assert evening.value("hope", evening.mira) == 0


def test_a_helper_who_does_not_agree_pays_nothing_and_adds_nothing(evening: Evening) -> None:
    tamsin = evening.pc("Tamsin")
    evening.act_waits(5, 4, helpers=[evening.mira, tamsin], dice={"helpers": [6, 2]})
    answer(evening, agrees=False)
    assert asked(evening) == [("help", tamsin)]
    answer(evening, agrees=True)
    assert evening.last(evening.oro).facts["total"] == 11
    assert (evening.value("hope", evening.mira), evening.value("hope", tamsin)) == (2, 1)


def test_the_gm_may_answer_for_the_helper_and_names_helpers_without_asking(evening: Evening) -> None:
    evening.act_waits(5, 4, helpers=[evening.mira], dice={"helpers": [6]})
    answer(evening, agrees=True, by="gm")
    assert evening.value("hope", evening.mira) == 1
    evening.act(5, 4, helpers=[evening.mira], dice={"helpers": [1]})
    assert (asked(evening), evening.value("hope", evening.mira)) == ([], 0)


def test_nobody_else_answers_and_an_answer_says_yes_or_no(evening: Evening) -> None:
    evening.act_waits(5, 4, helpers=[evening.mira], dice={"helpers": [6]})
    with pytest.raises(RuleError, match="unknown-question"):
        answer(evening, agrees=True, by=f"seat:{evening.oro}")
    (pending,) = evening.game.state.pending.values()
    with pytest.raises(Need):
        evening.do("answer", id=pending.id)
    with pytest.raises(InvalidInput):
        evening.do("answer", id=pending.id, help="yes")


def test_a_roll_without_a_difficulty_asks_the_helper_first_and_then_the_gm(evening: Evening) -> None:
    evening.act_waits(5, 4, helpers=[evening.mira], dice={"helpers": [6]}, parameters={})
    answer(evening, agrees=True)
    ((kind, by),) = asked(evening)
    assert (kind, by, evening.value("hope", evening.mira)) == ("difficulty", "gm", 2)
    (pending,) = evening.game.state.pending.values()
    evening.do("answer", id=pending.id, difficulty=15)
    assert (evening.last(evening.oro).facts["outcome"], evening.value("hope", evening.mira)) == ("success_hope", 1)


def test_a_player_cannot_make_a_roll_count_for_another(evening: Evening) -> None:
    with pytest.raises(InvalidInput) as refused:
        evening.act(5, 4, by=f"seat:{evening.oro}",
                    parameters={"difficulty": 9, "tag_team": {"creature": evening.mira}})  # fmt: skip
    assert refused.value.errors[0].pointer == "/parameters/tag_team"
    roll = evening.act(5, 4, by=f"seat:{evening.oro}")
    with pytest.raises(InvalidInput):
        evening.do("amend_roll", by=f"seat:{evening.oro}", id=roll.id,
                   parameters={"tag_team": {"creature": evening.mira}})  # fmt: skip
