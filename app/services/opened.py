"""An entry of the library, opened: its features, what their words propose, and what was accepted of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from app.errors import NotFound
from app.services import library, proposing
from app.services.entries import Kept
from app.services.pasting import SHOWN
from app.services.proposing import Offer


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature: its words, what it says of uses and price, and what it proposes."""

    key: str
    name: str
    text: str
    said: Sequence[tuple[str, str]]
    offers: Sequence[Offer]


@dataclass(frozen=True, slots=True)
class Opened:
    id: str
    told: str
    features: Sequence[Feature]


def opened(entry: Kept, language: str) -> Opened:
    """What stands under an entry's line."""
    every = entry.spec.get("features", {}).items()
    found = [_feature(entry.system, language, key, one) for key, one in every if one.get("kind") in SHOWN]
    return Opened(entry.id, str(entry.words.get("description", "")), [one for one in found if one.name])


def _feature(system: str, language: str, key: str, feature: Mapping[str, Any]) -> Feature:
    name, text = str(feature.get("name", "")), str(feature.get("facts", {}).get("text", ""))
    said = proposing.said(system, language, feature)
    return Feature(key, name, text, said, proposing.offers(system, language, feature))


def accept(db: Session, account: str, id_: str, language: str, feature: str, what: str) -> Kept:
    """The entry with a proposal of one of its features taken up. For use within a write; raises NotFound."""
    entry = library.get(db, account, id_)
    found = entry.spec.get("features", {}).get(feature, {})
    facts = next((one.facts for one in proposing.offers(entry.system, language, found) if one.what == what), None)
    if facts is None:
        raise NotFound
    return _changed(db, account, id_, language, feature, facts)


def drop(db: Session, account: str, id_: str, language: str, feature: str, what: str) -> Kept:
    """The entry without what one of its features says of its uses or its price. For use within a write."""
    entry = library.get(db, account, id_)
    if what not in proposing.FIELDS or feature not in entry.spec.get("features", {}):
        raise NotFound
    return _changed(db, account, id_, language, feature, {what: None})


def _changed(db: Session, account: str, id_: str, language: str, feature: str, facts: Mapping[str, Any]) -> Kept:
    patch = {"features": {feature: {"facts": facts}}}
    return library.change(db, account, id_, language, creature=patch)
