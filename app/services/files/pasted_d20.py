"""A stat block as games around a d20 print it, copied as text: armor class, hit points, abilities, actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.services.files.entries import LONGEST_NAME, LONGEST_TEXT, MOST_FEATURES, Entry, Lost, Parsed, key_of
from app.services.files.text import as_typed, name_cased

FORMAT = "text"
LONGEST_LINE = 400
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
SECTIONS = {
    "traits": "passive", "actions": "action", "bonus actions": "action", "reactions": "reaction",
    "legendary actions": "action", "lair actions": "action", "mythic actions": "action",
}  # fmt: skip
NUMBERS = {
    "armor class": ("ac", "armor_class", "armor"), "ac": ("ac", "armor_class", "armor"),
    "hit points": ("hp", "hit_points"), "hp": ("hp", "hit_points"), "initiative": ("initiative",),
}  # fmt: skip
TOLD = (
    "speed", "saving throws", "skills", "senses", "languages", "challenge", "cr", "proficiency bonus", "gear",
    "damage resistances", "damage immunities", "damage vulnerabilities", "condition immunities", "resistances",
    "immunities", "vulnerabilities",
)  # fmt: skip

_LINE = re.compile(
    rf"(?P<label>{'|'.join(sorted((*NUMBERS, *TOLD), key=len, reverse=True))})\s*:?\s+(?P<value>.+)", re.I
)
_INITIATIVE = re.compile(r"\s+(?=initiative\s+[+−–-]?\d)", re.I)
_LEADING = re.compile(r"[+−–-]?\d{1,4}")
_ABILITY = re.compile(r"\b(str|dex|con|int|wis|cha)\w*\s+(\d{1,2})\b", re.I)
_SCORES = re.compile(r"(\d{1,2})\s*\(\s*[+−–-]?\d{1,2}\s*\)")
_FEATURE = re.compile(r"(?P<name>[A-ZА-ЯЁ][^.!?:]{0,70}?(?:\([^)]*\))?)\.\s+(?P<text>\S.*)")
_ATTACK = re.compile(r"attack(?: roll)?:\s*(?P<bonus>[+−–-]\d{1,2})", re.I)
_HIT = re.compile(
    r"hit:\s*(?:\d+\s*)?\(?(?P<dice>\d*d\d+)?\s*(?P<modifier>[+−–-]\s*\d+)?\)?\s*(?P<type>[a-z]+) damage", re.I
)
_USES = re.compile(r"\((?P<times>\d)\s*/\s*(?P<per>day|turn|round)", re.I)
_SKILL = re.compile(r"(?P<name>[A-Z][A-Za-z ]+?)\s+(?P<bonus>[+−–-]\d{1,2})")

Spot = Callable[[str], tuple[str, str] | None]  # the part and the key of a game's number that a word stands for


def fits(text: str) -> bool:
    """Whether a text says an armor class and hit points."""
    found = {NUMBERS[label][0] for piece in _pieces(text) if (label := _number_label(piece)) is not None}
    return {"ac", "hp"} <= found


def _number_label(line: str) -> str | None:
    """The label of a number that a line begins with."""
    match = _LINE.match(line)
    label = match["label"].casefold() if match else ""
    return label if match and label in NUMBERS and _LEADING.match(match["value"]) else None


def _pieces(text: str) -> list[str]:
    lines = (re.sub(r"^[>#*_|•\s]+|[*_|\s]+$|\*\*|__", "", line) for line in as_typed(text).split("\n"))
    return [piece.strip() for line in lines if line for piece in _INITIATIVE.split(line)]


@dataclass(slots=True)
class _Reading:
    system: str
    spot: Spot
    name: str = ""
    section: str = ""
    parts: dict[str, dict[str, Any]] = field(default_factory=lambda: {"numbers": {}, "trackers": {}})
    about: dict[str, Any] = field(default_factory=dict)
    features: dict[str, dict[str, Any]] = field(default_factory=dict)
    newest: str = ""
    heads: bool = False  # a line with the names of the abilities came last
    lost: list[Lost] = field(default_factory=list)

    def unclear(self, line: str) -> None:
        self.lost.append(Lost("", self.name, "line-unclear", {"text": line[:LONGEST_LINE]}))


def read(text: str, system: str, spot: Spot) -> Parsed:
    """The block as an entry of this game: ``spot`` says where the numbers stand there."""
    reading = _Reading(system, spot)
    for line in _pieces(text):
        _take(reading, line)
    if not reading.name:
        return Parsed(FORMAT, system, [], reading.lost)
    for feature in reading.features.values():
        _finish(feature)
    _initiative(reading)
    return Parsed(FORMAT, system, [_entry(reading)], reading.lost)


def _entry(reading: _Reading) -> Entry:
    about = {"about": {"kind": "about", "name": "", "facts": reading.about}}
    spec: dict[str, Any] = {"name": reading.name, "kind": "adversary", "features": about | reading.features}
    spec |= {name: part for name, part in reading.parts.items() if part}
    return Entry(key_of(reading.name) or "entry", "adversary", reading.name, spec)


def _take(reading: _Reading, line: str) -> None:
    if not reading.name:
        reading.name = name_cased(line)[:LONGEST_NAME]
        return
    section = SECTIONS.get(line.casefold().rstrip(":"))
    if section is not None:
        reading.section, reading.newest = section, ""
    elif (match := _LINE.fullmatch(line)) and not (reading.newest and reading.section):
        _labelled(reading, match["label"].casefold(), match["value"])
    elif not (_scores(reading, line) or _feature(reading, line) or _more(reading, line)):
        reading.unclear(line)


def _labelled(reading: _Reading, label: str, value: str) -> None:
    number = _LEADING.match(value)
    if label not in NUMBERS or number is None:
        reading.about["challenge" if label == "cr" else label.replace(" ", "_")] = value
        if label == "skills":
            _skills(reading, value)
        return
    _put(reading, label, int(number[0].translate(MINUS)))
    rest = value[number.end() :].strip(" ,;")
    if rest and not rest.startswith(("(", "/")):
        reading.unclear(rest)
    elif rest:
        reading.about[f"{NUMBERS[label][0]}_text"] = rest


MINUS = str.maketrans({"−": "-", "–": "-"})


def _put(reading: _Reading, label: str, number: int) -> None:
    """Put a number where the game has a place for it."""
    for word in NUMBERS[label]:
        if (place := reading.spot(word)) is not None:
            part, key = place
            reading.parts[part][key] = {"max": number} if part == "trackers" else number
            return
    reading.about[label.replace(" ", "_")] = str(number)


def _skills(reading: _Reading, value: str) -> None:
    for found in _SKILL.finditer(value):
        facts = {"bonus": int(found["bonus"].translate(MINUS))}
        _add(reading, {"kind": "skill", "name": found["name"].strip(), "facts": facts})


def _scores(reading: _Reading, line: str) -> bool:
    """Take a line of abilities: their names, their scores, or both."""
    words = line.casefold().split()
    if [word[:3] for word in words] == list(ABILITIES):
        reading.heads = True
        return True
    values = _SCORES.findall(line)
    if reading.heads and len(values) == len(ABILITIES):
        reading.about["abilities"] = dict(zip(ABILITIES, map(int, values), strict=True))
        reading.heads = False
        return True
    pairs = _ABILITY.findall(line)
    if len(pairs) >= 2:
        known = reading.about.setdefault("abilities", {})
        known |= {key.casefold(): int(value) for key, value in pairs}
        return True
    return False


def _feature(reading: _Reading, line: str) -> bool:
    """Take a line that begins a feature: its name like a title, a full stop, and its text."""
    found = _FEATURE.fullmatch(line)
    if found is None or len(reading.features) >= MOST_FEATURES or not _is_title(found["name"]):
        return False
    facts = {"type": reading.section or "passive", "text": found["text"]}
    reading.newest = _add(reading, {"kind": "feature", "name": found["name"], "facts": facts})
    return True


def _is_title(name: str) -> bool:
    words = re.findall(r"[^\W\d_][\w’'-]*", re.sub(r"\([^)]*\)", "", name))
    return bool(words) and all(word[0].isupper() or len(word) < 4 for word in words) and len(words) < 7


def _more(reading: _Reading, line: str) -> bool:
    """Take what goes on from the line before: a feature's text, else the line under the name."""
    if reading.newest:
        facts = reading.features[reading.newest]["facts"]
        facts["text"] = f"{facts['text']} {line}"[:LONGEST_TEXT]
        return True
    if not reading.parts["numbers"] and not reading.parts["trackers"] and "description" not in reading.about:
        reading.about["description"] = line
        return True
    return False


