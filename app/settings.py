"""What the one who starts the server may choose, from arguments or the environment."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "ru")
BODY_LIMIT = 1_048_576
IMPORT_LIMIT = 32 * 1_048_576
LARGEST_PICTURE = 5 * 1_048_576
PICTURE_LIMIT = LARGEST_PICTURE + 65_536  # with what a form wraps around it
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
EVERY_INTERFACE = frozenset({"0.0.0.0", "::", ""})


@dataclass(frozen=True)
class Settings:
    """Settings of one server. ``data`` holds the SQLite file and the server's secret."""

    data: Path = ROOT / "data"
    database_url: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    lan_address: str = ""  # the address under which phones of this network reach the server, where it listens there
    workers: int = 1
    packs: Path | None = None  # a folder of games that are only data, or one of them
    secret: str = field(default="", repr=False)  # empty: kept in a file under ``data``

    @property
    def database(self) -> str:
        """The database's URL in SQLAlchemy's form: the one given, or the SQLite file under ``data``."""
        if not self.database_url:
            return f"sqlite:///{self.data / 'shirma.sqlite3'}"
        scheme, _, rest = self.database_url.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else self.database_url

    @property
    def is_postgres(self) -> bool:
        return self.database.startswith("postgresql")

    @property
    def base_url(self) -> str:
        """What links and codes begin with: the public URL, else the LAN address, else where it listens."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = self.lan_address or ("127.0.0.1" if self.host in EVERY_INTERFACE else self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def only_loopback(self) -> bool:
        """Whether no other device can open the links that this server makes."""
        return not self.public_url and not self.lan_address and self.host in LOOPBACK

    @property
    def secure_cookies(self) -> bool:
        return urlsplit(self.public_url).scheme == "https"

    @cached_property
    def secret_key(self) -> bytes:
        """The key that signs cookies and makes the codes of `join` links."""
        return (self.secret or _kept_secret(self.data / "secret")).encode()


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from ``SHIRMA_...`` variables; what is not set is as the defaults say."""
    found = os.environ if environment is None else environment
    defaults = Settings()
    return Settings(
        data=Path(found.get("SHIRMA_DATA") or defaults.data),
        database_url=found.get("SHIRMA_DATABASE_URL", ""),
        host=found.get("SHIRMA_HOST") or defaults.host,
        port=int(found.get("SHIRMA_PORT") or defaults.port),
        public_url=found.get("SHIRMA_PUBLIC_URL", ""),
        workers=int(found.get("SHIRMA_WORKERS") or defaults.workers),
        packs=Path(found["SHIRMA_PACKS"]) if found.get("SHIRMA_PACKS") else None,
        secret=found.get("SHIRMA_SECRET", ""),
    )


def _kept_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(32))
    try:
        os.link(draft, path)  # only one of two processes that start at once makes the file
    except OSError:
        if not path.exists():  # a file system without links
            draft.replace(path)
    draft.unlink(missing_ok=True)
    return path.read_text().strip()
