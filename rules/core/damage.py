"""What becomes of damage, by the rules that a game writes down as data: what lessens it, and which pools take it."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from rules.core.chance import Chance
from rules.core.errors import Fault, InvalidInput
from rules.core.rolls import Roll, RollResult, Saying
from rules.core.system import DamageSpec

Amount = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Type = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]


class Protection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A resistance or a vulnerability: ``value`` is subtracted or added, without one damage is halved or doubled."""

    type: Type
    value: Amount | None = None


Protections = Annotated[tuple[Protection, ...], msgspec.Meta(max_length=40)]
Types = Annotated[tuple[Type, ...], msgspec.Meta(max_length=40)]


class Damage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Damage that one creature takes.

    ``room`` is what each of its pools can still take; ``change`` is what conditions add, ``because`` are their keys.
    """

    amount: Amount
    type: Type | None = None
    direct: bool = False
    armor: Number = 0
    resistances: Protections = ()
    immunities: Types = ()
    vulnerabilities: Protections = ()
    change: Number = 0
    because: Types = ()
    room: Mapping[Type, Amount] = {}


class Taken(msgspec.Struct, frozen=True):
    """What is left of damage, what each pool takes of it, what no pool can take, and how it came about."""

    damage: int
    pools: Mapping[str, int]
    beyond: int
    steps: tuple[Saying, ...]


def reckon(spec: DamageSpec, given: Damage) -> Taken:
    """What damage does: lessened and raised in the game's order, then taken by one pool after another."""
    now, steps = given.amount, list[Saying]()
    for step in spec.steps:
        was, (now, saying) = now, _step(spec, given, step, now)
        if saying is not None and was:
            steps.append(Saying(saying.code, {**saying.facts, "was": was, "now": now}))
    pools, beyond = _shared(spec, given, now)
    return Taken(now, pools, beyond, (*steps, *_taken(now, pools, beyond)))


def groups_of(spec: DamageSpec, kind: str | None) -> tuple[str, ...]:
    """A damage type and the groups that it is in; none without a type."""
    return () if kind is None else (kind, *(group for group, types in spec.groups.items() if kind in types))


def damage_roll(spec: DamageSpec) -> Roll:
    """The roll ``take_damage`` of a game: no die is thrown, every step is told."""

    def roll(given: Damage, chance: Chance) -> RollResult:
        refuse_unknown_type(spec, given.type, "/parameters/type")
        taken = reckon(spec, given)
        facts = {"damage": taken.damage, "pools": dict(taken.pools), "beyond": taken.beyond}
        say = Saying("take_damage", {"amount": given.amount, "type": given.type})
        return RollResult(dice={}, say=say, facts=facts, steps=taken.steps)

    return Roll(key="take_damage", parameters=Damage, roll=roll)


def refuse_unknown_type(spec: DamageSpec, kind: str | None, at: str) -> None:
    """Raises InvalidInput for a damage type that the game does not know; one that lists none takes any."""
    if spec.types and kind is not None and kind not in spec.types:
        raise InvalidInput([Fault(at, "not-an-option", {"options": list(spec.types)})])


def _step(spec: DamageSpec, given: Damage, step: str, now: int) -> tuple[int, Saying | None]:
    """The damage after one step, and what there is to say of it."""
    match step:
        case "immunity":
            kind = next((name for name in groups_of(spec, given.type) if name in given.immunities), None)
            return (0, Saying("damage-immune", {"type": kind})) if kind else (now, None)
        case "armor":
            return _after_armor(spec, given, now)
        case "conditions" if given.change:
            facts = {"conditions": list(given.because), "change": given.change}
            return max(0, now + given.change), Saying("damage-conditions", facts)
        case "resistance":
            return _after_resistance(spec, given, now)
        case "vulnerability":
            return _after_vulnerability(spec, given, now)
    return now, None


def _after_armor(spec: DamageSpec, given: Damage, now: int) -> tuple[int, Saying | None]:
    if spec.armor is None or given.armor <= 0:
        return now, None
    facts = {"number": spec.armor, "armor": given.armor}
    if given.direct or set(groups_of(spec, given.type)) & set(spec.past_armor):
        return now, Saying("damage-past-armor", facts)
    return max(0, now - given.armor), Saying("damage-armor", facts)


def halved(amount: int, halves: Literal["down", "up"]) -> int:
    """Half of an amount, rounded as the game says."""
    return -(-amount // 2) if halves == "up" else amount // 2


def _after_resistance(spec: DamageSpec, given: Damage, now: int) -> tuple[int, Saying | None]:
    """The best resistance counts, once: two against the same damage are no more than one."""
    names = groups_of(spec, given.type)
    found = [protection for protection in given.resistances if protection.type in names]
    if not found:
        return now, None
    half = halved(now, spec.halves)
    best = min(found, key=lambda one: half if one.value is None else max(0, now - one.value))
    if best.value is None:
        return half, Saying("damage-halved", {"type": best.type})
    return max(0, now - best.value), Saying("damage-resisted", {"type": best.type, "value": best.value})


def _after_vulnerability(spec: DamageSpec, given: Damage, now: int) -> tuple[int, Saying | None]:
    names = groups_of(spec, given.type)
    found = [protection for protection in given.vulnerabilities if protection.type in names]
    if not found or not now:
        return now, None
    worst = max(found, key=lambda one: now * 2 if one.value is None else now + one.value)
    if worst.value is None:
        return now * 2, Saying("damage-doubled", {"type": worst.type})
    return now + worst.value, Saying("damage-raised", {"type": worst.type, "value": worst.value})


def _shared(spec: DamageSpec, given: Damage, damage: int) -> tuple[dict[str, int], int]:
    """What each pool takes, in the game's order, and what is left after the last."""
    pools: dict[str, int] = {}
    for key in spec.pools:
        if key in given.room:
            pools[key] = min(damage, given.room[key])
            damage -= pools[key]
    return pools, damage


def _taken(damage: int, pools: Mapping[str, int], beyond: int) -> Iterator[Saying]:
    if not damage:
        yield Saying("damage-nothing")
    for key, amount in pools.items():
        if amount:
            yield Saying("damage-pool", {"tracker": key, "by": -amount})
    if beyond and pools:
        yield Saying("damage-beyond", {"beyond": beyond})
