"""Passive features that many adversaries share: Relentless, Slow, Momentum. A sheet has them by key or as a fact."""

from typing import Any

from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.rolling import Made
from rules.core.state import TABLE, Creature, Feature, State
from rules.core.trackers import Flag
from rules.daggerheart.attack import OUTCOMES
from rules.daggerheart.sheet import whole
from rules.daggerheart.spotlight import tell_with_fear

SLOW_TOKEN = "slow_token"
HITS = OUTCOMES[:2]
ONCE = 1  # spotlights of most adversaries in one GM turn


def passive(creature: Creature, key: str) -> Feature | None:
    """The feature of this key, or one whose facts name it; None where there is none."""
    return creature.features.get(key) or next((f for f in creature.features.values() if f.facts.get(key)), None)


def most_spotlights(creature: Creature) -> int:
    """How often an adversary may get the spotlight in one GM turn.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    feature = passive(creature, "relentless")
    found = whole(feature.facts, "relentless") or whole(feature.facts, "value") if feature else None
    return max(ONCE, found or ONCE)


def spotlights(state: State, id: str) -> int:
    """How often a creature has had the spotlight since a character had it last."""
    count = 0
    for who, _ in reversed(state.order.trail):
        if who in state.creatures and state.creatures[who].kind in ("pc", "ally"):
            break
        count += who == id
    return count


def turn_token(draft: Draft, creature: Creature) -> None:
    """Let a Slow one prepare in its first spotlight, with a token, and act in the next, without it.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    if passive(creature, "slow") is None:
        return
    prepares = not draft.is_on(creature.id, SLOW_TOKEN)
    if prepares:
        draft.tell("slow_prepares", {"target": creature.id})
    draft.put(creature.id, SLOW_TOKEN, Flag(prepares))


def slow_modifiers(state: State, creature: Creature) -> list[Modifier]:
    """What keeps a Slow one from acting in the spotlight in which it prepares, or before it had any."""
    token = creature.trackers.get(SLOW_TOKEN)
    has_token = isinstance(token, Flag) and token.on
    ready = has_token != (state.order.active == creature.id)
    if passive(creature, "slow") is None or ready:
        return []
    return [Modifier(f"{creature.id}:slow", "can", 0, "slow", creature.id, "set")]


def momentum(draft: Draft, made: Made) -> tuple[Creature, Feature] | None:
    """The attacker and its feature that a hit on a character sets off; None where there is none."""
    actor = draft.state.creatures.get(made.command.creature or "")
    feature = passive(actor, "momentum") if actor else None
    hit = [id for id, result in made.by_target.items() if result.outcome in HITS]
    if actor is None or feature is None or not any(draft.state.creatures[id].kind == "pc" for id in hit):
        return None
    return actor, feature


def momentum_changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """The Fear that a hit on a character brings the GM, once an attack.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    room = draft.room(TABLE, "fear")
    if momentum(draft, made) is None or not room:
        return []
    return [{"owner": TABLE, "tracker": "fear", "by": 1}]


def tell_momentum(draft: Draft, made: Made) -> None:
    found = momentum(draft, made)
    if found is not None:
        tell_with_fear(draft, "feature_gains", {"target": found[0].id}, 1, feature=found[1].name)
