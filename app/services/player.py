"""A player's pages in fragments: their own sheet, their rolls, and the table as it is shown to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_other
from functools import cache
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from app.services import logbook
from app.services.access import Access
from app.services.games import Seen, seen_in, shown_to
from app.services.house import Standing
from app.services.render import MEMO, Drawn, Frame, Part, with_parts
from app.services.table import Mark, Table, Track, table_of
from app.services.templating import TEMPLATES, signed
from app.services.wording import wording
from rules import get_system
from rules.core.project import project
from rules.core.system import SystemData

PAGE = "player"
ROLLED = ("experience", "weapon", "attack")  # kinds of features that are used by rolling with them


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the sheet that stands large; a pair stands as one."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question."""

    name: str
    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Field:
    """A number that an answer may need."""

    name: str
    words: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Question:
    """An open question to this player. ``data`` are the facts that its text is made of."""

    id: str
    kind: str
    title: str
    data: Mapping[str, Any]
    choices: tuple[Choice, ...]
    fields: tuple[Field, ...]


def frame_of(seen: Seen, language: str) -> Frame:
    """What all templates of a player's page get. Their addresses are relative: two links may lead to one page."""
    fixed = {
        "system": seen.system,
        "data": get_system(seen.system).data,
        "word": word_of(seen.system, language),
        "url": "commands",
    }
    return Frame(PAGE, seen.id, seen.viewer.key, language, fixed)


def word_of(system: str, language: str) -> Callable[[str, str], str]:
    """How templates ask for the game's own words."""
    words = wording(system, language).words
    return lambda section, key: words.word(section, key) or key.replace("_", " ")


def drawn_in(standing: Standing, access: Access, language: str) -> Drawn:
    """The page of this player, or of one who looks on, as the game stands."""
    seen = seen_in(standing, access, language)
    frame = frame_of(seen, language)
    is_over = logbook.is_over(shown_to(standing, access.viewer))
    drawn = MEMO.draw(frame, seen.version, lambda: parts(seen, language, _reckoned(standing, access), is_over=is_over))
    if access.role != "watch":
        return drawn
    return with_parts(drawn, frame, [_shown(table_of(seen, language), f"/s/{access.token}/")])


def _reckoned(standing: Standing, access: Access) -> Mapping[str, Any]:
    """What the game reckons of the own creature of a seat, as it stands in what the seat is shown."""
    game = shown_to(standing, access.viewer)
    seen = replace(project(game.system, game.state, access.viewer), settings=game.state.settings)
    own = seen.creatures.get(access.viewer.creature or "")
    return {} if own is None or own.gone else game.system.standing(game.system, seen, own)


def parts(
    seen: Seen, language: str, reckoned: Mapping[str, Any] = MappingProxyType({}), *, is_over: bool = False
) -> Iterator[Part]:
    """Every fragment of the pages; each page shows those that it has a place for. ``is_over`` is the evening."""
    table = table_of(seen, language)
    order = table.view["order"]
    yield Part("scene", "player/_scene.html", {"time": table.view["time"], "is_over": is_over})
    now = {"active": table.active(), "policy": order["policy"], "round": table.round(), "is_over": is_over}
    now["is_on"] = bool(order["encounter"] or order["active"] or order["next"])  # in rounds nobody acts without a fight
    yield Part("nowbar", "player/_now.html", now)
    yield _shown(table)
    yield Part("table", "player/_table.html", _table(table))
    own = table.view["creatures"].get(seen.viewer.creature or "")
    if own is not None:
        yield from _seat(table, own, reckoned)


def _shown(table: Table, path: str = "") -> Part:
    """What the GM shows. On a seat's pages the address of a picture is relative, as all there are."""
    return Part("shown", "player/_shown.html", {"shown": table.shown(), "path": path})


def _table(table: Table) -> dict[str, Any]:
    return {
        "pools": table.pools(),
        "clocks": table.clocks(),
        "last_roll": table.last_roll(),
        "who": table.everybody,
    }


