"""What one may have meant by what was typed to add creatures: "3 acid burrower", "tier 2 bruiser"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.services import library
from app.services.entries import Kept, Row, row
from app.services.files.entries import key_of
from app.services.shelf import ID
from app.settings import LANGUAGES
from rules import content, get_system

if TYPE_CHECKING:
    from app.services.house import House
    from rules.core.cards import Card

ASKING = ("keyword", "tier", "place")
MOST = 100  # of one kind at once
LONGEST_NAME = 120
TIMES = "[x×хX]"  # the third is a Russian letter
BEFORE = re.compile(rf"(?P<count>\d{{1,3}})\s*(?:{TIMES}\s+|×)?\s*(?P<name>[^\W\d].*)", re.DOTALL)
AFTER = re.compile(rf"(?P<name>.*\w.*?)(?:\s+{TIMES}|×)\s*(?P<count>\d{{1,3}})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Offer:
    """One creature to add, ``count`` times. ``creature`` is what the command ``add_creature`` takes."""

    row: Row
    creature: Mapping[str, Any]
    count: int = 1

    @property
    def id(self) -> str | None:
        """The entry of the library; None for one that is made up."""
        return self.row.id

    @property
    def command(self) -> dict[str, Any]:
        if self.count == 1:
            return {"type": "add_creature", "creature": dict(self.creature)}
        return {"type": "add_creatures", "creature": dict(self.creature), "count": self.count}


def parse_amount(text: str) -> tuple[int, str]:
    """How many of what: "3 goblin", "3x goblin" and "goblin x3" are three; without a number it is one."""
    plain = text.strip()
    for form in (BEFORE, AFTER):
        found = form.fullmatch(plain)
        if found and 1 <= int(found["count"]) <= MOST:
            return int(found["count"]), found["name"].strip()
    return 1, plain


def offers(
    house: House,
    account: str,
    q: str,
    system: str,
    language: str,
    *,
    kind: str | None = None,
    tier: int | None = None,
    limit: int = 12,
) -> list[Offer]:
    """The creatures that ``q`` may mean, the likeliest first: entries of the library, then one made up from words.

    Whatever asks for one that is made up ("improvise ...", "tier 1 bruiser") has it first.
    """
    count, text = parse_amount(q)
    whole = _entries(house, account, q, system, kind, tier, limit) if count > 1 else []
    named = [entry for entry in whole if entry.key.startswith(key_of(q))]
    if named:  # a name that begins or ends like an amount
        return [_offer(entry, language, 1) for entry in named]
    listed = [_offer(entry, language, count) for entry in _entries(house, account, text, system, kind, tier, limit)]
    made = get_system(system).improvise(text) or _named(system, text)
    if made is None or kind not in (None, made["kind"]):
        return listed
    one = Offer(row(system, language, made), made, count)
    return [one, *listed[: limit - 1]] if asks_for_one(system, text) else [*listed[: limit - 1], one]


def _named(system: str, text: str) -> dict[str, Any] | None:
    """One that is made up under a name of its own, as "Burning Bridge, tier 1 traversal"."""
    name, _, words = (part.strip() for part in text.partition(","))
    made = get_system(system).improvise(words) if name and words else None
    return {**made, "name": name[:LONGEST_NAME]} if made else None


def asks_for_one(system: str, text: str) -> bool:
    """Whether ``text``, of which one can be made up, asks for just that: by the word for it, or by its tier."""
    from rules.core.stems import stems

    said = [content.words(system, lang).word("improvise", key) or "" for lang in LANGUAGES for key in ASKING]
    return not set(stems(" ".join(said))).isdisjoint(stems(text))


def _entries(
    house: House, account: str, q: str, system: str, kind: str | None, tier: int | None, limit: int
) -> Sequence[Kept]:
    def of_tier(card: Card) -> bool:
        return tier is None or card.facts.get("tier") == tier

    found = house.shelf.find(house.database, account, q, system=system, kind=kind, where=of_tier, limit=limit)
    ids = [str(hit.card.facts[ID]) for hit in found.items]
    return library.several(house.database, account, ids)


def _offer(entry: Kept, language: str, count: int) -> Offer:
    line = row(entry.system, language, entry.spec, entry.id, entry.source)
    return Offer(line, {"name": entry.name, "kind": entry.kind, "card": entry.id}, count)
