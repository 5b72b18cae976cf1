"""On which line of a TOML file does a value stand? The parser of the standard library does not tell."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

Path = tuple[str | int, ...]
BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
# What follows each kind of quotation mark up to its end; quotes directly before that belong to the text.
STRINGS = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'(?!''))*'{3,5}"),
    '"': re.compile(r'(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"[^'\n]*'"),
}


@dataclass(slots=True)
class Lines:
    """The line of every key, table and element by its path; ``twice`` are keys that stand again, with both lines."""

    found: dict[Path, int] = field(default_factory=dict)
    twice: list[tuple[Path, int, int]] = field(default_factory=list)
    last: int = 1

    def of(self, path: Path) -> int:
        """The line of a path, of the nearest that it lies in where it has none, else the first."""
        while path and path not in self.found:
            path = path[:-1]
        return self.found.get(path, 1)


def lines_of(text: str) -> Lines:
    """The lines of ``text``, as far as it can be understood."""
    skimmer = _Skimmer(text)
    with suppress(_Lost):  # what comes after is no TOML: the parser says where
        skimmer.run()
    skimmer.lines.last = text.count("\n") + 1 - text.endswith("\n")
    return skimmer.lines


class _Lost(Exception):
    """This is no TOML from here on."""


class _Skimmer:
    """Goes over the text once; it notes where things stand and judges nothing."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text, 0, 1
        self.lines = Lines()
        self.table: Path = ()
        self.arrays: dict[Path, int] = {}  # arrays of tables, with the index of their newest

    @property
    def next(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, count: int = 1) -> str:
        taken = self.text[self.at : self.at + count]
        if len(taken) < count:
            raise _Lost
        self.at += count
        self.line += taken.count("\n")
        return taken

    def skip(self, letters: str = " \t\r\n") -> None:
        """Past blanks and comments."""
        while self.next and (self.next in letters or self.next == "#"):
            if self.next == "#":
                while self.next and self.next != "\n":
                    self.take()
            else:
                self.take()

    def expect(self, letters: str) -> None:
        if self.take(len(letters)) != letters:
            raise _Lost

    # --- what stands in a file

    def run(self) -> None:
        self.skip()
        while self.next:
            self.header() if self.next == "[" else self.pair(self.table, "\n")
            self.skip()

    def header(self) -> None:
        """``[table]``, or ``[[array]]`` whose newest element the keys below belong to."""
        line, many = self.line, self.text.startswith("[[", self.at)
        self.take(2 if many else 1)
        names = self.key()
        self.expect("]]" if many else "]")
        *before, last = names
        inside = self.inside(before)
        path = (*inside, last)
        if many:
            self.arrays[path] = self.arrays.get(path, -1) + 1
            self.lines.found.setdefault(path, line)
            path = (*path, self.arrays[path])
        self.note(path, line)
        self.table = path

    def inside(self, names: list[str]) -> Path:
        path: Path = ()
        for name in names:
            path = (*path, name)
            if path in self.arrays:
                path = (*path, self.arrays[path])
        return path

    def pair(self, table: Path, end: str) -> None:
        """``key = value``; the rest of its line is the parser's to judge."""
        line = self.line
        path = (*table, *self.key())
        self.expect("=")
        self.note(path, line)
        self.skip(" \t")
        self.value(path)
        self.skip(" \t")
        if end == "\n" and self.next not in ("", "\n", "\r"):
            raise _Lost

    def note(self, path: Path, line: int) -> None:
        if path in self.lines.found:
            self.lines.twice.append((path, line, self.lines.found[path]))
        else:
            self.lines.found[path] = line

    # --- keys and values

    def key(self) -> list[str]:
        names = []
        while True:
            self.skip(" \t")
            names.append(self.string() if self.next in ('"', "'") else self.bare())
            self.skip(" \t")
            if self.next != ".":
                return names
            self.take()

    def bare(self) -> str:
        start = self.at
        while self.next in BARE and self.next:
            self.at += 1
        if start == self.at:
            raise _Lost
        return self.text[start : self.at]

    def string(self) -> str:
        """A string of any of the four kinds, its escapes as they were typed."""
        mark = next(mark for mark in STRINGS if self.text.startswith(mark, self.at))
        found = STRINGS[mark].match(self.text, self.at + len(mark))
        if found is None:
            raise _Lost
        self.line += self.text.count("\n", self.at, found.end())
        self.at = found.end()
        return found[0][: -len(mark)]

    def value(self, path: Path) -> None:
        match self.next:
            case '"' | "'":
                self.string()
            case "[":
                self.array(path)
            case "{":
                self.inline_table(path)
            case _:
                while self.next and self.next not in ",]}#\n":
                    self.take()

    def array(self, path: Path) -> None:
        self.take()
        for index in self.elements("]"):
            self.lines.found[(*path, index)] = self.line
            self.value((*path, index))

    def inline_table(self, path: Path) -> None:
        self.take()
        for _ in self.elements("}"):
            self.pair(path, "")

    def elements(self, end: str) -> Iterator[int]:
        """An index for each element up to ``end``."""
        index = 0
        self.skip()
        while self.next != end:
            yield index
            index += 1
            self.skip()
            if self.next == ",":
                self.take()
                self.skip()
            elif self.next != end:
                raise _Lost
        self.take()
