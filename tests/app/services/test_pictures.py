"""Pictures on both databases: kept whole, listed without their data, bounded, and part of their game."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.errors import NotFound, Problem
from app.services import exports, games, pictures
from app.services.access import Access
from app.services.backup import back_up, restore
from app.services.house import House
from tests.app.services.test_picture_files import GIF, png
from tests.app.services.test_picture_metadata import chunk


def kept(house: House, access: Access, data: bytes = GIF, name: str = "map") -> str:
    return house.database.write(lambda db: pictures.create(db, access, name, data)).id


def test_a_picture_is_kept_byte_for_byte_and_listed_the_newest_first(house: House, access: Access) -> None:
    first, second = kept(house, access), kept(house, access, png(5, 4), "the ford")
    found = pictures.get(house, access, second, "en")
    assert (found.data, found.type, found.width) == (png(5, 4), "image/png", 5)
    assert [(one.id, one.size) for one in pictures.listed(house, access)] == [
        (second, len(png(5, 4))),
        (first, len(GIF)),
    ]


def test_a_picture_goes_with_its_game_and_not_with_another(house: House, access: Access) -> None:
    other = house.database.write(lambda db: games.create(db, access.account, "gm", "Other", "daggerheart"))
    id_ = kept(house, access)
    with pytest.raises(NotFound):
        pictures.get(house, games.as_gm(house, access.account, other), id_, "en")
    house.database.write(lambda db: pictures.remove(db, access, id_))
    with pytest.raises(NotFound):
        pictures.get(house, access, id_, "en")


def test_the_same_document_can_be_imported_beside_its_game(house: House, access: Access) -> None:
    id_ = kept(house, access)
    document: Any = msgspec.json.decode(msgspec.json.encode(exports.export(house, access)))
    imported = exports.read_export(document, "en")
    copy = house.database.write(lambda db: exports.add(db, access.account, imported))
    assert pictures.get(house, games.as_gm(house, access.account, copy), id_, "en").data == GIF


@pytest.mark.parametrize("length", [0, 3])
def test_a_damaged_picture_of_which_nothing_is_left_without_its_notes_is_none(
    house: House, access: Access, length: int
) -> None:
    head = b"RIFF\x7a\0\0\0WEBPVP8X" + bytes((length, 0, 0, 0))
    with pytest.raises(Problem, match="unsupported-picture"):
        kept(house, access, head + b"\x0c\0\0\0" + b"\x3b\0\0\x27\0\0" + b"\0" * 30)
    assert pictures.listed(house, access) == []


def test_a_backup_brings_pictures_back(house: House, access: Access, tmp_path: Path) -> None:
    ids = {kept(house, access, name=f"{n}") for n in range(6)}
    back_up(house.database, tmp_path / "backup")
    for id_ in ids:
        house.database.write(lambda db, id_=id_: pictures.remove(db, access, id_))  # type: ignore[misc]
    assert restore(house.database, tmp_path / "backup")["picture"] == 6
    assert {one.id for one in pictures.listed(house, access)} == ids


@pytest.mark.parametrize(
    "name, plain",
    [
        ("C:\\maps\\ford.png", "ford.png"),
        ("../../etc/passwd", "passwd"),
        ("a\nb\0c", "a b c"),
        ("", ""),
        ("x" * 500, "x" * 120),
    ],
)
def test_a_name_is_one_line_without_folders(name: str, plain: str) -> None:
    assert pictures.plain_name(name) == plain


def test_what_is_no_picture_is_not_kept(house: House, access: Access) -> None:
    with pytest.raises(Problem, match="unsupported-picture"):
        kept(house, access, b"<svg/>")
    assert pictures.listed(house, access) == []


def test_a_picture_is_kept_without_the_notes_of_its_camera_however_it_comes(house: House, access: Access) -> None:
    noted = png()[:33] + chunk(b"tEXt", b"Place\x0059.93N") + png()[33:]
    id_ = kept(house, access, noted)
    assert pictures.get(house, access, id_, "en").data == png()
    assert [one.size for one in pictures.listed(house, access)] == [len(png())]
    document: Any = msgspec.json.decode(msgspec.json.encode(exports.export(house, access)))
    document["pictures"][0]["data"] = b64encode(noted).decode()
    copy = house.database.write(lambda db: exports.add(db, access.account, exports.read_export(document, "en")))
    assert pictures.get(house, games.as_gm(house, access.account, copy), id_, "en").data == png()
