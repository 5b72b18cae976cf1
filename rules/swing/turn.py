"""What a turn holds: its swings, what is spent on them, and what lies about afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.core.errors import RuleError
from rules.core.rolling import Cost, Made, Roll
from rules.core.state import Creature, State
from rules.swing import blow, sheet
from rules.swing.classes import ORDINALS
from rules.swing.sheet import AMMUNITION, Arms
from rules.swing.swings import OFF_HAND_NEEDS

BLOWS = "blows"  # what the order remembers: the swings of the turn that runs
OWN_BLOWS = "own_blows"  # and what their player knows of them, by creature
STRUCK = "struck"  # the blow that this turn had before anybody rolled for more of them
OWN_STRUCK = "own_struck"  # and what its player knows of it, by creature
FIRST, OFF_HAND, HASTE = "first", "off_hand", "haste"
KNOWN = ("key", "needs", "d20", "gained", "outcome")


def ammunition_costs(state: State, command: Roll, held: Arms) -> tuple[Cost, ...]:
    """An arrow or a thrown weapon, where they are counted."""
    creature = state.creatures.get(command.creature or "")
    key = AMMUNITION.get(held.use)
    if creature is None or key is None or not _is_counted(creature, key):
        return ()
    return (Cost(creature.id, key, 1, f"no-{key}"),)


def _is_counted(creature: Creature, key: str) -> bool:
    """Whether so much was ever written down; a pool that nobody has filled counts nothing."""
    pool = sheet.pool_of(creature, key)
    return pool is not None and bool(pool.max)


def shots(state: State, command: Roll, held: Arms, need: int) -> list[dict[str, Any]]:
    """The arrows of all swings of a round; raises RuleError ``no-arrows`` or ``no-thrown`` where there are fewer.

    How many swings a round has is known once its d20s fell, so only then is it known whether they are enough.
    """
    creature = state.creatures.get(command.creature or "")
    key = AMMUNITION.get(held.use)
    if creature is None or key is None or not _is_counted(creature, key):
        return []
    pool = sheet.pool_of(creature, key)
    have = pool.value if pool else 0
    if have < need:
        raise RuleError(f"no-{key}", have=have, need=need, creature=creature.id)
    return [{"owner": creature.id, "tracker": key, "by": -need}] if need else []


def flown(state: State, command: Roll, held: Arms, outcomes: Sequence[str]) -> list[dict[str, Any]]:
    """Where the arrows or thrown weapons lie: in those that they hit, or somewhere about."""
    creature = state.creatures.get(command.creature or "")
    key = AMMUNITION.get(held.use)
    if creature is None or key is None or not _is_counted(creature, key):
        return []
    hit = sum(outcome in blow.HITS for outcome in outcomes)
    moved = {f"{key}_hit": hit, f"{key}_missed": len(outcomes) - hit}
    return [{"owner": creature.id, "tracker": tracker, "by": by} for tracker, by in moved.items() if by]


def aiming_over(state: State, command: Roll, held: Arms) -> list[dict[str, Any]]:
    """Where no turns are counted, one shot uses up what was aimed for it; else aiming ends with the next turn.

    Source: Swing d20, Attacking, "Bows and thrown weapons".
    """
    creature = state.creatures.get(command.creature or "")
    if creature is None or not held.is_shot or state.order.started:
        return []
    aiming = [condition for condition in creature.conditions.values() if condition.key == "aiming"]
    return [{"owner": creature.id, "condition": msgspec.to_builtins(condition)} for condition in aiming]


def blows_of(state: State, id: str | None) -> dict[str, Any] | None:
    """The swings of this one's turn, once they were rolled for."""
    noted = state.order.memory.get(BLOWS)
    return dict(noted) if noted and noted.get("creature") == id else None


def first_done(state: State, id: str | None) -> dict[str, Any] | None:
    """What came of the blow that this one's turn had before the dice for more of them, None where it had none."""
    struck = state.order.memory.get(STRUCK)
    return dict(struck["done"]) if struck and struck.get("creature") == id else None


def lines(state: State, made: Made) -> list[dict[str, Any]]:
    """The swings of a turn after the d20s for them fell: which there are, and why; the first may be struck already."""
    parameters, facts, dice = made.filled.parameters, made.result.facts, made.result.dice
    done = first_done(state, made.command.creature)
    found: list[dict[str, Any]] = [{"key": FIRST, "gained": True, **(done or {})}]
    extras, naturals = parameters.get("extra_attacks", ()), dice.get("extra_attacks", ())
    for ordinal, extra, natural, made_it in zip(ORDINALS, extras, naturals, facts["gained"], strict=False):
        found.append({"key": ordinal, "needs": extra["needs"], "d20": natural, "gained": made_it})
    if parameters.get("dual_wield"):
        found.append({"key": OFF_HAND, "needs": OFF_HAND_NEEDS, "d20": dice["dual_wield"], "gained": facts["off_hand"]})
    return [*found, *([{"key": HASTE, "gained": True}] if parameters.get("haste") else [])]


