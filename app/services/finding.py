"""The screen's search box: it does what was typed, and finds the cards that hold it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from app.services import cards, tables
from app.services.games import Seen
from app.services.language import catalogue
from app.services.tables import Cells
from app.services.wording import wording
from app.settings import LANGUAGES
from rules import content, get_system
from rules.core.say import Words

NOTHING: Mapping[str, Cells] = {}
MOST_CARDS = 12
MOST_DEEDS = 4
MOST_PINS = 40
PIN = re.compile(r"[a-z0-9-]{1,80}")
ICONS: Mapping[str, str] = {
    "rule": "book",
    "condition": "flame",
    "action": "bolt",
    "table": "target",
    "adversary": "skull",
    "environment": "board",
    "item": "shield",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of the list: a card to open, a command to carry out, or a drawer to open with its fields."""

    title: str
    text: str = ""
    icon: str = "bolt"
    name: str = ""  # what the line begins with, marked
    card: str = ""
    kind: str = ""
    command: Mapping[str, Any] | None = None
    drawer: str = ""
    slot: str = ""
    query: Mapping[str, str] = field(default_factory=dict)


def card(system: str, key: str, language: str, written: Mapping[str, Cells] = NOTHING) -> dict[str, Any]:
    """A card as the Reference column shows it, with its table where that is blank; raises Problem ``unknown-card``."""
    found = cards.whole(system, key, language)
    table = tables.shown(system, language, key, written.get(key, {}))
    html = found["html"] if table is None else tables.without_table(found["html"])
    return {
        "key": key,
        "title": found["title"],
        "icon": ICONS.get(found["kind"], "book"),
        "kind": found["kind"],
        "html": Markup(html),  # cleaned by the service of cards
        "table": table,
        "source": found["source"]["heading"],
        "source_language": cards.foreign(found["source"]["heading"], language),
    }


def pins_of(cookies: Mapping[str, str]) -> list[str] | None:
    """The cards that this device keeps in the Reference column, in order; None where it never chose."""
    if "pins" not in cookies:
        return None
    return [key for key in cookies["pins"].split(".") if PIN.fullmatch(key)][:MOST_PINS]


def pinned(
    system: str, language: str, pins: list[str] | None, written: Mapping[str, Cells] = NOTHING
) -> list[dict[str, Any]]:
    """The kept cards; at first those that the game puts there."""
    default: list[str] = get_system(system).data.screen.get("pinned", [])
    keys = default if pins is None else pins
    return [card(system, key, language, written) for key in keys if content.find_card(system, language, key)]


def offers(seen: Seen, q: str, language: str) -> list[Offer]:
    """What can be done and what is found for ``q``, the likeliest first."""
    if not q.strip():
        return []
    found = [*deeds(seen, q, language)][:MOST_DEEDS]
    return [*found, *_cards(seen.system, q, language)]


def _cards(system: str, q: str, language: str) -> Iterator[Offer]:
    others = [other for other in LANGUAGES if other != language]
    for hit in cards.find(q, system=system, langs=[language, *others], limit=MOST_CARDS)["items"]:
        shown = content.find_card(system, language, hit["key"])
        title = shown.title if shown else hit["title"]
        summary = shown.summary if shown else hit["summary"]
        yield Offer(title, summary, ICONS.get(hit["kind"], "book"), card=hit["key"], kind=hit["kind"])


def deeds(seen: Seen, q: str, language: str) -> Iterator[Offer]:
    """The verbs in ``q``: a creature with a tracker, a number or a condition, or a tracker of the game."""
    words = content.words(seen.system, language)
    tokens = q.casefold().split()
    for creature in seen.view["creatures"].values():
        rest = _after_name(creature["name"], tokens)
        if rest is not None:
            yield from _of_creature(seen, creature, rest, words, language)
    for key in seen.view["trackers"]:
        yield from _tracker(seen, None, key, tokens, words)


def _after_name(name: str, tokens: list[str]) -> list[str] | None:
    """What is left of the words behind a creature's name; None where they do not begin with it."""
    own = name.casefold().split()
    for count in range(min(len(own), len(tokens)), 0, -1):
        if all(mine.startswith(token) for mine, token in zip(own, tokens[:count], strict=False)):
            return tokens[count:]
    return None


def _of_creature(
    seen: Seen, creature: Mapping[str, Any], rest: list[str], words: Words, language: str
) -> Iterator[Offer]:
    slot, name = f"slot-{creature['id']}", creature["name"]
    amount = next((token for token in rest if re.fullmatch(r"\+?\d{1,4}", token)), "")
    named = [token for token in rest if token != amount]
    for key in creature["trackers"]:
        yield from _tracker(seen, creature, key, [*named, amount] if amount else named, words)
    said = wording(seen.system, language)
    for key in get_system(seen.system).data.conditions:
        title = said.condition(key)
        if named and title.casefold().startswith(" ".join(named)):
            command = {"type": "add_condition", "creature": creature["id"], "condition": key}
            yield Offer(title, icon="flame", name=name, command=command)
    if not named:
        query = {"creature": creature["id"], **({"amount": amount} if amount else {})}
        _ = catalogue(language).gettext
        hurt = f"{_('damage')} {amount}".strip()
        yield Offer(hurt, icon="drop", name=name, drawer="damage", slot=slot, query=query)
        yield Offer(_("condition"), icon="flame", name=name, drawer="condition", slot=slot, query=query)


def _tracker(
    seen: Seen, creature: Mapping[str, Any] | None, key: str, tokens: list[str], words: Words
) -> Iterator[Offer]:
    """Change a tracker by a number, by one where none was typed."""
    title = words.word("trackers", key) or key
    by = next((int(token) for token in tokens if re.fullmatch(r"[+-]?\d{1,3}", token)), 1)
    said = " ".join(token for token in tokens if not re.fullmatch(r"[+-]?\d{1,3}", token))
    if not said or not (title.casefold().startswith(said) or _is_short_for(seen.system, key, said)):
        return
    command: dict[str, Any] = {"type": "adjust_tracker", "tracker": key, "by": by}
    if creature is not None:
        command["creature"] = creature["id"]
    yield Offer(f"{title} {by:+d}".replace("-", "−"), name=creature["name"] if creature else "", command=command)


def _is_short_for(system: str, key: str, said: str) -> bool:
    """Whether the party field knows ``said`` for this tracker: "hp"; one with a "*" stands for its beginning."""
    known = get_system(system).data.screen.get("party", {}).get("words", {}).get(key, [])
    return any(said.startswith(word[:-1]) if word.endswith("*") else said == word for word in known)
