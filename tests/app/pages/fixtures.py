"""What each page is given, by hand: enough to draw it in every state without a database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from markupsafe import Markup

from app.services import door, player, tables, tv
from app.services.door import Door, Seat
from app.services.encounters import Body, Prepared
from app.services.entries import Row
from app.services.game_settings import SIDES, Setting
from app.services.game_settings import Cell as SightCell
from app.services.game_settings import Row as Field
from app.services.games import Seen
from app.services.home import GameLine
from app.services.look import Look
from app.services.prepared import PreparedFight, Shown
from app.services.reference import Face, Facet, FoundCard, FoundCards, Option, ShownCard, Wanted
from app.services.render import Part, draw
from app.services.reports import Row as ReportRow
from app.services.setup import Cell, PartyRow
from app.services.table import Shown as TableShown
from app.services.table import Track
from app.services.templating import render
from app.services.wording import view_in_words, wording
from app.services.writing import Form, Removed
from rules import get_system
from rules.core import history
from rules.core.decide import Source
from rules.core.history import Game, Hand
from rules.core.project import PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.view import view

NOW = datetime(2026, 1, 31, 21, 14, tzinfo=UTC)
FRAME: dict[str, Any] = {"look": Look(), "csrf": "token", "system": "", "path": "/", "next": "/"}


def frame(**values: Any) -> dict[str, Any]:
    return FRAME | values


def line(id: str, name: str, **values: Any) -> GameLine:
    changed = datetime.now(tz=UTC) - timedelta(days=2)
    return GameLine(id, name, "daggerheart", "Daggerheart", changed, **values)


NEWEST = line(
    "g_1",
    "The Salt Road",
    scene="The drowned ferry",
    party=("Ilka", "Oro", "Vesna", "Tamsin"),
    active="Ilka",
    pool=Track("fear", "flame", 7, 12, "Fear"),
    last_time="the ferry is gone, Oro owes the marsh a name.",
)
SYSTEMS = [{"key": "daggerheart", "name": "Daggerheart", "pitch": "Spotlight, Hope and Fear", "has_sample": True}]
HOME = frame(
    games=[NEWEST, line("g_2", "The second boat", party=("Garrow",)), line("g_3", "Barrowdown", scene="Night 2")],
    bin=[line("g_4", "An old story", until=datetime.now(tz=UTC) + timedelta(days=20))],
    systems=SYSTEMS,
    chosen="daggerheart",
    name="",
    error="",
)
EMPTY_HOME = HOME | {"games": [], "bin": [], "error": "A game needs a name."}


ROWS = [
    PartyRow("Ilka", "Sorcerer", Cell("3"), (Cell("11"), Cell("7 / 14"), Cell("6"), Cell("6", True), Cell("3")), ()),
    PartyRow(
        "Tamsin",
        "",
        Cell("1", True),
        (Cell(""), Cell("1 / 2", True), Cell("6", True), Cell("6", True), Cell("")),
        ("hp 900", "wibble 40"),
    ),
]
COLUMNS = ["Evasion", "Thresholds", "HP", "Stress", "Armor"]
SETUP = frame(
    leveled=True,
    game={"id": "g_1", "name": "The Salt Road", "system": "daggerheart"},
    system="daggerheart",
    party="Ilka, Sorcerer 3, ev 11, 7/14, hp 6, armor 3\nTamsin, hp 900, wibble 40",
    rows=ROWS,
    columns=COLUMNS,
    example="Ilka, Sorcerer 3, ev 11, 7/14, hp 6, armor 3",
)
TABLE_OF_FOUR: list[dict[str, Any]] = [
    {"type": "begin_scene", "title": "The drowned ferry"},
    *(
        {
            "type": "add_creature",
            "creature": {
                "name": name,
                "kind": "pc",
                "numbers": {"level": 3, "evasion": 9 + place, "agility": 2, "strength": -1, "major": 7, "severe": 14},
                "trackers": {"hit_points": {"max": 6, "value": place}, "armor_slots": {"max": 3}},
                "features": {"experience-1": {"kind": "experience", "name": "Tracker", "facts": {"modifier": 2}}},
            },
        }
        for place, name in enumerate(["Ilka", "Oro", "Vesna", "Tamsin"])
    ),
    {
        "type": "add_creature",
        "creature": {"name": "Ferryman Revenant", "trackers": {"hit_points": {"max": 7, "value": 3}}},
    },
    {"type": "add_creature", "creature": {"name": "The drowned ferry", "kind": "environment"}},
    {"type": "add_clock", "name": "The ferry sinks", "size": 6, "hidden": False},
    {"type": "add_clock", "name": "Low tide", "size": 8, "kind": "countdown", "hidden": False},
    {"type": "show", "text": "One ferry, tarred.\n\nPaid in names."},
    {"type": "set_tracker", "tracker": "fear", "value": 7},
]


def hand() -> Hand:
    numbers = count()
    return Hand("gm", NOW, Source(lambda sides: 5, lambda: f"i{next(numbers)}"))


def game_of_four() -> Game:
    """A game with a party, somebody against it, and a question to Vesna."""
    acting = hand()
    game = history.new_game(get_system("daggerheart"), "The Salt Road", {}, acting)
    game = history.play(game, TABLE_OF_FOUR, acting).game
    ids = {creature.name: creature.id for creature in game.state.creatures.values()}
    vesna, ilka = ids["Vesna"], ids["Ilka"]
    more = [
        {"type": "add_condition", "creature": vesna, "condition": "vulnerable"},
        {"type": "roll", "roll": "action", "creature": vesna, "with": "agility", "parameters": {"difficulty": 13}},
        {"type": "begin_turn", "creature": ilka},
        {"type": "take_damage", "creature": vesna, "sources": [{"amount": 13, "types": ["physical"]}], "ask": True},
    ]
    return history.play(game, more, acting).game


GAME = game_of_four()
VESNA = next(creature.id for creature in GAME.state.creatures.values() if creature.name == "Vesna")


def seen(viewer: Viewer, language: str) -> Seen:
    shown = view(GAME, viewer)
    said = view_in_words(GAME, shown, wording("daggerheart", language))
    return Seen("g_1", "The Salt Road", "daggerheart", None, "v_1", said, viewer)


def seat(tab: str, language: str) -> dict[str, Any]:
    """A page of Vesna's player, or of somebody who looks on."""
    looked = seen(seat_viewer(VESNA) if tab else PUBLIC_VIEWER, language)
    drawn = draw(player.frame_of(looked, language), "v_1", player.parts(looked, language))
    named = {"name": "The Salt Road", "own": "Vesna", "path": "/s/tok", "system": "daggerheart"}
    damage = {"type": "roll", "roll": "damage", "by": VESNA, "of": "r_1"}
    follows = {
        "thens": [("r_1", damage, "Wolf", "dice")],
        "own_dice": True,
        "word": player.word_of("daggerheart", language),
    }
    urls = {"url": "commands", "stream_url": "/s/tok/live", "report_url": "/s/tok/report"}
    return frame(tab=tab, drawn=drawn, version="v_1", **named, **follows, **urls)


