"""What a sheet would look like after commands: the numbers that would change, worked out by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.errors import Problem
from app.services.access import Access
from app.services.games import hand
from app.services.house import House
from app.services.refusals import translated
from app.services.wording import wording
from rules.core import history
from rules.core.view import view


@dataclass(frozen=True, slots=True)
class Changed:
    """A number of the sheet before and after, None where it has none; ``is_most`` says how much a tracker holds."""

    key: str
    words: str
    was: int | None
    now: int | None
    is_most: bool = False


def number_changes(
    house: House, access: Access, language: str, commands: Sequence[Mapping[str, Any]], creature: str
) -> list[Changed]:
    """The numbers and maxima of a sheet that these commands would change; none where they would be refused."""
    game = house.look(access.game_id).game
    try:
        with translated(game.system.key, language):
            after = history.play(game, commands, hand(access.by, draws=False), preview=True).game
    except Problem:
        return []
    was, now = (_numbers(view(one, access.viewer).creatures.get(creature)) for one in (game, after))
    words = wording(game.system.key, language).words
    return [
        Changed(key, words.word("trackers" if is_most else "numbers", key) or key, old, new, is_most)
        for is_most, key in dict.fromkeys([*was, *now])
        if (old := was.get((is_most, key))) != (new := now.get((is_most, key)))
    ]


def _numbers(creature: Any) -> dict[tuple[bool, str], int]:
    """The numbers of a sheet that the viewer sees whole, and the maxima of its trackers."""
    return dict(_pairs(creature)) if hasattr(creature, "numbers") else {}


def _pairs(creature: Any) -> Iterator[tuple[tuple[bool, str], int]]:
    for key, value in creature.numbers.items():
        yield (False, key), value
    for key, tracker in creature.trackers.items():
        most = getattr(tracker, "max", None)
        if most is not None:
            yield (True, key), most
