"""The GM's screen: which panels stand where, and the fragments that they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.errors import NotFound
from app.services import alike, finding, logbook, players, showing, tables
from app.services.access import Access
from app.services.frames import frame_of, template_of
from app.services.games import Seen, see, seen_in
from app.services.house import House, Standing
from app.services.logbook import Item
from app.services.render import MEMO, Drawn, Frame, Part, changes, draw, joined, with_parts
from app.services.table import table_of
from app.services.templating import environment
from app.services.wording import Wording, wording
from rules import get_system
from rules.core.commands.attention import HAND, X_CARD
from rules.core.due import CLOCK
from rules.core.parked import name_in
from rules.core.project import PUBLIC_VIEWER
from rules.core.system import SystemData

View = Mapping[str, Any]
SEATS = "seats"  # what of it hangs on who is let in
# Where panels stand unless a game says otherwise in its [screen.regions].
REGIONS: Mapping[str, Sequence[str]] = {
    "reference": ("acting", "cards"),
    "board": ("greeting", "inbox", "order", "party", "foes"),
    "tools": ("roll", "result"),
    "trackers": ("clocks",),
    "log": ("log", "notes", "players"),
}
OURS = ("pc", "ally")
NOBODY: Mapping[str, str] = {}  # the very same for all, so that macros are


def regions(data: SystemData) -> Mapping[str, Sequence[str]]:
    """The panels of each region, in order."""
    placed: Mapping[str, Sequence[str]] = data.screen.get("regions", {})
    return {**REGIONS, **placed}


def drawn_in(standing: Standing, access: Access, language: str) -> Drawn:
    """The GM's screen as the game stands."""
    seen = seen_in(standing, access, language)
    return MEMO.draw(frame_of(seen, language), seen.version, lambda: parts(standing, seen, access, language))


def known(house: House, access: Access, language: str, version: str) -> Drawn | None:
    """The screen at a version that a page says it shows, if it is still remembered."""
    drawn = remembered(house, access, language, version)
    return drawn and _with_seats(drawn, frame_of(see(house, access, language), language), house, access)


def remembered(house: House, access: Access, language: str, version: str) -> Drawn | None:
    """What of the screen hangs on the game, at a version that a page says it shows, if that is still remembered."""
    return MEMO.known(frame_of(see(house, access, language), language), version) if version else None


def page_in(house: House, standing: Standing, access: Access, language: str) -> Drawn:
    """The GM's screen as the game stands, with who sits where."""
    frame = frame_of(seen_in(standing, access, language), language)
    return _with_seats(drawn_in(standing, access, language), frame, house, access)


def _with_seats(drawn: Drawn, frame: Frame, house: House, access: Access) -> Drawn:
    seated = MEMO.redraw(replace(frame, page=SEATS), players.parts(house, access))
    return joined(drawn, seated.pieces)


def seats(house: House, access: Access, language: str) -> list[tuple[str, str]]:
    """The fragments of who sits where, drawn now."""
    frame = frame_of(see(house, access, language), language)
    return changes(None, with_parts(Drawn("", {}), frame, players.parts(house, access)))


def page_values(house: House, access: Access, language: str, pins: list[str] | None) -> dict[str, Any]:
    """What the screen's page is drawn from."""
    standing = house.look(access.game_id)
    seen = seen_in(standing, access, language)
    frame = frame_of(seen, language)
    data = get_system(seen.system).data
    return {
        **frame.fixed,
        "name": seen.name,
        "regions": regions(data),
        "drawn": page_in(house, standing, access, language),
        "version": seen.version,
        "stream_url": f"/games/{seen.id}/live",
        "legend": _legend(data, frame),
        "pinned": finding.pinned(seen.system, language, pins, seen.view["tables"]),
    }


def _legend(data: SystemData, frame: Frame) -> list[dict[str, str]]:
    """The shapes of the trackers in the party's rows, with their names."""
    pools = [key for key, spec in data.trackers.items() if spec.kind == "pool" and spec.mark != "dot"]
    shown = data.screen.get("legend", pools)
    word = frame.fixed["word"]
    return [{"mark": data.trackers[key].mark, "words": word("trackers", key)} for key in shown]


