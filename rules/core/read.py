"""What came in, as a value of the type that was asked for; or what is wrong with it, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, TypeVar

import msgspec

from rules.core.errors import Fault, InvalidInput

T = TypeVar("T")

Number = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
PoolSize = Annotated[int, msgspec.Meta(ge=0, le=40)]

NAMES = {
    "int": "integer",
    "float": "number",
    "str": "text",
    "bool": "boolean",
    "array": "list",
    "object": "object",
    "null": "null",
}
AT = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<path>\$.*)`)?", re.DOTALL)
STEP = re.compile(r"\.(?P<field>[A-Za-z_]\w*)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")


class Misfit(ValueError):
    """Fields that do not go together, said by a parameter struct's ``__post_init__``: the field and a code."""

    def __init__(self, field: str, code: str, /, **facts: Any) -> None:
        super().__init__(code)
        self.field, self.code = field, code
        self.facts: Mapping[str, Any] = facts


def read(type_: type[T], raw: Any, *, at: str = "") -> T:
    """``raw`` as a ``type_``; raises InvalidInput with pointers that begin with ``at``.

    ``raw`` is what a JSON text holds: no strings are turned into numbers, no fractions into integers.
    """
    faults = tuple(_unfit_texts(raw, at))
    if faults:
        raise InvalidInput(faults)
    try:
        return msgspec.convert(raw, type_, strict=True)
    except msgspec.ValidationError as error:
        raise InvalidInput((_fault(error, type_, raw, at),)) from error


def wrong_type(at: str, got: Any, *expected: str) -> InvalidInput:
    """The refusal of a value that is of none of the ``expected`` types, which are named as in ``NAMES``."""
    return InvalidInput((Fault(at, "wrong-type", {"expected": list(expected), "got": _type_of(got)}),))


def _type_of(value: Any) -> str:
    """What JSON calls the type of a value."""
    known: tuple[tuple[type, str], ...] = ((bool, "bool"), (int, "int"), (float, "float"), (str, "str"))
    plain = next((name for kind, name in known if isinstance(value, kind)), "null" if value is None else "array")
    return NAMES["object" if isinstance(value, Mapping) else plain]


def schema(type_: Any) -> dict[str, Any]:
    """The JSON Schema of ``type_``, its own definition at the top."""
    (found,), definitions = msgspec.json.schema_components((type_,), ref_template="#/$defs/{name}")
    if "$ref" in found:
        found = definitions.pop(found["$ref"].rpartition("/")[2])
    return {**found, "$defs": definitions} if definitions else dict(found)


