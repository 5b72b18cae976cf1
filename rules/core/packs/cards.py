"""What is wrong in a pack's cards: faults of form, names that two cards share, links that lead nowhere."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rules.core import cards
from rules.core.cards import CardFacts, CardWords
from rules.core.packs import FILE
from rules.core.packs.faults import Fault
from rules.core.packs.lines import Lines
from rules.core.packs.lines import Path as Place
from rules.core.packs.reading import Entry, File, entries, fields_of, read_file
from rules.core.system import SystemData

T = TypeVar("T")
Found = Mapping[str, Entry[T]]

LINK = re.compile(r"\]\(([^)]*)\)")
WEB = ("https://", "http://", "mailto:")
TAG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FACTS_FIELDS = fields_of(CardFacts, cards.Source)
WORDS_FIELDS = fields_of(CardWords)
FACTS_STAND_INS: Mapping[str, Any] = {"kind": "rule", "source": {"heading": "", "lines": []}}
WORDS_STAND_INS: Mapping[str, Any] = {"title": "-", "summary": "-" * 12, "body": "-"}
LONGEST = {"title": 80, "alias": 60, "body": 4000}


def faults_of_cards(folder: Path, data: SystemData | None) -> tuple[int, list[Fault]]:
    """How many cards a pack has, and every fault in them."""
    faults: list[Fault] = []
    content = folder / "content"
    facts = _read(content / "facts", CardFacts, faults, FACTS_FIELDS, FACTS_STAND_INS)
    faults += _translated(cards.faults_of_facts(_plain(facts)), facts)
    faults += _facts(facts, data)
    for lang in data.languages if data else _folders(content):
        words = _read(content / lang, CardWords, faults, WORDS_FIELDS, WORDS_STAND_INS)
        faults += _translated(cards.faults_of_words(content / lang, _plain(facts), _plain(words)), words)
        faults += _words(words, facts)
    faults += _undeclared(content, data) if data else []
    faults += _conditions(folder, facts, data) if data else []
    return len(facts), faults


def _folders(content: Path) -> Sequence[str]:
    return sorted(path.name for path in content.glob("*") if path.is_dir() and path.name != "facts")


def _undeclared(content: Path, data: SystemData) -> Iterator[Fault]:
    for name in _folders(content):
        if name not in data.languages:
            yield Fault(content / name, 1, f"system.toml does not list the language {name!r}")


def _read(
    folder: Path, form: type[T], faults: list[Fault], names: frozenset[str], stand_ins: Mapping[str, Any]
) -> Found[T]:
    """Every topic's entries by key."""
    found: dict[str, Entry[T]] = {}
    for path in sorted(folder.glob("*.toml")):
        for entry in entries(read_file(path, faults), form, faults, names, stand_ins):
            if (other := found.get(entry.key)) is not None:
                faults.append(entry.fault((), f"stands in {other.file.path.name} too"))
            else:
                found[entry.key] = entry
    return found


def _plain(found: Found[T]) -> dict[str, cards.Entry[T]]:
    return {key: cards.Entry(entry.file.path, entry.form) for key, entry in found.items()}


def _translated(faults: Iterator[cards.Fault], found: Found[Any]) -> Iterator[Fault]:
    """The faults that the loader of cards finds, with their lines."""
    for fault in faults:
        entry = found.get(fault.key)
        if entry is not None and entry.file.path == fault.file:
            yield entry.fault((fault.field,) if fault.field else (), fault.what)
        else:
            yield Fault(fault.file, 1, f"[{fault.key}] {fault.what}")


def _facts(facts: Found[CardFacts], data: SystemData | None) -> Iterator[Fault]:
    documents = [source.get("document") for source in data.sources] if data else []
    for entry in facts.values():
        document = entry.form.source.document
        if data and document is not None and document not in documents:
            yield entry.fault(("source", "document"), f"{document!r} is none of the [[sources]] of system.toml")
        if not entry.form.tags:
            yield entry.fault((), "has no tags: one at least")
        for n, tag in enumerate(entry.form.tags):
            if not TAG.fullmatch(tag):
                yield entry.fault(("tags", n), f"{tag!r} is no tag: small letters and digits with hyphens")


def _words(words: Found[CardWords], facts: Found[CardFacts]) -> Iterator[Fault]:
    yield from _shared_names(words)
    for entry in words.values():
        yield from _lengths(entry)
        for match in LINK.finditer(entry.form.body):
            target = match[1].removeprefix("#")
            if target not in facts and not target.startswith(WEB):
                line = entry.file.lines.of((entry.key, "body")) + _lines_before(entry.form.body, match.start())
                yield Fault(entry.file.path, line, f"[{entry.key}] the link leads to no card: {match[1]!r}")


def _lines_before(body: str, at: int) -> int:
    """How many lines after its key a place in a body stands: one of several lines begins below the key."""
    return body.count("\n", 0, at) + ("\n" in body)


def _lengths(entry: Entry[CardWords]) -> Iterator[Fault]:
    form = entry.form
    if not form.title.strip() or not form.body.strip():
        return  # the loader of cards says so
    names: list[tuple[str, Place, str]] = [("title", ("title",), form.title)]
    names += [("alias", ("aliases", n), alias) for n, alias in enumerate(form.aliases)]
    for what, at, text in names:
        if text != text.strip() or not re.search(r"\w", text) or len(text) > LONGEST[what]:
            yield entry.fault(at, f"{text[:40]!r} is no {what}: up to {LONGEST[what]} characters, no blanks around it")
    if len(form.body) > LONGEST["body"]:
        yield entry.fault(("body",), f"a body has at most {LONGEST['body']} characters, this one {len(form.body)}")


def _shared_names(words: Found[CardWords]) -> Iterator[Fault]:
    """Titles and aliases that lead to two cards, or stand twice on one."""
    taken: dict[str, str] = {}
    for key, entry in words.items():
        title = entry.form.title.casefold().strip()
        other = taken.setdefault(title, key)
        if other != key and title != WORDS_STAND_INS["title"]:
            yield entry.fault(("title",), f"{entry.form.title!r} is the title of [{other}] too")
    for key, entry in words.items():
        own = {entry.form.title.casefold().strip()}
        for n, alias in enumerate(entry.form.aliases):
            name = alias.casefold().strip()
            other = taken.setdefault(name, key)
            if name in own:
                yield entry.fault(("aliases", n), f"{alias!r} stands twice on this card")
            elif other != key:
                yield entry.fault(("aliases", n), f"{alias!r} leads to [{other}] already")
            own.add(name)


def _conditions(folder: Path, facts: Found[CardFacts], data: SystemData) -> Iterator[Fault]:
    told = {key for key, entry in facts.items() if entry.form.kind == "condition"}
    missing = data.conditions.keys() - told
    pinned = [key for key in _pinned(data) if key not in facts]
    file = read_file(folder / FILE, []) if missing or pinned else File(folder / FILE, {}, Lines())
    for key in pinned:
        yield file.fault(("screen", "pinned"), f"screen.pinned: no card has the key {key!r}")
    for key in missing:
        yield file.fault(("conditions", key), f"conditions.{key}: no card of kind 'condition' has this key")
    for key in told - data.conditions.keys():
        yield facts[key].fault(("kind",), f"system.toml has no [conditions.{key}]")


def _pinned(data: SystemData) -> Sequence[str]:
    """The cards that lie on the screen at first."""
    found = data.screen.get("pinned", ())
    return [key for key in found if isinstance(key, str)] if isinstance(found, list | tuple) else []