def sheet_html(seen: Seen, creature: str, language: str) -> str:
    """The sheet of a creature; raises NotFound where there is none."""
    if creature not in seen.page["creatures"]:
        raise NotFound("unknown-creature")
    return draw(frame_of(seen, language), "", [sheet(seen, creature)]).html(f"sheet-{creature}")


def fragment(seen: Seen, language: str, noun: str, **values: Any) -> str:
    """A piece of the screen that hangs on no version."""
    template = environment(language).get_template(template_of(seen.system, noun))
    return template.render({**frame_of(seen, language).fixed, **values})


def parts(standing: Standing, seen: Seen, access: Access, language: str) -> Iterator[Part]:
    """Every fragment of the screen that hangs on the game."""
    words, view, data = wording(seen.system, language), seen.page, get_system(seen.system).data
    yield Part("title", "screen/_title.html", {"name": seen.name, "time": view["time"]})
    yield Part("pools", "screen/_pools.html", {"pools": _pools(view, data)})
    yield _history(standing, access, words, view)
    yield _greeting(standing)
    yield Part("evening", "screen/_evening.html", {"is_on": logbook.is_evening(standing.game)})
    yield _inbox(view)
    yield Part("order", template_of(seen.system, "order"), _order_values(view, data))
    yield _dues(view)
    yield from _rows(seen)
    yield _acting(seen)
    yield Part("time", "screen/_time.html", {"time": view["time"]})
    yield Part("around", "screen/_around.html", {"around": _around(view, data)})
    yield Part("clocks", "screen/_clocks.html", parts=tuple(_clocks(view)))
    yield _result(standing, seen)
    yield _log(standing, words)
    yield _notes(standing)
    yield Part("peek", "screen/_peek.html", {"held": view["held"]}, tuple(_peek(standing, language)))
    for table in tables.all_shown(seen, language):
        yield Part(f"cells-{table.card}", "screen/_cells.html", {"table": table})
    shown = showing.exhibit(seen.system, language, view["shown"])
    yield Part("signs", "screen/_signs.html", {"held": view["held"], "shown": shown})


def _pools(view: View, data: SystemData) -> list[dict[str, Any]]:
    """The game's own trackers that stand in the top bar."""
    shown: Mapping[str, str] = data.screen.get(
        "top", {key: "" for key, spec in data.table.items() if spec.seen == "public"}
    )
    return [
        {"key": key, "hint": hint, "mark": data.table[key].mark, **view["trackers"][key]}
        for key, hint in shown.items()
        if key in view["trackers"]
    ]


def _history(standing: Standing, access: Access, words: Wording, view: View) -> Part:
    item = logbook.undo_item(standing.game, access.by, words)
    undo = {"step": item.step, "text": item.text} if item else None
    return Part("history", "screen/_history.html", {"undo": undo, "redo": view["can"]["redo"]})


def _notes(standing: Standing) -> Part:
    notes, left = logbook.notes(standing.game), logbook.last_evening(standing.game)[0]
    inside = tuple(Part(f"note-{note.id}", "screen/_note.html", {"note": note}) for note in notes)
    return Part("notes", "screen/_notes.html", {"left": left, "is_more": len(notes) >= logbook.MOST_NOTES}, inside)


def _greeting(standing: Standing) -> Part:
    note, is_due = logbook.last_evening(standing.game)
    session = standing.game.state.time.session
    return Part("greeting", "screen/_greeting.html", {"note": note, "due": is_due, "session": session + 1})


def _inbox(view: View) -> Part:
    asks = [ask for ask in _stored(view) if ask["by"] == "gm"]
    calls = [ask for kind in (X_CARD, HAND) for ask in asks if ask["kind"] == kind]
    others = [ask for ask in asks if ask not in calls]
    names = {id: creature["name"] for id, creature in view["creatures"].items()}
    return Part("inbox", "screen/_inbox.html", {"calls": calls, "inbox": view["inbox"], "asks": others, "names": names})


def _stored(view: View) -> list[View]:
    """The questions that were asked; what follows from the state alone stands with what is due."""
    due = {one["id"] for one in view["due"]}
    return [ask for ask in view["asks"] if ask["id"] not in due]


