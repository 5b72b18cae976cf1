"""The pages of a link: join and sit down, play from a phone, look on, the table's screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse
from starlette.responses import RedirectResponse, Response, StreamingResponse

from app.answers import picture_sent
from app.deps import HouseDep, LanguageDep, LimitDep, LinkDep, LookDep, PlaceDep, SettingsDep
from app.errors import NotFound, Problem
from app.pages.actions import FieldsDep
from app.pages.stream import Shown, caught_up, live_page, version_shown
from app.services import door, forms, games, passing, pictures, play, player, shares, tv
from app.services.access import Access
from app.services.desk import rolled
from app.services.games import Seen
from app.services.house import House, Standing
from app.services.language import catalogue
from app.services.limits import Limit
from app.services.logbook import newest_own
from app.services.look import Look
from app.services.own_dice import asking, has_own_dice
from app.services.play import Ask, Done
from app.services.render import MEMO, Drawn, changes, from_to, partial_into, partials
from app.services.seat_desk import SeatDesk, still_missing
from app.services.templating import render
from app.services.toasts import refused, toast
from app.services.wording import rolls_of, wording
from app.settings import Settings
from rules import content, get_system
from rules.core.commands.attention import ALWAYS, X_CARD

router = APIRouter(prefix="/s/{token}", include_in_schema=False, default_response_class=HTMLResponse)
TABS = ("me", "roll", "table")
SEAT_COOKIE = "shirma_seat"
A_YEAR = 31_536_000


@router.get("")
def show_link(
    token: str,
    request: Request,
    house: HouseDep,
    access: LinkDep,
    language: LanguageDep,
    look: LookDep,
    place: PlaceDep,
    limit: LimitDep,
) -> Response:
    """The page that the link leads to."""
    if access.role == "seat":
        return RedirectResponse(f"/s/{token}/me", 303)
    if access.role == "join":
        kept = _kept_seat(request, house, access, place, limit)
        return RedirectResponse(f"/s/{kept}/me", 303) if kept else _join(token, house, access, language, look)
    standing = house.look(access.game_id)
    seen = games.seen_in(standing, access, language)
    drawn = draw(house, standing, access, language)
    template = "tv.html" if access.role == "screen" else "player/watch.html"
    return HTMLResponse(render(template, language, drawn=drawn, **_frame(token, "", seen, look)))


@router.get("/live")
def stream(request: Request, house: HouseDep, access: LinkDep, language: LanguageDep) -> StreamingResponse:
    """What changes on the page, as it happens."""
    known = _known(house, access, language, version_shown(request))
    return live_page(request, house, access, lambda standing: draw(house, standing, access, language), known)


@router.get("/since")
def catch_up(house: HouseDep, access: LinkDep, language: LanguageDep, shown: Shown) -> HTMLResponse:
    """What a page lacks that shows parts of several versions."""
    return caught_up(
        lambda now: draw(house, now, access, language),
        lambda version: _known(house, access, language, version),
        shown,
        house.look(access.game_id),
    )


@router.get("/pictures/{picture}")
def show_picture(picture: str, request: Request, house: HouseDep, access: LinkDep, language: LanguageDep) -> Response:
    """The picture that is shown to this link now."""
    return picture_sent(pictures.get(house, access, picture, language), request.headers.get("if-none-match"))


@router.get("/{tab}")
def show_seat(token: str, tab: str, house: HouseDep, access: LinkDep, language: LanguageDep, look: LookDep) -> str:
    if access.role != "seat" or tab not in TABS:
        raise NotFound
    standing = house.look(access.game_id)
    seen = games.seen_in(standing, access, language)
    own = seen.view["creatures"].get(access.creature or "")
    if own is None:
        raise NotFound
    rolls = rolls_of(seen.viewer, standing.game, newest_own(standing.game, own["id"]), wording(seen.system, language))
    drawn = player.drawn_in(standing, access, language)
    dice = {"own_dice": has_own_dice(standing.game.state.settings)}
    values = {"drawn": drawn, "tab": tab, "own": own["name"], **dice, **_then(rolls, seen, language)}
    return render("player/seat.html", language, **values, **_frame(token, tab, seen, look))


@router.get("/drawers/{noun}")
def show_drawer(request: Request, noun: str, house: HouseDep, access: LinkDep, language: LanguageDep) -> str:
    """A drawer of a player's phone with what its fields say so far, and what would come of it."""
    if access.role != "seat":
        raise NotFound
    fields = request.query_params.multi_items()
    return SeatDesk(house, access, language, games.see(house, access, language), fields).html(noun)


