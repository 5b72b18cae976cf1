"""What a GM does on the screen, and what the page gets back: what changed, which drawers follow, what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.errors import NotFound, Problem
from app.services import blows, forms, newcomers, passing, play, screen, toasts
from app.services.access import Access
from app.services.desk import Desk, rolled
from app.services.forms import Fields
from app.services.games import see
from app.services.house import House
from app.services.own_dice import asking
from app.services.play import Ask
from app.services.render import Drawn, changes, from_to, partial_into, partials, some
from app.services.templating import environment
from rules import get_system

MOST_FOLLOWING = 20  # rolls that follow from one roll by themselves
MOST_SAID = 3
DRAWERS = {"take_damage": "damage"}  # in which a command waits, where a game does not say otherwise


@dataclass(frozen=True, slots=True)
class Hand:
    """One GM's hand on one screen."""

    house: House
    access: Access
    language: str
    fields: Fields = ()
    shown: str = ""  # the version that the page says it shows

    @property
    def ask(self) -> Ask:
        return Ask(self.access, self.language)

    @property
    def base(self) -> str:
        return f"/games/{self.access.game_id}"

    def desk(self, fields: Fields | None = None) -> Desk:
        seen = see(self.house, self.access, self.language)
        return Desk(self.house, self.access, self.language, seen, self.fields if fields is None else fields)

    def first(self, name: str) -> str:
        return forms.first(self.fields, name)

    def all(self, name: str) -> list[str]:
        return [value for found, value in self.fields if found == name and value]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page gets back."""

    html: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done: the events as the API answers them, drawers to open or close, and whether undo is offered.

    ``said`` is what is told in place of the events' own words, ``texts`` these words where several were put into one,
    ``halt`` why what was to follow did not.
    """

    events: Sequence[Mapping[str, Any]] = ()
    html: str = ""
    offers_undo: bool = True
    said: str = ""
    texts: Sequence[str] = ()
    halt: str = ""


@dataclass(frozen=True, slots=True)
class Following:
    """What came of the rolls that follow from one: all events, and the commands that are left for a person.

    ``halted`` is the roll that could not be made, and why.
    """

    events: Sequence[Mapping[str, Any]]
    left: Sequence[Mapping[str, Any]]
    halted: tuple[Mapping[str, Any], Problem] | None = None


def carry_out(hand: Hand) -> Reply:
    """The commands of a form. Fields that begin with "_" say what belongs to it.

    ``_close``: slots that are done with; ``_reopen``: the drawer that stays, in ``_slot``; ``_roll``: dice that lack
    are rolled; ``_follow``: the rolls that follow are made at once, and what follows from them opens filled;
    ``_keep``: a number that was asked for goes to the sheet; ``_add``: the first that was found for ``_said``;
    ``_condition``: the one that is meant by ``_said``; ``_blow``: the damage or healing of one entry for each
    of several.
    """
    return _reply(hand, lambda: _carried_out(hand))


def perform(hand: Hand, act: Callable[[], Deed]) -> Reply:
    """What ``act`` does, with all that changed on the page by it."""
    return _reply(hand, act)


def around(hand: Hand) -> str:
    """What a form says of drawers: those in ``_close`` are done with, the one in ``_reopen`` stays."""
    return "".join(partial_into(slot, "") for slot in hand.all("_close")) + _reopened(hand)


def undo(hand: Hand, steps: Sequence[int]) -> Reply:
    """Take back the steps, the newest first; without one the newest of this hand."""
    return _reply(hand, lambda: _taken_back(hand, sorted({*steps}, reverse=True)), steps[0] if steps else None)


def _taken_back(hand: Hand, steps: Sequence[int]) -> Deed:
    done = play.undo_together(hand.house, hand.ask, steps) if steps else play.undo(hand.house, hand.ask)
    return Deed(done.answer["events"], around(hand), offers_undo=False)


def redo(hand: Hand, step: int | None) -> Reply:
    return _reply(hand, lambda: _moved(play.redo(hand.house, hand.ask, step)), step)


def rewind(hand: Hand, to: int) -> Reply:
    return _reply(hand, lambda: _moved(play.rewind(hand.house, hand.ask, to), around(hand), offers_undo=True))


def _moved(done: play.Done, html: str = "", *, offers_undo: bool = False) -> Deed:
    return Deed(done.answer["events"], html, offers_undo=offers_undo, texts=done.answer["text"])


