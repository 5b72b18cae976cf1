"""Rolls that several make at once, each with dice of their own: a group check, and saves against an area."""

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from rules.bump import check
from rules.bump.check import DEGREES, PASSED
from rules.bump.rolls import D20, Check, Own, Tag, check_odds
from rules.core.chance import Chance
from rules.core.odds import Odds
from rules.core.read import Misfit, Number
from rules.core.rolls import Roll, RollResult, Saying

Degree = Literal[DEGREES]  # type: ignore[valid-type]
MOST = 20
CALLED_ONLY = 10  # the face behind a total that was called out: neither a natural 20 nor a 1


class Member(Own, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of several, as in Check; of one whose ``total`` or ``outcome`` was called out no die is thrown.

    Its dice lie under its place, or under the name in ``of``.
    """

    of: Tag | None = None
    total: Number | None = None
    outcome: Degree | None = None

    @property
    def was_called(self) -> bool:
        return self.total is not None or self.outcome is not None


Members = Annotated[tuple[Member, ...], msgspec.Meta(min_length=1, max_length=MOST)]


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A check that several make against one DC."""

    members: Members
    dc: Number
    margin_wins: bool = False
    ties_fail: bool = False

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.members):
            raise Misfit("members", "not-valid")

    @property
    def names(self) -> tuple[str, ...]:
        """Under which name each one's dice lie."""
        return tuple(str(n) if one.of is None else one.of for n, one in enumerate(self.members))

    def checks(self) -> tuple[Check, ...]:
        return tuple(self.check_of(one) for one in self.members)

    def check_of(self, one: Member) -> Check:
        own = {field: getattr(one, field) for field in Own.__struct_fields__}
        return Check(dc=self.dc, margin_wins=self.margin_wins, ties_fail=self.ties_fail, **own)


class Area(Group, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Saves that several make against one attack on an area."""


def _throw(given: Group, chance: Chance) -> tuple[list[tuple[int, ...]], list[int | None], list[str]]:
    """The faces, totals and degrees of all members."""
    pairs = list(zip(given.members, given.checks(), strict=True))
    asks = {
        f"d20/{name}": () if one.was_called else (check.SIDES,) * (2 if roll.left else 1)
        for name, (one, roll) in zip(given.names, pairs, strict=True)
    }
    rows = list(chance.rows(asks).values())
    totals, degrees = [], []
    for (one, roll), row in zip(pairs, rows, strict=True):
        natural = check.kept(row, roll.left) if row else None
        total = one.total if natural is None else natural + roll.bonus
        totals.append(total)
        degrees.append(one.outcome or _degree(roll, natural, total))
    return rows, totals, degrees


def _dice(given: Group, rows: list[tuple[int, ...]]) -> dict[str, Any]:
    """The faces by the names of those who are named, else in their places."""
    if all(one.of is None for one in given.members):
        return {"d20": [list(row) for row in rows]}
    return {"d20": {name: list(row) for name, row in zip(given.names, rows, strict=True)}}


def _degree(roll: Check, natural: int | None, total: int | None) -> str:
    if natural is not None or roll.fails:
        return roll.degree(natural or CALLED_ONLY)
    return check.degree(CALLED_ONLY, total or 0, roll.dc, roll.reading)


def roll_group(given: Group, chance: Chance) -> RollResult:
    """Each member's die and degree, and whether at least half of them succeed."""
    faces, totals, members = _throw(given, chance)
    won = sum(member in check.SUCCESSES for member in members)
    outcome = PASSED[0] if check.group_succeeds(won, len(members)) else PASSED[1]
    say = Saying(f"group-{outcome}", {"won": won, "of": len(members)})
    facts = {"members": members, "totals": totals}
    return RollResult(dice=_dice(given, faces), total=won, outcome=outcome, say=say, facts=facts)


def roll_area(given: Area, chance: Chance) -> RollResult:
    """Each one's die and degree of the save.

    Source: Bump d20, "Cover".
    """
    faces, totals, members = _throw(given, chance)
    say = Saying("area")
    facts = {"members": members, "totals": totals}
    return RollResult(dice=_dice(given, faces), say=say, facts=facts)


def chances(given: Group) -> list[Fraction]:
    """How likely each member succeeds; of what was called out it is known."""
    return [_chance(one, roll) for one, roll in zip(given.members, given.checks(), strict=True)]


def _chance(one: Member, roll: Check) -> Fraction:
    if one.was_called:
        return Fraction((one.outcome or _degree(roll, None, one.total)) in check.SUCCESSES)
    found = check_odds(roll, 0).outcomes
    return sum((found[name] for name in check.SUCCESSES), Fraction(0))


def group_odds(given: Group, to: int) -> Odds:
    return check.group_odds(chances(given))


def area_odds(given: Area, to: int) -> Odds:
    """How many save, and that at least one does not."""
    found = check.group_odds(chances(given))
    return Odds(distribution=found.distribution)


TOGETHER = (
    Roll(key="group", parameters=Group, roll=roll_group, odds=group_odds, dice=D20, outcomes=PASSED),
    Roll(key="area", parameters=Area, roll=roll_area, odds=area_odds, dice=D20),
)
ROLLS = {roll.key: roll for roll in TOGETHER}
