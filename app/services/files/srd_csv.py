"""The Daggerheart SRD as CSV: a row a stat block, features in pairs of columns at the end."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

from app.services.files.blocks import SYSTEM, Block, FeatureText, read_block
from app.services.files.entries import Entry, Lost, Parsed, Unreadable, told_apart
from app.services.files.srd_json import NAMES, ONLY_ENVIRONMENTS
from app.services.files.text import cleaned
from app.services.tabular import text_of

FORMAT = "daggerheart-srd-csv"
SEPARATORS = ",;\t"
PAIR = re.compile(r"feat(?:ure)?_(?P<number>\d+)_(?P<part>name|text)")
ENOUGH_COLUMNS = 3


def fits(text: str) -> bool:
    """Whether the first line names columns of this format."""
    first = next(iter(text.strip().splitlines()), "")
    try:
        columns = _columns(next(_rows(first), []))
    except Unreadable:
        return False
    return "name" in columns and len({*columns} & NAMES.keys()) >= ENOUGH_COLUMNS


def read(text: str) -> Parsed:
    """Every row with a name. Raises Unreadable ``csv-broken`` where the quotes do not close."""
    lost: list[Lost] = []
    rows = enumerate(_rows(text), start=1)
    columns = _columns(next(rows)[1])
    for column in columns:
        if column and column not in (*NAMES, "source") and not PAIR.fullmatch(column):
            lost.append(Lost("1", "", "unknown-field", {"field": column}))
    found = [
        entry
        for number, row in rows
        if any(cell.strip() for cell in row) and (entry := _read_row(columns, row, number, lost)) is not None
    ]
    return Parsed(FORMAT, SYSTEM, told_apart(found, lost), lost)


def _rows(text: str) -> Iterator[list[str]]:
    first = next(iter(text.strip().splitlines()), "")
    separator = max(SEPARATORS, key=first.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        yield from rows
    except csv.Error:
        raise Unreadable("csv-broken", line=rows.line_num) from None


def _columns(header: Sequence[str]) -> list[str]:
    return [re.sub(r"[\W_]+", "_", cell.strip().casefold()).strip("_") for cell in header]


def _read_row(columns: Sequence[str], row: Sequence[str], number: int, lost: list[Lost]) -> Entry | None:
    cells = [cleaned(text_of(cell)) for cell in row]
    known = dict(zip(columns, cells, strict=False))
    texts = {NAMES[column]: cell for column, cell in known.items() if column in NAMES and cell}
    kind = "environment" if any(column in columns for column in ONLY_ENVIRONMENTS) else "adversary"
    surplus = cells[len(columns) :]
    pairs = [*_pairs(known), *zip(surplus[::2], [*surplus[1::2], ""], strict=False)]
    features, name = [], texts.get("name", "")
    for title, text in pairs:
        if title:
            features.append(FeatureText(title, text, str(number)))
        elif text:
            lost.append(Lost(str(number), name, "text-without-name", {"text": text[:60]}))
    places = {ours: f"{number}/{theirs}" for theirs, ours in NAMES.items()}
    return read_block(Block(kind, texts, features, str(number), known.get("source", ""), places), lost)


def _pairs(known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The names and texts of the features, in the order of their numbers."""
    parts: dict[int, dict[str, str]] = {}
    for column, cell in known.items():
        if found := PAIR.fullmatch(column):
            parts.setdefault(int(found["number"]), {})[found["part"]] = cell
    for number in sorted(parts):
        yield parts[number].get("name", ""), parts[number].get("text", "")
