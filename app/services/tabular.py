"""What people and programs wrote, as cells of tables in other formats: it stays text there."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # a spreadsheet may carry out a cell that begins so
SPECIAL = re.compile(r"([\\`*_\[\]<>|#~&])")


def markdown_cell(text: str) -> str:
    """A text as it stands in one cell or line of Markdown: nothing in it is markup."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def csv_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula, also after blanks."""
    return "'" + text if text.startswith(FORMULA) or text.lstrip().startswith(FORMULA) else text


def text_of(cell: str) -> str:
    """The text that `csv_cell`, or somebody in a spreadsheet, wrote into the cell."""
    return cell[1:] if cell.startswith("'") and csv_cell(cell[1:]) == cell else cell


def csv_line(cells: Sequence[str | int | None]) -> str:
    """One line of CSV (RFC 4180). Whole numbers stay numbers."""
    written = io.StringIO()
    plain = ["" if cell is None else cell if isinstance(cell, int) else csv_cell(cell) for cell in cells]
    csv.writer(written, lineterminator="\r\n").writerow(plain)
    return written.getvalue()
