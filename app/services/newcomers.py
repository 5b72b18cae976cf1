"""The drawer that adds creatures: what the library offers for what was typed, and the bare name itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.errors import Problem
from app.services import adding, library, strikes
from app.services.entries import row
from app.services.files.entries import key_of
from app.services.language import catalogue
from app.services.party import Field, Vocabulary, command_of, read_character, spot_of
from app.services.setup import vocabulary
from app.services.strikes import Strike, read_strike
from app.services.templating import signed
from app.settings import LANGUAGES
from rules import content, get_system

if TYPE_CHECKING:
    from app.services.desk import Desk

AT_THE_END = re.compile(r"(?P<name>[^\d,;]*[^\W\d])\s+(?P<count>\d{1,2})(?P<rest>,.*)?")
TIMES_IN_IT = re.compile(rf"(?P<name>[^\d,;]*[^\W\d])(?:\s+{adding.TIMES}|×)\s*(?P<count>\d{{1,2}})(?P<rest>[\s,;].*)")
MOST = 8
BEGINNING = 5  # letters of a word that are enough to know it


@dataclass(frozen=True, slots=True)
class Newcomer:
    """One line of the drawer; ``command`` puts it on the board."""

    name: str
    kind: str
    about: str
    figures: str
    count: int
    command: Mapping[str, Any]


def newcomers(desk: Desk) -> list[Newcomer]:
    """What can be added for what was typed, the likeliest first, the bare name last.

    One that is made up under a name of its own comes before entries of the library that do not have that name.
    """
    kind = desk.given("kind") or "adversary"
    said = _amount_first(desk, desk.given("_said").strip(), kind)
    if not said and not desk.given("near"):
        return []
    found = [] if kind == "pc" else [_offered(desk, offer) for offer in _offers(desk, said)]
    made = [] if kind == "pc" else [*_made_up(desk, said)]
    if made:
        is_known = any(key_of(made[0].name) in key_of(one.name) for one in found)
        return [*found, *made] if is_known else [*made, *found]
    return [*found, _named(desk, said, kind)] if said else found


def has_empty_library(desk: Desk) -> bool:
    """Whether nothing can be found for what is typed, as there is nothing yet."""
    return library.is_empty(desk.house.database, desk.access.account, desk.seen.system)


def _amount_first(desk: Desk, said: str, kind: str) -> str:
    """What was typed, with how many in front, where it stands behind the name: "Wolf x3, hp 5", and "Wolf 3" as well.

    A bare number is taken so where it can be nothing else.
    """
    if kind != "pc" and (several := TIMES_IN_IT.fullmatch(said)) is not None:
        return f"{several['count']} {several['name']}{several['rest']}"
    typed = AT_THE_END.fullmatch(said)
    if kind == "pc" or typed is None or int(typed["count"]) < 2 or _is_a_number_of(desk, typed["name"], kind):
        return said
    others = [one["name"] for one in desk.view["creatures"].values()]
    others += [offer.row.name for offer in _offers(desk, said)]
    one_more = re.compile(rf"{re.escape(typed['name'])} \d+", re.IGNORECASE)  # by its name, beside "Wolf 2"
    return said if any(map(one_more.match, others)) else f"{typed['count']} {typed['name']}{typed['rest'] or ''}"


def _is_a_number_of(desk: Desk, name: str, kind: str) -> bool:
    """Whether a number behind this is one of the sheet, as a level, the hit points of "Wolf hp", or a tier."""
    known = _vocabulary(desk.seen.system, kind)
    is_known = known.level is not None or spot_of(name.split()[-1], known) is not None
    return is_known or adding.asks_for_one(desk.seen.system, name)


def _offers(desk: Desk, said: str) -> list[adding.Offer]:
    near = desk.view["creatures"].get(desk.given("near"))
    about = near["features"].get("about", {}).get("facts", {}) if near else {}
    names = said or str(about.get("potential_adversaries", ""))
    return adding.offers(desk.house, desk.access.account, names, desk.seen.system, desk.language, limit=MOST)


def _offered(desk: Desk, offer: adding.Offer) -> Newcomer:
    row = offer.row
    tier = f"{catalogue(desk.language).gettext('tier')} {row.tier}" if row.tier else ""
    return Newcomer(
        name=row.name,
        kind=row.kind,
        about=" · ".join(filter(None, (row.kind_words, tier, row.from_words))),
        figures=" · ".join(filter(None, (row.difficulty, row.thresholds, row.attack))),
        count=offer.count,
        command=_placed(desk, offer.command),
    )


def _made_up(desk: Desk, said: str) -> Iterator[Newcomer]:
    """A creature from the benchmarks that has a name of its own: "tier 1 leader Cinder Witch"."""
    improvise = get_system(desk.seen.system).improvise
    count, text = adding.parse_amount(said)
    if improvise(text) is not None:  # all of it is asked for, and no name is left
        return
    words = text.split()
    for end in range(len(words) - 1, 0, -1):
        made = improvise(" ".join(words[:end]))
        if made is not None:
            creature = {**made, "name": _capital(" ".join(words[end:]))}
            line = row(desk.seen.system, desk.language, creature)
            yield _offered(desk, adding.Offer(line, creature, count))
            return


def _named(desk: Desk, said: str, kind: str) -> Newcomer:
    """A new creature: its name, and the numbers that stand behind it."""
    _ = catalogue(desk.language).gettext
    count, line = adding.parse_amount(said)
    known = _vocabulary(desk.seen.system, kind)
    strike, told = _strike(desk.seen.system, kind, line)
    read = read_character(strike.rest if strike else line, known)
    described = command_of(read, known)["creature"]
    numbers = get_system(desk.seen.system).data.numbers
    parts = described["features"]
    creature = {
        "name": _capital(described["name"]),
        "kind": kind,
        "numbers": {key: value for key, value in described["numbers"].items() if key in numbers} | told["numbers"],
        "trackers": described["trackers"],
        "features": {key: one for key, one in parts.items() if kind == "pc" or one["kind"] != "calling"}
        | told["features"],
        **({"note": read.noted} if read.noted else {}),
    }
    several = {"type": "add_creatures", "creature": creature, "count": count}
    command = several if count > 1 else {"type": "add_creature", "creature": creature}
    about = ", ".join(_told(desk, creature)) or _("only a name; the rest is asked when it is needed")
    lost = [
        *(strike.unclear if strike else ()),
        *read.unclear,
        *([read.calling] if read.calling and kind != "pc" else []),
    ]
    about += ". " + _("The name stays as typed: write it in the singular.") if count > 1 else ""
    about += ". " + _("Not understood: %(words)s") % {"words": ", ".join(lost)} if lost else ""
    return Newcomer(str(creature["name"]), kind, about, "", count, _placed(desk, command))


def _strike(system: str, kind: str, line: str) -> tuple[Strike | None, dict[str, dict[str, Any]]]:
    """The attack in a creature's line, with its number and its feature as the sheet has them."""
    words = None if kind == "pc" else strikes.words_of(system)
    strike = read_strike(line, words) if words else None
    if words is None or strike is None:
        return None, {"numbers": {}, "features": {}}
    feature = {words.part: {"kind": words.part, "name": strike.name, "facts": strike.facts}}
    return strike, {
        "numbers": {} if strike.bonus is None else {words.bonus.key: strike.bonus},
        "features": feature if strike.facts or strike.name else {},
    }


