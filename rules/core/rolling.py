"""Rolls in a game: parameters from sheets and conditions, dice, what the result pays, and taking it back.

A game says in a `GameRoll` how a roll's parameters are filled and what follows from it; the rest is the same for all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.core import derived, events, sight
from rules.core.commands.base import Id, Key, Rolling, type_name
from rules.core.deciding import Decides, Drift, decides_of, decision, tried
from rules.core.derived import Modifier
from rules.core.draft import GM, Draft
from rules.core.errors import Fault, InvalidInput, Need, RuleError
from rules.core.moving import change
from rules.core.project import project, seat_viewer
from rules.core.rolls import Roll as RollKind
from rules.core.rolls import RollResult, Saying
from rules.core.state import TABLE, Creature, State
from rules.core.system import System
from rules.core.trackers import Score

ModifierId = Annotated[str, msgspec.Meta(max_length=200)]
DECIDES = "decides"  # what hangs on a roll, in what only the GM reads of it
HANGS = "_decides"  # the same in the question of a roll that waits
Visibility = Annotated[str, msgspec.Meta(pattern="^(open|result|gm)$")]


class Roll(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A roll in a game. What is left out of ``parameters`` comes from the sheets, conditions and the scene.

    ``with`` names a weapon, trait, experience or feature of the sheet (several with commas); ``off`` are the ids of
    modifiers that are not to count; ``announced`` is a result without dice.
    """

    roll: Key
    creature: Id | None = None
    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=20)] = ()
    with_: Annotated[str, msgspec.Meta(max_length=200)] | None = msgspec.field(default=None, name="with")
    off: Annotated[tuple[ModifierId, ...], msgspec.Meta(max_length=40)] = ()
    announced: Mapping[str, Any] | None = None
    visibility: Visibility | None = None
    apply: bool = True
    helpers: Annotated[tuple[Id, ...], msgspec.Meta(max_length=10)] = ()


# What a command that asks for a roll may say of it, in the words of a roll.
SAID = ("creature", "targets", "with_", "off", "announced", "visibility", "apply", "helpers", "parameters")


def roll_of(said: msgspec.Struct, roll: str, **fields: Any) -> Roll:
    """The roll of this kind that a command, or a part of one, asks for; ``fields`` stand for what it says."""
    taken = {field: getattr(said, field) for field in SAID if field in said.__struct_fields__}
    return Roll(roll=roll, **{**taken, **fields})


