"""Views, log lines and rolls put into the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from rules import content
from rules.core import log, telling
from rules.core.events import Rolled
from rules.core.history import Entry, Game, of_step
from rules.core.project import Viewer
from rules.core.remembered import Remembered
from rules.core.say import Titles, Words, say
from rules.core.view import View

OFFERED = ("type", "roll", "creature", "targets", "with", "parameters")
MOST_STEPS = 200  # of one undo that are named
FEW_STEPS = 5
_CREATURES = Remembered(4000)
COUNTED = "moment_counted"  # that an evening which nobody began has a number: its end tells the same
DERIVED = frozenset({"turn_ended", "slot_set", "order_noted", "pending_set", "pending_ended"})


def is_told(line: log.Line) -> bool:
    """Whether a line says what happened, and does not only keep the books."""
    return line.type not in DERIVED and not line.quiet and line.code != COUNTED


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one game system in one language, and the titles of its cards."""

    words: Words
    titles: Titles

    def condition(self, key: str) -> str:
        return self.titles(key) or self.words.word("conditions", key) or key

    def line(self, line: log.Line) -> str:
        return telling.text(line, self.words, self.titles)

    def result(self, facts: Mapping[str, Any]) -> str:
        return telling.result_text(facts, self.words, self.titles)

    def together(self, lines: Sequence[log.Line]) -> str:
        return telling.together(lines, self.words, self.titles)

    def steps(self, facts: Mapping[str, Any]) -> list[str] | None:
        return telling.step_texts(facts, self.words, self.titles)

    def dice(self, dice: Any) -> str:
        return telling.dice_text(dice, self.words)

    def narration(self, facts: Mapping[str, Any]) -> str | None:
        return telling.narration_text(facts, self.words, self.titles)

    def modifiers(self, found: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What changes a roll, each with its reason as people say it, and the creature that it comes from."""
        return [{"op": "add", **one, "from": one["of"], "reason": self.reason(one["why"])} for one in found]

    def reason(self, why: str) -> str:
        """A condition by its title, a number of the sheet or a rule by its words, an Experience as it is called."""
        return self.words.word("modifiers", why) or self.titles(why) or self.words.word("numbers", why) or why


def wording(system: str, language: str) -> Wording:
    return Wording(content.words(system, language), content.titles(system, language))


def view_in_words(game: Game, view: View, wording: Wording) -> dict[str, Any]:
    """A viewer's view as the API shows it. The view is what the viewer may know; words add nothing to it."""
    shown: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(view, creatures={}))
    shown["creatures"] = {id: _creature(game, creature, wording) for id, creature in view.creatures.items()}
    why = shown["order"]["why"]
    shown["order"]["why"] = why and (wording.words.word("why", why) or why)
    said = _said(game, {roll["id"] for roll in shown["rolls"]}, wording)
    for roll in shown["rolls"]:
        roll |= said.get(roll["id"], {"text": ""})
    return shown


def _creature(game: Game, creature: Any, wording: Wording) -> dict[str, Any]:
    """A creature of a view, its conditions by name; one that did not change is the very same, not to be changed."""

    def make() -> dict[str, Any]:
        shown: dict[str, Any] = msgspec.to_builtins(creature)
        for condition in shown["conditions"]:
            condition["name"] = wording.condition(condition["key"])
        return shown

    return _CREATURES.of((game.system, creature), wording.words.language, make)


def _said(game: Game, ids: set[str], wording: Wording) -> dict[str, dict[str, str]]:
    """What these rolls say at the table, and how they could be told; that tells no Difficulty and names nobody."""
    found: dict[str, dict[str, str]] = {}
    for entry in reversed(game.landmarks.rolls):
        if len(found) == len(ids):
            break
        if isinstance(entry.event, Rolled) and entry.event.id in ids:
            found[entry.event.id] = _announced(entry.event, wording)
    return found


def _announced(event: Rolled, wording: Wording) -> dict[str, str]:
    told = wording.narration(event.facts)
    return {"text": wording.result(event.facts), **({} if told is None else {"narration": told})}


def events_in_words(game: Game, viewer: Viewer, entries: Sequence[Entry], wording: Wording) -> list[dict[str, Any]]:
    """Those of the entries that the viewer may read, as the API shows them."""
    return shown_in_words(game, viewer, list(log.lines(game, viewer, tuple(entries))), wording)


def shown_in_words(game: Game, viewer: Viewer, lines: Sequence[log.Line], wording: Wording) -> list[dict[str, Any]]:
    return [event_in_words(game, viewer, line, wording) for line in lines]


def event_in_words(game: Game, viewer: Viewer, line: log.Line, wording: Wording) -> dict[str, Any]:
    place = {"number": line.number, "step": line.step} if viewer.is_gm else {}
    undone = {"undone": line.undone} if viewer.is_gm else {}
    text, data = wording.line(line), dict(line.data)
    if line.type in ("undone", "redone"):
        data["count"] = len(line.data["steps"])
        data["steps"] = steps_in_words(game, viewer, line.data["steps"], wording)
        text = _undo_text(line, data["steps"], wording)
    return {
        "id": line.id,
        **place,
        "at": line.at,
        "by": line.by,
        "type": line.type,
        "creature": line.creature,
        "text": text,
        **undone,
        **({"quiet": True} if line.quiet else {}),
        "data": data,
    }


