"""Pictures without the notes of cameras and programs: where they were taken is nobody's business at a table."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.picture_files import kind_of
from app.services.picture_metadata import without_notes
from tests.app.services.test_picture_files import GIF, VP8, VP8L, png

PLACE = b"zq303 59.93N"
PNG_START = b"\x89PNG\r\n\x1a\n"


def tiff(orientation: int | None = None, order: str = "<") -> bytes:
    """Notes of a camera: its maker's name, which way up it was held, and where."""
    entries = [struct.pack(f"{order}HHII", 0x010F, 2, len(PLACE), 62)]
    if orientation is not None:
        entries.append(struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0))
    head = b"II*\0" if order == "<" else b"MM\0*"
    table = struct.pack(f"{order}H", len(entries)) + b"".join(entries) + b"\0\0\0\0"
    return (head + struct.pack(f"{order}I", 8) + table).ljust(62, b"\0") + PLACE


def segment(marker: int, said: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(said) + 2) + said


JFIF = segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0")
COLOURS = segment(0xE2, b"ICC_PROFILE\0\x01\x01colours")
FRAME = segment(0xC2, b"\x08" + struct.pack(">HH", 40, 60) + b"\x01\x01\x11\0")
SCAN = segment(0xDA, b"\x01\x01\0\0\x3f\0") + b"\x12\xff\x00\x34\xff\xd0\x56"
# Of a progressive one a further table and a further scan follow, and the table looks like the end of the picture.
DRAWN = FRAME + SCAN + segment(0xC4, b"\0\xff\xd9") + SCAN + b"\xff\xd9"


def jpeg(*notes: bytes, after: bytes = b"") -> bytes:
    return b"\xff\xd8" + JFIF + COLOURS + b"".join(notes) + DRAWN + after


def chunk(name: bytes, said: bytes) -> bytes:
    return struct.pack(">I", len(said)) + name + said + struct.pack(">I", zlib.crc32(name + said))


def noted_png(*notes: bytes) -> bytes:
    head, rest = png()[:33], png()[33:]
    return head + b"".join(notes) + rest


def webp(flags: int, *chunks: tuple[bytes, bytes]) -> bytes:
    head = b"VP8X", bytes((flags, 0, 0, 0)) + (59).to_bytes(3, "little") + (39).to_bytes(3, "little")
    parts = [name + struct.pack("<I", len(said)) + said + b"\0" * (len(said) % 2) for name, said in (head, *chunks)]
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def gif(*extensions: bytes, after: bytes = b"") -> bytes:
    head = b"GIF89a" + struct.pack("<HH", 7, 5) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
    drawn = b"\x2c" + b"\0" * 8 + b"\x80" + b"\x01\x02\x03\x04\x05\x06" + b"\x02\x02\x4c\x01\0"
    return head + b"".join(extensions) + drawn + b";" + after


def extension(label: int, *blocks: bytes) -> bytes:
    return bytes((0x21, label)) + b"".join(bytes((len(one),)) + one for one in blocks) + b"\0"


TIMING = extension(0xF9, b"\0\x0a\0\0")
LOOPS = extension(0xFF, b"NETSCAPE2.0", b"\x01\0\0")
FILM = b"\0\0\0\x18ftypmp42" + PLACE
EXIF, XMP = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0" + PLACE
NOTED = [
    pytest.param("jpeg", jpeg(segment(0xE1, EXIF + tiff())), jpeg(), id="a JPEG's EXIF"),
    pytest.param("jpeg", jpeg(segment(0xE1, XMP), segment(0xFE, PLACE)), jpeg(), id="a JPEG's XMP and comment"),
    pytest.param("jpeg", jpeg(segment(0xED, PLACE), segment(0xE2, b"MPF\0" + PLACE)), jpeg(), id="other notes of JPEG"),
    pytest.param("jpeg", jpeg(after=FILM), jpeg(), id="a film behind a JPEG"),
    pytest.param("png", noted_png(chunk(b"eXIf", tiff())), png(), id="a PNG's EXIF"),
    pytest.param("png", noted_png(chunk(b"tEXt", PLACE), chunk(b"iTXt", PLACE)), png(), id="a PNG's texts"),
    pytest.param("png", png() + FILM, png(), id="something behind a PNG"),
    pytest.param("webp", webp(12, (b"VP8 ", b"abc"), (b"EXIF", tiff()), (b"XMP ", XMP)), webp(0, (b"VP8 ", b"abc")), id="WebP"),  # noqa: E501
    pytest.param("webp", webp(32, (b"ICCP", b"ab"), (b"VP8L", b"c")) + FILM, webp(32, (b"ICCP", b"ab"), (b"VP8L", b"c")), id="something behind a WebP"),  # noqa: E501
    pytest.param("gif", gif(TIMING, extension(0xFE, PLACE), LOOPS), gif(TIMING, LOOPS), id="a GIF's comment"),
    pytest.param("gif", gif(extension(0xFF, b"XMP DataXMP", PLACE), after=FILM), gif(), id="a GIF's XMP"),
]  # fmt: skip


@pytest.mark.parametrize("kind, sent, kept", NOTED)
def test_notes_are_left_out_and_all_that_is_drawn_stays_byte_for_byte(kind: str, sent: bytes, kept: bytes) -> None:
    assert PLACE in sent
    assert without_notes(f"image/{kind}", sent) == kept


@pytest.mark.parametrize("data", [jpeg(), png(), GIF, gif(TIMING, LOOPS), webp(0, (b"VP8 ", b"ab"))])
def test_a_picture_without_notes_stays_as_it_is(data: bytes) -> None:
    found = kind_of(data)
    assert found is not None
    assert without_notes(found.type, data) == data


@pytest.mark.parametrize("order", ["<", ">"])
def test_which_way_up_a_picture_is_drawn_is_kept_and_nothing_else_of_its_note(order: str) -> None:
    turned = tiff(6, order)
    note = tiff_of(6)
    found = without_notes("image/jpeg", jpeg(segment(0xE1, EXIF + turned)))
    assert found == jpeg(segment(0xE1, EXIF + note))
    assert without_notes("image/png", noted_png(chunk(b"eXIf", turned))) == noted_png(chunk(b"eXIf", note))
    sent = webp(12, (b"VP8 ", b"ab"), (b"EXIF", EXIF + turned), (b"XMP ", XMP))
    assert without_notes("image/webp", sent) == webp(8, (b"VP8 ", b"ab"), (b"EXIF", note))


def tiff_of(orientation: int) -> bytes:
    return b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


@pytest.mark.parametrize("orientation", [0, 1, 9, 65535])
def test_a_note_of_no_turn_is_left_out(orientation: int) -> None:
    assert without_notes("image/jpeg", jpeg(segment(0xE1, EXIF + tiff(orientation)))) == jpeg()


WHOLE = [jpeg(segment(0xE1, EXIF + tiff(6))), png(), gif(TIMING), VP8, VP8L, webp(12, (b"EXIF", tiff(3)))]


@given(st.sampled_from(WHOLE), st.integers(0, 200), st.binary(max_size=30))
def test_whatever_bytes_come_they_are_read_without_failing(data: bytes, place: int, rest: bytes) -> None:
    spoilt = data[:place] + rest + data[place + len(rest) :]
    found = kind_of(spoilt)
    if found is not None:
        again = kind_of(without_notes(found.type, spoilt))
        assert again == found
