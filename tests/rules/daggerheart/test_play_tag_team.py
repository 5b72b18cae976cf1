"""Does a tag team roll cost what it should, and count once for both?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import seat_viewer
from tests.rules.daggerheart.evening import SWORD, Evening

BOLT = {
    "kind": "weapon",
    "name": "Bolt",
    "facts": {"trait": "knowledge", "dice": "d6", "modifier": 2, "types": ["magic"]},
}
HOPE, FEAR = {"hope": 9, "fear": 5}, {"hope": 5, "fear": 9}


class Pair(Evening):
    """Oro with a sword and Mira with a bolt against the bear."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        changes = {"features": {"bolt": BOLT}, "numbers": {"knowledge": 1, "proficiency": 2}}
        self.do("change_creature", creature=self.mira, changes=changes)

    def team(self, oro: Any = HOPE, mira: Any = FEAR, **fields: Any) -> None:
        """A tag team roll that Oro initiates, both attacking the bear."""
        fields.setdefault("targets", [self.bear])
        fields.setdefault("partner", {"creature": self.mira, "with": "bolt"})
        fields.setdefault("with", "sword")
        dice = fields.pop("dice", {**oro, self.mira: mira})
        self.do("tag_team", creature=self.oro, dice=dice, **fields)

    def choose(self, whose: str, by: str = "gm") -> None:
        (pending,) = self.game.state.pending.values()
        self.do("answer", by=by, id=pending.id, choose=whose)


@pytest.fixture
def pair() -> Pair:
    return Pair()


def test_both_rolls_are_made_and_nothing_moves_until_the_choice(pair: Pair) -> None:
    pair.team()
    assert (pair.value("hope", pair.oro), pair.value("tag_used", pair.oro), pair.value("fear")) == (0, True, 0)
    (ask,) = pair.see(seat_viewer(pair.oro))["asks"]
    assert [(one["creature"], one["outcome"]) for one in ask["data"]["results"]] == [
        (pair.oro, "success_hope"),
        (pair.mira, "success_fear"),
    ]
    assert "filled" not in str(ask["data"])


@pytest.mark.case("GM-077")
def test_a_tag_team_roll_cannot_be_made_without_what_it_pays(pair: Pair) -> None:
    before = pair.game.state
    with pytest.raises(InvalidInput):
        pair.team(apply=False, choose=pair.oro)
    assert pair.game.state == before
    pair.team(choose=pair.mira)
    assert pair.value("fear") == 2


def test_a_roll_with_hope_gives_each_a_hope(pair: Pair) -> None:
    pair.team()
    pair.choose(pair.oro)
    assert (pair.value("hope", pair.oro), pair.value("hope", pair.mira), pair.value("fear")) == (1, 3, 0)
    assert pair.active == pair.oro


def test_a_roll_with_fear_gives_the_gm_a_fear_for_each_up_to_the_limit(pair: Pair) -> None:
    pair.team()
    pair.choose(pair.mira)
    assert (pair.value("hope", pair.oro), pair.value("hope", pair.mira)) == (0, 2)
    assert (pair.value("fear"), pair.note) == (2, "cost")
    told = [effect["by"] for effect in pair.last(pair.mira).facts["effects"] if effect.get("tracker") == "fear"]
    assert told == [2]
    other = Pair()
    other.fear(11)
    other.team()
    other.choose(other.mira)
    assert other.value("fear") == 12


def test_a_critical_success_clears_a_stress_of_each(pair: Pair) -> None:
    for id in (pair.oro, pair.mira):
        pair.adjust("stress", 2, id)
    pair.team({"hope": 4, "fear": 4})
    pair.choose(pair.oro)
    assert pair.hold(pair.oro, "hope", "stress") == (1, 1)
    assert pair.hold(pair.mira, "hope", "stress") == (3, 1)


