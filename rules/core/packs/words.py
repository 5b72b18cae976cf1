"""What is wrong in a pack's words: what has none in a language, and languages that say different things."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rules.core.packs import FILE
from rules.core.packs.faults import Fault
from rules.core.packs.reading import File, convert, core_words, dotted, read_file
from rules.core.say import PLACE
from rules.core.system import SystemData

Texts = Mapping[str, Mapping[str, str]]
FORMS = {"ru": frozenset({"one", "few", "many"})}
COUNTED = frozenset({"one", "other"})


def faults_of_words(folder: Path, data: SystemData) -> list[Fault]:
    """Every fault in the words of a pack."""
    faults: list[Fault] = []
    wanted = list(_wanted(data))
    read: dict[str, tuple[File, Texts]] = {}
    for path in sorted((folder / "words").glob("*.toml")):
        if path.stem not in data.languages:
            faults.append(Fault(path, 1, f"{FILE} does not list the language {path.stem!r}"))
        read[path.stem] = _read(path, faults)
    for language in data.languages:
        known = _known(language, read)
        missing = Fault(folder / "words" / f"{language}.toml", 1, "")
        faults += [
            missing._replace(what=f"has no words for {section}.{key}")
            for section, key in wanted
            if not known.get(section, {}).get(key, "").strip()
        ]
    faults += _differing([read[language] for language in data.languages if language in read], set(wanted))
    return faults


def _wanted(data: SystemData) -> Iterator[tuple[str, str]]:
    """What needs words, by section."""
    yield from (("trackers", key) for key in (*data.table, *data.trackers))
    yield from (("numbers", key) for key in data.numbers)
    yield from (("settings", key) for key in data.settings)
    yield from (("roll_names", key) for key in data.rolls)
    yield from (("tags", tag) for tag in dict.fromkeys(tag for spec in data.rolls.values() for tag in spec.tags))
    if data.damage is not None:
        yield from (("types", key) for key in (*data.damage.types, *data.damage.groups))


def _read(path: Path, faults: list[Fault]) -> tuple[File, Texts]:
    """The sections of a file of words, and of its nouns their forms."""
    file = read_file(path, faults)
    nouns = file.raw.get("nouns", {})
    texts, found = convert(dict[str, dict[str, str]], {k: v for k, v in file.raw.items() if k != "nouns"})
    forms, of_nouns = convert(dict[str, dict[str, str]], nouns)
    found += [(("nouns", *place), what) for place, what in of_nouns]
    wanted = FORMS.get(path.stem, COUNTED)
    for noun, given in (forms or {}).items():
        if given.keys() != wanted:
            found.append((("nouns", noun), f"a counted noun has these forms here: {', '.join(sorted(wanted))}"))
    faults += [file.fault(place, f"{dotted(place)}: {what}") for place, what in found]
    return file, texts or {}


def _known(language: str, read: Mapping[str, tuple[File, Texts]]) -> dict[str, dict[str, str]]:
    """The words of the core and of the pack together."""
    core = core_words().get(language)
    known = {section: dict(texts) for section, texts in core.sections.items()} if core else {}
    for section, texts in read[language][1].items() if language in read else ():
        known.setdefault(section, {}).update(texts)
    return known


def _differing(read: list[tuple[File, Texts]], wanted: set[tuple[str, str]]) -> Iterator[Fault]:
    """What one language says besides what is wanted and another does not, or says with other facts."""
    every = {pair for _, texts in read for pair in _pairs(texts)} - wanted
    for file, texts in read:
        for section, key in sorted(every - set(_pairs(texts))):
            yield file.fault((section,), f"{section}.{key}: another language has words for this")
    for file, texts in read[1:]:
        first, said = read[0]
        for section, key in _pairs(texts):
            other = said.get(section, {}).get(key)
            if other is not None and _places(other) != _places(texts[section][key]):
                yield file.fault((section, key), f"{section}.{key}: fills in other facts than {first.path.name}")


def _pairs(texts: Texts) -> Iterable[tuple[str, str]]:
    return ((section, key) for section, entries in texts.items() for key in entries)


def _places(text: str) -> list[str]:
    return sorted(match[0] for match in PLACE.finditer(text))
