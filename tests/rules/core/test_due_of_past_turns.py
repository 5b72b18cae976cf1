"""What a turn brought and nobody settled before it ended: it stays listed, and is settled against whose turn it was."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import registry
from rules.core.apply import fold
from rules.core.errors import RuleError
from rules.core.packs import load_pack
from rules.core.project import seat_viewer
from tests.rules.packs.small import SYSTEM, write_pack
from tests.rules.table import Table

CONDITIONS = """
[conditions.burning]
has_value = true
persists = { at = "turn_end" }
recovery = { roll = "swing", dc = "10" }
[conditions.chilled]
has_value = true
persists = { at = "turn_start" }
[conditions.dazed]
recovery = { roll = "swing", dc = "10", shared = true }
[conditions.tired]
recovery = { roll = "swing", dc = "10", shared = true }
"""
HP = {"grit": {"value": 8}}
KEYS = ("burning", "chilled", "dazed", "tired")
Way = tuple[str, int]


def setup(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    end = SYSTEM.splitlines()[-1]
    system = load_pack(write_pack(folder, system=(end, end + CONDITIONS)))
    monkeypatch.setitem(registry._systems, "tavern", system)
    return Table("tavern")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return setup(tmp_path, monkeypatch)


def fight(table: Table, *conditions: str) -> tuple[str, str]:
    """Oro acts, with these conditions, and then Mira."""
    oro, mira = table.pc("Oro", score=9, trackers=HP), table.pc("Mira", score=6, trackers=HP)
    table.do("start_encounter", policy="numeric")
    put(table, oro, *conditions)
    return oro, mira


def put(table: Table, id: str, *conditions: str) -> None:
    for key in conditions:
        value = 3 if key in ("burning", "chilled") else None
        table.do("add_condition", creature=id, condition=key, value=value)


def due(table: Table) -> list[tuple[str, str, bool]]:
    """What is due: what, of which condition, and whether a turn that has passed left it."""
    return [(item["what"], item["key"], item.get("left", False)) for item in table.see()["due"]]


def id_of(table: Table, what: str, key: str = "burning") -> str:
    return next(str(item["id"]) for item in table.see()["due"] if (item["what"], item["key"]) == (what, key))


def grit(table: Table, id: str) -> int:
    return int(table.value("grit", id))


def test_what_nobody_settled_stays_listed_under_the_one_whose_turn_it_was(table: Table) -> None:
    oro, mira = fight(table, "chilled", "burning")
    table.do("end_turn")
    assert table.active == mira
    assert due(table) == [("damage", "chilled", True), ("damage", "burning", True), ("recovery", "burning", True)]
    assert {item["creature"] for item in table.see()["due"]} == {oro}


def test_it_is_settled_against_the_one_whose_turn_ended(table: Table) -> None:
    oro, mira = fight(table, "burning")
    table.do("end_turn")
    table.do("settle_due", ids=[id_of(table, "damage")])
    assert (grit(table, oro), grit(table, mira)) == (5, 8)
    assert due(table) == [("recovery", "burning", True)]
    recovery = id_of(table, "recovery")
    table.do("settle_due", ids=[recovery], dice={recovery: {"d20": 20}})
    assert (table.conditions(oro), due(table)) == ([], [])


def test_all_that_is_due_is_settled_at_once_that_of_the_turn_first(table: Table) -> None:
    oro, mira = fight(table, "burning")
    table.do("end_turn")
    put(table, mira, "burning")
    assert [left for *_, left in due(table)] == [False, False, True, True]
    table.do("settle_due")
    assert (grit(table, oro), grit(table, mira), due(table)) == (5, 5, [])
    table.undo()
    assert (grit(table, oro), grit(table, mira), len(due(table))) == (8, 8, 4)


def test_what_was_settled_or_dropped_in_the_turn_is_not_left(table: Table) -> None:
    fight(table, "burning")
    table.do("settle_due", ids=[id_of(table, "damage")])
    table.do("drop", id=id_of(table, "recovery"))
    table.do("end_turn")
    assert due(table) == []


def test_what_is_left_can_be_dropped(table: Table) -> None:
    oro, _ = fight(table, "burning")
    table.do("end_turn")
    table.do("drop", id=id_of(table, "damage"))
    assert (grit(table, oro), due(table)) == (8, [("recovery", "burning", True)])
    table.undo()
    assert len(due(table)) == 2


def test_the_next_turn_of_the_same_one_brings_its_own_besides(table: Table) -> None:
    oro, _ = fight(table, "burning")
    for _ in range(2):
        table.do("end_turn")
    assert table.active == oro
    assert due(table) == [(what, "burning", left) for left in (False, True) for what in ("damage", "recovery")]
    table.do("settle_due", ids=[id_of(table, "damage")])
    assert grit(table, oro) == 5
    table.do("end_turn")
    assert due(table) == [("damage", "burning", True), ("recovery", "burning", True)]


def test_a_condition_that_ended_leaves_nothing(table: Table) -> None:
    oro, _ = fight(table, "burning")
    table.do("end_turn")
    (held,) = table.creature(oro).conditions
    table.do("end_condition", creature=oro, condition=held)
    assert due(table) == []


def test_of_recoveries_that_are_shared_a_turn_leaves_a_single_one(table: Table) -> None:
    fight(table, "dazed", "tired")
    table.do("end_turn")
    first = id_of(table, "recovery", "tired")
    table.do("settle_due", ids=[first], dice={first: {"d20": 3}})
    assert due(table) == []


def test_a_foe_that_has_nothing_left_owes_nothing(table: Table) -> None:
    oro, _ = fight(table)
    bear = table.add("Bear", score=12, trackers=HP)
    put(table, bear, "burning")
    table.do("begin_turn", creature=bear)
    table.do("begin_turn", creature=oro)
    assert due(table)[:1] == [("damage", "burning", True)]
    table.do("set_tracker", creature=bear, tracker="grit", value=0)
    assert [item for item in due(table) if item[0] != "turn"] == []


def test_the_end_of_the_encounter_ends_what_is_due(table: Table) -> None:
    fight(table, "burning")
    table.do("end_turn")
    table.do("end_encounter")
    assert due(table) == []


def test_no_player_sees_what_a_turn_left_and_none_settles_it(table: Table) -> None:
    oro, mira = fight(table)
    bear = table.add("Bear", score=12, hidden=True, trackers=HP)
    put(table, bear, "burning")
    table.do("begin_turn", creature=bear)
    table.do("begin_turn", creature=oro)
    left = id_of(table, "damage")
    seen = [msgspec.json.encode(table.see(seat_viewer(oro))), msgspec.json.encode(table.public())]
    assert all(word not in page for page in seen for word in (b"turn_left", bear.encode(), b"_left"))
    with pytest.raises(RuleError):
        table.do("drop", id=left, by=f"seat:{mira}")


def carry_out(table: Table, way: Way) -> None:
    """One thing that is done at the table; what is refused by then is not done."""
    what, number = way
    ids = [id for id, creature in table.game.state.creatures.items() if creature.kind == "pc"]
    items = [item for item in table.see()["due"] if item["what"] != "turn"]
    item = items[number % len(items)]["id"] if items else None
    done: dict[str, dict[str, Any]] = {
        "put": {"type": "add_condition", "creature": ids[number % 2], "condition": KEYS[number % 4], "value": 2},
        "end": {"type": "end_turn"},
        "begin": {"type": "begin_turn", "creature": ids[number % 2]},
        "settle": {"type": "settle_due", "ids": [item]} if item else {"type": "settle_due"},
        "drop": {"type": "drop", "id": item or "-"},
        "round": {"type": "next_round"},
    }
    if KEYS[number % 4] in ("dazed", "tired"):
        done["put"].pop("value")
    try:
        table.send(done[what])
    except RuleError:
        assert what in ("end", "drop")


WAYS = st.lists(st.tuples(st.sampled_from(["put", "end", "begin", "settle", "drop", "round"]), st.integers(0, 11)))


@given(WAYS)
@settings(max_examples=60, deadline=None)
def test_whatever_is_done_each_item_stands_once_and_the_log_is_the_state(
    tmp_path_factory: pytest.TempPathFactory, ways: list[Way]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        table = setup(tmp_path_factory.mktemp("tavern"), patch)
        fight(table, "burning")
        states = []
        for way in ways:
            before, number = table.game.state, table.game.number
            carry_out(table, way)
            ids = [item["id"] for item in table.see()["due"]]
            assert len(ids) == len(set(ids))
            assert fold(entry.event for entry in table.game.entries) == table.game.state
            states += [before] if table.game.number != number else []
        for state in reversed(states):
            table.undo()
            assert table.game.state == state


def test_all_that_turns_left_can_be_let_go_by_in_one_step(table: Table) -> None:
    oro, mira = fight(table, *KEYS)
    table.do("begin_turn", creature=mira)
    ids = [item["id"] for item in table.see()["due"] if item.get("left")]
    assert len(ids) == 5
    table.do("settle_due", ids=ids, drop=True)
    assert (due(table), grit(table, oro)) == ([], 8)
    table.undo()
    assert len(due(table)) == 5


def test_what_has_ended_is_forgotten_and_swells_no_list(table: Table) -> None:
    oro, mira = fight(table)
    for _ in range(6):
        table.do("begin_turn", creature=oro)
        put(table, oro, "chilled")
        table.do("begin_turn", creature=mira)
        (condition,) = table.creature(oro).conditions.values()
        table.do("end_condition", creature=oro, condition=condition.id)
    put(table, mira, "chilled")
    table.do("begin_turn", creature=oro)
    assert set(table.game.state.order.memory["turn_left"]) == {mira}


@pytest.mark.parametrize("noted", ["abc", 5, {"c_1": 5}, [1, None], {"c_1": ["d_recovery_q_1"]}])
@pytest.mark.parametrize("key", ["turn_left", "settled", "round_left", "round_settled", "round_missed"])
def test_a_note_that_a_hand_has_written_is_read_as_far_as_it_goes(table: Table, key: str, noted: Any) -> None:
    oro, mira = fight(table, "burning")
    state = table.game.state
    bad = msgspec.structs.replace(state.order, memory={**state.order.memory, key: noted})
    table.game = replace(table.game, state=msgspec.structs.replace(state, order=bad))
    table.do("begin_turn", creature=mira)
    assert {item["creature"] for item in table.see()["due"]} <= {oro, mira}
