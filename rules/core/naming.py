"""What creatures are called: by the GM, with a number among equals, and by players, who count only what they saw."""

from typing import Any

from rules.core import sight
from rules.core.commands.base import LONGEST_NAME
from rules.core.draft import Draft
from rules.core.state import ROW, Creature

MASK = "№"  # what stands for a name that players do not know yet, with a number; the same in every language


def free_name(draft: Draft, name: str, *, plain_is_free: bool = True) -> str:
    """The name itself while it is free, else with the next free number; equals are numbered from 1."""
    taken = {c.name for c in draft.state.creatures.values() if not c.gone}
    are_numbered = f"{name} 1" in taken
    if plain_is_free and name not in taken and not are_numbered:
        return name
    number = 1 if not plain_is_free and name not in taken else 2
    while numbered(name, number) in taken:
        number += 1
    return numbered(name, number)


def numbered(name: str, number: int) -> str:
    """The name with a number, shortened where it would be too long with it."""
    end = f" {number}"
    return name[: LONGEST_NAME - len(end)].rstrip() + end


def public_number(draft: Draft, base: str, name: str) -> str | None:
    """The name that players would count, where the true number counts what they have not seen; else None."""
    if name == base:
        return None
    shown = _shown_names(draft)
    equals = [other for other in shown if other == base or is_numbered(other, base)]
    number = len(equals) + 1
    while numbered(base, number) in shown:
        number += 1
    is_plain_first = any(c.name == base and not c.gone for c in draft.state.creatures.values())
    counted = base if number == 1 and is_plain_first else numbered(base, number)
    return None if counted == name else counted


def free_alias(draft: Draft, alias: str) -> str:
    """The alias while players know nobody else by it, else with the next number."""
    shown, number = _shown_names(draft), 1
    free = alias
    while free in shown:
        number += 1
        free = numbered(alias, number)
    return free


def is_masked(draft: Draft, kind: str) -> bool:
    """Whether players know those of this kind by a number until their names are revealed; places have their names."""
    how = sight.sight(draft.system, draft.state, sight.side_of_kind(kind), sight.NAME)
    return how == "number" and kind not in ("environment", ROW)


def mask(draft: Draft, *, seen: bool) -> str:
    """What stands for a name: the next free number for one that players see, which others get when they come."""
    if not seen:
        return MASK
    names, number = _shown_names(draft), 1
    while numbered(MASK, number) in names:
        number += 1
    return numbered(MASK, number)


def is_mask(alias: str | None) -> bool:
    return alias is not None and (alias == MASK or is_numbered(alias, MASK))


def renamed(draft: Draft, creature: Creature, *, masked: bool) -> dict[str, Any]:
    """What changes where the names of a side are no longer shown, or shown again; one's own alias stays."""
    if not masked:
        return unmasked(draft, creature) if is_mask(creature.alias) else {}
    base, _, number = creature.name.rpartition(" ")
    counts = number.isdigit() and creature.alias is not None and is_numbered(creature.alias, base)
    if creature.alias not in (None, base) and not counts:
        return {}
    return {"alias": mask(draft, seen=creature.here and not creature.hidden)}


def _shown_names(draft: Draft) -> list[str]:
    return [c.public_name for c in draft.state.creatures.values() if c.here and not c.hidden]


def is_numbered(name: str, base: str) -> bool:
    """Whether a name is ``base`` and a number."""
    return name.startswith(base + " ") and name[len(base) + 1 :].isdigit()


def shown(draft: Draft, creature: Creature) -> dict[str, Any]:
    """What changes where players come to see a creature: an equal among equals gets the number that they count."""
    alias = creature.alias and free_alias(draft, creature.alias)
    if creature.alias == MASK:
        alias = mask(draft, seen=True)
    base, _, number = creature.name.rpartition(" ")
    if not alias and base and number.isdigit():
        alias = public_number(draft, base, creature.name)
    named = {"alias": alias} if alias != creature.alias else {}
    return {"hidden": False, **({"hidden_until": None} if creature.hidden_until else {}), **named}


def unmasked(draft: Draft, creature: Creature) -> dict[str, Any]:
    """What changes where one that players know by an alias is called by its name; nothing where it has none."""
    base, _, number = creature.name.rpartition(" ")
    is_equal = bool(base) and number.isdigit()
    if creature.alias is None or (is_equal and (creature.alias == base or is_numbered(creature.alias, base))):
        return {}
    return {"alias": public_number(draft, base, creature.name) if is_equal else None}
