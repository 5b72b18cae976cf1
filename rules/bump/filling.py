"""How the parameters of a check are filled from sheets, conditions, cover and the scene, each with its reason."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.bump import sheet
from rules.bump.movement import COVERS, WITHIN_REACH, band, can_hide
from rules.bump.play_positions import COVER, grade_of, is_cover
from rules.bump.rolls import Feet
from rules.core import derived
from rules.core.amending import forgotten
from rules.core.derived import Modifier
from rules.core.errors import RuleError
from rules.core.read import read
from rules.core.rolling import Filled, Roll, refuse, switched_off
from rules.core.state import Condition, Creature, State
from rules.core.system import System

GIVEN = "given"
HELPED = "helped"
BY_SIGHT = "sight"
HIDING = "hide"
BAND = "band-"  # what the tag of a range band begins with
FEET = "feet"  # the parameter of how far it is, to all or to each target by its id
DEFAULT_TAGS = {"attack": (BY_SIGHT,), "defend": (BY_SIGHT,)}
ALSO = {"perception": (BY_SIGHT,)}  # tags that come with what is rolled, unless others are said
SCENE = "scene:"


def feet_between(command: Roll, target: str | None) -> int | None:
    """How many feet lie between the one who rolls and this target, where somebody said: to all, or to each by id."""
    said = command.parameters.get(FEET)
    if isinstance(said, Mapping):
        return None if said.get(target) is None else read(Feet, said[target], at=f"/parameters/{FEET}/{target}")
    return None if said is None else read(Feet, said, at=f"/parameters/{FEET}")


def tags_of(command: Roll, keys: list[str], actor: Creature | None, target: str | None) -> frozenset[str]:
    """What a roll is about: what was said, else what is usual; the number that is rolled; the weapon; how close."""
    said, feet = command.parameters.get("tags"), feet_between(command, target)
    known = [tag for tag in said if isinstance(tag, str)] if isinstance(said, list | tuple) else None
    if known is None:
        known = [*DEFAULT_TAGS.get(command.roll, ()), *(tag for key in keys for tag in ALSO.get(key, ()))]
    held = next((found for key in keys if (found := sheet.arms(actor, key))), None)
    if held is not None:
        known += ["weapon"] if held.is_weapon else []
        known += ["close"] if is_close(held, feet) else []
    known += ["parry"] if command.roll == "defend" and "might" in keys else []
    known += [] if feet is None else [BAND + band(feet)]
    return frozenset((*known, *keys))


def is_close(held: sheet.Arms, feet: int | None) -> bool:
    """Whether a blow comes from within 5 feet: as said, else as is usual of the weapon.

    Source: Bump d20, "Paralyzed", "Unconscious".
    """
    return not held.ranged if feet is None else feet <= WITHIN_REACH


def of_range(command: Roll, actor: Creature | None, keys: list[str], target: str | None) -> list[Modifier]:
    """That a weapon reaches no farther than its sheet says.

    Source: Bump d20, "Range Bands".
    """
    held, feet = sheet.arms_among(actor, keys) or sheet.arms(actor, None), feet_between(command, target)
    if command.roll != "attack" or actor is None or held is None or held.range is None or (feet or 0) <= held.range:
        return []
    return [Modifier(f"{actor.id}:{FEET}", "fails", 1, "out_of_range", actor.id, "set")]


def keys_of(system: System, actor: Creature | None, command: Roll) -> list[str]:
    """What ``with`` names of the sheet; raises InvalidInput for what is not there."""
    keys = sheet.keys_named(command.with_)
    known = {*derived.numbers(system, actor), *actor.features} if actor is not None else set()
    if unknown := [key for key in keys if key not in known]:
        raise refuse("/with", "not-an-option", name=unknown[0], options=sorted(known))
    return keys


def of_sheet(system: System, actor: Creature | None, keys: list[str], default: str | None) -> list[Modifier]:
    """What the sheet adds: each number, skill or weapon that is named, the usual number where none is."""
    if actor is None:
        return []
    numbers = derived.numbers(system, actor)
    found = []
    for key in keys or ([default] if default else []):
        feature = actor.features.get(key)
        amount = sheet.whole(feature.facts, "bonus") if feature is not None else numbers.get(key)
        why = feature.name if feature is not None and feature.name else key
        if amount is None and feature is not None and feature.kind in sheet.ARMS:
            amount, why = numbers.get("attack"), "attack"
        if amount is not None:
            found.append(Modifier(f"{actor.id}:{key}", "total", amount, why, actor.id))
    return found


def of_cover(
    state: State, command: Roll, actor: str | None, target: str | None, tags: frozenset[str]
) -> list[Modifier]:
    """Levels by cover: against an attack at one who has it, for one who defends, hides, or saves against an area.

    Source: Bump d20, "Cover".
    """
    behind, other = (target, actor) if command.roll == "attack" else (actor, target)
    counts = command.roll in ("attack", "defend") or (command.roll == "save" and {"area", "reflex"} <= tags)
    counts = counts or (command.roll in ("check", "opposed") and "stealth" in tags)
    bearer = state.creatures.get(behind or "")
    grade = grade_of(bearer, other) if counts and bearer is not None else COVERS[0]
    if bearer is None or grade == COVERS[0]:
        return []
    amount, key = int(state.settings.get(f"cover_{grade}", COVERS.index(grade))), grade + COVER
    return [Modifier(f"{bearer.id}:{key}", "level", -amount if command.roll == "attack" else amount, key, bearer.id)]


def of_scene(state: State, command: Roll, keys: list[str], tags: frozenset[str], actor: str) -> list[Modifier]:
    """What the light of the scene does to what hangs on sight.

    Source: Bump d20, "Vision & Light".
    """
    light = state.settings.get("light", "bright")
    if BY_SIGHT not in tags or light == "bright":
        return []
    if light == "dim" and "perception" in keys and not _sees_dimly(state, actor):
        return [Modifier(f"{SCENE}dim", "level", -1, "light_dim", actor)]
    if light == "dark" and command.roll == "attack":
        unseen = [Modifier(f"{SCENE}dark:target", "level", 1, "dark_target", one) for one in command.targets[:1]]
        return [Modifier(f"{SCENE}dark", "level", -1, "light_dark", actor), *unseen]
    if light == "dark" and command.roll == "check":
        return [Modifier(f"{SCENE}dark", "fails", 1, "light_dark", actor, "set")]
    return []


def _sees_dimly(state: State, id: str) -> bool:
    """Whether all is partly concealed from this one anyway: it counts once, the worse of the two."""
    creature = state.creatures.get(id)
    return creature is not None and has(creature, "dim-sighted")


def has(creature: Creature, key: str) -> bool:
    """Whether a condition of this key was put on a creature."""
    return any(condition.key == key for condition in creature.conditions.values())


def of_hiding(state: State, command: Roll, tags: frozenset[str]) -> list[Modifier]:
    """That nobody hides in plain sight: it takes standard cover, darkness, or that one cannot be seen.

    Source: Bump d20, "Cover", "Invisible".
    """
    actor = state.creatures.get(command.creature or "")
    if actor is None or HIDING not in tags or state.settings.get("light") == "dark" or has(actor, "invisible"):
        return []
    held = [c.key.removesuffix(COVER) for c in actor.conditions.values() if is_cover(c.key)]
    grades = [grade_of(actor, other) for other in command.targets]
    if all(map(can_hide, grades)) if grades else any(map(can_hide, held)):
        return []
    return [Modifier(f"{actor.id}:{HIDING}", "fails", 1, "in_plain_sight", actor.id, "set")]


def helps(actor: Creature | None, keys: Iterable[str], roll: str) -> list[Condition]:
    """The help that somebody has for this: for the number or skill that is rolled, or for anything.

    Source: Bump d20, "Help".
    """
    if actor is None:
        return []
    about = {"", roll, *keys, *(actor.features[key].name for key in keys if key in actor.features)}
    held = [one for one in actor.conditions.values() if one.key == HELPED]
    return [one for one in held if (one.detail or one.reason) in about]


def of_help(actor: Creature | None, keys: list[str], roll: str, found: list[Modifier]) -> list[Modifier]:
    """What is known of a roll, with the best of the help that is for it, and with no other."""
    best = max((one.value or 0 for one in helps(actor, keys, roll)), default=0)
    held = [one if one.why != HELPED else replace(one, amount=best) for one in found]
    return [one for one in held if one.why != HELPED or one.amount]


def fill_check(system: System, state: State, command: Roll, target: str | None, *, number: str | None) -> Filled:
    """The parameters of a check, save, attack or defence; ``number`` is added where nothing else is named."""
    given = dict(command.parameters)
    added = forgotten(given, command.creature or "")
    actor = state.creatures.get(command.creature or "")
    keys = keys_of(system, actor, command)
    tags = tags_of(command, keys, actor, target)
    given.pop(FEET, None)
    found = given_modifier(command, given) or of_sheet(system, actor, keys, number)
    found += added
    found += derived.modifiers(system, state, command.roll, command.creature, target, tags)
    found = of_help(actor, keys, command.roll, found)
    found += of_cover(state, command, command.creature, target, tags)
    found += of_scene(state, command, keys, tags, command.creature or "")
    found += of_hiding(state, command, tags)
    found += of_range(command, actor, keys, target)
    modifiers = switched_off(command, found)
    check_able(command.creature, modifiers)
    return Filled({**readings(state), **reckoned(modifiers, given), "tags": sorted(tags)}, modifiers)


def given_modifier(command: Roll, given: Mapping[str, Any]) -> list[Modifier]:
    """A modifier that was said: it stands for the sheet's."""
    if type(modifier := given.get("modifier")) is int:
        return [Modifier("given:modifier", "total", modifier, GIVEN, command.creature or "")]
    return []


