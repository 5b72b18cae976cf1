"""What each page is given, by hand: enough to draw it in every state without a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from markupsafe import Markup

from app.services.look import Look

NOW = datetime(2026, 1, 31, 21, 14, tzinfo=UTC)
FRAME: dict[str, Any] = {"look": Look(), "csrf": "token", "system": "", "path": "/", "next": "/"}


def frame(**values: Any) -> dict[str, Any]:
    return FRAME | values


def line(**values: Any) -> dict[str, Any]:
    game = {
        "id": "g_1",
        "name": "The Salt Road",
        "system": "daggerheart",
        "system_name": "Daggerheart",
        "changed": datetime.now(tz=UTC) - timedelta(days=2),
        "scene": "The drowned ferry",
        "party": ["Ilka", "Oro", "Vesna", "Tamsin"],
        "last_time": "the ferry is gone, Oro owes the marsh a name.",
        "active": "Ilka",
        "pool": {"mark": "flame", "value": 7, "max": 12, "words": "Fear"},
        "watching": 5,
        "until": datetime.now(tz=UTC) + timedelta(days=20),
    }
    return game | values


SYSTEMS = [{"key": "daggerheart", "name": "Daggerheart", "pitch": "Spotlight, Hope and Fear"}]
HOME = frame(
    games=[line(), line(id="g_2", name="The second boat", scene=None), line(id="g_3", name="Barrowdown")],
    bin=[line(id="g_4", name="An old story")],
    systems=SYSTEMS,
    chosen="daggerheart",
    name="",
    error="",
    sample=False,
)
EMPTY_HOME = HOME | {"games": [], "bin": [], "error": "A game needs a name."}


def cell(words: str, guessed: bool = False) -> dict[str, Any]:
    return {"words": words, "guessed": guessed}


ROWS = [
    {
        "name": "Ilka",
        "calling": "Sorcerer",
        "level": cell("3"),
        "cells": [cell("11"), cell("7 / 14"), cell("6"), cell("6", True), cell("3")],
        "unclear": (),
    },
    {
        "name": "Tamsin",
        "calling": "",
        "level": cell("1", True),
        "cells": [cell(""), cell("1 / 2", True), cell("6", True), cell("6", True), cell("")],
        "unclear": ("hp 900", "wibble 40"),
    },
]
COLUMNS = ["Evasion", "Thresholds", "HP", "Stress", "Armor"]
SETUP = frame(
    game={"id": "g_1", "name": "The Salt Road", "system": "daggerheart"},
    system="daggerheart",
    party="Ilka, Sorcerer 3, ev 11, 7/14, hp 6, armor 3\nTamsin, hp 900, wibble 40",
    rows=ROWS,
    columns=COLUMNS,
    hint="Name, class and level, then any of: evasion, thresholds, hp, armor",
    example="Ilka, Sorcerer 3, ev 11, 7/14, hp 6, armor 3",
)
JOIN = frame(
    system="daggerheart",
    system_name="Daggerheart",
    name="The Salt Road",
    path="/j/abc",
    error="",
    watch_url="",
    seats=[
        {"creature": "c_1", "name": "Ilka", "calling": "Sorcerer 3", "taken": True},
        {"creature": "c_2", "name": "Oro", "calling": "Guardian 3", "taken": False},
        {"creature": "c_3", "name": "Vesna", "calling": "", "taken": False},
    ],
)


def track(key: str, mark: str, value: int, most: int, words: str) -> dict[str, Any]:
    return {"key": key, "mark": mark, "value": value, "max": most, "words": words}


TRACKS = [
    track("hit_points", "square", 1, 6, "HP marked"),
    track("stress", "circle", 6, 6, "Stress"),
    track("armor_slots", "shield", 0, 4, "Armor"),
    track("hope", "lozenge", 5, 6, "Hope"),
]
VULNERABLE = {
    "key": "vulnerable",
    "icon": "flame",
    "tone": "bad",
    "words": "Vulnerable",
    "summary": "Every roll that targets you has advantage. Clear 1 Stress and this ends.",
}
CLOCKS = [
    {"id": "k_1", "name": "The ferry sinks", "kind": "clock", "value": 4, "size": 6, "shape_only": False},
    {"id": "k_2", "name": "Low tide", "kind": "countdown", "value": 5, "size": 8, "shape_only": False},
]
SHOWN = {"title": "One ferry", "html": Markup("<p>Tarred, with the lantern that does not go out. Paid in names.</p>")}


def someone(name: str, **values: Any) -> dict[str, Any]:
    one = {"name": name, "kind": "pc", "active": False, "health": "", "conditions": [], "tracks": TRACKS}
    return one | values


PHONE: dict[str, Any] = {
    "scene": "The drowned ferry",
    "creature": {"id": "c_3", "name": "Vesna"},
    "numbers": [{"value": "13", "words": "Evasion"}, {"value": "8/16", "words": "Thresholds"}],
    "tracks": TRACKS,
    "conditions": [VULNERABLE],
    "asks": [
        {
            "id": "p_1",
            "title": "Hit for 13: mark an Armor Slot?",
            "text": "Then 1 HP instead of 2. Armor left: 4",
            "fields": [],
            "options": [
                {"name": "slot", "value": "yes", "words": "Mark Armor"},
                {"name": "slot", "value": "no", "words": "Take 2 HP"},
            ],
        }
    ],
    "active": {"name": "Ilka", "kind": "pc"},
    "acts_words": "The spotlight is on",
    "shown": SHOWN,
    "clocks": CLOCKS,
    "last_roll": "Ilka: 17 with Fear",
    "who": [
        someone("Ilka", active=True),
        someone("Vesna", conditions=[VULNERABLE]),
        someone("Ferryman Revenant", kind="adversary", health="hurt"),
        someone("The ferry", kind="environment"),
    ],
    "turn": {"words": "Spotlight, please", "command": {"type": "request_spotlight"}, "off": False},
    "traits": [
        {"key": "agility", "words": "Agility", "value": 2},
        {"key": "strength", "words": "Strength", "value": -1},
        {"key": "instinct", "words": "Instinct", "value": 0},
    ],
    "experiences": [{"key": "experience-1", "words": "Tracker", "bonus": 2}],
    "allies": [{"id": "c_1", "name": "Ilka"}, {"id": "c_2", "name": "Oro"}],
    "result": {"hope": 5, "fear": 7, "text": "13 with Fear"},
    "hand": False,
    "stopped": False,
}
ODDS = [
    {"key": "crit", "words": "Critical success", "value": 1 / 12},
    {"key": "sh", "words": "Success with Hope", "value": 0.381},
    {"key": "sf", "words": "Success with Fear", "value": 0.381},
    {"key": "fh", "words": "Failure with Hope", "value": 0.077},
    {"key": "ff", "words": "Failure with Fear", "value": 0.077},
]


def seat(tab: str) -> dict[str, Any]:
    return frame(
        tab=tab,
        base="/s/tok",
        path="/s/tok",
        system="daggerheart",
        name="The Salt Road",
        phone=PHONE,
        odds=ODDS,
        stream_url="/s/tok/live",
        version="v_1",
    )


def watch(*, lobby: bool) -> dict[str, Any]:
    others = [
        someone("Ferryman Revenant", kind="adversary", health="hurt"),
        someone("Drowned Hound", kind="adversary", health="nearly down", conditions=[VULNERABLE]),
    ]
    party = [someone("Ilka", active=True), someone("Oro"), someone("Vesna", conditions=[VULNERABLE]), someone("Tamsin")]
    board = {
        "title": "The drowned ferry",
        "pools": [track("fear", "flame", 7, 12, "Fear")],
        "party": party,
        "others": [] if lobby else others,
        "spot_words": "Spotlight",
        "clocks": CLOCKS,
        "shown": None,
        "last_roll": "Ilka: 17 with Fear",
        "legend": [track("", one["mark"], 1, 1, one["words"]) for one in TRACKS],
    }
    join = {
        "url": "http://192.168.1.20:8000/j/7h3kq2",
        "short": "192.168.1.20:8000/j/7h3kq2",
        "seats": [{"name": "Ilka", "taken": True}, {"name": "Oro", "taken": False}],
    }
    return frame(
        board=board,
        join=join if lobby else None,
        system="daggerheart",
        name="The Salt Road",
        stream_url="/v/tok/live",
        version="v_1",
    )


BODY = Markup("<p>It stands on you until it ends.</p><ul><li>Rolls that target you have <b>advantage</b>.</li></ul>")
CARD = {
    "system": "daggerheart",
    "key": "vulnerable",
    "title": "Vulnerable",
    "kind_words": "Condition",
    "tags": ["combat"],
    "faces": [
        {"lang": "en", "title": "Vulnerable", "html": BODY},
        {"lang": "ru", "title": "Уязвимый", "html": Markup("<p>Броски по тебе с <b>преимуществом</b>.</p>")},
    ],
    "related": [{"system": "daggerheart", "key": "stress", "title": "Stress"}],
    "source_words": "Daggerheart: core mechanics, “Conditions”.",
    "blank": False,
    "url": "http://192.168.1.20:8000/reference/daggerheart/vulnerable",
}
HITS = [
    {
        "system": "daggerheart",
        "key": key,
        "title": title,
        "other": other,
        "summary": "what it does in a few words",
        "snippet": "",
        "kind_words": "Condition",
    }
    for key, title, other in [
        ("vulnerable", "Vulnerable", "Уязвимый"),
        ("restrained", "Restrained", "Опутанный"),
        ("hidden", "Hidden", "Скрытый"),
    ]
]
FACETS = [
    {
        "name": "kind",
        "words": "Kind",
        "options": [
            {"value": "condition", "words": "Condition", "count": 3, "on": True},
            {"value": "rule", "words": "Rule", "count": 41, "on": False},
        ],
    },
    {"name": "tag", "words": "Tag", "options": [{"value": "combat", "words": "combat", "count": 12, "on": False}]},
]
REFERENCE = frame(
    systems=SYSTEMS,
    chosen="daggerheart",
    system="daggerheart",
    system_name="Daggerheart",
    q="vuln",
    langs="en,ru",
    query="?langs=en,ru",
    found={"total": 3, "hits": HITS, "facets": FACETS, "more": ""},
    card=CARD,
    path="/reference",
)
LIBRARY = frame(
    systems=SYSTEMS,
    chosen="daggerheart",
    q="hound",
    kind="",
    total=3,
    error="",
    found=[
        {
            "id": "l_1",
            "name": "Drowned Hound",
            "kind_words": "Skulk",
            "tier": 1,
            "difficulty": 12,
            "thresholds": "5 / 9",
            "hp": 3,
            "attack": "+1, 1d8+2",
            "from_words": "srd",
            "mine": True,
        }
    ],
    last_import={"words": "129 adversaries from a file.", "unread": ["Acid Burrower: image"]},
)
SETTINGS = frame(
    game={"id": "g_1", "name": "The Salt Road"},
    sections=[
        {
            "words": "Where the rules leave room",
            "rows": [
                {
                    "key": "massive_damage",
                    "words": "Massive damage",
                    "says": "Four HP from twice the Severe threshold.",
                    "source": "an option it names.",
                    "options": [("false", "off"), ("true", "on")],
                    "value": "false",
                }
            ],
        }
    ],
)
PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "home": ("home.html", HOME),
    "home-empty": ("home.html", EMPTY_HOME),
    "signin": ("signin.html", frame(error="This code is used up.")),
    "signin-link": ("signin_link.html", frame(code="abc", state="ready")),
    "signin-used": ("signin_link.html", frame(code="", state="used")),
    "setup": ("setup.html", SETUP),
    "setup-empty": ("setup.html", SETUP | {"rows": [], "party": ""}),
    "join": ("join.html", JOIN),
    "join-full": ("join.html", JOIN | {"seats": [], "error": "This seat was taken a moment ago."}),
    "seat-me": ("player/seat.html", seat("me")),
    "seat-roll": ("player/seat.html", seat("roll")),
    "seat-table": ("player/seat.html", seat("table")),
    "watch": ("player/watch.html", seat("table")),
    "tv": ("tv.html", watch(lobby=False)),
    "tv-lobby": ("tv.html", watch(lobby=True)),
    "reference": ("reference.html", REFERENCE),
    "reference-none": (
        "reference.html",
        REFERENCE | {"card": None, "found": {"total": 0, "hits": [], "facets": [], "more": ""}},
    ),
    "library": ("library.html", LIBRARY),
    "library-empty": ("library.html", LIBRARY | {"found": [], "last_import": None, "error": "This is no JSON."}),
    "settings": ("settings.html", SETTINGS),
    "error": ("error.html", frame(status=404, title="Not here", detail="There is no such page.", retry=0)),
}
