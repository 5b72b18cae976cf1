"""What the words of a feature propose, for a person to accept: a count of its uses, its price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.services.wording import wording
from app.settings import LANGUAGES
from rules import content, get_system
from rules.core.decide import known_commands
from rules.core.proposals import MOST, Proposal, moment_of, proposed
from rules.core.say import say

KINDS = ("feature", "passive", "action", "reaction", "fear", "skill")
USES, COST = "uses", "cost"
FIELDS = (USES, COST)
LONGEST_KEY = 40  # of a tracker


@dataclass(frozen=True, slots=True)
class Offer:
    """One proposal in words; ``facts`` are what the feature says in so many words once it is accepted."""

    what: str
    words: str
    facts: Mapping[str, Any]
    proposal: Proposal


def offers(system: str, language: str, feature: Mapping[str, Any]) -> list[Offer]:
    """What a described feature proposes and does not say already."""
    if feature.get("kind") not in KINDS:
        return []
    facts: Mapping[str, Any] = feature.get("facts", {})
    texts = [one if isinstance(one, str) else "" for one in (feature.get("name"), facts.get("text"))]
    found = proposed(texts[0], texts[1], currencies(system), passive=facts.get("type") == "passive")
    known = {USES: facts.get("uses"), COST: facts.get("cost") or facts.get("option")}
    made = (_offer(system, language, one) for one in found)
    return [one for one in made if not known[one.what] and (one.what == USES or pays(system))]


def pays(system: str) -> bool:
    """Whether a feature of this game is a button that pays its price."""
    return "use_feature" in known_commands(get_system(system))


def currencies(system: str) -> Mapping[str, tuple[str, ...]]:
    """What can be paid: the names of the game's pools in all languages, by key."""
    data = get_system(system).data
    pools = [key for specs in (data.table, data.trackers) for key, spec in specs.items() if spec.kind == "pool"]
    return {key: tuple(_names(system, key)) for key in pools}


def _names(system: str, key: str) -> Iterator[str]:
    for language in LANGUAGES:
        if name := content.words(system, language).word("trackers", key):
            yield name


def _offer(system: str, language: str, proposal: Proposal) -> Offer:
    words = wording(system, language).words
    if proposal.cost:
        paid = [{"amount": n, "tracker": key} for key, n in proposal.cost.items()]
        names = [say(words, "amount", {}, facts, section="proposals") for facts in paid]
        text = say(words, "cost", {}, {"cost": names}, section="proposals")
        return Offer(COST, text, {COST: dict(proposal.cost)}, proposal)
    facts = {"times": proposal.times, "moment": proposal.moment}
    uses = {"times": proposal.times, **({"per": proposal.moment} if proposal.moment else {})}
    return Offer(USES, say(words, "uses", {}, facts, section="proposals"), {USES: uses}, proposal)


def said(system: str, language: str, feature: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a feature says of its uses and its price already: the field, and its words."""
    facts: Mapping[str, Any] = feature.get("facts", {})
    found = [(USES, Proposal(times=times, moment=moment)) for times, moment in _stated(feature)]
    price = facts.get(COST)
    if isinstance(price, Mapping) and (paid := {str(k): n for k, n in price.items() if isinstance(n, int)}):
        found.append((COST, Proposal(cost=paid)))
    return [(field, _offer(system, language, one).words) for field, one in found]


def shown(system: str, language: str, spec: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the features of a described creature propose, as the API answers it."""
    return [
        {"feature": key, "kind": one.what, "text": one.words, "facts": one.facts}
        for key, feature in spec.get("features", {}).items()
        for one in offers(system, language, feature)
    ]


def accepted(spec: Mapping[str, Any], system: str, wanted: set[str]) -> Mapping[str, Any]:
    """The described creature with the proposals that were accepted, each as ``<feature> <what>``."""
    features = {key: _with(key, one, system, wanted) for key, one in spec.get("features", {}).items()}
    return {**spec, "features": features} if features else spec


def _with(key: str, feature: Mapping[str, Any], system: str, wanted: set[str]) -> Mapping[str, Any]:
    more = [one.facts for one in offers(system, LANGUAGES[0], feature) if f"{key} {one.what}" in wanted]
    return _told(feature, *more) if more else feature


def _told(feature: Mapping[str, Any], *more: Mapping[str, Any]) -> dict[str, Any]:
    facts = dict(feature.get("facts", {}))
    for one in more:
        facts |= one
    return {**feature, "facts": facts}


@dataclass(frozen=True, slots=True)
class Ready:
    """A proposal on the board: its words, and the command that accepts it."""

    words: str
    command: Mapping[str, Any]


def on_board(system: str, language: str, creature: Mapping[str, Any], key: str) -> list[Ready]:
    """What a feature of a creature on the board proposes, with what accepts it."""
    feature = creature["features"][key]
    found = offers(system, language, feature)
    if pays(system):
        change = {"type": "change_creature", "creature": creature["id"]}
        told = [(one.words, {"features": {key: _told(feature, one.facts)}}) for one in found]
        return [Ready(words, {**change, "changes": changes}) for words, changes in told]
    stated = [Proposal(times=times, moment=moment) for times, moment in _stated(feature)]
    limits = stated or [one.proposal for one in found if one.what == USES]
    return [_count(system, language, creature, key, one) for one in limits if not _is_counted(creature, key, feature)]


def _stated(feature: Mapping[str, Any]) -> Iterator[tuple[int, str | None]]:
    """The limit that a feature's facts say, as files are read."""
    uses = feature.get("facts", {}).get("uses")
    times = uses.get("times") if isinstance(uses, Mapping) else None
    if isinstance(times, int) and 0 < times <= MOST:
        yield times, moment_of(str(uses.get("per", "")).replace("_", " ")) if isinstance(uses, Mapping) else None


def _is_counted(creature: Mapping[str, Any], key: str, feature: Mapping[str, Any]) -> bool:
    return tracker_key(key) in creature["trackers"] or any(
        isinstance(own, Mapping) and own.get("name") == feature.get("name") for own in creature["own"].values()
    )


def tracker_key(key: str) -> str:
    """The key of the own tracker that counts a feature's uses."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in key.lower())
    return f"uses_{plain}"[:LONGEST_KEY]


def _count(system: str, language: str, creature: Mapping[str, Any], key: str, limit: Proposal) -> Ready:
    refresh = {limit.moment: "full"} if limit.moment else {}
    name = str(creature["features"][key].get("name") or key)[:120]
    tracker = {"key": tracker_key(key), "name": name, "kind": "pool", "max": limit.times, "refresh": refresh}
    command = {"type": "add_tracker", "creature": creature["id"], "tracker": tracker}
    return Ready(_offer(system, language, limit).words, command)
