"""A turn's blows in play: the d20s for more swings at its start, and a whole round rolled at once."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core import derived
from rules.core.draft import Draft
from rules.core.errors import Need, RuleError
from rules.core.moving import change
from rules.core.rolling import Filled, GameRoll, Made, Roll
from rules.core.state import Creature, State
from rules.core.system import System
from rules.core.trackers import Score
from rules.swing import aims, sheet, turn
from rules.swing.classes import ORDINALS, extra_attacks
from rules.swing.filling import (
    ASKED,
    PLUS,
    as_given,
    attack_modifiers,
    attack_parameters,
    check_able,
    fumbled,
    means_of,
)
from rules.swing.play_attack import ask_for, drop_questions, fumble_changes, is_secret, take_damage
from rules.swing.sheet import Arms

OF_THE_ROUND = ("extra_attacks", "dual_wield", "haste", "attacks")


def swings_from(system: System, state: State, actor: Creature | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """The swings that a turn may have besides the first: of the class by level, the off hand, haste.

    Source: Swing d20, Attacking, "More than one blow".
    """
    if actor is None:
        return {}
    level = sheet.number(system, actor, "level") or 1
    known = extra_attacks(sheet.class_of(actor), level) if "extra_attacks" not in given else ()
    off_hand = sheet.off_hand_arms(actor) is not None and sheet.is_on(actor, "dual_wielding")
    is_disarmed = derived.has(system, state, actor, "disarmed")
    return {
        "extra_attacks": [{"needs": needs} for needs in needed(system, state, actor, known, given)],
        "dual_wield": off_hand and not is_disarmed,
        "haste": derived.has(system, state, actor, "hasted"),
    }


def needed(
    system: System, state: State, actor: Creature, known: tuple[str, ...], given: Mapping[str, Any]
) -> list[int]:
    """The numbers that the d20s of extra attacks must make: said now, of the sheet, or of the game.

    The source names none, so what nobody has said is asked for, once.
    """
    keys = [f"{ordinal}_attack" for ordinal in known]
    found = {key: _said(given, key) or _stored(system, state, actor, key) for key in keys}
    if missing := [key for key, value in found.items() if value is None]:
        raise Need([{"number": key, "creature": actor.id} for key in missing])
    return [value for value in found.values() if value is not None]


def _said(given: Mapping[str, Any], key: str) -> int | None:
    value = given.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 20 else None


def _stored(system: System, state: State, actor: Creature, key: str) -> int | None:
    return sheet.number(system, actor, key) or state.settings.get(key) or None


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given but for the numbers of extra attacks, which stand in a list."""
    return {key: value for key, value in given.items() if not key.endswith("_attack")}


