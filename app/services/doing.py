"""What the search box does besides changing numbers: what the menu does, whose turn it is, what was announced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.services.games import Seen
from app.services.language import catalogue
from app.settings import LANGUAGES
from rules import get_system
from rules.core.stems import fold, stem, words

MOST_OF_MENU = 4
SHORTEST_VERB = 3
FILLERS = frozenset({"mark", "give", "to", "отметить", "отметь", "дать", "дай"})
Say = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of the list: a card, a drawer with its fields, a tab, a page or an address of this game to go to."""

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
    tab: str = ""
    link: str = ""
    does: str = ""  # "undo" or "redo"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu, and by which other words of either language it is found."""

    offer: Offer
    more: str = ""


def menu(seen: Seen, q: str, language: str, *, is_on: bool = True) -> Iterator[Offer]:
    """What of the menu answers to the words, in whatever language they are. ``is_on`` is the evening."""
    typed = words(q)
    named = [entries(catalogue(one).gettext, seen, is_on=is_on) for one in (language, *LANGUAGES)]
    for own, *others in zip(*named, strict=True):
        titles = [own.offer.title, *(other.offer.title for other in others)]
        if typed and _fits(typed, words(" ".join([*titles, own.more]))):
            yield own.offer


def _fits(typed: Sequence[str], known: Sequence[str]) -> bool:
    """Whether each word that was typed begins one that is known, or is another form of it."""
    stems = {stem(word) for word in known}
    return all(any(word.startswith(one) for word in known) or stem(one) in stems for one in typed)


def entries(_: Say, seen: Seen, *, is_on: bool) -> list[Entry]:
    """The menu of the screen, and what has a button of its own beside it."""
    evening = (
        Entry(_across(_("End session"), "check", "end"), "finish evening конец завершить вечер")
        if is_on
        else Entry(Offer(_("Begin a session"), icon="star", command={"type": "begin_session"}), "start evening вечер")
    )
    enemies = "creature adversary enemy foe monster npc существо противник враг"
    return [
        evening,
        Entry(_across(_("Rest"), "camp", "rest"), "camp sleep привал сон"),
        Entry(_across(_("Next scene"), "hourglass", "scene"), "begin new начать новая"),
        Entry(_across(_("Add"), "plus", "add"), enemies),
        Entry(Offer(_("Players"), icon="users", tab="players"), "invite seat join phone code позвать телефон код"),
        Entry(Offer(_("Undo"), icon="undo", does="undo"), "back назад"),
        Entry(Offer(_("Redo"), icon="redo", does="redo")),
        Entry(_across(_("New countdown"), "clock", "countdown"), "clock timer таймер часы"),
        Entry(_across(_("Let time pass"), "clock", "pass"), "wait ждать"),
        Entry(_across(_("Encounters"), "sword", "prepared"), "fight prepared бой сражение"),
        Entry(_across(_("Pictures"), "eye", "pictures"), "image map handout карта"),
        Entry(_across(_("What players have learned"), "phone", "learned"), "secrets тайны"),
        Entry(Offer(_("Clear adversaries"), icon="close", command={"type": "clear_enemies"}), "remove delete удалить"),
        Entry(Offer(_("Library"), icon="book", link=f"/library?system={seen.system}&game={seen.id}")),
        Entry(Offer(_("All cards"), icon="book", link=f"/reference?system={seen.system}"), "reference rules правила"),
        Entry(Offer(_("Statistics"), icon="log", link=f"/games/{seen.id}/report"), "report figures отчёт"),
        Entry(Offer(_("Settings"), icon="target", link=f"/games/{seen.id}/settings"), "options house опции"),
        Entry(_across(_("Keys"), "bolt", "keys"), "help shortcuts помощь"),
    ]


def _across(title: str, icon: str, drawer: str) -> Offer:
    return Offer(title, icon=icon, drawer=drawer, slot="across")


def turns(seen: Seen, tokens: Sequence[str], language: str, creature: Mapping[str, Any] | None) -> Iterator[Offer]:
    """Give the turn, or the spotlight where that goes round: to the one named, else to whoever of the party."""
    said = fold(" ".join(tokens))
    known = (fold(phrase) for one in LANGUAGES for phrase in _verbs(catalogue(one).gettext))
    if len(said) < SHORTEST_VERB or not any(phrase.startswith(said) for phrase in known):
        return
    for one in [creature] if creature else _party(seen):
        yield turn(seen, one, language)


def turn(seen: Seen, creature: Mapping[str, Any], language: str) -> Offer:
    spotlight, plain = _verbs(catalogue(language).gettext)
    title = spotlight if seen.view.get("order", {}).get("policy") == "spotlight" else plain
    return Offer(
        title, icon="target", name=creature["name"], command={"type": "begin_turn", "creature": creature["id"]}
    )


def _verbs(_: Say) -> tuple[str, str]:
    return _("Spotlight"), _("Turn")


def _party(seen: Seen) -> list[Mapping[str, Any]]:
    return [one for one in seen.view["creatures"].values() if one.get("kind") == "pc"]


def announced(seen: Seen, tokens: Sequence[str], language: str, creature: Mapping[str, Any] | None) -> Iterator[Offer]:
    """A result as people call it out, of the one named, else of the one that acts, else of any of the party."""
    screen: Mapping[str, Any] = get_system(seen.system).data.screen.get("announced", {})
    meant = meaning(screen.get("said", ()), tokens)
    if meant is None:
        return
    party = _party(seen)
    acting = [one for one in party if one["id"] == seen.view.get("order", {}).get("active")]
    text = catalogue(language).gettext("announce this roll")
    for one in [creature] if creature else acting or party:
        if one in party:
            command = {"type": "roll", "roll": screen["roll"], "creature": one["id"], "announced": meant}
            yield Offer(" ".join(tokens), text, "d20", one["name"], command=command)


def meaning(said: Sequence[Mapping[str, Any]], tokens: Sequence[str]) -> dict[str, Any] | None:
    """What was called out; None where any of it is not understood or nothing is but a number."""
    totals = [token for token in tokens if token.isdecimal()]
    rest = fold(" ".join(token for token in tokens if not token.isdecimal()))
    found: dict[str, Any] = {}
    while rest:
        taken = [(rest[len(begun) :].strip(), one["means"]) for one in said for begun in _begun(one["words"], rest)]
        if not taken:
            return None
        rest, means = min(taken, key=lambda one: len(one[0]))
        found |= means
    if not found or len(totals) > 1 or any(len(total) > SHORTEST_VERB for total in totals):
        return None
    return found | ({"total": int(totals[0])} if totals else {})


def _begun(phrases: Sequence[str], text: str) -> Iterator[str]:
    """What of the text is one of the phrases at its beginning; a "*" stands for any end of its last word."""
    for phrase in map(fold, phrases):
        if phrase.endswith("*") and text.startswith(phrase[:-1]):
            yield text[: len(phrase) - 1] + text[len(phrase) - 1 :].partition(" ")[0]
        elif text == phrase or text.startswith(f"{phrase} "):
            yield phrase