SEATS = (Seat("c_1", "Ilka", True), Seat("c_2", "Oro", False), Seat("c_3", "Vesna", False))


def join(language: str, *, name: str = "The Salt Road", full: bool = False) -> dict[str, Any]:
    """The page to join, with seats to take or with none."""
    looked = seen(PUBLIC_VIEWER, language)
    part = Part("seats", "player/_seats.html", {"seats": SEATS[:1] if full else SEATS})
    drawn = draw(door.frame_of(looked, language), "v_1", [part])
    values = frame(drawn=drawn, name=name, system="daggerheart", system_name="Daggerheart", path="/s/tok")
    return values | {"error": "This seat was taken." if full else "", "stream_url": "/s/tok/live", "version": "v_1"}


def screen(language: str, *, lobby: bool) -> dict[str, Any]:
    """The table's screen, while seats are free or in play."""
    looked = seen(PUBLIC_VIEWER, language)
    address = "192.168.1.20:8000/s/7h3kq2abcdefghijklmn"
    opened = Door(f"http://{address}", address, SEATS) if lobby else None
    side = Part("tv-side", "tv/_side.html", tv.side(looked, language) | {"door": opened})
    picture = TableShown("", Markup(""), "i_1") if lobby else None
    shown = Part("tv-shown", "tv/_shown.html", {"shown": picture, "path": "/s/tok/"})
    drawn = draw(tv.frame_of(looked, language), "v_1", [*tv.parts(looked, language), side, shown])
    return frame(drawn=drawn, name="The Salt Road", system="daggerheart", stream_url="/s/tok/live", version="v_1")


