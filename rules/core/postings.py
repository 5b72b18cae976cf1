"""Which documents have a word, or one that begins with it, or nearly it?"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.core.stems import stem

Stems = Mapping[str, float]  # how well each stem fits what is asked, 0 to 1

WHOLE_TITLE, WHOLE_ALIAS = 2.5, 2.0
SHORT = 3  # a shorter word is looked for at the beginning of names only, and never with an error
LONG = 7  # letters from which on a word may have two errors
LAST = "\U0010ffff"


class Entry(NamedTuple):
    """A document as it is looked for: the weights of its stems, its folded words, its names as stems."""

    weights: Mapping[str, float]
    words: frozenset[str]
    name_words: frozenset[str]
    title: tuple[str, ...]
    aliases: frozenset[tuple[str, ...]]


class Lexicon:
    """Words in alphabetical order, to be looked up by their beginning or with an error."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted(words)
        self._stems = sorted(set(map(stem, self._words)))

    def beginning_with(self, beginning: str) -> Sequence[str]:
        """The words that begin so, the word itself too."""
        return self._words[bisect_left(self._words, beginning) : bisect_left(self._words, beginning + LAST)]

    def near(self, word: str) -> Mapping[str, int]:
        """The stems nearest to ``word``, each with the number of errors, 1 or 2."""
        found = {stem(self._words[at]): errors for at, errors in _near(word, self._words)}
        for at, errors in _near(stem(word), self._stems):
            found[self._stems[at]] = min(errors, found.get(self._stems[at], errors))
        least = min(found.values(), default=0)
        return {known: errors for known, errors in found.items() if errors == least}

    def nearly_beginning_with(self, beginning: str) -> Iterable[str]:
        """The words that begin so but for an error."""
        longer = [word for word in self._words if len(word) > len(beginning)]
        return [longer[at] for at, _ in _near(beginning, [word[: len(beginning)] for word in longer])]


def _near(word: str, known: Sequence[str]) -> Iterable[tuple[int, int]]:
    """Where ``known`` has a word within the errors that ``word`` may have, and how many it has."""
    if len(word) > SHORT and word.isalpha():
        most = 1 if len(word) < LONG else 2
        for _, errors, at in process.extract(word, known, scorer=OSA.distance, score_cutoff=most, limit=None):
            yield at, int(errors)


class Postings:
    """Documents by number, and the stems that lead to each. Never changed once made."""

    def __init__(self, entries: Mapping[int, Entry]) -> None:
        self.entries = entries
        self._numbers: dict[str, dict[int, float]] = {}
        self._called: dict[tuple[str, ...], dict[int, float]] = {}
        for number, entry in entries.items():
            for known, weight in entry.weights.items():
                self._numbers.setdefault(known, {})[number] = weight
            for alias in entry.aliases:
                self._called.setdefault(alias, {})[number] = WHOLE_ALIAS
            self._called.setdefault(entry.title, {})[number] = WHOLE_TITLE
        self._all = Lexicon({word for entry in entries.values() for word in entry.words})
        self._named = Lexicon({word for entry in entries.values() for word in entry.name_words})

    def called(self, name: tuple[str, ...]) -> Mapping[int, float]:
        """The documents with just this name, and how much more they count for it."""
        return self._called.get(name, {})

    def fitting(self, word: str) -> Stems:
        """The stems of ``word`` and of the words that begin with it."""
        own = stem(word)
        is_known = own in self._numbers
        lexicon = self._named if len(word) < SHORT else self._all
        found: dict[str, float] = {}
        for longer in lexicon.beginning_with(word):
            fit = (0.35 + 0.5 * len(word) / len(longer)) * (0.5 if is_known else 1)
            found[stem(longer)] = max(fit, found.get(stem(longer), 0))
        return found | {own: 1.0} if is_known else found

    def nearly_fitting(self, word: str) -> Stems:
        """The stems that ``word`` may have been meant for; of beginnings, only those of names."""
        if near := self._all.near(word):
            return {known: 0.8 - 0.2 * errors for known, errors in near.items()}
        return {stem(longer): 0.4 for longer in self._named.nearly_beginning_with(word)}

    def weights(self, stems: Stems) -> Mapping[int, float]:
        """Every document with one of ``stems``, with the greatest weight that one of them has there."""
        found: dict[int, float] = {}
        for known, fit in stems.items():
            for number, weight in self._numbers.get(known, {}).items():
                found[number] = max(found.get(number, 0), weight * fit)
        return found
