"""A stat block that is pasted as text: what is made of it, and what is not, before it goes into the library."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.errors import Problem
from app.services import imports, problems, proposing
from app.services.entries import Row, about_of, row
from app.services.imports import Clash, Import
from app.services.proposing import Offer
from app.services.wording import wording

if TYPE_CHECKING:
    from app.services.house import House

LONGEST = 50_000
MOST_LOST = 40
SHOWN = ("feature", "attack", "skill", "experience")


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of the block, in a line."""

    key: str
    name: str
    type: str
    text: str
    offers: Sequence[Offer]  # what its words propose


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text says: the creature in a line, its features, its state in the library, what was left; or why not."""

    row: Row | None = None
    figures: Sequence[tuple[str, str]] = ()
    features: Sequence[Feature] = ()
    told: str = ""
    state: str = ""
    lost: Sequence[str] = ()
    error: str = ""


def pasted(house: House, account: str, system: str, language: str, text: str) -> Pasted | None:
    """What is made of the text; None where there is none yet. Nothing is stored."""
    if not text.strip():
        return None
    try:
        parsed = imports.read(_bytes(text), language, system)
    except Problem as problem:
        return Pasted(error=_why(problem, language))
    found = house.database.read(lambda db: imports.compare(db, account, parsed))
    one = found.entries[0]
    spec = one.entry.spec
    return Pasted(
        row=row(system, language, spec),
        figures=_figures(system, language, spec),
        features=_features(system, language, spec),
        told=str(about_of(spec).get("description", "")),
        state=one.state,
        lost=[imports.detail(lost, language) for lost in parsed.lost[:MOST_LOST]],
    )


def bring(
    house: House,
    account: str,
    system: str,
    language: str,
    text: str,
    clash: Clash = "replace",
    accept: Collection[str] = (),
) -> Import:
    """Put what the text says into the library, with the proposals that were accepted. Raises Problem."""
    parsed = imports.read(_bytes(text), language, system)
    told = [replace(one, spec=proposing.accepted(one.spec, system, set(accept))) for one in parsed.entries]
    parsed = replace(parsed, entries=told)
    return house.database.write(lambda db: imports.bring(db, account, parsed, "", clash))


def _bytes(text: str) -> bytes:
    return text[:LONGEST].encode(errors="replace")


def _why(problem: Problem, language: str) -> str:
    said = [fault["detail"] for fault in problems.errors(problem, language)]
    return " ".join(said) or problems.detail(problem, language)


def _figures(system: str, language: str, spec: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every number and tracker that was found, in the game's words."""
    words = wording(system, language).words
    numbers = [("numbers", key, str(value)) for key, value in spec.get("numbers", {}).items()]
    pools = [("trackers", key, str(value["max"])) for key, value in spec.get("trackers", {}).items()]
    return [(words.word(section, key) or key, value) for section, key, value in (*pools, *numbers)]


def _features(system: str, language: str, spec: Mapping[str, Any]) -> list[Feature]:
    every = spec.get("features", {}).items()
    told = [(key, one) for key, one in every if one["kind"] in SHOWN and one["name"]]
    return [_feature(system, language, key, one) for key, one in told]


def _feature(system: str, language: str, key: str, feature: Mapping[str, Any]) -> Feature:
    type_, text = (str(feature["facts"].get(name, "")) for name in ("type", "text"))
    return Feature(key, feature["name"], type_, text, proposing.offers(system, language, feature))
