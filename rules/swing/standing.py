"""What a sheet comes to, for the GM's pages: what each weapon adds and how it is critical, what armor takes off."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.core import derived
from rules.core.derived import Modifier
from rules.core.errors import Need
from rules.core.state import Creature, State
from rules.core.system import System
from rules.swing import sheet
from rules.swing.blow import armor_percent
from rules.swing.filling import die, on_damage, to_hit
from rules.swing.parameters import Harm, Weapon
from rules.swing.play_turn import ENDS
from rules.swing.sheet import UNARMED, Arms

AIM = "aim"


def standing(system: System, state: State, creature: Creature) -> dict[str, Any]:
    """What is reckoned of one creature: ``arms`` by key, which of them each hand holds, ``armor`` in percent.

    ``spends`` are what a turn can be spent on instead of blows.
    """
    off_hand = sheet.off_hand_arms(creature)
    worn = sheet.number(system, creature, "armor_class")
    return {
        "arms": {held.key: _reckoned(system, creature, held) for held in _every(creature)},
        "main": UNARMED if derived.has(system, state, creature, "disarmed") else sheet.main_arms(creature).key,
        "off_hand": off_hand.key if off_hand and not derived.has(system, state, creature, "disarmed") else None,
        "armor": armor_percent(worn) if worn and worn > 0 else None,
        "spends": [AIM, *(on for on, ended in ENDS.items() if _has(creature, ended))],
    }


def _every(creature: Creature) -> Iterator[Arms]:
    """All that one can strike with, bare hands last."""
    for key in (*(key for key, _ in sheet.of_kind(creature, *sheet.ARMS)), UNARMED):
        held = sheet.arms(creature, key)
        if held is not None:
            yield held


def _reckoned(system: System, creature: Creature, held: Arms) -> dict[str, Any]:
    """What one weapon adds to the d20 and to damage before conditions, and how it is critical."""
    blow = Harm(weapon=Weapon(**held.weapon(held.die or "1d1")), bare_hands=held.natural).blow()
    return {
        "die": _die(system, creature, held),
        "to_hit": _added(system, creature, held),
        "adds": _sum(on_damage(system, creature, held)),
        "critical_percent": blow.critical_percent,
        "multiplier": blow.multiplier,
        "critical_bonus": blow.critical_bonus,
        "shot": held.is_shot,
        "off_hand": held.off_hand,
        "natural": held.natural and held.key != UNARMED,
    }


def _added(system: System, creature: Creature, held: Arms) -> int | None:
    """What is added to the d20, None where no sheet says it yet."""
    try:
        return _sum(to_hit(system, creature, held))
    except Need:
        return None


def _die(system: System, creature: Creature, held: Arms) -> str | None:
    """The damage die, None where no sheet says yet what bare hands do."""
    try:
        return die(system, creature, held)
    except Need:
        return None


def _sum(modifiers: Sequence[Modifier]) -> int:
    return sum(modifier.amount for modifier in modifiers)


def _has(creature: Creature, condition: str) -> bool:
    return any(one.key == condition for one in creature.conditions.values())
