"""Reading a value so that every fault in it is found at once."""

import tomllib
from pathlib import Path

import pytest

from rules.core.packs.reading import convert, dotted, fields_of, read_file
from rules.core.system import EffectSpec, SystemData

TEXT = """\
name = "x"
document = 3
ordr = "a"
[order]
policy = "numeric"
[conditions.a]
has_value = 2
[[conditions.a.effects]]
axis = "total"
[[conditions.a.effects]]
on = ["check"]
axis = 3
[[conditions.a.effects]]
on = ["check"]
axis = "total"
ops = 4
"""
STAND_INS = {"key": "x", "document": "x"}


def test_one_fault_does_not_hide_the_next() -> None:
    data, found = convert(SystemData, tomllib.loads(TEXT), fields_of(SystemData, EffectSpec), STAND_INS)
    assert [(dotted(place), what) for place, what in found] == [
        ("document", "expected a text, got a whole number"),
        ("ordr", "there is no such field; did you mean order?"),
        ("conditions.a.has_value", "expected true or false, got a whole number"),
        ("conditions.a.effects[0].on", "this field is needed"),
        ("conditions.a.effects[1].axis", "expected a text, got a whole number"),
        ("conditions.a.effects[2].ops", "there is no such field; did you mean op?"),
        ("key", "this field is needed"),
    ]
    assert data is not None
    assert [effect.axis for effect in data.conditions["a"].effects] == ["total"]


def test_without_what_must_be_there_nothing_is_read() -> None:
    data, found = convert(SystemData, {"name": "x"})
    assert data is None
    assert found == [(("key",), "this field is needed")]


@pytest.mark.parametrize("raw", [3, [], "text", None])
def test_what_is_no_table_is_no_system(raw: object) -> None:
    data, found = convert(SystemData, raw)
    assert data is None
    assert len(found) == 1


def test_a_fault_of_syntax_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("a = 1\nb = [1,\nc = 2\n", "utf-8")
    faults: list[object] = []
    assert read_file(tmp_path / "a.toml", faults).raw == {}  # type: ignore[arg-type]
    assert str(faults[0]).startswith(f"{tmp_path}/a.toml:3: is no TOML: ")
