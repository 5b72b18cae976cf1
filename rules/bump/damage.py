"""Damage: Soak, then immunity, resistance and vulnerability, then temporary Hit Points, then Hit Points."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.core.rolls import Saying

PHYSICAL = ("bludgeoning", "piercing", "slashing")
ENERGY = ("acid", "cold", "fire", "lightning", "thunder", "poison", "necrotic", "radiant", "psychic", "force")
GROUPS = {"physical": PHYSICAL, "energy": ENERGY}
TYPES = (*PHYSICAL, *ENERGY, *GROUPS)
TRAITS = ("fortified", "impervious", "fragile")
WOUND, DEATH = "wound", "instant_death"  # the step that says that a wound threatens
WOUNDS = {"light": 10, "heavy": 15}  # the DC of the flat check that avoids one


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What stands between damage and a creature's Hit Points; ``both_apply`` lets resistance halve what is doubled."""

    hp: int
    max_hp: int
    soak: int = 0
    temporary_hp: int = 0
    resistances: Collection[str] = ()
    vulnerabilities: Collection[str] = ()
    immunities: Collection[str] = ()
    traits: Collection[str] = ()
    both_apply: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Damage of one type."""

    amount: int
    type: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What is left of damage: by type, in all, how the Hit Points stand after it, and how it came about."""

    parts: tuple[Part, ...]
    hp_loss: int
    hp: int
    temporary_hp: int
    wound: str | None
    instant_death: bool
    steps: tuple[Saying, ...]

    @property
    def damage(self) -> int:
        return sum(part.amount for part in self.parts)


def soaked(amount: int, kind: str, soak: int) -> int:
    """What Soak leaves of damage: the whole of it counts against blows, half, rounded down, against energy.

    Source: Bump d20, "Soak".
    """
    return max(0, amount - (soak // 2 if _is_of(kind, ENERGY, "energy") else soak))


def _is_of(kind: str, types: Sequence[str], group: str) -> bool:
    return kind in types or kind == group


def groups_of(kind: str) -> tuple[str, ...]:
    """A type of damage and the groups that it is in."""
    return (kind, *(group for group, types in GROUPS.items() if kind in types))


def _halves(kind: str, target: Target, heavy: bool) -> bool:
    """Whether something halves this damage.

    Source: Bump d20, "Immunity, Resistance and Vulnerability", "Hard Targets and Heavy Damage".
    """
    by_type = any(name in target.resistances for name in groups_of(kind))
    return by_type or ("fortified" in target.traits and not heavy) or ("impervious" in target.traits and heavy)


def _is_ignored(kind: str, target: Target, heavy: bool) -> bool:
    by_type = any(name in target.immunities for name in groups_of(kind))
    return by_type or ("impervious" in target.traits and not heavy)


def _doubles(kind: str, target: Target, heavy: bool) -> bool:
    by_type = any(name in target.vulnerabilities for name in groups_of(kind))
    return by_type or ("fragile" in target.traits and heavy)


def _mitigated(part: Part, target: Target, heavy: bool, persistent: bool, steps: list[Saying]) -> Part:
    now = part.amount if persistent else soaked(part.amount, part.type, target.soak)
    if now != part.amount:
        steps.append(Saying("soak", {"type": part.type, "was": part.amount, "now": now}))
    was = now
    if _is_ignored(part.type, target, heavy):
        now = 0
        steps.append(Saying("ignored", {"type": part.type, "was": was, "now": now}))
        return Part(now, part.type)
    halves, doubles = _halves(part.type, target, heavy), _doubles(part.type, target, heavy)
    if halves and doubles and not target.both_apply:
        steps.append(Saying("cancelled", {"type": part.type, "was": was, "now": now}))
        return Part(now, part.type)
    if halves:
        now //= 2
        steps.append(Saying("halved", {"type": part.type, "was": was, "now": now}))
    if doubles:
        was, now = now, now * 2
        steps.append(Saying("doubled", {"type": part.type, "was": was, "now": now}))
    return Part(now, part.type)


def wound_of(loss: int, max_hp: int) -> str | None:
    """The wound that one loss of Hit Points threatens: ``heavy`` from half the maximum, ``light`` from a quarter.

    Source: Bump d20, "Hit Points and Wounds".
    """
    if loss <= 0 or loss < max_hp // 4:
        return None
    return "heavy" if loss >= max_hp // 2 else "light"


def is_instant_death(hp: int, loss: int, max_hp: int) -> bool:
    """Whether one hit takes Hit Points further below 0 than their maximum.

    Source: Bump d20, "Taking Damage".
    """
    return hp - loss < -max_hp


def take_damage(parts: Sequence[Part], target: Target, *, heavy: bool = False, persistent: bool = False) -> Taken:
    """What a hit does to a creature; persistent damage knows no Soak.

    Source: Bump d20, "Taking Damage", "Soak", "Temporary Hit Points".
    """
    steps: list[Saying] = []
    left = tuple(_mitigated(part, target, heavy, persistent, steps) for part in parts)
    damage = sum(part.amount for part in left)
    by_temporary = min(damage, target.temporary_hp)
    if by_temporary:
        steps.append(Saying("temporary", {"was": damage, "now": damage - by_temporary}))
    loss = damage - by_temporary
    steps.append(Saying("loses" if loss else "nothing", {"loss": loss}))
    is_death = is_instant_death(target.hp, loss, target.max_hp)
    wound = None if is_death else wound_of(min(loss, target.hp), target.max_hp)
    if wound is not None:
        steps.append(Saying(WOUND, {"wound": wound, "dc": WOUNDS[wound]}))
    if is_death:
        steps.append(Saying(DEATH, {}))
    return Taken(
        left,
        loss,
        max(0, target.hp - loss),
        target.temporary_hp - by_temporary,
        wound,
        is_death,
        tuple(steps),
    )
