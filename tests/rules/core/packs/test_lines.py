"""Where values of a TOML file stand."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.packs.lines import lines_of

RULES = Path(__file__).parents[4] / "rules"
TEXT = '''# a comment with [brackets] and = signs
key = "x"
[conditions.prone]
icon = "dot" # why
lasts = [
  { edge = "scene" },  # one
  { minutes = 1 },
]
[[conditions.prone.effects]]
axis = "total"
[[conditions.prone.effects]]
axis = "can"
body = """
[no.header]
key = 1
"""
after.body = 'its'
'''

TEXTS = [
    "''",
    '""',
    "''''''",
    r'"\\"',
    '"""\n"a"" b"""""',
    "'''\n'a'' b'''''",
    r'"""a \"\"" b\\"""',
]


def test_every_kind_of_place_has_its_line() -> None:
    lines = lines_of(TEXT)
    assert lines.of(("key",)) == 2
    assert lines.of(("conditions", "prone")) == 3
    assert lines.of(("conditions", "prone", "lasts", 1, "minutes")) == 7
    assert lines.of(("conditions", "prone", "effects", 1, "axis")) == 12
    assert lines.of(("conditions", "prone", "effects", 1, "body")) == 13


def test_a_place_without_a_line_has_that_of_what_it_lies_in() -> None:
    lines = lines_of(TEXT)
    assert lines.of(("conditions", "prone", "effects", 0, "amount")) == 9
    assert lines.of(("nowhere",)) == 1


def test_what_stands_in_a_text_is_no_key() -> None:
    assert ("no", "header") not in lines_of(TEXT).found


def test_a_key_that_stands_twice_is_found_with_both_lines() -> None:
    lines = lines_of("[a]\nx = 1\ny = 2\nx = 3\n[b]\n[a]\n")
    assert lines.twice == [(("a", "x"), 4, 2), (("a",), 6, 1)]


def test_the_same_key_in_two_elements_does_not_stand_twice() -> None:
    assert lines_of("[[a]]\nx = 1\n[[a]]\nx = 1\nlist = [{x = 1}, {x = 1}]\n").twice == []


def test_the_files_of_the_rules_are_understood_to_the_end() -> None:
    for path in RULES.rglob("*.toml"):
        lines = lines_of(path.read_text("utf-8"))
        assert lines.twice == []
        *_, last = tomllib.loads(path.read_text("utf-8"))
        assert any(place[0] == last for place in lines.found), path


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_ends_where_its_quotation_marks_say(text: str) -> None:
    whole = f"a = {text}\nb = 1\n"
    assert tomllib.loads(whole)["b"] == 1
    assert lines_of(whole).of(("b",)) == whole.count("\n")


@given(st.text(alphabet="ab.=[]{}\"'\n #,1\\", max_size=60))
def test_no_text_confuses_it(text: str) -> None:
    lines = lines_of(text)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.found.values())


@given(st.text(alphabet="ab.=[]{}\"'\n #,1\\", max_size=40))
def test_what_is_toml_has_a_line_for_every_key_at_the_top(text: str) -> None:
    try:
        known = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = {place[0] for place in lines_of(text).found}
    assert found == set(known)
