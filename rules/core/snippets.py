"""Which passage of a card shows why it was found?"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from rules.core.stems import WORD, fold, stem

LENGTH = 160
BEFORE = 4  # words that lead up to the first one found
CUT = "…"
MARKDOWN = (
    (re.compile(r"^[\s|:-]*-{3}[\s|:-]*$", re.MULTILINE), ""),  # the rule under a table's head
    (re.compile(r"^\s*(?:#+|>)\s+", re.MULTILINE), ""),
    (re.compile(r"^\s*(?:[-*+]|\d+\.)\s+", re.MULTILINE), "• "),
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\*+|`+|(?<!\w)_+|_+(?!\w)"), ""),
    (re.compile(r"\|\s*$", re.MULTILINE), ""),
    (re.compile(r"^\s*\|", re.MULTILINE), "• "),
    (re.compile(r"\s*\|\s*"), " · "),
    (re.compile(r"\s+"), " "),
)


class _Word(NamedTuple):
    start: int
    end: int
    stem: str


class _Passage(NamedTuple):
    stems: int
    is_sentence: bool
    first: int
    last: int


@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    """The text of ``markdown`` in one line, without its signs."""
    for sign, text in MARKDOWN:
        markdown = sign.sub(text, markdown)
    return markdown.strip()


@lru_cache(maxsize=4096)
def _words(text: str) -> Sequence[_Word]:
    return [_Word(word.start(), word.end(), stem(fold(word[0]))) for word in WORD.finditer(text)]


def snippet(body: str, summary: str, asked: Collection[str]) -> str:
    """About 160 characters of ``body``, else of ``summary``, as HTML with the words of the ``asked`` stems marked."""
    text = plain(body)
    if not _has_any(text, asked) and _has_any(summary, asked):
        text = summary
    words = _words(text)
    if not words:
        return escape(text[:LENGTH])
    best = max(_passages(text, words, asked), key=lambda passage: (passage[:2], -passage.first))
    start = words[best.first].start if best.first else 0
    end = words[best.last].end if best.last + 1 < len(words) else len(text)
    end = min(end, start + 2 * LENGTH)
    marked = _marked(text, start, end, [word for word in words[best.first : best.last + 1] if word.stem in asked])
    return f"{CUT if start else ''}{marked}{CUT if end < len(text) else ''}"


def _has_any(text: str, asked: Collection[str]) -> bool:
    return any(word.stem in asked for word in _words(text))


def _passages(text: str, words: Sequence[_Word], asked: Collection[str]) -> Iterable[_Passage]:
    """The passages to choose from: from a sentence's first word, or from a little before a word asked for."""
    for first in range(len(words)):
        is_sentence = first == 0 or any(sign in ".!?:•" for sign in text[words[first - 1].end : words[first].start])
        if is_sentence or any(word.stem in asked for word in words[first + BEFORE : first + BEFORE + 1]):
            last = _last_that_fits(words, first)
            found = {word.stem for word in words[first : last + 1] if word.stem in asked}
            yield _Passage(len(found), is_sentence, first, last)


def _last_that_fits(words: Sequence[_Word], first: int) -> int:
    last = first
    while last + 1 < len(words) and words[last + 1].end - words[first].start <= LENGTH:
        last += 1
    return last


def _marked(text: str, start: int, end: int, words: Iterable[_Word]) -> str:
    pieces, at = [], start
    for word in words:
        if word.end <= end:
            pieces += [escape(text[at : word.start]), f"<mark>{escape(text[word.start : word.end])}</mark>"]
            at = word.end
    return "".join([*pieces, escape(text[at:end])])
