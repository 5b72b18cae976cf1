"""A Daggerheart stat block, whatever file it came from, as an entry of the library."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.services.files import values
from app.services.files.entries import LONGEST_NAME, LONGEST_TEXT, LONGEST_VALUE, MOST_FEATURES, Entry, Lost, key_of
from app.services.files.text import cleaned, name_cased

SYSTEM = "daggerheart"
FEATURE_NAME = re.compile(r"(?P<name>.+?)\s+[-–—]\s+(?P<rest>(?:action|reaction|passive|fear)\b.*)", re.IGNORECASE)
COUNTDOWN = re.compile(
    r"(?P<long>long-term )?countdown \((?:(?P<loop>increasing|decreasing|loop) (?:loop )?)?(?P<size>[^()]*)\)", re.I
)
LOOPS = {"loop": "same", "increasing": "growing", "decreasing": "shrinking"}
FEATURE_TYPES = ("action", "reaction", "passive", "fear")


@dataclass(frozen=True, slots=True)
class FeatureText:
    """A feature as a file has it; ``type`` and ``cost`` where the file keeps them apart from name and text."""

    name: str
    text: str
    place: str
    type: str = ""
    cost: str = ""
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A stat block as a file has it: texts by the names used here, all of them cleaned."""

    kind: str
    texts: Mapping[str, str]
    features: Sequence[FeatureText]
    place: str
    source: str = ""
    places: Mapping[str, str] = field(default_factory=dict)  # where each text stands, if not at the block's own place


class _Reading:
    """One block being read: what is found, and what is lost on the way."""

    def __init__(self, block: Block, lost: list[Lost]) -> None:
        self.block = block
        self.lost = lost
        self.name = name_cased(" ".join(block.texts.get("name", "").split()))
        self.numbers: dict[str, int] = {}
        self.trackers: dict[str, dict[str, int]] = {}
        self.features: dict[str, dict[str, Any]] = {}
        self.about: dict[str, Any] = {}
        self._cut: set[str] = set()

    def text(self, name: str) -> str:
        return self.block.texts.get(name, "")

    def value(self, name: str) -> str:
        """A text that is to be taken apart: one too long for that is cut, and it is said."""
        text = self.text(name)
        if len(text) > LONGEST_VALUE and name not in self._cut:
            self._cut.add(name)
            self.miss(name, "too-long", most=LONGEST_VALUE)
        return text[:LONGEST_VALUE]

    def miss(self, name: str, code: str, **facts: Any) -> None:
        place = self.block.places.get(name, self.block.place)
        self.lost.append(Lost(place, self.name, code, {"field": name, **facts}))

    def add(self, key: str, kind: str, name: str, facts: Mapping[str, Any]) -> None:
        """A feature under its key, or the key's next free number."""
        free, number = key or kind, 2
        while free in self.features:
            free, number = f"{key or kind}-{number}", number + 1
        self.features[free] = {"kind": kind, "name": name, "facts": dict(facts)}


def read_block(block: Block, lost: list[Lost]) -> Entry | None:
    """The block as an entry; what of it could not be carried over is added to ``lost``. None if it has no name."""
    reading = _Reading(block, lost)
    if not reading.name:
        reading.miss("name", "no-name")
        return None
    if len(reading.name) > LONGEST_NAME:
        reading.miss("name", "too-long", most=LONGEST_NAME)
        reading.name = reading.name[:LONGEST_NAME].rstrip()
    _read_about(reading)
    _read_difficulty(reading)
    if block.kind == "adversary":
        _read_thresholds(reading)
        _read_pools(reading)
        _read_attack(reading)
        _read_experiences(reading)
    _read_features(reading)
    _read_roles(reading)
    return _entry(reading)


def _read_roles(reading: _Reading) -> None:
    """What makes a Minion and a Horde: how many points fell one more, and the damage that is left of a thinned one."""
    minion, horde = (reading.features.get(key, {}).get("facts", {}) for key in ("minion", "horde"))
    if isinstance(minion.get("value"), int):
        minion["minion"] = minion["value"]
    thinned = values.damage(str(horde.get("value", "")))
    if thinned and "attack" in reading.features:
        reading.features["attack"]["facts"]["thinned"] = {"dice": thinned.dice, "modifier": thinned.modifier}


