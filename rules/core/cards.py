"""What do the rules say, card by card, in each language?"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

import msgspec

if TYPE_CHECKING:
    from rules.core.system import EffectSpec, System

Kind = Literal["rule", "condition", "action", "table", "adversary", "environment", "item"]
Status = Literal["complete", "blank-in-source"]
KINDS: tuple[str, ...] = get_args(Kind)
SUMMARY_LENGTH = range(12, 91)

Cards: TypeAlias = Mapping[str, "Card"]
Effects: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
Form = TypeVar("Form")


class Fault(NamedTuple):
    """What is wrong with one entry of a file, and in which field; ``key`` is ``*`` for the whole file."""

    file: Path
    key: str
    what: str
    field: str = ""

    def __str__(self) -> str:
        return f"{self.file} [{self.key}]: {self.what}"


class ContentError(ValueError):
    """The files of cards have faults, one a line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class Source(msgspec.Struct, frozen=True):
    """Where a card's rule stands: ``lines`` are (first, last), from 1, both included."""

    document: str = ""
    heading: str = ""
    lines: tuple[tuple[int, int], ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the reference in one language. ``body`` is Markdown; an ``owner`` of "" means everybody."""

    system: str
    key: str
    kind: str
    lang: str
    title: str
    summary: str = ""
    body: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    facts: Mapping[str, Any] = {}
    effects: tuple[Mapping[str, Any], ...] = ()
    related: tuple[str, ...] = ()
    status: str = "complete"
    source: Source = Source()
    owner: str = ""


class _Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    heading: str
    lines: tuple[tuple[int, int], ...]
    document: str | None = None


class CardFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of facts says of a card."""

    kind: Kind
    source: _Origin
    tags: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    status: Status = "complete"
    facts: dict[str, Any] = {}


class CardWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a language's file of words says of a card."""

    title: str
    summary: str
    body: str
    aliases: tuple[str, ...] = ()


class Entry(NamedTuple, Generic[Form]):
    """A card's facts or words, and the file that they stand in."""

    file: Path
    form: Form


AllFacts: TypeAlias = Mapping[str, Entry[CardFacts]]
AllWords: TypeAlias = Mapping[str, Entry[CardWords]]


def cards_of(system: "System") -> Mapping[str, Cards]:
    """All cards of ``system`` by language and key; reads its files, so keep what it answers."""
    effects = {key: list(map(_without_blanks, spec.effects)) for key, spec in system.data.conditions.items()}
    return load_cards(system.folder / "content", system.key, system.data.languages, effects, system.data.document)


def _without_blanks(effect: "EffectSpec") -> Mapping[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(effect).items() if value not in (None, ())}


def load_cards(
    folder: Path, system: str, languages: Sequence[str], effects: Effects, document: str
) -> Mapping[str, Cards]:
    """All cards of ``folder`` by language and key, in the order of ``document``, other documents' cards last.

    ``document`` is the system's own, for cards that name none; ``effects`` are those of its conditions.
    Raises ContentError with every fault there is.
    """
    faults: list[Fault] = []
    facts = _read_all(folder / "facts", CardFacts, faults)
    faults += faults_of_facts(facts)
    words: dict[str, AllWords] = {}
    for lang in languages:
        words[lang] = _read_all(folder / lang, CardWords, faults)
        faults += faults_of_words(folder / lang, facts, words[lang])
    if faults:
        raise ContentError(faults)
    order = _in_source_order(facts, document)
    return {
        lang: {
            key: _card(system, key, lang, facts[key].form, words[lang][key].form, effects.get(key, ()), document)
            for key in order
        }
        for lang in languages
    }


def facts_in(folder: Path) -> Mapping[str, CardFacts]:
    """The facts of every card by its key; files with faults say what they can."""
    return {key: entry.form for key, entry in _read_all(folder, CardFacts, []).items()}


def _card(
    system: str,
    key: str,
    lang: str,
    facts: CardFacts,
    words: CardWords,
    effects: Sequence[Mapping[str, Any]],
    document: str,
) -> Card:
    origin = facts.source
    return Card(
        system=system,
        key=key,
        kind=facts.kind,
        lang=lang,
        title=words.title,
        summary=words.summary,
        body=words.body.strip(),
        aliases=words.aliases,
        tags=facts.tags,
        facts=facts.facts,
        effects=tuple(effects),
        related=facts.related,
        status=facts.status,
        source=Source(origin.document or document, origin.heading, origin.lines),
    )


def _read_all(folder: Path, form: type[Form], faults: list[Fault]) -> Mapping[str, Entry[Form]]:
    """Every topic's entries by key; what cannot be read is added to ``faults``."""
    entries: dict[str, Entry[Form]] = {}
    for file in sorted(folder.glob("*.toml")):
        for key, raw in _read(file, faults).items():
            if key in entries:
                faults.append(Fault(file, key, f"stands in {entries[key].file.name} too"))
                continue
            try:
                entries[key] = Entry(file, msgspec.convert(raw, form))
            except msgspec.ValidationError as error:
                faults.append(Fault(file, key, str(error)))
    return entries


def _read(file: Path, faults: list[Fault]) -> Mapping[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        faults.append(Fault(file, "*", str(error)))
        return {}


def faults_of_facts(facts: AllFacts) -> Iterator[Fault]:
    for key, (file, card) in facts.items():
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
            yield Fault(file, key, "a key is small letters and digits with hyphens")
        for other in card.related:
            if other not in facts or other == key:
                yield Fault(file, key, f"related to no other card: {other}", "related")
        for first, last in card.source.lines:
            if not 1 <= first <= last:
                yield Fault(file, key, f"no range of lines: {first} to {last}", "source")


def faults_of_words(folder: Path, facts: AllFacts, words: AllWords) -> Iterator[Fault]:
    for key, (file, _) in facts.items():
        if key not in words:
            yield Fault(folder / file.name, key, "has no words in this language")
    for key, (file, card) in words.items():
        if key not in facts:
            yield Fault(file, key, "has words but no facts")
        if len(card.summary) not in SUMMARY_LENGTH:
            yield Fault(file, key, f"a summary has 12 to 90 characters, this one {len(card.summary)}", "summary")
        if not card.title.strip() or not card.body.strip():
            yield Fault(file, key, "the title or the body is empty")


def _in_source_order(facts: AllFacts, document: str) -> Sequence[str]:
    """The keys by first line; those of another document, or without lines, after them as they stand."""

    def place(key: str) -> tuple[bool, int]:
        source = facts[key].form.source
        is_own = bool(source.lines) and source.document in (None, document)
        return not is_own, min(first for first, _ in source.lines) if is_own else 0

    return sorted(facts, key=place)
