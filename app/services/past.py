"""The log looked through on the screen: filters, page by page, and what going back to a moment would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from app.errors import Problem
from app.services import checkpoints, forms, logbook, play
from app.services.logbook import Item
from app.services.play import Ask
from app.services.wording import wording
from rules.core import chronicle
from rules.core.chronicle import HANDS, KINDS, Wanted

if TYPE_CHECKING:
    from app.services.desk import Desk

MOST_SHOWN = 400
MOST_STEPS = 12
MOST_CHANGES = 40
MOST_TEXT = 100
FILTERS = ("kind", "who", "session", "scene", "round", "q")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the log: its items, and the address of the next, empty where there is none."""

    items: Sequence[Item]
    more: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """What the log may be looked through by."""

    kinds: Sequence[str]
    hands: Sequence[str]
    people: Sequence[tuple[str, str]]
    sessions: Sequence[int]
    scenes: Sequence[str]
    rounds: int


def page(desk: Desk) -> Page:
    """What was found for the drawer's fields: as many as the page shows already, or the next."""
    game = desk.house.look(desk.access.game_id).game
    before = forms.whole(desk.given("before"))
    shown = sum(forms.whole(value) or 0 for value in desk.all("most"))
    most = logbook.MOST_FOUND if before is not None else max(logbook.MOST_FOUND, min(shown, MOST_SHOWN))
    said = wording(desk.seen.system, desk.language)
    items, following = logbook.found(game, said, _wanted(desk), desk.given("q")[:MOST_TEXT], before, most)
    kept = [(name, desk.given(name)) for name in FILTERS if desk.given(name)]
    more = "" if following is None else urlencode([("before", following), *kept])
    return Page(items, more, before is None)


def _wanted(desk: Desk) -> Wanted:
    return Wanted(
        kind=desk.given("kind"),
        who=desk.given("who"),
        session=forms.whole(desk.given("session")),
        scene=desk.given("scene"),
        round=forms.whole(desk.given("round")),
    )


def choices(desk: Desk) -> Choices:
    """What there is to choose from in this game."""
    game = desk.house.look(desk.access.game_id).game
    places = [here for _, here in chronicle.places(game)]
    people = [(id, creature["name"]) for id, creature in desk.view["creatures"].items()]
    sessions = sorted({here.session for here in places if here.session})
    scenes = [scene for scene in dict.fromkeys(here.scene for here in places) if scene]
    return Choices(KINDS, HANDS, people, sessions, scenes[::-1], max((here.round for here in places), default=0))


@dataclass(frozen=True, slots=True)
class GoingBack:
    """What going back to an entry would take back and change; ``refused`` says why it cannot be."""

    number: int
    steps: Sequence[str] = ()
    count: int = 0
    changes: Sequence[str] = ()
    more_changes: int = 0
    refused: str = ""


def going_back(desk: Desk) -> GoingBack | None:
    """The preview of going back to what the field ``to`` names; None where it names nothing."""
    to = desk.given("to")
    if not to:
        return None
    ask = Ask(desk.access, desk.language, preview=True)
    number = forms.whole(to)
    if number is None:
        number = play.number_of(desk.house.look(desk.access.game_id).game, to)
    try:
        answer = play.rewind(desk.house, ask, number).answer
    except Problem as problem:
        return GoingBack(number, refused=desk.why(problem))
    texts = [str(change["text"]) for change in answer["changes"]]
    steps, count = _steps(answer["events"])
    return GoingBack(number, steps, count, texts[:MOST_CHANGES], max(0, len(texts) - MOST_CHANGES))


def _steps(events: Sequence[Mapping[str, Any]]) -> tuple[list[str], int]:
    """What would be taken back, the newest first, and how many steps in all."""
    undone = [event["data"] for event in events if event["type"] == "undone"]
    texts = [str(step["text"]) for data in undone for step in data["steps"]]
    return texts[::-1][:MOST_STEPS], sum(data["count"] for data in undone)


def marks(desk: Desk) -> list[dict[str, Any]]:
    """The checkpoints, the newest first."""
    return checkpoints.listed(desk.house, desk.access)[::-1]
