"""Prepared fights as pages show them: in a line each, and line by line while one writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.services import encounters, fights
from app.services.encounters import Prepared, Row
from app.services.entries import row as in_words
from app.services.language import catalogue
from rules.core.commands.parking import PARTY
from rules.core.parked import name_in

if TYPE_CHECKING:
    from app.services.access import Access
    from app.services.house import House
    from app.services.lineup import Understood

MANY = 8  # rows that one line names


@dataclass(frozen=True, slots=True)
class PreparedFight:
    """One fight in a line: who is in it, what it costs, whom it has put away, and the rows that dice count."""

    id: str
    name: str
    note: str
    rows: str
    cost: str
    parked: Sequence[str]
    dice: Sequence[tuple[int, str, str]]


def prepared_fights(house: House, access: Access, language: str) -> list[PreparedFight]:
    """The fights that are prepared for a game, as they were made."""
    found = house.database.read(lambda db: encounters.listed(db, access))
    state = house.look(access.game_id).game.state
    return [_fight(house, access, language, one, encounters.parked(state, one)) for one in found]


def _fight(house: House, access: Access, language: str, prepared: Prepared, parked: Sequence[str]) -> PreparedFight:
    budget = fights.budget(house, access, language, prepared.rows, prepared.body.adjustments)
    return PreparedFight(
        id=prepared.id,
        name=prepared.name,
        note=prepared.body.note,
        rows=summary(prepared.rows, language),
        cost=f"{budget.spent} / {budget.points}" if budget else "",
        parked=parked,
        dice=[(n, row.amount, row.name) for n, row in enumerate(prepared.rows) if row.amount],
    )


def summary(rows: Sequence[Row], language: str) -> str:
    """Who is in a fight, in one line; a wave stands in brackets."""
    word = catalogue(language).gettext("Wave")
    texts = [_row_text(row, word) for row in rows[:MANY]]
    return ", ".join([*texts, *(["…"] if len(rows) > MANY else ())])


def _row_text(row: Row, word: str) -> str:
    amount = f"{row.amount} " if row.amount else "" if row.count == 1 else f"{row.count} "
    return f"{amount}{row.name}" + (f" ({word.lower()} {row.wave})" if row.wave else "")


@dataclass(frozen=True, slots=True)
class Shown:
    """One line as it was understood."""

    many: str
    name: str
    kind: str
    about: str
    figures: str
    hidden: bool
    until_turn: bool
    wave: str
    alias: str
    is_known: bool
    unclear: Sequence[str]


def shown(system: str, language: str, found: Sequence[Understood]) -> list[Shown]:
    """The lines of a fight as a table."""
    return [_shown(system, language, one) for one in found]


def _shown(system: str, language: str, one: Understood) -> Shown:
    row, words = one.row, in_words(system, language, one.row.creature)
    tier = f"{catalogue(language).gettext('tier')} {words.tier}" if words.tier else ""
    return Shown(
        many=row.amount or str(row.count),
        name=row.name,
        kind=words.kind,
        about="" if row.is_bare else " · ".join(filter(None, (words.kind_words, tier))),
        figures="" if row.is_bare else " · ".join(filter(None, (words.difficulty, words.thresholds, words.attack))),
        hidden=row.hidden,
        until_turn=row.hidden_until is not None,
        wave=row.wave or "",
        alias=row.alias or "",
        is_known=one.how != "unknown",
        unclear=one.unclear,
    )


def budget(
    house: House, access: Access, language: str, rows: Sequence[Row], chosen: Sequence[str]
) -> Mapping[str, Any] | None:
    """What the rows cost, in words; None for a game that measures no fights."""
    found = fights.budget(house, access, language, rows, chosen)
    return None if found is None else fights.budget_shown(found, house.look(access.game_id).head.system, language)


def enemies(view: Mapping[str, Any]) -> list[str]:
    """Who of a game is no party and not put away, by name."""
    every = (view["creatures"][id_] for id_ in view["board"])
    return [c["name"] for c in every if c["kind"] not in PARTY and name_in(c["wave"]) is None]
