"""Bump d20: Action Points, initiative that is passed on, lingering conditions, strain, the Death Timer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.bump import (
    consequences,
    play_actions,
    play_asking,
    play_check,
    play_damage,
    play_death,
    play_defending,
    play_hazards,
    play_movement,
    play_positions,
    play_rest,
    play_strain,
    play_survival,
    play_together,
)
from rules.bump.facts import FACTS
from rules.bump.questions import QUESTIONS
from rules.bump.rolls import ROLLS
from rules.bump.together import ROLLS as TOGETHER
from rules.core.checks import check_roll, game_check
from rules.core.rolling import answer_difficulty
from rules.core.state import State
from rules.core.system import CheckSpec, System, load_system
from rules.core.turns import READIED

SEAT_COMMANDS = (
    "act",
    "move",
    "react",
    "setup",
    "help",
    "recover",
    "ready_action",
    "escape",
    "pull",
    "death_option",
    "gain_strain",
)
INITIATIVE = CheckSpec(dc=False, number="initiative", sets_score=True)


def all_due(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """What the rules of this game find due: death, wounds, dying; hazards of the turn; days and nights."""
    return (*play_death.due(system, state), *play_hazards.due(system, state), *play_survival.due(system, state))


system = load_system(
    Path(__file__).parent,
    rolls={**ROLLS, **TOGETHER, "damage": play_damage.DAMAGE, "initiative": check_roll("initiative", INITIATIVE)},
    game_rolls={
        "check": play_check.check,
        "save": play_check.check,
        "opposed": play_check.opposed,
        "attack": play_check.attack,
        "defend": play_check.defend,
        "flat": play_check.flat,
        "group": play_together.group,
        "area": play_together.area,
        "initiative": game_check("initiative", INITIATIVE),
        "damage": play_damage.damage_in_play,
        "take_damage": play_damage.reckoning,
    },
    commands={
        play_damage.TakeDamage: play_damage.take_damage,
        play_damage.Heal: play_damage.heal,
        play_strain.GainStrain: play_strain.gain_strain,
        play_strain.GainExhaustion: play_strain.gain_exhaustion,
        play_actions.Act: play_actions.act,
        play_movement.Move: play_movement.move,
        play_actions.React: play_actions.react,
        play_positions.SetCover: play_positions.set_cover,
        play_actions.Setup: play_actions.setup,
        play_actions.Help: play_actions.help_ally,
        play_actions.Recover: play_actions.recover,
        play_actions.ReadyAction: play_actions.ready_action,
        play_actions.Escape: play_actions.escape,
        play_death.DeathOption: play_death.death_option,
        play_rest.TakeBreak: play_rest.take_break,
        play_rest.Rest: play_rest.rest,
        play_survival.GoWithout: play_survival.go_without,
        play_survival.Provide: play_survival.provide,
        play_survival.Travel: play_survival.travel,
        play_asking.AskGroup: play_asking.ask_group,
        play_defending.AskDefense: play_defending.ask_defense,
        play_hazards.Fall: play_hazards.fall,
        play_hazards.Suffocate: play_hazards.suffocate,
        play_hazards.Sink: play_hazards.sink,
        play_hazards.Pull: play_hazards.pull,
    },
    seat_commands=frozenset(SEAT_COMMANDS),
    own_notes=frozenset({READIED}),
    answers={
        "difficulty": answer_difficulty,
        "group_part": play_asking.answer_part,
        "defense": play_defending.answer_defense,
    },
    questions=QUESTIONS,
    due=all_due,
    due_answers={
        "death": play_death.answer_death,
        "dying": play_death.answer_dying,
        "wound": play_death.answer_wound,
        "suffocating": play_hazards.answer_suffocating,
        "sinking": play_hazards.answer_sinking,
        "day": play_survival.answer_day,
        "sleepless": play_survival.answer_sleepless,
    },
    decisions={
        "death_timer": play_death.start_timer,
        "dying": play_death.rise_or_sink,
        "wound": play_death.wounded,
        "escape": play_actions.escaped,
        "fall": play_hazards.fallen,
        "suffocating": play_hazards.suffocated,
        "sinking": play_hazards.sunk,
        "starved": play_survival.starved,
    },
    due_drops={
        "wound": play_death.drop_wound,
        "dying": play_death.settled,
        "suffocating": play_death.settled,
        "sinking": play_death.settled,
        "day": play_survival.drop_day,
        "sleepless": play_survival.drop_sleepless,
    },
    implied=consequences.implied,
    settle=consequences.settle,
    suffer=play_damage.suffer,
    turn_start=consequences.turn_start,
    turn_end=consequences.turn_end,
    standing=play_movement.standing,
    facts=FACTS,
)
