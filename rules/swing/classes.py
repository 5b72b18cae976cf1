"""The classes, and the levels at which each learns its extra attacks."""

from collections.abc import Mapping
from dataclasses import dataclass

# What the extra attacks are called, in their order.
ORDINALS = ("second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class Class:
    """``levels`` are those of the extra attacks in order; ``names`` are what people type for it, lower case."""

    levels: tuple[int, ...]
    names: tuple[str, ...]


# Source: Swing d20, Attacking, "More than one blow".
CLASSES: Mapping[str, Class] = {
    "headhunter": Class((7, 18, 32, 60, 82), ("headhunter", "охотник за головами", "охотница за головами")),
    "page": Class((14, 30, 45, 68), ("page", "паж")),
    "plainsman": Class((7, 18, 32, 60, 82), ("plainsman", "plainswoman", "степняк", "степнячка")),
    "pickpocket": Class((15, 32, 65), ("pickpocket", "карманник", "карманница")),
    "woodsman": Class((14, 30, 45, 68), ("woodsman", "woodswoman", "лесовик")),
    "mageling": Class((30, 52), ("mageling", "магик", "ученик мага", "ученица мага")),
    "elementalist": Class((15, 27, 50, 75), ("elementalist", "стихийник", "стихийница")),
    "runescribe": Class((16, 30, 45, 66), ("runescribe", "рунописец")),
    "gravedigger": Class((30, 65), ("gravedigger", "могильщик", "могильщица")),
    "priest": Class((24, 47), ("priest", "priestess", "жрец", "жрица")),
    "hermit": Class((24, 47), ("hermit", "отшельник", "отшельница")),
    "minstrel": Class((20, 37), ("minstrel", "менестрель")),
}


def class_named(name: str) -> str | None:
    """The key of the class that people call so; None where there is none."""
    said = " ".join(name.lower().replace("ё", "е").split())
    return next((key for key, found in CLASSES.items() if said == key or said in found.names), None)


def extra_attacks(key: str | None, level: int) -> tuple[str, ...]:
    """The extra attacks that a class knows at a level, by their ordinal.

    Source: Swing d20, Attacking, "More than one blow".
    """
    found = CLASSES.get(key or "")
    levels = found.levels if found else ()
    return ORDINALS[: sum(learned <= level for learned in levels)]
