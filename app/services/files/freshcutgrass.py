"""What FreshCutGrass keeps: adversaries and environments as JSON, with lists where others have texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.services.files.blocks import SYSTEM, Block, FeatureText, read_block, texts_of
from app.services.files.entries import Entry, Lost, Parsed, read_each
from app.services.files.text import cleaned

FORMAT = "freshcutgrass"
NAMES = {
    "name": "name", "tier": "tier", "type": "type", "shortDescription": "description", "difficulty": "difficulty",
    "hitPoints": "hp", "stress": "stress", "attackModifier": "atk",
}  # fmt: skip
LISTS = {"motivesAndTactics": "motives", "experience": "experience", "potentialAdversaries": "potential_adversaries"}
MARKS = frozenset({"shortDescription", "damageThresholds", "hitPoints", "motivesAndTactics"})
KNOWN = frozenset({*NAMES, *LISTS, "damageThresholds", "weapon", "features", "id", "hordeUnitsPerHp", "toneAndFeel"})
ENVIRONMENT = "Environment"
PAID = {"stress": "Mark {} Stress:", "fear": "Spend {} Fear:", "hope": "Spend {} Hope:", "hitPoints": "Mark {} HP:"}


def fits(first: Mapping[str, Any]) -> bool:
    """Whether an object looks like a block of this format."""
    return "name" in first and len(MARKS & first.keys()) >= 2


def read(blocks: Iterable[tuple[str, Any]]) -> Parsed:
    """The blocks, each with its place in the file."""
    return read_each(FORMAT, SYSTEM, blocks, _read_one)


def _read_one(raw: Mapping[str, Any], place: str, lost: list[Lost]) -> Entry | None:
    texts = {NAMES[name]: text for name, text in texts_of(raw).items() if name in NAMES}
    whose = texts.get("name", "")
    texts |= {ours: ", ".join(_texts(raw.get(theirs))) for theirs, ours in LISTS.items() if raw.get(theirs)}
    texts |= _thresholds(raw.get("damageThresholds")) | _weapon(raw.get("weapon"))
    type_ = texts.get("type", "")
    is_environment = type_.startswith(ENVIRONMENT)
    texts["type"] = type_.removeprefix(ENVIRONMENT)
    if isinstance(raw.get("hordeUnitsPerHp"), int) and texts["type"].casefold() == "horde":
        texts["type"] += f" ({raw['hordeUnitsPerHp']}/HP)"
    if raw.get("toneAndFeel"):
        texts["impulses" if is_environment else "motives"] = ", ".join(_texts(raw["toneAndFeel"]))
    for name, value in raw.items():
        if name not in KNOWN and value not in (None, "", [], {}):
            lost.append(Lost(f"{place}/{name}", whose, "unknown-field", {"field": name}))
    features = tuple(_features(raw.get("features"), f"{place}/features", whose, lost))
    places = {ours: f"{place}/{theirs}" for theirs, ours in NAMES.items()}
    kind = "environment" if is_environment else "adversary"
    return read_block(Block(kind, texts, features, place, "", places), lost)


def _texts(raw: Any) -> list[str]:
    return [cleaned(text) for text in raw if isinstance(text, str)] if isinstance(raw, list) else _one(raw)


def _one(raw: Any) -> list[str]:
    return [cleaned(raw)] if isinstance(raw, str) else []


def _thresholds(raw: Any) -> dict[str, str]:
    pair = texts_of(raw) if isinstance(raw, Mapping) else {}
    return {name: pair[name] for name in ("major", "severe") if name in pair}


def _weapon(raw: Any) -> dict[str, str]:
    weapon = texts_of(raw) if isinstance(raw, Mapping) else {}
    names = {"name": "attack", "range": "range", "damage": "damage"}
    found = {ours: weapon[theirs] for theirs, ours in names.items() if theirs in weapon}
    if "range" in found:  # "VeryClose"
        found["range"] = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", found["range"])
    return found


def _features(raw: Any, place: str, whose: str, lost: list[Lost]) -> Iterator[FeatureText]:
    for n, feature in enumerate(raw if isinstance(raw, list) else ()):
        texts = texts_of(feature) if isinstance(feature, Mapping) else {}
        if not texts.get("name"):
            lost.append(Lost(f"{place}/{n}", whose, "not-a-feature"))
            continue
        value = f" ({texts['value']})" if texts.get("value") and "(" not in texts["name"] else ""
        type_ = texts.get("actionType") or texts.get("type", "")
        text = texts.get("description", "")
        cost = "" if re.match(r"(?:spend|mark) ", text, re.I) else _cost(feature.get("cost"))
        yield FeatureText(texts["name"] + value, text, f"{place}/{n}", type_, cost)


def _cost(raw: Any) -> str:
    """What a feature costs, as a text that its own would begin with."""
    costs = raw if isinstance(raw, Mapping) else {}
    paid = [words.format(costs[name]) for name, words in PAID.items() if isinstance(costs.get(name), int)]
    return next((one for one in paid if " 0 " not in one), "")
