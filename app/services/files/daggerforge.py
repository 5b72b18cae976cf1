"""What DaggerForge keeps: stat blocks of adversaries and environments as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from app.services.files.blocks import SYSTEM, Block, FeatureText, read_block, texts_of
from app.services.files.entries import Entry, Lost, Parsed, read_each
from app.services.files.text import cleaned

FORMAT = "daggerforge"
NAMES = {
    "name": "name", "tier": "tier", "type": "type", "desc": "description", "motives": "motives",
    "difficulty": "difficulty", "thresholdMajor": "major", "thresholdSevere": "severe", "hp": "hp",
    "stress": "stress", "atk": "atk", "weaponName": "attack", "weaponRange": "range", "weaponDamage": "damage",
    "xp": "experience", "impulse": "impulses", "potentialAdversaries": "potential_adversaries",
}  # fmt: skip
MARKS = frozenset({"weaponName", "weaponDamage", "thresholdMajor", "impulse", "potentialAdversaries"})
ONLY_ENVIRONMENTS = ("impulse", "potentialAdversaries")
LABEL = "Description: "


def fits(first: Mapping[str, Any]) -> bool:
    """Whether an object looks like a block of this format."""
    return "name" in first and bool(MARKS & first.keys())


def read(blocks: Iterable[tuple[str, Any]]) -> Parsed:
    """The blocks, each with its place in the file."""
    return read_each(FORMAT, SYSTEM, blocks, _read_one)


def _read_one(raw: Mapping[str, Any], place: str, lost: list[Lost]) -> Entry | None:
    plain = texts_of(raw)
    texts = {NAMES[name]: text for name, text in plain.items() if name in NAMES}
    texts["description"] = texts.get("description", "").removeprefix(LABEL)
    whose = texts.get("name", "")
    for name, value in raw.items():
        if name not in ("features", "id", "source") and value not in (None, "", []) and NAMES.get(name) not in texts:
            lost.append(Lost(f"{place}/{name}", whose, "unknown-field", {"field": name}))
    kind = "environment" if any(name in raw for name in ONLY_ENVIRONMENTS) else "adversary"
    features = tuple(_features(raw.get("features"), f"{place}/features", whose, lost))
    source = " ".join(filter(None, (plain.get("source"), plain.get("id"))))
    places = {ours: f"{place}/{theirs}" for theirs, ours in NAMES.items()}
    return read_block(Block(kind, texts, features, place, source, places), lost)


def _features(raw: Any, place: str, whose: str, lost: list[Lost]) -> Iterator[FeatureText]:
    if raw is not None and not isinstance(raw, list):
        lost.append(Lost(place, whose, "not-a-list"))
        return
    for n, feature in enumerate(raw or ()):
        texts = texts_of(feature) if isinstance(feature, Mapping) else {}
        if not texts.get("name"):
            lost.append(Lost(f"{place}/{n}", whose, "not-a-feature"))
            continue
        known = {"name", "type", "cost", "desc", "text", "bullets", "questions", "textAfter"}
        for name in sorted(name for name in feature if name not in known and feature[name] not in (None, "", [])):
            lost.append(Lost(f"{place}/{n}/{name}", whose, "unknown-field", {"field": name}))
        bullets = "".join(f"\n- {line}" for line in _lines(feature.get("bullets")))
        text = "\n".join(filter(None, ((texts.get("desc") or texts.get("text", "")) + bullets, texts.get("textAfter"))))
        questions = tuple(_lines(feature.get("questions")))
        yield FeatureText(texts["name"], text, f"{place}/{n}", texts.get("type", ""), texts.get("cost", ""), questions)


def _lines(raw: Any) -> Sequence[str]:
    return [cleaned(line) for line in raw if isinstance(line, str)] if isinstance(raw, list) else ()