def noted(state: State, id: str, lines: Sequence[Mapping[str, Any]], *, is_secret: bool) -> list[dict[str, Any]]:
    """The changes by which the order remembers these swings; their player learns of them but for a secret roll."""
    now: dict[str, Any] = {BLOWS: {"creature": id, "lines": list(lines)}}
    if not is_secret:
        now[OWN_BLOWS] = {id: [{key: line[key] for key in KNOWN if key in line} for line in lines]}
    return [_note(state, key, value) for key, value in now.items()]


def forgotten(state: State, id: str) -> list[dict[str, Any]]:
    """The changes by which the order forgets the swings of this one's turn."""
    own = [key for key in (BLOWS, STRUCK) if (state.order.memory.get(key) or {}).get("creature") == id]
    known = [{BLOWS: OWN_BLOWS, STRUCK: OWN_STRUCK}[key] for key in own]
    return [_note(state, key, None) for key in (*own, *known) if state.order.memory.get(key)]


def over(state: State) -> list[dict[str, Any]]:
    """The same, once nobody sees this turn any longer: players may see one that is over in truth, and swing in it."""
    memory, seen = state.order.memory, (state.order.active, state.order.marker)
    noted_of = dict.fromkeys(str(memory[key].get("creature")) for key in (BLOWS, STRUCK) if memory.get(key))
    return [note for id in noted_of if id not in seen for note in forgotten(state, id)]


def _note(state: State, key: str, now: Any) -> dict[str, Any]:
    return {"note": key, "was": state.order.memory.get(key), "now": now}


def swing_done(state: State, made: Made, active: str | None, *, is_secret: bool) -> list[dict[str, Any]]:
    """The swing of this turn that a blow was: the one that is named, else the next of its hand.

    Before the dice for more of them fell, it is the first of the turn of ``active``.
    """
    id, noted_now = made.command.creature, blows_of(state, made.command.creature)
    is_off = made.filled.parameters.get("off_hand") is True
    dealt = {"outcome": made.result.outcome, "dealt": made.result.facts.get("damage")}
    if id is not None and noted_now is None and active == id and not (is_off or is_secret):
        known = {id: {"outcome": made.result.outcome}}
        return [_note(state, STRUCK, {"creature": id, "done": dealt}), _note(state, OWN_STRUCK, known)]
    if id is None or noted_now is None:
        return []
    lines = noted_now["lines"]
    chosen = _chosen(lines, made.command.parameters.get("blow"), is_off)
    if chosen is None:
        return []
    after = [{**line, **dealt} if n == chosen else line for n, line in enumerate(lines)]
    return noted(state, id, after, is_secret=is_secret)


def swings_left(state: State, id: str) -> list[str] | None:
    """The swings of this one's turn that are still to come, None where nobody has rolled for them yet."""
    found = blows_of(state, id)
    return None if found is None else [str(found["lines"][n]["key"]) for n in _open(found["lines"])]


def round_done(state: State, made: Made, active: str | None, *, is_secret: bool) -> list[dict[str, Any]]:
    """The swings of the turn of ``active`` after all that were still to come were rolled at once."""
    id = made.command.creature
    if id is None or active != id:
        return []
    dealt = [{"outcome": one["outcome"], "dealt": one["damage"]} for one in made.result.facts["attacks"]]
    found = blows_of(state, id)
    if found is None:
        keys = [one["swing"] for one in made.result.facts["attacks"]]
        lines = [{"key": key, "gained": True, **one} for key, one in zip(keys, dealt, strict=True)]
        struck = first_done(state, id)
        if struck is not None and FIRST not in keys:
            lines.insert(0, {"key": FIRST, "gained": True, **struck})
        return noted(state, id, lines, is_secret=is_secret)
    done = dict(zip(_open(found["lines"]), dealt, strict=False))
    lines = [{**line, **done.get(n, {})} for n, line in enumerate(found["lines"])]
    return noted(state, id, lines, is_secret=is_secret)


def _open(lines: Sequence[Mapping[str, Any]]) -> list[int]:
    """The places of the swings that there are and that nobody has made yet."""
    return [n for n, line in enumerate(lines) if line["gained"] and "dealt" not in line]


def _chosen(lines: Sequence[Mapping[str, Any]], named: Any, is_off: bool) -> int | None:
    """Which of the swings that are still to come a blow is."""
    free = _open(lines)
    fits = [n for n in free if (lines[n]["key"] == OFF_HAND) == is_off]
    return next((n for n in free if lines[n]["key"] == named), fits[0] if fits else None)
