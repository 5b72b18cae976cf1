"""The shape of a turn order, and what every order asks of the slots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.core.state import State

if TYPE_CHECKING:
    from rules.core.draft import Draft
    from rules.core.system import System


@dataclass(frozen=True, slots=True)
class Begin:
    """The turn of this one begins by itself."""

    who: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Nobody is next by rule: ``by`` (``gm``, ``table``, a side or a creature) picks one of the options."""

    by: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """The policy remembers something, and is asked again."""

    memory: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EndRound:
    """All have acted."""


LET_GO = "let_go"  # what the order remembers: who lets this round go by
KEPT = "kept"  # and while somebody hidden acts: what of the policy's memory players saw before

Next = Begin | Choose | Note | EndRound


def _nothing(draft: "Draft", id: str) -> None:
    return None


def _nothing_at_all(draft: "Draft") -> None:
    return None


@dataclass(frozen=True, slots=True)
class Policy:
    """One turn order. ``names_first``: a first turn begins by itself. ``why``: a word's code, or what says one.

    ``remembers`` are the keys of what it remembers of turns: what a hidden one's turn changes there must not show.
    """

    key: str
    next: Callable[["System", State], Next]
    why: str | Callable[[State], str]
    names_first: bool = False
    remembers: tuple[str, ...] = ()
    opened: Callable[["Draft", str], None] = _nothing
    ended: Callable[["Draft", str], None] = _nothing
    round_began: Callable[["Draft"], None] = _nothing_at_all


def why_now(policy: Policy, state: State) -> str:
    """The code of the word that says why the active one acts."""
    return policy.why if isinstance(policy.why, str) else policy.why(state)


def line(state: State) -> list[str]:
    """The ids in turn order, those who left included: they keep their place."""
    slotted = [(c.slot.at, id) for id, c in state.creatures.items() if c.slot is not None]
    return [id for _, id in sorted(slotted, key=lambda pair: pair[0])]


def here_in_line(state: State) -> list[str]:
    """The ids in turn order that can act."""
    return [id for id in line(state) if state.creatures[id].here]


def not_yet(state: State, ids: list[str]) -> list[str]:
    """Those of ``ids`` that have not acted this round and do not let it go by."""
    gone = state.order.memory.get(LET_GO) or ()
    slots = {id: slot for id in ids if id not in gone and (slot := state.creatures[id].slot)}
    return [id for id, slot in slots.items() if slot.last_round < state.order.round]
