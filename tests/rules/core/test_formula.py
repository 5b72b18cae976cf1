"""Formulas answer what arithmetic says, stay small, and cannot do anything else."""

from __future__ import annotations

import pytest

from rules.core.errors import RuleError
from rules.core.formula import LIMIT, Formula, order


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4", 14),
        ("(level + 5) * 2", 16),
        ("-level", -3),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("up(7, 2)", 4),
        ("up(-7, 2)", -3),
        ("level // 0", 0),
        ("up(level, nothing)", 0),
        ("nothing + 1", 1),
        ("min(level, 2, 9)", 2),
        ("max(level, 2)", 3),
        ("clamp(25 + 5 * level, 10, 35)", 35),
        ("999999 * 999999", LIMIT),
        ("-999999 * 999999", -LIMIT),
        ("  1", 1),
    ],
)
def test_a_formula_is_plain_arithmetic(text: str, value: int) -> None:
    assert Formula(text)({"level": 3}) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 +",
        "1.5",
        "1 / 2",
        "2 ** 9",
        "True",
        "'a'",
        "a.b",
        "a[0]",
        "f(1)",
        "min(1)",
        "up(1, 2, 3)",
        "min(*a)",
        "max(a, key=b)",
        "1 if a else 2",
        "a < b",
        "1000000",
        "min",
        "__import__",
        "lambda: 1",
        "+1",
        "not a",
        "\0",
        "(" * 150 + "1" + ")" * 150,
    ],
)
def test_all_else_is_refused(text: str) -> None:
    with pytest.raises(RuleError) as refused:
        Formula(text)
    assert refused.value.code.startswith("formula-")


def test_a_long_or_big_formula_is_refused() -> None:
    with pytest.raises(RuleError, match="formula-too-long"):
        Formula("1 + " * 60 + "1")
    with pytest.raises(RuleError, match="formula-too-big"):
        Formula("a" + "+a" * 45)


def test_a_number_from_outside_cannot_pass_the_limit() -> None:
    assert Formula("x")({"x": 10**30}) == LIMIT


def test_formulas_are_ordered_by_what_they_are_made_of() -> None:
    formulas = {"severe": Formula("major * 2"), "major": Formula("base + level"), "level_up": Formula("level")}
    found = order(formulas)
    assert found.index("major") < found.index("severe")
    assert set(found) == set(formulas)


@pytest.mark.parametrize("formulas", [{"a": "a + 1"}, {"a": "b", "b": "c", "c": "a"}])
def test_a_circle_is_refused(formulas: dict[str, str]) -> None:
    with pytest.raises(RuleError, match="formula-cycle"):
        order({name: Formula(text) for name, text in formulas.items()})


def test_the_names_of_a_formula_leave_out_its_functions() -> None:
    assert Formula("clamp(a, min(b, 1), 9)").names == {"a", "b"}
