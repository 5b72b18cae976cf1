"""Which cards answer a few plain words?"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import log
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from rules.core.cards import Card
from rules.core.entries import entry
from rules.core.postings import Postings
from rules.core.snippets import snippet
from rules.core.stems import stems, words

Place: TypeAlias = tuple[str, str, str]  # owner, system, key: one card in all its languages
Shelf: TypeAlias = tuple[str, str]  # owner, language

ENOUGH = 0.55  # of the weight of the words asked for must be on a card
MOST_WORDS = 24  # that are looked for; the rest is not


class Hit(NamedTuple):
    """A card found. ``snippet`` is safe HTML with the words found in ``<mark>``."""

    card: Card
    score: float
    snippet: str


class Found(NamedTuple):
    """One page of ``items``; ``total`` and ``facets`` (field, value, number of cards) count all that was found."""

    items: Sequence[Hit]
    total: int
    facets: Mapping[str, Mapping[str, int]]


class _Shelf(NamedTuple):
    """The cards of one owner in one language."""

    cards: Mapping[int, Card]
    postings: Postings


class _Answer(NamedTuple):
    scores: Mapping[int, float]
    stems: Collection[str]


class SearchIndex:
    """Cards to be found by words. Any threads may search while one changes it: shelves are replaced, not altered."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self._numbers: dict[Place, int] = {}
        self._shelves: Mapping[Shelf, _Shelf] = MappingProxyType({})
        self.put(*cards)

    def put(self, *cards: Card) -> None:
        """Adds the cards after all others; one that is known by owner, system, key and language is replaced."""
        changed: dict[Shelf, dict[int, Card]] = {}
        for card in cards:
            number = self._numbers.setdefault((card.owner, card.system, card.key), len(self._numbers))
            shelf = (card.owner, card.lang)
            changed.setdefault(shelf, {**self._cards(shelf)})[number] = card
        self._replace(changed)

    def drop(self, system: str, key: str, owner: str = "") -> None:
        """Removes the card in all its languages; nothing happens if there is none."""
        number = self._numbers.get((owner, system, key))
        changed = {
            shelf: {other: card for other, card in known.cards.items() if other != number}
            for shelf, known in self._shelves.items()
            if number in known.cards
        }
        self._replace(changed)

    def find(
        self,
        q: str | None = None,
        *,
        system: str | None = None,
        kind: str | None = None,
        tag: str | None = None,
        langs: Sequence[str] = ("en",),
        owners: Collection[str] = (),
        where: Callable[[Card], bool] | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> Found:
        """The cards for the words ``q``, the best first; without words all cards as they were put.

        ``q`` is sought in each of ``langs``; a card stands once, in the first of them that has what was asked.
        Cards without a language count in all. Besides everybody's cards those of ``owners`` are looked at.
        Of what is found only cards ``where`` it is true are kept.
        """
        shelves = self._looked_at(langs, owners)
        answer = _ask(shelves, q) if q and q.strip() else _Answer(_all(shelves), ())
        cards = {number: _shown(shelves, number, answer.stems) for number in answer.scores}
        hits = [
            number
            for number, card in cards.items()
            if _is_wanted(card, system, kind, tag) and (where is None or where(card))
        ]
        hits.sort(key=lambda number: (-answer.scores[number], number))
        page = [_hit(cards[number], answer.scores[number], answer.stems) for number in hits[offset : offset + limit]]
        return Found(page, len(hits), _facets(cards[number] for number in hits))

    def _looked_at(self, langs: Sequence[str], owners: Collection[str]) -> Sequence[_Shelf]:
        wanted = [(owner, lang) for lang in dict.fromkeys([*langs, ""]) for owner in dict.fromkeys(["", *owners])]
        return [self._shelves[shelf] for shelf in wanted if shelf in self._shelves]

    def _cards(self, shelf: Shelf) -> Mapping[int, Card]:
        return self._shelves[shelf].cards if shelf in self._shelves else {}

    def _replace(self, changed: Mapping[Shelf, Mapping[int, Card]]) -> None:
        made = {shelf: _Shelf(cards, self._postings(shelf, cards)) for shelf, cards in changed.items()}
        self._shelves = MappingProxyType({**self._shelves, **made})

    def _postings(self, shelf: Shelf, cards: Mapping[int, Card]) -> Postings:
        """The postings of ``cards``; those that stood on the shelf before are not read again."""
        known = self._shelves[shelf].postings.entries if shelf in self._shelves else {}
        before = self._cards(shelf)
        return Postings(
            {number: known[number] if before.get(number) is card else entry(card) for number, card in cards.items()}
        )


def _all(shelves: Sequence[_Shelf]) -> Mapping[int, float]:
    return {number: 0.0 for shelf in shelves for number in shelf.cards}


def _ask(shelves: Sequence[_Shelf], q: str) -> _Answer:
    """The cards that have enough of the words of ``q``, and the stems that were found in them.

    A word counts the more the fewer cards have it; one that no card has does not count.
    """
    scores: defaultdict[int, float] = defaultdict(float)
    covered: defaultdict[int, float] = defaultdict(float)
    count, asked, seen = len(_all(shelves)), 0.0, set[str]()
    for word in list(dict.fromkeys(words(q)))[:MOST_WORDS]:
        found, known = _weigh(shelves, word)
        rarity = log(1 + (count - len(found) + 0.5) / (len(found) + 0.5))
        asked += rarity if found else 0
        seen |= known
        for number, weight in found.items():
            scores[number] += weight * rarity
            covered[number] += rarity
    for number, factor in _called(shelves, stems(q)).items():
        scores[number] *= factor
    least = min(ENOUGH * asked, max(covered.values(), default=0))
    shares = {number: share / asked for number, share in covered.items() if share >= least}
    return _Answer({number: round(scores[number] * share**2, 4) for number, share in shares.items()}, seen)


def _called(shelves: Sequence[_Shelf], name: tuple[str, ...]) -> Mapping[int, float]:
    """The cards with just this name in any language, and how much more they count for it."""
    found: dict[int, float] = {}
    for shelf in shelves:
        for number, factor in shelf.postings.called(name).items():
            found[number] = max(found.get(number, 0), factor)
    return found


def _weigh(shelves: Sequence[_Shelf], word: str) -> tuple[Mapping[int, float], set[str]]:
    """How much each card has of ``word``, and under which stems; errors are allowed only if no card has it."""
    fits = [shelf.postings.fitting(word) for shelf in shelves]
    if not any(fits):
        fits = [shelf.postings.nearly_fitting(word) for shelf in shelves]
    found: dict[int, float] = {}
    for shelf, stems_of_word in zip(shelves, fits, strict=True):
        for number, weight in shelf.postings.weights(stems_of_word).items():
            found[number] = max(found.get(number, 0), weight)
    return found, set().union(*fits)


def _shown(shelves: Sequence[_Shelf], number: int, asked: Collection[str]) -> Card:
    """The card in the first language in which it has what was asked."""
    known = [shelf for shelf in shelves if number in shelf.cards]
    best = next((shelf for shelf in known if not shelf.postings.entries[number].weights.keys().isdisjoint(asked)), None)
    return (best or known[0]).cards[number]


def _is_wanted(card: Card, system: str | None, kind: str | None, tag: str | None) -> bool:
    return system in (None, card.system) and kind in (None, card.kind) and (tag is None or tag in card.tags)


def _hit(card: Card, score: float, asked: Collection[str]) -> Hit:
    return Hit(card, score, snippet(card.body, card.summary, asked))


def _facets(cards: Iterable[Card]) -> Mapping[str, Mapping[str, int]]:
    """For each field its values, the most frequent first, and how many of ``cards`` have them."""
    kinds, systems, tags = Counter[str](), Counter[str](), Counter[str]()
    for card in cards:
        kinds[card.kind] += 1
        systems[card.system] += 1
        tags.update(set(card.tags))
    return {
        name: dict(sorted(values.items(), key=lambda found: (-found[1], found[0])))
        for name, values in (("kind", kinds), ("system", systems), ("tag", tags))
    }