def _told(desk: Desk, creature: Mapping[str, Any]) -> Iterator[str]:
    """What was understood of a new creature's numbers, in words."""
    words = content.words(desk.seen.system, desk.language)
    for key, value in creature["numbers"].items():
        yield f"{words.word('numbers', key) or key} {value}"
    for key, tracker in creature["trackers"].items():
        dice = tracker.get("value")
        most = sum(dice.values()) if isinstance(dice, Mapping) else tracker.get("max", dice)
        yield f"{words.word('trackers', key) or key} {most}"
    for part in creature["features"].values():
        said = [part["name"] or words.word("kinds", part["kind"]) or part["kind"], _figure(part["facts"])]
        said += [words.word("types", key) or key for key in part["facts"].get("types", ())]
        said += [words.word("ranges", key) or key for key in [part["facts"].get("range")] if key]
        yield " ".join(filter(None, said))
    if "note" in creature:
        yield catalogue(desk.language).gettext("in the note: %(words)s") % {"words": creature["note"]}


def _figure(facts: Mapping[str, Any]) -> str:
    """The dice of an attack, else the one number that a feature was typed with."""
    if "dice" in facts:
        return f"{facts['dice']}{signed(facts['modifier']) if facts.get('modifier') else ''}"
    return next((str(value) for value in facts.values() if isinstance(value, int)), "")


def _vocabulary(system: str, kind: str) -> Vocabulary:
    """The words of the party's field; for others than characters also those of the numbers that they have."""
    known = vocabulary(system)
    if kind == "pc":
        return known
    level = known.level if known.level and kind in get_system(system).data.numbers[known.level.key].of else None
    words = dict(known.words)
    for key, spec in get_system(system).data.numbers.items():
        for language in LANGUAGES if kind in spec.of else ():
            word = content.words(system, language).word("numbers", key)
            if word and " " not in word:
                words.setdefault(f"{word.casefold()[:BEGINNING]}*", Field(key, least=spec.least, most=spec.most))
    armed = (get_system(system).data.screen.get("party", {}).get("armed") or {}).get(kind)
    return replace(known, words=words, armed=armed, level=level, callings=frozenset())  # a "Shadow Warrior" is all name


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _placed(desk: Desk, command: Mapping[str, Any]) -> dict[str, Any]:
    """The command with where the drawer puts newcomers: hidden, or in a wave."""
    where: dict[str, Any] = {"hidden": True} if desk.given("_hidden") == "true" else {}
    if desk.given("_wave"):
        where["wave"] = desk.given("_wave")
    return {**command, "creature": {**command["creature"], **where}}


def first(desk: Desk) -> dict[str, Any]:
    """The command for the likeliest; raises Problem where nothing was typed."""
    found = newcomers(desk)
    if not found:
        raise Problem("nothing-typed")
    return dict(found[0].command)
