"""Does a group action roll move what its leader's roll moves, and nothing for those who help?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import seat_viewer
from rules.core.state import RollRecord
from tests.rules.daggerheart.evening import Evening

GOOD, BAD = {"hope": 6, "fear": 9}, {"hope": 2, "fear": 3}


class Climb(Evening):
    """Oro leads, Mira and Tamsin come along."""

    def __init__(self) -> None:
        super().__init__()
        self.tamsin = self.pc("Tamsin", numbers={"finesse": 2})

    def climb(self, mira: Any, tamsin: Any, *, lead: Any = None, **fields: Any) -> RollRecord:
        """A group roll against 13 with these dice."""
        dice = {**(lead or {"hope": 7, "fear": 5}), self.mira: mira, self.tamsin: tamsin}
        fields.setdefault("members", [{"creature": self.mira}, {"creature": self.tamsin, "with": "finesse"}])
        parameters = fields.pop("parameters", {"difficulty": 13})
        self.do("group_roll", creature=self.oro, parameters=parameters, dice=fields.pop("dice", dice), **fields)
        return self.last(self.oro)


@pytest.fixture
def climb() -> Climb:
    return Climb()


def test_each_success_adds_one_and_each_failure_takes_one(climb: Climb) -> None:
    roll = climb.climb(GOOD, {"hope": 6, "fear": 5})
    assert (roll.facts["total"], roll.facts["outcome"]) == (14, "success_hope")
    assert [(m["amount"], m["why"], m["of"]) for m in roll.secret["modifiers"]] == [
        (1, "group", climb.mira),
        (1, "group", climb.tamsin),
    ]
    assert climb.climb(GOOD, BAD).facts["total"] == 12
    assert climb.climb(BAD, BAD).facts["total"] == 10


@pytest.mark.case("GM-076")
def test_the_leader_has_all_consequences_once_and_those_who_help_none(climb: Climb) -> None:
    climb.do("add_clock", name="Flood", size=4, ticks="action_roll")
    climb.adjust("stress", 2, climb.mira)
    climb.climb({"hope": 5, "fear": 5}, BAD, lead={"hope": 5, "fear": 8})
    (clock,) = climb.game.state.clocks.values()
    assert (climb.value("fear"), climb.note, clock.value) == (1, "cost", 1)
    assert climb.hold(climb.mira, "hope", "stress") == (2, 2)
    assert climb.value("hope", climb.tamsin) == 2
    assert [id for id, _ in climb.game.state.order.trail] == [climb.oro]


@pytest.mark.case("GM-077")
def test_a_group_roll_that_is_not_to_be_applied_moves_nothing(climb: Climb) -> None:
    climb.do("add_clock", name="Flood", size=4, ticks="action_roll")
    before = climb.game.state
    climb.climb(GOOD, BAD, lead={"hope": 5, "fear": 8}, apply=False)
    after = climb.game.state
    assert (after.table, after.clocks, after.creatures, after.order) == (
        before.table, before.clocks, before.creatures, before.order)  # fmt: skip
    climb.climb(GOOD, BAD, lead={"hope": 5, "fear": 8})
    assert climb.value("fear") == 1


def test_all_dice_are_asked_for_at_once(climb: Climb) -> None:
    with pytest.raises(Need) as need:
        climb.climb({}, {}, dice={"hope": 7}, physical=True)
    assert [ask["dice"] for ask in need.value.asks] == [
        f"{climb.mira}/hope", f"{climb.mira}/fear", f"{climb.tamsin}/hope", f"{climb.tamsin}/fear", "fear",
    ]  # fmt: skip


def test_dice_may_be_drawn(climb: Climb) -> None:
    roll = climb.climb({}, {}, dice={})
    assert {"hope", "fear"} <= set(roll.dice)
    assert len(climb.rolled()) == 3


def test_members_and_leader_may_announce(climb: Climb) -> None:
    members = [{"creature": climb.mira, "announced": {"success": True}},
               {"creature": climb.tamsin, "announced": {"total": 12}}]  # fmt: skip
    roll = climb.climb({}, {}, dice={"hope": 7, "fear": 5}, members=members)
    assert roll.facts["total"] == 12
    climb.climb({}, {}, dice={}, members=members, announced={"with": "fear", "success": True})
    assert climb.value("fear") == 1


def test_a_member_may_roll_against_another_difficulty_with_an_experience(climb: Climb) -> None:
    agile = {"kind": "experience", "name": "Agile", "facts": {"modifier": 4}}
    climb.do("change_creature", creature=climb.mira, changes={"features": {"agile": agile}})
    members = [{"creature": climb.mira, "with": "agile", "parameters": {"difficulty": 19}}]
    assert climb.climb(GOOD, {}, members=members, dice={"hope": 7, "fear": 5, climb.mira: GOOD}).facts["total"] == 13
    assert climb.value("hope", climb.mira) == 1


def test_the_difficulty_may_be_an_adversarys(climb: Climb) -> None:
    roll = climb.climb(GOOD, BAD, parameters={}, targets=[climb.bear])
    assert [m["amount"] for m in roll.secret["modifiers"]] == [1, -1]
    with pytest.raises(Need) as need:
        climb.climb(GOOD, BAD, parameters={})
    assert need.value.asks[0]["number"] == "difficulty"


def test_an_amendment_of_the_leaders_roll_keeps_what_the_others_added(climb: Climb) -> None:
    climb.climb(GOOD, BAD, lead={"hope": 5, "fear": 8})
    climb.do("amend_roll", id=climb.last(climb.oro).id, dice={"fear": 4, "hope": 9})
    assert (climb.last(climb.oro).facts["total"], climb.value("fear"), climb.note) == (13, 0, None)


def test_it_is_one_step_and_the_log_says_whose_roll_it_is(climb: Climb) -> None:
    before = climb.game.state
    climb.climb(GOOD, BAD)
    assert "Oro: leads a group action roll of 2 others" in climb.said()
    climb.undo()
    assert climb.game.state == before


def test_a_preview_tells_the_odds_of_everybody(climb: Climb) -> None:
    members = [{"creature": climb.mira}, {"creature": climb.tamsin}]
    played = climb.preview("group_roll", creature=climb.oro, members=members, parameters={"difficulty": 13})
    assert [set(odds["odds"].outcomes) == {"critical", "success", "failure"} for odds in played.odds] == [
        True,
        True,
        False,
    ]


def test_members_are_other_characters_here_each_once(climb: Climb) -> None:
    for members in ([climb.oro], [climb.bear], [climb.mira, climb.mira], []):
        with pytest.raises(InvalidInput) as refused:
            climb.climb(GOOD, BAD, members=[{"creature": id} for id in members])
        assert refused.value.errors[0].pointer.startswith("/members")
    climb.do("add_condition", creature=climb.mira, condition="unconscious")
    with pytest.raises(RuleError, match="cannot-act"):
        climb.climb(GOOD, BAD)


def test_nobody_helps_a_member_and_no_seat_rolls_for_others(climb: Climb) -> None:
    with pytest.raises(InvalidInput):
        climb.climb(GOOD, BAD, members=[{"creature": climb.mira, "helpers": [climb.tamsin]}])
    with pytest.raises(RuleError, match="not-for-a-seat"):
        climb.climb(GOOD, BAD, by=f"seat:{climb.oro}")


@pytest.mark.parametrize("extra", ["d6", 5])
def test_extras_of_the_leader_are_read_with_care(climb: Climb, extra: Any) -> None:
    with pytest.raises(InvalidInput):
        climb.climb(GOOD, BAD, parameters={"difficulty": 13, "extra": extra})


def test_the_players_are_asked_for_their_reactions_which_are_rolled_as_they_answer(climb: Climb) -> None:
    climb.do("ask_reactions", creature=climb.oro, members=[climb.mira], difficulty=14)
    (ask,) = climb.see(seat_viewer(climb.mira))["asks"]
    assert (ask["kind"], ask["data"]) == ("group_reaction", {"creature": climb.oro})
    assert climb.see(seat_viewer(climb.oro))["asks"] == ()
    mira = f"seat:{climb.mira}"
    with pytest.raises(InvalidInput):
        climb.do("answer", by=mira, id=ask["id"], **{"with": "beauty"}, dice={"hope": 9, "fear": 3})
    with pytest.raises(RuleError, match="unknown-question"):
        climb.do("answer", by=f"seat:{climb.oro}", id=ask["id"], dice={"hope": 9, "fear": 3})
    climb.do("answer", by=mira, id=ask["id"], **{"with": "agility"}, dice={"hope": 12, "fear": 9})
    record = climb.last(climb.mira)
    assert record.secret["filled"]["reaction"] is True
    assert record.secret["filled"]["difficulty"] == 14
    assert climb.see(seat_viewer(climb.mira))["asks"] == ()
    climb.undo(by=mira)
    assert len(climb.see(seat_viewer(climb.mira))["asks"]) == 1


def test_asking_again_takes_the_place_of_the_question_and_a_foe_is_not_asked(climb: Climb) -> None:
    for difficulty in (14, 16):
        climb.do("ask_reactions", creature=climb.oro, members=[climb.mira], difficulty=difficulty)
    (pending,) = climb.game.state.pending.values()
    assert pending.data["_difficulty"] == 16
    for wrong in (climb.bear, climb.oro):
        with pytest.raises(InvalidInput):
            climb.do("ask_reactions", creature=climb.oro, members=[wrong])
    with pytest.raises(RuleError, match="not-for-a-seat"):
        climb.do("ask_reactions", by=f"seat:{climb.oro}", creature=climb.oro, members=[climb.mira])


def test_nobody_is_asked_for_a_reaction_to_a_roll_that_was_made(climb: Climb) -> None:
    climb.do("ask_reactions", creature=climb.oro, members=[climb.mira, climb.tamsin], difficulty=13)
    climb.do("ask_reactions", creature=climb.mira, members=[climb.oro])
    climb.climb(GOOD, BAD)
    assert [(one.kind, one.by) for one in climb.game.state.pending.values()] == [("group_reaction", climb.oro)]
    climb.undo()
    assert len(climb.game.state.pending) == 3