def test_it_is_one_action_roll_for_countdowns(pair: Pair) -> None:
    pair.do("add_clock", name="Flood", size=5, kind="countdown", ticks="action_roll")
    pair.team()
    pair.choose(pair.mira)
    (clock,) = pair.game.state.clocks.values()
    assert clock.value == 4


def test_each_of_the_two_takes_a_spotlight_token() -> None:
    pair = Pair(spotlight_tokens=True)
    pair.team()
    pair.choose(pair.mira)
    assert (pair.value("spotlight_tokens", pair.oro), pair.value("spotlight_tokens", pair.mira)) == (2, 2)


def test_the_damage_of_both_is_one_source_of_a_type_that_may_be_changed(pair: Pair) -> None:
    pair.team(mira={"hope": 8, "fear": 6})
    pair.choose(pair.oro)
    then = pair.then(pair.oro)
    assert then is not None
    assert then["parameters"]["types"] == ["physical"]
    parameters = {**then["parameters"], "types": ["magic"]}
    pair.send({**then, "parameters": parameters, "dice": {"dice": [5], "extra": [3, 4]}})
    assert pair.last(pair.oro).facts["total"] == 5 + 3 + 3 + 4 + 2
    taken = pair.then(pair.oro)
    assert taken is not None
    assert taken["sources"] == [{"amount": 17, "types": ["magic"]}]
    pair.send(taken)
    assert pair.value("hit_points", pair.bear) == 3


def test_a_critical_success_adds_the_highest_of_all_dice(pair: Pair) -> None:
    pair.team({"hope": 4, "fear": 4}, choose=pair.oro)
    then = pair.then(pair.oro)
    assert then is not None
    pair.send({**then, "dice": {"dice": [1], "extra": [1, 1]}})
    assert pair.last(pair.oro).facts["total"] == (1 + 3 + 1 + 1 + 2) + 8 + 6 + 6


def test_weapons_of_one_type_leave_nothing_to_choose(pair: Pair) -> None:
    pair.do("change_creature", creature=pair.mira, changes={"features": {"bolt": SWORD}})
    pair.team(choose=pair.oro)
    then = pair.then(pair.oro)
    assert then is not None
    assert "types" not in then["parameters"]


def test_where_only_one_attacks_only_that_one_deals_damage(pair: Pair) -> None:
    pair.team(partner={"creature": pair.mira, "with": "knowledge"}, choose=pair.mira)
    then = pair.then(pair.mira)
    assert then is not None
    assert (then["creature"], "extra" in then["parameters"]) == (pair.oro, False)


def test_the_choice_may_come_with_the_dice(pair: Pair) -> None:
    pair.team(choose=pair.oro)
    assert (pair.game.state.pending, pair.value("hope", pair.mira)) == ({}, 3)
    pair.undo()
    assert (pair.value("hope", pair.oro), pair.value("hope", pair.mira)) == (3, 2)
    assert pair.value("tag_used", pair.oro) is False


def test_an_amendment_of_the_chosen_roll_pays_both_anew(pair: Pair) -> None:
    pair.team(choose=pair.mira)
    pair.do("amend_roll", id=pair.last(pair.mira).id, dice={"hope": 10})
    assert (pair.value("fear"), pair.value("hope", pair.oro), pair.value("hope", pair.mira)) == (0, 1, 3)


def test_an_amendment_pays_an_experience_once(pair: Pair) -> None:
    pair.adjust("hope", 3, pair.oro)
    pair.team(choose=pair.oro, **{"with": "sword,sailor"})
    assert pair.value("hope", pair.oro) == 3
    pair.do("amend_roll", id=pair.last(pair.oro).id, dice={"hope": 10})
    assert pair.value("hope", pair.oro) == 3


def test_an_amendment_before_the_choice_counts(pair: Pair) -> None:
    pair.team()
    pair.do("amend_roll", id=pair.last(pair.mira).id, dice={"hope": 9, "fear": 9})
    pair.choose(pair.mira)
    assert (pair.last(pair.mira).facts["outcome"], pair.value("fear")) == ("critical", 0)


