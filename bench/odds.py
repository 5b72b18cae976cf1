"""How long exact odds take, worked out and written as plain values: python bench/odds.py

Two cores of a small virtual machine, Python 3.11, the best of fifteen, in milliseconds of CPU.
"""

import json
import sys
from pathlib import Path
from time import thread_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.core import odds
from rules.core.errors import InvalidInput, RuleError
from rules.registry import get_system
from rules.shard import margins, pools
from rules.swing import blow

MODULES = (odds, pools, margins, blow)
REMEMBERED = [found for of in MODULES for found in vars(of).values() if hasattr(found, "cache_clear")]

# The game and its roll, parameters, and the milliseconds recorded.
BLOW = {"bonus": 8, "defense": 18, "weapon": {"die": "1d8", "critical_percent": 15}, "damage_bonus": 6}
ROWS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("daggerheart/action", {"difficulty": 13, "modifier": 2}, "0.11"),
    ("daggerheart/action", {"difficulty": 13, "disadvantage": 1, "helpers": 2}, "0.22"),
    ("daggerheart/action", {"difficulty": 13, "advantage": 1, "helpers": 40}, "0.31"),
    ("daggerheart/adversary_attack", {"evasion": 12, "advantage": 1}, "0.08"),
    ("daggerheart/damage", {"dice": "d8", "proficiency": 3, "modifier": 2}, "0.11"),
    ("daggerheart/damage", {"dice": "d100", "proficiency": 40}, "15.66"),
    ("daggerheart/dice", {"expression": "4d6kh3+2"}, "0.13"),
    ("daggerheart/dice", {"expression": "100d6"}, "2.65"),
    ("daggerheart/dice", {"expression": "100d20"}, "11.03"),
    ("daggerheart/dice", {"expression": "3d1000kh2"}, "7.88"),
    ("daggerheart/dice", {"expression": "33d12+33d20-34d10"}, "10.20"),
    ("daggerheart/dice", {"expression": "50d6kh25+50d20"}, "14.89"),
    ("daggerheart/dice", {"expression": "10d1000"}, "0.03"),
    ("daggerheart/dice", {"expression": "100d1000kh50"}, "0.03"),
    ("shard/challenge", {"dice": 5, "target": 2}, "0.08"),
    ("shard/challenge", {"dice": 40, "target": 20, "focused": True}, "0.29"),
    ("shard/challenge", {"dice": 40, "target": 20, "rerolls": [1, 2, 3, 4, 5]}, "0.33"),
    ("shard/attack", {"dice": 6, "defence": 2, "active_defence": 2, "weapon_damage": 2}, "0.25"),
    (
        "shard/attack",
        {"dice": 40, "defence": 9, "active_defence": 40, "armour": {"rating": 12}, "damage_type": "fire"},
        "3.70",
    ),
    (
        "shard/attack",
        {
            "dice": 40,
            "defence": 99,
            "active_defence": 40,
            "weapon_damage": -99,
            "size_steps": 20,
            "resistance": 30,
            "armour": {"rating": 12},
            "damage_type": "fire",
        },
        "4.53",
    ),
    ("shard/attack", {"dice": 40, "defence": 99, "weapon_damage": -99, "size_steps": 20, "focused": True}, "2.35"),
    ("shard/cast", {"attribute": 3, "school": 2, "ether_dice": 2, "target": 2}, "0.09"),
    ("shard/cast", {"attribute": 20, "school": 20, "target": 12, "focused": True}, "0.32"),
    ("bump/check", {"dc": 15, "modifier": 6, "advantage": 1}, "0.07"),
    ("bump/check", {"dc": 15, "modifier": 9999, "advantage": 9999, "fortune": 1}, "0.08"),
    ("bump/attack", {"dc": 16, "modifier": 7, "critical_hit": True, "misfortune": 1}, "0.09"),
    ("bump/flat", {"dc": 15, "fortune": 1}, "0.04"),
    ("bump/group", {"dc": 15, "members": [{"modifier": 3}, {"modifier": 7}, {}, {"fortune": 1}]}, "0.27"),
    ("bump/group", {"dc": 15, "members": [{"modifier": n, "fortune": n % 2} for n in range(20)]}, "1.40"),
    ("bump/area", {"dc": 15, "members": [{"modifier": n, "misfortune": n % 2} for n in range(20)]}, "1.53"),
    ("bump/damage", {"dice": "2d8", "modifier": 4}, "0.04"),
    ("bump/damage", {"dice": "40d100"}, "8.94"),
    ("bump/death_timer", {"fortitude": 2, "exhaustion": 1}, "0.04"),
    ("bump/fall", {"feet": 200}, "0.08"),
    ("bump/fall", {"feet": 9999}, "0.08"),
    ("swing/attack", {"bonus": 8, "defense": 18, "weapon": {"die": "1d8", "critical_percent": 15}}, "0.19"),
    ("swing/attack", {"bonus": 8, "defense": 18, "weapon": {"die": "10d100", "multiplier": 10}}, "15.83"),
    (
        "swing/round",
        {"attacks": [BLOW], "extra_attacks": [{"needs": 6}] * 5, "dual_wield": BLOW, "haste": True},
        "1.36",
    ),
    ("swing/round", {"attacks": [BLOW] * 30}, "6.10"),
    ("swing/round", {"attacks": [{**BLOW, "weapon": {"die": "10d100"}}] * 30}, "0.05"),
    ("swing/pick_up", {"hit": 200, "missed": 200}, "7.50"),
)


def timed(roll: str, parameters: dict[str, Any]) -> tuple[float, str]:
    """The milliseconds of one answer from nothing, and what it was."""
    for cached in REMEMBERED:
        cached.cache_clear()
    system, _, key = roll.partition("/")
    began = thread_time()
    try:
        answer = get_system(system).rolls[key].exact_odds(parameters).answer()
    except (InvalidInput, RuleError):
        return 1000 * (thread_time() - began), "refused"
    return 1000 * (thread_time() - began), f"{len(answer['distribution'])} values"


def main() -> None:
    for roll, parameters, recorded in ROWS:
        best, size = min(timed(roll, parameters) for _ in range(15))
        print(f"{best:8.2f} ms  {size:>14}  was {recorded:>6}  {roll} {json.dumps(parameters)[:90]}")


if __name__ == "__main__":
    main()
