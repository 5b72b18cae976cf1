"""Damage and healing for several in one entry: what was typed, what each takes of it, and what comes of that."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from app.errors import Fault, InvalidInput, NotFound
from app.services import forms
from app.settings import LANGUAGES
from rules import content, get_system
from rules.core.damage import halved
from rules.core.decide import known_commands
from rules.core.system import SystemData

if TYPE_CHECKING:
    from app.services.desk import Desk, Outlook

MOST_TARGETS = 60
LONGEST = 60
LEAST_LETTERS = 2  # of a type's name, for "fi" to mean fire
HALF = ("half", "½", "пол", "половина", "половину")
NONE = ("none", "0", "нет", "мимо")
DIRECT = ("direct", "прямой", "прямо", "напрямую")
NUMBER = re.compile(r"(?P<sign>[+]?)(?P<amount>\d{1,4})")


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """How a game's command for damage is written: where the amount stands, the types, a band that was called.

    ``heals`` is the tracker that healing mends; without it there is a command for that. With ``any_type`` a word that
    says nothing else is the type, as it was typed.
    """

    amount: str = "amount"
    type: str = "damage_type"
    types: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    band: str = "band"
    first: str = ""  # the type where none is named
    halves: Literal["down", "up"] = "down"
    heals: str | None = None
    any_type: bool = False


@dataclass(frozen=True, slots=True)
class Blow:
    """What an entry says: an amount or a band, half of it or nothing, healing, the types; ``unclear`` what it is not.

    Empty where nothing was typed.
    """

    amount: int | None = None
    band: str = ""
    heals: bool = False
    half: bool = False
    none: bool = False
    direct: bool = False
    types: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()

    @property
    def is_said(self) -> bool:
        return self.amount is not None or bool(self.band) or self.none


@dataclass(frozen=True, slots=True)
class Line:
    """One target: its share of the entry, its own amount, and what would happen to it; None where nothing is said."""

    creature: Mapping[str, Any]
    share: str
    own: str
    look: Outlook | None
    changes: Sequence[tuple[str, tuple[int, int]]] = ()
    numbers: Sequence[tuple[str, str]] = ()  # that no sheet has, as they were typed


def shape_of(data: SystemData) -> Shape:
    """How this game writes damage."""
    if data.damage is not None:
        return Shape(types=data.damage.types, halves=data.damage.halves)
    return msgspec.convert(data.screen.get("blow", {}), Shape)


def read_blow(system: str, text: str) -> Blow:
    """What was typed, in the words of any language: "12 fire", "half", "+5", "major"."""
    shape = shape_of(get_system(system).data)
    found = Blow()
    for token in text[:LONGEST].casefold().replace(",", " ").split():
        found = _with(found, token, system, shape)
    return found


def _with(blow: Blow, token: str, system: str, shape: Shape) -> Blow:
    match = NUMBER.fullmatch(token)
    if match and blow.amount is None:
        return replace(blow, amount=int(match["amount"]), heals=bool(match["sign"]))
    if token in HALF:
        return replace(blow, half=True)
    if token in NONE:
        return replace(blow, none=True)
    if token in DIRECT:
        return replace(blow, direct=True)
    if band := _named(system, "bands", shape.bands, token):
        return replace(blow, band=band)
    if kind := _named(system, "types", shape.types, token):
        return replace(blow, types=(*blow.types, kind))
    if shape.any_type and not blow.types and token.isalpha():
        return replace(blow, types=(token,))
    return replace(blow, unclear=(*blow.unclear, token))


def _named(system: str, section: str, keys: Iterable[str], token: str) -> str:
    """The key whose word in any language begins with what was typed."""
    if len(token) < LEAST_LETTERS:
        return ""
    words = [content.words(system, language) for language in LANGUAGES]
    said = ((key, (key, *(one.word(section, key) or "" for one in words))) for key in keys)
    return next((key for key, names in said if any(name.casefold().startswith(token) for name in names)), "")


def targets(desk: Desk) -> list[str]:
    """Whom the entry is for: those that are marked and on the board."""
    known = [id for id in dict.fromkeys(desk.all("each")) if id in desk.view["creatures"]]
    if not known or "take_damage" not in known_commands(get_system(desk.seen.system)):
        raise NotFound("unknown-creature")
    return known[:MOST_TARGETS]


def lines(desk: Desk) -> list[Line]:
    """Each target with what would happen to it."""
    seated = desk.seated
    return [_line(desk, id, seated) for id in targets(desk)]


def _line(desk: Desk, id: str, seated: Collection[str]) -> Line:
    creature = desk.view["creatures"][id]
    command = _command(desk, id, seated)
    look = desk.preview([command]) if command else None
    pools = [key for key, tracker in creature["trackers"].items() if tracker["kind"] == "pool"]
    changes = [(key, change) for key in pools if look and (change := look.change(id, key))]
    return Line(creature, desk.given(f"_share/{id}"), desk.given(f"_own/{id}"), look, changes, _numbers(desk, id, look))


def _numbers(desk: Desk, id: str, look: Outlook | None) -> list[tuple[str, str]]:
    """The numbers that are asked for, and those that were typed already."""
    head = f"_with/{id}/parameters/"
    typed = {name.removeprefix(head): value for name, value in desk.fields if name.startswith(head) and value}
    asked = [str(need["number"]) for need in (look.needs if look else ()) if "number" in need]
    return [(key, typed.get(key, "")) for key in dict.fromkeys([*typed, *asked])]


def commands(desk: Desk) -> list[dict[str, Any]]:
    """The commands of the entry: one for each who takes something of it; raises InvalidInput where nobody does."""
    seated = desk.seated
    found = [command for id in targets(desk) if (command := _command(desk, id, seated)) is not None]
    if not found:
        raise InvalidInput(Fault("/amount", "missing", {"field": "amount"}))
    return found


def _command(desk: Desk, id: str, seated: Collection[str]) -> dict[str, Any] | None:
    """What this target takes; None where that is nothing, or nothing was said."""
    system = desk.seen.system
    whole, own = read_blow(system, desk.given("_entry")), read_blow(system, desk.given(f"_own/{id}"))
    blow = _shared(whole, own, desk.given(f"_share/{id}"))
    if blow.none or not blow.is_said:
        return None
    fields = [
        *_fields(get_system(system).data, id, blow),
        *([] if blow.heals else _of_line(desk, id, seated)),
    ]
    return forms.commands_of(system, fields)[0]


def _shared(whole: Blow, own: Blow, share: str) -> Blow:
    """The entry as one target takes it: its own amount goes first, its own half of the whole counts too."""
    if own.is_said:
        return replace(own, types=own.types or whole.types, direct=own.direct or whole.direct)
    half = whole.half or own.half or share == "half"
    types = own.types or whole.types
    return replace(whole, half=half, none=whole.none or share == "none", types=types)


def _fields(data: SystemData, id: str, blow: Blow) -> Iterator[tuple[str, str]]:
    shape = shape_of(data)
    amount = _amount(shape, blow)
    if blow.heals:
        base = {"type": "heal", "creature": id, "amount": amount}
        if shape.heals:
            mended = amount if data.trackers[shape.heals].counts == "left" else -amount
            base = {"type": "adjust_tracker", "creature": id, "tracker": shape.heals, "by": mended}
        yield "command", msgspec.json.encode(base).decode()
        return
    yield "command", msgspec.json.encode({"type": "take_damage", "creature": id}).decode()
    if blow.band and blow.amount is None:
        yield shape.band, blow.band
        return
    yield shape.amount, str(amount)
    for kind in blow.types or ((shape.first,) if shape.first else ()):
        yield shape.type, kind


def _amount(shape: Shape, blow: Blow) -> int:
    amount = blow.amount or 0
    return halved(amount, shape.halves) if blow.half else amount


def _of_line(desk: Desk, id: str, seated: Collection[str]) -> Iterator[tuple[str, str]]:
    """What a target's own fields say besides: ``_with/<id>/<field>``, and what is said for all, ``_all/<field>``.

    A character at whose place nobody sits is not asked anything.
    """
    command = known_commands(get_system(desk.seen.system))["take_damage"]
    is_asked = "ask" in command.__struct_fields__ and desk.view["creatures"][id]["kind"] == "pc"
    if is_asked and id not in seated:
        yield "ask", "false"
    is_direct = any(read_blow(desk.seen.system, desk.given(name)).direct for name in ("_entry", f"_own/{id}"))
    if is_direct:
        yield "direct", "true"
    for name, value in desk.fields:
        head, _, field = name.partition(f"_with/{id}/")
        if not head and field and value:
            yield field, value
        if name.startswith("_all/") and value:
            yield name.removeprefix("_all/"), value


def fields_for(system: str, language: str, thens: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The fields of the drawer in which the same damage waits for several; empty where it is not the same."""
    shape, plain = shape_of(get_system(system).data), [dict(forms.fields_of(then)) for then in thens]
    alike = [
        {name: value for name, value in fields.items() if name not in ("creature", shape.type)} for fields in plain
    ]
    if len(plain) < 2 or any(fields != alike[0] for fields in alike) or shape.amount not in alike[0]:
        return []
    words = content.words(system, language)
    kinds = [value for name, value in forms.fields_of(thens[0]) if name == shape.type]
    entry = " ".join([alike[0][shape.amount], *(words.word("types", kind) or kind for kind in kinds)])
    more = [(f"_all/{name}", alike[0][name]) for name in ("attacker", "direct") if name in alike[0]]
    return [*(("each", fields["creature"]) for fields in plain), ("_entry", entry), *more]
