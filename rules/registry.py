"""Every game that the product knows: those with rules of their own, and those that are only data."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType

from rules.core.errors import RuleError
from rules.core.packs import Fault, load_pack, load_packs
from rules.core.system import System

HERE = Path(__file__).parent
PACKS = HERE / "packs"


def _shipped() -> Iterator[System]:
    """The ``system`` of every folder beside the core, and the packs that come with the product."""
    for module in iter_modules([str(HERE)]):
        if module.ispkg and module.name != "core":
            system: System = import_module(f"rules.{module.name}").system
            yield system
    yield from (load_pack(folder) for folder in sorted(PACKS.iterdir()) if (folder / "system.toml").is_file())


_systems: dict[str, System] = {
    system.key: system for system in sorted(_shipped(), key=lambda system: (system.data.rank, system.key))
}
SYSTEMS: Mapping[str, System] = MappingProxyType(_systems)


def get_system(key: str) -> System:
    """The game of this key; raises RuleError ``unknown-system``."""
    found = SYSTEMS.get(key)
    if found is None:
        raise RuleError("unknown-system", system=key[:60])
    return found


def install(folders: Iterable[Path]) -> list[Fault]:
    """Add the games of these packs, before anything is read of any; answers what is wrong with those left out.

    A pack that is there already, from the same folder, stays as it is.
    """
    known = {system.folder.resolve() for system in SYSTEMS.values()}
    new = [folder.resolve() for folder in folders if folder.resolve() not in known]
    systems, faults = load_packs(new, SYSTEMS)
    _systems.update((system.key, system) for system in systems)
    return faults
