"""A roll whose dice are changed: what it decided is taken back, and what it decides now is carried out, in one step."""

from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.core.chance import Chance
from rules.core.deciding import Decides, decides_of, decision, tried
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.packs import load_pack
from rules.core.rolling import Roll, answer_difficulty, roll
from rules.core.trackers import Level, Track
from tests.rules.packs.small import SYSTEM, write_pack
from tests.rules.table import Table

CONDITIONS = """
[conditions.dazed]
recovery = { roll = 'swing', dc = '10' }
[conditions.weak]
has_value = true
recovery = { roll = 'swing', dc = '10', by = 1 }
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    end = SYSTEM.splitlines()[-1]
    system = load_pack(write_pack(tmp_path, system=(end, end + CONDITIONS)))
    monkeypatch.setitem(registry._systems, "tavern", system)
    return Table("tavern")


def rolled(table: Table, face: int, key: str = "dazed", value: int | None = None) -> str:
    """A character whose recovery has just been rolled."""
    oro = table.pc("Oro", trackers={"grit": {"value": 8}})
    table.do("add_condition", creature=oro, condition=key, value=value)
    table.do("start_encounter")
    table.do("begin_turn", creature=oro)
    (item,) = table.see()["due"]
    table.do("settle_due", ids=[item["id"]], dice={item["id"]: {"d20": face}})
    return oro


def amend(table: Table, who: str, face: int, by: str = "gm", **more: Any) -> None:
    table.do("amend_roll", id=table.game.state.rolls[who].id, dice={"d20": face}, by=by, **more)


def values(table: Table, who: str) -> list[int | None]:
    return [condition.value for condition in table.creature(who).conditions.values()]


def test_a_recovery_that_succeeds_after_all_ends_its_condition(table: Table) -> None:
    oro = rolled(table, 1)
    assert table.conditions(oro) == ["dazed"]
    amend(table, oro, 20)
    assert table.conditions(oro) == []
    assert [item["what"] for item in table.see()["due"]] == []


def test_a_recovery_that_fails_after_all_brings_its_very_condition_back(table: Table) -> None:
    oro = rolled(table, 1)
    before = table.creature(oro).conditions
    amend(table, oro, 20)
    amend(table, oro, 2)
    assert table.creature(oro).conditions == before
    amend(table, oro, 19)
    assert table.conditions(oro) == []


def test_a_change_is_one_step_to_undo_and_to_redo(table: Table) -> None:
    oro = rolled(table, 1)
    amend(table, oro, 20)
    table.undo()
    assert table.conditions(oro) == ["dazed"]
    table.redo()
    assert table.conditions(oro) == []
    table.undo()
    amend(table, oro, 20)
    assert table.conditions(oro) == []


def test_a_value_goes_down_once_however_often_the_dice_are_changed(table: Table) -> None:
    oro = rolled(table, 20, "weak", 3)
    assert values(table, oro) == [2]
    amend(table, oro, 19)
    assert values(table, oro) == [2]
    amend(table, oro, 1)
    assert values(table, oro) == [3]


def test_a_value_that_moved_on_since_goes_back_by_as_much(table: Table) -> None:
    oro = rolled(table, 20, "weak", 3)
    (held,) = table.creature(oro).conditions
    table.do("change_condition", creature=oro, condition=held, value=5)
    amend(table, oro, 1)
    assert values(table, oro) == [6]


def test_what_was_ended_by_hand_since_stays_so(table: Table) -> None:
    oro = rolled(table, 1)
    table.do("end_condition", creature=oro, condition=next(iter(table.creature(oro).conditions)))
    amend(table, oro, 20)
    amend(table, oro, 1)
    assert table.conditions(oro) == []


def test_what_came_again_since_is_not_there_twice(table: Table) -> None:
    oro = rolled(table, 20)
    table.do("add_condition", creature=oro, condition="dazed")
    amend(table, oro, 1)
    assert table.conditions(oro) == ["dazed"]


def test_the_log_tells_what_came_back(table: Table) -> None:
    oro = rolled(table, 20)
    before = len(table.codes())
    amend(table, oro, 1)
    assert table.codes()[before:] == ["condition_set", "rolled_swing"]


def test_a_player_changes_the_dice_and_nothing_that_they_are_held_against(table: Table) -> None:
    oro = rolled(table, 1)
    for parameters in ({"dc": 1}, {"decides": {"what": "recovery"}}):
        with pytest.raises(RuleError, match="not-for-a-seat"):
            amend(table, oro, 5, by=f"seat:{oro}", parameters=parameters)
    assert table.conditions(oro) == ["dazed"]
    amend(table, oro, 20, by=f"seat:{oro}")
    assert table.conditions(oro) == []


def test_a_roll_of_the_own_decides_nothing(table: Table) -> None:
    oro = rolled(table, 1)
    table.do("roll", roll="swing", creature=oro, parameters={"dc": 10}, dice={"d20": 20}, by=f"seat:{oro}")
    assert table.conditions(oro) == ["dazed"]


def test_what_hangs_on_a_roll_of_a_player_waits_with_it_for_the_gm(table: Table) -> None:
    oro = rolled(table, 1)
    (held,) = table.creature(oro).conditions
    draft = Draft(
        table.game.system, table.game.state, f"seat:{oro}", Chance(lambda sides: sides, {}, False, lambda: "1")
    )
    roll(draft, Roll(roll="swing", creature=oro, dice={"d20": 20}), Decides(what="recovery", of=oro, condition=held))
    (pending,) = draft.state.pending.values()
    answer_difficulty(draft, pending, {"dc": 10})
    assert dict(draft.state.creatures[oro].conditions) == {}


def test_what_another_release_has_left_with_a_roll_decides_nothing() -> None:
    assert decides_of({"what": 5}) is None
    assert decides_of(None) is None


@pytest.mark.parametrize("of", ["", "c_none"])
def test_what_hangs_on_nobody_who_is_there_decides_nothing(table: Table, of: str) -> None:
    rolled(table, 1)
    draft = Draft(table.game.system, table.game.state, "gm", Chance(None, {}, False, lambda: "1"))
    assert decision(draft, Decides(what="recovery", of=of)) is None


@pytest.mark.parametrize(
    ("now", "moved"),
    [
        ("XX.", {"boxes": "wounds", "from": ".", "to": "X", "by": 1, "was": "X..", "now": "XX."}),
        ("/..", {"boxes": "wounds", "from": "X", "to": "/", "by": 1, "was": "X..", "now": "/.."}),
        ("/X.", {"puts": "wounds"}),
        ("X.", {"puts": "wounds"}),
    ],
    ids=["marked", "turned", "both", "fewer"],
)
def test_boxes_of_a_track_are_told_from_a_track_that_is_another(table: Table, now: str, moved: dict[str, Any]) -> None:
    oro = rolled(table, 1)
    draft = Draft(table.game.system, table.game.state, "gm", Chance(None, {}, False, lambda: "1"))
    draft.put(oro, "wounds", Track((Level("all", "X.."),)))
    after = Track((Level("all", now),))
    _, (found,) = tried(draft, [], [lambda trial: trial.put(oro, "wounds", after)], [])
    assert {key: found.get(key) for key in moved} == moved


def test_what_hangs_on_a_roll_that_a_player_sees_stays_with_the_gm(table: Table) -> None:
    oro = rolled(table, 1)
    assert table.game.state.rolls[oro].secret["decides"]["what"] == "recovery"
    assert "decides" not in str(table.public())
