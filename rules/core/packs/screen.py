"""What is wrong in a game's ``[screen]``: what pages show of it where."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from rules.core.packs.lines import Path as Place
from rules.core.packs.reading import convert, fields_of
from rules.core.system import SystemData

Finding = tuple[Place, str]
Keys = tuple[str, ...]
PANELS = (
    *("acting", "cards", "greeting", "inbox", "order", "party", "foes", "roll", "result"),
    *("clocks", "log", "notes", "players"),
)
CREATURES = ("pc", "ally", "adversary", "environment")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A creature's row: the numbers that others roll against, thresholds, trackers, the number of its attack."""

    against: Keys = ()
    thresholds: Keys = ()
    trackers: Keys = ()
    attack: str | None = None
    features: bool = False


class Phone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's phone: numbers that stand large, several in one place; the groups of those to roll with."""

    numbers: tuple[Keys, ...] = ()
    asks_with: str | None = None
    picks: Keys = ()


class PartyPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A feature that a word with a number makes: which fact the number is, and how much it may be."""

    fact: str
    most: int = 99
    words: Keys = ()


class PartyRank(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fact that the number of a skill is, and within which bounds."""

    key: str = "rank"
    least: int = 1
    most: int = 9


class PartyArms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is typed of a weapon behind its dice: facts by the words for their numbers, and words that say one."""

    percent: str = ""
    times: str = ""
    more: str = ""
    numbers: Mapping[str, Keys] = {}
    words: Mapping[str, Mapping[str, Keys]] = {}


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The field in which a party is typed: which words stand for which number or tracker."""

    pair: tuple[str, str] | None = None
    pair_words: Keys = ()
    signed: str | None = None
    callings: Keys = ()
    ranked: str | None = None
    ranks: Keys = ()  # the words that are such a skill; any where there are none
    rank: PartyRank = PartyRank()
    armed: Mapping[str, str] = {}  # by the kind of creature
    arms: PartyArms = PartyArms()
    level: str | None = None
    columns: tuple[Keys, ...] = ()
    words: Mapping[str, Keys] = {}
    parts: Mapping[str, PartyPart] = {}  # by the kind of the feature


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The attack in a creature's line: the kind of its feature, the number that hits, and words by what they mean."""

    part: str
    bonus: str
    attack: Mapping[str, Keys] = {}
    damage: Mapping[str, Keys] = {}
    range: Mapping[str, Keys] = {}
    type: Mapping[str, Keys] = {}


class Screen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[screen]``: what pages show of a game, and where.

    ``order_shows`` are the parts of a creature that the panel of the order knows besides its name; ``lists`` are what
    the game's own templates offer to choose from.
    """

    top: Mapping[str, str] = {}
    scene: Keys = ()  # settings that lie over the whole scene: a tap changes them
    drawers: Mapping[str, str] = {}
    due: Mapping[str, str] = {}
    pinned: Keys = ()
    legend: Keys = ()
    ticks: Keys = ()
    typed: Keys = ()
    order_shows: Keys = ()
    lists: Mapping[str, Keys] = {}
    regions: Mapping[str, Keys] = {}
    rows: Mapping[str, Row] = {}
    sheet: Mapping[str, Keys] = {}
    phone: Phone = Phone()
    party: Party = Party()
    strike: Strike | None = None
    alike: str = ""  # the fact of a feature by which equals stand in one row
    announced: Mapping[str, Any] = {}  # the `roll` whose results people call out, and what they say of it
    blow: Mapping[str, Any] = {}  # how damage is written where ``[damage]`` does not say it


FIELDS = fields_of(Screen, Row, Phone, Party, PartyRank, PartyArms, Strike)


def faults_of_screen(data: SystemData) -> Iterator[Finding]:
    """What is wrong, but for the cards that it names."""
    screen, found = convert(Screen, _plain(data.screen), FIELDS)
    yield from found
    if screen is not None:
        yield from _top(data, screen)
        yield from _rows(data, screen)
        yield from _party(data, screen)
        yield from _strike(data, screen)


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _plain(inner) if isinstance(inner, Mapping) else inner for key, inner in value.items()}


def _one_of(place: Place, key: str, known: Collection[str]) -> Iterator[Finding]:
    if key not in known:
        yield place, f"nothing here is called {key!r}"


def _each_of(place: Place, keys: Keys, known: Collection[str]) -> Iterator[Finding]:
    for key in keys:
        yield from _one_of(place, key, known)


def _top(data: SystemData, screen: Screen) -> Iterator[Finding]:
    yield from _each_of(("top",), tuple(screen.top), data.table)
    yield from _each_of(("scene",), screen.scene, {key for key, spec in data.settings.items() if spec.options})
    yield from _each_of(("legend",), screen.legend, data.trackers)
    yield from _each_of(("typed",), screen.typed, {*data.numbers, *data.trackers})
    for region, panels in screen.regions.items():
        yield from _each_of(("regions", region), panels, PANELS)
    for keys in screen.phone.numbers:
        yield from _each_of(("phone", "numbers"), keys, data.numbers)


def _rows(data: SystemData, screen: Screen) -> Iterator[Finding]:
    groups = {spec.group for spec in data.numbers.values()}
    for kind, row in screen.rows.items():
        place: Place = ("rows", kind)
        yield from _one_of(place, kind, CREATURES)
        yield from _each_of(place, (*row.against, *row.thresholds), data.numbers)
        yield from _each_of(place, row.trackers, data.trackers)
        yield from _each_of(place, () if row.attack is None else (row.attack,), data.numbers)
    for kind, names in screen.sheet.items():
        yield from _one_of(("sheet", kind), kind, CREATURES)
        yield from _each_of(("sheet", kind), names, groups)


def _strike(data: SystemData, screen: Screen) -> Iterator[Finding]:
    if screen.strike is not None:
        yield from _one_of(("strike",), screen.strike.bonus, data.numbers)


def _party(data: SystemData, screen: Screen) -> Iterator[Finding]:
    party, known = screen.party, {*data.numbers, *data.trackers}
    yield from _each_of(("party", "pair"), party.pair or (), known)
    yield from _each_of(("party", "level"), () if party.level is None else (party.level,), data.numbers)
    yield from _each_of(("party", "words"), tuple(party.words), known)
    for keys in party.columns:
        yield from _each_of(("party", "columns"), keys, known)