def _undo_text(line: log.Line, steps: Sequence[Mapping[str, Any]], wording: Wording) -> str:
    what = steps[0]["text"] if len(steps) == 1 else ""
    return say(wording.words, line.code, {}, {**line.facts, "what": what}, titles=wording.titles)


def steps_in_words(game: Game, viewer: Viewer, steps: Sequence[int], wording: Wording) -> list[dict[str, Any]]:
    """Whose these steps are and what they did, in one line each; of very many the newest."""
    wanted, found = [*steps][-MOST_STEPS:], []
    entries = of_step if len(wanted) < FEW_STEPS else _by_step(game, wanted)
    for step in wanted:
        own = entries(game, step)
        if own:
            found.append({"step": step, "by": own[0].by, "text": step_text(game, viewer, own, wording)})
    return found


def _by_step(game: Game, steps: Sequence[int]) -> Callable[[Game, int], Sequence[Entry]]:
    """As `of_step`, for many steps at once: the log is gone through once."""
    found: dict[int, list[Entry]] = {step: [] for step in steps}
    for entry in game.entries:
        if entry.step in found:
            found[entry.step].append(entry)
    return lambda game, step: found[step]


def step_text(game: Game, viewer: Viewer, entries: Sequence[Entry], wording: Wording) -> str:
    """The line that says best what a step was: its roll or telling, else its first change.

    Of one tracker that was tapped several times it says where that came to stand, as the log does.
    """
    said = [line for line in (log.line(game, viewer, entry) for entry in entries) if is_told(line)]
    best = next((line for line in said if line.type in ("rolled", "told")), said[0] if said else None)
    if best is None:
        return wording.line(log.line(game, viewer, entries[0]))
    return wording.line(next(line for line in reversed(said) if line is best or _is_of_same_tracker(line, best)))


def _is_of_same_tracker(line: log.Line, other: log.Line) -> bool:
    is_tap = line.type == other.type == "tracker_set"
    return is_tap and (line.creature, line.facts.get("tracker")) == (other.creature, other.facts.get("tracker"))


def texts_of(lines: Sequence[log.Line], texts: Sequence[str], wording: Wording) -> list[str]:
    """What lines say, without what only keeps the books; those who came to the board one after another in one."""
    said = [(line, text) for line, text in zip(lines, texts, strict=True) if is_told(line)]
    return [one for is_coming, own in groupby(said, _comes) for one in _sentences([*own], is_coming, wording)]


def _comes(said: tuple[log.Line, str]) -> bool:
    return said[0].code == "creature_added"


def _sentences(said: Sequence[tuple[log.Line, str]], is_coming: bool, wording: Wording) -> list[str]:
    if is_coming and len(said) > 1:
        return [wording.together([line for line, _ in said])]
    return [text for _, text in said]


def rolls_of(viewer: Viewer, game: Game, entries: Sequence[Entry], wording: Wording) -> list[dict[str, Any]]:
    """The rolls among the entries that the viewer may read."""
    made = []
    for entry in entries:
        if isinstance(entry.event, Rolled) and log.may_read(game, viewer, entry):
            made.append(_gm_roll(entry.event, wording) if viewer.is_gm else _player_roll(viewer, entry.event, wording))
    return made


def _gm_roll(event: Rolled, wording: Wording) -> dict[str, Any]:
    steps = wording.steps(event.facts)
    return {
        **_open_part(event, wording),
        "dice": event.dice,
        "effects": event.facts.get("effects", []),
        "announced": bool(event.facts.get("announced")),
        **event.facts.get("more", {}),
        **({} if steps is None else {"steps": steps}),
        "filled": event.secret.get("filled", {}),
        "modifiers": wording.modifiers(event.secret.get("modifiers", ())),
        "targets": event.secret.get("targets", []),
    }


def _player_roll(viewer: Viewer, event: Rolled, wording: Wording) -> dict[str, Any]:
    """Built up from what the table hears; of its own roll a seat also gets what it may do next."""
    is_own = viewer.creature is not None and viewer.creature == event.who.get("by")
    shown = _open_part(event, wording)
    shown["dice"] = event.dice if is_own or event.visibility == "open" else None
    shown["effects"] = event.facts.get("effects", [])
    if is_own:
        shown["targets"] = [_own_target(target) for target in event.secret.get("targets", ())]
    return shown


def _open_part(event: Rolled, wording: Wording) -> dict[str, Any]:
    return {
        "id": event.id,
        "roll": event.roll,
        "creature": event.who.get("by"),
        "visibility": event.visibility,
        "amended": event.amended,
        "total": event.facts.get("total"),
        "outcome": event.facts.get("outcome"),
        **_announced(event, wording),
    }


def _own_target(target: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat's roll did to a target that it named itself; only a further roll of its own is offered to it."""
    then = target.get("then") or {}
    is_roll = then.get("type") == "roll"
    offered = {key: then[key] for key in OFFERED if key in then}
    return {"creature": target["creature"], "outcome": target["outcome"], "then": offered if is_roll else None}
