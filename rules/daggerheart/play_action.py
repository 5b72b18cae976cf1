"""Action and reaction rolls in play: what they are filled with, what they pay, and who gets the spotlight."""

from collections.abc import Mapping
from typing import Any

from rules.core import derived
from rules.core.commands.clocks import along
from rules.core.draft import Draft
from rules.core.moving import clock_change
from rules.core.rolling import Cost, Filled, GameRoll, Made, Roll, pool_changes, refuse
from rules.core.rolls import Effect, RollResult, Saying, changes, prompts
from rules.core.state import Clock, Creature, State
from rules.core.system import System
from rules.daggerheart import countdowns, duality, limits, together
from rules.daggerheart.announced import Announced, read_announced
from rules.daggerheart.clearing import PARAMETER as CLEARS
from rules.daggerheart.clearing import cleared, cleared_changes
from rules.daggerheart.extras import dice_of, feature_extras
from rules.daggerheart.filling import (
    Means,
    check_able,
    counted,
    experience_costs,
    feature_costs,
    means_of,
    sheet_modifiers,
    use_costs,
)
from rules.daggerheart.lent_experience import lent, lent_used
from rules.daggerheart.play_damage import damage_command
from rules.daggerheart.play_help import help_modifiers, help_used, helper_costs
from rules.daggerheart.sheet import sheet_number
from rules.daggerheart.spotlight import gm_move_due, take_spotlight, token_changes

# What the GM answers a failure with; anything else that calls for a move has a cost, and a success stands.
FAILURE_MOVES = {"failure_hope": "soft", "failure_fear": "hard"}


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The parameters from the actor's sheet, the target's, and the conditions of both."""
    actor = state.creatures.get(command.creature or "")
    given = {key: value for key, value in command.parameters.items() if key not in (CLEARS, together.PARAMETER)}
    together.partner_of(state, command)
    cleared(actor, command)
    means = means_of(actor, command.with_)
    against = difficulty_of(system, state.creatures.get(target or ""), means)
    found = sheet_modifiers(system, actor, None if "modifier" in given else means.trait, means, given)
    found += feature_extras(actor, means.features, "bonus_dice") if actor else []
    found += rest_of_modifiers(system, state, command, target, means)
    found += lent(state, target, "difficulty") if against is not None else []
    modifiers = counted(command, found, given)
    check_able(command.creature, modifiers)
    parameters = {
        "difficulty": None if against is None else derived.total(modifiers, "difficulty", against),
        **{name: derived.total(modifiers, axis) for name, axis in AXES.items()},
        **({"extra": extra} if (extra := dice_of(modifiers)) else {}),
        **given,
    }
    return Filled(parameters, modifiers, costs_of(system, state, command, means, modifiers))


def rest_of_modifiers(
    system: System, state: State, command: Roll, target: str | None, means: Means
) -> list[derived.Modifier]:
    """What conditions of both and helpers do."""
    kind = "reaction" if command.parameters.get("reaction") is True else "action"
    tags = frozenset({"attack"} if means.arms else ())
    found = derived.modifiers(system, state, kind, command.creature, target, tags)
    return found + help_modifiers(state, command)


def costs_of(
    system: System, state: State, command: Roll, means: Means, modifiers: tuple[derived.Modifier, ...]
) -> tuple[Cost, ...]:
    """What the roll takes before it is made, from its actor and from helpers."""
    actor = state.creatures.get(command.creature or "")
    return (
        *helper_costs(system, state, command, modifiers),
        *experience_costs(actor, means),
        *use_costs(system, state, actor, means),
    )


AXES = {"modifier": "total", "advantage": "advantage", "disadvantage": "disadvantage", "helpers": "help"}


def difficulty_of(system: System, target: Creature | None, means: Means) -> int | None:
    """What is rolled against: the target's Difficulty, a character's Evasion if it is attacked; else the GM says.

    Source: Daggerheart core mechanics, "Evasion", "Attack rolls".
    """
    found = sheet_number(system, target, "difficulty")
    if found is None and means.arms is not None:
        found = sheet_number(system, target, "evasion")
    return found


def announce(command: Roll, filled: Filled) -> RollResult:
    """The result that was called out. Without a success and a number to judge it by, it pays all the same."""
    said = read_announced(command)
    success = said.reaches(filled.parameters.get("difficulty"))
    if is_reaction(filled):
        outcome = "critical" if said.with_ == "critical" else None if success is None else RESULTS[success]
        return _announced(said, outcome, outcome or "reaction", ())
    if said.with_ is None:
        raise refuse("/announced/with", "say-with", field="with")
    if said.with_ != "critical" and success is None:
        return _announced(said, None, f"with_{said.with_}", _paid_anyway(said.with_))
    outcome = "critical" if said.with_ == "critical" else f"{RESULTS[bool(success)]}_{said.with_}"
    return _announced(said, outcome, outcome, duality.effects(outcome))


RESULTS = {True: "success", False: "failure"}


def _announced(said: Announced, outcome: str | None, code: str, effects: tuple[Effect, ...]) -> RollResult:
    saying = Saying(f"announced-{code}", {"total": said.total})
    return RollResult(dice={}, total=said.total, outcome=outcome, say=saying, effects=effects)


def _paid_anyway(with_: str) -> tuple[Effect, ...]:
    if with_ == "fear":
        return changes("game", "fear", 1), prompts("gm_move")
    return (changes("creature", "hope", 1),)


def is_reaction(filled: Filled) -> bool:
    return filled.parameters.get("reaction") is True


def moves(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """All that an action roll moves: Hope, Fear, Stress, tokens, countdowns, the GM move that it calls for."""
    if is_reaction(made.filled):
        return []
    actor, partner = draft.state.creatures.get(made.command.creature or ""), partner_in(draft, made)
    found = pool_changes(draft, made.result, made.command)
    if actor is not None:
        found = with_feature(draft, made.result, actor, made.command.with_, found)
    if partner is not None:
        other = draft.state.creatures[partner.creature]
        found += with_feature(draft, made.result, other, partner.with_, together.partner_changes(draft, made, partner))
    return found + other_changes(draft, made)


def counts(draft: Draft, made: Made) -> RollResult:
    """The result as it counts: for two where two act as one."""
    return together.for_both(made.result) if partner_in(draft, made) else made.result


def partner_in(draft: Draft, made: Made) -> together.Partner | None:
    return together.partner_of(draft.state, made.command)


def other_changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """What a roll moves besides the sheets of its actors' own pools."""
    partner = partner_in(draft, made)
    ids = [made.command.creature or "", *([partner.creature] if partner else [])]
    actors = [draft.state.creatures[id] for id in ids if id in draft.state.creatures]
    succeeds = made.result.outcome in duality.SUCCESSES
    return [
        *token_changes(draft, *actors),
        *clock_changes(draft.state, made.result.outcome),
        *gm_move_change(draft, made.result),
        *help_used(draft, made.command.creature),
        *lent_used(draft, made.command.targets),
        *(cleared_changes(draft.state, made.command) if succeeds else ()),
    ]


