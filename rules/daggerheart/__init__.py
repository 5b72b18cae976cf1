"""Daggerheart: duality dice, Hope and Fear, the spotlight, thresholds, countdowns."""

from pathlib import Path

from rules.core.system import load_system
from rules.daggerheart.rolls import ROLLS

system = load_system(Path(__file__).parent, rolls=ROLLS)
