"""An encounter typed as text, a line per row: "3 goblin", "2 hound hidden wave 2", "Vex as Robed figure"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from app.services.party import Field, Vocabulary, spot_of

MOST_LINES = 60
MOST_FLAG_WORDS = 40  # at the end of a line, that may be flags
MOST_COUNT = 100
LONGEST_NAME = 120
LONGEST_WAVE = 60

AMOUNT = r"(?:[1-9]\d?)?d[1-9]\d{0,2}(?:[+-]\d{1,2})?|\d{1,3}"
_BULLET = re.compile(r"^\s*[-*•]\s+")
_COLON = re.compile(rf"({AMOUNT})\s*:\s+(?=\S)", re.IGNORECASE)
_BEFORE = re.compile(rf"({AMOUNT})(?:\s*[x×х])?\s+(?=[^\d\s,:])", re.IGNORECASE)
_AFTER = re.compile(r"(?<=\S)\s+[x×х]\s*(\d{1,3})(?=\s*(?:,|$))", re.IGNORECASE)
_TOKEN = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|,|[^\s,]+")
_QUOTES = (('"', '"'), ("«", "»"), ("“", "”"))
_NUMBER = re.compile(r"[+−-]?\d{1,5}")

HIDDEN = frozenset(["hidden", "скрыт", "скрыта", "скрыто", "скрыты", "скрытый", "скрытая", "скрытые"])
ALLY = frozenset(
    ["ally", "allies", "friend", "friends", "friendly", "союзник", "союзница", "союзники", "друг", "друзья"]
)
WAVE = frozenset(["wave", "волна", "волны", "волне", "волной"])
AS = frozenset(["as", "как"])
CALLED = (("called",), ("named",), ("по", "имени"))
SAID = {
    "en": {"called": "called", "as": "as", "ally": "ally", "hidden": "hidden", "until": "until turn", "wave": "wave"},
    "ru": {
        "called": "по имени",
        "as": "как",
        "ally": "союзник",
        "hidden": "скрыт",
        "until": "до хода",
        "wave": "волна",
    },
}
UNTIL = (("until", "turn"), ("until", "its", "turn"), ("until", "their", "turn"), ("до", "хода"))


@dataclass(frozen=True, slots=True)
class Typed:
    """One line as it was understood. ``name`` is what it is looked up by; ``unclear`` holds the pieces that were not.

    ``amount`` are dice in place of ``count``; ``called`` is its own name on the board, ``alias`` what players call it.
    """

    name: str
    count: int = 1
    amount: str | None = None
    called: str | None = None
    alias: str | None = None
    ally: bool = False
    hidden: bool = False
    until_turn: bool = False
    wave: str | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    trackers: Mapping[str, int] = field(default_factory=dict)
    unclear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """What a game knows of lines: words for numbers, which number stands in which place, and names that are taken."""

    words: Vocabulary = field(default_factory=lambda: Vocabulary({}))
    places: Sequence[Field] = ()
    known: Callable[[str], bool] = lambda name: False


Tokens = Sequence[str]


def read_lines(text: str, lines: Lines) -> list[Typed]:
    """A row for each line that says something, at most ``MOST_LINES``; a line that begins with # is a remark."""
    found = (_BULLET.sub("", line).strip() for line in text.splitlines())
    return [read_line(line, lines) for line in found if line and not line.startswith("#")][:MOST_LINES]


def read_line(line: str, lines: Lines) -> Typed:
    """What one line says. A name in quotation marks is taken as it stands."""
    line = line.strip()
    if line[:1] + line[-1:] in ("[]", "{}"):
        return _read_flow(line, lines)
    count, amount, rest, unclear = _amount(line, lines)
    parts = _parts(rest)
    name, tail = _name_and_tail(parts[0], lines)
    found = Typed(_bounded(name), count, amount, unclear=unclear)
    found = _flagged(found, tail) or found
    return _with_parts(found, parts[1:], lines)


def _with_parts(found: Typed, parts: Sequence[Tokens], lines: Lines) -> Typed:
    """The row with what stands behind commas: flags, numbers by a word, and numbers by their place."""
    places = list(lines.places)
    for tokens in parts:
        if len(tokens) == 1 and _NUMBER.fullmatch(tokens[0]) and places:
            found = _put(found, places.pop(0), tokens[0])
        else:
            found = _flagged(found, tokens) or _numbered(found, tokens, lines) or _unclear(found, tokens)
    return found


