"""What a drawer of the GM's screen shows: what would happen, as the server works it out. It changes nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.errors import NotFound, Problem
from app.services import alike, blows, forms, logbook, odds, past, pictures, play, problems, proposing, reveals, shares
from app.services.access import Access
from app.services.blows import Blow
from app.services.copying import known_as, spec_of
from app.services.foresight import Changed, number_changes
from app.services.forms import Fields
from app.services.frames import frame_of, plain_word, template_of
from app.services.games import Seen
from app.services.house import House
from app.services.newcomers import Newcomer, has_empty_library, newcomers
from app.services.past import Choices, GoingBack, Page
from app.services.play import Ask
from app.services.players import entrance
from app.services.prepared import PreparedFight, enemies, prepared_fights
from app.services.proposing import Ready
from app.services.reveals import Reveal
from app.services.templating import TEMPLATES, environment
from app.services.wording import wording
from app.settings import LANGUAGES
from app.storage.pictures import Listed
from rules import content, get_system

# The drawers there are, in a row and elsewhere: what may stand in an address.
OF_A_CREATURE = frozenset(
    {"armor", "attack", "condition", "damage", "death", "feature", "level", "more", "tracker", "verbs"}
)
DRAWERS = OF_A_CREATURE.union((
    "add", "cast", "countdown", "damages", "dice", "door", "downtime", "end", "fear", "group", "keys", "learned",
    "parley", "paste", "pictures", "prepared", "rest", "round", "scene", "start", "tag_team", "turn",
    "needs", "pass", "past", "past_items", "rewind",
))  # fmt: skip
MOST_ROUNDS = 20
ODDS_FIELDS = ("creature", "targets", "with", "off", "helpers", "parameters")


@dataclass(frozen=True, slots=True)
class Outlook:
    """What commands would do: events, rolls and odds as the API answers them; or what is missing; or why not."""

    events: Sequence[Mapping[str, Any]] = ()
    rolls: Sequence[Mapping[str, Any]] = ()
    odds: Sequence[Mapping[str, Any]] = ()
    text: Sequence[str] = ()
    needs: Sequence[Mapping[str, Any]] = ()
    refused: str = ""
    steps: Sequence[str] = ()  # how a reckoning came about, in words
    codes: Sequence[str] = ()  # and the same as codes

    @property
    def is_clear(self) -> bool:
        """Whether nothing is missing and nothing is refused."""
        return not self.needs and not self.refused

    def change(self, creature: str | None, tracker: str) -> tuple[int, int] | None:
        """What a tracker holds before and after, None where it stays as it is."""
        found = [
            (event["data"]["was"], event["data"]["value"])
            for event in self.events
            if event["type"] == "tracker_set"
            and event["creature"] == creature
            and event["data"]["tracker"] == tracker
            and isinstance(event["data"]["value"], int)
        ]
        return (found[0][0], found[-1][1]) if found else None

    def of(self, roll: str) -> Mapping[str, Any]:
        """The first roll of this name that was made, empty where there is none."""
        return next((made for made in self.rolls if made["roll"] == roll), {})


@dataclass(frozen=True, slots=True)
class Desk:
    """One GM's drawer: the game as it stands, what the drawer's fields say, and what would come of them."""

    house: House
    access: Access
    language: str
    seen: Seen
    fields: Fields = field(default_factory=tuple)

    @property
    def view(self) -> Mapping[str, Any]:
        return self.seen.page

    def given(self, name: str, default: str = "") -> str:
        """What a field says."""
        return forms.first(self.fields, name) or default

    def all(self, name: str) -> list[str]:
        """What all fields of a name say."""
        return [value for found, value in self.fields if found == name and value]

    def all_dice(self, name: str) -> Mapping[int, int]:
        """The faces that were typed for a die, each in its place."""
        return forms.dice_of(self.fields).get(name, {})

    @property
    def way_in(self) -> dict[str, Any]:
        """The open door, and who sits where."""
        return entrance(self.house, self.access)

    @property
    def seated(self) -> set[str]:
        """The characters at whose place somebody sits."""
        links = shares.listed(self.house, self.access)
        return {str(link["creature"]) for link in links if link["role"] == "seat"}

    def taker(self, id: str) -> str:
        """Who takes damage meant for this one: whoever stepped in since the newest roll and was not hurt yet."""
        game = self.house.look(self.access.game_id).game
        roll = logbook.newest_roll(game)
        if roll is None:
            return id
        taker = logbook.stepped_in(game, roll).get(id, id)
        return id if taker in logbook.struck_since(game, roll, game.system.data.health) else taker

    def commands(self, base: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """The commands of the drawer's fields, on top of ``base``."""
        if base is None:
            return forms.commands_of(self.seen.system, self.fields)
        rest = forms.without(self.fields, "command", "creature")
        return forms.commands_of(self.seen.system, [("command", msgspec.json.encode(base).decode()), *rest])

    def preview(self, commands: Sequence[Mapping[str, Any]]) -> Outlook:
        """What these commands would do now."""
        ask = Ask(self.access, self.language, preview=True)
        try:
            done = play.play(self.house, ask, commands)
        except Problem as problem:
            return self._not_yet(problem)
        answer = done.answer
        steps = [step for event in answer["events"] for step in _steps(event)]
        return Outlook(
            events=answer["events"],
            rolls=answer["rolls"],
            odds=answer.get("odds", ()),
            text=answer["text"],
            steps=wording(self.seen.system, self.language).steps({"steps": steps}) or (),
            codes=[str(step["code"]) for step in steps],
        )

    def look(self, base: Mapping[str, Any], **over: Any) -> Outlook:
        """What the drawer's command would do, with some of its fields as ``over`` says."""
        try:
            return self.preview([{**command, **over} for command in self.commands(base)])
        except Problem as problem:
            return self._not_yet(problem)

    def changed(self, base: Mapping[str, Any]) -> list[Changed]:
        """Which numbers of its creature's sheet the drawer's command would change."""
        commands = self.commands(base)
        return number_changes(self.house, self.access, self.language, commands, str(base["creature"]))

    def odds(self, roll: str, **body: Any) -> Mapping[str, Any] | None:
        """The exact odds of a roll, None where something is missing for them."""
        try:
            return odds.in_game(self.house, self.access, self.language, roll, body)
        except Problem:
            return None

    def roll_fields(self, base: Mapping[str, Any]) -> dict[str, Any]:
        """What the fields say of a roll before anything has fallen: what its odds are worked out from."""
        command = self.commands(base)[0]
        return {name: command[name] for name in ODDS_FIELDS if name in command}

    def modifiers(self, roll: str, body: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What changes a roll, each with its reason; ``on`` says whether it counts."""
        off = body.get("off", ())
        found = self.odds(roll, **{name: value for name, value in body.items() if name != "off"})
        return [{**one, "on": one["id"] not in off} for one in found["modifiers"]] if found else []

    def conditions(self, said: str) -> list[dict[str, str]]:
        """The conditions that begin with what was typed in any language, then those that hold it; all without it."""
        specs = get_system(self.seen.system).data.conditions
        words = [wording(self.seen.system, language) for language in (self.language, *LANGUAGES)]
        every = {key: [one.condition(key) for one in words] for key, spec in specs.items() if spec.offered}
        typed = said.casefold().strip()
        places = {key: [name.casefold().find(typed) for name in names] for key, names in every.items()}
        fits = [{"key": key, "name": every[key][0]} for key, found in places.items() if max(found) >= 0]
        return sorted(fits, key=lambda one: 0 not in places[one["key"]])

    @property
    def condition(self) -> str:
        """The condition that is meant: the chosen one while it fits what was typed, else the first that does."""
        said, chosen = self.given("_said"), self.given("condition")
        offered = [one["key"] for one in self.conditions(said)]
        return chosen if chosen in offered else offered[0] if said and offered else ""

    def alike(self, creature: str) -> list[Mapping[str, Any]]:
        """The others who stand in one row with this creature."""
        data = get_system(self.seen.system).data
        up = [one["id"] for one in self.foes if one["health"] != "down"]
        group = next((found for found in alike.groups(data, self.view, up) if creature in found), [])
        return [self.view["creatures"][id] for id in group if id != creature]

    def reaction_of(self, creature: str) -> str:
        """Whether the newest roll of a creature is a reaction that succeeded or failed; empty where it is neither."""
        roll = next((one for one in self.view["rolls"] if one["creature"] == creature), None)
        filled = roll["facts"].get("filled", {}) if roll else {}
        if roll is None or filled.get("reaction") is not True or not roll["outcome"]:
            return ""
        return "false" if str(roll["outcome"]).startswith("failure") else "true"

    def items(self, tag: str) -> list[dict[str, str]]:
        """The things of the game's tables that have this tag: their keys and titles."""
        found = next(iter(content.cards(self.seen.system).values()), {})
        titles = wording(self.seen.system, self.language).titles
        kept = [card for card in found.values() if card.kind == "item" and tag in card.tags]
        return [{"key": card.key, "name": titles(card.key) or card.title} for card in kept]

    def new_key(self, creature: Mapping[str, Any]) -> str:
        """A key for a tracker of one's own: one that neither a tracker nor anything on the sheet has yet."""
        taken = {*creature["trackers"], *creature["features"]}
        return next(key for n in range(1, 1000) if (key := f"own_{n}") not in taken)

    def copy_of(self, creature: Mapping[str, Any]) -> dict[str, Any]:
        """The command that puts another one like this on the board."""
        spec = spec_of(self.seen.system, self.seen.view["creatures"][creature["id"]])  # with every fact
        return {"type": "add_creature", "creature": {**spec, "hidden": creature["hidden"]}}

    def goes_by(self, creature: Mapping[str, Any]) -> str | None:
        """What players call a creature whose name they do not know."""
        return known_as(creature)

    @property
    def blow(self) -> Blow:
        """What was typed for all in one entry."""
        return blows.read_blow(self.seen.system, self.given("_entry"))

    @property
    def damage_types(self) -> list[str]:
        """The types of damage that an entry may name."""
        words = wording(self.seen.system, self.language).words
        return [words.word("types", key) or key for key in blows.shape_of(get_system(self.seen.system).data).types]

    @property
    def blows(self) -> list[blows.Line]:
        """What it would do to each."""
        return blows.lines(self)

    @property
    def newcomers(self) -> list[Newcomer]:
        """What can be put on the board for what was typed."""
        return newcomers(self)

    @property
    def is_library_empty(self) -> bool:
        return has_empty_library(self)

    @property
    def prepared(self) -> list[PreparedFight]:
        """The fights that are prepared for this game."""
        return prepared_fights(self.house, self.access, self.language)

    def proposals(self, creature: str, key: str) -> list[Ready]:
        """What the words of a feature propose, with what accepts it."""
        return proposing.on_board(self.seen.system, self.language, self.seen.view["creatures"][creature], key)

    def learned(self, kind: str) -> list[Reveal]:
        """What players have learned, of one kind or of all."""
        return reveals.reveals(self.house.look(self.access.game_id), self.language, kind)

    @property
    def learned_kinds(self) -> list[str]:
        return list(reveals.KINDS)

    @property
    def pictures(self) -> list[Listed]:
        """The pictures that can be shown, the newest first."""
        return pictures.listed(self.house, self.access)

    @property
    def past(self) -> Page:
        """What of the log the fields look for."""
        return past.page(self)

    @property
    def past_choices(self) -> Choices:
        """By what the log can be looked through."""
        return past.choices(self)

    @property
    def going_back(self) -> GoingBack | None:
        """What going back to the moment in ``to`` would change."""
        return past.going_back(self)

    @property
    def marks(self) -> list[dict[str, Any]]:
        """The checkpoints, the newest first."""
        return past.marks(self)

    @property
    def enemies(self) -> list[str]:
        """Who stands against the party or waits to, by name."""
        return enemies(self.view)

    def on_board(self, *kinds: str) -> list[Mapping[str, Any]]:
        """Who is on the board, of these kinds."""
        every = (self.view["creatures"][id] for id in self.view["board"])
        return [one for one in every if one["kind"] in kinds and one["wave"] is None]

    @property
    def party(self) -> list[Mapping[str, Any]]:
        return self.on_board("pc", "ally")

    @property
    def foes(self) -> list[Mapping[str, Any]]:
        return self.on_board("adversary", "environment")

    def _not_yet(self, problem: Problem) -> Outlook:
        if problem.code == "input-needed":
            return Outlook(needs=problem.more["needs"])
        return Outlook(refused=self.why(problem))

    def why(self, problem: Problem) -> str:
        """Why something was refused, in one sentence."""
        return sentence(problem, self.seen.system, self.language)

    def html(self, noun: str, **values: Any) -> str:
        """The drawer as a page shows it; raises NotFound for one that is not there."""
        if noun not in DRAWERS or (noun == "needs" and not values):  # what is missing is only shown where it is asked
            raise NotFound
        frame = frame_of(self.seen, self.language)
        creature = self.view["creatures"].get(self.given("creature"))
        if creature is None and noun in OF_A_CREATURE:
            raise NotFound("unknown-creature")
        names = {id: one["name"] for id, one in self.view["creatures"].items()}
        known = {"desk": self, "view": self.view, "creature": creature, "names": names, "people": names}
        name = template_of(self.seen.system, noun)
        if not (TEMPLATES / name).exists():  # a drawer of other games
            raise NotFound
        template = environment(self.language).get_template(name)
        return template.render({**frame.fixed, **known, **values})


def sentence(problem: Problem, system: str, language: str) -> str:
    """Why something was refused, in one sentence: of what does not fit the first, with the field's name."""
    faults = problems.errors(problem, language)
    if not faults:
        return problems.detail(problem, language)
    fields = [field for field in faults[0]["pointer"].split("/") if field and not field.isdecimal()]
    return f"{_field_name(fields[-1], system, language)}: {faults[0]['detail']}" if fields else faults[0]["detail"]


def _field_name(field: str, system: str, language: str) -> str:
    """What people call a field, by the words that the game has for it."""
    words = content.words(system, language)
    sections = ("fields", "numbers", "trackers", "dice", "parameters")
    found = next((word for section in sections if (word := words.word(section, field))), None)
    return found or plain_word(field)


def _steps(event: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    data = event["data"] if event["type"] == "told" else {}
    found: Sequence[Mapping[str, Any]] = data.get("secret", {}).get("steps") or data.get("facts", {}).get("steps") or ()
    return found


def rolled(desk: Desk, commands: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The commands with every die that they still ask for rolled; what is no die stays to be asked."""
    filled = [dict(command) for command in commands]
    placed = forms.dice_of(desk.fields)
    for _ in range(MOST_ROUNDS):
        asked = desk.preview([{**command, "physical": True} for command in filled]).needs
        needs = [need for need in asked if "dice" in need]
        if not needs:
            break
        for need in needs:
            _give(filled[need.get("command", 0)], need, placed.get(str(need["dice"]), {}))
    return filled


def _give(command: dict[str, Any], need: Mapping[str, Any], placed: Mapping[int, int]) -> None:
    """Roll the dice that lack, each in its place among those that were typed."""
    name, dice = str(need["dice"]), dict(command.get("dice", {}))
    known = dice.get(name, [])
    given = known if isinstance(known, list) else [known]
    count = len(given) + int(need["count"])
    faces = [placed[at] if at in placed else _face(given, at, int(need["sides"])) for at in range(count)]
    dice[name] = faces if count > 1 else faces[0]
    command["dice"] = dice


def _face(given: Sequence[int], at: int, sides: int) -> int:
    return given[at] if at < len(given) else secrets.randbelow(sides) + 1
