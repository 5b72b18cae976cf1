"""Names of new things: random, so that knowing one says nothing about another."""

from __future__ import annotations

import hashlib
import secrets


def new_id(prefix: str) -> str:
    """An id such as ``g_Zk3...``: 96 random bits after the prefix."""
    return f"{prefix}_{secrets.token_urlsafe(12)}"


def new_secret() -> str:
    """A token of 128 random bits that grants something to whoever has it."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """What is stored of a secret. No salt is needed: the secrets are random and long."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
