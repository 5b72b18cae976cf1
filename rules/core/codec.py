"""Events and states as JSON text and back, over releases.

An event that an older release wrote is lifted by the upcasters for its name and version. One that only a newer
release knows becomes a line for the GM without effect, so that going back a release loses nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec

from rules.core.events import Event, Told
from rules.core.state import State

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

VERSIONS: Mapping[str, int] = {}  # the present version of an event's shape; 1 where absent
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}

_encoder = msgspec.json.Encoder()
_events = msgspec.json.Decoder(Event)
_states = msgspec.json.Decoder(State)


def dump_event(event: Event, versions: Mapping[str, int] = VERSIONS) -> str:
    """One line of JSON for storage."""
    plain = msgspec.to_builtins(event)
    if plain["t"] in versions:
        plain["v"] = versions[plain["t"]]
    return _encoder.encode(plain).decode()


def load_event(text: str | bytes, upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS) -> Event:
    """The event of a stored line; never fails on what another release wrote."""
    try:
        if not upcasters:
            return _events.decode(text)
        return cast(Event, msgspec.convert(lift(msgspec.json.decode(text), upcasters), Event))
    except (msgspec.ValidationError, KeyError):
        kind = msgspec.json.decode(text)
        return Told("unknown", facts={"kind": str(kind.get("t")) if isinstance(kind, dict) else "?"})


def lift(plain: dict[str, Any], upcasters: Mapping[tuple[str, int], Upcaster]) -> dict[str, Any]:
    """The event in its present shape."""
    while (known := (plain["t"], plain.get("v", 1))) in upcasters:
        plain = upcasters[known](plain)
    return plain


def dump_state(state: State) -> str:
    return _encoder.encode(state).decode()


def load_state(text: str | bytes) -> State:
    return _states.decode(text)
