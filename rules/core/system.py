"""What a game hands over: one frozen value of data and functions."""

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from rules.core.formula import Formula, order
from rules.core.trackers import KINDS, Tracker

if TYPE_CHECKING:
    from rules.core.budget import Budget, Fight
    from rules.core.commands.base import Command
    from rules.core.deciding import Decision
    from rules.core.draft import Draft
    from rules.core.project import Viewer
    from rules.core.rolling import GameRoll
    from rules.core.rolls import Roll
    from rules.core.state import Creature, Pending, State

PLAIN_KEY = r"^[a-z][a-z0-9_-]{0,39}$"
Key = Annotated[str, msgspec.Meta(pattern=PLAIN_KEY)]
FOES = ("adversary", "environment")


class TrackerSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tracker that a game declares.

    ``counts`` says what a filled box means: ``marked``, ``left`` or ``held``. ``start`` is a number, ``max``, or
    absent for 0. ``refresh`` names moments and what each does; ``seen`` says who sees it by kind of creature.
    """

    kind: str = "pool"
    counts: str = "held"
    max: int | None = None
    most: Mapping[str, int] = {}  # the highest maximum that a kind of creature may have
    start: int | str = 0
    of: tuple[str, ...] = ("pc", "ally", "adversary")
    refresh: Mapping[str, Any] = {}
    seen: Mapping[str, str] | str = {}
    mark: str = "square"  # the shape that stands for one of it
    quiet: bool = False  # it keeps books: what moves it is told, the tracker is not


class NumberSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number of the sheet: stored, or with a ``formula`` derived; ``of`` are the kinds of creature that have it."""

    of: tuple[str, ...] = ("pc", "ally", "adversary", "environment")
    start: int | None = None
    starts_as: str | None = None  # the number whose value it has in a new creature, in place of `start`
    least: int = -9999
    most: int = 9999
    formula: str | None = None
    needs: tuple[str, ...] = ()  # numbers without which the formula is not worked out
    against: bool = False  # others roll against it: shown large
    group: str = "other"


class SettingSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A setting of a game with its default; ``options`` closes it, else the default's type does.

    ``cell`` is the one it is of a table that the source left blank, as ``card/row/column``.
    """

    default: bool | int | str
    options: tuple[bool | int | str, ...] = ()
    least: int = 0
    most: int = 9999
    cell: str = ""


class EffectSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a condition does to rolls: on whose, which kinds, along which axis, and by how much."""

    on: tuple[str, ...]
    axis: str
    to: str = "self"
    needs: tuple[str, ...] = ()
    versus: str | None = None
    op: str = "add"
    amount: str = "1"


class LastsSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A duration to offer for a condition: as a command's ``until``, with ``of`` whose turn it hangs on."""

    edge: str | None = None
    of: Literal["bearer", "source"] = "bearer"
    turns: int | None = None
    rounds: int | None = None
    minutes: int | None = None


class RecoverySpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A roll that may end a condition, due ``at`` an edge of its bearer's turn; success takes ``by`` from its value.

    ``dc`` is a formula over the bearer's numbers and ``value``; without one it is asked for. Of all that are ``shared``
    one may be rolled in a turn.
    """

    roll: str
    at: Literal["turn_start", "turn_end", "round_end"] = "turn_end"
    dc: str | None = None
    by: int | None = None
    shared: bool = False


class PersistsSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Damage that a condition does ``at`` an edge of its bearer's turn: ``dice``, or its value where there are none.

    Without a ``type`` it is of the type that the condition's detail names.
    """

    at: Literal["turn_start", "turn_end", "round_end"] = "turn_end"
    dice: str | None = None
    type: str | None = None
    direct: bool = False  # armor does not help


class ConditionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A condition's facts: how it stacks, what it contains and does, what brings it and what ends it."""

    has_value: bool = False
    stack: str = "reasons"
    contains: tuple[str, ...] = ()
    contains_versus: Literal["source"] | None = None  # what it contains counts against its source alone, where known
    ends: tuple[str, ...] = ()  # moments and happenings that end it: long_rest, healed, damaged, a roll's key
    when: str | None = None  # a formula: above 0, the creature has the condition by itself
    lasts: tuple[LastsSpec, ...] = ()
    icon: str = "dot"
    tone: str = "bad"
    offered: bool = True
    effects: tuple[EffectSpec, ...] = ()
    recovery: RecoverySpec | None = None
    persists: PersistsSpec | None = None


class OrderSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    policy: str
    rounds: bool = True
    policies: tuple[str, ...] = ()
    points: str | None = None  # the tracker whose holder can act, where the policy is bump


class DamageSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How damage is taken: ``pools`` in the order in which they take it; the last is the one that healing fills.

    ``armor`` is the number that is subtracted, but not from ``past_armor`` types; ``groups`` are names for several
    types, as "physical" for three of them; ``steps`` is the order of what lessens or raises damage.
    """

    pools: tuple[str, ...]
    armor: str | None = None
    types: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = {}
    past_armor: tuple[str, ...] = ()
    steps: tuple[Literal["immunity", "armor", "resistance", "vulnerability", "conditions"], ...] = (
        "immunity",
        "conditions",
        "armor",
        "resistance",
        "vulnerability",
    )
    halves: Literal["down", "up"] = "down"


class CheckSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A roll of one die, a modifier and mostly a number to reach, described as data.

    ``number`` of the sheet is always added; ``tags`` are those that a roll may have and effects may need.
    With ``sets_score`` the total becomes the creature's place in the order; with ``hits`` a success leads to the
    damage of the feature that the roll names.
    """

    sides: Annotated[int, msgspec.Meta(ge=2, le=1000)] = 20
    dc: bool = True
    number: str | None = None
    tags: tuple[str, ...] = ()
    sets_score: bool = False
    hits: bool = False


class SightSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all players see of one side unless a setting says otherwise; None leaves it to the trackers and the core.

    ``name`` is a number until it is revealed, ``health`` exact marks or a word for them; ``numbers`` are those that
    others roll ``against``, or all.
    """

    name: Literal["known", "number"] | None = None
    health: Literal["exact", "words", "none"] | None = None
    numbers: Literal["none", "against", "all"] | None = None
    conditions: Literal["all", "names", "none"] | None = None


class ReportSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the report of an evening adds up: the trackers that are spent and gained, and the lines that tell damage.

    ``damage_back`` are the lines by which damage that was told counts no more.
    ``downs`` are the conditions and lines that say that somebody is out of it; health that is gone says so too.
    """

    currencies: tuple[str, ...] = ()
    damage: tuple[str, ...] = ("damage_taken",)
    damage_back: tuple[str, ...] = ()
    downs: tuple[str, ...] = ()


class SystemData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of a ``system.toml``."""

    key: str
    name: str
    document: str
    order: OrderSpec
    rank: int = 100  # where it stands among the games: the lowest is offered first
    languages: tuple[str, ...] = ("en", "ru")
    health: str | None = None  # the tracker that tells how hurt one is
    settings: Mapping[str, SettingSpec] = {}
    numbers: Mapping[str, NumberSpec] = {}
    table: Mapping[str, TrackerSpec] = {}
    trackers: Mapping[str, TrackerSpec] = {}
    conditions: Mapping[str, ConditionSpec] = {}
    damage: DamageSpec | None = None
    rolls: Mapping[str, CheckSpec] = {}
    seen: Mapping[Literal["pc", "ally", "foe"], SightSpec] = {}
    report: ReportSpec = ReportSpec()
    sources: tuple[Mapping[str, str], ...] = ()
    screen: Mapping[str, Any] = {}  # panels and sheet fields for pages


def _nothing(*_: Any) -> None:
    return None


def _nobody(text: str) -> None:
    return None


def _no_facts(*_: Any) -> Mapping[str, Any]:
    return {}


def _none_implied(*_: Any) -> tuple[tuple[str, str], ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class System:
    """A game. Everything but ``data`` and ``folder`` has a default that adds nothing."""

    data: SystemData
    folder: Path
    commands: Mapping[type["Command"], Callable[["Draft", Any], None]] = field(default_factory=dict)
    seat_commands: frozenset[str] = frozenset()
    answers: Mapping[str, Callable[["Draft", "Pending", Mapping[str, Any]], None]] = field(default_factory=dict)
    questions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # What a stored question tells a viewer now, in place of its data; None of one that is about nothing any more.
    tells: Mapping[str, Callable[["State", "Viewer", "Pending"], Mapping[str, Any] | None]] = field(
        default_factory=dict
    )
    own_notes: frozenset[str] = frozenset()  # what the order remembers by creature and the one's own player knows
    # What of the order's memory all players know: built up from what is remembered and the ids of those they see.
    open_notes: Mapping[str, Callable[[Mapping[str, Any], Collection[str]], Mapping[str, Any]]] = field(
        default_factory=dict
    )
    rolls: Mapping[str, "Roll"] = field(default_factory=dict)
    game_rolls: Mapping[str, "GameRoll"] = field(default_factory=dict)
    # Of a creature of this state, by nothing else than the creature itself: asked through `derived.implied`.
    implied: Callable[["System", "State", "Creature"], tuple[tuple[str, str], ...]] = _none_implied
    settle: Callable[["Draft", "State"], None] = _nothing
    due: Callable[["System", "State"], tuple[Mapping[str, Any], ...]] = _none_implied  # type: ignore[assignment]
    due_answers: Mapping[str, Callable[["Draft", Mapping[str, Any], Mapping[str, Any]], None]] = field(
        default_factory=dict
    )
    due_drops: Mapping[str, Callable[["Draft", Mapping[str, Any]], None]] = field(default_factory=dict)
    decisions: Mapping[str, "Decision"] = field(default_factory=dict)  # what rolls decide, by what is said of them
    suffer: Callable[["Draft", str, int, str | None], None] = _nothing  # damage that a condition does
    turn_start: Callable[["Draft", str], None] = _nothing
    turn_end: Callable[["Draft", str], None] = _nothing
    round_end: Callable[["Draft"], None] = _nothing
    added: Callable[["Draft", "Creature"], None] = _nothing
    moment: Callable[["Draft", str], None] = _nothing
    standing: Callable[["System", "State", "Creature"], Mapping[str, Any]] = _no_facts  # what is reckoned of one
    improvise: Callable[[str], Mapping[str, Any] | None] = _nobody  # a creature made up from a few words
    budget: Callable[["Fight"], "Budget"] | None = None  # what a fight costs, where the game measures that
    facts: Mapping[str, Any] = field(default_factory=dict)  # the types of the facts of features that pages show
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    amounts: Mapping[str, Formula] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.data.key

    @property
    def name(self) -> str:
        return self.data.name

    @property
    def makes_up(self) -> bool:
        """Whether creatures can be made up from a few words."""
        return self.improvise is not _nobody

    def open_memory(self, memory: Mapping[str, Any], seen: Collection[str]) -> dict[str, Mapping[str, Any]]:
        """What of the order's memory all players know, of those whom they see."""
        told = {key: tell for key, tell in self.open_notes.items() if isinstance(memory.get(key), Mapping)}
        return {key: tell(memory[key], seen) for key, tell in told.items()}

    def default_settings(self) -> dict[str, Any]:
        return {key: spec.default for key, spec in self.data.settings.items()}