def _amount(line: str, lines: Lines) -> tuple[int, str | None, str, tuple[str, ...]]:
    """How many, the dice in place of that, the rest of the line, and an amount that is too large."""
    if match := _COLON.match(line):
        return *_counted(match[1]), line[match.end() :], _too_many(match[1])
    if _ends_of_known(_parts(line)[0], lines):  # a name that begins or ends like an amount
        return 1, None, line, ()
    if match := _BEFORE.match(line):
        return *_counted(match[1]), line[match.end() :], _too_many(match[1])
    if match := _AFTER.search(_unquoted(line)):
        rest = line[: match.start()] + line[match.end() :]
        return *_counted(match[1]), rest, _too_many(match[1])
    return 1, None, line, ()


def _unquoted(line: str) -> str:
    """The line with what stands in quotation marks blotted out, letter for letter."""
    return re.sub(r"\"[^\"]*\"|“[^”]*”|«[^»]*»", lambda found: "_" * len(found[0]), line)


def _counted(amount: str) -> tuple[int, str | None]:
    return (min(MOST_COUNT, int(amount)), None) if amount.isdecimal() else (1, amount.lower())


def _too_many(amount: str) -> tuple[str, ...]:
    return (amount,) if amount.isdecimal() and int(amount) > MOST_COUNT else ()


def _parts(text: str) -> list[list[str]]:
    """The words between commas; what stands in quotation marks is one word."""
    parts: list[list[str]] = [[]]
    for token in _TOKEN.findall(text):
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part] or [[text]]


def _is_quoted(token: str) -> bool:
    return len(token) >= 2 and (token[0], token[-1]) in _QUOTES


def _plain(token: str) -> str:
    return token[1:-1].strip() if _is_quoted(token) else token


def _text(tokens: Tokens) -> str:
    return " ".join(_plain(token) for token in tokens)


def _bounded(name: str) -> str:
    return name[:LONGEST_NAME].strip() or "?"


def _name_and_tail(tokens: Tokens, lines: Lines) -> tuple[str, Tokens]:
    """The name at the beginning, and the flags after it: the longest known name, else as many flags as there are."""
    known = _ends_of_known(tokens, lines)
    end = max(known) if known else min(_ends(tokens))
    return _text(tokens[:end]), tokens[end:]


def _ends(tokens: Tokens) -> list[int]:
    """Where the name may end: what follows is nothing but flags."""
    first = max(1, len(tokens) - MOST_FLAG_WORDS)
    return [end for end in range(first, len(tokens) + 1) if _are_flags(tuple(tokens[end:]))]


@lru_cache(maxsize=1024)
def _are_flags(tokens: tuple[str, ...]) -> bool:
    """Whether these words are nothing but flags. Kept: a flag that brings a name asks it anew of each of its ends."""
    return _flagged(Typed("?"), tokens) is not None


def _ends_of_known(tokens: Tokens, lines: Lines) -> list[int]:
    return [end for end in _ends(tokens) if lines.known(_text(tokens[:end]))]


def _flagged(found: Typed, tokens: Tokens) -> Typed | None:
    """The row with the flags that these words are, or None where one of them is none."""
    while tokens:
        taken = _flag(found, tokens)
        if taken is None:
            return None
        found, tokens = taken
    return found


def _flag(found: Typed, tokens: Tokens) -> tuple[Typed, Tokens] | None:
    word, rest = tokens[0].casefold().rstrip(":"), tokens[1:]
    for until in UNTIL:
        if _begins(tokens, until):
            return replace(found, hidden=True, until_turn=True), tokens[len(until) :]
    for called in CALLED:
        if _begins(tokens, called) and len(tokens) > len(called):
            name, left = _name_before_flags(tokens[len(called) :])
            return replace(found, called=name), left
    if word in HIDDEN:
        return replace(found, hidden=True), rest
    if word in ALLY:
        return replace(found, ally=True), rest
    if word in WAVE and rest:
        return replace(found, wave=_plain(rest[0])[:LONGEST_WAVE] or None), rest[1:]
    if word in AS and rest:
        name, left = _name_before_flags(rest)
        return replace(found, alias=name), left
    return None


def _name_before_flags(tokens: Tokens) -> tuple[str, Tokens]:
    """A name behind a flag, and the flags after it."""
    end = min(_ends(tokens))
    return _bounded(_text(tokens[:end])), tokens[end:]


def _begins(tokens: Tokens, words: Sequence[str]) -> bool:
    return tuple(token.casefold() for token in tokens[: len(words)]) == tuple(words)


