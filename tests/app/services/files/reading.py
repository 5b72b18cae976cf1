"""The sample files, read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.services.files.detect import read_file
from app.services.files.entries import Entry, Parsed

SAMPLES = Path(__file__).parent / "samples"


def read(name: str) -> Parsed:
    return read_file((SAMPLES / name).read_bytes())


def entry(parsed: Parsed, name: str) -> Entry:
    return next(entry for entry in parsed.entries if entry.name == name)


def facts(entry: Entry, key: str) -> dict[str, Any]:
    """The facts of one feature."""
    found: dict[str, Any] = entry.spec["features"][key]["facts"]
    return found
