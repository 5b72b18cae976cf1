"""By which words is a card found, and how much does each weigh?"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from rules.core.cards import Card
from rules.core.postings import Entry
from rules.core.stems import stems, words

WORDS = Path(__file__).parent / "search_words"
TITLE, ALIAS, TAG, SUMMARY, EFFECT, BODY = 10.0, 8.0, 4.0, 3.0, 3.0, 1.0


def entry(card: Card) -> Entry:
    """What ``card`` is found by: its words and its key, and its kind and its effects in words.

    What an effect does, "advantage against", counts as an alias.
    """
    aliases = (*card.aliases, *_done(card))
    fields = ((" ".join((*card.tags, card.key)), TAG), (" ".join(_said(card)), EFFECT), (card.summary, SUMMARY))
    names = " ".join((card.title, *aliases))
    return Entry(
        weights=_weights(card, aliases, fields),
        words=frozenset(words(" ".join((names, *(text for text, _ in fields), card.body)))),
        name_words=frozenset(words(names)),
        title=stems(card.title),
        aliases=frozenset(map(stems, aliases)),
    )


def _weights(card: Card, aliases: Iterable[str], fields: Iterable[tuple[str, float]]) -> Mapping[str, float]:
    """The weight of each stem: that of the best name it is in, and of each other field besides."""
    weights: dict[str, float] = {}
    for name, weight in ((card.title, TITLE), *((alias, ALIAS) for alias in aliases)):
        found = stems(name)
        for stem in found:  # a word of a short name says more about the card
            weights[stem] = max(weights.get(stem, 0), weight * (0.6 + 0.4 / len(found)))
    for text, weight in fields:
        for stem in set(stems(text)):
            weights[stem] = weights.get(stem, 0) + weight
    for stem, times in Counter(stems(card.body)).items():
        weights[stem] = weights.get(stem, 0) + BODY * min(0.75 + 0.25 * times, 2)
    return weights


def _done(card: Card) -> Iterator[str]:
    """What each effect of the card's condition does, and to whose rolls."""
    known = _search_words(card.lang)
    for effect in card.effects:
        sign = "-" if str(effect.get("amount", "")).startswith("-") else ""
        if axis := known["axis"].get(f"{sign}{effect.get('axis')}"):
            yield f"{axis} {known['to'].get(effect.get('to', 'self'), '')}"
        if effect.get("axis") == "can":
            yield from (known["cannot"].get(kind, "") for kind in effect.get("on", ()))


def _said(card: Card) -> Iterator[str]:
    """The kind of the card, and the kinds of rolls that its condition changes."""
    known = _search_words(card.lang)
    yield known["kind"].get(card.kind, "")
    for effect in card.effects:
        yield from (known["on"].get(kind, "") for kind in effect.get("on", ()))


@cache
def _search_words(lang: str) -> Mapping[str, Mapping[str, str]]:
    """The words of ``lang``, English ones where it has none."""
    file = WORDS / f"{lang}.toml"
    return tomllib.loads((file if file.is_file() else WORDS / "en.toml").read_text(encoding="utf-8"))