@dataclass(frozen=True, slots=True)
class Cost:
    """What a roll takes before it is made; ``code`` is the refusal where there is not enough."""

    owner: str
    tracker: str
    amount: int
    code: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A roll's parameters, complete, with each modifier's reason, and what it costs to make it."""

    parameters: Mapping[str, Any]
    modifiers: tuple[Modifier, ...] = ()
    costs: tuple[Cost, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """A roll that was made: the command, its parameters, its result, and the result against each target."""

    command: Roll
    filled: Filled
    result: RollResult
    by_target: Mapping[str, RollResult] = field(default_factory=dict)


def _no_announcement(command: Roll, filled: Filled) -> RollResult:
    raise RuleError("not-announceable", roll=command.roll)


def _nothing(draft: Draft, made: Made) -> None:
    return None


def _pool_changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    return pool_changes(draft, made.result, made.command)


def _as_it_fell(draft: Draft, made: Made) -> RollResult:
    return made.result


def _made_here(draft: Draft, command: Roll) -> bool:
    return False


def _no_follow_up(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRoll:
    """How one roll of a game is made in play.

    ``fill`` answers the parameters against one target, or without one; ``against`` names the parameter that differs
    by target, ``keeps`` the number of the target's sheet that it is; ``each`` says that all parameters differ, and
    ``split`` reads from one result what it means for each target where each has dice of its own. ``counts`` is the
    result as the game counts it for who rolls; ``changes`` is what it moves and an amendment takes back (see `change`);
    ``follows`` what happens besides (the spotlight); ``then`` the command to offer. ``reckons`` says that the result
    tells what stands on the sheet of whom it is made for: a player may reckon with no sheet but the own. ``instead``
    puts it to somebody else, where the game has another one roll, and says whether it did. ``decides`` is what comes of
    it whatever asked for it: tried out first, and so an amendment takes all of it back.
    """

    fill: Callable[[System, State, Roll, str | None], Filled]
    against: str | None = None
    keeps: str | None = None
    each: bool = False
    split: Callable[[Roll, RollResult], Mapping[str, RollResult]] | None = None
    announce: Callable[[Roll, Filled], RollResult] = _no_announcement
    counts: Callable[[Draft, Made], RollResult] = _as_it_fell
    changes: Callable[[Draft, Made], list[dict[str, Any]]] = _pool_changes
    follows: Callable[[Draft, Made], None] = _nothing
    then: Callable[[Draft, Made, str], Mapping[str, Any] | None] = _no_follow_up
    reckons: bool = False
    instead: Callable[[Draft, Roll], bool] = _made_here
    decides: Callable[[Draft, Made], None] | None = None


def roll(draft: Draft, command: Roll, decides: Decides | None = None) -> None:
    """Make a roll, log it with all its dice, and let the state follow, with what hangs on it."""
    kind, how = kind_of(draft.system, command)
    if how.reckons and draft.seat is not None and {*command.targets} - {draft.seat}:
        raise RuleError("not-for-a-seat", type="roll")
    if draft.foresees and command.announced is None:
        draft.odds.append(odds_in_game(draft.system, draft.state, command, draft.seat))
        return
    for id in (*((command.creature,) if command.creature else ()), *command.targets, *command.helpers):
        draft.creature(id)
    if how.instead(draft, command):
        return
    filled = fill(draft.system, draft.state_in_turn, command, how)
    if _waits_for_the_gm(draft, command, how, filled, decides):
        return
    for cost in filled.costs:
        draft.pay(cost.owner, cost.tracker, cost.amount, cost.code)
    made = make(draft, command, kind, how, filled)
    record(draft, made, how, decides=decides)


def kind_of(system: System, command: Roll) -> tuple[RollKind, GameRoll]:
    kind = system.rolls.get(command.roll)
    if kind is None:
        raise RuleError("unknown-roll", roll=command.roll)
    return kind, system.game_rolls.get(command.roll, PLAIN)


def _plain_fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    return Filled(dict(command.parameters))


PLAIN = GameRoll(fill=_plain_fill)


def fill(system: System, state: State, command: Roll, how: GameRoll) -> Filled:
    return how.fill(system, state, command, command.targets[0] if command.targets else None)


def _waits_for_the_gm(draft: Draft, command: Roll, how: GameRoll, filled: Filled, decides: Decides | None) -> bool:
    """A player's roll with nothing to roll against waits as a question: only the GM knows the Difficulty."""
    missing = how.against is not None and filled.parameters.get(how.against) is None and command.announced is None
    if not missing:
        return False
    if draft.seat is None:
        target = command.targets[0] if command.targets else None
        raise Need([{"number": how.against, "creature": target, **({"keeps": how.keeps} if how.keeps else {})}])
    hangs = {} if decides is None else {HANGS: msgspec.to_builtins(decides)}
    raw = msgspec.to_builtins(command)
    draft.ask("difficulty", GM, creature=draft.seat, command=raw, wants=how.against, **hangs)
    draft.chance = draft.chance.anew({}, True)  # the dice lie in the question until it is answered
    return True


def answer_difficulty(draft: Draft, pending: Any, given: Mapping[str, Any]) -> None:
    """The GM says what a player's roll is against, and it is made."""
    raw = dict(pending.data["command"])
    wants = pending.data["wants"]
    value = given.get(wants)
    if not isinstance(value, int) or isinstance(value, bool) or not -9999 <= value <= 9999:
        raise Need([{"number": wants, "creature": None}])
    raw["parameters"] = {**raw.get("parameters", {}), wants: value}
    command = msgspec.convert(raw, Roll)
    draft.chance = draft.chance.anew(command.dice, command.physical)
    roll(draft, command, decides_of(pending.data.get(HANGS)))


