"""The report of an evening in words: for programs, for a page, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.errors import NotFound
from app.services.access import Access
from app.services.games import shown_to
from app.services.house import House, Standing
from app.services.language import catalogue
from app.services.tabular import markdown_cell
from app.services.templating import decimal
from app.services.wording import Wording, wording
from rules.core import log
from rules.core.history import Game
from rules.core.odds import written
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer
from rules.core.report import Figures, Report, report

FOR = {"gm": GM_VIEWER, "players": PUBLIC_VIEWER}
KINDS = ("pc", "ally", "adversary", "environment")


@dataclass(frozen=True, slots=True)
class Told:
    """A report with what it takes to say it: whose names, in which words."""

    standing: Standing
    viewer: Viewer
    language: str
    found: Report

    @property
    def game(self) -> Game:
        return shown_to(self.standing, self.viewer)

    @property
    def said(self) -> Wording:
        return wording(self.game.system.key, self.language)

    def name(self, id: str) -> str:
        return log.name_for(self.game.state, self.viewer, id)

    def kind(self, id: str) -> str:
        return self.game.state.creatures[id].kind

    def gettext(self, text: str) -> str:
        return catalogue(self.language).gettext(text)

    @property
    def in_order(self) -> list[str]:
        """The party first, then the others, each as they came to the board."""
        return sorted(self.found.creatures, key=lambda id: KINDS.index(self.kind(id)) if self.kind(id) in KINDS else 9)


def tell(house: House, access: Access, language: str, audience: str = "gm", session: int | None = None) -> Told:
    """The report for the GM, or for players; through a link always what that link may know.

    Raises NotFound for a session that was not.
    """
    standing = house.look(access.game_id)
    viewer = FOR[audience] if access.is_gm else access.viewer
    game = shown_to(standing, viewer)
    found: Report = standing.once(("report", viewer.key), lambda: report(game, viewer))
    if session is not None:
        if session not in found.sessions:  # looked for in what is kept: nothing is worked out for any number asked for
            raise NotFound
        found = standing.once(("report", viewer.key, str(session)), lambda: report(game, viewer, session))
    return Told(standing, viewer, language, found)


# --- for programs


def answer(told: Told) -> dict[str, Any]:
    """The report as the API answers it."""
    found = told.found
    return {
        "session": found.session,
        "sessions": list(found.sessions),
        "sittings": [
            {"session": one.session or None, "began": one.began, "ended": one.ended, "seconds": int(one.seconds)}
            for one in found.sittings
        ],
        "seconds": int(found.seconds),
        "rounds": found.rounds,
        "encounters": found.encounters,
        "creatures": [
            {"id": id, "name": told.name(id), "kind": told.kind(id), **_figures(told, found.creatures[id])}
            for id in told.in_order
        ],
        "game": _figures(told, found.game),
        "total": _figures(told, found.total),
    }


def _figures(told: Told, figures: Figures) -> dict[str, Any]:
    return {
        "turns": figures.turns,
        "seconds": int(figures.seconds),
        "damage_dealt": figures.dealt,
        "damage_taken": figures.taken,
        "health_lost": figures.lost,
        "health_regained": figures.regained,
        "downs": figures.downs,
        "currencies": {key: {"gained": flow.gained, "spent": flow.spent} for key, flow in figures.flows.items()},
        "conditions": [
            {"key": key, "name": told.said.condition(key), "count": count}
            for key, count in sorted(figures.conditions.items())
        ],
        "rolls": figures.rolls,
        "weighed": figures.weighed,
        "luck": written(figures.luck),
    }


# --- for people


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report as a page shows it: a name, and a cell for each heading."""

    id: str
    name: str
    kind: str
    cells: tuple[str, ...]


def page_values(told: Told) -> dict[str, Any]:
    """What a page of the report is drawn from."""
    found = told.found
    headings = _headings(told)
    return {
        "session": found.session,
        "sessions": found.sessions,
        "facts": list(_facts(told)),
        "headings": headings,
        "rows": _rows(told),
        "luck": luck_says(told.language),
        "is_empty": not found.creatures and found.game.is_empty,
    }


