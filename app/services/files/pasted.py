"""A Daggerheart stat block that was copied as text: from a page with a value a line, or from a book."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.services.files.blocks import SYSTEM, Block, FeatureText, read_block
from app.services.files.entries import Lost, Parsed
from app.services.files.pasted_words import as_known, name_of_type
from app.services.files.text import as_typed
from app.services.files.values import DAMAGE, RANGES, TYPES, is_dice

FORMAT = "text"
LONGEST_LINE = 400
ADVERSARIES = ("bruiser", "horde", "leader", "minion", "ranged", "skulk", "social", "solo", "standard", "support")
ENVIRONMENTS = ("exploration", "social", "traversal", "event")
SECTIONS = {
    "standard attack": "attack", "attack": "attack", "motives & tactics": "motives", "motives and tactics": "motives",
    "motives": "motives", "impulses": "impulses", "experience": "experience", "experiences": "experience",
    "potential adversaries": "potential_adversaries", "features": "features", "passives": "passive",
    "passive": "passive", "actions": "action", "reactions": "reaction", "fear features": "fear",
    "hp & stress": "pools", "hp and stress": "pools", "description": "description",
}  # fmt: skip
FEATURES = ("features", "passive", "action", "reaction", "fear")
VALUES = {
    "difficulty": "difficulty", "thresholds": "thresholds", "threshold": "thresholds", "hp": "hp",
    "hit points": "hp", "stress": "stress", "tier": "tier", "type": "type", "atk": "atk", "attack modifier": "atk",
    "major": "major", "severe": "severe", "minor": "minor",
}  # fmt: skip
INLINE = ("motives", "impulses", "experience", "potential_adversaries", "description")
ENOUGH = 3  # labels without which a text is no stat block

_DECORATION = re.compile(r"^(?:[>#*_|•]+\s*|-\s+)+|[*_|]+$|\*\*|__")
_LABEL = re.compile(rf"(?P<label>{'|'.join(sorted((*SECTIONS, *VALUES), key=len, reverse=True))})(?P<rest>\W.*)?", re.I)
_SPLIT = re.compile(r"\s*[|;]\s*(?=(?:difficulty|thresholds?|hp|hit points|stress|atk)\b)", re.I)
_NUMBER = re.compile(r"[+−–-]?\d{1,3}(?:\s*/\s*(?:\d{1,3}|none))?|none", re.I)
_TIER = re.compile(r"tier\s*:?\s*(?P<tier>\d)?\b\s*[,|–-]?\s*(?P<type>[a-z].*)?", re.I)
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?:[, T]+\d.*)?|[A-Z][a-z]{2,8} \d{1,2},? \d{4}.*")
_END = re.compile(r"(?:liked|in library|comments?|likes)\b\s*(?:\(\d+\))?$|daggerheart™? compatible.*", re.I)
_NOISE = re.compile(r"by\s+\S.*|\d hp|manage|edit|share|copy|delete|[—–-]", re.I)
_FEATURE = re.compile(
    r"(?P<name>[^.:?!]{1,80}?)\s+[-–—]\s+(?P<type>(?:action|reaction|passive|fear)\b(?:\s*:\s*[^:.]*\([^)]*\))?)"
    r"\s*(?:[:.]\s*(?P<text>.*))?",
    re.IGNORECASE,
)
_COST = re.compile(r"(?P<what>fear|stress|hope)\s+(?P<count>\d)|(?P<first>\d)\s+(?P<last>fear|stress|hope)", re.I)
_TITLE = re.compile(r"[A-ZА-ЯЁ0-9“\"'][^.!?:;]{0,70}")
_SMALL = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "or", "the", "to", "with"]
)


@dataclass(slots=True)
class _Feature:
    name: str
    place: str
    type: str = ""
    cost: str = ""
    text: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Reading:
    """A block being read line by line; ``section`` is what the next line without a label belongs to."""

    texts: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)
    attack: list[tuple[str, str]] = field(default_factory=list)
    features: list[_Feature] = field(default_factory=list)
    unclear: list[tuple[str, str]] = field(default_factory=list)
    section: str = "head"
    waiting: str = ""  # a label whose value is to come in the next line
    number: str = ""  # one that stands alone: a threshold comes before its label in a ladder
    is_environment: bool = False


def fits(text: str) -> bool:
    """Whether a text has what a stat block of Daggerheart has."""
    found = {VALUES.get(label) for _, line in _lines(text) for label, _ in _labels(line) if label in VALUES}
    return len(found & {"difficulty", "thresholds", "hp", "stress", "tier", "atk", "major"}) >= ENOUGH or (
        {"tier", "difficulty"} <= found
    )


def read(text: str) -> Parsed:
    """The block as an entry. What was not understood of it stands in ``lost``, line by line."""
    reading = _Reading()
    lines = _lines(text)
    if name := _name_of_type(text, lines):
        reading.texts["name"], reading.places["name"] = name, lines[0][0]
    for at, (place, line) in enumerate(lines):
        if _END.fullmatch(line):
            reading.unclear += lines[at:]
            break
        for piece in _SPLIT.split(line):
            _take(reading, piece, place)
    return _parsed(reading)


def _name_of_type(text: str, lines: Sequence[tuple[str, str]]) -> str:
    """The name of a block that begins with its tier and type, and goes on with its numbers: nothing else names it."""
    if len(lines) < 2 or not _TIER.fullmatch(lines[0][1]) or not _labels(lines[1][1]):
        return ""
    first = next(line for line in as_typed(text).split("\n") if line.strip())
    return name_of_type(_DECORATION.sub("", first.strip()).strip())


def first_unknown(text: str) -> tuple[str, str] | None:
    """The first line with a label that is not known, of a text that has some label of a stat block; with its number."""
    lines = _lines(text)
    if not any(label in VALUES for _, line in lines for label, _ in _labels(line)):
        return None
    odd = ((place, line) for place, line in lines[1:] if re.match(r"[^:]{1,40}:\s*\S", line) and not _labels(line))
    return next(odd, None)


def _lines(text: str) -> list[tuple[str, str]]:
    """The lines that say something, each with its number from 1."""
    plain = (_DECORATION.sub("", line.strip()).strip() for line in as_typed(text).split("\n"))
    return [(str(number), as_known(line)) for number, line in enumerate(plain, start=1) if line]


def _labels(line: str) -> list[tuple[str, str]]:
    """The labels in a line, each with what stands behind it."""
    return [known for piece in _SPLIT.split(line) if (known := _label(piece)) is not None]


def _label(line: str) -> tuple[str, str] | None:
    """The label at the beginning of a line, and what stands behind it.

    A number may follow as it is; anything else only behind a colon, for a feature's name may begin so too.
    """
    found = _LABEL.fullmatch(line)
    if found is None:
        return None
    label, rest = found["label"].casefold(), (found["rest"] or "").strip()
    value = rest.lstrip(":").strip()
    if not value or rest.startswith(":"):
        return label, value
    is_value = label in VALUES and (_NUMBER.fullmatch(value) or (label == "tier" and _TIER.fullmatch(line)))
    return (label, value) if is_value else None


def _take(reading: _Reading, line: str, place: str) -> None:
    known = _label(line)
    if known is not None:
        _labelled(reading, *known, line, place)
    elif reading.waiting:
        label, reading.waiting = reading.waiting, ""
        _value(reading, label, line, place)
    elif _DATE.fullmatch(line) or _NOISE.fullmatch(line):
        if not re.fullmatch(r"\d hp|[—–-]", line, re.I):
            reading.unclear.append((place, line))
    elif _NUMBER.fullmatch(line) and reading.section in ("pools", "ladder"):
        reading.number = line
    else:
        _plain(reading, line, place)


def _labelled(reading: _Reading, label: str, value: str, line: str, place: str) -> None:
    reading.waiting = ""
    if label in VALUES:
        _named(reading, VALUES[label], value, line, place)
        return
    section = SECTIONS[label]
    if section == "attack" and value:
        reading.attack.append((place, value))
        reading.section = "attack"
        return
    reading.section = section
    if section in INLINE and value:
        reading.lists.setdefault(section, []).append(value)


def _named(reading: _Reading, name: str, value: str, line: str, place: str) -> None:
    """A label that has a value: behind it, in the next line, or for the steps of a ladder in the line before."""
    if name in ("minor", "major", "severe"):
        if reading.section not in ("pools", "ladder"):
            reading.section = "ladder"
        if name != "minor" and (value or reading.number):
            _value(reading, name, value or reading.number, place)
        reading.number = ""
    elif name == "tier":
        found = _TIER.fullmatch(line)
        if found and found["tier"]:
            _value(reading, "tier", found["tier"], place)
        else:
            reading.waiting = "tier"
        if found and found["type"]:
            _type(reading, found["type"], place)
    elif value:
        _value(reading, name, value, place)
    else:
        reading.waiting = name
    if name not in ("minor", "major", "severe", "tier", "type") and reading.section not in FEATURES:
        reading.section = "pools" if name in ("hp", "stress", "thresholds") else "attack" if name == "atk" else "after"


def _value(reading: _Reading, name: str, value: str, place: str) -> None:
    if name == "type":
        _type(reading, value, place)
        return
    if name == "atk":
        first, *rest = value.split("|")
        reading.attack += [(place, piece) for piece in rest]
        value = first.strip()
    if name in reading.texts:
        reading.unclear.append((place, value))
        return
    reading.texts[name], reading.places[name] = value, place


def _type(reading: _Reading, text: str, place: str) -> bool:
    """Take a line as the type, if it is one: "Solo", "Horde (5/HP)", "EnvironmentTraversal"."""
    plain = re.sub(r"^environment\s*[-–:]?\s*", "", text, flags=re.I).strip()
    word = re.split(r"[\s(,]", plain.casefold(), maxsplit=1)[0]
    is_environment = plain != text or (word in ENVIRONMENTS and word != "social")
    if word not in (*ADVERSARIES, *ENVIRONMENTS) or "type" in reading.texts:
        return False
    reading.texts["type"], reading.places["type"] = plain, place
    reading.is_environment = reading.is_environment or is_environment
    return True


def _plain(reading: _Reading, line: str, place: str) -> None:
    """A line without a label."""
    section = reading.section
    if "name" not in reading.texts:
        reading.texts["name"], reading.places["name"] = line, place
    elif section in FEATURES:
        _feature(reading, line, place)
    elif section == "attack":
        reading.attack += [(place, piece) for piece in line.split("|")]
    elif section in INLINE:
        reading.lists.setdefault(section, []).append(line)
    elif section == "head":
        if not (len(line) < 60 and _type(reading, line, place)):
            reading.lists.setdefault("description", []).append(line)
    else:
        reading.unclear.append((place, line))


def _feature(reading: _Reading, line: str, place: str) -> None:
    type_ = "" if reading.section == "features" else reading.section
    found = _FEATURE.fullmatch(line)
    if found:
        text = [found["text"]] if found["text"] else []
        reading.features.append(_Feature(found["name"].strip(), place, found["type"].strip(), "", text))
    elif _begins(reading, line):
        reading.features.append(_Feature(line.rstrip(":"), place, type_))
    elif reading.features:
        one = reading.features[-1]
        cost = None if one.text else _COST.fullmatch(line)
        if cost:
            one.cost = _spent(cost)
        else:
            one.text.append(line)
    else:
        reading.unclear.append((place, line))


def _spent(cost: re.Match[str]) -> str:
    what, count = (cost["what"] or cost["last"]).title(), cost["count"] or cost["first"]
    return f"{'Mark' if what == 'Stress' else 'Spend'} {'a' if count == '1' else count} {what}:"


def _begins(reading: _Reading, line: str) -> bool:
    """Whether a line is the name of the next feature: like a title, and what came before has come to its end."""
    before = reading.features[-1] if reading.features else None
    if before is not None and (not before.text or not re.search(r"[.!?:)”\"’*]$", before.text[-1])):
        return False
    if not _TITLE.fullmatch(line.rstrip(":")):
        return False
    words = re.findall(r"[^\W\d_][\w’'-]*", re.sub(r"\([^)]*\)", "", line))
    return bool(words) and all(word[0].isupper() or word.casefold() in _SMALL for word in words)


def _parsed(reading: _Reading) -> Parsed:
    lost: list[Lost] = []
    _read_attack(reading)
    texts = reading.texts
    for name, pieces in reading.lists.items():
        joint = " " if name == "description" else ", "
        texts.setdefault(name, joint.join(piece.rstrip(",") if joint == ", " else piece for piece in pieces))
    is_environment = reading.is_environment or "impulses" in texts or "potential_adversaries" in texts
    features = [FeatureText(one.name, " ".join(one.text), one.place, one.type, one.cost) for one in reading.features]
    kind = "environment" if is_environment else "adversary"
    entry = read_block(Block(kind, texts, features, "1", "", reading.places), lost)
    whose = entry.name if entry else ""
    lost += [Lost(place, whose, "line-unclear", {"text": line[:LONGEST_LINE]}) for place, line in reading.unclear]
    return Parsed(FORMAT, SYSTEM, [entry] if entry else [], lost)


def _read_attack(reading: _Reading) -> None:
    """Put the pieces of the attack in their places: name, range, bonus, damage; a type of damage may stand apart."""
    texts, free, types = reading.texts, [], ""
    for place, piece in reading.attack:
        text = piece.strip(" :")
        name, colon, band = (part.strip() for part in text.rpartition(":"))
        if colon and _band(band):
            texts["attack"], texts["range"] = name, band
        elif _band(text):
            texts.setdefault("range", text)
        elif re.fullmatch(r"[+−–-]\d{1,2}", text) or (text.startswith("+") and is_dice(text)):
            texts.setdefault("atk", text)
        elif text.casefold() in TYPES:
            types = text
        elif DAMAGE.fullmatch(text) and re.search(r"\d", text):
            texts.setdefault("damage", text)
        elif text:
            free.append((place, text))
    if "damage" in texts and types:
        texts["damage"] = f"{texts['damage']} {types}"
    if free and "attack" not in texts:
        texts["attack"] = free.pop(0)[1]
    reading.unclear += free


def _band(text: str) -> bool:
    return re.sub(r"[\s_-]+", "_", text.strip().casefold()) in RANGES