def with_feature(
    draft: Draft, result: RollResult, actor: Creature, named: str | None, found: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The changes with a Hope feature of this roll paid, the Hope that the roll gains first; as they are if it lacks.

    Source: Daggerheart core mechanics, "Hope".
    """
    after = hope_after(draft, result, actor, named)
    if after is None:
        return found
    others = [moved for moved in found if moved["tracker"] != "hope"]
    by = after - draft.value(actor.id, "hope")
    return [*others, {"owner": actor.id, "tracker": "hope", "by": by, "feature": True}]


def hope_after(draft: Draft, result: RollResult, actor: Creature, named: str | None) -> int | None:
    """The Hope left once the named feature is paid; None where nothing is to be paid or it is not enough."""
    cost = feature_costs(means_of(actor, named)).get("hope", 0)
    if not cost or "hope" not in actor.trackers:
        return None
    gains = [effect["by"] for effect in result.effects if effect.get("tracker") == "hope"]
    most = draft.maximum(actor.id, "hope") or 0
    return limits.hope_after_feature(draft.value(actor.id, "hope"), cost, sum(gains), most)


def clock_changes(state: State, outcome: str | None) -> list[dict[str, Any]]:
    """How the roll moves countdowns, each at most once; one that is linked and has no trigger goes with its twin.

    Source: Daggerheart SRD 1.0, "Countdowns".
    """
    steps: dict[str, int] = {}
    for clock in state.clocks.values():
        by = countdowns.advance(clock.ticks, outcome) if outcome else int(clock.ticks == "action_roll")
        if by and not clock.is_done:
            steps[clock.id] = by
    return [clock_change(state.clocks[id], by) for id, by in along(state, steps, _only_follows).items()]


def _only_follows(clock: Clock) -> bool:
    return clock.ticks not in countdowns.ADVANCES and not clock.is_done


def gm_move_change(draft: Draft, result: RollResult) -> list[dict[str, Any]]:
    """The GM move that a failure or Fear calls for: a failure is soft with Hope and hard with Fear; a success with Fear
    stands, and has a cost.

    Source: Daggerheart core mechanics, "Action rolls", "GM moves and adversary actions"; Daggerheart SRD 1.0, "Choosing
    GM Moves", "Soft and Hard Moves".
    """
    if not any(effect.get("prompt") == "gm_move" for effect in result.effects):
        return []
    how = FAILURE_MOVES.get(result.outcome or "", "cost")
    was = gm_move_due(draft)
    return [] if was == how else [{"note": "gm_move", "was": was, "now": how}]


def follows(draft: Draft, made: Made) -> None:
    """The one who acts takes the spotlight, and an attack gives away where it is.

    Source: Daggerheart core mechanics, "The spotlight", "Hidden".
    """
    actor, partner = draft.state.creatures.get(made.command.creature or ""), partner_in(draft, made)
    if actor is None or is_reaction(made.filled):
        return
    take_spotlight(draft, actor.id)
    after_acting(draft, actor, made.command.with_)
    if partner is not None:
        after_acting(draft, draft.state.creatures[partner.creature], partner.with_, roller=actor.id)


def after_acting(draft: Draft, actor: Creature, named: str | None, roller: str | None = None) -> None:
    """An attacker is no longer Hidden; whether a Hope feature was paid is told."""
    means = means_of(actor, named)
    if means.arms is not None:
        draft.end_key(actor.id, "hidden", "attacked")
    if cost := feature_costs(means).get("hope"):
        moved = draft.state.rolls[roller or actor.id].paid
        paid = any(one.get("feature") and one["owner"] == actor.id for one in moved)
        draft.tell("feature_paid" if paid else "feature_not_paid", {"by": actor.id}, hope=cost)


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage roll of an attack that succeeded; one roll for all whom it hit."""
    actor = draft.state.creatures.get(made.command.creature or "")
    if actor is None or is_reaction(made.filled) or made.by_target[target].outcome not in duality.SUCCESSES:
        return None
    held, partner = means_of(actor, made.command.with_).arms, partner_in(draft, made)
    if partner is not None:
        return together.damage_of_both(draft, made, actor, held, partner, duality.SUCCESSES)
    return damage_command(draft, made, actor, held, duality.SUCCESSES) if held else None


action = GameRoll(
    fill=fill, against="difficulty", announce=announce, counts=counts, changes=moves, follows=follows, then=then
)
