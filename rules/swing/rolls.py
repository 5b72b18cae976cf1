"""The rolls of Swing d20 that need no game: parameters in, dice and their meaning out."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.core.chance import Chance
from rules.core.dice import dice
from rules.core.odds import Odds, die
from rules.core.rolls import Roll, RollResult, Saying
from rules.swing import arrows, blow, swings
from rules.swing.classes import ORDINALS
from rules.swing.parameters import (
    Attack,
    Damage,
    ExtraAttacks,
    Fumble,
    PickUp,
    Round,
    TakeDamage,
)
from rules.swing.swings import OFF_HAND_NEEDS, Swing, chance_of
from rules.swing.tales import tale, told_as


def roll_attack(given: Attack, chance: Chance) -> RollResult:
    """One swing: the d20, and the damage dice where it hits."""
    (natural,) = chance.roll("d20", blow.FACES)
    count, sides = given.weapon.pool
    hits = given.swing.outcome(natural) in blow.HITS
    return attack_result(given, natural, chance.roll("damage", sides, count) if hits else ())


def attack_result(given: Attack, natural: int, faces: tuple[int, ...]) -> RollResult:
    """What this d20 and these damage dice mean."""
    outcome = given.swing.outcome(natural)
    dealt, steps = dealt_by(given, faces, outcome in blow.CRITICAL) if outcome in blow.HITS else (0, ())
    total = natural + given.to_hit
    fumble = outcome == "natural_1" and not given.fumbled
    return RollResult(
        dice={"d20": natural, "damage": faces},
        total=total,
        outcome=outcome,
        say=Saying(f"attack-{outcome}", {"total": total, "damage": dealt}),
        facts={"damage": dealt, "feat": outcome == "natural_20", "fumble": fumble},
        steps=steps,
        narration=tale(given.weapon.kind, told_as(outcome, fumble), natural, total, faces),
    )


def dealt_by(given: Attack | Damage, faces: tuple[int, ...], critical: bool) -> tuple[int, tuple[Saying, ...]]:
    """What these damage dice do to the target, and how that came about."""
    return blow.damage(given.blow(), sum(faces), critical=critical)


def attack_odds(given: Attack, to: int) -> Odds:
    return blow.odds(given.swing)


def roll_extra_attacks(given: ExtraAttacks, chance: Chance) -> RollResult:
    """The d20s at the start of a turn, and how many swings it has with the first one."""
    faces = chance.rows({"extra_attacks": (20,) * len(given.extra_attacks), "dual_wield": (20,) * given.dual_wield})
    made = [swings.gained(extra.needs, n) for extra, n in zip(given.extra_attacks, faces["extra_attacks"], strict=True)]
    off_hand = [swings.gained(OFF_HAND_NEEDS, natural) for natural in faces["dual_wield"]]
    total = 1 + sum(made) + sum(off_hand) + given.haste
    return RollResult(
        dice=_shown(faces),
        total=total,
        say=Saying("extra_attacks", {"total": total}),
        facts={"swings": total, "gained": made, "off_hand": any(off_hand)},
    )


def _shown(faces: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """The dice that were rolled, that of the off hand by its face."""
    return {name: row[0] if name == "dual_wield" else row for name, row in faces.items() if row}


def extra_attacks_odds(given: ExtraAttacks, to: int) -> Odds:
    chances = [chance_of(extra.needs) for extra in given.extra_attacks]
    found = swings.swings_odds([*chances, *([chance_of(OFF_HAND_NEEDS)] if given.dual_wield else [])])
    return Odds(distribution=found + (1 + given.haste), extra={"lines": _lines(given)})


def _lines(given: ExtraAttacks) -> list[dict[str, Any]]:
    """The swings that a turn may have, each with what its d20 must make; None where it needs no roll."""
    extras = zip(chain(ORDINALS, repeat("more")), given.extra_attacks, strict=False)
    found: list[dict[str, Any]] = [{"swing": "first", "needs": None}]
    found += [{"swing": ordinal, "needs": extra.needs} for ordinal, extra in extras]
    found += [{"swing": "off_hand", "needs": OFF_HAND_NEEDS}] * given.dual_wield
    return found + [{"swing": "haste", "needs": None}] * given.haste


def roll_damage(given: Damage, chance: Chance) -> RollResult:
    count, sides = given.weapon.pool
    faces = chance.roll("damage", sides, count)
    dealt, steps = dealt_by(given, faces, given.critical)
    say = Saying("damage", {"total": dealt, "critical": given.critical})
    return RollResult(dice={"damage": faces}, total=dealt, say=say, facts={"damage": dealt}, steps=steps)


def damage_odds(given: Damage, to: int) -> Odds:
    return Odds(distribution=blow.spreads(given.blow())["critical" if given.critical else "hit"])


class Placed(NamedTuple):
    """A swing of a round: the place of its dice, which of the turn's swings it is, and the blow."""

    place: str
    name: str
    attack: Attack


