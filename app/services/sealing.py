"""Bytes that only this server can read again: what is kept of an answer that holds a token."""

from __future__ import annotations

import hashlib
import hmac
import secrets

NONCE = 16
TAG = 32


def key_for(secret: bytes, purpose: str) -> bytes:
    """A key of its own for each purpose, out of the instance's secret."""
    return hmac.new(secret, b"seal:" + purpose.encode(), hashlib.sha256).digest()


def sealed(key: bytes, plain: bytes) -> bytes:
    """``plain`` under a keystream that is used once, with a tag over it: it can neither be read nor changed."""
    nonce = secrets.token_bytes(NONCE)
    hidden = _under_stream(key, nonce, plain)
    return nonce + _tag(key, nonce + hidden) + hidden


def opened(key: bytes, kept: bytes) -> bytes | None:
    """What was sealed with this key; None where it was another, or something was changed."""
    nonce, tag, hidden = kept[:NONCE], kept[NONCE : NONCE + TAG], kept[NONCE + TAG :]
    if not hmac.compare_digest(tag, _tag(key, nonce + hidden)):
        return None
    return _under_stream(key, nonce, hidden)


def _under_stream(key: bytes, nonce: bytes, text: bytes) -> bytes:
    stream = hashlib.shake_256(b"stream" + key + nonce).digest(len(text))
    return (int.from_bytes(text, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(text), "big")


def _tag(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, b"tag" + text, hashlib.sha256).digest()
