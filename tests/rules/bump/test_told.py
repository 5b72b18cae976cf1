"""What the log of Bump d20 says of a sheet that changes."""

from typing import Any

import pytest

from rules import content
from rules.core import log, telling
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER
from tests.rules.bump.table import fight, foe, hero


def told(changes: dict[str, Any], language: str) -> str:
    table = fight()
    table.do("change_creature", creature=foe(table, "Ogre"), changes=changes)
    return [telling.text(line, content.words("bump", language)) for line in log.lines(table.game, GM_VIEWER)][-1]


@pytest.mark.parametrize(
    ("kind", "facts", "language", "said"),
    [
        ("size", {"size": "large"}, "en", "Ogre: sheet changed (Size)"),
        ("size", {"size": "large"}, "ru", "Ogre: лист изменён (Размер)"),
        ("resistance", {"type": "fire"}, "en", "Ogre: sheet changed (Resistance)"),
        ("oddity", {}, "en", "Ogre: sheet changed (a feature without a name)"),
    ],
)
def test_what_has_no_name_is_called_by_its_kind(kind: str, facts: dict[str, Any], language: str, said: str) -> None:
    assert told({"features": {"own_1": {"kind": kind, "name": "", "facts": facts}}}, language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Oro: Death Timer, no longer counted"), ("ru", "Oro: Таймер смерти, больше не считается")],
)
def test_a_timer_that_is_over_goes_back_to_no_formula(language: str, said: str) -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, parts=[{"amount": 60, "type": "fire"}])
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": 4})
    table.do("heal", creature=oro, amount=5)
    assert said in [telling.text(line, content.words("bump", language)) for line in log.lines(table.game, GM_VIEWER)]


@pytest.mark.parametrize("kind", ["pc", "adversary"])
def test_the_log_says_what_one_waits_for_and_of_an_adversary_only_to_the_gm(kind: str) -> None:
    table = fight()
    id = hero(table, "Oro") if kind == "pc" else foe(table, "Oro")
    table.do("start_encounter")
    table.do("begin_turn", creature=id)
    table.do("ready_action", creature=id, trigger="zq the troll moves")
    lines = {
        viewer: [telling.text(line, content.words("bump", "en")) for line in log.lines(table.game, viewer)]
        for viewer in (GM_VIEWER, PUBLIC_VIEWER)
    }
    assert "Oro: Ready, zq the troll moves" in lines[GM_VIEWER]
    assert ("Oro: Ready, zq the troll moves" in lines[PUBLIC_VIEWER]) == (kind == "pc")
    assert kind == "pc" or "Oro: Ready" in lines[PUBLIC_VIEWER]


def test_strain_that_lost_blood_leaves_no_room_for_is_told() -> None:
    table = fight()
    oro = hero(table)
    table.do("set_tracker", creature=oro, tracker="strain", value=11)
    table.do("add_condition", creature=oro, condition="bloodless", value=3)
    assert table.value("strain", oro) == 9
    assert "spills" in table.codes()