@router.post("/seat")
def sit_down(
    token: str,
    request: Request,
    house: HouseDep,
    access: LinkDep,
    language: LanguageDep,
    look: LookDep,
    settings: SettingsDep,
    creature: Annotated[str, Form(max_length=64)],
) -> Response:
    """Take the seat of a character; this device keeps it."""
    try:
        made = shares.claim(house, access, creature, door.device_of(request.headers.get("user-agent", "")))
    except Problem as problem:
        if problem.code not in ("seat-taken", "unknown-creature"):
            raise
        error = catalogue(language).gettext("This seat was taken a moment ago.")
        return _join(token, house, access, language, look, error=error, status=problem.status)
    answer = RedirectResponse(f"/s/{made['token']}/me", 303)
    _keep_seat(answer, access, str(made["token"]), settings)
    return answer


@router.post("/commands")
def act(request: Request, house: HouseDep, access: LinkDep, language: LanguageDep, fields: FieldsDep) -> HTMLResponse:
    """Carry out what a seat asks for; the answer has what changed on its page."""
    before = _known(house, access, language, request.headers.get("shirma-version", ""))
    seen = games.see(house, access, language)
    commands = forms.commands_of(seen.system, fields)
    settings = house.look(access.game_id).game.state.settings
    if forms.first(fields, "_roll"):
        commands = rolled(SeatDesk(house, access, language, seen, fields), commands)
    else:  # what a phone asks otherwise says itself what becomes of a die that is left empty
        commands = [asking(seen.system, settings, one) if one.get("type") == "roll" else one for one in commands]
    try:
        done = play.play(house, Ask(access, language), commands)
    except Problem as problem:
        if problem.code != "input-needed":
            raise
        lacks = still_missing(problem.more["needs"], commands, seen.system, language)
        return HTMLResponse("", problem.status, refused(lacks))
    closed = "".join(partial_into("deed", "") for name, slot in fields if (name, slot) == ("_close", "deed"))
    if any(command.get("type") in ("roll", "answer") for command in commands):
        then = _then(done.answer["rolls"], done.seen, language)
        follows = render("player/_then.html", language, own_dice=has_own_dice(settings), **then)
        told = {} if done.answer["rolls"] else toast(_said(house, access, done, language))
        return _changed(house, access, language, before, told, partial_into("then", follows) + closed)
    if all(command.get("type") in ALWAYS for command in commands):
        return _changed(house, access, language, before, _called(commands, language))
    said = _said(house, access, done, language) or _waiting(done, language)
    return _changed(house, access, language, before, toast(said, undo="undo"), closed)


def _said(house: House, access: Access, done: Done, language: str) -> str:
    """What the step tells its player, each thing once."""
    game = house.look(access.game_id).game
    events = passing.with_harm(game, done.answer["events"])
    return ". ".join(passing.texts(events, done.answer["text"], game.system.key, language))


def _called(commands: Sequence[Mapping[str, Any]], language: str) -> dict[str, str]:
    """What a player reads who called for attention: a raised hand shows by itself; an X card is no one's to undo."""
    if not any(command.get("type") == X_CARD for command in commands):
        return {}
    return toast(catalogue(language).gettext("The GM sees the X card. Nobody learns whose it is."))


def _waiting(done: Done, language: str) -> str:
    """What is said where nothing has happened yet, for the GM has to agree."""
    return catalogue(language).gettext("Sent to the GM") if done.answer["waiting"] else ""


