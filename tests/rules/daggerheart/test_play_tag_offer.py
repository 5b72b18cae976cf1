"""A tag team roll that a player offers from a phone: nothing is paid or rolled before the partner's yes."""

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def duo() -> Evening:
    evening = Evening()
    evening.do("set_tracker", creature=evening.oro, tracker="hope", value=4)
    return evening


def offer(duo: Evening, **fields: object) -> None:
    given = {"creature": duo.oro, "partner": duo.mira, "target": duo.bear, "with": "agility", **fields}
    duo.do("offer_tag_team", by=f"seat:{duo.oro}", **given)


def ask_of(duo: Evening, id: str) -> dict[str, object]:
    (ask,) = duo.see(seat_viewer(id))["asks"]
    return dict(ask)


def test_the_partner_is_asked_and_nothing_is_paid_or_rolled_yet(duo: Evening) -> None:
    offer(duo)
    ask = ask_of(duo, duo.mira)
    assert (ask["kind"], ask["data"]) == ("tag_team_offer", {"creature": duo.oro, "target": duo.bear})
    assert duo.value("hope", duo.oro) == 4
    assert duo.see(PUBLIC_VIEWER)["asks"] == ()
    offer(duo, **{"with": "strength"})
    assert len(duo.game.state.pending) == 1


def test_with_a_yes_both_roll_and_the_initiator_chooses(duo: Evening) -> None:
    offer(duo)
    duo.do("answer", by=f"seat:{duo.mira}", id=ask_of(duo, duo.mira)["id"], join=True, **{"with": "agility"})
    assert duo.value("hope", duo.oro) == 1
    assert duo.last(duo.oro).roll == duo.last(duo.mira).roll == "action"
    choice = ask_of(duo, duo.oro)
    assert choice["kind"] == "tag_team"
    duo.do("answer", by=f"seat:{duo.oro}", id=choice["id"], choose=duo.mira)
    assert duo.game.state.pending == {}
    with pytest.raises(RuleError, match="tag-team-used"):
        offer(duo)


def test_a_no_leaves_everything_as_it_was(duo: Evening) -> None:
    offer(duo)
    duo.do("answer", by=f"seat:{duo.mira}", id=ask_of(duo, duo.mira)["id"], join=False)
    assert (duo.value("hope", duo.oro), duo.game.state.pending) == (4, {})


def test_what_cannot_be_offered_is_refused(duo: Evening) -> None:
    with pytest.raises(InvalidInput):
        offer(duo, partner=duo.bear)
    with pytest.raises(InvalidInput):
        offer(duo, target=duo.mira)
    duo.do("hide", creature=duo.bear)
    with pytest.raises(RuleError, match="unknown-creature"):
        offer(duo)
    duo.do("set_tracker", creature=duo.oro, tracker="hope", value=2)
    with pytest.raises(RuleError, match="not-enough-hope"):
        offer(duo)
