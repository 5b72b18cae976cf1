"""What a picture file really is: of the four kinds that browsers draw, told by its content and never by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

MOST_PIXELS = 40_000_000
LONGEST_SIDE = 10_000
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # the JPEG segments that tell the size
ALONE = frozenset({0x01, *range(0xD0, 0xD9)})  # JPEG markers without a length


class Kind(NamedTuple):
    """Its media type and its size in pixels."""

    type: str
    width: int
    height: int


def kind_of(data: bytes) -> Kind | None:
    """What is in the file; None where it is no picture that can be shown, or one too large to be drawn."""
    for type_, size_of in READERS.items():
        size = size_of(data)
        if size is not None:
            return Kind(type_, *size) if _fits(*size) else None
    return None


def _fits(width: int, height: int) -> bool:
    return 0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE and width * height <= MOST_PIXELS


Size = tuple[int, int]


def _png(data: bytes) -> Size | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 33:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _gif(data: bytes) -> Size | None:
    if data[:6] not in (b"GIF87a", b"GIF89a") or len(data) < 13:
        return None
    return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")


def _webp(data: bytes) -> Size | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    if data[12:16] == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[12:16] == b"VP8L" and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if data[12:16] == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


def _jpeg(data: bytes) -> Size | None:
    """The size stands in the first frame, after any number of other segments."""
    if data[:3] != b"\xff\xd8\xff":
        return None
    place = 2
    while place + 9 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker in FRAMES:
            height, width = data[place + 5 : place + 7], data[place + 7 : place + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        if marker == 0xFF or marker in ALONE:
            place += 1 if marker == 0xFF else 2
            continue
        place += 2 + max(2, int.from_bytes(data[place + 2 : place + 4], "big"))
    return None


READERS: dict[str, Callable[[bytes], Size | None]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/webp": _webp,
    "image/gif": _gif,
}
TYPES = tuple(READERS)