def _entry(reading: _Reading) -> Entry:
    block = reading.block
    spec: dict[str, Any] = {"name": reading.name, "kind": block.kind}
    about = {"about": {"kind": "about", "name": "", "facts": reading.about}}
    parts = (("numbers", reading.numbers), ("trackers", reading.trackers), ("features", about | reading.features))
    spec |= {name: part for name, part in parts if part}
    tier = reading.about.get("tier")
    tags = tuple(filter(None, (reading.about.get("type"), f"tier-{tier}" if tier else None)))
    return Entry(key_of(reading.name) or "entry", block.kind, reading.name, spec, tags, block.source, block.place)


def _read_about(reading: _Reading) -> None:
    about = reading.about
    tier = values.number(reading.value("tier"))
    if tier is not None and 0 <= tier <= 9:
        about["tier"] = tier
    elif not values.is_none(reading.value("tier")):
        reading.miss("tier", "not-a-number", text=reading.value("tier"))
    _read_type(reading)
    for name in ("description", "motives", "impulses", "potential_adversaries"):
        if text := reading.text(name):
            about[name] = _bounded(reading, name, text)


def _read_type(reading: _Reading) -> None:
    """The type, and of a Horde how many of it one Hit Point stands for."""
    text = reading.value("type")
    plain, _, detail = text.partition("(")
    if not plain.strip():
        return
    reading.about["type"] = key_of(plain)
    reading.about["type_text"] = text
    if per := re.match(r"\s*(\d+)\s*/\s*HP", detail, re.I):
        reading.about["horde_per_hp"] = int(per[1])


