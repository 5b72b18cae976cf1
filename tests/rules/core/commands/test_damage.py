"""Damage in games that count wounds up, name no types, or let conditions change it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.core.errors import RuleError
from rules.registry import install
from tests.rules.packs.small import SYSTEM, only_what_ships, write_pack
from tests.rules.table import Table

WOUNDS = (
    SYSTEM.replace('health = "grit"', 'health = "wounds"')
    .replace('[trackers.grit]\ncounts = "left"\nstart = "max"', '[trackers.wounds]\ncounts = "marked"\nmax = 4')
    .replace('pools = ["grit"]', 'pools = ["wounds"]')
    .replace('when = "min(1, grit_max) - grit"', 'when = "wounds + 1 - wounds_max"')
    .replace('grit_max = { formula = "6 + brawn" }\n', "")
    .replace('on = ["swing"]\naxis = "total"\namount = "-value"', 'to = "against"\non = ["damage"]\naxis = "damage"')
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game in which wounds are marked, and whoever is dizzy takes one more."""
    with only_what_ships():
        words = ('grit = "Grit"', 'wounds = "Wounds"')
        folder = write_pack(tmp_path, system=(SYSTEM, WOUNDS), words=words)
        text = (folder / "words/en.toml").read_text("utf-8").replace('grit_max = "Most grit"\n', "")
        (folder / "words/en.toml").write_text(text, "utf-8")
        assert install([folder]) == []
        yield Table("tavern")


def test_damage_marks_wounds_and_healing_clears_them(table: Table) -> None:
    olf = table.pc("Olf")
    assert table.value("wounds", olf) == 0
    table.do("take_damage", creature=olf, amount=3)
    assert table.value("wounds", olf) == 3
    table.do("heal", creature=olf, amount=2)
    assert table.value("wounds", olf) == 1
    table.do("heal", creature=olf, amount=9)
    assert table.value("wounds", olf) == 0


def test_no_more_is_marked_than_there_is(table: Table) -> None:
    olf = table.pc("Olf")
    played = table.do("take_damage", creature=olf, amount=9)
    assert table.value("wounds", olf) == 4
    told = played.added[0].event
    assert told.secret["beyond"] == 5  # type: ignore[union-attr]
    assert table.see()["creatures"][olf]["health"] == "down"
    table.do("take_damage", creature=olf, amount=1)
    assert table.value("wounds", olf) == 4


def test_what_follows_from_the_wounds_comes_and_goes_with_them(table: Table) -> None:
    olf = table.pc("Olf")
    table.do("take_damage", creature=olf, amount=4)
    conditions = table.see()["creatures"][olf]["conditions"]
    found = {condition["key"]: condition["reasons"][0]["reason"] for condition in conditions}
    assert found == {"floored": "wounds", "dizzy": "floored"}
    table.do("heal", creature=olf, amount=1)
    assert table.see()["creatures"][olf]["conditions"] == ()


def test_a_condition_may_add_to_damage(table: Table) -> None:
    olf = table.pc("Olf")
    table.do("add_condition", creature=olf, condition="dizzy", value=1)
    played = table.do("take_damage", creature=olf, amount=1)
    assert table.value("wounds", olf) == 2
    steps = played.added[0].event.secret["steps"]  # type: ignore[union-attr]
    assert [step["code"] for step in steps] == ["damage-conditions", "damage-pool"]


def test_a_game_that_names_no_types_takes_any(table: Table) -> None:
    olf = table.pc("Olf")
    table.do("take_damage", creature=olf, amount=1, damage_type="a flying chair")
    assert table.value("wounds", olf) == 1


def test_who_deals_it_and_who_takes_it_must_be_there(table: Table) -> None:
    olf = table.pc("Olf")
    for fields in ({"creature": "c_gone"}, {"creature": olf, "attacker": "c_gone"}):
        with pytest.raises(RuleError) as refused:
            table.do("take_damage", amount=1, **fields)
        assert refused.value.code == "unknown-creature"


def test_only_a_pool_that_takes_damage_can_be_healed(table: Table) -> None:
    with pytest.raises(RuleError) as refused:
        table.do("heal", creature=table.pc("Olf"), amount=1, tracker="nerve")
    assert refused.value.code == "unknown-tracker"


def test_facts_of_features_that_make_no_sense_protect_from_nothing(table: Table) -> None:
    odd = {
        "a": {"kind": "resistance", "name": "a", "facts": {"type": 3, "types": "claw"}},
        "b": {"kind": "immunity", "name": "b", "facts": {}},
        "c": {"kind": "resistance", "name": "c", "facts": {"types": ["chair"], "value": "much"}},
    }
    olf = table.pc("Olf", features=odd)
    table.do("take_damage", creature=olf, amount=3, damage_type="chair")
    assert table.value("wounds", olf) == 1
