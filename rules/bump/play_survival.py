"""What a journey asks of a body: food, water and sleep against in-game time, and the road itself."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from rules.bump import body, movement, sheet
from rules.bump.check import SUCCESSES
from rules.bump.play_movement import travels
from rules.bump.play_rest import AWAKE, BETWEEN_LONG, hour_of, note_hour, party
from rules.bump.play_strain import STARVED, strain
from rules.core import moments
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Roll, roll
from rules.core.rolls import RollResult
from rules.core.state import TABLE, Creature, State, Time
from rules.core.system import System
from rules.core.trackers import Pool

HUNGRY, FED = "hungry", "fed_day"  # half days without food; the last day for which it was said who ate
RATIONS = ("full", "half", "none")


class GoWithout(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A day with too little: no ``food`` for so many days now, ``half_water``, no ``water``, no ``sleep`` by hours."""

    creature: Id
    what: Literal["food", "half_water", "water", "sleep"]
    days: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    hours: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1


class Provide(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """What those had to eat and drink on a day that is over, of what they need; the party where nobody is named."""

    food: Literal["full", "half", "none"] = "full"
    water: Literal["full", "half", "none"] = "full"
    creatures: Annotated[tuple[Id, ...], msgspec.Meta(max_length=40)] = ()


class Travel(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Hours on the road, at the Speed of the slowest unless ``speed`` says another, over the scene's terrain."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=24)]
    speed: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None
    terrain: Literal["clear", "difficult", "greater"] | None = None


def go_without(draft: Draft, command: GoWithout) -> None:
    """The Strain of a day with too little, after the save that lessens it.

    Source: Bump d20, "Food & Water", "Long Rest".
    """
    creature = draft.creature(command.creature)
    match command.what:
        case "food":
            _hunger(draft, creature, command.days)
        case "half_water":
            _save(draft, creature, 15, 0, Decides(what=STARVED, of=creature.id, about="thirst", by=2))
        case "water":
            _starve(draft, creature.id, 3, "thirst")
        case "sleep":
            strain(draft, creature.id, command.hours, "no_sleep")


def _hunger(draft: Draft, creature: Creature, days: int) -> None:
    fortitude = sheet.number(draft.system, creature, "fortitude") or 0
    past = days - body.food_days(fortitude)
    if past > 0:
        by, less = (body.hunger_strain(days, fortitude, saved=saved) for saved in (False, True))
        _save(draft, creature, 10, past - 1, Decides(what=STARVED, of=creature.id, about="hunger", by=by, less=less))


def _starve(draft: Draft, id: str, amount: int, why: str) -> None:
    """Strain that no rest takes away before one has eaten and drunk enough."""
    was = draft.value(id, "strain") if isinstance(draft.state.trackers(id).get("strain"), Pool) else 0
    strain(draft, id, amount, why)
    more = draft.value(id, "strain") - was if isinstance(draft.state.trackers(id).get("strain"), Pool) else 0
    draft.put(id, STARVED, Pool(_held(draft.state, id, STARVED) + more, None))


def _held(state: State, owner: str, key: str) -> int:
    found = state.trackers(owner).get(key)
    return found.value if isinstance(found, Pool) else 0


def starved(draft: Draft, result: RollResult, said: Decides) -> None:
    """What a save against hunger or thirst has left of their Strain."""
    _starve(draft, said.of, said.less if result.outcome in SUCCESSES else said.by, said.about)


def _save(draft: Draft, creature: Creature, dc: int, disadvantage: int, hangs: Decides) -> None:
    parameters = {"dc": dc, "tags": ["food-and-water"], **({"disadvantage": disadvantage} if disadvantage else {})}
    whole = draft.chance
    draft.chance = whole.within(creature.id)
    roll(draft, Roll(roll="save", creature=creature.id, with_="fortitude", parameters=parameters), hangs)
    draft.chance = whole


def provide(draft: Draft, command: Provide) -> None:
    """Count the days without food, and what too little of it or of water does. Enough of both lets Strain go again.

    Source: Bump d20, "Food & Water".
    """
    creatures = [draft.creature(id) for id in command.creatures] or party(draft)
    draft.tell("provided", food=command.food, water=command.water)
    for creature in creatures:
        halves = {"full": 0, "half": 1, "none": 2}[command.food]
        hungry = _held(draft.state, creature.id, HUNGRY) + halves if halves else 0
        draft.put(creature.id, HUNGRY, Pool(hungry, None) if hungry else None)
        if halves:
            _hunger(draft, creature, hungry // 2)
        if command.water != "full":
            what = "half_water" if command.water == "half" else "water"
            go_without(draft, GoWithout(creature=creature.id, what=what))  # type: ignore[arg-type]
        if command.food == command.water == "full":
            draft.put(creature.id, STARVED, None)
    _account(draft)


def _account(draft: Draft, *, all_days: bool = False) -> None:
    """Note that it was said of one more day, or of all that are over, who ate."""
    over = draft.state.time.day - 1
    said = _held(draft.state, TABLE, FED)
    if said < over:
        draft.put(TABLE, FED, Pool(over if all_days else said + 1, None))


def travel(draft: Draft, command: Travel) -> None:
    """Let hours on the road pass, and tell how far they lead.

    Source: Bump d20, "Travel Speed".
    """
    speeds = [travels(draft.system, draft.state, one) for one in party(draft)]
    speed = command.speed if command.speed is not None else min(speeds, default=None)
    if speed is None:
        raise RuleError("nobody-travels")
    terrain = command.terrain or str(draft.setting("terrain"))
    miles = movement.travel(speed, terrain)["miles_per_hour"] * command.hours
    draft.tell("travels", hours=command.hours, miles=_written(miles), terrain=terrain)
    moments.pass_moment(draft, "minutes", moments.later(draft.state.time, 60 * command.hours))


def _written(miles: Fraction) -> str:
    """Miles to a tenth, without one that is nothing."""
    tenths = int(miles * 10)
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def sleepless(state: State) -> int:
    """Hours past sixteen without sleep that nobody has paid for.

    Source: Bump d20, "Long Rest".
    """
    return max(0, state.time.total // 60 - awake_since(state) - BETWEEN_LONG)


def awake_since(state: State) -> int:
    """The hour since which everybody has been awake; without a long rest the morning on which the game began."""
    since = hour_of(state, AWAKE)
    return Time().total // 60 if since is None else since


def due(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """Days of which nobody said who ate, and hours without sleep, where the game asks for them."""
    if not state.settings.get("survival", True) or not any(c.kind == "pc" for c in state.creatures.values()):
        return ()
    found = []
    if state.time.day - 1 > _held(state, TABLE, FED):
        needs = [{"choice": name, "options": RATIONS, "by": "gm"} for name in ("food", "water")]
        found.append(_item("day", needs, day=_held(state, TABLE, FED) + 1))
    if hours := sleepless(state):
        found.append(_item("sleepless", [], hours=hours))
    return tuple(found)


def _item(what: str, needs: list[Any], **more: Any) -> dict[str, Any]:
    return {"id": f"d_{what}", "creature": None, "edge": None, "what": what, "condition": None, "needs": needs, **more}


def answer_day(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """What there was to eat and drink on that day."""
    food, water = (draft.choice(name, given.get(name), RATIONS) for name in ("food", "water"))
    provide(draft, Provide(food=food, water=water))  # type: ignore[arg-type]


def drop_day(draft: Draft, item: Mapping[str, Any]) -> None:
    _account(draft, all_days=True)


def answer_sleepless(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """A Strain for each hour too many, for everybody."""
    hours = sleepless(draft.state)
    for creature in party(draft):
        strain(draft, creature.id, hours, "no_sleep")
    drop_sleepless(draft, item)


def drop_sleepless(draft: Draft, item: Mapping[str, Any]) -> None:
    """These hours are settled; what follows counts anew."""
    note_hour(draft, AWAKE, awake_since(draft.state) + sleepless(draft.state))
