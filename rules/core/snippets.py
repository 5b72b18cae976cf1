"""Which passage of a card shows why it was found?"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
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


class _Text(NamedTuple):
    """A text and its words. From each word ``lasts`` tells the last one that still fits a snippet."""

    text: str
    words: Sequence[_Word]
    lasts: Sequence[int]
    sentences: Sequence[int]  # the first word of each


def snippet(body: str, summary: str, asked: Collection[str]) -> str:
    """About 160 characters of ``body``, else of ``summary``, as HTML with the words of the ``asked`` stems marked."""
    read = _read(plain(body))
    places = _places(read, asked)
    if not places and (in_summary := _places(_read(summary), asked)):
        read, places = _read(summary), in_summary
    if not read.words:
        return escape(read.text[:LENGTH])
    first = _best_beginning(read, places)
    last = read.lasts[first]
    start = read.words[first].start if first else 0
    end = read.words[last].end if last + 1 < len(read.words) else len(read.text)
    end = min(end, start + 2 * LENGTH)
    marked = _marked(read.text, start, end, [read.words[n] for n in places if first <= n <= last])
    return f"{CUT if start else ''}{marked}{CUT if end < len(read.text) else ''}"


@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    """The text of ``markdown`` in one line, without its signs."""
    for sign, text in MARKDOWN:
        markdown = sign.sub(text, markdown)
    return markdown.strip()


@lru_cache(maxsize=4096)
def _read(text: str) -> _Text:
    words = [_Word(word.start(), word.end(), stem(fold(word[0]))) for word in WORD.finditer(text)]
    lasts, last = [], 0
    for first, word in enumerate(words):
        last = max(first, last)
        while last + 1 < len(words) and words[last + 1].end - word.start <= LENGTH:
            last += 1
        lasts.append(last)
    between = [text[one.end : other.start] for one, other in pairwise(words)]
    sentences = [0, *(n for n, signs in enumerate(between, start=1) if any(sign in ".!?:•" for sign in signs))]
    return _Text(text, words, lasts, sentences)


def _places(read: _Text, asked: Collection[str]) -> Sequence[int]:
    """Which words of the text are asked for."""
    return [n for n, word in enumerate(read.words) if word.stem in asked]


def _best_beginning(read: _Text, places: Sequence[int]) -> int:
    """The word from which on the most of the stems asked for fit; rather a sentence's first, rather an early one."""
    sentences = {read.sentences[bisect_right(read.sentences, place) - 1] for place in places}
    firsts = {0, *sentences, *(max(0, place - BEFORE) for place in places)}

    def worth(first: int) -> tuple[int, bool, int]:
        stems = {read.words[place].stem for place in places if first <= place <= read.lasts[first]}
        return len(stems), first == 0 or first in sentences, -first

    return max(firsts, key=worth)


def _marked(text: str, start: int, end: int, words: Iterable[_Word]) -> str:
    pieces, at = [], start
    for word in words:
        if word.end <= end:
            pieces += [escape(text[at : word.start]), f"<mark>{escape(text[word.start : word.end])}</mark>"]
            at = word.end
    return "".join([*pieces, escape(text[at:end])])
