"""What pages show of a game is checked too."""

from pathlib import Path

import pytest

from rules.core.packs.check import check_pack
from rules.core.packs.screen import faults_of_screen
from rules.registry import SYSTEMS
from tests.rules.packs.small import write_pack

GOOD = """
[screen]
top = {}
pinned = ["dizzy"]
legend = ["grit"]
[screen.regions]
tools = ["roll", "result"]
[screen.rows]
pc = { against = ["brawn"], trackers = ["grit"] }
[screen.sheet]
pc = ["other"]
[screen.phone]
numbers = [["brawn", "grit_max"]]
[screen.strike]
part = "attack"
bonus = "brawn"
range = { near = ["near"] }
[screen.party]
columns = [["grit"]]
[screen.party.words]
grit = ["grit"]
"""


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_the_screens_that_ship_have_no_faults(system: str) -> None:
    assert list(faults_of_screen(SYSTEMS[system].data)) == []


def faults(folder: Path, screen: str) -> list[str]:
    write_pack(folder)
    path = folder / "system.toml"
    path.write_text(path.read_text("utf-8") + screen, "utf-8")
    return [fault.what for fault in check_pack(folder).faults]


def test_a_good_screen_has_no_faults(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("top = {}", 'top = { nerve = "n" }', "screen.top: nothing here is called 'nerve'"),
        ('["dizzy"]', '["giddy"]', "screen.pinned: no card has the key 'giddy'"),
        ('legend = ["grit"]', 'legend = ["grid"]', "screen.legend: nothing here is called 'grid'"),
        ('"result"', '"results"', "screen.regions.tools: nothing here is called 'results'"),
        ('against = ["brawn"]', 'agains = ["brawn"]', "screen.rows.pc.agains: there is no such field; did you mean"),
        ('trackers = ["grit"]', 'trackers = ["brawn"]', "screen.rows.pc: nothing here is called 'brawn'"),
        ("pc = {", "hero = {", "screen.rows.hero: nothing here is called 'hero'"),
        ('pc = ["other"]', 'pc = ["others"]', "screen.sheet.pc: nothing here is called 'others'"),
        ('bonus = "brawn"', 'bonus = "brawl"', "screen.strike: nothing here is called 'brawl'"),
        ('"grit_max"', '"grit"', "screen.phone.numbers: nothing here is called 'grit'"),
        ('columns = [["grit"]]', 'columns = ["grit"]', "screen.party.columns[0]: expected a list, got a text"),
        ('grit = ["grit"]', 'grip = ["grit"]', "screen.party.words: nothing here is called 'grip'"),
    ],
)
def test_a_fault_in_a_screen_is_named(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in GOOD
    found = faults(tmp_path, GOOD.replace(old, new))
    assert any(fault.startswith(what) for fault in found), found
