"""What a feature's own words propose: how often it may be used, and what using it costs. A person accepts it or not.

Read are the ways in which stat blocks say it, in English and Russian: "(3)", "2/day", "Recharge once per rest", "Spend
2 Fear"; «дважды за отдых», «потратьте 2 Страха». Nothing is changed by reading.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

MOST = 99
SMALL = {
    "a": 1, "an": 1, "one": 1, "once": 1, "two": 2, "twice": 2, "three": 3, "thrice": 3, "four": 4, "five": 5, "six": 6,
    "один": 1, "одну": 1, "одна": 1, "одно": 1, "однажды": 1, "раз": 1, "два": 2, "две": 2, "дважды": 2, "три": 3,
    "трижды": 3, "четыре": 4, "пять": 5, "шесть": 6,
}  # fmt: skip
# What a word for a stretch of time begins with, and the moment at which a use comes back; the longer first.
MOMENTS = (
    ("short rest", "short_rest"), ("long rest", "long_rest"), ("rest", "short_rest"), ("day", "long_rest"),
    ("scene", "scene"), ("encounter", "scene"), ("combat", "scene"), ("fight", "scene"), ("battle", "scene"),
    ("session", "session"), ("round", "round_start"), ("turn", "turn_start"),
    ("коротк", "short_rest"), ("продолжительн", "long_rest"), ("долг", "long_rest"), ("длинн", "long_rest"),
    ("отдых", "short_rest"), ("день", "long_rest"), ("дня", "long_rest"), ("сутки", "long_rest"), ("сцен", "scene"),
    ("бой", "scene"), ("боя", "scene"), ("схватк", "scene"), ("встреч", "session"), ("сесси", "session"),
    ("раунд", "round_start"), ("ход", "turn_start"),
)  # fmt: skip
EXAMPLE = re.compile(r"\b(?:such as|for example|e\.g\.|например)\b[^.;)]*", re.IGNORECASE)
_BUT = r"(?<!up to )(?<!до )"  # a bound is no limit of use
_COUNT = r"(?P<count>\d{1,2}|once|twice|thrice|(?:one|two|three|four|five|six)(?= times?))"
_TIME = r"(?P<time>(?:short |long )?[a-z]+)"
_COUNT_RU = r"(?:(?P<count>\d{1,2}|один|два|три|четыре|пять|шесть) раза?|(?P<word>однажды|дважды|трижды|раз))"
_TIME_RU = r"(?P<time>[а-яё]+)"
LIMITS = (
    re.compile(
        rf"{_BUT}\b{_COUNT}(?: times?| uses?)? ?(?:/|\bper\b|\bevery\b|\beach\b|\ba\b(?= [a-z])) ?(?:a )?{_TIME}", re.I
    ),
    re.compile(rf"{_BUT}\b{_COUNT_RU} (?:за|в|на|каждый|каждую|каждое) {_TIME_RU}", re.I),
    re.compile(_BUT + r"\b(?P<count>\d{1,2}) ?(?:/|в|за) ?" + _TIME_RU, re.I),
)
BARE = re.compile(r"\((?P<count>\d{1,2})\)\s*(?=$|[-–—:])")
# Where a clause begins of which the one who uses the feature is the subject.
BEGINS = r"(?:^|(?<=[.!?:;] )|(?<=[.!?:;]\n))(?:[^.!?;:]{0,200}?, )?"
MAY = r"(?:(?:you|the gm) (?:can|may) |(?:вы |ты |мастер )?(?:можете|можешь|может|можно) )?"
PAYS = r"(?:spend|mark|pay|потрат[а-яё]+|трат[а-яё]+|отмет[а-яё]+|отметь|заплат[а-яё]+)"
_HOW_MANY = r"(?P<n{0}>\d{{1,2}}|an?|one|two|three|four|five|six|один|одну|одно|два|две|три|четыре|пять|шесть)?"
NOT_PAID = r"(?!\w|[’'-]\w| (?:per|for each|equal|as usual|instead)\b| (?:за кажд|вместо|равн))"


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """So many uses that come back at ``moment`` (None: by hand), or a price by tracker; one of the two."""

    times: int = 0
    moment: str | None = None
    cost: Mapping[str, int] = msgspec.field(default_factory=dict)


def proposed(name: str, text: str, currencies: Mapping[str, Iterable[str]], *, passive: bool = False) -> list[Proposal]:
    """What name and text propose. ``currencies`` are the names of what can be paid, by tracker, in all languages.

    A bare "(3)" in the name of what works by itself is a value, as of "Minion (3)", and no number of uses.
    """
    found = [limit for limit in (_limit(name, text, passive=passive),) if limit is not None]
    price = cost(text, currencies)
    return [*found, *([Proposal(cost=price)] if price else [])]


def _limit(name: str, text: str, *, passive: bool) -> Proposal | None:
    for place in (name, text):
        if limit := next(_limits(place), None):
            return limit
    bare = None if passive else BARE.search(name)
    times = int(bare["count"]) if bare else 0
    return Proposal(times=times) if times else None


def _limits(text: str) -> Iterator[Proposal]:
    """All limits that a text names, in its order."""
    plain = EXAMPLE.sub("", text)
    matches = (match for pattern in LIMITS for match in pattern.finditer(plain))
    for match in sorted(matches, key=lambda one: one.start()):
        moment = moment_of(match["time"])
        times = _count(match["count"] or match.groupdict().get("word") or "")
        if moment is not None and 0 < times <= MOST:
            yield Proposal(times=times, moment=moment)


def moment_of(word: str) -> str | None:
    """The moment that a word for a stretch of time stands for: the next day begins after a long rest."""
    plain = " ".join(word.casefold().split())
    return next((moment for beginning, moment in MOMENTS if _means(plain, beginning)), None)


def _means(word: str, beginning: str) -> bool:
    """Whether it is that word: an English one whole, a Russian one in any form."""
    return word in (beginning, f"{beginning}s") if beginning.isascii() else word.startswith(beginning)


def _count(word: str) -> int:
    plain = word.casefold()
    return int(plain) if plain.isdecimal() else SMALL.get(plain, 0)


def cost(text: str, currencies: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """What using the feature takes, by tracker: what its user spends or marks at the beginning of a clause.

    What a target must mark is no price, nor what depends on something ("a Stress for each target").
    """
    names = {name.casefold(): key for key, several in currencies.items() for name in several if name}
    if not names:
        return {}
    found = _pattern(tuple(sorted(names))).search(" ".join(text.split()))
    if found is None:
        return {}
    paid = [(found["what1"], found["n1"]), (found["what2"], found["n2"])]
    return {_key(names, what): _count(many or "a") for what, many in paid if what and _count(many or "a")}


def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    what = "|".join(_inflected(name) for name in sorted(names, key=len, reverse=True))

    def part(number: int) -> str:
        return rf"{_HOW_MANY.format(number)} ?(?P<what{number}>{what})"

    more = rf"(?: (?:and|и) (?:{PAYS} )?{part(2)})?"
    return re.compile(rf"{BEGINS}{MAY}{PAYS} {part(1)}{more}{NOT_PAID}", re.IGNORECASE)


def _inflected(name: str) -> str:
    """A name in any of its forms: with an English s, with a Russian ending."""
    if re.search("[а-яё]", name):
        return " ".join(f"{re.escape(_stem(word))}[а-яё]{{0,3}}" for word in name.split())
    return re.escape(name) + "s?"


def _stem(word: str) -> str:
    return re.sub("[аяоеёиыуюьй]$", "", word)


def _key(names: Mapping[str, str], what: str) -> str:
    return next(key for name, key in names.items() if re.fullmatch(_inflected(name), what, re.IGNORECASE))
