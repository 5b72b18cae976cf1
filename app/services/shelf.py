"""The library as the search knows it: each entry a card of its owner's, beside everybody's cards."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from app.services.entries import NOTHING, Kept, kept, type_word
from app.services.files.text import rejoined
from app.settings import LANGUAGES
from app.storage import library
from app.storage.database import Database
from app.storage.library import Stamp
from rules import content
from rules.core.cards import Card, Source

if TYPE_CHECKING:
    from rules.core.search import Found, SearchIndex

ID = "id"  # of the facts of an entry's card
TOLD = ("description", "motives", "impulses", "potential_adversaries")
SOFT_HYPHEN = "\u00ad"


class _Put(NamedTuple):
    """An entry that has been given to the search."""

    account: str
    system: str
    key: str
    changed: Any


class Shelf:
    """Keeps the search up to date with the library, whoever changes that: this process, another, a command.

    Each search costs one small query; only entries that are new or changed are read.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stamp: Stamp | None = None
        self._put: dict[str, _Put] = {}

    def find(
        self,
        database: Database,
        account: str,
        q: str | None,
        *,
        system: str | None = None,
        kind: str | None = None,
        where: Callable[[Card], bool] | None = None,
        langs: Sequence[str] = LANGUAGES,
        limit: int = 50,
        offset: int = 0,
    ) -> Found:
        """The account's entries for the words ``q``, the best first; without words all, as they came."""

        def is_wanted(card: Card) -> bool:
            return card.owner == account and (where is None or where(card))

        return self.index(database).find(
            q, system=system, kind=kind, langs=langs, owners=(account,), where=is_wanted, limit=limit, offset=offset
        )

    def index(self, database: Database) -> SearchIndex:
        """The search over everybody's cards and all entries of the library; ask it with ``owners=(account,)``."""
        index = content.index()
        stamp = database.read(library.stamp)
        if stamp != self._stamp:
            with self._lock:
                if stamp != self._stamp:
                    self._catch_up(index, database)
        return index

    def _catch_up(self, index: SearchIndex, database: Database) -> None:
        stamp, marks = database.read(lambda db: (library.stamp(db), library.marks(db)))
        for id_ in self._put.keys() - marks.keys():
            gone = self._put.pop(id_)
            index.drop(gone.system, gone.key, gone.account)
        stale = {id_ for id_, changed in marks.items() if id_ not in self._put or self._put[id_].changed != changed}
        fresh = [kept(row) for row in database.read(lambda db: library.entries(db, stale))]
        cards = {entry.id: card_of(entry) for entry in fresh}
        for renamed in (
            self._put[id_] for id_, card in cards.items() if id_ in self._put and self._put[id_].key != card.key
        ):
            index.drop(renamed.system, renamed.key, renamed.account)
        index.put(*cards.values())
        for entry in fresh:
            self._put[entry.id] = _Put(entry.account, entry.system, cards[entry.id].key, entry.changed)
        self._stamp = stamp


def card_of(entry: Kept) -> Card:
    """The entry as a card without a language: it is found in all, by its type in the words of each."""
    words = entry.words
    types = [word for lang in LANGUAGES if (word := type_word(entry.system, lang, entry.spec))]
    told = [str(words[name]) for name in TOLD if name in words]
    features = [f"**{one['name']}** {one.get('facts', NOTHING).get('text', '')}" for one in _features(entry.spec)]
    tiers = [
        f"{_word(entry.system, lang, 'numbers', 'tier')} {words['tier']}" for lang in LANGUAGES if words.get("tier")
    ]
    kinds = [_word(entry.system, lang, "card_kinds", entry.kind) for lang in LANGUAGES]
    return Card(
        system=entry.system,
        key=f"{entry.kind}-{entry.key}",
        kind=entry.kind,
        lang="",
        title=entry.name,
        summary=_whole(str(words.get("description", ""))[:200]),
        body=_whole("\n\n".join((*told, *features, " ".join((*tiers, *types, *kinds))))),
        aliases=tuple(dict.fromkeys(types)),
        tags=entry.tags,
        facts={ID: entry.id, "tier": words.get("tier"), "type": words.get("type")},
        source=Source(heading=entry.source),
        owner=entry.account,
    )


def _whole(text: str) -> str:
    """The text with whole words, however a file may have broken them."""
    return rejoined(text.replace(SOFT_HYPHEN, ""))


def _features(spec: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = spec.get("features", NOTHING).values()
    return [one for one in found if one.get("kind") in ("feature", "attack") and one.get("name")]


def _word(system: str, lang: str, section: str, key: str) -> str:
    return content.words(system, lang).word(section, key) or key