def fill_extra(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """What a turn may have from the sheet: the class's extra attacks, the off hand, haste."""
    actor = state.creatures.get(command.creature or "")
    return Filled({**swings_from(system, state, actor, command.parameters), **_plain(command.parameters)})


def extra_changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """The order remembers the swings of the turn that runs, until it ends."""
    id = made.command.creature
    if id is None or draft.seen_order.active != id:
        return []
    return turn.noted(draft.state, id, turn.lines(draft.state, made), is_secret=is_secret(draft, made))


def keep_needed(draft: Draft, made: Made) -> None:
    """Write down on the sheet what a player said of an extra attack with the roll, where nothing stood yet.

    A GM says so by a command of its own, or does not want it kept.
    """
    id = made.command.creature if draft.seat is not None else None
    for key in (f"{ordinal}_attack" for ordinal in ORDINALS):
        value = _said(made.command.parameters, key)
        if id is None or value is None or draft.state.creatures[id].kind not in draft.system.data.numbers[key].of:
            continue
        if _stored(draft.system, draft.state, draft.state.creatures[id], key) is None:
            draft.put(id, key, Score(value))


def fill_round(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """A whole round, at one target or each swing at its own: each blow as it would be filled by itself."""
    aims.check(command)
    actor = state.creatures.get(command.creature or "")
    if actor is None:
        return Filled(_plain(command.parameters))
    held = in_the_main_hand(system, state, command)
    modifiers = attack_modifiers(system, state, command, target, held, "round")
    check_able(actor.id, modifiers)
    said = {key: command.parameters[key] for key in OF_THE_ROUND if key in command.parameters}
    blows = _blows(system, state, command, target, actor, "attacks" in said)
    parameters = {**blows, "fumbled": fumbled(actor), **said}
    return Filled(parameters, modifiers)


def _strike(
    system: System, state: State, command: Roll, target: str | None, given: Mapping[str, Any], swing: str
) -> dict[str, Any]:
    """The blow of one swing, at whom it goes."""
    aimed = aims.said(command.parameters).get(swing, target)
    off_hand = _off_hand(system, state, command, aimed, given) if swing == turn.OFF_HAND else None
    held = in_the_main_hand(system, state, command)
    return off_hand or _one(system, state, as_given(command, **_plain(given)), aimed, held)


def _blows(
    system: System, state: State, command: Roll, target: str | None, actor: Creature, is_said: bool
) -> dict[str, Any]:
    """The blows of a round: those that its d20s gained already and that are still to come, else all there may be."""
    given = {key: value for key, value in command.parameters.items() if key not in (*OF_THE_ROUND, aims.AT)}
    left = turn.swings_left(state, actor.id)
    if left is not None and not left and not is_said:
        raise RuleError("no-swings-left", creature=actor.id)
    if left is not None:
        keys = left or [turn.FIRST]
        return {"attacks": [_strike(system, state, command, target, given, key) for key in keys], "names": keys}
    return _all_there_may_be(system, state, command, target, actor, given, is_said)


def _all_there_may_be(
    system: System,
    state: State,
    command: Roll,
    target: str | None,
    actor: Creature,
    given: Mapping[str, Any],
    is_said: bool,
) -> dict[str, Any]:
    """The first blow, unless this turn has had it already, and all that may be gained."""
    swings = swings_from(system, state, actor, command.parameters)
    is_struck = turn.first_done(state, actor.id) is not None and not is_said
    if is_struck and not any(swings.values()):
        raise RuleError("no-swings-left", creature=actor.id)

    def own(swing: str) -> dict[str, Any] | None:
        """The blow of a swing that has a target of its own, or none to be like."""
        is_its = is_struck or swing in aims.said(command.parameters)
        return _strike(system, state, command, target, given, swing) if is_its else None

    for ordinal, extra in zip(ORDINALS, swings["extra_attacks"], strict=False):
        extra["attack"] = own(ordinal)
    return {
        "attacks": [] if is_struck else [_strike(system, state, command, target, given, turn.FIRST)],
        **swings,
        "dual_wield": _strike(system, state, command, target, given, turn.OFF_HAND) if swings["dual_wield"] else None,
        "haste_attack": own(turn.HASTE) if swings["haste"] else None,
    }


def in_the_main_hand(system: System, state: State, command: Roll) -> Arms:
    """What the round begins with; the off hand has its own blow in it."""
    held = means_of(system, state, command)
    actor = state.creatures.get(command.creature or "")
    return sheet.main_arms(actor) if actor is not None and held.off_hand else held


def _one(system: System, state: State, command: Roll, target: str | None, held: Arms) -> dict[str, Any]:
    modifiers = attack_modifiers(system, state, command, target, held, "round")
    found = attack_parameters(system, state, command, target, held, modifiers)
    if found["defense"] is None:
        raise Need([{"number": "defense", "creature": target}])
    return found


def _off_hand(
    system: System, state: State, command: Roll, target: str | None, given: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The blow of the off hand, with that weapon's own numbers."""
    actor = state.creatures[command.creature or ""]
    held = sheet.off_hand_arms(actor)
    kept = {key: given[key] for key in ("defense", *PLUS, *ASKED, "armor_class") if key in given}
    return None if held is None else _one(system, state, as_given(command, **kept), target, held)


def round_changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """A mark of the fumble, aiming that is over, and the swings of this turn are done."""
    held = in_the_main_hand(draft.system, draft.state, made.command)
    outcomes = [one["outcome"] for one in made.result.facts["attacks"] if not one["off_hand"]]
    return [
        *fumble_changes(draft, made),
        *turn.shots(draft.state, made.command, held, len(outcomes)),
        *turn.flown(draft.state, made.command, held, outcomes),
        *turn.aiming_over(draft.state, made.command, held),
        *turn.round_done(draft.state, made, draft.seen_order.active, is_secret=is_secret(draft, made)),
    ]


def round_follows(draft: Draft, made: Made) -> None:
    keep_needed(draft, made)
    drop_questions(draft, made)
    twenties = [one for one in made.result.facts["attacks"] if one["feat"]]
    feats = [aims.target_of(made.command, one["swing"]) for one in twenties]
    ask_for(draft, made, feats, bool(made.result.facts["fumbles"]))


def round_then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """All the damage of the round at this one, at once."""
    dealt = int(made.by_target[target].facts["damage"])
    if not dealt:
        return None
    return take_damage(made, _dealing(draft, made, target), target, dealt)


def _dealing(draft: Draft, made: Made, target: str) -> Arms:
    """What dealt the damage of a round at this one; of two weapons of other kinds it has no one kind."""
    main = in_the_main_hand(draft.system, draft.state, made.command)
    off_hand = sheet.off_hand_arms(draft.state.creatures[made.command.creature or ""]) or main
    struck = [one for one in made.result.facts["attacks"] if one["damage"]]
    mine = [one for one in struck if aims.target_of(made.command, one["swing"]) == target]
    kinds = {off_hand.type if one["off_hand"] else main.type for one in mine}
    return msgspec.structs.replace(main, type=kinds.pop() if len(kinds) == 1 else None)


def turn_end(draft: Draft, id: str) -> None:
    """The swings of a turn end with it."""
    for note in turn.forgotten(draft.state, id):
        change(draft, note)


extra = GameRoll(fill=fill_extra, changes=extra_changes, follows=keep_needed)
whole_round = GameRoll(
    fill=fill_round,
    split=aims.split,
    counts=lambda draft, made: aims.placed(made),
    changes=round_changes,
    follows=round_follows,
    then=round_then,
)
