"""What damage takes: a share of it stays in a character's armor, a creature takes all of it."""

from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.swing.evening import Evening


def test_armor_takes_its_percentage_from_a_character_and_nothing_from_a_creature() -> None:
    evening = Evening()
    evening.do("take_damage", creature=evening.kesh, amount=13)
    evening.do("take_damage", creature=evening.wight, amount=13)
    assert (evening.value("hp", evening.kesh), evening.value("hp", evening.wight)) == (84 - 10, 70 - 13)


def test_direct_damage_and_damage_whose_armor_was_counted_is_taken_whole() -> None:
    evening = Evening()
    evening.do("take_damage", creature=evening.kesh, amount=13, direct=True)
    assert evening.value("hp", evening.kesh) == 71


def test_the_other_reading_of_the_share_is_a_setting() -> None:
    evening = Evening(armor_rounds="result")
    evening.do("take_damage", creature=evening.kesh, amount=13)
    assert evening.value("hp", evening.kesh) == 84 - 9


def test_hit_points_stop_at_nought_and_a_plus_gives_them_back() -> None:
    evening = Evening()
    evening.do("take_damage", creature=evening.hound, amount=90)
    assert evening.value("hp", evening.hound) == 0
    evening.do("take_damage", creature=evening.hound, amount=-5)
    assert (evening.value("hp", evening.hound), evening.codes()[-2]) == (5, "healed")


def test_what_has_no_hit_points_takes_no_damage() -> None:
    evening = Evening()
    bridge = evening.add("Bridge", kind="environment")
    with pytest.raises(RuleError, match="takes-no-damage"):
        evening.do("take_damage", creature=bridge, amount=3)


def test_players_read_how_hard_a_foe_was_hit_and_not_what_is_left_of_it() -> None:
    evening = Evening()
    evening.do("take_damage", creature=evening.wight, amount=13, attacker=evening.kesh)
    seen: Any = evening.public()
    assert "hp" not in seen["creatures"][evening.wight]["trackers"]
    assert seen["creatures"][evening.wight]["health"] == "hurt"
    assert "damage_taken" in evening.codes(PUBLIC_VIEWER)


def test_the_roll_of_that_name_reckons_with_the_sheet_and_takes_nothing() -> None:
    evening = Evening()
    evening.do("roll", roll="take_damage", targets=[evening.kesh], parameters={"amount": 13})
    (record,) = evening.game.state.rolls.values()
    assert record.facts["more"]["damage"] == 10
    assert evening.value("hp", evening.kesh) == 84