def pointer(*steps: str | int) -> str:
    """A JSON pointer through these fields and indices."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def _unfit_texts(raw: Any, at: str) -> Iterator[Fault]:
    """Texts that no database and no JSON can hold: a NUL, half of a surrogate pair."""
    left = [(at, raw)]
    while left:
        where, value = left.pop()
        if isinstance(value, str) and _is_unfit(value):
            yield Fault(where, "not-text")
        elif isinstance(value, Mapping):
            if any(isinstance(key, str) and _is_unfit(key) for key in value):
                yield Fault(where, "not-text")
            else:
                left += [(where + pointer(key), inner) for key, inner in value.items()]
        elif isinstance(value, list | tuple):
            left += [(where + pointer(index), inner) for index, inner in enumerate(value)]


def _is_unfit(text: str) -> bool:
    return (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)) or "\0" in text


def _fault(error: msgspec.ValidationError, type_: Any, raw: Any, at: str) -> Fault:
    what, where = _placed(str(error), type_, raw)
    if isinstance(error.__cause__, Misfit):
        cause = error.__cause__
        return Fault(at + where + pointer(cause.field), cause.code, cause.facts)
    for pattern, make in MESSAGES:
        if match := pattern.fullmatch(what):
            field, code, facts = make(match)
            return Fault(at + where + (pointer(field) if field else ""), code, facts)
    return Fault(at + where, "invalid")


def _placed(message: str, type_: Any, raw: Any) -> tuple[str, str]:
    """What the message says, and the pointer to where."""
    found = AT.fullmatch(message)
    if found and found["path"]:
        # An unknown field may be named like a path: then there is no such place in what came in.
        with suppress(LookupError, TypeError, ValueError):
            steps = _steps(found["path"], type_, raw)
            _inner(raw, steps)
            return found["what"], pointer(*steps)
    return message, ""


def _steps(path: str, type_: Any, raw: Any) -> list[str | int]:
    """The fields and indices of a path; ``[...]`` (some key of a mapping) is looked for in ``raw``."""
    steps: list[str | int] = []
    for match in STEP.finditer(path, 1):
        if match["any"]:
            key, raw = _guilty_key(steps, type_, raw, path[: match.end()])
            steps.append(key)
        else:
            steps.append(match["field"] or int(match["index"]))
    return steps


def _guilty_key(steps: list[str | int], type_: Any, raw: Any, path: str) -> tuple[str, Any]:
    """The key whose value is wrong in the mapping at ``steps``, found by halving; and ``raw`` with that key alone."""
    mapping = _inner(raw, steps)
    keys = list(mapping)
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        trial = _replaced(raw, steps, {key: mapping[key] for key in half})
        keys = half if _breaks_at(trial, type_, path) else keys[len(half) :]
    return str(keys[0]), _replaced(raw, steps, {keys[0]: mapping[keys[0]]})


def _breaks_at(raw: Any, type_: Any, path: str) -> bool:
    try:
        msgspec.convert(raw, type_, strict=True)
    except msgspec.ValidationError as error:
        return f"`{path}" in str(error)
    return False


def _inner(raw: Any, steps: list[str | int]) -> Any:
    for step in steps:
        raw = raw[step]
    return raw


def _replaced(raw: Any, steps: list[str | int], new: Any) -> Any:
    if not steps:
        return new
    head, rest = steps[0], steps[1:]
    copy: Any = dict(raw) if isinstance(raw, Mapping) else list(raw)
    copy[head] = _replaced(raw[head], rest, new)
    return copy


def _bound(match: re.Match[str]) -> tuple[str, str, dict[str, Any]]:
    least = match["sign"].startswith(">")
    size = "of length" in match["kind"]
    code = ("too-short" if size else "too-small") if least else ("too-long" if size else "too-large")
    strict = len(match["sign"]) == 1
    edge = int(float(match["edge"])) + (0 if not strict else 1 if least else -1)
    return "", code, {"least" if least else "most": edge}


def _wrong_type(match: re.Match[str]) -> tuple[str, str, dict[str, Any]]:
    expected = [NAMES.get(name.strip(), name.strip()) for name in match["expected"].split("|")]
    return "", "wrong-type", {"expected": expected, "got": NAMES.get(match["got"] or "", match["got"] or "")}


MESSAGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[str, str, dict[str, Any]]]], ...] = (
    (
        re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL),
        lambda match: (match["field"], "unknown-field", {"field": match["field"]}),
    ),
    (
        re.compile(r"Object missing required field `(?P<field>.*)`"),
        lambda match: (match["field"], "missing", {"field": match["field"]}),
    ),
    (re.compile(r"Expected `(?P<kind>\w+`(?: of length)?) (?P<sign>[<>]=?) (?P<edge>-?[\d.]+)"), _bound),
    (re.compile(r"Expected `str` matching regex .*", re.DOTALL), lambda match: ("", "not-in-this-form", {})),
    (re.compile(r"Expected `(?P<expected>[^`]+)`(?:, got `(?P<got>[^`]+)`)?"), _wrong_type),
    (re.compile(r"Invalid (?:enum )?value (?P<got>.*)", re.DOTALL), lambda match: ("", "not-an-option", {})),
)
