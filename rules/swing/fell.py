"""What fell at the table for each swing of a round: which swings there are, what each came to, what still lacks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain, repeat
from math import prod
from typing import Annotated, Any

import msgspec

from rules.core.errors import Ask, RuleError
from rules.core.odds import Distribution, Odds, constant, mixture
from rules.swing import blow, swings
from rules.swing.classes import ORDINALS
from rules.swing.parameters import MOST_DICE, Attack, Face, Round
from rules.swing.rolls import dealt_by, names_of_attacks
from rules.swing.swings import OFF_HAND_NEEDS, Swing, chance_of
from rules.swing.turn import HASTE, OFF_HAND

Faces = Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], ...], msgspec.Meta(max_length=MOST_DICE)]
OneFace = Annotated[tuple[Face, ...], msgspec.Meta(max_length=1)]


class Fell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice of one swing: ``gain`` is the d20 for whether there is one, where it needs that."""

    gain: Face | OneFace = ()
    d20: Face | OneFace = ()
    damage: int | Faces = ()

    @property
    def gaining(self) -> int | None:
        """The d20 for whether there is a swing."""
        return next(iter(_row(self.gain)), None)

    @property
    def natural(self) -> int | None:
        """The d20 of the blow."""
        return next(iter(_row(self.d20)), None)

    @property
    def faces(self) -> tuple[int, ...]:
        """The damage dice."""
        return _row(self.damage)


def _row(said: int | tuple[int, ...]) -> tuple[int, ...]:
    """Faces as a row: a single one may be said without a list."""
    return (said,) if isinstance(said, int) else said


@dataclass(frozen=True, slots=True)
class Line:
    """One swing of the round: the number that its d20 must make first, if any, its blow, and what fell for it."""

    swing: str
    needs: int | None
    attack: Attack
    fell: Fell
    always: bool = False  # it stands among the attacks that come whatever falls

    @property
    def gained(self) -> bool | None:
        """Whether there is this swing; None while its d20 has not fallen."""
        if self.needs is None:
            return True
        return None if self.fell.gaining is None else swings.gained(self.needs, self.fell.gaining)

    @property
    def outcome(self) -> str | None:
        """What the d20 of the blow means; None while it has not fallen, or where there is no swing."""
        return self.attack.swing.outcome(self.fell.natural) if self.gained and self.fell.natural else None

    @property
    def hits(self) -> bool:
        return self.outcome in blow.HITS

    @property
    def dealt(self) -> int | None:
        """The damage of the swing; None while it is not known."""
        if self.gained is False or (self.outcome and not self.hits):
            return 0
        if not self.hits or len(self.fell.faces) < self.attack.weapon.pool[0]:
            return None
        return dealt_by(self.attack, self.fell.faces, self.outcome in blow.CRITICAL)[0]

    def check(self) -> None:
        """Refuses damage dice that this weapon does not have."""
        count, sides = self.attack.weapon.pool
        at = {"name": f"{self.swing}/damage", "pointer": f"/dice/{self.swing}/damage"}
        if not all(1 <= face <= sides for face in self.fell.faces):
            raise RuleError("dice-do-not-fit", sides=sides, **at)
        if len(self.fell.faces) > count:
            raise RuleError("too-many-dice", count=len(self.fell.faces) - count, **at)

    def asks(self, *, blind: bool = False) -> Iterator[Ask]:
        """The dice that lack. ``blind``: those of the damage whether it hits or not, so that asking tells nothing."""
        count, sides = self.attack.weapon.pool
        if self.gained is None:
            yield {"dice": f"{self.swing}/gain", "sides": blow.FACES, "count": 1}
        elif self.gained and self.fell.natural is None:
            yield {"dice": f"{self.swing}/d20", "sides": blow.FACES, "count": 1}
        if self.gained and (self.hits or blind) and len(self.fell.faces) < count:
            yield {"dice": f"{self.swing}/damage", "sides": sides, "count": count - len(self.fell.faces)}

    @property
    def spread(self) -> Distribution:
        """The damage of what may still fall."""
        if self.dealt is not None:
            return constant(self.dealt)
        if self.hits:
            return blow.spreads(self.attack.blow())["critical" if self.outcome in blow.CRITICAL else "hit"]
        return mixture([(self.chance, blow.per_swing(self.attack.swing)), (1 - self.chance, constant(0))])

    @property
    def chance(self) -> Fraction:
        """The chance that there is this swing."""
        return Fraction(self.gained) if self.gained is not None else chance_of(self.needs or 1)

    def of_face(self, face: int) -> Fraction:
        """The chance that its d20 shows this face."""
        if self.outcome is not None:
            return Fraction(self.fell.natural == face)
        return self.chance / blow.FACES

    def told(self) -> dict[str, Any]:
        """The line as plain values."""
        count, sides = self.attack.weapon.pool
        return {
            "swing": self.swing,
            "needs": self.needs,
            "gained": self.gained,
            "outcome": self.outcome,
            "hits": self.hits,
            "die": f"{count}d{sides}",
            "damage": self.dealt,
        }