def _facts(told: Told) -> Iterator[tuple[str, str]]:
    """The evening as a whole: how long, how many rounds, what came and went in the game."""
    found, total = told.found, told.found.total
    yield told.gettext("Time at the table"), duration(found.seconds, told.language)
    if found.encounters:
        yield told.gettext("Fights"), str(found.encounters)
    if found.rounds:
        yield told.gettext("Rounds"), str(found.rounds)
    for key, flow in found.game.flows.items():
        yield told.said.words.word("trackers", key) or key, _moved(flow.gained, flow.spent)
    yield told.gettext("Rolls"), str(total.rolls)
    if total.weighed:
        yield told.gettext("Luck of everyone"), luck_text(total, told.language)


def _currencies(told: Told) -> list[str]:
    """The currencies that anybody had, in the game's order."""
    moved = {key for figures in told.found.creatures.values() for key in figures.flows}
    return [key for key in told.game.system.data.report.currencies if key in moved]


def _headings(told: Told) -> list[str]:
    key = told.game.system.data.health
    health = (told.said.words.word("trackers", key) if key else None) or told.gettext("Health")
    return [
        told.gettext("Turns"),
        told.gettext("Time"),
        told.gettext("Damage dealt"),
        told.gettext("Damage taken"),
        health,
        told.gettext("Downs"),
        *(told.said.words.word("trackers", key) or key for key in _currencies(told)),
        told.gettext("Conditions"),
        told.gettext("Rolls"),
        told.gettext("Luck"),
    ]


def _rows(told: Told) -> list[Row]:
    found = told.found
    rows = [Row(id, told.name(id), told.kind(id), _cells(told, found.creatures[id])) for id in told.in_order]
    if found.game.rolls:
        rows.append(Row("", told.gettext("Rolls without a character"), "", _cells(told, found.game)))
    return [*rows, Row("", told.gettext("In all"), "total", _cells(told, found.total))] if rows else []


def _cells(told: Told, figures: Figures) -> tuple[str, ...]:
    flows = [figures.flows.get(key) for key in _currencies(told)]
    conditions = ", ".join(
        f"{told.said.condition(key)}{f' ×{count}' if count > 1 else ''}" for key, count in figures.conditions.items()
    )
    return (
        _count(figures.turns),
        duration(figures.seconds, told.language) if figures.turns else "",
        _count(figures.dealt),
        _count(figures.taken),
        _moved(figures.regained, figures.lost),
        _count(figures.downs),
        *(_moved(flow.gained, flow.spent) if flow else "" for flow in flows),
        conditions,
        _count(figures.rolls),
        luck_text(figures, told.language) if figures.weighed else "",
    )


def _count(number: int) -> str:
    return str(number) if number else ""


def _moved(gained: int, lost: int) -> str:
    """What came and what went: "+2 −5"."""
    return " ".join(part for part in (f"+{gained}" * bool(gained), f"\N{MINUS SIGN}{lost}" * bool(lost)) if part)


def luck_text(figures: Figures, language: str) -> str:
    """A luck with its sign, to two places."""
    return decimal(f"{float(figures.luck):+.2f}", language)


def duration(seconds: float, language: str) -> str:
    """How long something took: "3 h 5 min", "12 min 50 s". With colons, 12:50 would read as a time of day."""
    minutes, left = divmod(int(seconds), 60)
    hours, minutes_left = divmod(minutes, 60)
    gettext = catalogue(language).gettext
    if hours:
        return gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes_left}
    if minutes:
        return gettext("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": left}
    return gettext("%(seconds)s s") % {"seconds": left}


def luck_says(language: str) -> str:
    """What luck is, in a sentence."""
    return catalogue(language).gettext(
        "Luck adds up how far each roll lies above or below the middle of what it could have been, by its exact odds, "
        "from −½ to +½; on an average evening it is 0."
    )


def markdown(told: Told) -> str:
    """The report as Markdown: what is true of all, then a table of everybody."""
    found, values = told.found, page_values(told)
    title = (
        told.gettext("Session %(number)s") % {"number": found.session}
        if found.session
        else told.gettext("The whole game")
    )
    lines = [f"# {markdown_cell(told.game.state.name)}: {title}", ""]
    lines += [f"- {markdown_cell(name)}: {markdown_cell(value)}" for name, value in values["facts"]]
    rows: Sequence[Row] = values["rows"]
    if rows:
        lines += ["", _line([told.gettext("Name"), *values["headings"]]), "|---" * (len(values["headings"]) + 1) + "|"]
        lines += [_line([row.name, *row.cells]) for row in rows]
    return "\n".join([*lines, "", luck_says(told.language), ""])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(markdown_cell, cells)) + " |"