def _seat(table: Table, own: Mapping[str, Any], reckoned: Mapping[str, Any]) -> Iterator[Part]:
    order = table.view["order"]
    yield Part("asks", "player/_asks.html", _asks(table, own))
    yield Part("me", "player/_me.html", _me(table, own, reckoned))
    yield Part("deeds", template_of(table.system, "deeds"), _deeds(table, own, reckoned))
    is_up = any(one["kind"] == "hand" for one in table.view["waits"])
    yield Part("hand", "player/_hand.html", {"creature": own["id"], "is_up": is_up})
    yield Part("turn", "player/_turn.html", {"turn": _turn(table, own["id"]), "waits": _waits(table, own["id"])})
    held = {"reckoned": reckoned, "conditions": tuple(one["key"] for one in own["conditions"])}
    yield Part("picks", template_of(table.system, "picks"), {**_picks(table, own), **held})
    yield Part("arms", template_of(table.system, "arms"), _picks(table, own))
    waits = next((one for one in table.view["waits"] if one["kind"] == "difficulty"), None)
    mine = next((roll for roll in table.view["rolls"] if roll["creature"] == own["id"]), None)
    result = {"roll": mine, "waits": waits, "active": order["active"] == own["id"]}
    yield Part("result", template_of(table.system, "result"), result)
    yield Part("newest", "player/_newest.html", {"roll": mine["id"] if mine else "", "waits": waits is not None})


@cache
def template_of(system: str, noun: str) -> str:
    """The game's own template of a part, else one that all share."""
    own = f"{system}/_seat_{noun}.html"
    return own if (TEMPLATES / own).exists() else f"player/_{noun}.html"


def _me(table: Table, own: Mapping[str, Any], reckoned: Mapping[str, Any]) -> dict[str, Any]:
    named = tuple(Track(t.key, t.mark, t.value, t.max, t.words) for t in table.tracks(own))
    return {
        "creature": {"id": own["id"], "name": own["name"]},
        "calling": own["features"].get("calling", {}).get("name", ""),
        "level": own["numbers"].get("level"),
        "numbers": numbers(table, own, reckoned),
        "tracks": named,
        "counts": table.counts(own),
        "boxes": table.boxes(own),
        "dice": table.dice(own),
        "conditions": [_on_you(table, mark) for mark in table.marks(own)],
        "last_roll": table.last_roll(),
    }


def _on_you(table: Table, mark: Mark) -> Mark:
    """A condition as it is told to the one who has it, where the game has words for that."""
    told = table.wording.words.word("on_you", mark.key)
    return with_other(mark, summary=told) if told else mark


def _asks(table: Table, own: Mapping[str, Any]) -> dict[str, Any]:
    """The open questions of this seat, and what an answer may be rolled with."""
    means = {"traits": _picks(table, own)["traits"], "sheet": own["features"], "trackers": own["trackers"]}
    return {"asks": questions(table), "people": _people(table), **means}


def _deeds(table: Table, own: Mapping[str, Any], reckoned: Mapping[str, Any]) -> dict[str, Any]:
    """Who may be helped and with what of the sheet, for what else this player can do; what the game reckons of it.

    ``may_act`` says that nobody else has the turn, ``fights`` that a fight is on.
    """
    picks = _picks(table, own)
    of_sheet = {"traits": picks["traits"], "sheet": own["features"], "remembered": table.view["order"]["memory"]}
    of_sheet |= {"trackers": own["trackers"], "targets": picks["targets"], "numbers": own["numbers"]}
    of_sheet |= {"reckoned": reckoned, "conditions": own["conditions"], "others": _others(table, own["id"])}
    order, creature = table.view["order"], {"id": own["id"], "name": own["name"]}
    of_sheet |= {"may_act": order["active"] in (None, own["id"]), "fights": order["encounter"] is not None}
    return {**of_sheet, "creature": creature, "allies": picks["allies"], "features": list(_priced(table, own))}


