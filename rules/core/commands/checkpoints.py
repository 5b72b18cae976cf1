"""Checkpoints: moments of a game with a name, to go back to."""

from typing import Annotated

import msgspec

from rules.core.commands.base import LONGEST_NAME, Command, Id, Name, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import CHECKPOINT, SettingSet

MOST_CHECKPOINTS = 200


class SetCheckpoint(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Name this moment; without a name it is called by the scene."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


class RenameCheckpoint(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    checkpoint: Id
    name: Name


class RemoveCheckpoint(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The moment stays in the log; it only has no name any more."""

    checkpoint: Id


def set_checkpoint(draft: Draft, command: SetCheckpoint) -> None:
    if len(draft.state.checkpoints) >= MOST_CHECKPOINTS:
        raise RuleError("too-many-checkpoints", most=MOST_CHECKPOINTS)
    name = command.name.strip() or draft.state.time.scene.strip()[:LONGEST_NAME]
    draft.emit(SettingSet(f"{CHECKPOINT}b_{draft.chance.id()}", name))


def rename_checkpoint(draft: Draft, command: RenameCheckpoint) -> None:
    if _name_of(draft, command.checkpoint) != command.name:
        draft.emit(SettingSet(CHECKPOINT + command.checkpoint, command.name))


def remove_checkpoint(draft: Draft, command: RemoveCheckpoint) -> None:
    _name_of(draft, command.checkpoint)
    draft.emit(SettingSet(CHECKPOINT + command.checkpoint, None))


def _name_of(draft: Draft, id: str) -> str:
    name = draft.state.checkpoints.get(id)
    if name is None:
        raise RuleError("unknown-checkpoint", checkpoint=id)
    return name
