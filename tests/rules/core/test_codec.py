"""Events and states survive storage, and releases."""

import pytest

from rules.core import codec
from rules.core import events as e
from rules.core.apply import fold
from rules.core.trackers import Pool
from tests.rules.core.test_events import BUSY, SAMPLES

OLD_LINES = [
    '{"t":"tracker_set","owner":"c_a","key":"hit_points","value":{"kind":"pool","value":3,"max":6}}',
    '{"t":"told","code":"note","facts":{"text":"hello"}}',
    '{"t":"turn_began","id":"c_a","round":1,"slot":{"place":"3/2","turns":1},"later_field":7}',
    '{"t":"condition_set","owner":"c_a","condition":{"id":"q_1","key":"vulnerable"}}',
]


@pytest.mark.parametrize("event", SAMPLES, ids=e.type_of)
def test_a_stored_event_is_read_as_it_was(event: e.Event) -> None:
    again = codec.load_event(codec.dump_event(event))
    assert codec.dump_event(again) == codec.dump_event(event)
    assert fold([again], BUSY) == fold([event], BUSY)


def test_a_stored_state_is_read_as_it_was() -> None:
    assert codec.load_state(codec.dump_state(BUSY)) == BUSY


@pytest.mark.parametrize("line", OLD_LINES)
def test_a_line_of_an_earlier_release_is_still_read(line: str) -> None:
    assert not isinstance(codec.load_event(line), e.Told) or '"told"' in line


def test_an_event_that_only_a_later_release_knows_becomes_a_line_without_effect() -> None:
    event = codec.load_event('{"t":"weather_changed","sky":"grey"}')
    assert event == e.Told("unknown", facts={"kind": "weather_changed"})
    assert fold([event], BUSY) == BUSY


def test_an_old_shape_is_lifted_by_its_upcaster() -> None:
    def from_health(plain: dict[str, object]) -> dict[str, object]:
        value = {"kind": "pool", "value": plain["hp"], "max": 6}
        return {"t": "tracker_set", "owner": plain["id"], "key": "hit_points", "value": value}

    event = codec.load_event('{"t":"health_set","id":"c_a","hp":4}', {("health_set", 1): from_health})
    assert event == e.TrackerSet("c_a", "hit_points", Pool(4, 6))
