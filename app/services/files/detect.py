"""Which format does a file have, and what is in it?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from app.services.files import daggerforge, freshcutgrass, pasted, pasted_d20, srd_csv, srd_json
from app.services.files.entries import MOST_ENTRIES, Parsed, Unreadable
from app.services.files.pasted_d20 import Spot
from app.services.files.text import decoded, place_of

JSON_FORMATS = (
    (srd_json.fits, srd_json.read),
    (freshcutgrass.fits, freshcutgrass.read),
    (daggerforge.fits, daggerforge.read),
)
LISTS = ("adversaries", "environments")
BYTE = re.compile(r"\(byte (\d+)\)")
DEEPEST = 60
LONGEST_SHOWN = 80  # of a line that was not understood


def read_file(raw: bytes, system: str = "", spot: Spot | None = None) -> Parsed:
    """What the file holds. Raises Unreadable where it is of no known format, broken, or holds nothing at all.

    A stat block with an armor class belongs to ``system``, where ``spot`` says where its numbers stand.
    """
    text = decoded(raw)
    if not text.strip():
        raise Unreadable("empty-file")
    if text.lstrip()[0] in "[{":
        return _not_empty(_read_json(text))
    if srd_csv.fits(text):
        return _not_empty(srd_csv.read(text))
    if pasted.fits(text):
        return _not_empty(pasted.read(text))
    if pasted_d20.fits(text):
        if spot is None:
            raise Unreadable("other-rules")
        return _not_empty(pasted_d20.read(text, system, spot))
    if odd := pasted.first_unknown(text):
        raise Unreadable("block-unclear", line=odd[0], text=odd[1][:LONGEST_SHOWN])
    raise Unreadable("web-page" if re.match(r"\s*<(?:!doctype|html)", text, re.I) else "unknown-format")


def _not_empty(parsed: Parsed) -> Parsed:
    if not parsed.entries:
        raise Unreadable("nothing-to-import", format=parsed.format)
    if len(parsed.entries) > MOST_ENTRIES:
        raise Unreadable("too-many-entries", most=MOST_ENTRIES)
    return parsed


def _read_json(text: str) -> Parsed:
    blocks = _blocks(_document(text))
    first = next((raw for _, raw in blocks if isinstance(raw, Mapping)), None)
    if first is None:
        raise Unreadable("nothing-to-import", format="json")
    for fits, read in JSON_FORMATS:
        if fits(first):
            return read(blocks)
    raise Unreadable("unknown-format")


def _document(text: str) -> Any:
    """The JSON document. Raises Unreadable ``malformed-json`` with the line and the column."""
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise Unreadable("too-deep") from None
    except msgspec.DecodeError as error:
        found = BYTE.search(str(error))
        before = text.encode()[: int(found[1])].decode(errors="ignore") if found else text
        line, column = place_of(text, len(before))
        raise Unreadable("malformed-json", line=line, column=column) from None


def _blocks(document: Any) -> list[tuple[str, Any]]:
    """The blocks of a document with their places: a list of them, or one list a kind."""
    if isinstance(document, list):
        found = [(f"/{n}", raw) for n, raw in enumerate(document)]
    else:
        foreign = _foreign(document)
        if foreign:
            raise Unreadable("format-not-taken", format=foreign)
        lists = [(name, document[name]) for name in LISTS if isinstance(document.get(name), list)]
        found = [(f"/{name}/{n}", raw) for name, blocks in lists for n, raw in enumerate(blocks)]
        if not lists:
            found = [("", document)]
    if len(found) > MOST_ENTRIES:
        raise Unreadable("too-many-entries", most=MOST_ENTRIES)
    if found and isinstance(found[0][1], Mapping) and (foreign := _foreign(found[0][1])):
        raise Unreadable("format-not-taken", format=foreign)
    return found


def _foreign(raw: Mapping[str, Any]) -> str | None:
    """The name of a format that is known but whose creatures belong to other rules, or elsewhere in the product."""
    if str(raw.get("format", "")).startswith("shirma/"):
        return "Shirma (a whole game)"
    if any(key.startswith(("Creatures", "ImprovedInitiative.")) for key in raw) or {"Name", "HP"} <= raw.keys():
        return "Improved Initiative"
    if "monster" in raw and isinstance(raw["monster"], list):
        return "5etools"
    return "Foundry" if {"system", "items"} <= raw.keys() else None
