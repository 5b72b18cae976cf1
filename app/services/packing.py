"""Streams packed as gzip: each message by itself and once, so that any number of streams may send the same bytes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncIterator
from functools import lru_cache

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # of a gzip file: packed by deflate, made at no time, anywhere
END = b"\x03\x00"  # the last, empty block of deflate
LEVEL = 5
HEADERS = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}


def takes_packed(accept_encoding: str) -> bool:
    """Whether a caller with this Accept-Encoding can read it."""
    return any(
        name.strip() == "gzip" and weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
        for name, _, weight in (one.lower().partition(";") for one in accept_encoding.split(","))
    )


async def packed(messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """One gzip file of all the messages, each of which can be read as soon as it is there."""
    head, sum_, length = HEAD, 0, 0
    async for message in messages:
        yield head + _deflated(message)
        head, sum_, length = b"", zlib.crc32(message, sum_), length + len(message)
    yield head + END + struct.pack("<II", sum_, length & 0xFFFFFFFF)


@lru_cache(maxsize=256)
def _deflated(message: bytes) -> bytes:
    """The message as whole blocks that refer to nothing before them."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return press.compress(message) + press.flush(zlib.Z_FULL_FLUSH)
