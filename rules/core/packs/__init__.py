"""Games that are a folder of data: loading them, and naming everything that is wrong with them."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from rules.core.checks import check_roll, game_check
from rules.core.commands.damage import damage_parts
from rules.core.commands.rest import Rest, rest
from rules.core.dice import dice
from rules.core.errors import RuleError
from rules.core.hits import dice_in_play
from rules.core.implied import implied_by_data
from rules.core.packs.faults import Fault, PackError
from rules.core.rolling import answer_difficulty
from rules.core.system import System, SystemData, make_system, read_data

__all__ = ["Fault", "PackError", "find_packs", "load_pack", "load_packs", "parts_of"]

FILE = "system.toml"

DIFFICULTY = {
    "type": "object",
    "properties": {"dc": {"type": "integer", "minimum": -9999, "maximum": 9999}},
    "required": ["dc"],
    "additionalProperties": False,
}


def find_packs(folder: Path) -> list[Path]:
    """The packs of a folder: itself, or those that lie in it."""
    if (folder / FILE).is_file() or not folder.is_dir():
        return [folder]
    return sorted(path for path in folder.iterdir() if (path / FILE).is_file() or (path / "content").is_dir())


def load_pack(folder: Path) -> System:
    """The game in ``folder``. Only its ``system.toml`` is read; raises PackError where that has faults."""
    try:
        data = read_data(folder)
        return make_system(data, folder, **parts_of(data))
    except (OSError, ValueError, RuleError) as error:
        from rules.core.packs.system import read_system

        raise PackError(read_system(folder)[1] or [Fault(folder / FILE, 1, str(error))]) from error


def parts_of(data: SystemData) -> dict[str, Any]:
    """What a game gets from its data alone, as fields of its `System`: commands, rolls, implied conditions."""
    damage = damage_parts(data.damage) if data.damage else {}
    rolls = {key: check_roll(key, spec) for key, spec in data.rolls.items()}
    game_rolls = {key: game_check(key, spec) for key, spec in data.rolls.items()}
    implied = any(spec.when is not None for spec in data.conditions.values())
    return {
        "commands": {Rest: rest, **damage.get("commands", {})},
        "rolls": {**rolls, **damage.get("rolls", {}), dice.key: dice},
        "game_rolls": {dice.key: dice_in_play, **game_rolls, **damage.get("game_rolls", {})},
        "answers": {"difficulty": answer_difficulty},
        "questions": {"difficulty": DIFFICULTY},
        **({"implied": implied_by_data} if implied else {}),
    }


def load_packs(folders: Iterable[Path], taken: Collection[str] = ()) -> tuple[list[System], list[Fault]]:
    """The games of those packs that have no faults, and the faults of the others, which stop nobody else.

    ``taken`` are keys that other games have already.
    """
    from rules.core.packs.check import check_pack

    systems: dict[str, System] = {}
    faults: list[Fault] = []
    for folder in folders:
        checked = check_pack(folder)
        found = list(checked.faults)
        if checked.data is not None and checked.data.key in (*taken, *systems):
            found.append(Fault(folder / FILE, 1, f"another game has the key {checked.data.key!r}"))
        if not found:
            system = load_pack(folder)
            systems[system.key] = system
        faults += found
    return list(systems.values()), faults