def make(draft: Draft, command: Roll, kind: RollKind, how: GameRoll, filled: Filled) -> Made:
    """The roll, its result as it counts in this game."""
    made = _as_made(draft, command, kind, how, filled)
    return replaced(made, result=how.counts(draft, made))


def _as_made(draft: Draft, command: Roll, kind: RollKind, how: GameRoll, filled: Filled) -> Made:
    """The result, from what was announced, the dice that were given, or drawn ones; then against each target."""
    if command.announced is not None:
        said = {t: how.announce(command, how.fill(draft.system, draft.state, command, t)) for t in command.targets}
        return Made(command, filled, how.announce(command, filled), said)
    result = kind.roll(kind.read(filled.parameters), draft.chance)
    if how.split is not None:
        return Made(command, filled, result, how.split(command, result))
    by_target = {}
    for target in command.targets:
        theirs = how.fill(draft.system, draft.state, command, target).parameters
        differs = {
            key: value for key, value in theirs.items() if how.each or (key == how.against and value is not None)
        }
        parameters = {**filled.parameters, **differs}
        by_target[target] = kind.roll(kind.read(parameters), draft.chance.anew(result.dice, True))
    return Made(command, filled, result, by_target)


def record(
    draft: Draft,
    made: Made,
    how: GameRoll,
    *,
    amended: bool = False,
    decides: Decides | None = None,
    since: Sequence[Drift] = (),
) -> None:
    """Pay what the result moves, log the roll with it, and let what it decides and the game's consequences follow."""
    command = made.command
    id = "r_" + draft.chance.id()
    secret = _secret(draft, made, how) | ({} if decides is None else {DECIDES: msgspec.to_builtins(decides)})
    paid = [{"owner": c.owner, "tracker": c.tracker, "by": -c.amount} for c in made.filled.costs]
    changes = how.changes(draft, made) if command.apply else []
    parts = _decisions(draft, made, how, decides) if command.apply else []
    came, moved = tried(draft, changes, parts, since) if parts else ([], [])
    paid += [*changes, *moved]
    draft.emit(
        events.Rolled(
            id, command.roll, _who(command), dict(made.result.dice), _facts(made), tuple(paid), secret,
            msgspec.to_builtins(command), visibility_of(draft, command), amended,
        )
    )  # fmt: skip
    for one in changes:
        change(draft, one)
    for event in came:
        draft.emit(event)
    if command.apply:
        how.follows(draft, made)


def _decisions(draft: Draft, made: Made, how: GameRoll, decides: Decides | None) -> list[Callable[[Draft], None]]:
    """What is decided by this kind of roll, and by what was said to hang on this one."""
    parts: list[Callable[[Draft], None]] = []
    if (own := how.decides) is not None:
        parts.append(lambda trial: own(trial, made))
    if decides is not None and (said := decision(draft, decides)) is not None:
        parts.append(lambda trial: said(trial, made.result, decides))
    return parts


def _who(command: Roll) -> dict[str, str]:
    """Who has a part in a roll, by role."""
    who = {"by": command.creature} if command.creature else {}
    return who | {"target" if n == 0 else f"target{n + 1}": target for n, target in enumerate(command.targets)}


def _facts(made: Made) -> dict[str, Any]:
    """What a roll's event tells to whoever sees the roll."""
    result, applies = made.result, made.command.apply
    facts = {
        "total": result.total,
        "outcome": result.outcome,
        "effects": list(result.effects) if applies else [],
        "say": _plain(result.say),
        "more": dict(result.facts),
        "steps": None if result.steps is None else [_plain(step) for step in result.steps],
        "announced": made.command.announced is not None,
    }
    return facts if result.narration is None else {**facts, "narration": _plain(result.narration)}


def _plain(saying: Saying) -> dict[str, Any]:
    return {"code": saying.code, "facts": dict(saying.facts)}


def _secret(draft: Draft, made: Made, how: GameRoll) -> dict[str, Any]:
    """What only the GM reads of a roll: what was filled in and why, and what comes of it for each target."""
    targets = [
        {"creature": id, "outcome": one.outcome, "then": how.then(draft, made, id), **_own_total(how, one)}
        for id, one in made.by_target.items()
    ]
    modifiers = msgspec.to_builtins(made.filled.modifiers)
    return {"filled": dict(made.filled.parameters), "modifiers": modifiers, "targets": targets}


