"""Notes, questions and their answers, settings, scenes, sessions and time."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.core import events, moments, naming, sight
from rules.core.commands import clocks
from rules.core.commands.base import Command, Id, Key, Name, Text, Words, type_name
from rules.core.draft import GM, Draft
from rules.core.due_answers import drop_due
from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.state import Pending, Time

MOST_SUGGESTED = 10_000  # bytes of JSON in one suggestion
LONGEST_SETTING = 500


class Note(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]
    creature: Id | None = None
    hidden: bool = True


class Suggest(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    commands: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(min_length=1, max_length=20)]
    text: Words = ""


class Accept(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    suggestion: Id


class Refuse(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    suggestion: Id


class Drop(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    id: Id


class ChangeSetting(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    key: Annotated[str, msgspec.Meta(max_length=80)]
    value: bool | int | Annotated[str, msgspec.Meta(max_length=LONGEST_SETTING)]


class RenameGame(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    name: Name


class BeginSession(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    pass


class EndSession(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    note: Text = ""


class BeginScene(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    title: Annotated[str, msgspec.Meta(max_length=120)] = ""


class EndScene(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    pass


class RenameScene(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    title: Annotated[str, msgspec.Meta(max_length=120)]


class PassTime(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    minutes: Annotated[int, msgspec.Meta(ge=1, le=525_600)]


class Show(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    card: Key | None = None
    note: Text | None = None
    picture: Annotated[str, msgspec.Meta(max_length=500)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=2_000)] | None = None


class TakeAway(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    pass


class HoldView(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    on: bool


def note(draft: Draft, command: Note) -> None:
    who = {"by": draft.creature(command.creature).id} if command.creature else {}
    draft.tell("note", who, text=command.text, hidden=command.hidden)


def suggest(draft: Draft, command: Suggest) -> None:
    if len(msgspec.json.encode(command.commands)) > MOST_SUGGESTED:
        raise InvalidInput([Fault("/commands", "too-large", {"most": MOST_SUGGESTED})])
    draft.ask("proposal", GM, creature=draft.seat, commands=list(command.commands), text=command.text)


def proposal(draft: Draft, id: str) -> Pending:
    found = draft.state.pending.get(id)
    if found is None or found.kind != "proposal":
        raise RuleError("unknown-suggestion", suggestion=id)
    return found


def refuse(draft: Draft, command: Refuse) -> None:
    draft.emit(events.PendingEnded(proposal(draft, command.suggestion).id, "refused"))


def drop(draft: Draft, command: Drop) -> None:
    if command.id not in draft.state.pending:
        if (due := draft.due(command.id)) is not None and drop_due(draft, due):
            return
        raise RuleError("unknown-question", id=command.id)
    draft.emit(events.PendingEnded(command.id, "dropped"))


def change_setting(draft: Draft, command: ChangeSetting) -> None:
    draft.emit(events.SettingSet(command.key, checked_setting(draft, command.key, command.value)))
    head, _, rest = command.key.partition("/")
    side, _, field = rest.partition("/")
    if head == "seen" and field == sight.NAME:
        _name_anew(draft, side)


def _name_anew(draft: Draft, side: str) -> None:
    """Let players know those of a side by their names, or by numbers."""
    for creature in tuple(draft.state.creatures.values()):
        if creature.gone or sight.side_of(creature) != side:
            continue
        if changes := naming.renamed(draft, creature, masked=naming.is_masked(draft, creature.kind)):
            draft.emit(events.CreatureChanged(creature.id, changes))


def checked_setting(draft: Draft, key: str, value: Any, at: str = "") -> Any:
    """A setting's value; raises InvalidInput where the game has no such setting or no such value of it."""
    if options := _sights(draft, key):
        if value in options:
            return value
        raise InvalidInput([Fault(f"{at}/value", "not-an-option", {"options": list(options)})])
    spec = draft.system.data.settings.get(key)
    if spec is None:
        raise InvalidInput([Fault(f"{at}/key", "unknown-setting", {})])
    if type(value) is not type(spec.default) or (spec.options and value not in spec.options):
        raise InvalidInput([Fault(f"{at}/value", "not-an-option", {"options": list(spec.options) or [spec.default]})])
    if isinstance(value, str) and len(value) > LONGEST_SETTING:
        raise InvalidInput([Fault(f"{at}/value", "too-long", {"most": LONGEST_SETTING})])
    if isinstance(value, int) and not isinstance(value, bool) and not spec.least <= value <= spec.most:
        raise InvalidInput([Fault(f"{at}/value", "out-of-range", {"least": spec.least, "most": spec.most})])
    return value


def _sights(draft: Draft, key: str) -> tuple[str, ...]:
    """What the setting ``seen/<side>/<field>`` may be; nothing where it is none."""
    head, _, rest = key.partition("/")
    side, _, field = rest.partition("/")
    return sight.options(draft.system, field) if head == "seen" and side in sight.SIDES else ()


def rename_game(draft: Draft, command: RenameGame) -> None:
    if command.name != draft.state.name:
        draft.emit(events.SettingSet("game/name", command.name))


def begin_session(draft: Draft, command: BeginSession) -> None:
    time = draft.state.time
    pass_and_tick(draft, "session", replace(time, session=time.session + 1))


def end_session(draft: Draft, command: EndSession) -> None:
    """Close the evening, for everybody to know; its note is the GM's, whom it greets next time."""
    if not draft.state.time.session:  # the first evening, which nobody began
        draft.emit(events.MomentPassed("counted", replace(draft.state.time, session=1)))
    draft.tell("session_ended", secret={"text": command.note}, session=draft.state.time.session)
    moments.pass_edge(draft, "session_end")


def begin_scene(draft: Draft, command: BeginScene) -> None:
    pass_and_tick(draft, "scene", replace(draft.state.time, scene=command.title))


def end_scene(draft: Draft, command: EndScene) -> None:
    pass_and_tick(draft, "scene", replace(draft.state.time, scene=""))


def rename_scene(draft: Draft, command: RenameScene) -> None:
    if command.title != draft.state.time.scene:
        draft.emit(events.MomentPassed("renamed", replace(draft.state.time, scene=command.title)))


def pass_time(draft: Draft, command: PassTime) -> None:
    before = draft.state.time
    moments.pass_moment(draft, "minutes", moments.later(before, command.minutes))
    clocks.tick_minutes(draft, before.total, draft.state.time.total)


def pass_and_tick(draft: Draft, name: str, time: Time) -> None:
    moments.pass_moment(draft, name, time)
    clocks.tick(draft, name)


def show(draft: Draft, command: Show) -> None:
    fields = {"card": command.card, "note": command.note, "picture": command.picture, "text": command.text}
    given = {key: value for key, value in fields.items() if value is not None}
    if len(given) != 1:
        raise InvalidInput([Fault("/text", "one-of", {"fields": ["card", "note", "picture", "text"]})])
    draft.emit(events.SettingSet("game/shown", dict(given)))


def take_away(draft: Draft, command: TakeAway) -> None:
    if draft.state.shown is not None:
        draft.emit(events.SettingSet("game/shown", None))


def hold_view(draft: Draft, command: HoldView) -> None:
    if draft.state.held != command.on:
        draft.emit(events.SettingSet("game/held", command.on))
