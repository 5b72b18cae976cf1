"""The rolls of Daggerheart that need no game: parameters in, dice and their meaning out."""

from typing import Annotated, Literal

import msgspec

from rules.core.chance import Chance
from rules.core.dice import dice
from rules.core.errors import InvalidInput
from rules.core.expression import Pool, parse
from rules.core.odds import Odds
from rules.core.read import Misfit, Number, PoolSize
from rules.core.rolls import Roll, RollResult, Saying
from rules.daggerheart import attack, damage, duality
from rules.daggerheart.extra_dice import ExtraDice, sides, signed

Sources = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Sides = Annotated[int, msgspec.Meta(ge=2, le=100)]
Threshold = Annotated[int, msgspec.Meta(ge=1, le=9999)]
DamageType = Literal["physical", "magic"]
DamageTypes = Annotated[tuple[DamageType, ...], msgspec.Meta(max_length=20)]
MAX_POOL = 40
MAX_SIDES = 100


class Action(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action or reaction roll; ``advantage`` and ``disadvantage`` count one's own sources.

    ``extra`` are dice of features; a feature may make the Hope or the Fear Die another one than a d12.
    """

    difficulty: Number
    modifier: Number = 0
    advantage: Sources = 0
    disadvantage: Sources = 0
    helpers: PoolSize = 0
    reaction: bool = False
    extra: ExtraDice = ()
    hope_die: Sides = duality.DUALITY_SIDES
    fear_die: Sides = duality.DUALITY_SIDES

    def __post_init__(self) -> None:
        if self.reaction and self.helpers:
            raise Misfit("helpers", "no-help-on-a-reaction", most=0)

    @property
    def own(self) -> int:
        return duality.own_die(self.advantage, self.disadvantage)

    @property
    def thrown(self) -> duality.Dice:
        return duality.Dice(
            own=self.own, helpers=self.helpers, extra=self.extra, hope_die=self.hope_die, fear_die=self.fear_die
        )


class Damage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A damage roll: the weapon's dice, as many times as the Proficiency; ``extra`` are dice of features."""

    dice: Annotated[str, msgspec.Meta(min_length=1, max_length=9)] = "d8"
    proficiency: PoolSize = 1
    modifier: Number = 0
    critical: bool = False
    extra: ExtraDice = ()

    def __post_init__(self) -> None:
        count, sides = self.pool
        if count > MAX_POOL:
            raise Misfit("dice", "too-many-dice", most=MAX_POOL)
        if sides > MAX_SIDES:
            raise Misfit("dice", "too-large", most=MAX_SIDES)

    @property
    def pool(self) -> tuple[int, int]:
        """How many dice, and their sides."""
        try:
            expression = parse(self.dice)
        except InvalidInput as invalid:
            fault = invalid.errors[0]
            raise Misfit("dice", fault.code, **fault.facts) from invalid
        match expression.pools:
            case (Pool(1, count, sides, kept),) if kept == count and not expression.number:
                return count * self.proficiency, sides
        raise Misfit("dice", "not-dice")


class AdversaryAttack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An adversary's attack on a character."""

    evasion: Number
    modifier: Number = 0
    advantage: Sources = 0
    disadvantage: Sources = 0
    extra: ExtraDice = ()

    @property
    def edge(self) -> int:
        return attack.edge(self.advantage, self.disadvantage)


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Damage of one source; several at one moment are added up."""

    amount: Amount
    types: DamageTypes = ("physical",)


class TakeDamage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Damage that is dealt to a target; a threshold that it lacks is null."""

    sources: Annotated[tuple[Source, ...], msgspec.Meta(min_length=1, max_length=40)]
    major: Threshold | None
    severe: Threshold | None
    resistances: DamageTypes = ()
    immunities: DamageTypes = ()
    armor_slots: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    direct: bool = False
    massive: bool = False

    def __post_init__(self) -> None:
        if self.major is not None and self.severe is not None and self.major > self.severe:
            raise Misfit("severe", "too-small", least=self.major)


def roll_action(parameters: Action, chance: Chance) -> RollResult:
    """What the Duality Dice say against the Difficulty, and what follows from it."""
    faces = chance.rows(
        {
            "hope": (parameters.hope_die,),
            "fear": (parameters.fear_die,),
            "own": (6,) * abs(parameters.own),
            "helpers": (6,) * parameters.helpers,
            "extra": tuple(map(abs, sides(parameters.extra))),
        }
    )
    roll = duality.DualityRoll(
        hope=faces["hope"][0],
        fear=faces["fear"][0],
        modifier=parameters.modifier,
        own=parameters.own * sum(faces["own"]),
        helpers=faces["helpers"],
        extra=signed(parameters.extra, faces["extra"]),
    )
    reaction = parameters.reaction
    outcome = roll.reaction_outcome(parameters.difficulty) if reaction else roll.outcome(parameters.difficulty)
    return RollResult(
        dice=_shown(faces, single=("hope", "fear", "own")),
        total=roll.total,
        outcome=outcome,
        say=Saying(f"action-{outcome}", {"total": roll.total}),
        effects=() if reaction else duality.effects(outcome),
    )


def action_odds(parameters: Action, to: int) -> Odds:
    found = duality.reaction_odds if parameters.reaction else duality.action_odds
    return found(parameters.difficulty, modifier=parameters.modifier, dice=parameters.thrown)


def roll_damage(parameters: Damage, chance: Chance) -> RollResult:
    count, size = parameters.pool
    extra = parameters.extra
    faces = chance.rows({"dice": (size,) * count, "extra": tuple(map(abs, sides(extra)))})
    rolled = damage.DamageRoll(
        size, faces["dice"], parameters.modifier, parameters.critical, extra, extra_faces=faces["extra"]
    )
    total = rolled.total
    return RollResult(
        dice={"dice": faces["dice"], **({"extra": faces["extra"]} if extra else {})},
        total=total,
        say=Saying("damage", {"total": total, "critical": parameters.critical}),
    )


def damage_odds(parameters: Damage, to: int) -> Odds:
    count, size = parameters.pool
    found = damage.damage_odds(
        count, size, modifier=parameters.modifier, critical=parameters.critical, extra=parameters.extra
    )
    return Odds(distribution=found)


def roll_adversary_attack(parameters: AdversaryAttack, chance: Chance) -> RollResult:
    extra = parameters.extra
    faces = chance.rows({"d20": (20,) * (2 if parameters.edge else 1), "extra": tuple(map(abs, sides(extra)))})
    roll = attack.AdversaryAttack(
        faces["d20"], parameters.modifier, parameters.edge, extra=signed(extra, faces["extra"])
    )
    outcome = roll.outcome(parameters.evasion)
    return RollResult(
        dice=_shown(faces, single=()),
        total=roll.total,
        outcome=outcome,
        say=Saying(f"adversary_attack-{outcome}", {"total": roll.total}),
    )


def adversary_attack_odds(parameters: AdversaryAttack, to: int) -> Odds:
    return attack.attack_odds(
        parameters.evasion, modifier=parameters.modifier, edge=parameters.edge, extra=parameters.extra
    )


def roll_take_damage(parameters: TakeDamage, chance: Chance) -> RollResult:
    """What damage marks, step by step; no die is thrown."""
    taken = damage.take_damage(
        [source.amount for source in parameters.sources],
        {kind for source in parameters.sources for kind in source.types},
        damage.Target(
            damage.Thresholds(parameters.major, parameters.severe), parameters.resistances, parameters.immunities
        ),
        armor_slots=parameters.armor_slots,
        direct=parameters.direct,
        massive=parameters.massive,
    )
    facts = {"damage": taken.damage, "hit_points": taken.hit_points, "armor_slots": taken.armor_slots}
    return RollResult(
        dice={},
        say=Saying("take_damage", {**facts, "armor": taken.armor_slots or None}),
        facts=facts,
        steps=taken.steps,
    )


def _shown(faces: dict[str, tuple[int, ...]], single: tuple[str, ...]) -> dict[str, int | tuple[int, ...]]:
    """The dice that were rolled, single ones by their face."""
    return {name: shown[0] if name in single else shown for name, shown in faces.items() if shown}


ALL = (
    Roll(
        key="action",
        parameters=Action,
        roll=roll_action,
        odds=action_odds,
        dice=("hope", "fear", "own", "helpers", "extra"),
        outcomes=(*duality.OUTCOMES, "success", "failure"),
    ),
    Roll(key="damage", parameters=Damage, roll=roll_damage, odds=damage_odds, dice=("dice", "extra")),
    Roll(
        key="adversary_attack",
        parameters=AdversaryAttack,
        roll=roll_adversary_attack,
        odds=adversary_attack_odds,
        dice=("d20", "extra"),
        outcomes=attack.OUTCOMES,
    ),
    Roll(key="take_damage", parameters=TakeDamage, roll=roll_take_damage),
    dice,
)

ROLLS = {roll.key: roll for roll in ALL}