def _reply(hand: Hand, act: Callable[[], Deed], step: int | None = None) -> Reply:
    before = _before(hand)
    try:
        deed = act()
    except Problem as problem:
        return _refused(hand, problem, step)
    after = screen.drawn_in(hand.house.look(hand.access.game_id), hand.access, hand.language)
    headers = {**from_to(before, after), **_toast(hand, deed)}
    return Reply(partials(changes(before, after)) + deed.html, headers=headers)


def _before(hand: Hand) -> Drawn:
    """What the page shows: as it says, where that is still remembered."""
    shown = screen.remembered(hand.house, hand.access, hand.language, hand.shown)
    return shown or screen.drawn_in(hand.house.look(hand.access.game_id), hand.access, hand.language)


def _asking(desk: Desk, command: Mapping[str, Any]) -> dict[str, Any]:
    """The command that nobody told the product to roll for."""
    return asking(desk.seen.system, desk.view["settings"], command)


def _toast(hand: Hand, deed: Deed) -> dict[str, str]:
    system = hand.house.look(hand.access.game_id).game.system.key
    said = [deed.said] if deed.said else passing.texts(deed.events, deed.texts, system, hand.language)
    if not said:
        return {}
    steps = sorted({event["step"] for event in deed.events})
    url = f"{hand.base}/undo?steps={','.join(map(str, steps))}" if deed.offers_undo and steps else ""
    text = ". ".join(said[:MOST_SAID]) + (" …" if len(said) > MOST_SAID else "")
    return toasts.toast(f"{text}. {deed.halt}" if deed.halt else text, url)


def _carried_out(hand: Hand) -> Deed:
    desk = hand.desk()
    commands = [*_kept(hand), *_asked_for(hand, desk)]
    if hand.first("_roll"):
        commands = rolled(desk, commands)
    else:
        commands = [_asking(desk, command) for command in commands]
    answer = play.play(hand.house, hand.ask, commands).answer
    closed = around(hand)
    if not hand.first("_follow"):
        return Deed(answer["events"], closed, texts=answer["text"])
    after = _followed(hand, answer)
    opened = closed + _all_opened(hand, after.left)
    if after.halted is None:
        return Deed(after.events, opened)
    then, problem = after.halted
    if problem.code == "input-needed":
        return Deed(after.events, opened + _asked_of(hand, then, problem))
    return Deed(after.events, opened, halt=hand.desk().why(problem))


def _asked_for(hand: Hand, desk: Desk) -> list[dict[str, Any]]:
    """The commands of the form; those that an entry for several or a name that was typed stand for."""
    if hand.first("_add"):
        return [newcomers.first(desk)]
    if hand.first("_blow"):
        return blows.commands(desk)
    if hand.first("_condition"):
        meant = [*forms.without(hand.fields, "condition"), ("condition", desk.condition)]
        return forms.commands_of(desk.seen.system, meant)
    return forms.commands_of(desk.seen.system, hand.fields)


def _reopened(hand: Hand) -> str:
    """The drawer that stays open, ready for the next."""
    noun = hand.first("_reopen")
    if not noun:
        return ""
    return partial_into(hand.first("_slot"), drawer(hand.desk(forms.without(hand.fields, "_said", "_add")), noun))


def drawer(desk: Desk, noun: str, **values: Any) -> str:
    """A drawer after something was done, empty where it cannot be there any more: what was done is done."""
    try:
        return desk.html(noun, **values)
    except NotFound:
        return ""


def _kept(hand: Hand) -> Iterator[dict[str, Any]]:
    """Numbers that were asked for, put on the sheet: ``_keep`` is creature, number and the field's name."""
    for wanted in hand.all("_keep"):
        creature, _, rest = wanted.partition(" ")
        number, _, name = rest.partition(" ")
        value = forms.whole(hand.first(name))
        if value is not None:
            changes = {"numbers": {number: value}}
            yield {"type": "change_creature", "creature": creature, "changes": changes}


