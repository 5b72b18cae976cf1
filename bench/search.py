"""How long does a search take?  python -m bench.search [TIMES]

Prints how long reading the cards and making the index take, and p50 and p99 of the questions that the tests ask.
TIMES more cards (10 is 4000) show how it grows.

Recorded 2026-11-30 on two shared cores, Python 3.11, in ms:
    cards  read  index  put one   find: p50   p99
      402   108    390      8          0.7   3.4
     4020    99   1334     46          2.5  13.8
"""

import sys
from statistics import quantiles
from time import perf_counter

from msgspec.structs import replace

from rules.core.cards import Card, cards_of
from rules.core.search import SearchIndex
from rules.daggerheart import system
from tests.rules.daggerheart.questions import QUESTIONS

ROUNDS = 25


def ms(since: float) -> float:
    return (perf_counter() - since) * 1000


def cards(times: int) -> list[Card]:
    own = [card for of_language in cards_of(system).values() for card in of_language.values()]
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
