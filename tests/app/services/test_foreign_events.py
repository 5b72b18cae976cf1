"""A log that came from elsewhere says what this product would write itself, or it is refused."""

from __future__ import annotations

import pytest

from app.services.foreign_events import fits
from rules.core import events as e
from rules.core.state import Clock, Creature, Feature, Pending, Time
from rules.core.trackers import Grid, Pool, Score
from tests.rules.table import Table

BEAR = Creature("c_1", "Bear", trackers={"hit_points": Pool(1, 6)}, features={"a": Feature("feature", "A")})
ROLLED = {"id": "r_1", "roll": "action", "command": {"type": "roll", "roll": "action"}}


def test_whatever_was_played_here_fits() -> None:
    table = Table()
    oro, bear = table.pc(trackers={"armor_slots": {"max": 3}}), table.add("Bear", numbers={"difficulty": 10})
    table.do("add_clock", name="Tide", size=4, loop="growing")
    table.do("roll", roll="action", creature=oro, targets=[bear], parameters={"modifier": 1})
    table.do("take_damage", creature=oro, sources=[{"amount": 3}])
    table.do("suggest", by=f"seat:{oro}", commands=[{"type": "note", "text": "x"}])
    table.do("add_tracker", tracker={"key": "doom", "name": "Doom", "max": 5, "refresh": {"scene": "full"}})
    table.do("change_creature", creature=bear, changes={"name": "Wolf", "alias": "It", "features": {"a": None}})
    table.do("show", text="A letter")
    table.undo()
    table.rewind(3)
    assert [entry.number for entry in table.game.entries if not fits(entry.event)] == []


@pytest.mark.parametrize(
    "event",
    [
        e.GameBegan("daggerheart", "", {}, {}),
        e.GameBegan("daggerheart", "x", {}, {"fear": Pool(10**9, 12)}),
        e.CreatureAdded(Creature("c_1", "x" * 121)),
        e.CreatureAdded(Creature("", "Bear")),
        e.CreatureAdded(Creature("c_1", "Bear", trackers={"hit_points": Pool(0, 10**9)})),
        e.CreatureAdded(Creature("c_1", "Bear", features={f"f{n}": Feature("feature", "") for n in range(101)})),
        e.CreatureChanged("c_1", {"trackers": {}}),
        e.CreatureChanged("c_1", {"name": 5}),
        e.CreatureChanged("c_1", {"gone": True}),
        e.CreatureChanged("c_1", {"features/a": 5}),
        e.CreatureChanged("c_1", {"features/a": {"kind": "x", "name": "x", "facts": {"text": "x" * 10_001}}}),
        e.CreatureChanged("c_1", {"own/a": {"kind": "pool"}}),
        e.TrackerSet("c_1", "stress", Score(10**9)),
        e.TrackerSet("c_1", "place", Grid(x=10**9)),
        e.ClockSet(Clock("k_1", "Tide", 10**9)),
        e.ClockSet(Clock("k_1", "Tide", 4, value=5)),
        e.SettingSet("game/name", ""),
        e.SettingSet("game/shown", {"text": 5}),
        e.SettingSet("game/own/doom", 5),
        e.SettingSet("massive_damage", [True]),
        e.MomentPassed("minutes", Time(minute=1440)),
        e.PendingSet(Pending("p_1", "proposal", "gm", {"commands": [{"kind": "note"}]})),
        e.PendingSet(Pending("p_1", "proposal", "gm", {"commands": 5})),
        e.Rolled(**ROLLED, facts={"say": 5}),  # type: ignore[arg-type]
        e.Rolled(**ROLLED, secret={"targets": [{"creature": "c_1", "then": 5}]}),  # type: ignore[arg-type]
        e.Rolled("r_1", "action", command={"type": "roll", "roll": "action", "targets": "c_1"}),
        e.Undone(()),
        e.Redone((2, 2)),
    ],
)
def test_what_nobody_could_have_played_does_not_fit(event: e.Event) -> None:
    assert not fits(event)


def test_the_same_within_the_bounds_fits() -> None:
    assert fits(e.CreatureAdded(BEAR))
    assert fits(e.ClockSet(Clock("k_1", "Tide", 4, value=4)))
    assert fits(e.Undone((2,)))
