"""Streams that are sent packed."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Sequence

import pytest

from app.services.packing import packed, takes_packed

MESSAGES = [
    b": open\n\n",
    b"data: " + b"<b>Ilka</b>" * 400 + b"\n\n",
    b"event: ping\ndata: \n\n",
    b"data: \xd0\x9f\n\n",
]


def sent(messages: Sequence[bytes]) -> list[bytes]:
    async def said() -> AsyncIterator[bytes]:
        for message in messages:
            yield message

    async def read() -> list[bytes]:
        return [chunk async for chunk in packed(said())]

    return asyncio.run(read())


@pytest.mark.parametrize("count", [0, 1, 4])
def test_the_whole_is_a_gzip_file(count: int) -> None:
    assert gzip.decompress(b"".join(sent(MESSAGES[:count]))) == b"".join(MESSAGES[:count])


def test_each_message_is_read_as_soon_as_it_is_there() -> None:
    reader = zlib.decompressobj(31)
    assert [reader.decompress(chunk) for chunk in sent(MESSAGES)][:4] == MESSAGES


def test_a_message_is_small() -> None:
    assert len(sent(MESSAGES)[1]) < 100


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip, deflate, br, zstd", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("gzip;q=0", False),
        ("br", False),
        ("", False),
    ],
)
def test_only_who_can_read_it_gets_it(accepted: str, takes: bool) -> None:
    assert takes_packed(accepted) == takes