def _followed(hand: Hand, answer: Mapping[str, Any]) -> Following:
    """Make the rolls that follow. What led to them is stored already: one that cannot be made refuses nothing else."""
    events, thens = list(answer["events"]), list(_thens(answer))
    for _ in range(MOST_FOLLOWING):
        at = next((n for n, then in enumerate(thens) if then["type"] == "roll"), None)
        if at is None:
            break
        then = _with_said(hand, thens[at])
        if not hand.first("_roll"):
            then = _asking(hand.desk(), then)
        try:
            answer = play.play(hand.house, hand.ask, [then]).answer
        except Problem as problem:
            left = [one for one in thens if one["type"] != "roll"]
            return Following(events, left, (then, problem))
        events, thens[at : at + 1] = [*events, *answer["events"]], list(_thens(answer))
    return Following(events, thens)


def _asked_of(hand: Hand, then: Mapping[str, Any], problem: Problem) -> str:
    """What a roll that follows still lacks, in a drawer of its own."""
    left = [("command", msgspec.json.encode(then).decode()), ("_follow", "1"), ("_slot", "across")]
    return partial_into(
        "across", drawer(hand.desk(left), "needs", needs=problem.more["needs"], slot="across", left=left)
    )


def _thens(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (target["then"] for roll in answer["rolls"] for target in roll.get("targets", ()) if target["then"])


def _with_said(hand: Hand, then: Mapping[str, Any]) -> dict[str, Any]:
    """The roll that follows, with what was announced of it already; whoever saw the first sees it."""
    said, seen = hand.first("_total"), hand.first("visibility")
    shown = {**then, **({"visibility": seen} if seen else {})}
    return {**shown, "announced": {"total": int(said)}} if said.isdecimal() and len(said) < 5 else shown


def _all_opened(hand: Hand, thens: Sequence[Mapping[str, Any]]) -> str:
    """The drawers in which commands wait: one across the board for the same damage to several."""
    system = hand.desk().seen.system
    several = blows.fields_for(system, hand.language, thens)
    if several:
        return partial_into("across", drawer(hand.desk(several), "damages"))
    return "".join(_opened(hand, then) for then in thens)


def _opened(hand: Hand, command: Mapping[str, Any]) -> str:
    """The drawer in which a command waits, filled; empty where the game has none for it."""
    desk = hand.desk(forms.fields_of(command))
    drawers: Mapping[str, str] = {**DRAWERS, **get_system(desk.seen.system).data.screen.get("drawers", {})}
    noun = drawers.get(str(command["type"]))
    return partial_into(f"slot-{command['creature']}", drawer(desk, noun)) if noun and "creature" in command else ""


def _refused(hand: Hand, problem: Problem, step: int | None) -> Reply:
    """Nothing has happened: the page hears why, and what it had changed by itself goes back."""
    if problem.code == "steps-in-the-way" and step is not None:
        return Reply(_in_the_way(hand, problem, step), problem.status)
    if problem.code == "input-needed":
        slot = hand.first("_slot") or "across"
        html = hand.desk().html("needs", needs=problem.more["needs"], slot=slot, left=_sent(hand.fields))
        return Reply(partial_into(slot, html), problem.status)
    return Reply(_as_it_is(hand), problem.status, toasts.refused(hand.desk().why(problem)))


def _sent(fields: Fields) -> list[tuple[str, str]]:
    return [(name, value) for name, value in fields if name != "csrf" and value]


def _as_it_is(hand: Hand) -> str:
    """What the page may have changed by itself, as it stands."""
    drawn = screen.drawn_in(hand.house.look(hand.access.game_id), hand.access, hand.language)
    return partials(some(drawn, {"pools", *(f"row-{id}" for id in forms.creatures_of(hand.fields))}))


def _in_the_way(hand: Hand, problem: Problem, step: int) -> str:
    """Which later steps hold a step fast, and the ways that remain: at its line of the log, else above the board."""
    game = hand.house.look(hand.access.game_id).game
    first = min((entry.number for entry in game.entries if entry.step == step), default=2)
    in_log = any(name == "_past" for name, _ in hand.fields)
    together = [step, *(one["step"] for one in problem.more["steps"])]
    values: dict[str, Any] = {"base": hand.base, "steps": problem.more["steps"], "number": first - 1}
    values["together"] = together
    past = "past-" if hand.first("_past") else ""
    slot = f"{past}inway-{step}" if in_log else "across"
    values |= {"in_log": in_log, "slot": slot}
    return partial_into(slot, environment(hand.language).get_template("screen/_in_the_way.html").render(values))