def _bounded(reading: _Reading, name: str, text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    reading.miss(name, "too-long", most=LONGEST_TEXT)
    return text[:LONGEST_TEXT]


def _read_difficulty(reading: _Reading) -> None:
    text = reading.value("difficulty")
    found = values.number(text)
    if found is not None:
        reading.numbers["difficulty"] = found
    elif not values.is_none(text):
        reading.about["difficulty_text"] = text
        reading.miss("difficulty", "kept-as-text", text=text)


def _read_thresholds(reading: _Reading) -> None:
    """Major and Severe. What the block says it does not have stands in ``none``, and is not asked for later."""
    whole = reading.value("thresholds")
    first, _, second = whole.partition("/")
    pair = (reading.value("major"), reading.value("severe")) if not whole else (first, second or first)
    none = []
    for name, text in zip(("major", "severe"), pair, strict=True):
        found = values.number(text)
        if found is not None and ("/" in whole or not whole):
            reading.numbers[name] = found
        elif text.strip() and values.is_none(text):
            none.append(name)
        elif text.strip():
            reading.miss("thresholds" if whole else name, "not-a-number", text=text)
    if "major" in none and "severe" not in reading.numbers and "severe" not in none:
        none.append("severe")
    if none:
        reading.about["none"] = none


def _read_pools(reading: _Reading) -> None:
    for name, tracker in (("hp", "hit_points"), ("stress", "stress")):
        text = reading.value(name)
        found = values.number(text)
        if found is not None and found >= 0:
            reading.trackers[tracker] = {"max": found}
        elif name == "stress" and text and values.is_none(text):
            reading.trackers[tracker] = {"max": 0}
        elif text:
            reading.miss(name, "not-a-number", text=text)


def _read_attack(reading: _Reading) -> None:
    facts: dict[str, Any] = {}
    _read_bonus(reading, facts)
    band, text = values.range_of(reading.value("range")), reading.value("damage")
    if band:
        facts["range"] = band
    elif reading.value("range"):
        facts["range_text"] = reading.value("range")
        reading.miss("range", "kept-as-text", text=reading.value("range"))
    damage = values.damage(text)
    if damage:
        facts |= {"dice": damage.dice, "modifier": damage.modifier, "types": list(damage.types), "text": text}
    elif text:
        facts["text"] = text
        reading.miss("damage", "kept-as-text", text=text)
    if facts or reading.value("attack"):
        name = name_cased(reading.value("attack"))[:LONGEST_NAME]
        reading.add("attack", "attack", name, facts)


def _read_bonus(reading: _Reading, facts: dict[str, Any]) -> None:
    text = reading.value("atk")
    found = values.number(text)
    if found is not None:
        reading.numbers["attack_modifier"] = found
    elif values.is_dice(text):
        facts["bonus_dice"] = text.strip().lstrip("+")
        reading.miss("atk", "bonus-is-dice", text=text)
    elif not values.is_none(text):
        reading.miss("atk", "not-a-number", text=text)


def _read_experiences(reading: _Reading) -> None:
    found, unclear = values.experiences(reading.value("experience"))
    for number, (name, bonus) in enumerate(found, start=1):
        reading.add(f"experience-{number}", "experience", name[:LONGEST_NAME], {"modifier": bonus})
    for piece in unclear:
        if not values.is_none(piece):
            reading.miss("experience", "experience-unclear", text=piece)


def _read_features(reading: _Reading) -> None:
    if len(reading.block.features) > MOST_FEATURES:
        reading.miss("features", "too-many-features", most=MOST_FEATURES)
    for feature in reading.block.features[:MOST_FEATURES]:
        name, facts = read_feature(feature)
        if len(feature.text) > LONGEST_TEXT:
            reading.lost.append(Lost(feature.place, reading.name, "too-long", {"field": name, "most": LONGEST_TEXT}))
        if not facts["type"]:
            facts["type"] = "passive"
            reading.lost.append(Lost(feature.place, reading.name, "feature-type-unclear", {"text": feature.name}))
        reading.add(key_of(re.sub(r"\([^)]*\)", "", name)), "feature", name[:200], facts)
        if facts["type"] == "passive" and reading.block.kind == "adversary":
            _read_guards(reading, feature.text)


def _read_guards(reading: _Reading, text: str) -> None:
    for kind, types in values.guards(text).items():
        for type_ in types:
            if f"{kind}-{type_}" not in reading.features:
                reading.add(f"{kind}-{type_}", kind, type_, {"types": [type_]})


def read_feature(feature: FeatureText) -> tuple[str, dict[str, Any]]:
    """The name of a feature as it is shown, and its facts. Its type is empty where the file does not say it."""
    whole = " ".join(feature.name.split())[:LONGEST_VALUE]
    apart = None if feature.type else FEATURE_NAME.fullmatch(whole)
    type_, rest = _type_and_rest(apart["rest"] if apart else feature.type)
    name = name_cased(apart["name"] if apart and type_ else whole)
    text = f"{feature.cost} {feature.text}".strip()[:LONGEST_TEXT]
    facts: dict[str, Any] = {"type": type_, "text": text}
    if value := re.search(r"\(([^()]*)\)$", name):
        facts["value"] = int(value[1]) if value[1].isdecimal() and len(value[1]) < 5 else value[1]
    found = {
        "cost": values.cost(text),
        "option": values.option(text),
        "uses": values.uses(text),
        "countdown": _countdown(rest or text),
        "questions": list(feature.questions),
    }
    return name, facts | {key: value for key, value in found.items() if value}


def _type_and_rest(text: str) -> tuple[str, str]:
    """ "Reaction: Countdown (Loop 1d6)" is a reaction, and a countdown besides."""
    plain, _, rest = text.partition(":")
    type_ = plain.strip().lower()
    return (type_, rest.strip()) if type_ in FEATURE_TYPES else ("", "")


def _countdown(text: str) -> dict[str, Any] | None:
    """The countdown that a feature begins with."""
    found = COUNTDOWN.match(text)
    if found is None:
        return None
    countdown: dict[str, Any] = {"size": found["size"].strip()}
    if found["loop"]:
        countdown["loop"] = LOOPS[found["loop"].lower()]
    if found["long"]:
        countdown["long_term"] = True
    return countdown


def texts_of(raw: Mapping[str, Any]) -> dict[str, str]:
    """The plain values of a file's object as cleaned texts; lists, objects and null are left out."""
    return {name: cleaned(_written(value)) for name, value in raw.items() if isinstance(value, str | int | float)}


def _written(value: str | float) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
