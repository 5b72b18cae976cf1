"""Bytes of a file as text, and texts as they should have been."""

from __future__ import annotations

import codecs
import html
import re

from app.services.files.entries import Unreadable

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,31});")
LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
SPACES = re.compile(r"[^\S\n]")
# No word but a few ends so: what follows in small letters is the rest of it.
SPLIT = re.compile(
    r"(?<![\w-])((?!(?:sci|hi|wi|lo)fi\b)[a-z]*(?:ffi|ffl|fi|fl|[\ufb01-\ufb04])) (?=[a-z])", re.IGNORECASE
)
SMALL_WORDS = frozenset(("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"))


def decoded(raw: bytes) -> str:
    """The text of a file, without its byte-order mark. Raises Unreadable ``not-text`` with the first bad byte."""
    encoding, start = "utf-8", 0
    for mark, name in MARKS:
        if raw.startswith(mark):
            encoding, start = name, len(mark)
            break
    try:
        return raw[start:].decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable("not-text", byte=start + error.start + 1) from None


def cleaned(text: str) -> str:
    """A text as it was meant: entities decoded once, line ends as \\n, no control characters, no space around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return CONTROL.sub("", ENTITY.sub(lambda found: html.unescape(found[0]), lines)).strip()


def name_cased(name: str) -> str:
    """A name that is set in capitals, as one writes it in a sentence; any other as it is."""
    if name != name.upper() or name == name.lower() or len(name) < 2:
        return name
    words = re.split(r"([\s/]+)", name)
    return "".join(_word_cased(word, n == 0 or words[n - 2].endswith(":")) for n, word in enumerate(words))


def _word_cased(word: str, first: bool) -> str:
    small = word.lower()
    if small in SMALL_WORDS and not first:
        return small
    return re.sub(r"(?:^|(?<=[\W_]))(?<!['’])\w", lambda found: found[0].upper(), small)


def place_of(text: str, offset: int) -> tuple[int, int]:
    """The line and the column, from 1, of the character at ``offset``."""
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


def as_typed(text: str) -> str:
    """A text that was copied from a page or a PDF: joined letters apart, words whole, no marks of decoration."""
    plain = cleaned(text)
    for joined, letters in LIGATURES.items():
        plain = plain.replace(joined, letters)
    return rejoined(SPACES.sub(" ", plain.replace("\u00ad", "").replace("\u200b", "")))


def rejoined(text: str) -> str:
    """``text`` with the words whole that were split behind a joined letter: "benefi ts", "fl ail"."""
    return SPLIT.sub(r"\1", text)