def readings(state: State) -> dict[str, bool]:
    return {key: bool(state.settings.get(key, False)) for key in ("margin_wins", "ties_fail")}


def reckoned(modifiers: tuple[Modifier, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with what was added up along each axis; what does not fit stays, for the roll to refuse."""
    levels = [one.amount for one in modifiers if one.axis == "level"]
    ups, downs = sum(n for n in levels if n > 0), -sum(n for n in levels if n < 0)
    total = max(-sheet.LIMIT, min(sheet.LIMIT, derived.total(modifiers, "total")))
    flags = {key: derived.total(modifiers, key) > 0 for key in ("fails", "critical_hit")}
    found = {**flags, **given, "modifier": total if type(given.get("modifier", 0)) is int else given["modifier"]}
    for axis, amount in (("advantage", ups), ("disadvantage", downs)):
        said = given.get(axis, 0)
        found[axis] = min(sheet.LIMIT, said + amount) if type(said) is int and said >= 0 else said
    return found


def check_able(actor: str | None, modifiers: tuple[Modifier, ...]) -> None:
    """Refuses what a condition forbids; a GM may switch that off by the modifier's id."""
    for modifier in modifiers:
        if modifier.axis == "can" and modifier.op == "set" and not modifier.amount:
            code = "cannot-act" if modifier.of == actor else "cannot-be-attacked"
            raise RuleError(code, creature=modifier.of, condition=modifier.why, modifier=modifier.id)
