"""Daggerheart: duality dice, Hope and Fear, the spotlight, thresholds, countdowns."""

from pathlib import Path

from rules.core.rolling import answer_difficulty
from rules.core.system import load_system
from rules.daggerheart import (
    consequences,
    play_action,
    play_attack,
    play_damage,
    play_death,
    play_gm,
    play_resources,
    play_rest,
    taking_damage,
)
from rules.daggerheart.improvised import improvised
from rules.daggerheart.play_death import DEATH_GAME_ROLLS, DEATH_ROLLS
from rules.daggerheart.questions import QUESTIONS
from rules.daggerheart.rolls import ROLLS

system = load_system(
    Path(__file__).parent,
    rolls={**ROLLS, **DEATH_ROLLS},
    game_rolls={
        "action": play_action.action,
        "adversary_attack": play_attack.adversary_attack,
        "damage": play_damage.damage,
        "take_damage": taking_damage.reckoning,
        **DEATH_GAME_ROLLS,
    },
    commands={
        taking_damage.TakeDamage: taking_damage.take_damage,
        play_resources.MarkStress: play_resources.mark_stress,
        play_resources.SpendHope: play_resources.spend_hope,
        play_resources.UseFeature: play_resources.use_feature,
        play_resources.RequestSpotlight: play_resources.request_spotlight,
        play_death.DeathMove: play_death.death_move,
        play_rest.Rest: play_rest.rest,
        play_gm.GmMove: play_gm.gm_move,
        play_gm.SpendFear: play_gm.spend_fear,
        play_gm.ClearCondition: play_gm.clear_condition,
        play_gm.Improvise: play_gm.improvise,
    },
    seat_commands=frozenset({"mark_stress", "spend_hope", "use_feature", "request_spotlight", "death_move"}),
    answers={
        "difficulty": answer_difficulty,
        "armor_slot": taking_damage.answer_armor_slot,
        "last_action": play_death.answer_last_action,
        "risk_it_all": play_death.answer_split,
    },
    due_answers={"death_move": play_death.answer_owed, "gm_move": play_gm.answer_gm_move},
    due_drops={"gm_move": play_gm.drop_gm_move},
    questions=QUESTIONS,
    implied=consequences.implied,
    settle=consequences.settle,
    due=consequences.due,
    turn_start=consequences.turn_start,
    improvise=improvised,
)
