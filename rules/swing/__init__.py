"""Swing d20: blows, critical ranges, feats and fumbles, two Defenses, armor in percent, extra attacks."""

from pathlib import Path

from rules.core.implied import implied_by_data
from rules.core.rolling import answer_difficulty
from rules.core.system import load_system
from rules.swing import play_arrows, play_attack, play_damage, play_fell, play_questions, play_round, play_turn
from rules.swing.facts import FACTS
from rules.swing.questions import QUESTIONS
from rules.swing.rolls import ROLLS
from rules.swing.standing import standing
from rules.swing.turn import OWN_BLOWS, OWN_STRUCK

system = load_system(
    Path(__file__).parent,
    rolls=ROLLS,
    game_rolls={
        "attack": play_attack.attack,
        "round": play_round.whole_round,
        "extra_attacks": play_round.extra,
        "damage": play_damage.damage,
        "fumble": play_questions.fumble,
        "pick_up": play_arrows.pick,
        "take_damage": play_damage.reckoning,
    },
    commands={
        play_damage.TakeDamage: play_damage.take_damage,
        play_turn.SpendTurn: play_turn.spend_turn,
        play_arrows.PickUp: play_arrows.pick_up,
        play_fell.TakeRound: play_fell.take_round,
    },
    seat_commands=frozenset({"spend_turn", "pick_up", "take_round"}),
    own_notes=frozenset({OWN_BLOWS, OWN_STRUCK}),
    answers={
        "difficulty": answer_difficulty,
        "feat": play_questions.answer_feat,
        "fumble": play_questions.answer_fumble,
    },
    due_answers={"pick_up": play_arrows.answer},
    due_drops={"pick_up": play_arrows.leave},
    questions=QUESTIONS,
    implied=implied_by_data,
    due=play_arrows.due,
    settle=play_turn.settle,
    turn_end=play_round.turn_end,
    standing=standing,
    facts=FACTS,
)
