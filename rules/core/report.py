"""An evening in figures: who had how many turns and how long, damage, currencies, conditions, rolls and luck.

All of it is added up from the entries that the viewer may read, and from nothing else: what nobody told a player
cannot change a figure of the players' report.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from rules.core import derived, log
from rules.core import events as e
from rules.core.history import Entry, Game
from rules.core.luck import luck_of
from rules.core.project import Viewer
from rules.core.state import ROW, TABLE
from rules.core.trackers import Pool, Track


@dataclass(slots=True)
class Flow:
    """How much of a tracker came and how much went."""

    gained: int = 0
    spent: int = 0


@dataclass(slots=True)
class Figures:
    """What an evening was for one creature, for the game itself, or for all together.

    ``dealt`` and ``taken`` are damage as it was told; ``lost`` and ``regained`` what that and healing did to health.
    ``rolls`` are all that were made, ``weighed`` those of them whose odds are known: ``luck`` is the sum of theirs.
    """

    turns: int = 0
    seconds: float = 0
    dealt: int = 0
    taken: int = 0
    lost: int = 0
    regained: int = 0
    downs: int = 0
    rolls: int = 0
    weighed: int = 0
    luck: Fraction = Fraction(0)
    flows: dict[str, Flow] = field(default_factory=dict)
    conditions: dict[str, int] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return self == Figures()


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session, from its first entry to its last."""

    session: int
    began: datetime
    ended: datetime

    @property
    def seconds(self) -> float:
        return (self.ended - self.began).total_seconds()


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one session, or of the whole game, as one viewer may know them."""

    session: int | None
    sessions: tuple[int, ...]
    sittings: tuple[Sitting, ...]
    rounds: int
    encounters: int
    creatures: Mapping[str, Figures]  # as they came to the board
    game: Figures
    total: Figures

    @property
    def seconds(self) -> float:
        return sum(sitting.seconds for sitting in self.sittings)


def report(game: Game, viewer: Viewer, session: int | None = None) -> Report:
    """The report of that session, or without one of the whole game; of a session that was not, an empty one."""
    parts = list(_by_session(game, viewer))
    adding = _Adding(game, viewer)
    sittings = []
    for number, entries in parts:
        if session is None or number == session:
            adding.add(entries)
            sittings.append(Sitting(number, entries[0].at, entries[-1].at))
    creatures = {id: adding.of[id] for id in game.state.creatures if not adding.of.get(id, Figures()).is_empty}
    own = adding.of.get(TABLE, Figures())
    sessions = tuple(dict.fromkeys(number for number, _ in parts if number > 0))
    return Report(
        session, sessions, tuple(sittings), adding.rounds, adding.encounters, creatures, own,
        summed([own, *creatures.values()]),
    )  # fmt: skip


def summed(figures: list[Figures]) -> Figures:
    """All figures together."""
    total = Figures()
    for one in figures:
        for name in ("turns", "seconds", "dealt", "taken", "lost", "regained", "downs", "rolls", "weighed", "luck"):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        for key, flow in one.flows.items():
            into = total.flows.setdefault(key, Flow())
            into.gained, into.spent = into.gained + flow.gained, into.spent + flow.spent
        for key, count in one.conditions.items():
            total.conditions[key] = total.conditions.get(key, 0) + count
    return total


def _by_session(game: Game, viewer: Viewer) -> Iterator[tuple[int, list[Entry]]]:
    """The live entries that the viewer may read, by session; what came before the first has the number that it had."""
    number, found = 0, list[Entry]()
    for entry in game.entries:
        if entry.step in game.undone or isinstance(entry.event, e.Undone | e.Redone | e.GameBegan):
            continue
        if not log.may_read(game, viewer, entry):
            continue
        if isinstance(entry.event, e.MomentPassed):
            if entry.event.name == "session" and found:
                yield number, found
                found = []
            number = entry.event.time.session
        found.append(entry)
    if found:
        yield number, found


def _counted(held: Pool | Track) -> Pool:
    """A count, or of a track how many of its boxes are marked."""
    return Pool(held.marked, held.size) if isinstance(held, Track) else held


def _filled(was: Pool, now: Pool) -> Pool:
    """What a tracker held before; one that gets its first maximum is written down, and nobody is healed by that."""
    return now if not was.max and now.max else was


def _amended(game: Game) -> dict[str, str]:
    """Which roll each amended one stands for: the one before it of the same creature."""
    newest, found = dict[str, str](), dict[str, str]()
    for entry in game.entries:
        if isinstance(event := entry.event, e.Rolled) and entry.step not in game.undone:
            by = event.who.get("by", "")
            if event.amended and by in newest:
                found[event.id] = newest[by]
            newest[by] = event.id
    return found


class _Adding:
    """Figures in the making."""

    def __init__(self, game: Game, viewer: Viewer) -> None:
        self.game, self.viewer, self.system = game, viewer, game.system
        self.spec = game.system.data.report
        self.of: dict[str, Figures] = {}
        self.rounds = self.encounters = self._round = 0
        self._acting: tuple[str, datetime] | None = None
        self._switched = -1  # the last step that changed the turn order in a fight
        self._amends = _amended(game)
        self._luck: dict[str, Fraction | None] = {}  # of each roll that counts
        self._known: set[str] = set()
        self._down: set[tuple[int, str]] = set()
        self._moved: dict[tuple[int, str, str], tuple[Pool, Pool]] = {}

    def figures(self, owner: str) -> Figures:
        return self.of.setdefault(owner, Figures())

    def add(self, entries: list[Entry]) -> None:
        for entry in entries:
            self._add(entry)
        self._turn_ends(entries[-1].at)
        for (step, owner, key), (was, now) in self._moved.items():
            self._flow(step, owner, key, was, now)
        self._moved.clear()

    def _add(self, entry: Entry) -> None:
        match entry.event:
            case e.TurnBegan(id=id):
                if entry.step == self._switched and self._acting is not None and self._acting[0] == id:
                    return  # the turn that ran goes on under another order
                self._turn_ends(entry.at)
                if self._is_someone(id):
                    self._acting = (id, entry.at)
                    self.figures(id).turns += 1
            case e.TurnEnded():
                self._turn_ends(entry.at)
            case e.EncounterBegan(switched=True):
                self._switched = entry.step
            case e.EncounterBegan():
                self._turn_ends(entry.at)
                self.encounters, self._round = self.encounters + 1, 0
            case e.EncounterEnded():
                self._turn_ends(entry.at)
            case e.RoundBegan(round=number):
                self.rounds += number != self._round  # one that began unseen is told once more when players see it
                self._round = number
            case e.TrackerSet(owner=owner, key=key, value=Pool() | Track() as now, was=Pool() | Track() as was):
                first, _ = self._moved.get((entry.step, owner, key), (_filled(_counted(was), _counted(now)), now))
                self._moved[entry.step, owner, key] = (first, _counted(now))
            case e.ConditionSet(owner=owner, condition=condition) if condition.id not in self._known:
                self._known.add(condition.id)
                self._has(entry, owner, condition.key)
            case e.Told():
                self._tell(entry, entry.event)
            case e.Rolled():
                self._roll(entry.event)

    def _is_someone(self, id: str) -> bool:
        creature = self.game.state.creatures.get(id)
        return creature is not None and creature.kind != ROW

    def _turn_ends(self, at: datetime) -> None:
        if self._acting is not None:
            id, began = self._acting
            self.figures(id).seconds += (at - began).total_seconds()
            self._acting = None

    def _tell(self, entry: Entry, told: e.Told) -> None:
        who = {role: id for role, id in told.who.items() if self.viewer.is_gm or role not in told.unseen}
        target = who.get("target", "")
        if told.code in (*self.spec.damage, *self.spec.damage_back):
            amount = told.facts.get("amount")
            amount = amount if isinstance(amount, int) else 0
            amount = -amount if told.code in self.spec.damage_back else amount
            if self._is_someone(who.get("by", "")):
                self.figures(who["by"]).dealt += amount
            if self._is_someone(target):
                self.figures(target).taken += amount
        if told.code in self.spec.downs:
            self._falls(entry.step, target)
        if told.code == "became":
            self._has(entry, target, str(told.facts.get("condition")))

    def _has(self, entry: Entry, owner: str, key: str) -> None:
        if not self._is_someone(owner):
            return
        found = self.figures(owner).conditions
        found[key] = found.get(key, 0) + 1
        if key in self.spec.downs:
            self._falls(entry.step, owner)

    def _falls(self, step: int, id: str) -> None:
        """Once a step: the line, the condition and the tracker may all tell of the same fall."""
        if (step, id) not in self._down and self._is_someone(id):
            self._down.add((step, id))
            self.figures(id).downs += 1

    def _flow(self, step: int, owner: str, key: str, was: Pool, now: Pool) -> None:
        """What a step did to a tracker in all; taps that took each other back did nothing."""
        by = now.value - was.value
        if not by or (owner != TABLE and not self._is_someone(owner)):
            return
        figures = self.figures(owner)
        if key in self.spec.currencies:
            flow = figures.flows.setdefault(key, Flow())
            flow.gained, flow.spent = flow.gained + max(0, by), flow.spent + max(0, -by)
        if key == self.system.data.health and owner != TABLE:
            self._health(step, owner, was, now)

    def _health(self, step: int, owner: str, was: Pool, now: Pool) -> None:
        key = self.system.data.health or ""
        spec = self.system.data.trackers[key]
        is_marked = spec.kind == "track" or spec.counts == "marked"
        lost = (now.value - was.value) * (1 if is_marked else -1)
        self.figures(owner).lost += max(0, lost)
        self.figures(owner).regained += max(0, -lost)
        top = now.max if now.max is not None else derived.maximum(self.system, self.game.state, owner, key)
        if lost > 0 and top and (now.value >= top if is_marked else now.value <= 0):
            self._falls(step, owner)

    def _roll(self, event: e.Rolled) -> None:
        """An amended roll stands in the place of the one that it amends."""
        by = event.who.get("by", TABLE)
        if by != TABLE and not self._is_someone(by):
            return
        figures = self.figures(by)
        before = self._amends.get(event.id, "")
        if before in self._luck:
            self._count(figures, self._luck.pop(before), -1)
        self._luck[event.id] = luck_of(self.system, event) if self._may_weigh(event) else None
        self._count(figures, self._luck[event.id], 1)

    def _count(self, figures: Figures, luck: Fraction | None, times: int) -> None:
        figures.rolls += times
        if luck is not None:
            figures.weighed, figures.luck = figures.weighed + times, figures.luck + times * luck

    def _may_weigh(self, event: e.Rolled) -> bool:
        """Whether the viewer saw the dice: only then does the luck tell nothing new, such as a modifier."""
        own = self.viewer.creature is not None and self.viewer.creature == event.who.get("by")
        return self.viewer.is_gm or own or event.visibility == "open"