def _others(table: Table, own: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Everybody else: the id, the name, and the keys of the conditions that this player sees."""
    others = (one for one in table.everybody if one.id != own)
    return tuple((one.id, one.name, tuple(mark.key for mark in one.conditions)) for one in others)


def _priced(table: Table, own: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The features that take something: key, name and what they take, in words."""
    for key, feature in own["features"].items():
        cost = feature["facts"].get("cost")
        if feature["kind"] in ROLLED or not isinstance(cost, Mapping):
            continue
        taken = [(table.word("trackers", str(of)), by) for of, by in cost.items() if isinstance(by, int) and by > 0]
        yield key, feature["name"], ", ".join(f"{words}: {by}" for words, by in taken)


def numbers(table: Table, own: Mapping[str, Any], reckoned: Mapping[str, Any]) -> tuple[Number, ...]:
    """What stands large on the phone: as the game says, else the numbers that others roll against.

    Where the game reckons what is left of a number, as of a Speed under conditions, that stands there.
    """
    rows = phone_numbers(table.data)
    known = {**own["numbers"], **reckoned}
    found = [(keys, [known.get(key) for key in keys]) for keys in rows]
    return tuple(
        Number("/".join(map(str, values)), table.word("numbers", "+".join(keys)))
        for keys, values in found
        if all(value is not None for value in values)
    )


def phone_numbers(data: SystemData) -> Sequence[Sequence[str]]:
    placed: Sequence[Sequence[str]] = data.screen.get("phone", {}).get("numbers", ())
    return placed or [[key] for key, spec in data.numbers.items() if spec.against]


def questions(table: Table) -> tuple[Question, ...]:
    """The open questions of this seat."""
    return tuple(_question(table, ask) for ask in table.view["asks"])


def _question(table: Table, ask: Mapping[str, Any]) -> Question:
    properties: Mapping[str, Any] = ask["schema"].get("properties", ask["schema"])
    choices = [choice for name, form in properties.items() for choice in _choices(table, ask["kind"], name, form)]
    fields = [_field(table, name, form) for name, form in properties.items() if form.get("type") == "integer"]
    title = table.word("questions", ask["kind"])
    return Question(ask["id"], ask["kind"], title, ask["data"], tuple(choices), tuple(fields))


def _choices(table: Table, kind: str, name: str, form: Mapping[str, Any]) -> Iterator[Choice]:
    for value in _values(form):
        words = table.wording.words.word("answers", f"{kind}-{value}") or table.wording.words.word("answers", value)
        yield Choice(name, value, words or value.replace("_", " "))


def _values(form: Mapping[str, Any]) -> tuple[str, ...]:
    """What a part of an answer may be, where that is a choice."""
    if "const" in form:
        return (str(form["const"]).lower(),)
    return ("true", "false") if form.get("type") == "boolean" else tuple(map(str, form.get("enum", ())))


def _field(table: Table, name: str, form: Mapping[str, Any]) -> Field:
    known = table.wording.words
    words = known.word("trackers", name) or known.word("parameters", name) or table.word("numbers", name)
    return Field(name, words, int(form.get("minimum", -9999)), int(form.get("maximum", 9999)))


def _people(table: Table) -> dict[str, str]:
    """The names of those whom this player sees."""
    return {id: one["name"] for id, one in table.view["creatures"].items()}


def _turn(table: Table, own: str) -> dict[str, Any] | None:
    """The command of the one large button: pass the turn on, or ask for it."""
    if table.view["order"]["active"] == own:
        return {"type": "end_turn", "creature": own}
    asks = table.data.screen.get("phone", {}).get("asks_with")
    if asks:
        return {"type": asks, "creature": own}
    return {"type": "begin_turn", "creature": own} if own in table.view["order"]["next"] else None


def _waits(table: Table, own: str) -> bool:
    """Whether this seat has asked for the turn already."""
    return own in table.view["order"]["memory"].get("asked", ())


def _against(table: Table, id_: str) -> str:
    """The number that a roll at this one has to reach, where players may know it."""
    numbers: Mapping[str, int] = table.view["creatures"][id_].get("numbers") or {}
    known = [key for key, spec in table.data.numbers.items() if spec.against and key in numbers]
    return f"{table.word('numbers', known[0])} {numbers[known[0]]}" if len(known) == 1 else ""


def _picks(table: Table, own: Mapping[str, Any]) -> dict[str, Any]:
    """What a roll of this player may be made with, and at whom."""
    sheet = own["numbers"]
    groups = table.data.screen.get("phone", {}).get("picks", ("traits",))
    numbers_of = {key: spec.group for key, spec in table.data.numbers.items() if spec.group in groups}
    traits = [key for key in numbers_of if sheet.get(key) is not None]
    others = [one for one in table.everybody if one.kind == "adversary"]
    return {
        "creature": own["id"],
        "traits": [(key, table.word("numbers", key), signed(sheet[key])) for key in traits],
        "features": {key: feature for key, feature in own["features"].items() if feature["kind"] != "feature"},
        "allies": [(one.id, one.name) for one in table.everybody if one.kind == "pc" and one.id != own["id"]],
        "dice": (*table.dice(own), *table.dice(table.view)),
        "remembered": table.view["order"]["memory"],
        "targets": [(one.id, one.name, _against(table, one.id)) for one in others],
    }
