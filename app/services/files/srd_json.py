"""The Daggerheart SRD as JSON: a list of stat blocks whose values are all texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.services.files.blocks import SYSTEM, Block, FeatureText, read_block, texts_of
from app.services.files.entries import Entry, Lost, Parsed, read_each

FORMAT = "daggerheart-srd-json"
NAMES = {
    "name": "name", "tier": "tier", "type": "type", "description": "description", "difficulty": "difficulty",
    "motives_and_tactics": "motives", "impulses": "impulses", "potential_adversaries": "potential_adversaries",
    "thresholds": "thresholds", "hp": "hp", "stress": "stress", "atk": "atk", "attack": "attack", "range": "range",
    "damage": "damage", "experience": "experience",
}  # fmt: skip
FEATURES = "feats"
ONLY_ENVIRONMENTS = ("impulses", "potential_adversaries")


def fits(first: Mapping[str, Any]) -> bool:
    """Whether an object looks like a block of this format."""
    return "name" in first and isinstance(first.get(FEATURES), list)


def read(blocks: Iterable[tuple[str, Any]]) -> Parsed:
    """The blocks, each with its place in the file."""
    return read_each(FORMAT, SYSTEM, blocks, _read_one)


def _read_one(raw: Mapping[str, Any], place: str, lost: list[Lost]) -> Entry | None:
    kind = "environment" if any(name in raw for name in ONLY_ENVIRONMENTS) else "adversary"
    plain = texts_of(raw)
    texts = {NAMES[name]: text for name, text in plain.items() if name in NAMES}
    for name, value in raw.items():
        if name not in (FEATURES, "source") and value is not None and NAMES.get(name) not in texts:
            lost.append(Lost(f"{place}/{name}", texts.get("name", ""), "unknown-field", {"field": name}))
    features = tuple(_features(raw.get(FEATURES), f"{place}/{FEATURES}", texts.get("name", ""), lost))
    places = {ours: f"{place}/{theirs}" for theirs, ours in NAMES.items()}
    return read_block(Block(kind, texts, features, place, plain.get("source", ""), places), lost)


def _features(raw: Any, place: str, whose: str, lost: list[Lost]) -> Iterator[FeatureText]:
    if raw is not None and not isinstance(raw, list):
        lost.append(Lost(place, whose, "not-a-list"))
        return
    for n, feature in enumerate(raw or ()):
        texts = texts_of(feature) if isinstance(feature, Mapping) else {}
        if not texts.get("name"):
            lost.append(Lost(f"{place}/{n}", whose, "not-a-feature"))
            continue
        for name in feature.keys() - {"name", "text"}:
            lost.append(Lost(f"{place}/{n}/{name}", whose, "unknown-field", {"field": name}))
        yield FeatureText(texts["name"], texts.get("text", ""), f"{place}/{n}")
