"""A picture is what its content is: of four kinds, with a size that can be drawn."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.picture_files import Kind, kind_of


def png(width: int = 3, height: int = 2) -> bytes:
    """A whole picture: rows of grey."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(min(height, 2000))))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


GIF = b"GIF89a" + struct.pack("<HH", 7, 5) + b"\0\0\0" + b";"
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
    b"\xff\xc4\x00\x04\x00\x00\xff\xff\xc2\x00\x11\x08" + struct.pack(">HH", 40, 60) + b"\x03" + b"\0" * 9
)
VP8X = b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + (99).to_bytes(3, "little") + (49).to_bytes(3, "little")
VP8L = b"RIFF\x1e\0\0\0WEBPVP8L\x0a\0\0\0\x2f" + (11 | 8 << 14).to_bytes(4, "little") + b"\0" * 8
VP8 = b"RIFF\x1e\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 64, 32)


@pytest.mark.parametrize(
    "data, kind",
    [
        (png(), Kind("image/png", 3, 2)),
        (GIF, Kind("image/gif", 7, 5)),
        (JPEG, Kind("image/jpeg", 60, 40)),
        (VP8X, Kind("image/webp", 100, 50)),
        (VP8L, Kind("image/webp", 12, 9)),
        (VP8, Kind("image/webp", 64, 32)),
    ],
)
def test_the_content_says_what_a_picture_is_and_how_large(data: bytes, kind: Kind) -> None:
    assert kind_of(data) == kind


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<!doctype html><script>alert(1)</script>",
        b"%PDF-1.7",
        b"BM" + b"\0" * 60,
        png()[:20],
        JPEG[:30],
        b"\xff\xd8\xff" + b"\xff" * 400,
        b"RIFF\x1e\0\0\0WAVEfmt " + b"\0" * 40,
        png(0, 2),
        png(10_001, 2),
        png(8_000, 8_000),
    ],
)
def test_what_browsers_should_not_draw_is_no_picture(data: bytes) -> None:
    assert kind_of(data) is None


@given(st.sampled_from([png(), GIF, JPEG, VP8X, VP8L, VP8]), st.integers(0, 40), st.binary(max_size=30))
def test_whatever_bytes_come_they_are_read_without_failing(data: bytes, place: int, rest: bytes) -> None:
    kind = kind_of(data[:place] + rest)
    assert kind is None or kind.width > 0
