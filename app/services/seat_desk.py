"""What a drawer of a player's phone shows: what would happen on the own sheet. It changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.errors import NotFound
from app.services import player
from app.services.desk import Desk
from app.services.language import catalogue
from app.services.templating import TEMPLATES, environment
from rules.core.chance import faces_by_name

DRAWERS = frozenset({"armor", "damage", "level", "round", "turn"})


@dataclass(frozen=True, slots=True)
class SeatDesk(Desk):
    """One player's drawer: all that it knows is what this seat sees, and all that it tries is what the seat may do."""

    def html(self, noun: str, **values: Any) -> str:
        """The drawer as the phone shows it; raises NotFound for one that is not there."""
        own: Mapping[str, Any] | None = self.view["creatures"].get(self.access.creature or "")
        name = f"{self.seen.system}/_seat_{noun}.html"
        if noun not in DRAWERS or own is None or not (TEMPLATES / name).exists():
            raise NotFound
        names = {id: one["name"] for id, one in self.view["creatures"].items()}
        fixed = player.frame_of(self.seen, self.language).fixed
        known = {"desk": self, "view": self.view, "creature": own, "names": names}
        return environment(self.language).get_template(name).render({**fixed, **known, **values})


def still_missing(
    needs: Sequence[Mapping[str, Any]], commands: Sequence[Mapping[str, Any]], system: str, language: str
) -> str:
    """What a command of a player lacks, in one sentence; a number of nobody's is that of a target.

    Of dice some of which were typed it says how many more.
    """
    words = catalogue(language)
    if any("number" in need and need["creature"] is None for need in needs):
        return words.gettext("Choose a target first.")
    word = player.word_of(system, language)
    kinds = (("number", "numbers"), ("dice", "dice"), ("choice", "options"))
    named = [(need, section, need[kind]) for need in needs for kind, section in kinds if kind in need]
    names = [word(section, str(name)) + _more(need, commands) for need, section, name in named]
    return words.gettext("Still missing: %(what)s.") % {"what": ", ".join(dict.fromkeys(names))}


def _more(need: Mapping[str, Any], commands: Sequence[Mapping[str, Any]]) -> str:
    """How many dice are missing besides those of this name that came with the command."""
    given = faces_by_name(commands[need.get("command", 0)].get("dice") or {})
    return f" ({need['count']}d{need['sides']})" if given.get(need.get("dice", "")) else ""
