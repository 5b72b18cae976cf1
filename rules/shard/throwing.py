"""Dice as they are thrown and touched: pools that explode, dice that are rolled again, changed or cancelled."""

from collections.abc import Collection, Sequence
from typing import Annotated, Literal

import msgspec

from rules.core.chance import Chance
from rules.core.errors import Fault, InvalidInput
from rules.shard.challenge import ADD, WAYS, Die, touched
from rules.shard.runes import KINDS, SIDES, TRIUMPH, face_of

Rune = Literal[KINDS]  # type: ignore[valid-type]
MOST_EXPLOSIONS = 200  # a chain of triumphs that is longer is cut off: nobody will see one


class Touch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something done to the ``die``-th die of a pool (from 0): rolled again, changed to a rune, cancelled, exploded.

    The way ``add`` is about no die: it adds a result, a rune.
    """

    die: Annotated[int, msgspec.Meta(ge=0, le=299)] = 0
    way: Literal["reroll", "change", "cancel", "explode", "add"]
    to: Rune | None = None


Touches = Annotated[tuple[Touch, ...], msgspec.Meta(max_length=60)]


def throw(
    chance: Chance, count: int, *, explode: bool, rerolls: Collection[int] = (), name: str = "faces"
) -> tuple[list[Die], list[int]]:
    """A pool with all that comes of its triumphs, and the faces in the order in which they fell.

    Source: SHARD, "Rolling the Dice", "Modifying the Dice".
    """
    pool, faces = _exploded(chance, count, explode, name)
    again = [n for n, die in enumerate(pool) if die.face in rerolls]
    while again:
        new = chance.roll(name, SIDES, len(again))
        faces += new
        for n, face in zip(again, new, strict=True):
            pool[n] = touched(pool[n], "reroll", face)
        extra, more = _exploded(chance, sum(face == TRIUMPH for face in new) if explode else 0, explode, name)
        again = [len(pool) + n for n, die in enumerate(extra) if die.face in rerolls]
        pool, faces = pool + extra, faces + more
    return pool, faces


def _exploded(chance: Chance, count: int, explode: bool, name: str = "faces") -> tuple[list[Die], list[int]]:
    faces: list[int] = []
    while count and len(faces) < MOST_EXPLOSIONS:
        new = chance.roll(name, SIDES, count)
        faces += new
        count = sum(face == TRIUMPH for face in new) if explode else 0
    spent = frozenset({"explode"})  # a triumph that has exploded by itself does so once
    return [Die(face, spent if explode and face == TRIUMPH else frozenset()) for face in faces], faces


def touch_all(
    chance: Chance, pool: list[Die], faces: list[int], touches: Sequence[Touch], *, explode: bool
) -> tuple[list[Die], list[int]]:
    """The pool after each touch, in order; raises InvalidInput for what the rules forbid.

    A die is touched in the same way only once. One that is rolled again explodes, one that is changed does not, nor
    does what is added: a triumph has to be rolled.

    Source: SHARD, "Modifying the Dice", "Results from other sources".
    """
    for n, touch in enumerate(touches):
        _check(pool, touch, n)
        if touch.way == ADD and touch.to:
            pool = [*pool, Die(face_of(touch.to), is_added=True)]
            continue
        if touch.way == "explode":
            pool[touch.die] = touched(pool[touch.die], "explode", pool[touch.die].face)
            extra, more = _exploded(chance, 1, explode)
            pool, faces = pool + extra, [*faces, *more]
            continue
        if touch.way != "reroll":
            face = face_of(touch.to) if touch.way == "change" and touch.to else pool[touch.die].face
            pool[touch.die] = touched(pool[touch.die], touch.way, face)
            continue
        (face,) = chance.roll("faces", SIDES, 1)
        pool[touch.die] = touched(pool[touch.die], "reroll", face)
        extra, more = _exploded(chance, int(face == TRIUMPH and explode), explode)
        pool, faces = pool + extra, [*faces, face, *more]
    return pool, faces


def _check(pool: Sequence[Die], touch: Touch, n: int) -> None:
    at = f"/parameters/touches/{n}"
    if (touch.to is None) != (touch.way not in ("change", ADD)):
        raise InvalidInput([Fault(f"{at}/to", "one-of", {"fields": ["way", "to"]})])
    if touch.way == ADD:
        return
    if touch.die >= len(pool):
        raise InvalidInput([Fault(f"{at}/die", "too-large", {"most": len(pool) - 1})])
    die = pool[touch.die]
    if die.is_added:
        raise InvalidInput([Fault(f"{at}/die", "result-was-added", {"die": touch.die + 1})])
    if touch.way in die.done or die.is_cancelled:
        raise InvalidInput([Fault(f"{at}/way", "die-was-touched", {"die": touch.die + 1})])
    assert touch.way in WAYS