def _add(reading: _Reading, feature: dict[str, Any]) -> str:
    key = base = key_of(re.sub(r"\([^)]*\)", "", feature["name"])) or feature["kind"]
    number = 2
    while key in reading.features:
        key, number = f"{base}-{number}", number + 1
    reading.features[key] = feature
    return key


def _finish(feature: dict[str, Any]) -> None:
    """What the whole text of a feature says: an attack's bonus and damage, how often it can be used."""
    facts: dict[str, Any] = feature["facts"]
    text = facts.get("text", "")
    if attack := _ATTACK.search(text):
        feature["kind"] = "attack"
        facts["bonus"] = int(attack["bonus"].translate(MINUS))
    if hit := _HIT.search(text):
        modifier = re.sub(r"\s", "", hit["modifier"] or "0").translate(MINUS)
        facts |= {"dice": hit["dice"], "modifier": int(modifier), "types": [hit["type"].casefold()]}
    if uses := _USES.search(feature["name"]):
        facts["uses"] = {"times": int(uses["times"]), "per": uses["per"].casefold()}


def _initiative(reading: _Reading) -> None:
    """Without a number of its own the initiative is the modifier of Dexterity."""
    place, dexterity = reading.spot("initiative"), reading.about.get("abilities", {}).get("dex")
    if place is not None and dexterity is not None and place[1] not in reading.parts[place[0]]:
        _put(reading, "initiative", (dexterity - 10) // 2)
