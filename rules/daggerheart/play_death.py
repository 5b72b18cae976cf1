"""Death moves in play: what one who has marked the last Hit Point does about it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.core.chance import Chance
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.odds import Odds
from rules.core.read import read
from rules.core.rolling import Filled, GameRoll, Made, Roll, roll
from rules.core.rolls import Roll as RollKind
from rules.core.rolls import RollResult, Saying
from rules.core.state import Condition, Pending, State
from rules.core.system import System
from rules.core.trackers import Score
from rules.daggerheart import death, spared
from rules.daggerheart.consequences import owes_death_move
from rules.daggerheart.sheet import sheet_number
from rules.daggerheart.tiers import MAX_LEVEL

Move = Literal["blaze_of_glory", "avoid_death", "risk_it_all"]
CLEARED = ("hit_points", "stress")


class DeathMove(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The death move that a fallen character makes."""

    creature: Id
    move: Move | None = None


class ChosenMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to a death move that is owed."""

    move: Move | None = None
    parameters: Mapping[str, Any] = {}


class Split(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the Hope Die is shared out; Stress left out gets the rest."""

    hit_points: Annotated[int, msgspec.Meta(ge=1, le=12)]
    stress: Annotated[int, msgspec.Meta(ge=0, le=12)] | None = None
    parameters: Mapping[str, Any] = {}


class AvoidDeath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Hope Die of one who avoids death."""

    level: Annotated[int, msgspec.Meta(ge=1, le=MAX_LEVEL)]


class RiskItAll(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Duality Dice of one who risks it all."""


def death_move(draft: Draft, command: DeathMove) -> None:
    """Make the move; what it leaves open (a last action, a split) becomes a question."""
    creature = draft.creature(command.creature)
    _check_owed(draft.system, draft.state, creature.id)
    move = draft.choice("move", command.move, death.MOVES, creature.id)
    if move == "blaze_of_glory":
        draft.tell("blaze_of_glory", {"by": creature.id})
        draft.ask("last_action", creature.id, creature=creature.id)
        return
    roll(draft, Roll(roll=move, creature=creature.id, dice=command.dice, physical=command.physical))