def test_hope_features_of_both_are_paid_from_what_they_gain(pair: Pair) -> None:
    surge = {"kind": "feature", "name": "Surge", "facts": {"cost": {"hope": 3}}}
    pair.do("change_creature", creature=pair.mira, changes={"features": {"surge": surge}})
    pair.team(partner={"creature": pair.mira, "with": "bolt,surge"}, choose=pair.oro)
    assert (pair.value("hope", pair.mira), pair.value("hope", pair.oro)) == (0, 1)
    assert "Mira: 3 Hope for the feature" in pair.said()


def test_a_player_initiates_once_a_session_and_joins_as_often_as_asked(pair: Pair) -> None:
    pair.team(choose=pair.oro)
    pair.adjust("hope", 6, pair.oro)
    with pytest.raises(RuleError, match="tag-team-used"):
        pair.team()
    pair.adjust("hope", 6, pair.mira)
    pair.do("tag_team", creature=pair.mira, partner={"creature": pair.oro}, parameters={"difficulty": 9}, dice={})
    pair.choose(pair.mira)
    pair.do("begin_session")
    pair.team(choose=pair.oro)


def test_three_hope_or_nothing_happens(pair: Pair) -> None:
    pair.adjust("hope", -1, pair.oro)
    number = pair.game.number
    with pytest.raises(RuleError, match="not-enough-hope"):
        pair.team()
    assert pair.game.number == number


def test_only_two_different_characters_and_one_of_their_rolls(pair: Pair) -> None:
    for partner in (pair.oro, pair.bear):
        with pytest.raises(InvalidInput) as refused:
            pair.team(partner={"creature": partner})
        assert refused.value.errors[0].pointer == "/partner/creature"
    with pytest.raises(InvalidInput):
        pair.do("tag_team", creature=pair.bear, partner={"creature": pair.oro})
    with pytest.raises(InvalidInput):
        pair.team(choose=pair.bear)
    pair.team()
    with pytest.raises(RuleError, match="not-an-option"):
        pair.choose(pair.bear)
    (pending,) = pair.game.state.pending.values()
    with pytest.raises(Need) as need:
        pair.do("answer", id=pending.id)
    assert need.value.asks[0]["options"] == [pair.oro, pair.mira]


def test_the_player_who_initiated_answers_and_the_other_does_not(pair: Pair) -> None:
    pair.team()
    with pytest.raises(RuleError, match="unknown-question"):
        pair.choose(pair.oro, by=f"seat:{pair.mira}")
    pair.choose(pair.mira, by=f"seat:{pair.oro}")
    assert pair.value("fear") == 2


def test_both_may_announce(pair: Pair) -> None:
    pair.team(
        announced={"with": "fear", "success": True},
        partner={"creature": pair.mira, "announced": {"with": "hope", "success": True}},
        dice={}, choose=pair.mira,
    )  # fmt: skip
    assert (pair.value("hope", pair.oro), pair.value("hope", pair.mira), pair.value("fear")) == (1, 3, 0)


def test_attackers_are_no_longer_hidden(pair: Pair) -> None:
    for id in (pair.oro, pair.mira):
        pair.do("add_condition", creature=id, condition="hidden")
    pair.team(choose=pair.oro)
    assert (pair.conditions(pair.oro), pair.conditions(pair.mira)) == ([], [])


def test_a_preview_tells_the_odds_of_both(pair: Pair) -> None:
    fields = {"partner": {"creature": pair.mira}, "targets": [pair.bear]}
    assert len(pair.preview("tag_team", creature=pair.oro, **fields).odds) == 2


def test_a_partner_who_is_not_there_is_refused_in_a_roll_too(pair: Pair) -> None:
    for partner in ({"creature": "c_nobody"}, {"creature": pair.oro}, "Mira", {}):
        with pytest.raises(InvalidInput):
            pair.act(9, 4, parameters={"difficulty": 9, "tag_team": partner})
