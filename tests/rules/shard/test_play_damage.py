"""Boxes in play: penalties that last with their level, what is asked, what players and the report read of health."""

from typing import Any

import pytest

from rules import content
from rules.core import log, report, telling
from rules.core.errors import RuleError
from rules.core.project import GM_VIEWER, seat_viewer
from tests.rules.shard.table import due, fight, foe, hero, keys, track
from tests.rules.table import Table

WORDS = {language: content.words("shard", language) for language in ("en", "ru")}


def lines(table: Table, language: str) -> list[str]:
    titles = content.titles("shard", language)
    return [telling.text(line, WORDS[language], titles) for line in log.lines(table.game, GM_VIEWER)]


def test_the_boxes_that_one_begins_with_are_not_told() -> None:
    table = fight()
    oro = hero(table)
    told = [line for line in log.lines(table.game, GM_VIEWER) if line.facts.get("tracker") == "health"]
    assert [line.quiet for line in told] == [True]
    table.do("take_damage", creature=oro, amount=1)
    told = [line for line in log.lines(table.game, GM_VIEWER) if line.facts.get("tracker") == "health"]
    assert [line.quiet for line in told] == [True, False]


def test_a_penalty_lasts_as_long_as_its_level_has_a_mark() -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=2, damage="strain", penalty="slowed")
    assert keys(table, oro) == {"slowed"}
    table.do("heal", creature=oro, amount=1)
    assert keys(table, oro) == {"slowed"}
    table.do("heal", creature=oro, amount=1)
    assert keys(table, oro) == set()


def test_a_new_level_asks_for_a_penalty_where_the_table_wants_it() -> None:
    table = fight(penalties="new_level")
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=5)
    assert due(table) == ["penalty"]
    table.do("answer", id=table.see()["due"][0]["id"], penalty="hobbled")
    assert due(table) == []
    table.do("take_damage", creature=oro, amount=1)
    assert due(table) == []


def test_penalties_are_chosen_by_hand_unless_a_setting_says_otherwise() -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=5)
    assert due(table) == []


@pytest.mark.parametrize(
    ("damage", "words"), [(0, "unhurt"), (3, "hurt"), (8, "half"), (12, "nearly_down"), (16, "down")]
)
def test_players_read_in_a_word_how_hurt_a_foe_is(damage: int, words: str) -> None:
    table = fight()
    rat = foe(table, numbers={"constitution": 2})
    if damage:
        table.do("take_damage", creature=rat, amount=damage)
    assert table.public()["creatures"][rat]["health"] == words
    assert "trackers" not in table.public()["creatures"][rat]


def test_boxes_of_an_adversary_are_set_by_hand() -> None:
    table = fight()
    rat = foe(table, numbers={"constitution": 2, "boxes": 1})
    assert track(table, rat) == ". . . ."
    table.do("change_creature", creature=rat, changes={"numbers": {"boxes": 3}})
    assert track(table, rat) == "... ... ... ..."


@pytest.mark.parametrize(
    ("language", "health", "dice"),
    [
        ("en", "Oro: Health, 3 lethal of 16 boxes", "Oro: Prowess, 2 ready of 3"),
        ("ru", "Oro: Здоровье, смертельных 3 из 16", "Oro: Доблесть, готово 2 из 3"),
    ],
)
def test_the_log_counts_boxes_and_dice(language: str, health: str, dice: str) -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=3)
    table.do("move_dice", creature=oro, tracker="prowess")
    told = lines(table, language)
    assert health in told
    assert dice in told


def test_the_log_says_of_a_newcomer_that_nothing_is_marked_and_tells_strain_from_lethal() -> None:
    table = fight()
    oro = hero(table)
    assert "Oro: Health, 16 boxes, none marked" in lines(table, "en")
    assert "Oro: Здоровье, 16 клеток, отметок нет" in lines(table, "ru")
    table.do("take_damage", creature=oro, amount=2, damage="strain")
    assert "Oro: Health, 2 strain of 16 boxes" in lines(table, "en")
    table.do("take_damage", creature=oro, amount=1)
    assert "Oro: Health, 1 lethal and 2 strain of 16 boxes" in lines(table, "en")
    assert "Oro: Здоровье, смертельных 1 и усталости 2 из 16" in lines(table, "ru")


def test_the_report_counts_boxes_as_health_that_was_lost_and_came_back() -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=5)
    table.do("heal", creature=oro, amount=2, damage="lethal")
    figures = report.report(table.game, GM_VIEWER).creatures[oro]
    assert (figures.lost, figures.regained, figures.downs) == (5, 2, 0)
    table.do("take_damage", creature=oro, amount=13)
    assert report.report(table.game, GM_VIEWER).creatures[oro].downs == 1


