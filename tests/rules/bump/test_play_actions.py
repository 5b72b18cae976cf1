"""Actions, reactions, Help, cover and stances of Bump d20 in play: what each costs, does and refuses."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table

VAULT = {"kind": "talent", "name": "Vault", "facts": {"ap": 2, "strain": 3}}
WALL = {"kind": "stance", "name": "Wall", "facts": {}}
CLUB = {"kind": "weapon", "name": "Club", "facts": {"bonus": 5, "dice": "d8", "type": "bludgeoning"}}


@pytest.fixture
def table() -> Table:
    return fight()


def pair(table: Table, **more: Any) -> tuple[str, str]:
    """Oro, whose turn it is, and Mira."""
    oro, mira = hero(table, "Oro", **more), hero(table, "Mira")
    begin(table, oro)
    return oro, mira


def refused(table: Table, type_: str, **fields: Any) -> str:
    """The code of the refusal; nothing has changed by it."""
    before = table.game.state
    with pytest.raises((RuleError, InvalidInput)) as error:
        table.do(type_, **fields)
    assert table.game.state == before
    found = error.value
    return found.errors[0].code if isinstance(found, InvalidInput) else str(found.args[0])


@pytest.mark.parametrize(("action", "ap"), [
    ("dash", 1), ("disengage", 2), ("drop_prone", 0), ("interact", 1), ("leap", 1), ("minor", 0), ("take_cover", 1),
])  # fmt: skip
def test_a_basic_action_costs_what_it_says(table: Table, action: str, ap: int) -> None:
    oro, _ = pair(table)
    table.do("act", creature=oro, action=action)
    assert table.value("action_points", oro) == 2 - ap
    table.undo()
    assert table.value("action_points", oro) == 2


def test_what_one_cannot_pay_is_refused(table: Table) -> None:
    oro, mira = pair(table)
    table.do("act", creature=oro, action="dash")
    assert refused(table, "act", creature=oro, action="disengage") == "not-enough-ap"
    assert refused(table, "setup", creature=oro, target=mira) == "not-enough-ap"
    assert refused(table, "ready_action", creature=oro, trigger="now") == "not-enough-ap"


def test_outside_of_a_fight_no_points_are_counted(table: Table) -> None:
    oro = hero(table)
    for _ in range(5):
        table.do("act", creature=oro, action="dash")
    assert table.value("action_points", oro) == 2


def test_a_feature_of_the_sheet_costs_what_it_says(table: Table) -> None:
    oro, _ = pair(table, features={"vault": VAULT})
    table.do("act", creature=oro, action="feature", feature="vault")
    assert (table.value("action_points", oro), table.value("strain", oro)) == (0, 3)
    assert refused(table, "act", creature=oro, action="feature", feature="nothing") == "not-an-option"


def test_a_talent_is_used_up_until_it_recharges(table: Table) -> None:
    oro, _ = pair(table, features={"vault": {**VAULT, "facts": {"ap": 0}}})
    uses = {"key": "vault", "name": "Vault", "max": 1, "refresh": {"long_rest": "full"}}
    table.do("add_tracker", creature=oro, tracker=uses)
    table.do("set_tracker", creature=oro, tracker="vault", value=1)
    table.do("act", creature=oro, action="feature", feature="vault")
    assert refused(table, "act", creature=oro, action="feature", feature="vault") == "no-uses-left"
    table.do("rest", kind="long")
    assert table.value("vault", oro) == 1


def test_one_stance_at_a_time_until_a_rest_or_a_blow(table: Table) -> None:
    oro, _ = pair(table, features={"wall": WALL, "reed": {**WALL, "name": "Reed"}})
    for key, name in (("wall", "Wall"), ("reed", "Reed")):
        table.do("act", creature=oro, action="stance", feature=key)
        (held,) = table.creature(oro).conditions.values()
        assert (held.key, held.detail) == ("stance", name)
    table.do("rest", kind="short")
    assert table.conditions(oro) == []
    table.do("act", creature=oro, action="stance", feature="wall")
    table.do("add_condition", creature=oro, condition="unconscious")
    assert table.conditions(oro) == ["unconscious"]


def test_help_is_for_one_skill_and_is_used_up_by_it(table: Table) -> None:
    oro, mira = pair(table)
    table.do("help", creature=oro, target=mira, skill="stealth", ranks=4)
    table.do("roll", roll="check", creature=mira, parameters={"dc": 10}, dice={"d20": 9}, **{"with": "might"})
    assert table.game.state.rolls[mira].facts["total"] == 9
    assert table.conditions(mira) == ["helped"]
    table.do("change_creature", creature=mira, changes={"numbers": {"stealth": 3}})
    table.do("roll", roll="check", creature=mira, parameters={"dc": 10}, dice={"d20": 9}, **{"with": "stealth"})
    assert table.game.state.rolls[mira].facts["total"] == 9 + 3 + 2
    assert table.conditions(mira) == []


def test_help_is_given_once_a_turn_and_not_to_oneself(table: Table) -> None:
    oro, mira = pair(table)
    assert refused(table, "help", creature=oro, target=oro, skill="stealth", ranks=1) == "not-oneself"
    assert refused(table, "help", creature=oro, target=mira, skill="stealth") == "no-ranks"
    table.do("help", creature=oro, target=mira, skill="stealth", ranks=1)
    assert refused(table, "help", creature=oro, target=mira, skill="might", ranks=1) == "has-helped"


def test_after_an_attack_nobody_is_set_up(table: Table) -> None:
    oro, mira = pair(table, features={"club": CLUB})
    rat = foe(table)
    table.do("set_tracker", creature=oro, tracker="action_points", value=3)
    table.do("roll", roll="attack", creature=oro, targets=[rat], parameters={"dc": 30}, dice={"d20": 2})
    assert refused(table, "setup", creature=oro, target=mira) == "has-attacked"
    assert refused(table, "setup", creature=mira, target=oro) == "not-the-active-turn"


@pytest.mark.parametrize("condition", ["dazed", "staggered", "stunned", "paralyzed", "unconscious", "incapacitated"])
def test_some_conditions_forbid_reactions(table: Table, condition: str) -> None:
    oro, _ = pair(table)
    table.do("add_condition", creature=oro, condition=condition)
    assert refused(table, "react", creature=oro) == "cannot-react"


def test_reactions_are_paid_and_run_out(table: Table) -> None:
    oro, mira = pair(table)
    for left in (1, 0):
        table.do("react", creature=oro, target=mira)
        assert table.value("reaction_points", oro) == left
    assert table.value("strain", oro) == 2
    assert refused(table, "react", creature=oro) == "not-enough-rp"


def test_a_failed_escape_may_be_tried_again_in_the_next_turn_only(table: Table) -> None:
    oro, mira = pair(table)
    table.do("add_condition", creature=oro, condition="grappled", source=mira)
    table.do("escape", creature=oro, source=mira, dc=25, dice={"d20": 1}, **{"with": "might"})
    assert refused(table, "escape", creature=oro, source=mira, dc=5, **{"with": "might"}) == "cannot-escape"
    table.do("begin_turn", creature=mira)
    table.do("begin_turn", creature=oro)
    table.do("escape", creature=oro, source=mira, dc=5, dice={"d20": 9}, **{"with": "might"})
    assert table.conditions(oro) == []


def test_an_escape_frees_from_one_source_only(table: Table) -> None:
    oro, mira = pair(table)
    rat = foe(table)
    table.do("add_condition", creature=oro, condition="grappled", source=mira)
    table.do("add_condition", creature=oro, condition="restrained", source=rat)
    table.do("escape", creature=oro, source=rat, dc=5, dice={"d20": 19}, **{"with": "might"})
    assert table.conditions(oro) == ["grappled"]


def test_taking_cover_improves_it_by_a_step_and_an_attack_gives_it_up(table: Table) -> None:
    oro, mira = pair(table, features={"club": CLUB})
    for after in ("lesser-cover", "standard-cover"):
        table.do("act", creature=oro, action="take_cover")
        assert table.conditions(oro) == [after]
    table.do("set_tracker", creature=oro, tracker="action_points", value=1)
    table.do("roll", roll="attack", creature=oro, targets=[mira], parameters={"dc": 30}, dice={"d20": 2})
    assert table.conditions(oro) == []


def test_cover_is_set_against_one_or_all(table: Table) -> None:
    oro, _ = pair(table)
    rat = foe(table)
    table.do("set_cover", creature=oro, cover="greater", towards=rat)
    (held,) = table.creature(oro).conditions.values()
    assert (held.key, held.towards) == ("greater-cover", rat)
    table.do("set_cover", creature=oro, cover="lesser", towards=rat)
    assert table.conditions(oro) == ["lesser-cover"]
    table.do("set_cover", creature=oro, cover="none", towards=rat)
    assert table.conditions(oro) == []
    assert refused(table, "set_cover", creature=oro, cover="splendid") == "not-an-option"
    assert refused(table, "set_cover", creature=oro) == "not-an-option"
    with pytest.raises(InvalidInput):
        table.send({"type": "set_cover", "creature": oro, "cover": "lesser", "by": 1})
    assert refused(table, "set_cover", creature=oro, cover="lesser", towards="c_nobody") == "unknown-creature"


def test_each_step_of_cover_counts_from_what_there_is_by_then(table: Table) -> None:
    oro, _ = pair(table)
    rat = foe(table)
    for by, cover in ((1, ["lesser-cover"]), (1, ["standard-cover"]), (3, ["greater-cover"]), (-2, ["lesser-cover"])):
        table.send({"type": "set_cover", "creature": oro, "by": by, "towards": rat})
        assert table.conditions(oro) == cover
    table.send({"type": "set_cover", "creature": oro, "by": -3, "towards": rat})
    assert table.conditions(oro) == []


def test_a_readied_action_waits_for_its_trigger_until_the_next_turn(table: Table) -> None:
    oro, mira = pair(table)
    table.do("ready_action", creature=oro, trigger="when the door opens")
    assert table.see()["order"]["memory"]["readied"] == {oro: "when the door opens"}
    assert table.value("action_points", oro) == 0
    table.do("begin_turn", creature=mira)
    table.do("begin_turn", creature=oro)
    assert table.see()["order"]["memory"]["readied"] == {}
    assert refused(table, "ready_action", creature=mira, trigger="x") == "not-the-active-turn"
    assert refused(table, "ready_action", creature=oro, trigger="") == "too-short"


@pytest.mark.parametrize(("type_", "fields"), [
    ("act", {"action": "dash", "ap": 9}), ("act", {"action": "dash", "strain": -1}), ("act", {"action": "x" * 200}),
    ("react", {"strain": 100}), ("gain_strain", {"amount": 0}), ("gain_exhaustion", {"levels": 5}),
    ("fall", {"feet": -1}), ("suffocate", {"before": -1}), ("sink", {"dc": 999}), ("travel", {"hours": 0}),
    ("recover", {"condition": "q_nothing"}), ("death_option", {"option": "sleep"}), ("heal", {"amount": -4}),
    ("take_damage", {"parts": []}), ("take_damage", {"parts": [{"amount": 4, "type": "sound"}]}),
    ("go_without", {"what": "air"}), ("provide", {"food": "plenty"}), ("rest", {"kind": "nap"}),
    ("take_break", {"strain": {"x": 1}}), ("escape", {"dc": "high"}), ("set_cover", {"cover": 2}),
])  # fmt: skip
def test_bad_input_is_refused_and_changes_nothing(table: Table, type_: str, fields: dict[str, Any]) -> None:
    oro, _ = pair(table)
    of_party = {"rest", "take_break", "travel", "provide"}
    assert refused(table, type_, **({} if type_ in of_party else {"creature": oro}), **fields)
    if type_ not in of_party:
        assert refused(table, type_, creature="c_nobody", **fields)


def test_fitting_help_lowers_what_a_recovery_is_rolled_against(table: Table) -> None:
    oro, sel = hero(table, "Oro"), hero(table, "Sel")
    table.do("add_condition", creature=oro, condition="dazed")
    (dazed,) = table.creature(oro).conditions
    for fitting, left in ((False, ["dazed"]), (True, [])):
        table.do("recover", creature=oro, condition=dazed, by=sel, fitting=fitting, dice={"d20": 12})
        assert table.conditions(oro) == left


@pytest.mark.parametrize(("cover", "outcome"), [("none", "failure"), ("lesser", "failure"), ("standard", "success")])
def test_nobody_hides_in_plain_sight(table: Table, cover: str, outcome: str) -> None:
    oro, rat = hero(table, numbers={"stealth": 0}), foe(table)
    table.do("set_cover", creature=oro, towards=rat, cover=cover)
    hides: dict[str, Any] = {"with": "stealth", "parameters": {"dc": 10, "tags": ["hide"]}}
    for targets in ([], [rat]):
        table.do("roll", roll="check", creature=oro, targets=targets, dice={"d20": 15}, **hides)
        assert table.game.state.rolls[oro].facts["outcome"] == outcome


def test_darkness_and_being_invisible_hide_without_cover(table: Table) -> None:
    oro = hero(table, numbers={"stealth": 0})
    hides: dict[str, Any] = {"with": "stealth", "parameters": {"dc": 10, "tags": ["hide"]}}
    table.do("add_condition", creature=oro, condition="invisible")
    table.do("roll", roll="check", creature=oro, dice={"d20": 15}, **hides)
    assert table.game.state.rolls[oro].facts["outcome"] == "success"
