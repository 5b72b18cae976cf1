"""Playing: commands, the log, undo, redo and rewind, odds, and the stream of changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query, Response
from fastapi.responses import StreamingResponse

from app.api.asking import AskDep
from app.api.bodies import Body
from app.api.lists import LimitQuery
from app.api.payloads import JsonDep, an_object, kept, sent, takes
from app.deps import GmReadDep, HouseDep, LanguageDep
from app.errors import Fault, InvalidInput, Problem
from app.services import live, log, odds, play
from app.services.access import Access
from app.services.changes import Changes
from app.services.house import House
from app.services.log import Search
from rules.core.chronicle import KINDS, Wanted

router = APIRouter(prefix="/games/{game_id}", tags=["play"])
MOST_COMMANDS = 100
COMMAND = {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}}
COMMANDS = {"type": "array", "minItems": 1, "maxItems": MOST_COMMANDS, "items": COMMAND}
BATCH = {"type": "object", "required": ["commands"], "properties": {"commands": COMMANDS}}
TAKES_COMMANDS = takes({"oneOf": [COMMAND, BATCH]})
AfterQuery = Annotated[str | None, Query(max_length=80, description="An entry's `id`; for a GM also its `number`.")]
KnownHeader = Annotated[str | None, Header(alias="Last-Event-ID", description="The version that is known already.")]


class Undo(Body):
    step: int | None = None
    any: bool = False


class Redo(Body):
    step: int | None = None


class Rewind(Body):
    to: int | str


def commands_in(body: Any) -> tuple[list[Any], str]:
    """The commands of a body, and the place of the only one in it."""
    found = an_object(body)
    if "commands" not in found or "type" in found:  # a suggestion has commands of its own
        return [found], ""
    unknown = [key for key in found if key != "commands"]
    if unknown:
        raise Problem("unknown-field", errors=[Fault(f"/{key[:60]}", "unknown-field") for key in unknown[:20]])
    commands = found["commands"]
    if not isinstance(commands, list):
        raise InvalidInput(Fault("/commands", "wrong-type", {"expected": "list"}))
    if not 1 <= len(commands) <= MOST_COMMANDS:
        bound = {"least": 1, "most": MOST_COMMANDS}
        raise InvalidInput(Fault("/commands", "too-long" if commands else "too-short", bound))
    return commands, "/commands/0" if len(commands) == 1 else ""


@router.post("/commands", openapi_extra=TAKES_COMMANDS)
def post_commands(ask: AskDep, house: HouseDep, body: JsonDep) -> Response:
    """Carry out one command, or up to a hundred as one step: all or none."""
    commands, at = commands_in(body)
    return kept(play.play(house, replace(ask, at=at), commands).kept)


@router.post("/undo")
def undo(ask: AskDep, house: HouseDep, body: Undo | None = None) -> Response:
    """Take back your newest step, one that is named, or with `any` the newest of anyone."""
    asked = body or Undo()
    return kept(play.undo(house, ask, asked.step, asked.any).kept)


@router.post("/redo")
def redo(ask: AskDep, house: HouseDep, body: Redo | None = None) -> Response:
    """Bring back what your last undo took, or a step that is named."""
    return kept(play.redo(house, ask, body.step if body else None).kept)


@router.post("/rewind")
def rewind(ask: AskDep, house: HouseDep, body: Rewind) -> Response:
    """Back to how the game stood after an entry of the log: one step, which an undo takes back."""
    return kept(play.rewind(house, ask, body.to).kept)


def search_of(
    kind: Annotated[Literal[KINDS] | None, Query(description="Entries of one kind.")] = None,  # type: ignore[valid-type]
    who: Annotated[str, Query(max_length=64, description="By `gm` or `players`, or by or about a creature.")] = "",
    session: Annotated[int | None, Query(ge=0, le=9999, description="The number of the evening.")] = None,
    scene: Annotated[str, Query(max_length=200, description="A scene's title.")] = "",
    round: Annotated[int | None, Query(ge=0, le=9999, description="The round of a fight; 0: outside of one.")] = None,
    q: Annotated[str, Query(max_length=100, description="Words that stand in the text.")] = "",
) -> Search:
    """What of the log is looked for; what is left out lets all through."""
    return Search(Wanted(kind=kind or "", who=who, session=session, scene=scene, round=round), q)


@dataclass(frozen=True, slots=True)
class LogPage:
    """Which page of the log is asked for, and what is looked for in it."""

    search: Annotated[Search, Depends(search_of)]
    after: AfterQuery = None
    limit: LimitQuery = 50


LogPageDep = Annotated[LogPage, Depends(LogPage)]


@router.get("/events")
def list_events(access: GmReadDep, house: HouseDep, language: LanguageDep, asked: LogPageDep) -> Response:
    """The log, oldest first, or what is looked for in it."""
    return log_page(house, access, language, asked)


def log_page(house: House, access: Access, language: str, asked: LogPage) -> Response:
    found = log.page(house, access, language, asked.after, asked.limit, asked.search)
    return sent(found, version=found["version"], language=language)


@router.post("/odds/{roll}", openapi_extra=takes({"type": "object"}))
def show_odds(access: GmReadDep, roll: str, house: HouseDep, body: JsonDep, language: LanguageDep) -> Response:
    """The exact odds of a roll in this game; the body is that of the command `roll`."""
    asked = {key: value for key, value in an_object(body).items() if key not in ("type", "roll")}
    return sent(odds.in_game(house, access, language, roll, asked), language=language)


@router.get("/stream", response_class=StreamingResponse)
def stream(access: GmReadDep, house: HouseDep, language: LanguageDep, known: KnownHeader = None) -> StreamingResponse:
    """Server-sent events: the whole view, then what changes of it (JSON Merge Patch) with the new log entries."""
    return streamed(house, access, language, known)


def streamed(house: House, access: Access, language: str, known: str | None) -> StreamingResponse:
    changes = Changes(house, access, language, known)
    return StreamingResponse(live.follow(house, access, changes), media_type=live.TYPE, headers=live.HEADERS)