def load_system(folder: Path, **parts: Any) -> System:
    """The game whose ``system.toml`` lies in ``folder``; raises on any fault in it, a formula's cycle included."""
    return make_system(read_data(folder), folder, **parts)


def read_data(folder: Path) -> SystemData:
    """The ``system.toml`` of a folder; raises on any fault in it."""
    return msgspec.convert(tomllib.loads((folder / "system.toml").read_text("utf-8")), SystemData)


def make_system(data: SystemData, folder: Path, **parts: Any) -> System:
    """The game that ``data`` describes; raises on a fault in a formula."""
    formulas = {key: Formula(spec.formula) for key, spec in data.numbers.items() if spec.formula is not None}
    texts = [e.amount for spec in data.conditions.values() for e in spec.effects]
    texts += [spec.when for spec in data.conditions.values() if spec.when is not None]
    texts += [spec.recovery.dc for spec in data.conditions.values() if spec.recovery and spec.recovery.dc is not None]
    amounts = {text: Formula(text) for text in texts}
    _refuse_unknown_names(data, formulas)
    return System(
        data=data, folder=folder, formulas={key: formulas[key] for key in order(formulas)}, amounts=amounts, **parts
    )


def _refuse_unknown_names(data: SystemData, formulas: Mapping[str, Formula]) -> None:
    known = set(data.numbers) | set(data.trackers)
    for key, formula in formulas.items():
        if unknown := formula.names - known:
            raise ValueError(f"{data.key}: the formula of {key} names {sorted(unknown)}, which are declared nowhere")
        if missing := set(data.numbers[key].needs) - set(data.numbers):
            raise ValueError(f"{data.key}: {key} needs {sorted(missing)}, which are declared nowhere")


def new_tracker(spec: TrackerSpec, *, value: Any = None, maximum: int | None = None) -> Tracker:
    """A tracker as the game starts it; a pool that starts at ``max`` needs that maximum."""
    kind = KINDS[spec.kind]
    if spec.kind != "pool":
        return kind() if value is None else msgspec.convert(value, kind)  # type: ignore[no-any-return]
    top = maximum if maximum is not None else spec.max
    start = (top or 0) if spec.start == "max" else int(spec.start)
    return kind(value=start if value is None else value, max=top)  # type: ignore[no-any-return]