def roll_round(given: Round, chance: Chance) -> RollResult:
    """A whole round: the d20s for more swings, then those of all swings, then the damage of those that hit."""
    throw = {"extra_attacks": (20,) * len(given.extra_attacks), "dual_wield": (20,) * bool(given.dual_wield)}
    first = chance.rows(throw)
    placed = _swung(given, first)
    naturals = chance.rows({f"{place}/d20": (20,) for place, _, _ in placed})
    wanted = {f"{place}/damage": _pool(one, naturals[f"{place}/d20"][0]) for place, _, one in placed}
    faces = chance.rows(wanted)
    made = list(_made(given, placed, naturals, faces))
    return _round_result(first, made)


def _swung(given: Round, first: Mapping[str, tuple[int, ...]]) -> list[Placed]:
    """Every swing that there is, in order."""
    names = chain(ORDINALS, repeat("more"))
    extra = zip(given.extra_attacks, first["extra_attacks"], names, strict=False)
    more = [(name, given.blow_of(one.attack)) for one, natural, name in extra if swings.gained(one.needs, natural)]
    if given.dual_wield and swings.gained(OFF_HAND_NEEDS, first["dual_wield"][0]):
        more.append(("off_hand", given.dual_wield))
    more += [("haste", given.blow_of(given.haste_attack)) for _ in range(given.haste)]
    said = zip(names_of_attacks(given), given.attacks, strict=True)
    return [
        *(Placed(f"attacks/{n}", name, one) for n, (name, one) in enumerate(said)),
        *(Placed(f"swings/{n}", name, one) for n, (name, one) in enumerate(more)),
    ]


def names_of_attacks(given: Round) -> list[str]:
    """Which swing of the turn each of the attacks is that come whatever falls."""
    named = zip(chain(("first", *ORDINALS), repeat("more")), given.attacks, strict=False)
    usual = ["off_hand" if one.off_hand else name for name, one in named]
    return [*given.names[: len(usual)], *usual[len(given.names) :]]


def _pool(one: Attack, natural: int) -> tuple[int, ...]:
    count, sides = one.weapon.pool
    return (sides,) * count if one.swing.outcome(natural) in blow.HITS else ()


def _made(
    given: Round, placed: Iterable[Placed], naturals: Mapping[str, Any], faces: Mapping[str, Any]
) -> Iterator[tuple[Placed, RollResult]]:
    """The result of each swing; only the first 1 of a round is a fumble."""
    fumbled = given.fumbled
    for one in placed:
        (natural,) = naturals[f"{one.place}/d20"]
        yield one, attack_result(_with_fumbled(one.attack, fumbled), natural, faces[f"{one.place}/damage"])
        fumbled = fumbled or natural == 1


def _with_fumbled(one: Attack, fumbled: bool) -> Attack:
    return replace(one, fumbled=one.fumbled or fumbled)


def _plain(dice: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(faces) if isinstance(faces, tuple) else faces for name, faces in dice.items()}


def _round_result(first: Mapping[str, tuple[int, ...]], made: list[tuple[Placed, RollResult]]) -> RollResult:
    total = sum(one.facts["damage"] for _, one in made)
    shown: dict[str, Any] = _shown(first)
    for name in ("attacks", "swings"):
        if mine := [_plain(one.dice) for swing, one in made if swing.place.startswith(name)]:
            shown[name] = mine
    answers = [
        {"dice": _plain(one.dice), "total": one.total, "outcome": one.outcome, "swing": swing.name}
        | {"off_hand": swing.attack.off_hand, "tale": one.narration.code if one.narration else None, **one.facts}
        for swing, one in made
    ]
    feats, fumbles = (sum(one.facts[name] for _, one in made) for name in ("feat", "fumble"))
    return RollResult(
        dice=shown,
        total=total,
        say=Saying("round", {"total": total, "swings": len(made), "feats": feats or None, "fumbles": fumbles or None}),
        facts={"attacks": answers, "swings": len(made), "fumbles": fumbles, "feats": feats, "damage": total},
    )