def _then(rolls: Sequence[Mapping[str, Any]], seen: Seen, language: str) -> dict[str, Any]:
    """What a template is drawn from that offers what the seat may roll next: the damage of a blow that hit."""
    people = seen.view["creatures"]
    targets = [(roll["id"], target) for roll in rolls for target in roll.get("targets", ())]
    kinds = get_system(seen.system).rolls
    thens = [
        (id, target["then"], people.get(target["creature"], {}).get("name", ""), kinds[target["then"]["roll"]].dice[0])
        for id, target in targets
        if target["then"]
    ]
    return {"thens": thens, "word": player.word_of(seen.system, language), "url": "commands"}


@router.post("/undo")
def undo(request: Request, house: HouseDep, access: LinkDep, language: LanguageDep) -> HTMLResponse:
    before = _known(house, access, language, request.headers.get("shirma-version", ""))
    play.undo(house, Ask(access, language))
    return _changed(house, access, language, before, {})


@router.post("/preview")
def foresee(house: HouseDep, access: LinkDep, language: LanguageDep, fields: FieldsDep) -> str:
    """The exact odds of a roll as its form stands now, as far as this seat may know them."""
    system = games.see(house, access, language).system
    odds: Mapping[str, Any] = {}
    with suppress(Problem):  # a form that is not filled in yet: sending it will say what is wrong
        done = play.play(house, Ask(access, language, preview=True), forms.commands_of(system, fields))
        odds = next(iter(done.answer.get("odds") or ()), {})
    values = {"outcomes": odds.get("outcomes"), "odds": odds, "word": player.word_of(system, language)}
    return render(player.template_of(system, "odds"), language, **values)


def draw(house: House, standing: Standing, access: Access, language: str) -> Drawn:
    """What the page of this link shows."""
    if access.role == "screen":
        return tv.drawn_in(house, standing, access, language)
    if access.role == "join":
        return door.drawn_in(house, standing, access, language)
    return player.drawn_in(standing, access, language)


def _known(house: House, access: Access, language: str, version: str) -> Drawn | None:
    """The drawing that the page says it shows, if it is still remembered."""
    seen = games.see(house, access, language)
    frame_of = {"screen": tv.frame_of, "join": door.frame_of}.get(access.role, player.frame_of)
    return MEMO.known(frame_of(seen, language), version)


def _changed(
    house: House, access: Access, language: str, before: Drawn | None, headers: dict[str, str], more: str = ""
) -> HTMLResponse:
    standing = house.look(access.game_id)
    drawn = draw(house, standing, access, language)
    html = partials(changes(before, drawn)) + more
    return HTMLResponse(html, headers={**headers, **from_to(before, drawn), "Cache-Control": "no-store"})


def _frame(token: str, tab: str, seen: Seen, look: Look) -> dict[str, Any]:
    path = f"/s/{token}/{tab}".rstrip("/")
    named = {"name": seen.name, "system": seen.system, "version": seen.version}
    return {
        "look": look,
        "csrf": "",
        "path": path,
        "stream_url": f"/s/{token}/live",
        "report_url": f"/s/{token}/report",
        **named,
    }


def _join(
    token: str, house: House, access: Access, language: str, look: Look, *, error: str = "", status: int = 200
) -> HTMLResponse:
    standing = house.look(access.game_id)
    seen = games.seen_in(standing, access, language)
    drawn = door.drawn_in(house, standing, access, language)
    values = {"system_name": content.name(seen.system, language), "drawn": drawn, "error": error}
    return HTMLResponse(render("join.html", language, **_frame(token, "", seen, look), **values), status)


def _kept_seat(request: Request, house: House, access: Access, place: str, limit: Limit) -> str:
    """The token of the seat that this device took before, if it still opens a seat of this game."""
    token = request.cookies.get(_cookie(access), "")
    if not token:
        return ""
    try:
        seat = shares.enter(house, token, place, limit)
    except Problem:
        return ""
    return token if seat.role == "seat" and seat.game_id == access.game_id else ""


def _keep_seat(answer: Response, access: Access, token: str, settings: Settings) -> None:
    secure = settings.secure_cookies
    answer.set_cookie(_cookie(access), token, max_age=A_YEAR, path="/s/", httponly=True, samesite="lax", secure=secure)


def _cookie(access: Access) -> str:
    """One cookie for each game, so that a phone may sit at two tables."""
    return f"{SEAT_COOKIE}_{access.game_id}"
