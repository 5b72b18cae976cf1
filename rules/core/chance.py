"""Where the faces of dice come from: given by people who rolled them, or drawn; and new ids."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NoReturn

from rules.core.errors import Ask, Need, RuleError

MAX_DEPTH = 4
NAME = re.compile(r"[\w/-]{1,120}", re.ASCII)  # a name is said again where a die does not fit


class Chance:
    """The dice of one request: all given, or all drawn, never a mixture.

    ``draw`` answers a face from 1 to the sides it is asked for; None draws nothing.
    ``given`` holds faces by name: an int, a list, a list of lists; names lead inward at ``/`` (``attacks/0/damage``).
    With any face given, or ``physical``, no die is drawn and what is missing is asked for (``Need``).
    """

    def __init__(
        self,
        draw: Callable[[int], int] | None,
        given: Mapping[str, Any],
        physical: bool,
        new_id: Callable[[], str],
    ) -> None:
        self._given = {name: deque(faces) for name, faces in _faces(given, "", 0)}
        self._draw = None if physical or any(self._given.values()) else draw
        self._new_id = new_id
        self._drawn = False
        self._request: set[str] = set()  # of all throws of this request

    @property
    def draws(self) -> bool:
        """Whether missing dice are drawn; otherwise they are asked for."""
        return self._draw is not None

    @property
    def given(self) -> bool:
        """Whether faces were given that nothing has asked for yet."""
        return any(self._given.values())

    @property
    def drawn(self) -> bool:
        """Whether a number has been drawn in this request, by this throw or another one of it."""
        return "drawn" in self._request

    def id(self) -> str:
        """A new id, never seen before."""
        return self._new_id()

    def roll(self, name: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """The faces of ``count`` dice of one name; raises as ``many``."""
        return self.many({name: (sides, count)})[name]

    def many(self, asks: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, ...]]:
        """The faces of all these dice, ``{name: (sides, count)}``; given ones are used up in their order.

        Raises RuleError where a given face cannot be, and Need with every missing die of this call at once.
        """
        return self.rows({name: (sides,) * count for name, (sides, count) in asks.items()})

    def rows(self, asks: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        """As ``many``, for names whose dice differ: ``{name: (sides of each die)}``."""
        for name, row in asks.items():
            self._check(name, row)
        missing = [ask for name, row in asks.items() for ask in self._missing(name, row)]
        if missing and self._draw is None:
            self.need(*missing)
        return {name: self._take(name, row) for name, row in asks.items()}

    def anew(self, given: Mapping[str, Any], physical: bool) -> Chance:
        """Dice for another throw of the same request: these faces, the rest drawn as here or asked for."""
        other = Chance(self._draw, given, physical, self._new_id)
        other._request = self._request
        return other

    def within(self, place: str) -> Chance:
        """The same dice seen from a place inside: there ``d20`` means ``<place>/d20`` here."""
        return _Within(self, place)

    def need(self, *asks: Ask) -> NoReturn:
        """Ask for more: nothing happens until the same request comes with it."""
        # Asking after a draw would let a caller who dislikes the numbers ask again for better ones.
        assert not self._drawn, "nothing may be asked for after a number was drawn"
        raise Need(asks)

    def check_used(self) -> None:
        """Raises RuleError if faces were given that nothing asked for."""
        for name, faces in self._given.items():
            if faces:
                raise RuleError("too-many-dice", name=name, count=len(faces), pointer=f"/dice/{name}")

    def _check(self, name: str, row: tuple[int, ...]) -> None:
        for face, sides in zip(self._given.get(name, ()), row, strict=False):
            if not 1 <= face <= sides:
                raise RuleError("dice-do-not-fit", name=name, sides=sides, pointer=f"/dice/{name}")

    def _missing(self, name: str, row: tuple[int, ...]) -> Iterator[Ask]:
        """What to ask for, dice of the same sides that follow each other in one ask."""
        for sides, dice in groupby(row[len(self._given.get(name, ())) :]):
            yield {"dice": name, "sides": sides, "count": len(list(dice))}

    def _take(self, name: str, row: tuple[int, ...]) -> tuple[int, ...]:
        if self._draw is None:
            return tuple(self._given[name].popleft() for _ in row)
        if row:
            self._drawn = True
            self._request.add("drawn")
        return tuple(self._draw(sides) for sides in row)


class _Within(Chance):
    """Part of the dice of a request, under names that begin with a place."""

    def __init__(self, whole: Chance, place: str) -> None:
        self._whole, self._place = whole, place
        self._draw, self._new_id = whole._draw, whole._new_id
        self._given, self._drawn, self._request = whole._given, False, whole._request

    def rows(self, asks: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        inner = self._whole.rows({f"{self._place}/{name}": row for name, row in asks.items()})
        return {name: inner[f"{self._place}/{name}"] for name in asks}

    def check_used(self) -> None:
        """The whole request checks that, at its end."""


def faces_by_name(given: Mapping[str, Any]) -> dict[str, list[int]]:
    """Given faces by name, names leading inward at ``/``; raises RuleError for what is no face."""
    return dict(_faces(given, "", 0))


def _faces(given: Any, name: str, depth: int) -> Iterator[tuple[str, list[int]]]:
    """The names and faces in ``given``, however deep they lie."""
    if depth > MAX_DEPTH:
        raise _no_dice(name)
    if isinstance(given, Mapping):
        for key, inner in given.items():
            if not NAME.fullmatch(str(key)):
                raise _no_dice(name)
            yield from _faces(inner, _inside(name, key), depth + 1)
    elif isinstance(given, list | tuple):
        yield from _listed(given, name, depth)
    elif _is_face(given) and name:
        yield name, [given]
    else:
        raise _no_dice(name)


def _listed(given: list[Any] | tuple[Any, ...], name: str, depth: int) -> Iterator[tuple[str, list[int]]]:
    if all(_is_face(face) for face in given):
        yield name, list(given)
        return
    for index, inner in enumerate(given):
        yield from _faces(inner, _inside(name, index), depth + 1)


def _inside(name: str, key: object) -> str:
    return f"{name}/{key}" if name else str(key)


def _is_face(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _no_dice(name: str) -> RuleError:
    return RuleError("dice-do-not-fit", name=name, pointer=f"/dice/{name}" if name else "/dice")
