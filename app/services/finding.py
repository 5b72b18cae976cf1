"""The screen's search box: it does what was typed, and finds the cards that hold it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from app.services import cards, doing, tables
from app.services.doing import FILLERS, Offer
from app.services.games import Seen
from app.services.language import catalogue
from app.services.tables import Cells
from app.services.wording import wording
from app.settings import LANGUAGES
from rules import content, get_system

NOTHING: Mapping[str, Cells] = {}
MOST_CARDS = 12
MOST_DEEDS = 4
MOST_PINS = 40
SHORTEST_NAME = 2  # of one behind what is done to it
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


def offers(seen: Seen, q: str, language: str, *, is_on: bool = True) -> list[Offer]:
    """What can be done and what is found for ``q``, the likeliest first. ``is_on`` is the evening."""
    if not q.strip():
        return []
    found = [*deeds(seen, q, language)][:MOST_DEEDS]
    listed = [*doing.menu(seen, q, language, is_on=is_on)][: doing.MOST_OF_MENU]
    return [*found, *listed, *_cards(seen.system, q, language)]


def _cards(system: str, q: str, language: str) -> Iterator[Offer]:
    others = [other for other in LANGUAGES if other != language]
    for hit in cards.find(q, system=system, langs=[language, *others], limit=MOST_CARDS)["items"]:
        shown = content.find_card(system, language, hit["key"])
        title = shown.title if shown else hit["title"]
        summary = shown.summary if shown else hit["summary"]
        yield Offer(title, summary, ICONS.get(hit["kind"], "book"), card=hit["key"], kind=hit["kind"])


def deeds(seen: Seen, q: str, language: str) -> Iterator[Offer]:
    """The verbs in ``q``: a creature with a tracker, a number, a condition, a turn or a result; or the game's own."""
    tokens = q.casefold().split()
    yield from doing.announced(seen, tokens, language, None)
    for creature in seen.view["creatures"].values():
        rest = _beside_name(creature["name"], tokens)
        if rest is not None:
            yield from _of_creature(seen, creature, rest, language)
    for key in seen.view["trackers"]:
        yield from _tracker(seen, None, key, tokens, language)
    yield from doing.turns(seen, tokens, language, None)


def _beside_name(name: str, tokens: list[str]) -> list[str] | None:
    """What is left of the words beside a creature's name; None where they neither begin nor end with it."""
    own, bare = name.casefold().split(), [token for token in tokens if token not in FILLERS]
    rest = _without(own, tokens)
    return _without(own, bare) if rest is None and bare else rest


def _without(own: list[str], tokens: list[str]) -> list[str] | None:
    for count in range(min(len(own), len(tokens)), 0, -1):
        if _is_called(own, tokens[:count]):
            return tokens[count:]
        if len(tokens[-1]) >= SHORTEST_NAME and _is_called(own, tokens[-count:]):
            return tokens[:-count]
    return None


def _is_called(own: list[str], said: list[str]) -> bool:
    return all(mine.startswith(one) for mine, one in zip(own, said, strict=False))


def _of_creature(seen: Seen, creature: Mapping[str, Any], rest: list[str], language: str) -> Iterator[Offer]:
    amount = next((token for token in rest if re.fullmatch(r"\+?\d{1,4}", token)), "")
    named = [token for token in rest if token != amount and token not in FILLERS]
    yield from doing.announced(seen, rest, language, creature)
    if not named:
        yield from _of_name(seen, creature, amount, language)
        return
    for key in creature["trackers"]:
        yield from _tracker(seen, creature, key, [*named, amount] if amount else named, language)
    said = wording(seen.system, language)
    for key in get_system(seen.system).data.conditions:
        title = said.condition(key)
        if title.casefold().startswith(" ".join(named)):
            command = {"type": "add_condition", "creature": creature["id"], "condition": key}
            yield Offer(title, icon="flame", name=creature["name"], command=command)
    yield from doing.turns(seen, named, language, creature)


def _of_name(seen: Seen, creature: Mapping[str, Any], amount: str, language: str) -> Iterator[Offer]:
    """What is done most to whoever is named, with a number or without."""
    slot, name, _ = f"slot-{creature['id']}", creature["name"], catalogue(language).gettext
    query = {"creature": creature["id"], **({"amount": amount} if amount else {})}
    if not amount:
        yield from _marks(seen, creature, language)
    hurt = f"{_('damage')} {amount}".strip()
    yield Offer(hurt, icon="drop", name=name, drawer="damage", slot=slot, query=query)
    yield Offer(_("condition"), icon="flame", name=name, drawer="condition", slot=slot, query=query)
    if not amount:
        yield doing.turn(seen, creature, language)


def _marks(seen: Seen, creature: Mapping[str, Any], language: str) -> Iterator[Offer]:
    """The first that is marked besides health: that has its damage."""
    data = get_system(seen.system).data
    marked = [key for key in creature["trackers"] if key in data.trackers and data.trackers[key].counts == "marked"]
    for key in [key for key in marked if key != data.health][:1]:
        yield _adjusting(seen, creature, key, 1, language)


def _tracker(
    seen: Seen, creature: Mapping[str, Any] | None, key: str, tokens: list[str], language: str
) -> Iterator[Offer]:
    """Change a tracker by a number, by one where none was typed."""
    title = content.words(seen.system, language).word("trackers", key) or key
    by = next((int(token) for token in tokens if re.fullmatch(r"[+-]?\d{1,3}", token)), 1)
    said = " ".join(token for token in tokens if not re.fullmatch(r"[+-]?\d{1,3}", token))
    if said and (title.casefold().startswith(said) or _is_short_for(seen.system, key, said)):
        yield _adjusting(seen, creature, key, by, language)


def _adjusting(seen: Seen, creature: Mapping[str, Any] | None, key: str, by: int, language: str) -> Offer:
    title = content.words(seen.system, language).word("trackers", key) or key
    spec = get_system(seen.system).data.trackers.get(key)
    command: dict[str, Any] = {"type": "adjust_tracker", "tracker": key, "by": by}
    if creature is not None:
        command["creature"] = creature["id"]
    if creature is not None and by == 1 and spec is not None and spec.counts == "marked":
        words = catalogue(language).gettext("mark %(tracker)s") % {"tracker": title}
    else:
        words = f"{title} {by:+d}".replace("-", "−")
    return Offer(words, name=creature["name"] if creature else "", command=command)


def _is_short_for(system: str, key: str, said: str) -> bool:
    """Whether the party field knows ``said`` for this tracker: "hp"; one with a "*" stands for its beginning."""
    known = get_system(system).data.screen.get("party", {}).get("words", {}).get(key, [])
    return any(said.startswith(word[:-1]) if word.endswith("*") else said == word for word in known)
