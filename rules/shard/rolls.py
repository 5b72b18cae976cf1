"""The rolls of SHARD that need no game: parameters in, runes and their meaning out."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Annotated, Any, Literal

import msgspec

from rules.core.chance import Chance
from rules.core.dice import dice as any_dice
from rules.core.errors import RuleError
from rules.core.odds import Odds, cut_off
from rules.core.read import Misfit, PoolSize
from rules.core.rolls import Roll, RollResult, Saying
from rules.shard import attack, margins, pools
from rules.shard.attack import Armour as Worn
from rules.shard.challenge import OUTCOMES, Die, Ended, auto_succeeds, cancel_misses, chances, counted, outcome_odds
from rules.shard.runes import SIDES, TRIUMPH, blanks, rune, successes
from rules.shard.throwing import Touches, throw, touch_all

Face = Annotated[int, msgspec.Meta(ge=1, le=7)]
Target = Annotated[int, msgspec.Meta(ge=0, le=99)]
Amount = Annotated[int, msgspec.Meta(ge=-99, le=999)]
Steps = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Rating = Annotated[int, msgspec.Meta(ge=0, le=30)]
Tag = Annotated[str, msgspec.Meta(max_length=40)]
Tags = Annotated[tuple[Tag, ...], msgspec.Meta(max_length=20)]
DamageType = Literal[attack.TYPES]  # type: ignore[valid-type]
MOST_DICE = 40


class Challenge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pool against a target number; ``rerolls`` are faces that are rolled again, ``touches`` what was done by hand.

    ``focused`` cancels all that is no success, each two for one success; ``unseen`` lets only triumphs count; one that
    ``fails`` does so whatever falls. ``rating`` is the rank in the skill: one that exceeds the target needs no roll.
    """

    dice: PoolSize
    target: Target = 1
    added: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    focused: bool = False
    unseen: bool = False
    explode: bool = True
    fails: bool = False
    rating: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    rerolls: Annotated[tuple[Face, ...], msgspec.Meta(max_length=7)] = ()
    touches: Touches = ()
    tags: Tags = ()

    @property
    def die(self) -> pools.OneDie:
        return pools.one_die(explode=self.explode, unseen=self.unseen, rerolls=frozenset(self.rerolls))


