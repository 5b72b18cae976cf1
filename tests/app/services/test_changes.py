"""The patches of the stream for programs."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.services.changes import patch

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


def merged(target: Any, change: Any) -> Any:
    """RFC 7396, as its own pseudo-code says."""
    if not isinstance(change, dict):
        return change
    made = dict(target) if isinstance(target, dict) else {}
    for key, value in change.items():
        if value is None:
            made.pop(key, None)
        else:
            made[key] = merged(made.get(key), value)
    return made


def read(value: Any) -> Any:
    """A view as a client reads it: absent is null."""
    return {key: read(inner) for key, inner in value.items() if inner is not None} if isinstance(value, dict) else value


@given(OBJECTS, OBJECTS)
def test_a_patch_makes_the_new_view_of_the_old(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert read(merged(old, patch(old, new))) == read(new)


@given(OBJECTS)
def test_nothing_changed_is_an_empty_patch(view: dict[str, Any]) -> None:
    assert patch(view, view) == {}


def test_only_what_differs_is_sent() -> None:
    old = {"a": {"b": 1, "c": [1, 2]}, "d": 4, "gone": 5}
    assert patch(old, {"a": {"b": 1, "c": [2]}, "d": None, "e": 6}) == {
        "a": {"c": [2]},
        "d": None,
        "gone": None,
        "e": 6,
    }
