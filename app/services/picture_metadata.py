"""A picture without what its camera and its programs noted in it: where it was taken, when, with what, by whom.

What is drawn stays byte for byte: pieces of the file are left out, nothing is packed anew. Which way up it is to be
drawn is the one note that is kept, for a phone writes every picture as its sensor lies. What follows the end of the
picture goes as well: some phones put a film there, with a place of its own.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

UPRIGHT = 1
ORIENTATION = 0x0112  # the tag of EXIF
EXIF = b"Exif\0\0"
# Of JPEG: its own header, the profile of colours, and how Adobe's programs store colours.
JPEG_NOTES_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
JPEG_NOTES = frozenset({*range(0xE0, 0xF0), 0xFE})
JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})  # markers without a length
JPEG_END, JPEG_SCAN, JPEG_EXIF = 0xD9, 0xDA, 0xE1
AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")  # in what was scanned, 0xFF is followed by one of the others
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_KEPT = frozenset(b"IHDR PLTE IDAT tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP acTL fcTL fdAT".split())
WEBP_KEPT = frozenset((b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
WEBP_FLAGS = 8  # their place in the header's chunk
WEBP_HAS_EXIF, WEBP_HAS_XMP = 0x08, 0x04
GIF_LOOPS = (b"NETSCAPE2.0", b"ANIMEXTS1.0")
GIF_EXTENSION, GIF_PICTURE, GIF_END = 0x21, 0x2C, 0x3B
GIF_CONTROL, GIF_PROGRAM = 0xF9, 0xFF


def without_notes(type_: str, data: bytes) -> bytes:
    """The file of this media type without its notes; what cannot be read as such a file ends there."""
    return b"".join(STRIPPERS[type_](data))


def _jpeg(data: bytes) -> Iterator[bytes]:
    yield data[:2]
    place = 2
    while place + 2 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker in JPEG_ALONE or marker == 0xFF:
            length = 1 if marker == 0xFF else 2
            yield data[place : place + length]
            place += length
            continue
        if marker == JPEG_END:
            yield data[place : place + 2]
            return
        end = place + 2 + max(2, int.from_bytes(data[place + 2 : place + 4], "big"))
        yield _jpeg_segment(marker, data[place:end])
        place = end
        if marker == JPEG_SCAN:
            found = AFTER_SCAN.search(data, place)
            end = found.start() if found else len(data)
            yield data[place:end]
            place = end


def _jpeg_segment(marker: int, segment: bytes) -> bytes:
    """The segment, if it is needed to draw; of EXIF which way is up."""
    said = segment[4:]
    if marker == JPEG_EXIF and said.startswith(EXIF):
        note = _turned(said.removeprefix(EXIF))
        return b"\xff\xe1" + (len(EXIF + note) + 2).to_bytes(2, "big") + EXIF + note if note else b""
    if marker not in JPEG_NOTES:
        return segment
    kept = JPEG_NOTES_KEPT.get(marker)
    return segment if kept is not None and said.startswith(kept) else b""


def _png(data: bytes) -> Iterator[bytes]:
    yield PNG_START
    place = len(PNG_START)
    while place + 12 <= len(data):
        end = place + 12 + int.from_bytes(data[place : place + 4], "big")
        name, said = data[place + 4 : place + 8], data[place + 8 : end - 4]
        if name == b"IEND":
            yield data[place:end]
            return
        if name == b"eXIf" and (note := _turned(said)):
            yield len(note).to_bytes(4, "big") + name + note + zlib.crc32(name + note).to_bytes(4, "big")
        elif name in PNG_KEPT:
            yield data[place:end]
        place = end


def _webp(data: bytes) -> Iterator[bytes]:
    chunks = list(_webp_chunks(data))
    notes = [_turned(chunk[8:].removeprefix(EXIF)) for chunk in chunks if chunk[:4] == b"EXIF"]
    note = next((note for note in notes if note), b"")
    kept = [_webp_head(chunk, bool(note)) for chunk in chunks if chunk[:4] == b"VP8X" or chunk[:4] in WEBP_KEPT]
    if note:
        kept.append(b"EXIF" + len(note).to_bytes(4, "little") + note)
    size = 4 + sum(map(len, kept))
    yield b"RIFF" + size.to_bytes(4, "little") + b"WEBP"
    yield from kept


def _webp_chunks(data: bytes) -> Iterator[bytes]:
    place, whole = 12, min(len(data), 8 + int.from_bytes(data[4:8], "little"))
    while place + 8 <= whole:
        length = int.from_bytes(data[place + 4 : place + 8], "little")
        end = place + 8 + length + length % 2
        yield data[place:end]
        place = end


def _webp_head(chunk: bytes, has_exif: bool) -> bytes:
    """The chunk; what the header says of notes is true of what is kept."""
    if chunk[:4] != b"VP8X" or len(chunk) <= WEBP_FLAGS:
        return chunk
    flags = chunk[WEBP_FLAGS] & ~(WEBP_HAS_EXIF | WEBP_HAS_XMP) | (WEBP_HAS_EXIF if has_exif else 0)
    return chunk[:WEBP_FLAGS] + bytes((flags,)) + chunk[WEBP_FLAGS + 1 :]


def _gif(data: bytes) -> Iterator[bytes]:
    place = 13 + _gif_colours(data[10])
    yield data[:place]
    while place + 2 <= len(data) and data[place] in (GIF_EXTENSION, GIF_PICTURE):
        head = 2 if data[place] == GIF_EXTENSION else 11 + _gif_colours(data[place + 9 : place + 10])
        end = _gif_end_of_blocks(data, place + head)
        if data[place] == GIF_PICTURE or _draws(data[place + 1], data[place + 3 : place + 14]):
            yield data[place:end]
        place = end
    yield bytes((GIF_END,))


def _gif_colours(flags: int | bytes) -> int:
    """How many bytes of colours follow a header with these flags."""
    said = flags if isinstance(flags, int) else int.from_bytes(flags, "big")
    return 3 << ((said & 7) + 1) if said & 0x80 else 0


def _gif_end_of_blocks(data: bytes, place: int) -> int:
    while place < len(data) and data[place]:
        place += 1 + data[place]
    return place + 1


def _draws(label: int, program: bytes) -> bool:
    """Whether an extension of a GIF is needed to draw it: its timing, and how often it is repeated."""
    return label == GIF_CONTROL or (label == GIF_PROGRAM and program in GIF_LOOPS)


def _turned(tiff: bytes) -> bytes:
    """A note of EXIF that says which way is up, and nothing else; empty where the picture stands upright."""
    found = _orientation(tiff)
    if found == UPRIGHT:
        return b""
    entry = ORIENTATION.to_bytes(2, "big") + b"\0\x03\0\0\0\x01" + found.to_bytes(2, "big") + b"\0\0"
    return b"MM\0*\0\0\0\x08\0\x01" + entry + b"\0\0\0\0"


def _orientation(tiff: bytes) -> int:
    """How the picture is turned, from 1 to 8; 1 where nothing that can be read says so."""
    orders: Mapping[bytes, Literal["little", "big"]] = {b"II": "little", b"MM": "big"}
    order = orders.get(tiff[:2])
    if order is None:
        return UPRIGHT
    at = int.from_bytes(tiff[4:8], order)
    for place in range(at + 2, at + 2 + 12 * int.from_bytes(tiff[at : at + 2], order), 12):
        entry = tiff[place : place + 12]
        if len(entry) < 12:
            break
        if int.from_bytes(entry[:2], order) == ORIENTATION:
            found = int.from_bytes(entry[8:10], order)
            return found if 1 <= found <= 8 else UPRIGHT
    return UPRIGHT


STRIPPERS: Mapping[str, Callable[[bytes], Iterator[bytes]]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
    "image/gif": _gif,
}