def _order_values(view: View, data: SystemData) -> dict[str, Any]:
    """The order, and of those in it what the game's own panel shows besides their names (``order_shows``)."""
    keys = ("id", "name", "kind", *data.screen.get("order_shows", ()))
    known = {id: {key: c[key] for key in keys} for id, c in view["creatures"].items()}
    fallen = {id for id, c in view["creatures"].items() if c["health"] == "down" and c["kind"] not in ("pc", "ally")}
    points = {id: 0 if id in fallen else _points(c, data) for id, c in view["creatures"].items()}
    party = [id for id in view["board"] if view["creatures"][id]["kind"] == "pc"]
    acting = view["creatures"].get(view["order"]["active"])
    shared = {"order": view["order"], "known": known, "party": party, "pools": view["trackers"]}
    return {**shared, "points": points, "acting": acting}


def _points(creature: View, data: SystemData) -> int:
    """What is left of the points that turns are made of, 0 where there are none."""
    return int(creature["trackers"].get(data.order.points or "", {}).get("value") or 0)


def _dues(view: View) -> Part:
    """What the present turn and the round's end bring, by conditions; who had no turn; what is due of all."""
    of = {due["creature"] for due in view["due"]}
    people = {id: one for id, one in view["creatures"].items() if id in of}
    found = [due for due in view["due"] if due["condition"] is not None and due["creature"] in people]
    without = [due for due in view["due"] if due["what"] == "turn" and due["creature"] in people]
    rings = [clock for clock in view["clocks"].values() if clock["rings"]]
    of_all = [due for due in view["due"] if due["creature"] is None and due["what"] not in (CLOCK, "turn")]
    values = {"dues": found, "without": without, "people": people, "rings": rings, "of_all": of_all}
    return Part("dues", "screen/_dues.html", values)


def sides(view: View) -> tuple[list[str], list[str], list[str]]:
    """Who is on the board: the party, those who are against it, and those of them who are down."""
    here = [id for id in view["board"] if view["creatures"][id]["wave"] is None]
    ours = [id for id in here if view["creatures"][id]["kind"] in OURS]
    others = [id for id in here if id not in ours]
    others.sort(key=lambda id: view["creatures"][id]["kind"] != "environment")
    down = [id for id in others if view["creatures"][id]["health"] == "down"]
    return ours, [id for id in others if id not in down], down


def _rows(seen: Seen) -> Iterator[Part]:
    view = seen.page
    ours, others, down = sides(view)
    together = alike.groups(get_system(seen.system).data, view, others)
    counts = {group[0]: len(group) for group in together}
    board = [*ours, *(id for group in together for id in group), *down]
    rows = {id: _row(seen, id, counts.get(id, 1)) for id in board}
    yield Part("rows-pc", "screen/_rows.html", {"side": "pc"}, tuple(rows[id] for id in ours))
    foes = [part for group in together for part in alike.part(group, view, rows)]
    yield Part("rows-foe", "screen/_rows.html", {"side": "foe"}, tuple(foes))
    names = [view["creatures"][id]["name"] for id in down]
    yield Part("defeated", "screen/_defeated.html", {"names": names}, tuple(rows[id] for id in down))
    yield Part("waves", "screen/_waves.html", {"waves": _waves(view)})


def _row(seen: Seen, id: str, count: int = 1) -> Part:
    view, order = seen.page, seen.page["order"]
    values = {
        "creature": view["creatures"][id],
        "count": count,
        "now": order["active"] == id,
        "next": order["active"] is None and bool(order["encounter"]) and id in order["next"],
        "due": [due for due in view["due"] if due.get("creature") == id],
        "asks": [ask for ask in _stored(view) if ask["by"] == id],
        "settings": view["settings"],
        "people": _people(view, view["creatures"][id]),
        "team": {one: creature["name"] for one, creature in view["creatures"].items() if creature["kind"] == "pc"},
    }
    return Part(f"row-{id}", template_of(seen.system, "row"), values)


def _people(view: View, creature: View) -> Mapping[str, str]:
    """The names of those whom a creature's conditions are about."""
    named = {id for one in creature["conditions"] for id in (one["source"], one["towards"], _of(one["until"]))}
    named |= {_of(reason["until"]) for one in creature["conditions"] for reason in one["reasons"]}
    found = {id: view["creatures"][id]["name"] for id in named if id is not None and id in view["creatures"]}
    return found or NOBODY


