"""How the parameters of a blow are filled from sheets, conditions and settings, each modifier with its reason."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from rules.core import derived
from rules.core.derived import Modifier
from rules.core.errors import Need, RuleError
from rules.core.read import read
from rules.core.rolling import Roll, refuse, switched_off
from rules.core.state import Creature, State
from rules.core.system import System
from rules.swing import sheet
from rules.swing.sheet import UNARMED, Arms
from rules.swing.training import training

LIMIT = 9999
GIVEN = "given"
BONUS, DAMAGE = "total", "damage"
# What a form may add besides, to hit and on damage.
PLUS = {"modifier": BONUS, "damage_modifier": DAMAGE}
# Numbers of a sheet that an answer may bring with the roll.
ASKED: Mapping[str, Any] = {
    "attack_bonus": Annotated[int, msgspec.Meta(ge=-99, le=99)],
    "unarmed_die": Annotated[int, msgspec.Meta(ge=1, le=100)],
}
ONLY_IN_PLAY = (*PLUS, *ASKED, "blow", "extra")


def means_of(system: System, state: State, command: Roll) -> Arms:
    """What the blow is struck with; bare hands where the weapon lies on the ground.

    Source: Swing d20, Attacking, "A natural 20" (Take their weapon).
    """
    creature = state.creatures.get(command.creature or "")
    if creature is None:
        if command.with_:
            raise refuse("/with", "not-an-option", options=[])
        return Arms(key="", name="", die=None)
    known = [key for key, _ in sheet.of_kind(creature, *sheet.ARMS)]
    if command.with_ and command.with_ not in (*known, UNARMED):
        raise refuse("/with", "not-an-option", name=command.with_, options=sorted({*known, UNARMED}))
    if derived.has(system, state, creature, "disarmed"):
        return sheet.arms(creature, UNARMED) or sheet.main_arms(creature)
    if command.with_:
        return sheet.arms(creature, command.with_) or sheet.main_arms(creature)
    if command.parameters.get("off_hand") is True:
        return sheet.off_hand_arms(creature) or sheet.main_arms(creature)
    return sheet.main_arms(creature)


def check_able(actor: str | None, modifiers: Sequence[Modifier]) -> None:
    """Refuses what a condition forbids; a GM may switch that off by the modifier's id."""
    for modifier in modifiers:
        if modifier.axis == "can" and modifier.op == "set" and not modifier.amount:
            code = "cannot-act" if modifier.of == actor else "cannot-be-attacked"
            raise RuleError(code, creature=modifier.of, condition=modifier.why, modifier=modifier.id)


def attack_modifiers(
    system: System, state: State, command: Roll, target: str | None, held: Arms, kind: str
) -> tuple[Modifier, ...]:
    """All that is added to the d20 and to the damage, each with its reason."""
    actor, given = state.creatures.get(command.creature or ""), command.parameters
    aimed = given.get("aimed") is True
    tags = frozenset({"shot"} if held.is_shot and not aimed else ())
    found = [] if "bonus" in given else to_hit(system, actor, held, said_number(given, "attack_bonus"))
    found += [] if "damage_bonus" in given else on_damage(system, actor, held)
    found += derived.modifiers(system, state, kind, command.creature, target, tags)
    found += _said(given, command.creature or "")
    return switched_off(command, found)


def said_number(given: Mapping[str, Any], key: str) -> int | None:
    """A number that was said with the roll, for no sheet has it; raises InvalidInput for what it cannot be."""
    return None if given.get(key) is None else read(ASKED[key], given[key], at=f"/parameters/{key}")


def to_hit(system: System, actor: Creature | None, held: Arms, said: int | None = None) -> list[Modifier]:
    """What the sheet adds to the d20: a creature's attack bonus, else Dexterity and training; never the level.

    Source: Swing d20, Attacking, "The attack roll", "Why your level doesn't add".
    """
    if actor is None:
        return []
    stored, dexterity = (sheet.number(system, actor, key) for key in ("attack_bonus", "dexterity_modifier"))
    if stored is not None or (said is not None and dexterity is None):
        return [_mod(actor, "attack_bonus", BONUS, stored if stored is not None else said or 0)]
    if dexterity is None:
        raise Need([{"number": "attack_bonus", "creature": actor.id}])
    return [_mod(actor, "dexterity_modifier", BONUS, dexterity), *_training(system, actor, held)]


def _training(system: System, actor: Creature, held: Arms) -> list[Modifier]:
    """Bare hands are no weapon, so nothing is taken off without a proficiency for them."""
    if held.key == UNARMED:
        efficacy = sheet.number(system, actor, "unarmed_efficacy")
        return [] if efficacy is None else [_mod(actor, "training", BONUS, training(efficacy))]
    why = "no_proficiency" if held.efficacy is None else "training"
    return [_mod(actor, why, BONUS, training(held.efficacy))]