def lines(given: Round, fell: Mapping[str, Fell]) -> list[Line]:
    """The swings of a round with what fell for each, in their order."""
    nothing = Fell()
    said = zip(names_of_attacks(given), given.attacks, strict=True)
    found = [Line(name, None, one, fell.get(name, nothing), always=True) for name, one in said]
    extras = zip(chain(ORDINALS, repeat("more")), given.extra_attacks, strict=False)
    found += [Line(name, extra.needs, given.blow_of(extra.attack), fell.get(name, nothing)) for name, extra in extras]
    if given.dual_wield:
        found.append(Line(OFF_HAND, OFF_HAND_NEEDS, given.dual_wield, fell.get(OFF_HAND, nothing)))
    if given.haste:
        found.append(Line(HASTE, None, given.blow_of(given.haste_attack), fell.get(HASTE, nothing)))
    for line in found:
        line.check()
    return found


def dice_of(found: Sequence[Line]) -> dict[str, list[int]]:
    """The dice as the roll of a round takes them, without those that count for nothing: of a miss, of no swing."""
    gains: dict[str, list[int]] = {"extra_attacks": [], "dual_wield": []}
    for line in found:
        if line.needs is not None and line.fell.gaining is not None:
            gains["dual_wield" if line.swing == OFF_HAND else "extra_attacks"].append(line.fell.gaining)
    thrown = {name: faces for name, faces in gains.items() if faces}
    for place, always in (("attacks", True), ("swings", False)):
        mine = [line for line in found if line.always == always and line.gained]
        for n, line in enumerate(mine):
            thrown |= {f"{place}/{n}/{name}": faces for name, faces in _of_blow(line).items() if faces}
    return thrown


def _of_blow(line: Line) -> dict[str, list[int]]:
    return {"d20": list(_row(line.fell.d20)), "damage": list(line.fell.faces) if line.hits else []}


def odds(found: Sequence[Line], *, fumbled: bool) -> Odds:
    """The exact odds of a round of which some dice have fallen.

    ``lines`` are its swings so far, ``dealt`` their damage, ``fumble`` whether one has come already.
    """
    swings.check_work([Swing(line.attack.swing) for line in found])
    whole = reduce(lambda one, other: one + other, (line.spread for line in found), constant(0))
    some = {face: 1 - prod(1 - line.of_face(face) for line in found) for face in (1, blow.FACES)}
    extra = {
        "swings": swings.swings_odds([line.chance for line in found]),
        "by_damage": swings.in_spans(whole),
        "lines": [line.told() for line in found],
        "dealt": sum(line.dealt or 0 for line in found),
        "fumble": not fumbled and any(line.outcome == "natural_1" for line in found),
        "left": sum(1 for line in found for _ in line.asks()),
    }
    outcomes = {"fumble": Fraction(0) if fumbled else Fraction(some[1]), "feat": Fraction(some[blow.FACES])}
    return Odds(outcomes=outcomes, distribution=whole, extra=extra)
