"""What a command has at hand while it is decided."""

from random import Random

from rules.core.chance import Chance
from rules.core.draft import Draft
from rules.core.state import Creature, State
from rules.core.trackers import DicePool, Pool
from rules.registry import get_system


def draft_of(**trackers: DicePool | Pool) -> Draft:
    system = get_system("daggerheart")
    oro = Creature("c_1", "Oro", "pc", trackers=trackers)
    ids = Random(1)
    chance = Chance(None, {}, True, lambda: f"{ids.getrandbits(32):x}")
    return Draft(system, State(system="daggerheart", creatures={"c_1": oro}), "gm", chance)


def test_dice_move_from_state_to_state_no_more_than_there_are() -> None:
    draft = draft_of(ether=DicePool(ready=3))
    assert draft.move_dice("c_1", "ether", "ready", "spent", 2) == 2
    assert draft.move_dice("c_1", "ether", "ready", "exhausted", 2) == 1
    assert draft.state.creatures["c_1"].trackers["ether"] == DicePool(spent=2, exhausted=1)
    assert draft.move_dice("c_1", "prowess", "ready", "spent", 1) == 0


def test_a_line_counts_as_told_until_its_tracker_changes_again() -> None:
    draft = draft_of(hit_points=Pool(0, 6))
    draft.put("c_1", "hit_points", Pool(6, 6))
    assert not draft.has_told(("falls",), "c_1", "hit_points")
    draft.tell("falls", {"target": "c_1"})
    assert draft.has_told(("falls",), "c_1", "hit_points")
    draft.put("c_1", "hit_points", Pool(5, 6))
    assert not draft.has_told(("falls",), "c_1", "hit_points")
