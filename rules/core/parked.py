"""Whose fight was put away: they wait in a wave of its name, off the board, as they stood."""

MARK = "parked/"
LONGEST_NAME = 60


def wave_of(name: str, wave: str | None = None) -> str:
    """Where those wait whose fight was put away under ``name``; ``wave`` is the one in which they waited before."""
    return f"{MARK}{name}" if wave is None else f"{MARK}{name}/{wave}"


def name_in(wave: str | None) -> str | None:
    """The name under which a fight was put away, of one who waits in ``wave``; None for any other."""
    return wave.removeprefix(MARK).partition("/")[0] if wave is not None and wave.startswith(MARK) else None


def wave_in(wave: str) -> str | None:
    """The wave in which one waited before the fight was put away; None where it stood on the board."""
    return wave.removeprefix(MARK).partition("/")[2] or None
