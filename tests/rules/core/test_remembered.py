"""What is worked out once of values that never change."""

from rules.core.remembered import Remembered


def test_the_very_same_values_are_asked_about_once() -> None:
    known, one, made = Remembered(10), object(), list[int]()
    for _ in range(3):
        known.of((one,), "size", lambda: made.append(1))
    assert len(made) == 1


def test_equal_values_are_not_the_same() -> None:
    known = Remembered(10)
    assert known.of(([],), "", lambda: "first") == "first"
    assert known.of(([],), "", lambda: "second") == "second"


def test_one_value_has_an_answer_for_each_name() -> None:
    known, one = Remembered(10), object()
    assert known.of((one,), "a", lambda: 1) == 1
    assert known.of((one,), "b", lambda: 2) == 2
    assert known.of((one,), "a", lambda: 3) == 1


def test_no_more_than_so_many_answers_are_kept() -> None:
    known, made = Remembered(2), list[int]()
    values = [object() for _ in range(3)]
    for value in (*values, values[0]):
        known.of((value,), "", lambda: made.append(1))
    assert len(made) == 4
