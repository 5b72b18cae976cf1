"""The login cookie: signed, so that a made-up one costs no look into the database."""

from __future__ import annotations

import hashlib
import hmac

from itsdangerous import BadSignature, Signer
from starlette.responses import Response

from app.settings import Settings

LOGIN_COOKIE = "shirma_login"
LIFETIME_S = 180 * 86_400


def set_login(response: Response, settings: Settings, secret: str) -> None:
    """Let the browser keep ``secret``, unreadable to scripts, and over https only where that is how it came."""
    response.set_cookie(
        LOGIN_COOKIE,
        _signer(settings).sign(secret).decode(),
        max_age=LIFETIME_S,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )


def drop_login(response: Response, settings: Settings) -> None:
    response.delete_cookie(LOGIN_COOKIE, httponly=True, samesite="lax", secure=settings.secure_cookies)


def read_login(settings: Settings, cookie: str) -> str | None:
    """The secret in the cookie, or None if this server has not signed it."""
    try:
        return _signer(settings).unsign(cookie).decode()
    except (BadSignature, UnicodeDecodeError):
        return None


def csrf_token(settings: Settings, cookie: str) -> str:
    """What pages of this login send along to prove that they are ours."""
    return hmac.new(settings.secret_key, b"csrf" + cookie.encode(), hashlib.sha256).hexdigest()


def _signer(settings: Settings) -> Signer:
    return Signer(settings.secret_key, salt="login", digest_method=hashlib.sha256)
