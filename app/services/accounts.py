"""Who runs games here, and how a browser signs in: by a link that works once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from sqlmodel import Session

from app.errors import Problem
from app.services.cookies import LIFETIME_S
from app.storage import accounts, logins
from app.storage.ids import digest, new_id, new_secret
from app.storage.tables import Account, Login, now

LINK_LIFETIME = timedelta(days=1)
LOGIN_LIFETIME = timedelta(seconds=LIFETIME_S)
LinkState = Literal["ready", "used", "unknown"]


def ensure_owner(db: Session) -> Account:
    """The account that owns this server, made at its first start."""
    owner = accounts.oldest(db)
    if owner is None:
        owner = Account(id=new_id("a"), name="GM")
        db.add(owner)
        db.flush()
    return owner


def new_link(db: Session, account: str) -> str:
    """The code of a new sign-in link: it works once, within a day."""
    code = new_secret()
    db.add(Login(hash=digest(code), kind="link", account=account, expires=now() + LINK_LIFETIME))
    return code


def code_in(text: str) -> str:
    """The code in what somebody typed or pasted: the code alone, or the whole link."""
    return text.strip().partition("?")[0].rstrip("/").rpartition("/")[2]


def link_state(db: Session, code: str) -> LinkState:
    """Whether the link would sign somebody in. Looking uses nothing up."""
    link = logins.find(db, "link", digest(code))
    if link is None or _is_over(link.expires):
        return "unknown"
    return "used" if link.used else "ready"


def use_link(db: Session, code: str) -> str:
    """The secret of a new login. Raises Problem if the link does not work, or no longer."""
    account = logins.use(db, digest(code))
    if account is None:
        raise Problem("wrong-code")
    secret = new_secret()
    db.add(Login(hash=digest(secret), kind="browser", account=account, expires=now() + LOGIN_LIFETIME))
    return secret


def signed_in(db: Session, secret: str) -> Account | None:
    """Whose browser has this secret."""
    login = logins.find(db, "browser", digest(secret))
    return None if login is None or _is_over(login.expires) else db.get(Account, login.account)


def sign_out(db: Session, secret: str) -> None:
    login = logins.find(db, "browser", digest(secret))
    if login is not None:
        db.delete(login)


def _is_over(moment: datetime) -> bool:
    return moment <= now()