class ArmourTrait(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    trait: Literal["strong", "weak", "impenetrable"]
    type: DamageType | None = None


class Armour(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rating: Annotated[int, msgspec.Meta(ge=0, le=attack.MOST_ARMOUR)] = 0
    traits: Annotated[tuple[ArmourTrait, ...], msgspec.Meta(max_length=20)] = ()

    @property
    def worn(self) -> Worn:
        return Worn(self.rating, tuple((one.trait, str(one.type or "")) for one in self.traits))


class Attack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack; ``size_steps`` is the target's size less the attacker's, ``resistance`` the sum of all.

    ``helpless`` is one whose Defence is 0 whatever else; ``more_defence`` is what position, cover and conditions add.
    ``defended`` are the hits of an active defence that was rolled at the table: its dice are not thrown again.
    """

    dice: PoolSize
    defence: Target
    active_defence: PoolSize = 0
    defended: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    weapon_damage: Amount = 0
    size_steps: Steps = 0
    armour: Armour = Armour()
    damage_type: DamageType = "slashing"
    resistance: Rating = 0
    true_damage: bool = False
    added: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    focused: bool = False
    unseen: bool = False
    more_defence: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 0
    helpless: bool = False
    touches: Touches = ()
    tags: Tags = ()

    @property
    def final_defence(self) -> int:
        return attack.defence(self.defence, self.size_steps, more=self.more_defence, is_helpless=self.helpless)

    @property
    def rating(self) -> int:
        """What armour offers against this damage: flat against blows, dice against the elements."""
        special = attack.category(self.damage_type) == "special" or self.true_damage
        return 0 if special else self.armour.worn.against(self.damage_type)

    @property
    def armour_dice(self) -> int:
        return self.rating if attack.category(self.damage_type) == "elemental" else 0

    @property
    def flat(self) -> int:
        """What is taken off whatever the dice say."""
        armour = self.rating if attack.category(self.damage_type) == "physical" else 0
        return 0 if self.true_damage else armour + self.resistance

    @property
    def base(self) -> int:
        """The damage of a hit with a net result of 0, before dice of armour."""
        return attack.dealt(0, self.weapon_damage, self.size_steps) - self.flat


class Cast(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A spell: Ether dice and the rank in its school give potency, attribute and rank the pool.

    ``upcast`` are the points of potency that are spent on more than the spell does by itself.
    """

    attribute: PoolSize
    school: PoolSize = 0
    ether_dice: PoolSize = 0
    missing_components: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    upcast: PoolSize = 0
    target: Target = 1
    extra: Annotated[int, msgspec.Meta(ge=-40, le=40)] = 0
    added: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    focused: bool = False
    touches: Touches = ()
    tags: Tags = ()

    def __post_init__(self) -> None:
        if self.attribute + self.school > MOST_DICE:
            raise Misfit("school", "too-large", most=MOST_DICE - self.attribute)

    @property
    def dice(self) -> int:
        return max(0, min(MOST_DICE, self.attribute + self.school + self.extra))

    @property
    def potency(self) -> int:
        """What is left of the power after what lacks and what was spent on more.

        Source: SHARD, "Potency", "Spell components", "Spellcasting (school)", "Upcast".
        """
        return self.ether_dice + self.school - self.missing_components - self.upcast


def shown(pool: Sequence[Die]) -> list[dict[str, Any]]:
    """The dice as a page shows them: what each came to and what was done to it."""
    return [
        {
            "face": die.face,
            "rune": rune(die.face),
            "done": sorted(die.done),
            "cancelled": die.is_cancelled,
            "added": die.is_added,
        }
        for die in pool
    ]


def of_pool(pool: Sequence[Die], faces: Sequence[int], given: "Challenge | Attack | Cast") -> dict[str, Any]:
    """What a roll tells of its dice: each as it lies, what was done to them in order, how many triumphs were rolled."""
    touches = list(msgspec.to_builtins(given.touches))
    return {"pool": shown(pool), "touches": touches, "triumphs": faces.count(TRIUMPH)}


def thrown(given: Challenge | Attack | Cast, chance: Chance) -> tuple[list[Die], list[int]]:
    """The pool of a roll after all that was done to it, and its faces as they fell."""
    explode = given.explode if isinstance(given, Challenge) else True
    rerolls = frozenset(given.rerolls) if isinstance(given, Challenge) else frozenset()
    pool, faces = throw(chance, given.dice, explode=explode, rerolls=rerolls)
    pool, faces = touch_all(chance, pool, faces, given.touches, explode=explode)
    by_hand = any(touch.way == "cancel" for touch in given.touches)
    unseen = not isinstance(given, Cast) and given.unseen
    return (cancel_misses(pool, unseen=unseen) if given.focused and not by_hand else pool), faces


def roll_challenge(given: Challenge, chance: Chance) -> RollResult:
    """The successes of a pool against its target number."""
    pool, faces = thrown(given, chance)
    count = counted(pool, added=given.added, unseen=given.unseen, focused=given.focused)
    ended = Ended(count, given.target)
    outcome = "failure" if given.fails else ended.outcome
    facts = {"successes": count, "net": ended.net, **of_pool(pool, faces, given)}
    say = told(count, None if is_count(given.target, explode=given.explode) else outcome)
    return RollResult(dice={"faces": faces}, total=count, outcome=outcome, say=say, facts=facts)


def is_count(target: int | None, *, explode: bool) -> bool:
    """Whether successes are only counted, as for a recovery or a fire: nothing is passed then."""
    return target == 0 and not explode


def told(successes: int, outcome: str | None) -> Saying:
    """What is said of a challenge, and of one that is only counted or has no target number yet."""
    return Saying(f"challenge-{outcome or 'open'}", {"successes": successes})


def challenge_odds(given: Challenge, to: int) -> Odds:
    """The exact odds; the successes are told up to ``to`` with those that were added."""
    die = given.die
    found = chances(die, given.dice, to, focused=given.focused)
    mean = pools.focused_mean(die, given.dice) if given.focused else pools.mean(die, given.dice)
    told = {count + given.added: chance for count, chance in enumerate(found)}
    distribution = cut_off(told)
    lost = {"success": Fraction(0), "failure": Fraction(1), "botch": Fraction(0)}
    return Odds(
        outcomes=lost
        if given.fails
        else outcome_odds(die, given.dice, given.target, given.added, focused=given.focused),
        distribution=distribution,
        beyond=Fraction(distribution.rest, distribution.total),
        endless_mean=mean + given.added,
        extra={"automatic": auto_succeeds(given.rating, given.target)} if given.rating and not given.fails else {},
    )


def roll_attack(given: Attack, chance: Chance) -> RollResult:
    """Hits less active defence against Defence, and the damage of a hit."""
    pool, faces = thrown(given, chance)
    defends_with = given.active_defence if given.defended is None else 0
    against = throw(chance, defends_with, explode=True, name="defence_faces")[1]
    hits = counted(pool, added=given.added, unseen=given.unseen, focused=given.focused)
    active = successes(against) if given.defended is None else given.defended
    armour: list[int] = []
    if given.armour_dice and attack.net(hits, active, given.final_defence) >= 0:
        armour = list(chance.roll("armour_faces", SIDES, given.armour_dice))
    rolled = {"faces": faces, "defence_faces": list(against), "armour_faces": armour}
    came = came_to(given, hits, active, successes(armour))
    return replace(
        came, dice={name: row for name, row in rolled.items() if row or name == "faces"},
        facts={**came.facts, **of_pool(pool, faces, given)},
    )  # fmt: skip


def came_to(given: Attack, hits: int, active: int, by_dice: int) -> RollResult:
    """What so many hits come to, against ``active`` of the target's own and what the dice of its armour took."""
    net = attack.net(hits, active, given.final_defence)
    steps = [Saying("net", {"hits": hits, "active": active or None, "defence": given.final_defence, "net": net})]
    outcome = "hit" if net >= 0 else "miss"
    damage = _damage(given, net, by_dice, steps) if net >= 0 else 0
    facts = {"successes": hits, "net": net, "defence": given.final_defence, "damage": damage}
    said = Saying(f"attack-{outcome}", {"net": net, "damage": damage})
    return RollResult(dice={}, total=hits, outcome=outcome, say=said, facts=facts, steps=tuple(steps))


def _damage(given: Attack, net: int, by_dice: int, steps: list[Saying]) -> int:
    """The damage of a hit, each step told."""
    now = attack.dealt(net, given.weapon_damage, given.size_steps)
    size = attack.size_damage(given.size_steps) or None
    steps.append(Saying("dealt", {"weapon": given.weapon_damage, "net": net, "size": size, "now": now}))
    if given.true_damage:
        steps.append(Saying("true-damage", {"now": now}))
        return max(0, now)
    by_armour = by_dice if given.armour_dice else given.rating
    for code, less in (("armour", by_armour), ("resistance", given.resistance)):
        if less:
            steps.append(Saying(code, {"by": less, "was": now, "now": max(0, now - less)}))
            now -= less
    return max(0, now)


def attack_odds(given: Attack, to: int) -> Odds:
    """The exact odds of a hit and of the damage, told up to ``to`` above what a bare hit deals."""
    if given.defended is not None:  # its hits are known: they stand as much higher
        given = msgspec.structs.replace(given, added=given.added - given.defended, active_defence=0, defended=None)
    if given.active_defence and (given.focused or given.unseen):
        raise RuleError("no-odds", roll="attack")
    hit = _hit_at_least(given, 0)
    told = _damage_odds(given, to, hit)
    distribution = cut_off(told)
    return Odds(
        outcomes={"hit": hit, "miss": 1 - hit},
        distribution=distribution,
        beyond=Fraction(distribution.rest, distribution.total),
        endless_mean=_mean_damage(given),
        extra={"armour_dice": given.armour_dice} if given.armour_dice else {},
    )


def _mean_damage(given: Attack) -> Fraction | None:
    """The exact mean of the damage, a miss deals 0: the sum of the chances of at least 1, 2, ... damage.

    None for pools that are counted in another way.
    """
    if given.focused or given.unseen:
        return None
    armour = sorted(pools.plain(given.armour_dice))
    least, hit, total = given.final_defence - given.added, _hit_at_least(given, 0), Fraction(0)
    bases = [given.base - less for less, _ in armour]
    reached = least + max(1, 1 - bases[0])  # so many net hits deal nothing yet
    excess = margins.excess(given.dice, given.active_defence, reached)
    for base, (_, weight) in zip(bases, armour, strict=True):
        while reached < least + max(1, 1 - base):
            excess -= margins.at_least(given.dice, given.active_defence, reached)
            reached += 1
        total += (max(0, base) * hit + excess) * weight
    return total / pools.plain(given.armour_dice).total


def _hit_at_least(given: Attack, net: int) -> Fraction:
    """The chance of a net result of so much or more."""
    margin = net + given.final_defence - given.added
    if not (given.focused or given.unseen):
        return margins.at_least(given.dice, given.active_defence, margin)
    find = pools.focused_at_least if given.focused else pools.at_least
    return find(pools.one_die(unseen=given.unseen), given.dice, max(0, margin))


def _nets(given: Attack, first: int, count: int) -> list[Fraction]:
    """The chances of a net result of ``first`` or more, of one more than that, and so on."""
    successes = first + given.final_defence - given.added
    if not (given.focused or given.unseen):
        return margins.several(given.dice, given.active_defence, successes, count)
    return [_hit_at_least(given, net) for net in range(first, first + count)]


def _damage_odds(given: Attack, to: int, hit: Fraction) -> dict[int, Fraction]:
    """The chances of each damage: of none on a miss, of each net result with what armour dice take off."""
    armour = pools.plain(given.armour_dice)
    least = max(0, -given.base)  # fewer net hits deal nothing
    above = _nets(given, least, given.armour_dice + to + 2)
    whole = lcm(*(chance.denominator for chance in above))
    parts = [chance.numerator * (whole // chance.denominator) for chance in above]
    told: dict[int, int] = {}
    for net, (here, after) in enumerate(pairwise(parts), least):
        for less, weight in armour:
            amount = max(0, given.base + net - less)
            told[amount] = told.get(amount, 0) + (here - after) * weight
    last, unit = max(0, given.base + least + to), whole * armour.total
    found = {amount: Fraction(weight, unit) for amount, weight in sorted(told.items()) if amount <= last}
    return {0: found.pop(0, Fraction(0)) + (1 - hit) + (hit - above[0]), **found}


def roll_cast(given: Cast, chance: Chance) -> RollResult:
    """The challenge of a spell; more blanks than the attribute hurt, and too little potency comes to nothing."""
    pool, faces = thrown(given, chance)
    count = counted(pool, added=given.added, focused=given.focused)
    came = cast_came_to(given, count, blanks(die.face for die in pool if not die.is_cancelled and not die.is_added))
    return replace(came, dice={"faces": faces}, facts={**came.facts, **of_pool(pool, faces, given)})


def cast_came_to(given: Cast, count: int, empty: int) -> RollResult:
    """What so many successes and blanks of a spell come to."""
    ended, strain, fizzles = Ended(count, given.target), empty > given.attribute, given.potency < 1
    facts = {
        "successes": count, "net": ended.net, "strain": strain, "potency": given.potency, "fizzles": fizzles,
    }  # fmt: skip
    code = "cast-fizzles" if fizzles else f"cast-{ended.outcome}"
    said = Saying(code, {"successes": count, "potency": given.potency, "strain": strain or None})
    return RollResult(dice={}, total=count, outcome=ended.outcome, say=said, facts=facts)


def cast_odds(given: Cast, to: int) -> Odds:
    found = challenge_odds(
        Challenge(dice=given.dice, target=given.target, added=given.added, focused=given.focused), to
    )
    strain = pools.blanks_over(given.dice, given.attribute)
    return Odds(
        outcomes={**found.outcomes, "strain": strain}, distribution=found.distribution, beyond=found.beyond,
        endless_mean=found.endless_mean, extra={"potency": given.potency, "dice": given.dice},
    )  # fmt: skip


OPEN = ("pool", "touches")
BY_HAND = ("touches",)
ALL = (
    Roll(
        key="challenge", parameters=Challenge, roll=roll_challenge, odds=challenge_odds, dice=("faces",),
        outcomes=OUTCOMES, shown=OPEN, by_hand=BY_HAND,
    ),
    Roll(
        key="attack", parameters=Attack, roll=roll_attack, odds=attack_odds,
        dice=("faces", "defence_faces", "armour_faces"), outcomes=("hit", "miss"),
        shown=OPEN, by_hand=BY_HAND,
    ),
    Roll(
        key="cast", parameters=Cast, roll=roll_cast, odds=cast_odds, dice=("faces",), outcomes=(*OUTCOMES, "strain"),
        shown=OPEN, by_hand=BY_HAND,
    ),
    any_dice,
)  # fmt: skip
ROLLS = {roll.key: roll for roll in ALL}