def _of(until: View | None) -> str | None:
    return until.get("creature") if until else None


def _waves(view: View) -> list[dict[str, Any]]:
    """Who waits off the board: by wave, and after them the fights that were put away."""
    found: dict[tuple[bool, str], list[str]] = {}
    for id in view["board"]:
        creature = view["creatures"][id]
        if creature["wave"] is not None:
            name = name_in(creature["wave"])
            key = (False, creature["wave"]) if name is None else (True, name)
            found.setdefault(key, []).append(creature["name"])
    return [{"parked": parked, "wave": wave, "names": names} for (parked, wave), names in sorted(found.items())]


def _acting(seen: Seen) -> Part:
    """The sheet of the one that acts; one that a page opened beside it is asked for again by the page."""
    active = seen.page["order"]["active"]
    acting = (sheet(seen, active),) if active in seen.page["creatures"] else ()
    return Part("acting", "screen/_acting.html", {"active": active}, acting)


def sheet(seen: Seen, id: str) -> Part:
    """The sheet of one creature."""
    is_active = seen.page["order"]["active"] == id
    creature = seen.page["creatures"][id]
    values = {
        "creature": creature,
        "active": is_active,
        "settings": seen.page["settings"],
        "pools": seen.page["trackers"],
        "people": _people(seen.page, creature),
        "fellows": _fellows(seen.page, id),
    }
    return Part(f"sheet-{id}", template_of(seen.system, "sheet"), values)


def _fellows(view: View, id: str) -> tuple[tuple[str, str], ...]:
    """The others of the party, with whom one may have ties."""
    ours = (view["creatures"][other] for other in view["board"] if other != id)
    return tuple((one["id"], one["name"]) for one in ours if one["kind"] in OURS)


def _around(view: View, data: SystemData) -> dict[str, str]:
    """What the game says lies over the whole scene, as it is set."""
    return {key: str(view["settings"].get(key, data.settings[key].default)) for key in data.screen.get("scene", ())}


def _clocks(view: View) -> Iterable[Part]:
    names = {id: clock["name"] for id, clock in view["clocks"].items()}
    for id, clock in view["clocks"].items():
        yield Part(f"clock-{id}", "screen/_clock.html", {"clock": clock, "linked": names.get(clock["link"] or "")})


def _result(standing: Standing, seen: Seen) -> Part:
    id = logbook.newest_roll(standing.game)
    roll = next((roll for roll in seen.page["rolls"] if roll["id"] == id), None)
    names = {id: creature["name"] for id, creature in seen.page["creatures"].items()}
    health = standing.game.system.data.health
    done = logbook.struck_since(standing.game, id, health) if id else set()
    may_be_hurt = [id for id, creature in seen.page["creatures"].items() if health in creature["trackers"]]
    values = {"roll": roll, "names": names, "done": sorted(done), "may_be_hurt": may_be_hurt}
    values["instead"] = logbook.stepped_in(standing.game, id) if id else {}
    values["left"] = logbook.left_over(standing.game, health)
    values["asks"] = seen.page["asks"]
    return Part("result", template_of(seen.system, "result"), values)


def _log(standing: Standing, words: Wording) -> Part:
    items = logbook.items(standing.game, words)
    chunks = logbook.chunks(items)
    inside = tuple(Part(f"log-{number}", "screen/_log_items.html", parts=_steps(items)) for number, items in chunks)
    return Part("log", "screen/_log.html", {"is_more": logbook.is_more(standing.game, items)}, inside)


def _steps(items: Iterable[Item]) -> tuple[Part, ...]:
    return tuple(Part(f"step-{item.step}", "screen/_log_item.html", {"item": item}) for item in items)


def _peek(standing: Standing, language: str) -> Iterator[Part]:
    """Who is before the players' eyes, as they see it: while their view is held, as it was then."""
    seen = seen_in(standing, Access("", "watch", PUBLIC_VIEWER, ""), language)
    for one in table_of(seen, language).everybody:
        yield Part(f"peek-{one.id}", "screen/_peek_line.html", {"one": one})
