"""The reveal log: what players have learned and when, in the GM's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.services.house import Standing
from app.services.wording import Wording, wording
from rules.core import learned
from rules.core.learned import KINDS as KINDS
from rules.core.learned import Learned
from rules.core.say import say

LONGEST = 120
MOST = 200


@dataclass(frozen=True, slots=True)
class Reveal:
    """One thing that players learned: in words, at which moment (None while a hold keeps it), by which step."""

    kind: str
    text: str
    at: datetime | None
    step: int
    number: int
    creature: str | None


def reveals(standing: Standing, language: str, kind: str = "", most: int = MOST) -> list[Reveal]:
    """What players have learned, of one kind or of all, the newest first."""
    said = wording(standing.game.system.key, language)
    found = [one for one in learned.learned(standing.game) if kind in ("", one.kind)]
    return [_reveal(one, said) for one in reversed(found[-most:])]


def _reveal(one: Learned, said: Wording) -> Reveal:
    return Reveal(one.kind, _text(one, said), one.at, one.step, one.entry.number, one.creature)


def _text(one: Learned, said: Wording) -> str:
    facts: dict[str, Any] = dict(one.facts)
    if "value" in facts:
        words = " ".join(str(facts["value"]).split())
        facts["value"] = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
    return say(said.words, one.code, {}, facts, section="learned", titles=said.titles)


def shown(one: Reveal) -> Mapping[str, Any]:
    """As the API answers it."""
    named = {"kind": one.kind, "text": one.text, "at": one.at and one.at.isoformat().replace("+00:00", "Z")}
    return {**named, "step": one.step, "number": one.number, "creature": one.creature}
