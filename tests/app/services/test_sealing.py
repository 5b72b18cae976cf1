"""What is sealed is read with its own key alone."""

from __future__ import annotations

import pytest

from app.services.sealing import key_for, opened, sealed

KEY = key_for(b"secret", "answer")


@pytest.mark.parametrize("plain", [b"", b"\0\0token\0", b"x" * 100_000])
def test_what_is_sealed_comes_out_as_it_was(plain: bytes) -> None:
    assert opened(KEY, sealed(KEY, plain)) == plain


def test_the_same_twice_looks_different() -> None:
    assert sealed(KEY, b"token") != sealed(KEY, b"token")


@pytest.mark.parametrize("key", [key_for(b"secret", "other"), key_for(b"other", "answer")])
def test_another_key_opens_nothing(key: bytes) -> None:
    assert opened(key, sealed(KEY, b"token")) is None


@pytest.mark.parametrize("place", [0, 20, -1])
def test_what_was_changed_opens_no_more(place: int) -> None:
    kept = bytearray(sealed(KEY, b"token"))
    kept[place] ^= 1
    assert opened(KEY, bytes(kept)) is None


@pytest.mark.parametrize("kept", [b"", b"short", b'{"token": "in the open"}'])
def test_what_was_never_sealed_opens_as_nothing(kept: bytes) -> None:
    assert opened(KEY, kept) is None
