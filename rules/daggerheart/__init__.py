"""Daggerheart: duality dice, Hope and Fear, the spotlight, thresholds, countdowns."""

from pathlib import Path

from rules.core.rolling import answer_difficulty
from rules.core.system import load_system
from rules.daggerheart import consequences, taking_damage
from rules.daggerheart.play_action import action
from rules.daggerheart.play_attack import adversary_attack
from rules.daggerheart.play_damage import damage
from rules.daggerheart.rolls import ROLLS

system = load_system(
    Path(__file__).parent,
    rolls=ROLLS,
    game_rolls={
        "action": action,
        "adversary_attack": adversary_attack,
        "damage": damage,
        "take_damage": taking_damage.reckoning,
    },
    commands={taking_damage.TakeDamage: taking_damage.take_damage},
    answers={"difficulty": answer_difficulty, "armor_slot": taking_damage.answer_armor_slot},
    implied=consequences.implied,
    settle=consequences.settle,
    due=consequences.due,
    turn_start=consequences.turn_start,
)
