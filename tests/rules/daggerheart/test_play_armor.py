"""What does armor do to a sheet, and is it gone with the armor?"""

from typing import Any

import pytest

from rules import content
from rules.core.errors import InvalidInput
from rules.core.project import PUBLIC_VIEWER
from rules.daggerheart.armor import suits
from tests.rules.daggerheart.evening import Evening


class Armory(Evening):
    """Nim, of level 3, who wears nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.nim = self.pc("Nim", numbers={"level": 3, "evasion": 11, "agility": 1})

    def wear(self, armor: Any = None, by: str = "gm", **fields: Any) -> None:
        self.do("wear_armor", by=by, creature=self.nim, armor=armor, **fields)

    @property
    def sheet(self) -> tuple[int, int, int, int, int]:
        """Thresholds, Armor Slots, Evasion, Agility."""
        creature = self.see()["creatures"][self.nim]
        numbers = creature["numbers"]
        slots = creature["trackers"]["armor_slots"]["max"]
        return numbers["major"], numbers["severe"], slots, numbers["evasion"], numbers["agility"]


@pytest.fixture
def armory() -> Armory:
    return Armory()


@pytest.mark.parametrize(
    ("armor", "tier", "sheet"),
    [
        (None, None, (3, 6, 0, 11, 1)),
        ("gambeson-armor", 1, (8, 14, 3, 12, 1)),
        ("leather-armor", 1, (9, 16, 3, 11, 1)),
        ("chainmail-armor", 1, (10, 18, 4, 10, 1)),
        ("full-plate-armor", 1, (11, 20, 4, 9, 0)),
        ("leather-armor", None, (12, 23, 4, 11, 1)),
        ("full-plate-armor", 4, (20, 47, 7, 9, 0)),
    ],
)
def test_thresholds_slots_and_numbers_follow_the_armor(
    armory: Armory, armor: str | None, tier: int | None, sheet: tuple[int, ...]
) -> None:
    armory.wear(armor, tier=tier)
    assert armory.sheet == sheet


def test_taking_it_off_gives_back_what_it_changed(armory: Armory) -> None:
    before = armory.sheet
    armory.wear("full-plate-armor", tier=1)
    armory.wear("gambeson-armor", tier=1)
    assert armory.sheet == (8, 14, 3, 12, 1)
    armory.wear()
    assert armory.sheet == before
    assert "armor" not in armory.creature(armory.nim).features


def test_what_changed_meanwhile_stays(armory: Armory) -> None:
    armory.wear("full-plate-armor", tier=1)
    armory.do("change_creature", creature=armory.nim, changes={"numbers": {"evasion": 12}})
    armory.wear()
    assert armory.sheet[3] == 14


def test_a_number_that_could_not_fall_is_not_raised_back(armory: Armory) -> None:
    armory.do("change_creature", creature=armory.nim, changes={"numbers": {"evasion": 1}})
    armory.wear("full-plate-armor", tier=1)
    assert armory.sheet[3] == 0
    armory.wear()
    assert armory.sheet[3] == 1


def test_marked_slots_stay_marked_as_far_as_there_are_slots(armory: Armory) -> None:
    armory.wear("chainmail-armor", tier=1)
    armory.adjust("armor_slots", 4, armory.nim)
    armory.wear("leather-armor", tier=1)
    assert armory.value("armor_slots", armory.nim) == 3


def test_thresholds_that_were_set_by_hand_give_way(armory: Armory) -> None:
    armory.do("wear_armor", creature=armory.oro, armor="leather-armor", tier=1)
    numbers = armory.see()["creatures"][armory.oro]["numbers"]
    assert (numbers["major"], numbers["severe"]) == (7, 14)
    armory.do("level_up", creature=armory.oro, choices=[{"option": "evasion"}, {"option": "stress"}], experience="W")
    assert armory.see()["creatures"][armory.oro]["numbers"]["major"] == 8


def test_armor_of_no_table_is_described(armory: Armory) -> None:
    shell = {"major": 6, "severe": 12, "score": 5, "changes": {"finesse": -1}, "name": "Turtle shell"}
    armory.wear(shell)
    assert armory.sheet == (9, 15, 5, 11, 1)
    assert armory.value("finesse", armory.nim) == -1
    assert "Nim: armor, Turtle shell" in armory.said(viewer=PUBLIC_VIEWER)
    armory.wear()
    assert armory.value("finesse", armory.nim) == 0


@pytest.mark.parametrize(
    ("armor", "pointer"),
    [
        ("bathrobe", "/armor"),
        ({"major": 6, "severe": 5, "score": 3}, "/armor/severe"),
        ({"major": 6, "severe": 12, "score": 13}, "/armor/score"),
        ({"major": 6, "severe": 12, "score": 3, "changes": {"level": 1}}, "/armor/changes/level"),
    ],
)
def test_armor_that_cannot_be_is_refused(armory: Armory, armor: Any, pointer: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        armory.wear(armor)
    assert refused.value.errors[0].pointer == pointer


def test_adversaries_wear_none_and_players_change_their_own(armory: Armory) -> None:
    with pytest.raises(InvalidInput):
        armory.do("wear_armor", creature=armory.bear, armor="leather-armor")
    armory.wear("leather-armor", by=f"seat:{armory.nim}")
    assert armory.sheet[2] == 4


def test_nobody_else_learns_the_thresholds(armory: Armory) -> None:
    armory.wear("leather-armor", tier=1)
    assert not any("9" in line for line in armory.said(viewer=PUBLIC_VIEWER)[-3:])


def test_every_suit_has_four_tiers_and_its_card() -> None:
    assert len(suits()) == 4
    for key, tiers in suits().items():
        assert sorted(tiers) == [1, 2, 3, 4]
        assert content.find_card("daggerheart", "ru", key)


def test_undo_brings_the_old_armor_back(armory: Armory) -> None:
    armory.wear("full-plate-armor", tier=1)
    before = armory.game.state
    armory.wear("leather-armor")
    armory.undo()
    assert armory.game.state == before
