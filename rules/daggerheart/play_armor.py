"""Armor in play: what it does to its wearer's sheet, and taking it off."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import events
from rules.core.commands.base import Command, Id, Key, type_name
from rules.core.draft import Draft
from rules.core.rolling import refuse
from rules.core.state import Creature
from rules.core.trackers import Pool, Score
from rules.daggerheart.armor import Armor, suits
from rules.daggerheart.damage import MAX_ARMOR_SCORE
from rules.daggerheart.sheet import TRAITS, party, tier_of

WORN = "armor"  # the feature that says what is worn
NONE = Armor(0, 0, 0)
CHANGED = ("evasion", *TRAITS)
BASE = {"armor_major": "major", "armor_severe": "severe"}
Change = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Tier = Annotated[int, msgspec.Meta(ge=1, le=4)]


class GivenArmor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Armor that no table has: base thresholds, Armor Score, and changes of numbers as evasion or agility."""

    major: Annotated[int, msgspec.Meta(ge=1, le=99)]
    severe: Annotated[int, msgspec.Meta(ge=1, le=199)]
    score: Annotated[int, msgspec.Meta(ge=0, le=MAX_ARMOR_SCORE)]
    changes: Mapping[Key, Change] = {}
    name: Annotated[str, msgspec.Meta(max_length=120)] = ""


class WearArmor(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Put on armor: ``armor`` names it in the table, of the wearer's ``tier`` or another, or describes it.

    Without ``armor`` what is worn comes off.
    """

    creature: Id
    armor: Key | GivenArmor | None = None
    tier: Tier | None = None


def wear_armor(draft: Draft, command: WearArmor) -> None:
    """Take off what is worn, and put on what is named.

    Source: Daggerheart core mechanics, "Hit Points and damage thresholds"; Daggerheart SRD 1.0, "Armor".
    """
    creature = draft.creature(command.creature)
    if creature.kind != "pc":
        raise refuse("/creature", "not-an-option", options=[pc.id for pc in party(draft.state)])
    armor, facts = _asked(draft, creature, command)
    _tell(draft, command, facts)
    _take_off(draft, creature)
    _put_on(draft, creature.id, armor or NONE)
    changed = {key: _change(draft, creature.id, key, by) for key, by in (armor or NONE).changes.items()}
    worn = {"kind": WORN, "name": _name(command), "facts": {**facts, "changes": changed}} if armor else None
    if worn is not None or WORN in creature.features:
        draft.emit(events.CreatureChanged(creature.id, {f"features/{WORN}": worn}))


def _name(command: WearArmor) -> str:
    return command.armor.name if isinstance(command.armor, GivenArmor) else ""


def _tell(draft: Draft, command: WearArmor, facts: Mapping[str, Any]) -> None:
    who = {"target": command.creature}
    if command.armor is None:
        draft.tell("armor_off", who)
    else:
        draft.tell("armor_on", who, armor=facts.get("card"), name=_name(command) or None)


def _asked(draft: Draft, creature: Creature, command: WearArmor) -> tuple[Armor | None, dict[str, Any]]:
    """The armor that is to be put on, and what its feature will say of it."""
    given = command.armor
    if given is None:
        return None, {}
    if isinstance(given, GivenArmor):
        _check_numbers(given)
        found, named = Armor(given.major, given.severe, given.score, given.changes), {}
    else:
        if given not in suits():
            raise refuse("/armor", "not-an-option", options=sorted(suits()))
        tier = command.tier or tier_of(draft.system, creature)
        found, named = suits()[given][tier], {"card": given, "tier": tier}
    return found, {**named, "major": found.major, "severe": found.severe, "score": found.score}


def _check_numbers(given: GivenArmor) -> None:
    for key in given.changes:
        if key not in CHANGED:
            raise refuse(f"/armor/changes/{key}", "not-an-option", options=list(CHANGED))
    if given.severe < given.major:
        raise refuse("/armor/severe", "too-small", least=given.major)


def _take_off(draft: Draft, creature: Creature) -> None:
    """Give back what the worn armor had changed."""
    worn = creature.features.get(WORN)
    changes = worn.facts.get("changes") if worn and worn.kind == WORN else None
    for key, by in changes.items() if isinstance(changes, Mapping) else ():
        if isinstance(by, int):
            _change(draft, creature.id, str(key), -by)


def _put_on(draft: Draft, id: str, armor: Armor) -> None:
    """Set the base thresholds, which the level is added to, and the slots; what is marked stays marked."""
    for key, field in BASE.items():
        draft.put(id, key, Score(getattr(armor, field)))
        draft.put(id, field, None)  # a threshold that was set by hand gives way to its formula
    draft.put(id, "armor_slots", Pool(min(draft.value(id, "armor_slots"), armor.score), armor.score))


def _change(draft: Draft, id: str, key: str, by: int) -> int:
    """Change a number of the sheet within its range; answers by how much it did change."""
    score, spec = draft.state.creatures[id].trackers.get(key), draft.system.data.numbers.get(key)
    if not isinstance(score, Score) or spec is None:
        return 0
    value = max(spec.least, min(spec.most, score.value + by))
    draft.put(id, key, Score(value))
    return value - score.value