def _own_total(how: GameRoll, result: RollResult) -> dict[str, Any]:
    """The total against one target, where each has its own."""
    return {"total": result.total} if how.each or how.split is not None else {}


def pool_changes(draft: Draft, result: RollResult, command: Roll) -> list[dict[str, Any]]:
    """The tracker changes of a result as they will really happen, stopped at 0 and the maximum."""
    found = []
    for effect in result.effects:
        owner = TABLE if effect.get("of") == "game" else command.creature
        if effect.get("kind") != "tracker" or owner is None or effect["tracker"] not in draft.state.trackers(owner):
            continue
        have, top = draft.value(owner, effect["tracker"]), draft.maximum(owner, effect["tracker"])
        want = have + int(effect["by"])
        real = max(0, want if top is None else min(top, want)) - have
        found.append({"owner": owner, "tracker": effect["tracker"], "by": real})
    return found


def visibility_of(draft: Draft, command: Roll) -> str:
    """As asked, else as its creature: a hidden one's rolls are the GM's."""
    if command.visibility:
        return command.visibility
    creature = draft.state.creatures.get(command.creature or "")
    return "gm" if creature is not None and creature.hidden and creature.kind != "pc" else "open"


def odds_in_game(system: System, state: State, command: Roll, seat: str | None = None) -> dict[str, Any]:
    """The exact odds of a roll in this game, with what was filled in and why; a seat's from what it may know."""
    kind, how = kind_of(system, command)
    if seat is not None:
        state = _known_to(system, state, seat)
    named = (*command.targets, *((command.creature,) if command.creature else ()))
    unknown = [id for id in named if id not in state.creatures]
    if unknown:
        raise RuleError("unknown-creature", creature=unknown[0])
    filled = fill(system, state, command, how)
    answer: dict[str, Any] = {"roll": command.roll, "modifiers": msgspec.to_builtins(filled.modifiers)}
    answer |= {"filled": dict(filled.parameters), "odds": _odds(kind, filled.parameters, how), "targets": []}
    for target in command.targets if how.split is None else ():
        theirs = how.fill(system, state, command, target)
        answer["targets"].append({"creature": target, "odds": _odds(kind, theirs.parameters, how)})
    return answer


def _known_to(system: System, state: State, seat: str) -> State:
    """What a seat may reckon with: of the sheets of others no more than all players see."""
    seen = project(system, state, seat_viewer(seat))
    others = {id: c if id == seat else _without_sheet(system, state, c) for id, c in seen.creatures.items()}
    order = replace(seen.order, memory={**seen.order.memory, **system.open_memory(seen.order.memory, others)})
    return replace(seen, creatures=others, order=order)


def _without_sheet(system: System, state: State, creature: Creature) -> Creature:
    """The creature with the numbers that all see; where its conditions are not shown, nothing tells of one."""
    is_bare = sight.conditions_seen(system, state, creature) == "none"
    trackers = {
        key: tracker
        for key, tracker in creature.trackers.items()
        if (sight.number_seen(system, state, creature, key) if isinstance(tracker, Score) else not is_bare)
    }
    return replace(creature, trackers=trackers)


def _odds(kind: RollKind, parameters: Mapping[str, Any], how: GameRoll) -> Any:
    if how.against and parameters.get(how.against) is None:
        raise Need([{"number": how.against, "creature": None}])
    return kind.exact_odds({key: value for key, value in parameters.items() if value is not None})


def switched_off(command: Roll, found: list[Modifier]) -> tuple[Modifier, ...]:
    """The modifiers that count: those whose id is not switched off."""
    return tuple(modifier for modifier in found if modifier.id not in command.off)


def sheet_number(system: System, state: State, id: str | None, key: str) -> int | None:
    """A number of a creature's sheet, None where it has none."""
    creature = state.creatures.get(id) if id else None
    return derived.numbers(system, creature).get(key) if creature else None


def refuse(pointer: str, code: str, **facts: Any) -> InvalidInput:
    return InvalidInput([Fault(pointer, code, facts)])
