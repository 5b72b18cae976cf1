"""What is wrong in a pack, and where."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    """One thing that is wrong: the file, the line in it, and what."""

    file: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class PackError(ValueError):
    """A pack has faults, one a line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)