BODY = Markup("<p>It stands on you until it ends.</p><ul><li>Rolls that target you have <b>advantage</b>.</li></ul>")
CARD = ShownCard(
    system="daggerheart",
    key="vulnerable",
    kind="condition",
    title="Vulnerable",
    tags=("combat",),
    faces=(
        Face("en", "Vulnerable", BODY),
        Face("ru", "Уязвимый", Markup("<p>Броски по тебе с <b>преимуществом</b>.</p>")),
    ),
    related=(("stress", "Stress"),),
    document="Daggerheart: core mechanics",
    heading="Conditions",
    heading_language="",
    lines=((383, 385), (390, 390)),
    is_blank=False,
)
HITS = tuple(
    FoundCard("daggerheart", key, "condition", title, other, "what it does in a few words", Markup(""))
    for key, title, other in [
        ("vulnerable", "Vulnerable", "Уязвимый"),
        ("restrained", "Restrained", "Опутанный"),
        ("hidden", "Hidden", "Скрытый"),
    ]
)
FACETS = (
    Facet("system", (Option("daggerheart", "Daggerheart", 44, False), Option("swing", "Swing d20", 7, False))),
    Facet("kind", (Option("condition", "condition", 3, True), Option("rule", "rule", 41, False))),
    Facet("tag", (Option("combat", "combat", 12, False),)),
)
REFERENCE = frame(
    ask=Wanted("vuln", kind="condition", langs=("en", "ru")),
    system="daggerheart",
    system_name="Daggerheart",
    langs="en,ru",
    query="?langs=en,ru",
    found=FoundCards(3, HITS, FACETS),
    card=CARD,
    table=None,
    url="http://192.168.1.20:8000/reference/daggerheart/vulnerable",
    path="/reference",
)
HOUND = Row("l_1", "Drowned Hound", "adversary", "Skulk", 1, "12", "5 / 9", 3, "+1, 1d8+2", "hounds.json", "It bites.")
LIBRARY = frame(
    brings="",
    is_empty=False,
    game="g_1",
    systems=SYSTEMS,
    ask={"q": "hound", "system": "daggerheart", "kind": "", "game": ""},
    total=1,
    error="",
    found=[HOUND],
    removed={"name": "Salt Hound", "system": "daggerheart", "entry": "{}", "source": ""},
    brought={"counts": {"new": 129, "same": 0, "changed": 2}, "lost": ["Acid Burrower: a picture"]},
)
HEALTH = (("exact", "exact"), ("words", "in words"), ("none", "nothing"))
SETTINGS = frame(
    game={"id": "g_1", "name": "The Salt Road"},
    readings=[
        Setting("massive_damage", "Massive damage", "An optional rule.", "false", (("false", "off"), ("true", "on"))),
        Setting("limit", "Limit", "", "3", ()),
    ],
    sights=[
        Field("health", "Health", tuple(SightCell(f"seen/{side}/health", "exact", HEALTH, "none") for side in SIDES)),
        Field("stress", "Stress", (SightCell("seen/pc/stress", "own", (("own", "own player"),), "own"), None, None)),
    ],
)
FIGHTS = [
    PreparedFight("n_1", "The ford", "", "3 Drowned Hound, Ferryman (wave 2)", "9 / 14", (), ()),
    PreparedFight("n_2", "The mill", "at night", "", "", ("Revenant",), ((0, "d4", "Rat"),)),
]
GAME_NAMED = {"id": "g_1", "name": "The Salt Road"}
ENCOUNTERS = frame(game=GAME_NAMED, system="daggerheart", fights=FIGHTS, removed=Removed("The cave", "{}"))
LINES = [
    Shown("3", "Drowned Hound", "adversary", "Skulk · tier 1", "12 · 5 / 9", True, False, "2", "", True, ()),
    Shown("d4", "Rat", "adversary", "adversary", "–", True, True, "", "Something small", False, ("blue",)),
]
BUDGET = {
    "unit": "Battle Points",
    "points": 14,
    "spent": 16,
    "left": -2,
    "adjustments": [
        {"key": "harder", "name": "Harder or longer", "by": 2, "counts": True, "by_hand": True},
        {"key": "two_solos", "name": "Two or more Solos", "by": -2, "counts": True, "by_hand": False},
        {"key": "no_heavies", "name": "No Bruiser", "by": 1, "counts": False, "by_hand": False},
    ],
    "costs": [
        {"type": "skulk", "name": "Skulk", "count": 3, "points": 6},
        {"type": "", "name": "Type unknown", "count": 1, "points": None},
    ],
}
ENCOUNTER = frame(
    game=GAME_NAMED,
    system="daggerheart",
    encounter=Prepared("n_1", "The ford", NOW, Body()),
    form=Form("The ford", "at dusk", "3 hound hidden wave 2", ("harder",)),
    stale=["Drowned Hound"],
    error="",
    lines=LINES,
    budget=BUDGET,
)
REPORT = frame(
    base="/games/g_1",
    url="/games/g_1/report",
    file="/api/v1/games/g_1/report",
    name="The Salt Road",
    system="daggerheart",
    audience="gm",
    session=2,
    sessions=(1, 2),
    facts=[("Time at the table", "3 h 5 min"), ("Fear", "+7 −5")],
    headings=["Turns", "Luck"],
    rows=[ReportRow("c_1", "Ilka", "pc", ("4", "+1.20")), ReportRow("", "In all", "total", ("4", "+1.20"))],
    luck="What luck is.",
    is_empty=False,
)
NO_REPORT = REPORT | {"session": None, "sessions": (), "facts": [], "rows": [], "is_empty": True}
PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "home": ("home.html", HOME),
    "home-empty": ("home.html", EMPTY_HOME),
    "signin": ("signin.html", frame(error="This code is used up.")),
    "signin-link": ("signin_link.html", frame(code="abc", state="ready")),
    "signin-used": ("signin_link.html", frame(code="", state="used")),
    "setup": ("setup.html", SETUP),
    "setup-empty": ("setup.html", SETUP | {"rows": [], "party": ""}),
    "reference": ("reference.html", REFERENCE),
    "reference-none": (
        "reference.html",
        REFERENCE | {"card": None, "found": FoundCards(0, (), ())},
    ),
    "reference-blank": (
        "reference.html",
        REFERENCE | {"ask": Wanted(game="g_1"), "table": tables.shown("swing", "en", "weapons", {"2/weapon": "flail"})},
    ),
    "library": ("library.html", LIBRARY),
    "library-empty": (
        "library.html",
        LIBRARY | {"found": [], "is_empty": True, "removed": None, "brought": None, "error": "This is no JSON."},
    ),
    "settings": ("settings.html", SETTINGS),
    "report": ("report.html", REPORT),
    "report-players": ("report.html", REPORT | {"audience": "players"}),
    "report-empty": ("report.html", NO_REPORT),
    "report-phone": ("player/report.html", REPORT | {"back": "/s/tok/table", "file": "/api/v1/shared/tok/log"}),
    "encounters": ("encounters.html", ENCOUNTERS),
    "encounters-none": ("encounters.html", ENCOUNTERS | {"fights": [], "removed": None}),
    "encounter": ("encounter.html", ENCOUNTER),
    "encounter-new": (
        "encounter.html",
        ENCOUNTER
        | {
            "encounter": None,
            "form": Form("", "", "", ()),
            "stale": [],
            "lines": [],
            "budget": None,
            "error": "A name!",
        },
    ),
    "error": ("error.html", frame(status=404, title="Not here", detail="There is no such page.", retry=0)),
}
DRAWN: dict[str, tuple[str, Callable[[str], dict[str, Any]]]] = {
    "join": ("join.html", join),
    "join-full": ("join.html", lambda language: join(language, full=True)),
    "seat-me": ("player/seat.html", lambda language: seat("me", language)),
    "seat-roll": ("player/seat.html", lambda language: seat("roll", language)),
    "seat-table": ("player/seat.html", lambda language: seat("table", language)),
    "watch": ("player/watch.html", lambda language: seat("", language)),
    "tv": ("tv.html", lambda language: screen(language, lobby=False)),
    "tv-lobby": ("tv.html", lambda language: screen(language, lobby=True)),
}
NAMES = (*PAGES, *DRAWN)


def page(name: str, language: str) -> str:
    """The HTML of a page by its name here."""
    if name in PAGES:
        template, values = PAGES[name]
        return render(template, language, **values)
    template, make = DRAWN[name]
    return render(template, language, **make(language))
