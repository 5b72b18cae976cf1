"""Dying in play: what one at 0 Hit Points chooses, the Death Timer, the roll at the start of a turn, wounds."""

from collections.abc import Mapping
from typing import Any, Literal

from rules.bump import body, damage, sheet
from rules.bump.play_damage import KILLED, TIMER, WOUND_DUE, WOUND_KINDS
from rules.bump.play_strain import exhaust
from rules.core import derived
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.due import SETTLED, noted_ids
from rules.core.errors import RuleError
from rules.core.events import OrderNoted
from rules.core.rolling import Roll, roll
from rules.core.rolls import RollResult
from rules.core.state import Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import Pool


class DeathOption(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """What becomes of a character whose Hit Points are 0."""

    creature: Id
    option: Literal["heroic_death", "blood_of_vengeance", "mostly_dead"]


def is_down(creature: Creature) -> bool:
    hp = creature.trackers.get("hp")
    return creature.kind == "pc" and creature.here and isinstance(hp, Pool) and hp.value == 0


def owes_choice(system: System, state: State, creature: Creature) -> bool:
    """Whether a character is at 0 Hit Points and nobody has said what becomes of it."""
    if not is_down(creature) or derived.maximum(system, state, creature.id, "hp") in (None, 0):
        return False
    return TIMER not in creature.trackers and not any(c.key == "dead" for c in creature.conditions.values())


def options(state: State, id: str) -> tuple[str, ...]:
    """What may be chosen: of one who died at once only one thing.

    Source: Bump d20, "Taking Damage", "Character Death".
    """
    return ("blood_of_vengeance",) if KILLED in state.trackers(id) else body.OPTIONS


def death_option(draft: Draft, command: DeathOption) -> None:
    """Carry out the choice.

    Source: Bump d20, "Character Death".
    """
    creature = draft.creature(command.creature)
    if not owes_choice(draft.system, draft.state, creature):
        raise RuleError("no-choice-due")
    known = options(draft.state, creature.id)
    if command.option not in known:
        raise RuleError("not-an-option", name="option", options=list(known))
    draft.tell("death_option", {"target": creature.id}, option=command.option)
    if command.option == "mostly_dead":
        _cling(draft, creature)
    else:
        die(draft, creature.id)
    draft.put(creature.id, KILLED, None)


def _cling(draft: Draft, creature: Creature) -> None:
    """The timer counts the level of Exhaustion that it costs."""
    parameters = {
        "fortitude": sheet.number(draft.system, creature, "fortitude") or 0,
        "exhaustion": draft.value(creature.id, "exhaustion"),
    }
    roll(draft, Roll(roll=TIMER, creature=creature.id, parameters=parameters), Decides(what=TIMER, of=creature.id))
    exhaust(draft, creature.id, 1)


def start_timer(draft: Draft, result: RollResult, said: Decides) -> None:
    """So many rounds are left, or none; one who was healed since needs none.

    Source: Bump d20, "Death Timer".
    """
    if not is_down(draft.state.creatures[said.of]):
        return
    if left := max(0, result.total or 0):
        draft.put(said.of, TIMER, Pool(left, None))
    else:
        die(draft, said.of)


def die(draft: Draft, id: str) -> None:
    if not draft.had(id, "dead"):
        draft.tell("dies", {"target": id})
    draft.add_condition(id, Condition("q_" + draft.chance.id(), "dead"))
    if WOUND_DUE in draft.state.trackers(id):
        draft.put(id, WOUND_DUE, None)
    if TIMER in draft.state.trackers(id):
        draft.put(id, TIMER, None)


def answer_death(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """The choice that was owed."""
    option = draft.choice("option", given.get("option"), options(draft.state, item["creature"]), item.get("by") or "gm")
    death_option(draft, DeathOption(creature=item["creature"], option=option))  # type: ignore[arg-type]


def answer_dying(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """The d20 at the start of a turn."""
    id = item["creature"]
    roll(draft, Roll(roll="dying", creature=id), Decides(what="dying", of=id))
    settled(draft, item)


def rise_or_sink(draft: Draft, result: RollResult, said: Decides) -> None:
    """A natural 20 brings back, anything else takes from the timer, of one who is dying still.

    Source: Bump d20, "Dying (condition)", "Stable (condition)", "Withered".
    """
    creature = draft.state.creatures[said.of]
    if not is_down(creature) or TIMER not in creature.trackers:
        return
    if result.total == 20:
        if not draft.has(creature.id, "withered"):
            draft.tell("rises", {"target": creature.id})
            draft.add(creature.id, "hp", 1)
    elif not draft.has(creature.id, "stable"):
        draft.add(creature.id, TIMER, -1)


def settled(draft: Draft, item: Mapping[str, Any]) -> None:
    done = noted_ids(draft.state, SETTLED)
    draft.emit(OrderNoted(SETTLED, (*done, item["id"])))


def answer_wound(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """The flat check that keeps a wound away; ``location`` is where the blow went.

    Source: Bump d20, "Hit Points and Wounds".
    """
    id, wound = item["creature"], item["wound"]
    where = given.get("location")
    detail = where.strip()[:60] if isinstance(where, str) and where.strip() else None
    hangs = Decides(what="wound", of=id, about=f"{wound}-wound", detail=detail)
    roll(draft, Roll(roll="flat", creature=id, parameters={"dc": damage.WOUNDS[wound], "about": hangs.about}), hangs)
    draft.put(id, WOUND_DUE, None)


def wounded(draft: Draft, result: RollResult, said: Decides) -> None:
    """A wound that nothing has kept away."""
    if result.outcome == "failure":
        draft.add_condition(said.of, Condition("q_" + draft.chance.id(), said.about, detail=said.detail))


def drop_wound(draft: Draft, item: Mapping[str, Any]) -> None:
    draft.put(item["creature"], WOUND_DUE, None)


def due(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """Choices at 0 Hit Points, wound checks, and the roll of one who is dying."""
    found: list[Mapping[str, Any]] = []
    for creature in state.creatures.values():
        if owes_choice(system, state, creature):
            known = list(options(state, creature.id))
            choice = {"choice": "option", "options": known, "by": creature.id}
            found.append(_item("death", creature.id, None, [choice], by=creature.id))
        wound = creature.trackers.get(WOUND_DUE)
        if creature.here and isinstance(wound, Pool) and 1 <= wound.value <= len(WOUND_KINDS):
            die = {"dice": "d20", "sides": 20, "count": 1}
            kind = WOUND_KINDS[wound.value - 1]
            found.append(_item("wound", creature.id, None, [die], wound=kind, dc=damage.WOUNDS[kind]))
    return (*found, *_dying(state))


def _dying(state: State) -> tuple[Mapping[str, Any], ...]:
    active = state.creatures.get(state.order.active or "")
    if active is None or not is_down(active) or TIMER not in active.trackers:
        return ()
    item = _item("dying", active.id, "turn_start", [{"dice": "dice", "sides": 20, "count": 1}])
    return () if item["id"] in noted_ids(state, SETTLED) else (item,)


def _item(what: str, id: str, edge: str | None, needs: list[Any], **more: Any) -> dict[str, Any]:
    plain = {"id": f"d_{what}_{id}", "creature": id, "edge": edge, "what": what, "condition": None, "needs": needs}
    return {**plain, **more}
