"""Games: made, listed, changed, put away; and brought in and out as one document."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Response
from sqlmodel import Session

from app.api.asking import PreviewQuery
from app.api.bodies import Body, Name
from app.api.lists import PagingDep, cursor, place_in
from app.api.payloads import JsonDep, an_object, kept, sent, takes
from app.deps import (
    GmDep,
    GmReadDep,
    HouseDep,
    LanguageDep,
    MatchHeader,
    OnceDep,
    PlayDep,
    ReadDep,
)
from app.services import access as ways
from app.services import exports, game_settings, games, idempotency, play, systems
from app.services.access import Access
from app.services.games import Seen
from app.services.house import House, stand
from app.services.idempotency import Answer
from app.services.play import Ask
from app.storage.games import Listed

router = APIRouter(prefix="/games", tags=["games"])
UNSAFE = re.compile(r"[^A-Za-z0-9]+")


class NewGame(Body):
    name: Name
    system: str
    settings: dict[str, Any] | None = None


class ChangedGame(Body):
    name: Name | None = None
    settings: dict[str, Any] | None = None


@router.post("", status_code=201)
def create_game(body: NewGame, house: HouseDep, caller: PlayDep, language: LanguageDep, once: OnceDep) -> Response:
    """A new game; answers it."""

    def change(db: Session) -> Answer:
        made = games.create(db, caller.account, caller.by, body.name, body.system, body.settings, language=language)
        return _made(house, db, ways.gm(made, caller.account, caller.by, caller.id), language)

    return kept(idempotency.carry_out(house.database, house.in_flight, once, change))


def _made(house: House, db: Session, access: Access, language: str) -> Answer:
    seen = games.seen_in(stand(house, db, access.game_id), access, language)
    headers = {"ETag": f'"{seen.version}"', "Location": f"/api/v1/games/{seen.id}", "Content-Language": language}
    return Answer(201, msgspec.json.encode(game_of(seen)), headers)


def game_of(seen: Seen) -> dict[str, Any]:
    """The game as its GM gets it."""
    named = {"id": seen.id, "name": seen.name, "system": seen.system}
    return {**named, "number": seen.number, "version": seen.version, "view": seen.view}


@router.get("")
def list_games(
    house: HouseDep,
    caller: ReadDep,
    paging: PagingDep,
    bin: Annotated[bool, Query(description="Those in the bin instead.")] = False,
) -> Response:
    """Your games, the newest change first."""
    found = games.listed(house, caller.account, place_in(paging.after), paging.limit + 1, bin=bin)
    items, more = found[: paging.limit], len(found) > paging.limit
    following = cursor(f"{items[-1].changed.isoformat()} {items[-1].id}") if more else None
    return sent({"items": [_line(game) for game in items], "next": following})


def _line(game: Listed) -> dict[str, Any]:
    line = {"id": game.id, "name": game.name, "system": game.system, "number": game.number, "changed": game.changed}
    return line if game.deleted_at is None else line | {"deleted": game.deleted_at}


@router.get("/{game_id}")
def show_game(access: GmReadDep, house: HouseDep, language: LanguageDep) -> Response:
    """The whole game as its GM sees it."""
    seen = games.see(house, access, language)
    return sent(game_of(seen), version=seen.version, language=language)


@router.patch("/{game_id}")
def change_game(
    body: ChangedGame, access: GmDep, house: HouseDep, language: LanguageDep, match: MatchHeader = None
) -> Response:
    """Rename the game or change its settings, as one step; answers it."""
    system = house.look(access.game_id).head.system
    commands = games.changes(system, body.name, body.settings or {}, language)
    done = play.play(house, Ask(access, language, match), commands)
    return sent(game_of(done.seen), version=done.seen.version, language=language)


@router.get("/{game_id}/settings")
def list_settings(access: GmReadDep, house: HouseDep, language: LanguageDep) -> Response:
    """Every setting with its value, its default, and why one would change it."""
    seen = games.see(house, access, language)
    known = game_settings.as_settings(seen, language)
    declared = systems.settings(seen.system, seen.view["settings"], language)
    taken = {one["key"] for one in known}
    items = [one for one in declared if one["key"] not in taken] + known
    return sent({"items": items, "next": None, "version": seen.version}, version=seen.version, language=language)


@router.patch("/{game_id}/settings", openapi_extra=takes({"type": "object"}))
def change_settings(
    access: GmDep, house: HouseDep, body: JsonDep, language: LanguageDep, match: MatchHeader = None
) -> Response:
    """Change settings by their keys, as one step; answers all of them."""
    system = house.look(access.game_id).head.system
    commands = games.changes(system, None, an_object(body), language, at="")
    play.play(house, Ask(access, language, match), commands)
    return list_settings(access, house, language)


@router.delete("/{game_id}", status_code=204)
def delete_game(access: GmDep, house: HouseDep, match: MatchHeader = None) -> None:
    """Put the game into the bin, where it lies for thirty days. Its links end."""
    games.must_fit(house.look(access.game_id), access, match)
    games.put_in_bin(house, access)


@router.post("/{game_id}/restore")
def restore_game(game_id: str, house: HouseDep, caller: PlayDep, language: LanguageDep) -> Response:
    """Take the game out of the bin; answers it."""
    games.restore(house, caller.account, game_id)
    seen = games.see(house, ways.gm(game_id, caller.account, caller.by, caller.id), language)
    return sent(game_of(seen), version=seen.version, language=language)


@router.get("/{game_id}/export")
def export_game(access: GmReadDep, house: HouseDep) -> Response:
    """The whole game as one document, undone steps too."""
    document = exports.export(house, access)
    answer = sent(document)
    name = UNSAFE.sub("-", document["name"]).strip("-").lower() or "game"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.shirma.json"'
    return answer


@router.post("/import", status_code=201, openapi_extra=takes({"type": "object"}))
def import_game(
    caller: PlayDep,
    body: JsonDep,
    house: HouseDep,
    language: LanguageDep,
    once: OnceDep,
    preview: PreviewQuery = False,
) -> Response:
    """A game from such a document. With `preview` what it would bring, and what of it cannot be read."""
    imported = exports.read_export(an_object(body), language)
    if preview:
        return sent(imported.preview(), language=language)

    def change(db: Session) -> Answer:
        made = exports.add(db, caller.account, imported)
        return _made(house, db, ways.gm(made, caller.account, caller.by, caller.id), language)

    return kept(idempotency.carry_out(house.database, house.in_flight, once, change))
