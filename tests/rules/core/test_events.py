"""The closed list of core events, their stored names, and that each changes only what its keys name."""

from typing import Any, get_args

import msgspec
import pytest

from rules.core import events as e
from rules.core.apply import apply
from rules.core.keys import clash, keys
from rules.core.state import Clock, Condition, Creature, Feature, Order, Pending, Slot, State, Time
from rules.core.trackers import Flag, Pool, Score

STORED_NAMES = [
    "game_began", "creature_added", "creature_changed", "creature_removed", "tracker_set", "condition_set",
    "condition_ended", "clock_set", "clock_removed", "encounter_began", "encounter_ended", "slot_set", "round_began",
    "turn_began", "turn_ended", "order_noted", "moment_passed", "pending_set", "pending_ended", "setting_set",
    "rolled", "told", "undone", "redone",
]  # fmt: skip

BUSY = State(
    system="daggerheart",
    table={"fear": Pool(3, 12)},
    creatures={
        "c_a": Creature(
            "c_a", "Oro", "pc", slot=Slot("1", 2, 1),
            trackers={"hp": Pool(1, 6), "level": Score(1), "used": Flag(True)},
            conditions={"q_1": Condition("q_1", "vulnerable")}, features={"axe": Feature("weapon", "Axe")},
        ),
        "c_b": Creature("c_b", "Bear", slot=Slot("2", 1, 1), trackers={"hp": Pool(0, 3)}),
    },
    clocks={"k_1": Clock("k_1", "Ritual", 6, 2)},
    order=Order("numeric", True, None, 1, "c_a", trail=(("c_a", 1),), memory={"gm_move": "soft"}),
    pending={"p_1": Pending("p_1", "armor_slot", "c_a")},
)  # fmt: skip

SAMPLES: list[e.Event] = [
    e.CreatureAdded(Creature("c_c", "Cat")),
    e.CreatureChanged("c_a", {"name": "Ora", "features/axe": None}),
    e.CreatureChanged("c_b", {"hidden": True}),
    e.CreatureRemoved("c_b"),
    e.TrackerSet("c_a", "hp", Pool(4, 6), Pool(1, 6)),
    e.TrackerSet("table", "fear", Pool(5, 12), Pool(3, 12)),
    e.ConditionSet("c_b", Condition("q_2", "hidden")),
    e.ConditionEnded("c_a", "q_1", "vulnerable", "over"),
    e.ClockSet(Clock("k_1", "Ritual", 6, 3)),
    e.ClockSet(Clock("k_2", "Tide", 4)),
    e.ClockRemoved("k_1"),
    e.EncounterBegan("numeric", None, {}, {"c_a": Slot("1"), "c_b": Slot("2")}),
    e.EncounterEnded(("c_a", "c_b")),
    e.SlotSet("c_b", Slot("1/2", 1, 1, True)),
    e.RoundBegan(2),
    e.TurnBegan("c_b", 1, Slot("2", 2, 1), (("c_a", 1), ("c_b", 1)), "c_b", 1),
    e.TurnEnded("c_a"),
    e.OrderNoted("gm_move", None),
    e.MomentPassed("scene", Time(scene="Ferry")),
    e.PendingSet(Pending("p_2", "proposal", "gm")),
    e.PendingEnded("p_1"),
    e.SettingSet("massive_damage", True),
    e.SettingSet("game/name", "Road"),
    e.SettingSet("game/held", True),
    e.Rolled("r_1", "action", {"by": "c_a"}, {"hope": 5}),
    e.Rolled("r_2", "dice"),
    e.Told("note"),
]


def test_the_stored_names_of_events_are_a_closed_list() -> None:
    assert [kind.__struct_config__.tag for kind in get_args(e.Event)] == STORED_NAMES
    assert e.SCHEMA == 1


def test_every_kind_of_event_has_a_sample_here() -> None:
    never_applied = {"game_began", "undone", "redone"}
    assert {e.type_of(sample) for sample in SAMPLES} == set(STORED_NAMES) - never_applied


def paths(value: Any, at: str = "") -> dict[str, Any]:
    """Every leaf of a state by the path that keys use."""
    if isinstance(value, dict) and value:
        return {path: leaf for key, inner in value.items() for path, leaf in paths(inner, f"{at}/{key}").items()}
    return {at.lstrip("/"): value}


def flat(state: State) -> dict[str, Any]:
    plain = msgspec.to_builtins(state)
    creatures = {id: dict(c) for id, c in plain.pop("creatures", {}).items()}
    rolls = plain.pop("rolls", {})
    for id, roll in rolls.items():
        (creatures.setdefault(id, {}) if id else plain).__setitem__("roll", repr(roll))
    for creature in creatures.values():
        creature["slot"] = repr(creature.get("slot"))
        for part in ("conditions", "trackers", "features"):
            creature[part] = {key: repr(inner) for key, inner in creature.get(part, {}).items()}
    order = plain.pop("order", {})
    order["active"] = repr((order.get("active"), order.pop("marker", None), order.pop("marker_round", 0)))
    order["trail"] = repr(order.get("trail"))
    settings = plain.pop("settings", {})
    game = {"name": plain.pop("name", ""), "shown": plain.pop("shown", None), "held": plain.pop("held", False)}
    clocks = {id: repr(clock) for id, clock in plain.pop("clocks", {}).items()}
    pending = {id: repr(p) for id, p in plain.pop("pending", {}).items()}
    table = {key: repr(tracker) for key, tracker in plain.pop("table", {}).items()}
    time = repr(plain.pop("time", None))
    tree = {"c": creatures, "order": order, "settings": settings, "game": game, "clock": clocks, "pending": pending}
    return paths({**tree, "table": table, "time": time, **plain})


@pytest.mark.parametrize("event", SAMPLES, ids=e.type_of)
def test_an_event_changes_nothing_outside_its_keys(event: e.Event) -> None:
    before, after = flat(BUSY), flat(apply(BUSY, event))
    changed = {path for path in before.keys() | after.keys() if before.get(path, "-") != after.get(path, "-")}
    assert all(any(clash(path, key) for key in keys(event)) for path in changed), changed


@pytest.mark.parametrize("one", SAMPLES, ids=e.type_of)
def test_events_whose_keys_do_not_clash_commute(one: e.Event) -> None:
    for other in SAMPLES:
        if not any(clash(a, b) for a in keys(one) for b in keys(other)):
            assert flat(apply(apply(BUSY, one), other)) == flat(apply(apply(BUSY, other), one)), other


@pytest.mark.parametrize("event", SAMPLES, ids=e.type_of)
def test_an_event_never_fails_on_an_empty_state(event: e.Event) -> None:
    assert isinstance(apply(State(), event), State)