def on_damage(system: System, actor: Creature | None, held: Arms) -> list[Modifier]:
    """What the sheet adds to damage: Strength, or Dexterity for a bow; craftsmanship and magic of the weapon.

    Source: Swing d20, Attacking, "Damage".
    """
    if actor is None:
        return []
    ability = "dexterity_modifier" if held.use == "bow" else "strength_modifier"
    amount = sheet.number(system, actor, ability) or 0
    if held.natural and sheet.is_on(actor, "fights_bare_handed"):
        amount = max(0, amount)
    parts = [(ability, amount), ("craftsmanship", held.craftsmanship), ("magic", held.magic), ("weapon", held.modifier)]
    return [_mod(actor, why, DAMAGE, by) for why, by in parts if by]


def _mod(creature: Creature, why: str, axis: str, amount: int) -> Modifier:
    return Modifier(f"{creature.id}:{axis}:{why}", axis, amount, why, creature.id)


def _said(given: Mapping[str, Any], of: str) -> list[Modifier]:
    """What was typed on top."""
    said = [(key, axis, given.get(key), GIVEN) for key, axis in PLUS.items()]
    said += [(f"extra:{n}", BONUS, amount, reason) for n, (amount, reason) in enumerate(_forgotten(given))]
    return [
        Modifier(f"given:{key}", axis, amount, why, of)
        for key, axis, amount, why in said
        if amount and _is_number(amount)
    ]


def _forgotten(given: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    """What was forgotten to hit, added when the roll was changed: amounts with their reasons."""
    listed = given.get("extra")
    for one in listed if isinstance(listed, list | tuple) else ():
        if isinstance(one, Mapping):
            yield one.get("amount"), str(one.get("reason") or GIVEN)


def harm(
    system: System, state: State, actor: Creature | None, target: str | None, held: Arms, said: int | None = None
) -> dict[str, Any]:
    """What decides the damage of a blow, but for what is added: weapon, hand, the target's armor, the readings.

    ``said`` are the sides of the unarmed die, where no sheet has them.
    """
    found: dict[str, Any] = {
        "armor_class": sheet.armor_against(system, state.creatures.get(target or ""), held.type),
        "off_hand": held.off_hand,
        "bare_hands": held.natural,
        **{key: state.settings[key] for key in ("armor_rounds", "half_rounds", "half_first") if key in state.settings},
    }
    return found if actor is None else {**found, "weapon": held.weapon(die(system, actor, held, said))}


def die(system: System, actor: Creature, held: Arms, said: int | None = None) -> str:
    """The damage die of a weapon; that of bare hands is asked for where no sheet has it.

    Source: Swing d20, Attacking, "Damage" (Bare hands).
    """
    if held.die is not None:
        return held.die
    stored = sheet.number(system, actor, "unarmed_die")
    sides = said if stored is None else stored
    if sides is None:
        raise Need([{"number": "unarmed_die", "creature": actor.id}])
    return f"1d{sides}"


def attack_parameters(
    system: System, state: State, command: Roll, target: str | None, held: Arms, modifiers: Sequence[Modifier]
) -> dict[str, Any]:
    """The parameters of one blow. A ``bonus`` that is given stands for the sheet's."""
    actor, given = state.creatures.get(command.creature or ""), dict(command.parameters)
    sums = {
        "bonus": derived.total(modifiers, BONUS, _number(given, "bonus")),
        "damage_bonus": derived.total(modifiers, DAMAGE, _number(given, "damage_bonus")),
    }
    plain = {key: value for key, value in given.items() if key not in (*ONLY_IN_PLAY, *sums)}
    refused = {key: given[key] for key in sums if key in given and not _is_number(given[key])}
    if actor is not None and "weapon" not in given and not held.is_shot:
        plain.pop("aimed", None)  # only a shot is aimed
    return {
        **sums,
        **refused,
        "defense": defense_of(system, state, target, held),
        **harm(system, state, actor, target, held, said_number(given, "unarmed_die")),
        "ranged": held.is_shot,
        "fumbled": fumbled(actor),
        **plain,
    }


def _number(given: Mapping[str, Any], key: str) -> int:
    value = given.get(key, 0)
    return value if _is_number(value) else 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LIMIT


def fumbled(actor: Creature | None) -> bool:
    """Whether this one has fumbled in this round.

    Source: Swing d20, Attacking, "Once a round".
    """
    pool = sheet.pool_of(actor, "fumbled") if actor else None
    return pool is not None and pool.value > 0


def defense_of(system: System, state: State, target: str | None, held: Arms) -> int | None:
    """What the blow must reach: of two Defenses the one against it.

    Source: Swing d20, Attacking, "Bows and thrown weapons".
    """
    creature = state.creatures.get(target or "")
    found = sheet.number(system, creature, "ranged_defense") if held.is_shot else None
    return found if found is not None else sheet.number(system, creature, "defense")


def only_one_target(command: Roll) -> None:
    """A swing has one target: another foe is another swing."""
    if len(command.targets) > 1:
        raise refuse("/targets", "too-long", most=1)


def as_given(command: Roll, **parameters: Any) -> Roll:
    """The command with these parameters instead of its own."""
    return msgspec.structs.replace(command, parameters=parameters)
