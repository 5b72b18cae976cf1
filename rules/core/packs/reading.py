"""Reading a pack's TOML files so that every fault is found at once, each with its line."""

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from rules.core.errors import InvalidInput
from rules.core.packs.faults import Fault
from rules.core.packs.lines import Lines, lines_of
from rules.core.packs.lines import Path as Place
from rules.core.read import read
from rules.core.say import Words, load_words, say

T = TypeVar("T")
MOST_FAULTS = 200  # of one value; who has more has enough to do
POSITION = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
WORDS = Path(__file__).parent.parent / "words"


@dataclass(frozen=True, slots=True)
class File:
    """A TOML file that was read: its values, and where they stand."""

    path: Path
    raw: Mapping[str, Any]
    lines: Lines

    def fault(self, place: Place, what: str) -> Fault:
        return Fault(self.path, self.lines.of(place), what)


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """A value of a file with its key and where it stands."""

    key: str
    file: File
    form: T

    def fault(self, place: Place, what: str) -> Fault:
        return self.file.fault((self.key, *place), f"[{self.key}] {what}")


def read_file(path: Path, faults: list[Fault]) -> File:
    """The file; empty where it is no TOML, which is added to ``faults``, as is every key that stands twice."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else "cannot be read"
        faults.append(Fault(path, 1, reason))
        return File(path, {}, Lines())
    lines = lines_of(text)
    twice = [
        Fault(path, line, f"{dotted(place)} stands twice, first on line {first}") for place, line, first in lines.twice
    ]
    try:
        return File(path, tomllib.loads(text), lines)
    except tomllib.TOMLDecodeError as error:
        faults += twice or [_syntax(path, str(error), lines)]
        return File(path, {}, lines)


def _syntax(path: Path, message: str, lines: Lines) -> Fault:
    position = POSITION.search(message)
    line = int(position["line"]) if position and position["line"] else lines.last
    return Fault(path, line, f"is no TOML: {POSITION.sub('', message)}")


def dotted(place: Place) -> str:
    """A place as one writes it: conditions.prone.effects[0].axis."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return text.removeprefix(".")


def convert(
    type_: type[T], raw: Any, names: frozenset[str] = frozenset(), stand_ins: Mapping[str, Any] = {}
) -> tuple[T | None, list[tuple[Place, str]]]:
    """``raw`` as a ``type_``, None where it cannot be one; and every fault in it, by its place.

    What is wrong is taken out and the rest is read again, so that one fault does not hide the next. ``names`` are
    those that a misspelt field may have meant; ``stand_ins`` take the place of fields that are missing at the top.
    """
    found: dict[Place, str] = {}
    gone: dict[Place, list[int]] = {}  # elements that were taken out of a list, by their places as they were
    for _ in range(MOST_FAULTS):
        try:
            return read(type_, raw), list(found.items())
        except InvalidInput as invalid:
            fault = invalid.errors[0]
        place = _place(fault.pointer, raw)
        was = _as_it_was(place, gone)
        is_new = was not in found  # else it was taken out, and is missed now
        if is_new:
            found[was] = said(fault.code, fault.facts, names)
        cut = len(place) - (not is_new or fault.code == "missing")
        if cut <= 0 and (not place or place[0] not in stand_ins):
            break
        raw = _without(raw, place[:cut]) if cut > 0 else {**raw, place[0]: stand_ins[str(place[0])]}
        if cut > 0 and isinstance(last := was[cut - 1], int):
            gone.setdefault(was[: cut - 1], []).append(last)
    return None, list(found.items())


def _as_it_was(place: Place, gone: Mapping[Place, list[int]]) -> Place:
    """The place before elements were taken out of lists."""
    found: Place = ()
    for step in place:
        if isinstance(step, int):
            for index in sorted(gone.get(found, ())):
                step += step >= index
        found = (*found, step)
    return found


def said(code: str, facts: Mapping[str, Any], names: frozenset[str] = frozenset()) -> str:
    """A fault in words; an unknown field with the one that may have been meant."""
    if code == "unknown-field":
        near = difflib.get_close_matches(str(facts.get("field")), sorted(names), 1)
        return "there is no such field" + (f"; did you mean {near[0]}?" if near else "")
    text = say(core_words()["en"], code, {}, facts, section="errors")
    return text[:1].lower() + text[1:].rstrip(".")


@cache
def core_words() -> Mapping[str, Words]:
    """The words that every game has, by language."""
    return load_words(WORDS)


def _place(pointer: str, raw: Any) -> Place:
    """A JSON pointer as a place in ``raw``."""
    place: list[str | int] = []
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        place.append(int(name) if isinstance(raw, list) else name)
        raw = raw[place[-1]] if _has(raw, place[-1]) else None
    return tuple(place)


def _has(raw: Any, step: str | int) -> bool:
    if isinstance(raw, list):
        return isinstance(step, int) and step < len(raw)
    return isinstance(raw, Mapping) and step in raw


def _without(raw: Any, place: Place) -> Any:
    """A copy of ``raw`` without what stands at ``place``."""
    if not place:
        return {}
    step, rest = place[0], place[1:]
    if not _has(raw, step):
        return raw
    if isinstance(raw, list):
        kept = [_without(value, rest) if n == step and rest else value for n, value in enumerate(raw)]
        return kept if rest else [value for n, value in enumerate(raw) if n != step]
    if rest:
        return {**raw, step: _without(raw[step], rest)}
    return {key: value for key, value in raw.items() if key != step}


def fields_of(*types: type[msgspec.Struct]) -> frozenset[str]:
    """The names of all fields of these."""
    return frozenset(name for type_ in types for name in type_.__struct_encode_fields__)


def entries(
    file: File, type_: type[T], faults: list[Fault], names: frozenset[str], stand_ins: Mapping[str, Any]
) -> Iterator[Entry[T]]:
    """The tables of a file of entries, each as a ``type_``."""
    for key, raw in file.raw.items():
        form, found = convert(type_, raw, names, stand_ins)
        faults += [file.fault((key, *place), f"{dotted((key, *place))}: {what}") for place, what in found]
        if form is not None:
            yield Entry(key, file, form)
