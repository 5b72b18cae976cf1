"""Persistent damage that a GM gives by hand: of several types, a number or a die."""

import pytest

from rules import content
from rules.core import log, telling
from rules.core.errors import InvalidInput
from rules.core.project import GM_VIEWER
from tests.rules.bump.table import begin, fight, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def test_a_number_and_a_die_of_two_types_are_due_together(table: Table) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="persistent-damage", value=2, detail="fire")
    table.do("add_condition", creature=oro, condition="persistent-damage", amount="d4", value=1, detail="acid")
    begin(table, oro)
    burns, stings = (item for item in table.see()["due"] if item["what"] == "damage")
    assert (burns["needs"], stings["needs"]) == ([], [{"dice": "dice", "sides": 4, "count": 1}])
    table.do("settle_due", ids=[burns["id"], stings["id"]], dice={stings["id"]: {"dice": 3}})
    assert table.value("hp", oro) == 49 - 2 - 3


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Oro: Persistent Damage 2 (fire)", "Oro: Persistent Damage (acid)"]),
        ("ru", ["Oro: Продолжительный урон 2 (огонь)", "Oro: Продолжительный урон (кислота)"]),
    ],
)
def test_the_log_names_its_type_in_words(table: Table, language: str, said: list[str]) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="persistent-damage", value=2, detail="fire")
    table.do("add_condition", creature=oro, condition="persistent-damage", amount="d4", detail="acid")
    words, titles = content.words("bump", language), content.titles("bump", language)
    assert [telling.text(line, words, titles) for line in log.lines(table.game, GM_VIEWER)][-2:] == said


@pytest.mark.parametrize(
    ("condition", "amount"),
    [("frightened", "d4"), ("persistent-damage", "4"), ("persistent-damage", "d0"), ("persistent-damage", "fire")],
)
def test_dice_of_what_does_no_damage_and_dice_that_are_none_are_refused(
    table: Table, condition: str, amount: str
) -> None:
    oro = hero(table)
    with pytest.raises(InvalidInput):
        table.do("add_condition", creature=oro, condition=condition, amount=amount)
    assert table.conditions(oro) == []
