"""Checkpoints: named moments of a game, to go back to by `rewind`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from app.api.bodies import Body, Name
from app.api.payloads import sent
from app.deps import GmDep, GmReadDep, HouseDep, LanguageDep, MatchHeader, OnceDep
from app.errors import Problem
from app.services import checkpoints
from app.services.checkpoints import Checkpoint
from app.services.games import wanted_versions
from app.services.play import Ask

router = APIRouter(prefix="/games/{game_id}/checkpoints", tags=["play"])


class NewCheckpoint(Body):
    name: Annotated[str, Field(max_length=120)] = ""


class ChangedCheckpoint(Body):
    name: Name


def _sent(found: Checkpoint | None, status: int = 200) -> Response:
    if found is None:  # made by a call that is sent again, and taken away since
        raise Problem("unknown-checkpoint")
    return sent(found, status, version=checkpoints.version_of(found))


def _must_fit(found: Checkpoint, match: str | None) -> None:
    if match is not None and match.strip() != "*" and checkpoints.version_of(found) not in wanted_versions(match):
        raise Problem("stale-version", more={"version": checkpoints.version_of(found)})


@router.get("")
def list_checkpoints(access: GmReadDep, house: HouseDep) -> Response:
    """All checkpoints, as they were set; `number` and `event` are what `rewind` takes, as it does the `id`."""
    return sent({"items": checkpoints.listed(house, access), "next": None})


@router.post("", status_code=201)
def set_checkpoint(
    access: GmDep, house: HouseDep, language: LanguageDep, once: OnceDep, body: NewCheckpoint | None = None
) -> Response:
    """Name this moment. Without a name it is called by its scene."""
    command = {"type": "set_checkpoint", "name": body.name if body else ""}
    found = checkpoints.change(house, Ask(access, language, once=once), command)
    answer = _sent(found, 201)
    answer.headers["Location"] = f"/api/v1/games/{access.game_id}/checkpoints/{found['id'] if found else ''}"
    return answer


@router.get("/{checkpoint}")
def show_checkpoint(checkpoint: str, access: GmReadDep, house: HouseDep) -> Response:
    return _sent(checkpoints.find(house, access, checkpoint))


@router.patch("/{checkpoint}")
def rename_checkpoint(
    checkpoint: str,
    body: ChangedCheckpoint,
    access: GmDep,
    house: HouseDep,
    language: LanguageDep,
    match: MatchHeader = None,
) -> Response:
    """Call it something else: a step as any other."""
    _must_fit(checkpoints.find(house, access, checkpoint), match)
    command = {"type": "rename_checkpoint", "checkpoint": checkpoint, "name": body.name}
    return _sent(checkpoints.change(house, Ask(access, language), command))


@router.delete("/{checkpoint}", status_code=204)
def remove_checkpoint(
    checkpoint: str, access: GmDep, house: HouseDep, language: LanguageDep, match: MatchHeader = None
) -> None:
    """Take it away. The moment stays in the log, and undo brings the checkpoint back."""
    _must_fit(checkpoints.find(house, access, checkpoint), match)
    checkpoints.change(house, Ask(access, language), {"type": "remove_checkpoint", "checkpoint": checkpoint})
