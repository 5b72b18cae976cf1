"""Which words does a text have, whatever their case and ending?"""

import re
import unicodedata
from functools import lru_cache

from snowballstemmer import stemmer

WORD = re.compile(r"[^\W_]+")
NOT = re.compile(r"n['’]t\b")  # of "can't", which leaves "ca"
CANNOT = re.compile(r"\bca(?:n| )not\b")
CYRILLIC = re.compile(r"[а-я]")
STRESS_MARK = "\N{COMBINING ACUTE ACCENT}"

# What the stemmer does not know of Russian: nouns that look like an adjective or a verb, and vowels that come and go.
NO_ENDING = frozenset({"отдых", "опыт"})
FLEETING = (
    (re.compile(r"(?<=[бвгджзклмнпрстфхцчшщ])(?:[ое](?=[кц]$)|е(?=н$))"), ""),  # бросок, броски; уровень, уровни
    (re.compile(r"(?<=[аеиоуыэюя])е(?=к$)"), "й"),  # ячеек, ячейки
)


def fold(text: str) -> str:
    """``text`` in small letters, ё as е, without stress marks."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return plain.replace("ё", "е").replace(STRESS_MARK, "")


def words(text: str) -> list[str]:
    """The folded words of ``text`` in their order; numbers are words too, "can't" and "cannot" are two."""
    return WORD.findall(CANNOT.sub("can not", NOT.sub(" not", fold(text))))


def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of ``text`` in their order."""
    return tuple(map(stem, words(text)))


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a folded word: Russian for Cyrillic letters, English for all others."""
    return _russian(word) if CYRILLIC.search(word) else _stem("english", word)


def _russian(word: str) -> str:
    if word in NO_ENDING:
        return word
    found = _stem("russian", word)
    for vowel, instead in FLEETING:
        found = vowel.sub(instead, found)
    return found


def _stem(language: str, word: str) -> str:
    # A stemmer keeps the word it works on, so two threads must not share one.
    return str(stemmer(language).stemWord(word))