def answer_owed(draft: Draft, due: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """The death move that was owed, chosen."""
    death_move(draft, DeathMove(creature=due["creature"], move=read(ChosenMove, dict(given)).move))


def _check_owed(system: System, state: State, id: str) -> None:
    if id not in state.creatures or not owes_death_move(system, state, state.creatures[id]):
        raise RuleError("no-death-move-due", creature=id)


def answer_last_action(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """The last action is over, and the character dies.

    Source: Daggerheart core mechanics, "Death".
    """
    die(draft, draft.creature(pending.data["creature"]).id)


def die(draft: Draft, id: str) -> None:
    if not draft.had(id, "dead"):
        draft.tell("dies", {"target": id})
    draft.add_condition(id, Condition("q_" + draft.chance.id(), "dead"))


def roll_avoid_death(parameters: AvoidDeath, chance: Chance) -> RollResult:
    hope = chance.roll("hope", 12)[0]
    outcome = "scar" if death.leaves_scar(hope, parameters.level) else "no_scar"
    return RollResult(dice={"hope": hope}, total=hope, outcome=outcome, say=_said("avoid_death", outcome, hope))


def avoid_death_odds(parameters: AvoidDeath, to: int) -> Odds:
    scar = death.scar_chance(parameters.level)
    return Odds(outcomes={"scar": scar, "no_scar": 1 - scar})


def roll_risk_it_all(parameters: RiskItAll, chance: Chance) -> RollResult:
    faces = chance.many({"hope": (12, 1), "fear": (12, 1)})
    hope, fear = faces["hope"][0], faces["fear"][0]
    outcome = death.risk_it_all(hope, fear)
    return RollResult(dice={"hope": hope, "fear": fear}, outcome=outcome, say=_said("risk_it_all", outcome, hope))


def _said(roll: str, outcome: str, hope: int) -> Saying:
    return Saying(f"{roll}-{outcome}", {"hope": hope})


def fill_avoid_death(system: System, state: State, command: Roll, target: str | None) -> Filled:
    _check_owed(system, state, command.creature or "")
    level = sheet_number(system, state.creatures[command.creature or ""], "level") or 1
    return Filled({"level": level, **command.parameters})


def fill_risk_it_all(system: System, state: State, command: Roll, target: str | None) -> Filled:
    _check_owed(system, state, command.creature or "")
    return Filled(dict(command.parameters))


def after_avoiding(draft: Draft, made: Made) -> None:
    """Unconscious until healed or a long rest is over; a scar takes a Hope slot, the last one ends the journey.

    Source: Daggerheart core mechanics, "Death".
    """
    id = made.command.creature or ""
    spared.spare(draft, id)
    draft.add_condition(id, Condition("q_" + draft.chance.id(), "unconscious"))
    if made.result.outcome != "scar":
        return
    scars = draft.numbers(id).get("scars", 0) + 1
    draft.put(id, "scars", Score(scars))
    if death.journey_ends(scars):
        draft.tell("journey_ends", {"target": id})
        draft.add_condition(id, Condition("q_" + draft.chance.id(), "dead", reason="journey_ends"))


def after_risking(draft: Draft, made: Made) -> None:
    """Death, everything cleared, or the Hope Die to share out: asked only where it does not clear everything.

    Source: Daggerheart core mechanics, "Death".
    """
    id, outcome = made.command.creature or "", made.result.outcome
    if outcome == "dies":
        die(draft, id)
        return
    marked = {key: draft.value(id, key) for key in CLEARED}
    hope = int(made.result.dice["hope"])
    if outcome == "clears_all" or hope >= sum(marked.values()):
        _clear(draft, id, marked)
    else:
        draft.ask("risk_it_all", id, creature=id, left=hope, share=shared_out(hope, marked["hit_points"]), **marked)


def shared_out(hope: int, hit_points: int) -> dict[str, int]:
    """How the Hope Die may be shared out: Hit Points first, what is left clears Stress."""
    first = min(hope, hit_points)
    return {"hit_points": first, "stress": hope - first}


def _clear(draft: Draft, id: str, amounts: Mapping[str, int]) -> None:
    for key, amount in amounts.items():
        if amount:
            draft.add(id, key, -amount)


def answer_split(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Clear Hit Points and Stress as they were shared out: all of the Hope Die, and at least one Hit Point.

    Whoever left all Hit Points marked would fall again at once.

    Source: Daggerheart core mechanics, "Death".
    """
    creature, left = draft.creature(pending.data["creature"]), int(pending.data["left"])
    if "hit_points" not in given:
        draft.chance.need(*({"number": key, "creature": creature.id} for key in CLEARED))
    split = read(Split, dict(given))
    stress = left - split.hit_points if split.stress is None else split.stress
    marked = {key: draft.value(creature.id, key) for key in CLEARED}
    whole = min(left, sum(marked.values()))
    if (
        split.hit_points + stress != whole
        or split.hit_points > marked["hit_points"]
        or not 0 <= stress <= marked["stress"]
    ):
        raise RuleError("split-does-not-fit", left=whole, **marked)
    _clear(draft, creature.id, {"hit_points": split.hit_points, "stress": stress})


DEATH_ROLLS = {
    "avoid_death": RollKind(
        key="avoid_death",
        parameters=AvoidDeath,
        roll=roll_avoid_death,
        odds=avoid_death_odds,
        dice=("hope",),
        outcomes=("scar", "no_scar"),
    ),
    "risk_it_all": RollKind(
        key="risk_it_all",
        parameters=RiskItAll,
        roll=roll_risk_it_all,
        odds=lambda parameters, to: Odds(outcomes=death.risk_odds()),
        dice=("hope", "fear"),
        outcomes=death.RISKS,
    ),
}

DEATH_GAME_ROLLS = {
    "avoid_death": GameRoll(fill=fill_avoid_death, decides=after_avoiding),
    "risk_it_all": GameRoll(fill=fill_risk_it_all, decides=after_risking),
}
