"""The stream for programs: the whole view first, then what changed of it and what is new in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.services import log
from app.services.access import Access
from app.services.games import seen_in, version_in
from app.services.house import House, Standing


class Changes:
    """The messages of one stream. ``known`` is the version that the caller has seen already."""

    def __init__(self, house: House, access: Access, language: str, known: str | None = None) -> None:
        self._access, self._language = access, language
        self._before = _seen_before(house, access, known) if known else None

    def __call__(self, standing: Standing) -> bytes | None:
        """The next message; None where the view is the same."""
        before, self._before = self._before, standing
        if before is None:
            return self._once(standing, "whole", lambda: _whole(standing, self._access, self._language))
        viewer = self._access.viewer
        if before is standing or version_in(before, viewer) == version_in(standing, viewer):
            return None
        return self._once(standing, before.head.event, lambda: _patch(before, standing, self._access, self._language))

    def _once(self, standing: Standing, since: str, make: Any) -> bytes:
        """Made once for all streams of one audience and language that saw the same before."""
        name = ("message", since, self._access.viewer.key, self._language)
        found: bytes = standing.once(name, make)
        return found


def _seen_before(house: House, access: Access, version: str) -> Standing | None:
    """The kept standing in which this caller saw that version."""
    kept = house.memory.kept(access.game_id)
    return next((one for one in kept if version_in(one, access.viewer) == version), None)


def _whole(standing: Standing, access: Access, language: str) -> bytes:
    seen = seen_in(standing, access, language)
    return _message(seen.version, _number(standing, access) | {"view": seen.view})


def _patch(before: Standing, after: Standing, access: Access, language: str) -> bytes:
    old, new = seen_in(before, access, language), seen_in(after, access, language)
    events = log.news(before, after, access.viewer, language)
    return _message(new.version, _number(after, access) | {"patch": patch(old.view, new.view), "events": events})


def _number(standing: Standing, access: Access) -> dict[str, Any]:
    return {"number": standing.head.number} if access.is_gm else {}


def _message(version: str, data: Mapping[str, Any]) -> bytes:
    return b"event: change\nid: %b\ndata: %b\n\n" % (
        version.encode(),
        msgspec.json.encode({"version": version, **data}),
    )


def patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Merge Patch (RFC 7396) that makes ``new`` of ``old``, if an absent field is read as null."""
    found: dict[str, Any] = {key: None for key, value in old.items() if value is not None and new.get(key) is None}
    for key, value in new.items():
        before = old.get(key)
        if value is None or value == before:
            continue
        is_inward = isinstance(value, Mapping) and isinstance(before, Mapping)
        found[key] = patch(before, value) if is_inward else value  # type: ignore[arg-type]
    return found
