"""Every failure listed in cases.toml that could befall this product has a test marked with its id."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent


@cache
def cases() -> dict[str, dict[str, str]]:
    return tomllib.loads((TESTS / "cases.toml").read_text("utf-8"))


@cache
def marked() -> dict[str, list[str]]:
    """The tests of each case, read from the source: none needs to be run or imported."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "mark.case" not in text:
            continue
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef):
                for id in ids_of(function):
                    found.setdefault(id, []).append(f"{path.relative_to(TESTS)}::{function.name}")
    return found


def ids_of(function: ast.FunctionDef) -> Iterator[str]:
    """The ids of the markers on a function."""
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(ast.Attribute(ast.Attribute(_, "mark"), "case"), [ast.Constant(str(id))], []):
                yield id


def test_every_case_that_applies_has_a_test() -> None:
    assert [id for id, case in cases().items() if "not_applicable" not in case and id not in marked()] == []


def test_no_test_names_a_case_that_is_not_listed() -> None:
    assert {id: tests for id, tests in marked().items() if id not in cases()} == {}


def test_a_case_that_does_not_apply_is_proved_by_nobody() -> None:
    assert {id: marked()[id] for id, case in cases().items() if "not_applicable" in case and id in marked()} == {}


def test_every_marker_is_on_a_test() -> None:
    assert [name for tests in marked().values() for name in tests if not name.split("::")[1].startswith("test_")] == []
    written = sum(path.read_text("utf-8").count("mark.case" + "(") for path in TESTS.rglob("*.py"))
    assert written == sum(map(len, marked().values()))


def test_a_case_says_what_it_is_and_where_it_is_proved_or_why_not() -> None:
    assert len(cases()) == 82
    for id, case in cases().items():
        assert set(case) in ({"title", "proved"}, {"title", "not_applicable"}), id
        assert all(text.strip() for text in case.values()), id
