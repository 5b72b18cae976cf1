"""What a command has brought about so far: the events, and the state that they lead to."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.core import derived, events
from rules.core.apply import apply
from rules.core.audience import LATER, Audience, audience_of, is_hidden, unseen_roles
from rules.core.chance import Chance
from rules.core.due import due_now
from rules.core.errors import RuleError
from rules.core.project import noted, order_to, project, seat_viewer
from rules.core.state import TABLE, Clock, Condition, Creature, Order, Pending, State
from rules.core.system import System
from rules.core.trackers import DicePool, Flag, Pool, Score, Tracker
from rules.core.withheld import OF_THE_ORDER

GM = "gm"
MOST_PENDING = 1000
MOST_OF_A_SEAT = 20


class Draft:
    """One command being decided. Seen from outside it is pure: it holds values and emits values."""

    def __init__(self, system: System, state: State, by: str, chance: Chance, *, preview: bool = False) -> None:
        self.system, self.before, self.state, self.by, self.chance = system, state, state, by, chance
        self.events: list[events.Event] = []
        self.audiences: list[Audience] = []
        self.preview = preview
        self.odds: list[Mapping[str, Any]] = []
        self.passing: int | None = None  # the place of the first event of a turn's end, until the next begins
        self.hands_over = False  # whether a hidden turn followed the one that ended: what is left waits as well

    @property
    def seat(self) -> str | None:
        """The creature whose player asks, or None for a GM or a program."""
        return self.by.removeprefix("seat:") if self.by.startswith("seat:") else None

    @property
    def seen_order(self) -> Order:
        """The order as the one who asks sees it: a seat is answered by it, so that nothing tells of a hidden turn."""
        return self.state.order if self.seat is None else order_to(self.state, seat_viewer(self.seat))

    @property
    def seen_memory(self) -> Mapping[str, Any]:
        """What the order remembers as the one who asks sees it: a phase in which only hidden ones are left is over."""
        if self.seat is None:
            return self.state.order.memory
        return noted(self.system, project(self.system, self.state, seat_viewer(self.seat))).order.memory

    @property
    def state_in_turn(self) -> State:
        """The state with the turn that the one who asks sees, for what hangs on it as prices do."""
        active = self.seen_order.active
        if active == self.state.order.active:
            return self.state
        return replace(self.state, order=replace(self.state.order, active=active))

    @property
    def foresees(self) -> bool:
        """Whether this is a preview without dice: nothing is drawn, and what hangs on them is left out."""
        return self.preview and not self.chance.given

    # --- events

    def emit(self, event: events.Event) -> None:
        """Add an event; who may read of it is fixed now, by what was hidden before or is after it."""
        if isinstance(event, events.Told | events.Rolled):
            event = replace(event, unseen=unseen_roles(self.state, event.who))
        before = self.state
        self.state = apply(self.state, event)
        self.events.append(event)
        self.audiences.append(audience_of(self.system, before, self.state, event))

    def take_back(self, since: int, before: State) -> None:
        """Forget the events from that place on, before which the state was ``before``."""
        del self.events[since:], self.audiences[since:]
        self.state, self.passing, self.hands_over = before, None, False

    def end_begins(self) -> None:
        """Note that what comes now belongs to the end of a turn, up to the next turn's beginning."""
        if self.passing is None:
            self.passing = len(self.events)

    def next_begins(self, *, hidden: bool) -> None:
        """Note that the next turn has begun; with a hidden one players learn later what the end before it brought."""
        if hidden and self.passing is not None:
            self.withhold(self.passing)
        self.hands_over = hidden and self.passing is not None
        self.passing = None

    def withhold(self, since: int) -> None:
        """Let the events from that place on wait, but for those that tell whose turn it is (`withheld`)."""
        for place in range(since, len(self.events)):
            if self._can_wait(self.events[place]) and LATER not in self.audiences[place]:
                self.audiences[place] = (LATER, *self.audiences[place])

    def _can_wait(self, event: events.Event) -> bool:
        if isinstance(event, events.OrderNoted):  # of these players see some
            return event.key in {*self.system.own_notes, *self.system.open_notes}
        return not isinstance(event, OF_THE_ORDER)

    def tell(
        self, code: str, who: Mapping[str, str] | None = None, *, secret: Mapping[str, Any] | None = None, **facts: Any
    ) -> None:
        """Add a line to the log: a code, creatures by role, and facts; ``secret`` ones only for the GM."""
        self.emit(events.Told(code, who or {}, facts, secret or {}))

    def has_told(self, codes: tuple[str, ...], target: str, since: str) -> bool:
        """Whether one of these lines was told of ``target`` after the tracker ``since`` last changed there."""
        for event in reversed(self.events):
            if isinstance(event, events.Told) and event.code in codes and event.who.get("target") == target:
                return True
            if isinstance(event, events.TrackerSet) and (event.owner, event.key) == (target, since):
                return False
        return False

    # --- reading

    def creature(self, id: str) -> Creature:
        """The creature that is on the board or in a wave; raises RuleError ``unknown-creature``."""
        found = self.state.creatures.get(id)
        if found is None or found.gone or (self.seat not in (None, id) and is_hidden(self.state, id)):
            raise RuleError("unknown-creature", creature=id)
        return found

    def here(self, *kinds: str) -> list[Creature]:
        """The creatures on the board, of these kinds if any are named."""
        return [c for c in self.state.creatures.values() if c.here and (c.kind in kinds if kinds else c.kind != "row")]

    def clock(self, id: str) -> Clock:
        found = self.state.clocks.get(id)
        if found is None or (self.seat and found.hidden):
            raise RuleError("unknown-clock", clock=id)
        return found

    def tracker(self, owner: str, key: str) -> Tracker:
        """A tracker; raises RuleError ``unknown-tracker``."""
        found = self.state.trackers(owner).get(key)
        if found is None:
            raise RuleError("unknown-tracker", tracker=key)
        return found

    def pool(self, owner: str, key: str) -> Pool:
        found = self.tracker(owner, key)
        if not isinstance(found, Pool):
            raise RuleError("not-a-pool", tracker=key)
        return found

    def value(self, owner: str, key: str) -> int:
        """What a pool or a score holds; 0 where there is none."""
        found = self.state.trackers(owner).get(key)
        return found.value if isinstance(found, Pool | Score) else 0

    def is_on(self, owner: str, key: str) -> bool:
        found = self.state.trackers(owner).get(key)
        return isinstance(found, Flag) and found.on

    def maximum(self, owner: str, key: str) -> int | None:
        return derived.maximum(self.system, self.state, owner, key)

    def room(self, owner: str, key: str) -> int | None:
        """How much more the pool can hold; None without a limit."""
        top = self.maximum(owner, key)
        return None if top is None else top - self.value(owner, key)

    def numbers(self, id: str) -> dict[str, int]:
        return derived.numbers(self.system, self.state.creatures[id])

    def number(self, id: str, key: str, given: Mapping[str, Any]) -> int:
        """A number of the sheet, or the one given in a command's parameters; asks for it where neither has it."""
        if isinstance(value := given.get(key), int):
            return value
        found = self.numbers(id).get(key)
        if found is None:
            self.chance.need({"number": key, "creature": id})
        return found

    def due(self, id: str) -> Mapping[str, Any] | None:
        """What is due under this id, for the GM or the seat that owes it; None where nothing is."""
        for item in due_now(self.system, self.state) if id.startswith("d_") else ():
            if item["id"] == id:
                return item if self.seat is None or item.get("by") == self.seat else None
        return None

    def setting(self, key: str) -> Any:
        return self.state.settings.get(key, self.system.default_settings().get(key))

    def has(self, id: str, key: str) -> bool:
        """Whether a condition is on a creature: stored, implied or contained."""
        return derived.has(self.system, self.state, self.state.creatures[id], key)

    def had(self, id: str, key: str) -> bool:
        """Whether a condition was on a creature before this request: one that comes back in it is nothing to tell."""
        was = self.before.creatures.get(id)
        return was is not None and derived.has(self.system, self.before, was, key)

    def choice(self, name: str, given: Any, options: Iterable[str], by: str = GM) -> str:
        """The option that was given; asks for one where none was, refuses one that is not there."""
        known = list(options)
        if given is None:
            self.chance.need({"choice": name, "options": known, "by": by})
        if given not in known:
            raise RuleError("not-an-option", name=name, options=known)
        return str(given)

    # --- writing

    def put(self, owner: str, key: str, value: Tracker | None) -> None:
        """Set a tracker, if that changes it."""
        was = self.state.trackers(owner).get(key)
        if value != was:
            self.emit(events.TrackerSet(owner, key, value, was))

    def add(self, owner: str, key: str, by: int) -> int:
        """Change a pool, stopped at 0 and its maximum; answers what did not fit, 0 if all did."""
        pool = self.pool(owner, key)
        top = self.maximum(owner, key)
        want = pool.value + by
        new = max(0, want if top is None else min(top, want))
        self.put(owner, key, replace(pool, value=new))
        return want - new

    def move_dice(self, owner: str, key: str, from_: str, to: str, by: int) -> int:
        """Move up to ``by`` dice of a tracker from one state to another (ready, spent, ...); answers how many moved."""
        pool = self.state.trackers(owner).get(key)
        if not isinstance(pool, DicePool):
            return 0
        moved: int = max(0, min(by, getattr(pool, from_)))
        self.put(owner, key, replace(pool, **{from_: getattr(pool, from_) - moved, to: getattr(pool, to) + moved}))
        return moved

    def pay(self, owner: str, key: str, amount: int, code: str) -> None:
        """Take ``amount`` from a pool; raises RuleError ``code`` where it holds less."""
        have = self.pool(owner, key).value
        if have < amount:
            facts = {} if owner == TABLE else {"creature": owner}
            raise RuleError(code, have=have, need=amount, **facts)
        self.add(owner, key, -amount)

    def add_condition(self, owner: str, condition: Condition) -> None:
        """Put a condition on a creature, by the stacking rule of its data."""
        spec = self.system.data.conditions.get(condition.key)
        same = [c for c in self.state.creatures[owner].conditions.values() if _is_same(c, condition)]
        stacked = _stacked(spec.stack if spec else "reasons", same, condition)
        if stacked is not None:
            self.emit(events.ConditionSet(owner, stacked))

    def end_condition(self, owner: str, condition: Condition, why: str) -> None:
        self.emit(events.ConditionEnded(owner, condition.id, condition.key, why))

    def end_key(self, owner: str, key: str, why: str) -> None:
        """End every stored instance of a condition."""
        for condition in list(self.state.creatures[owner].conditions.values()):
            if condition.key == key:
                self.end_condition(owner, condition, why)

    def ask(self, kind: str, by: str, **data: Any) -> str:
        """Store a question; answers its id. Raises RuleError where too many are open, of a seat's own for a seat."""
        others = self.state.pending.values()
        most = MOST_OF_A_SEAT if self.seat else MOST_PENDING
        if sum(self.seat in (None, p.data.get("creature")) for p in others) >= most:
            raise RuleError("too-many-questions", most=most)
        id = "p_" + self.chance.id()
        self.emit(events.PendingSet(Pending(id, kind, by, data)))
        return id


def _is_same(stored: Condition, new: Condition) -> bool:
    return (stored.key, stored.detail) == (new.key, new.detail)


def _stacked(how: str, same: list[Condition], new: Condition) -> Condition | None:
    """The instance to store: ``new``, one that takes the place of the stored one, or None where nothing changes."""
    if not same:
        return new
    old = same[0]
    match how:
        case "highest":
            return None if (new.value or 0) <= (old.value or 0) else replace(new, id=old.id)
        case "add":
            return replace(new, id=old.id, value=(old.value or 0) + (new.value or 0))
        case "merge":
            longest = max((old.until, new.until), key=lambda until: until.round if until else 10**9)
            return replace(new, id=old.id, value=max(old.value or 0, new.value or 0) or None, until=longest)
    # Two reasons are two instances, and so is the same towards two; the very same reason twice is one.
    return None if any(_why(one) == _why(new) for one in same) else new


def _why(condition: Condition) -> tuple[Any, ...]:
    return (condition.reason, condition.source, condition.until, condition.towards)
