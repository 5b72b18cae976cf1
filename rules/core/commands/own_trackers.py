"""Trackers that people make themselves: a limited use, a number of the scene, a count of anything."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import events
from rules.core.commands.base import LONGEST_NAME, Command, Id, Key, type_name
from rules.core.commands.trackers import owner_of
from rules.core.draft import Draft
from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.state import TABLE, OwnTracker
from rules.core.system import PLAIN_KEY
from rules.core.trackers import Flag, Pool, Score

MOST_OWN = 40
MOMENTS = ("scene", "session", "short_rest", "long_rest", "turn_start", "turn_end", "round_start", "round_end")


class GivenOwn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What counts the uses of something on the sheet goes by its ``key``, and by its name where none is said.

    ``refresh`` names moments and what each does: ``full``, ``zero``, ``off`` or a number.

    ``where`` says who sees it besides the GM: nobody (``gm``), its player (``own``: as a character's where it is left
    out), all ``players``.
    """

    key: Annotated[str, msgspec.Meta(pattern=PLAIN_KEY)]
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    kind: Annotated[str, msgspec.Meta(pattern="^(pool|score|flag)$")] = "pool"
    max: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None
    refresh: Mapping[str, Annotated[int, msgspec.Meta(ge=0, le=9999)] | str] = {}
    where: Annotated[str, msgspec.Meta(pattern="^(gm|own|players)$")] | None = None


class AddTracker(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id | None = None
    tracker: GivenOwn


class RemoveTracker(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id | None = None
    tracker: Key


def add_tracker(draft: Draft, command: AddTracker) -> None:
    owner, given = owner_of(draft, command.creature), command.tracker
    _refuse_wrong(draft, owner, given)
    is_character = owner != TABLE and draft.state.creatures[owner].kind == "pc"
    where = given.where or ("own" if is_character else "gm")
    own = OwnTracker(_name_of(draft, owner, given), given.kind, where, dict(given.refresh))
    _define(draft, owner, given.key, msgspec.to_builtins(own))
    starts: dict[str, Any] = {"pool": Pool(given.max or 0, given.max), "score": Score(), "flag": Flag()}
    draft.put(owner, given.key, starts[given.kind])


def _name_of(draft: Draft, owner: str, given: GivenOwn) -> str:
    """The name that was said, else that of what it counts the uses of; raises InvalidInput where there is neither."""
    feature = None if owner == TABLE else draft.state.creatures[owner].features.get(given.key)
    name = given.name.strip() or (feature.name if feature is not None else "")
    if not name:
        raise InvalidInput([Fault("/tracker/name", "missing", {"field": "name"})])
    return name


def _refuse_wrong(draft: Draft, owner: str, given: GivenOwn) -> None:
    data = draft.system.data
    taken = set(data.trackers) | set(data.numbers) | set(data.table) | set(draft.state.trackers(owner))
    if given.key in taken:
        raise InvalidInput([Fault("/tracker/key", "taken", {})])
    if unknown := set(given.refresh) - set(MOMENTS):
        raise InvalidInput([Fault(f"/tracker/refresh/{min(unknown)}", "not-an-option", {"options": list(MOMENTS)})])
    if any(isinstance(how, str) and how not in ("full", "zero", "off") for how in given.refresh.values()):
        raise InvalidInput([Fault("/tracker/refresh", "not-an-option", {"options": ["full", "zero", "off"]})])
    if len(draft.state.own_trackers(owner)) >= MOST_OWN:
        raise RuleError("too-many-trackers", most=MOST_OWN)


def _define(draft: Draft, owner: str, key: str, value: Any) -> None:
    if owner == TABLE:
        draft.emit(events.SettingSet(f"game/own/{key}", value))
    else:
        draft.emit(events.CreatureChanged(owner, {f"own/{key}": value}))


def remove_tracker(draft: Draft, command: RemoveTracker) -> None:
    """Take an own tracker away; the game's own trackers stay."""
    owner = owner_of(draft, command.creature)
    if command.tracker not in draft.state.own_trackers(owner):
        raise RuleError("unknown-tracker", tracker=command.tracker)
    draft.put(owner, command.tracker, None)
    _define(draft, owner, command.tracker, None)
