"""A small pack without faults, for tests to write, to break and to play."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rules import content, registry
from rules.core.cards import Cards
from rules.core.system import System

SYSTEM = """\
key = "tavern"
name = "Tavern brawl"
document = "house"
languages = ["en"]
health = "grit"
order = { policy = "popcorn" }

[[sources]]
document = "house"
title = "House rules"
licence = "own work"

[numbers]
brawn = { start = 2, least = 0, most = 9 }
grit_max = { formula = "6 + brawn" }

[trackers.grit]
counts = "left"
start = "max"
refresh = { short_rest = "full" }
[trackers.nerve]
max = 3

[damage]
pools = ["grit"]

[rolls.swing]
number = "brawn"
tags = ["close"]

[conditions.dizzy]
has_value = true
stack = "highest"
lasts = [{ edge = "turn_end", turns = 1 }]
[[conditions.dizzy.effects]]
on = ["swing"]
axis = "total"
amount = "-value"
[conditions.floored]
when = "min(1, grit_max) - grit"
contains = ["dizzy"]
"""

FACTS = """\
[dizzy]
kind = "condition"
tags = ["conditions"]
related = ["floored"]
[dizzy.source]
heading = "Conditions"
lines = []

[floored]
kind = "condition"
tags = ["conditions"]
[floored.source]
heading = "Conditions"
lines = []
"""

CARDS = """\
[dizzy]
title = "Dizzy"
aliases = ["giddy"]
summary = "Swings are worse by its value."
body = \"\"\"
The room turns.

See [Floored](#floored).
\"\"\"

[floored]
title = "Floored"
summary = "No grit is left, the brawl is over."
body = "It lies under a table."
"""

WORDS = """\
[trackers]
grit = "Grit"
nerve = "Nerve"

[numbers]
brawn = "Brawn"
grit_max = "Most grit"

[roll_names]
swing = "Swing"

[tags]
close = "close by"
"""

FILES = {
    "system.toml": SYSTEM,
    "content/facts/conditions.toml": FACTS,
    "content/en/conditions.toml": CARDS,
    "words/en.toml": WORDS,
}


def write_pack(folder: Path, **changes: tuple[str, str]) -> Path:
    """Write the pack into ``folder``, with changes by the first word of a file's path: what stands there, and what
    is to stand there instead.
    """
    names = {"system": "system.toml", "facts": "content/facts/conditions.toml", "words": "words/en.toml"}
    names["cards"] = "content/en/conditions.toml"
    files = dict(FILES)
    for name, (old, new) in changes.items():
        assert old in files[names[name]], f"{old!r} does not stand in {names[name]}"
        files[names[name]] = files[names[name]].replace(old, new, 1)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


def _cards_of_others(known: Mapping[str, System]) -> list[tuple[tuple[str, ...], Mapping[str, Cards]]]:
    made = content._shelf._made.items()
    return [(name, cards) for name, cards in made if name[0] == "cards" and name[1] not in known]


@contextmanager
def only_what_ships() -> Iterator[None]:
    """Afterwards the product knows the games that it knew before, and has read nothing of others."""
    known = dict(registry.SYSTEMS)
    yield
    registry._systems.clear()
    registry._systems.update(known)
    if ("index",) in content._shelf._made:
        for (_, system), by_language in _cards_of_others(known):
            for key in {key for by_key in by_language.values() for key in by_key}:
                content.index().drop(system, key)
    for made in [made for made in content._shelf._made if len(made) > 1 and made[1] not in known]:
        del content._shelf._made[made]
