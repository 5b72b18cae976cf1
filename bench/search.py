"""How long does a search take?  python -m bench.search [TIMES]

Prints how long reading the cards and making the index take, and p50 and p99 of the questions that the tests ask.
TIMES more cards (10 is some 2000 in two languages) show how it grows.
"""

import sys
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from msgspec.structs import replace

from rules.core.cards import Card, load_cards
from rules.core.search import SearchIndex
from tests.rules.daggerheart.questions import QUESTIONS

CONTENT = Path(__file__).parents[1] / "rules" / "daggerheart" / "content"
ROUNDS = 25


def ms(since: float) -> float:
    return (perf_counter() - since) * 1000


def cards(times: int) -> list[Card]:
    loaded = load_cards(CONTENT, "daggerheart", ("en", "ru"), {}, "daggerheart-core-mechanics")
    own = [card for of_language in loaded.values() for card in of_language.values()]
    return [replace(card, key=f"{card.key}-{n}" if n else card.key) for n in range(times) for card in own]


def main(times: int) -> None:
    start = perf_counter()
    every = cards(times)
    print(f"read        {ms(start):8.1f} ms  {len(every)} cards")
    start = perf_counter()
    index = SearchIndex(every)
    print(f"index       {ms(start):8.1f} ms")
    start = perf_counter()
    index.put(every[0])
    print(f"put one     {ms(start):8.1f} ms")
    for lang in ("en", "ru"):
        took = sorted(once(index, lang, q) for _ in range(ROUNDS) for of, q, _ in QUESTIONS if of == lang)
        p = quantiles(took, n=100)
        print(f"find {lang}  p50 {p[49]:6.2f} ms  p99 {p[98]:6.2f} ms  most {took[-1]:6.2f} ms")


def once(index: SearchIndex, lang: str, q: str) -> float:
    start = perf_counter()
    index.find(q, langs=(lang,), limit=20)
    return ms(start)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
