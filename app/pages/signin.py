"""Signing in by a link that works once, and out again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.deps import DbDep, LanguageDep, LimitDep, PageDep, PlaceDep, SettingsDep
from app.errors import Problem
from app.pages.paths import inside
from app.services import accounts, problems
from app.services.accounts import code_in
from app.services.cookies import LOGIN_COOKIE, drop_login, read_login, set_login
from app.services.templating import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
CodeField = Annotated[str, Form(max_length=500)]
NextField = Annotated[str, Form(max_length=2000)]


@router.get("/signin")
def show_signin(language: LanguageDep, page: PageDep, next: str = "/") -> str:
    return render("signin.html", language, error="", next=inside(next), **page)


@router.get("/signin/{code}")
def show_signin_link(code: str, db: DbDep, language: LanguageDep, page: PageDep, next: str = "/") -> str:
    """The page of a link. Opening it uses nothing up: link previews open links too."""
    state = db.read(lambda s: accounts.link_state(s, code))
    return render("signin_link.html", language, state=state, code=code, next=inside(next), **page)


@router.post("/signin")
def sign_in(
    db: DbDep,
    settings: SettingsDep,
    limit: LimitDep,
    place: PlaceDep,
    language: LanguageDep,
    page: PageDep,
    code: CodeField = "",
    next: NextField = "/",
) -> Response:
    limit.check(f"signin {place}")
    try:
        secret = db.write(lambda s: accounts.use_link(s, code_in(code)))
    except Problem as problem:
        if problem.code != "wrong-code":
            raise
        limit.failed(f"signin {place}")
        error = problems.title(problem, language)
        return HTMLResponse(render("signin.html", language, error=error, next=inside(next), **page), problem.status)
    answer = RedirectResponse(inside(next), 303)
    set_login(answer, settings, secret)
    return answer


@router.post("/signout")
def sign_out(request: Request, db: DbDep, settings: SettingsDep) -> Response:
    cookie = request.cookies.get(LOGIN_COOKIE)
    secret = read_login(settings, cookie) if cookie else None
    if secret:
        db.write(lambda s: accounts.sign_out(s, secret))
    answer = RedirectResponse("/signin", 303)
    drop_login(answer, settings)
    return answer
