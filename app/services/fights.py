"""Prepared fights in play: started, put away as they stand, brought back; measured; and made from the board."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlmodel import Session

from app.errors import NotFound, Problem
from app.services import encounters, library, play
from app.services.access import Access
from app.services.copying import base_name, own_alias, spec_of
from app.services.encounters import Body, Prepared, Row
from app.services.games import Seen, see
from app.services.house import House, stand
from app.services.play import Ask, Done
from app.services.wording import wording
from rules import get_system
from rules.core.budget import Budget, Fight, Foe
from rules.core.commands.parking import PARTY
from rules.core.parked import name_in

DICE = re.compile(r"(?P<dice>\d*)d(?P<sides>\d+)(?P<more>[+-]\d+)?")
Command = dict[str, Any]


def start(
    house: House,
    ask: Ask,
    prepared: Prepared,
    *,
    hidden: bool = False,
    dice: Mapping[str, Any] | None = None,
    physical: bool = False,
) -> Done:
    """Put the fight on the board as one step: its waves wait, ``hidden`` hides all of it.

    ``dice`` has faces for rows that come in an amount of dice, by the row's number from 0; with any of them, or
    ``physical``, those that lack are asked for.
    """
    coming = [n for n, row in enumerate(prepared.rows) if row.count or row.amount]
    if not coming:
        raise Problem("nothing-to-start")
    system = house.look(ask.access.game_id).head.system
    specs = house.database.read(lambda db: _cards(db, ask.access, system, prepared.rows))
    given, asks = dict(dice or {}), physical or bool(dice)
    commands = [_command(prepared.rows[n], specs[n], hidden, given.get(str(n)), asks) for n in coming]
    return _brought(house, ask, commands, coming)


def _brought(house: House, ask: Ask, commands: Sequence[Command], coming: Sequence[int]) -> Done:
    """Carry the commands out; dice that lack are asked for by the row that they are for."""
    try:
        return play.play(house, ask, commands)
    except Problem as problem:
        if problem.code != "input-needed":
            raise
        needs = [_need(one, coming) for one in problem.more["needs"]]
        raise Problem("input-needed", more={"needs": needs}) from problem


def _need(need: Mapping[str, Any], coming: Sequence[int]) -> dict[str, Any]:
    """Dice that lack, by the row that they are for."""
    plain = {key: value for key, value in need.items() if key != "command"}
    return {**plain, "dice": str(coming[need.get("command", 0)])}


def _cards(db: Session, access: Access, system: str, rows: Sequence[Row]) -> list[str | None]:
    """The card of each row whose copy is still what the card says: what comes from it may name it."""
    states = encounters.library_states(db, access, system, rows)
    return [row.card if state == "same" else None for row, state in zip(rows, states, strict=True)]


def _command(row: Row, card: str | None, hidden: bool, faces: Any, physical: bool) -> Command:
    creature = {**row.creature, "name": row.name, "hidden": row.hidden or hidden}
    creature |= {"hidden_until": row.hidden_until, "alias": row.alias, "wave": row.wave, "card": card}
    if row.amount is None:
        return {"type": "add_creatures", "creature": creature, "count": row.count}
    rolled = {} if faces is None else {"dice": {"amount": faces}}
    return {"type": "add_creatures", "creature": creature, "amount": row.amount, "physical": physical, **rolled}


def park(house: House, ask: Ask, prepared: Prepared, creatures: Sequence[str] = ()) -> Done:
    """Put the enemies that are on the board away into this encounter as they stand, or those named, as one step."""
    if ask.preview:
        label = prepared.body.label or prepared.name.replace("/", "-")[:60]
        return play.play(house, ask, [park_command(label, creatures)])
    return play.play_made(house, ask, lambda db: [park_command(_labelled(db, house, ask.access, prepared), creatures)])


def keep_and_park(house: House, ask: Ask, name: str, rows: Sequence[Row]) -> Done:
    """Make an encounter of these rows and put the board away into it: both, or neither."""

    def made(db: Session) -> list[Command]:
        prepared = encounters.create(db, ask.access, name, Body(rows=tuple(rows)))
        db.flush()
        return [park_command(_labelled(db, house, ask.access, prepared))]

    return play.play_made(house, ask, made)


def park_command(label: str, creatures: Sequence[str] = ()) -> Command:
    return {"type": "park", "name": label, "creatures": list(creatures)}


def _labelled(db: Session, house: House, access: Access, prepared: Prepared) -> str:
    """The name under which it is put away, kept with it."""
    label = encounters.label_for(db, house, access, prepared)
    if label != prepared.body.label:
        encounters.change(db, house, access, prepared.id, {"label": label})
    return label


def resume(house: House, ask: Ask, prepared: Prepared) -> Done:
    """Bring back what was put away into this encounter, as one step."""
    if not prepared.body.label:
        raise Problem("nobody-parked")
    return play.play(house, ask, [{"type": "resume", "name": prepared.body.label}])


def from_board(house: House, access: Access, seen: Seen) -> list[Row]:
    """The enemies on the board and in its waves as rows, as they were before the fight: equals are one row."""
    every = [seen.view["creatures"][id_] for id_ in seen.view["board"]]
    theirs = [c for c in every if c["kind"] not in PARTY and name_in(c["wave"]) is None]
    cards = {c["card"] for c in theirs if c["card"]}
    specs = house.database.read(
        lambda db: {card: library.spec_of(db, access.account, seen.system, card) for card in cards}
    )
    found: dict[bytes, Row] = {}
    for creature in theirs:
        row = _row_of(seen.system, creature, specs.get(creature["card"]))
        key = msgspec.json.encode(row, order="sorted")
        known = found.get(key)
        found[key] = row if known is None else msgspec.structs.replace(known, count=min(100, known.count + 1))
    return list(found.values())


def _row_of(system: str, creature: Mapping[str, Any], card_spec: Mapping[str, Any] | None) -> Row:
    spec = spec_of(system, creature)
    card = spec.pop("card")
    name = base_name(creature["name"])
    is_like_card = card_spec is not None and _holds(spec, card_spec)
    return Row(
        name=name,
        hidden=creature["hidden"],
        hidden_until=creature["hidden_until"],
        wave=creature["wave"],
        alias=own_alias(creature),
        card=card if is_like_card else None,
        creature=card_spec if card_spec is not None and is_like_card else {**spec, "name": name},
    )


def _holds(spec: Mapping[str, Any], card: Mapping[str, Any]) -> bool:
    """Whether a creature has everything that its card says."""
    return all(
        spec.get(part, {}).get(key) == ({"facts": {}, **value} if part == "features" else value)
        for part in library.PARTS
        for key, value in card.get(part, {}).items()
    )


def budget(house: House, access: Access, language: str, rows: Sequence[Row], chosen: Sequence[str]) -> Budget | None:
    """What the party of the game may face and what these rows cost; None for a game that has no measure of it."""
    seen = see(house, access, language)
    measure = get_system(seen.system).budget
    if measure is None:
        return None
    here = [seen.view["creatures"][id_] for id_ in seen.view["board"]]
    party = [c["numbers"] for c in here if c["kind"] == "pc" and c["wave"] is None]
    return measure(Fight(party, [_foe(row) for row in rows if row.kind not in PARTY], frozenset(chosen)))


def _foe(row: Row) -> Foe:
    about = row.creature.get("features", {}).get("about", {}).get("facts", {})
    return Foe(row.name, row.kind, about, average(row.amount) if row.amount else row.count)


def average(amount: str) -> int:
    """How many the dice bring on average, halves up."""
    found = DICE.fullmatch(amount)
    assert found is not None
    twice = int(found["dice"] or 1) * (int(found["sides"]) + 1) + 2 * int(found["more"] or 0)
    return max(0, -(-twice // 2))


def budget_shown(found: Budget, system: str, language: str) -> dict[str, Any]:
    """A budget in the words of a language, as the API answers it."""
    words = wording(system, language).words

    def say(section: str, key: str) -> str:
        return words.word(section, key) or key

    def type_word(key: str) -> str:
        return words.word("roles", key) or say("budget", key or "unknown")

    return {
        "unit": say("budget", "points"),
        "points": found.points,
        "spent": found.spent,
        "left": found.left,
        "adjustments": [
            {"key": one.key, "name": say("budget", one.key), "by": one.by, "counts": one.counts, "by_hand": one.by_hand}
            for one in found.adjustments
        ],
        "costs": [
            {"type": one.type, "name": type_word(one.type), "count": one.count, "points": one.points}
            for one in found.costs
        ],
    }


def budget_of(house: House, access: Access, language: str, prepared: Prepared) -> dict[str, Any]:
    """The budget of an encounter; raises NotFound ``no-budget`` for a game that measures none."""
    found = budget(house, access, language, prepared.rows, prepared.body.adjustments)
    if found is None:
        raise NotFound("no-budget")
    return budget_shown(found, house.look(access.game_id).head.system, language)


def updated(db: Session, house: House, access: Access, prepared: Prepared) -> Prepared:
    """The encounter with what the library says now of its creatures. For use within a write."""
    system = stand(house, db, access.game_id).head.system
    rows = encounters.updated_rows(db, access, system, prepared.rows)
    return encounters.change(db, house, access, prepared.id, {"rows": rows})