def _numbered(found: Typed, tokens: Tokens, lines: Lines) -> Typed | None:
    """The row with a number that is named: "hp 9", "9 hp", "hp: 9"; a wave's longer name is taken here as well."""
    if tokens[0].casefold().rstrip(":") in WAVE and len(tokens) > 2:
        return replace(found, wave=_text(tokens[1:])[:LONGEST_WAVE])
    pieces = [piece for token in tokens for piece in re.split(r"[:=]", token) if piece]
    numbers = [piece for piece in pieces if _NUMBER.fullmatch(piece)]
    words = [piece for piece in pieces if not _NUMBER.fullmatch(piece)]
    spot = spot_of("_".join(words), lines.words) or (spot_of(words[0], lines.words) if len(words) == 1 else None)
    return _put(found, spot, numbers[0]) if len(numbers) == 1 and spot else None


def _put(found: Typed, spot: Field, text: str) -> Typed:
    number = int(text.replace("−", "-"))
    if spot.part or not spot.least <= number <= spot.most:
        return _unclear(found, [spot.key, text])
    if spot.tracker:
        return replace(found, trackers={**found.trackers, spot.key: number})
    return replace(found, numbers={**found.numbers, spot.key: number})


def _unclear(found: Typed, tokens: Tokens) -> Typed:
    return replace(found, unclear=(*found.unclear, " ".join(tokens)))


def _read_flow(line: str, lines: Lines) -> Typed:
    """A line as a list or as names with values: "[[Wolf, Greyjaw], ally]", "{creature: Goblin, name: Pim, hp: 9}"."""
    items = _items(line[1:-1])
    if not items:
        return Typed(_bounded(line))
    return _read_list(items, lines) if line[0] == "[" else _read_pairs(items, lines)


def _items(text: str) -> list[str]:
    """The pieces between commas, but for those inside brackets or quotation marks."""
    pieces, depth, quote = [""], 0, ""
    closing = dict(_QUOTES)
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in closing:
            quote = closing[letter]
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0 and not quote:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces if piece.strip()]


def _read_list(items: Sequence[str], lines: Lines) -> Typed:
    first = items[0]
    names = _items(first[1:-1]) if first[:1] + first[-1:] == "[]" else [first]
    name = _plain(names[0]) if names else first
    called = _bounded(_plain(names[1])) if len(names) > 1 else None
    return _with_parts(Typed(_bounded(name), called=called), [_TOKEN.findall(item) for item in items[1:]], lines)


def _read_pairs(items: Sequence[str], lines: Lines) -> Typed:
    """Names with values: the creature, its own name, and numbers and flags; a number is the name's amount."""
    found, own, parts = Typed("?"), None, []
    for item in items:
        key, _, value = (piece.strip() for piece in item.partition(":"))
        word, said = _plain(key).casefold(), _plain(value)
        if re.fullmatch(AMOUNT, word):
            count, amount = _counted(word)
            found = replace(found, name=_bounded(said), count=count, amount=amount)
        elif word in ("creature", "существо"):
            found = replace(found, name=_bounded(said))
        elif word in ("name", "имя"):
            own = _bounded(said)
        elif value.casefold() not in ("false", "no", "нет"):
            parts.append([key] if value.casefold() in ("true", "yes", "да") else [key, value] if value else [key])
    if found.name == "?" and own is not None:
        found, own = replace(found, name=own), None
    return _with_parts(replace(found, called=own), parts, lines)


def line_of(typed: Typed, lines: Lines, language: str = "en") -> str:
    """The line that says this row, in the words of a language. What is quoted needs it."""
    said = SAID[language]
    flags = [
        *([f"{said['called']} {_safe(typed.called)}"] if typed.called else ()),
        *([f"{said['as']} {_safe(typed.alias)}"] if typed.alias else ()),
        *([said["ally"]] if typed.ally else ()),
        *([f"{said['hidden']} {said['until']}" if typed.until_turn else said["hidden"]] if typed.hidden else ()),
        *([f"{said['wave']} {_safe(typed.wave)}"] if typed.wave else ()),
        *(f"{key} {number}" for key, number in (*typed.trackers.items(), *typed.numbers.items())),
    ]
    amount = f"{typed.amount} " if typed.amount else "" if typed.count == 1 else f"{typed.count} "
    plain = ", ".join([amount + typed.name, *flags])
    whole = replace(typed, unclear=())
    fits = not any(quote in typed.name for quote in '"“«,[]{}#') and not _BULLET.match(plain)
    return plain if fits and read_line(plain, lines) == whole else ", ".join([amount + _quoted(typed.name), *flags])


def _safe(name: str) -> str:
    """A name behind a flag: quoted where it has a comma or quotation marks, or ends like a flag."""
    return name if re.fullmatch(r"[^\s,\"“«»”\[\]{}:]+", name) else _quoted(name)


def _quoted(name: str) -> str:
    for opening, closing in _QUOTES:
        if opening not in name and closing not in name:
            return f"{opening}{name}{closing}"
    return f'"{name.replace(chr(34), chr(39))}"'