def test_the_last_box_kills_a_character() -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, amount=16)
    assert "dead" in keys(table, oro)


def test_who_bleeds_out_rolls_once_a_round() -> None:
    table = fight()
    oro = hero(table)
    table.do("start_encounter")
    table.do("take_damage", creature=oro, amount=13)
    (item,) = table.see()["due"]
    assert (item["what"], item["needs"][0]["count"]) == ("bleeding", 2)
    table.do("answer", id=item["id"])
    assert due(table) == []


def test_a_penalty_without_a_level_is_of_the_highest_that_is_marked() -> None:
    table = fight()
    oro = hero(table)
    with pytest.raises(RuleError, match="level-is-clear"):
        table.do("take_penalty", creature=oro, penalty="slowed")
    table.do("take_damage", creature=oro, amount=5)
    table.do("take_penalty", creature=oro, penalty="hobbled", by=f"seat:{oro}")
    (hobbled,) = table.creature(oro).conditions.values()
    assert hobbled.data["of"] == "moderate"
    with pytest.raises(RuleError, match="not-an-option"):
        table.do("take_penalty", creature=oro, penalty="slowed")


def test_a_player_marks_and_clears_boxes_of_the_own_track_alone() -> None:
    table = fight()
    oro, mira = hero(table), hero(table, "Mira")
    table.do("take_damage", creature=oro, amount=3, damage="strain", by=f"seat:{oro}")
    table.do("heal", creature=oro, amount=1, by=f"seat:{oro}")
    assert track(table, oro) == "//.. .... .... ...."
    with pytest.raises(RuleError, match="unknown-creature"):
        table.do("take_damage", creature=mira, amount=3, by=f"seat:{oro}")


def test_a_player_is_asked_for_the_own_challenge_of_bleeding_out() -> None:
    table = fight()
    oro, mira = hero(table), hero(table, "Mira")
    table.do("start_encounter")
    table.do("take_damage", creature=oro, amount=13)
    (ask,) = table.see(seat_viewer(oro))["asks"]
    assert ask["kind"] == "bleeding"
    assert table.see(seat_viewer(mira))["asks"] == ()
    table.do("answer", id=ask["id"], dice={"faces": [4, 4]}, by=f"seat:{oro}")
    assert track(table, oro).endswith("XX..")
    assert table.see(seat_viewer(oro))["asks"] == ()


def test_a_neighbour_on_a_phone_stabilises() -> None:
    table = fight()
    oro, mira = hero(table), hero(table, "Mira", numbers={"wits": 2})
    table.do("take_damage", creature=oro, amount=13)
    table.do("stabilise", creature=mira, target=oro, dice={"faces": [6, 4]}, by=f"seat:{mira}")
    assert "stabilised" in keys(table, oro)


MAIL = {"kind": "armour", "name": "Mail", "facts": {"rating": 2, "strong": "slashing", "weak": "-"}}
HIDE = {"kind": "resistance", "name": "Hide", "facts": {"type": "poison"}}


@pytest.mark.parametrize(
    ("given", "marked"),
    [
        ({}, 5),
        ({"damage_type": "bludgeoning"}, 3),
        ({"damage_type": "slashing"}, 2),
        ({"damage_type": "slashing", "true_damage": True}, 5),
        ({"damage_type": "poison"}, 4),
        ({"damage_type": "necrotic"}, 5),
        ({"damage_type": "fire", "dice": {"armour_faces": [8, 4]}}, 4),
    ],
)
def test_damage_of_a_type_is_held_by_armour_and_resistances(given: dict[str, Any], marked: int) -> None:
    table = fight()
    oro = hero(table, features={"mail": MAIL, "hide": HIDE})
    table.do("take_damage", creature=oro, amount=5, **given)
    assert track(table, oro).count("X") == marked


def test_armour_takes_no_more_than_there_is() -> None:
    table = fight()
    oro = hero(table, features={"mail": MAIL})
    table.do("take_damage", creature=oro, amount=1, damage_type="slashing")
    assert track(table, oro).count("X") == 0
    assert "Oro: armour and resistance hold 1 (slashing)" in lines(table, "en")


def test_an_adversary_without_a_free_box_bleeds_no_longer_and_nobody_waits_for_its_turn() -> None:
    table = fight()
    oro, rat, other = hero(table), foe(table), foe(table, "Moth")
    table.do("start_encounter")
    table.do("take_damage", creature=rat, amount=99)
    assert "bleeding" not in due(table)
    assert rat not in table.see()["order"]["next"]
    for who in (oro, other):
        table.do("begin_turn", creature=who)
        table.do("end_turn")
    assert table.game.state.order.memory["phase"] == 2
