"""What every page's menu does on the server: the language."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.responses import RedirectResponse, Response

from app.deps import SettingsDep
from app.pages.paths import inside
from app.services.language import COOKIE
from app.settings import LANGUAGES

router = APIRouter(include_in_schema=False)
A_YEAR = 31_536_000


@router.post("/language")
def choose_language(
    settings: SettingsDep, to: Annotated[str, Form()], back: Annotated[str, Form(max_length=2000)] = "/"
) -> Response:
    """Speak this language on this device, and go back to the page."""
    answer = RedirectResponse(inside(back), 303)
    if to in LANGUAGES:
        answer.set_cookie(COOKIE, to, max_age=A_YEAR, samesite="lax", secure=settings.secure_cookies)
    return answer