def round_odds(given: Round, to: int) -> Odds:
    found = [Swing(one.swing) for one in given.attacks]
    found += [Swing(given.blow_of(extra.attack).swing, chance_of(extra.needs)) for extra in given.extra_attacks]
    if given.dual_wield:
        found.append(Swing(given.dual_wield.swing, chance_of(OFF_HAND_NEEDS)))
    return swings.round_odds([*found, *([Swing(given.blow_of(given.haste_attack).swing)] if given.haste else [])])


def roll_take_damage(given: TakeDamage, chance: Chance) -> RollResult:
    """What armor leaves of damage; no die is thrown."""
    left, steps = taken(given)
    say = Saying("take_damage", {"amount": given.amount})
    return RollResult(dice={}, say=say, facts={"damage": left}, steps=steps)


def taken(given: TakeDamage) -> tuple[int, tuple[Saying, ...]]:
    """The damage that reaches the target, at least 1 where there is any, and how that came about."""
    if given.direct or not given.armor_class or not given.amount:
        return given.amount, ()
    left, percent = blow.armored(given.amount, given.armor_class, given.armor_rounds)
    facts = {"armor_class": given.armor_class, "percent": percent, "was": given.amount, "now": max(1, left)}
    return max(1, left), (Saying("blow-armor", facts),)


def roll_fumble(given: Fumble, chance: Chance) -> RollResult:
    """The d6 of a natural 1, and what this table has written for it."""
    (face,) = chance.roll("d6", 6)
    line = given.lines[face - 1] if face <= len(given.lines) else ""
    return RollResult(
        dice={"d6": face}, total=face, say=Saying("fumble", {"total": face, "line": line}), facts={"line": line}
    )


def fumble_odds(given: Fumble, to: int) -> Odds:
    return Odds(distribution=die(6))


def roll_pick_up(given: PickUp, chance: Chance) -> RollResult:
    faces = chance.rows({"hit": (arrows.SIDES,) * given.hit, "missed": (arrows.SIDES,) * given.missed})
    found = arrows.whole(faces["hit"], faces["missed"])
    facts = {"total": found, "of": given.hit + given.missed}
    return RollResult(
        dice={name: row for name, row in faces.items() if row},
        total=found,
        say=Saying("pick_up", facts),
        facts={"found": found, "lost": given.hit + given.missed - found},
    )


def pick_up_odds(given: PickUp, to: int) -> Odds:
    return Odds(distribution=arrows.whole_odds(given.hit, given.missed))


ALL = (
    Roll(
        key="attack",
        parameters=Attack,
        roll=roll_attack,
        odds=attack_odds,
        dice=("d20", "damage"),
        outcomes=blow.OUTCOMES,
        counts="damage",
    ),
    Roll(
        key="round",
        parameters=Round,
        roll=roll_round,
        odds=round_odds,
        dice=("attacks", "extra_attacks", "dual_wield", "swings"),
        outcomes=("fumble", "feat"),
        shown=("attacks",),
    ),
    Roll(
        key="extra_attacks",
        parameters=ExtraAttacks,
        roll=roll_extra_attacks,
        odds=extra_attacks_odds,
        dice=("extra_attacks", "dual_wield"),
    ),
    Roll(key="damage", parameters=Damage, roll=roll_damage, odds=damage_odds, dice=("damage",)),
    Roll(key="fumble", parameters=Fumble, roll=roll_fumble, odds=fumble_odds, dice=("d6",)),
    Roll(key="pick_up", parameters=PickUp, roll=roll_pick_up, odds=pick_up_odds, dice=("hit", "missed")),
    Roll(key="take_damage", parameters=TakeDamage, roll=roll_take_damage),
    dice,
)

ROLLS = {roll.key: roll for roll in ALL}
