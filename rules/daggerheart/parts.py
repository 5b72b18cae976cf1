"""Several rolls as parts of one command: all their dice are thrown at once, then each roll is made with its own."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import rolling
from rules.core.chance import Chance
from rules.core.commands.base import Id
from rules.core.draft import Draft
from rules.core.errors import Need
from rules.core.rolling import Roll
from rules.core.state import RollRecord

With = Annotated[str, msgspec.Meta(max_length=200)]
Ids = Annotated[tuple[Id, ...], msgspec.Meta(max_length=20)]
Off = Annotated[tuple[str, ...], msgspec.Meta(max_length=40)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The roll of one who takes part, as a command ``roll`` would say it. Its dice lie under its creature's id."""

    creature: Id
    with_: With | None = msgspec.field(default=None, name="with")
    off: Off = ()
    announced: Mapping[str, Any] | None = None
    helpers: Ids = ()
    parameters: Mapping[str, Any] = {}


def throw(draft: Draft, rolls: Mapping[str, Roll]) -> dict[str, dict[str, Any]]:
    """The dice of each roll, by the roll's name: those of the roll named "" lie at the top, others under their name.

    All that is missing is asked for at once; announced rolls have none.
    """
    asks = {name: _wanted(draft, command) for name, command in rolls.items()}
    rows = {_inside(name, die): row for name, wanted in asks.items() for die, row in wanted.items()}
    faces = draft.chance.rows(rows)
    return {name: {die: list(faces[_inside(name, die)]) for die in wanted} for name, wanted in asks.items()}


def _inside(name: str, die: str) -> str:
    return f"{name}/{die}" if name else die


def _wanted(draft: Draft, command: Roll) -> dict[str, tuple[int, ...]]:
    """The sides of the dice of a roll, by the name of each."""
    if command.announced is not None:
        return {}
    kind, how = rolling.kind_of(draft.system, command)
    parameters = rolling.fill(draft.system, draft.state, command, how).parameters
    if how.against and parameters.get(how.against) is None:
        raise Need([{"number": how.against, "creature": command.targets[0] if command.targets else None}])
    wanted: dict[str, tuple[int, ...]] = {}
    for ask in kind.wanted(kind.read(parameters)):
        wanted[ask["dice"]] = wanted.get(ask["dice"], ()) + (ask["sides"],) * ask["count"]
    return wanted


def make_part(draft: Draft, command: Roll, dice: Mapping[str, Any]) -> RollRecord:
    """Make one of the rolls with the dice that were thrown for it."""
    whole = draft.chance
    draft.chance = Chance(None, dice, True, whole.id)
    rolling.roll(draft, command)
    draft.chance.check_used()
    draft.chance = whole
    return draft.state.rolls[command.creature or ""]
