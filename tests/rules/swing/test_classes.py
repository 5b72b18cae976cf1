"""The classes: their extra attacks by level, and how people call them."""

import pytest

from rules.swing.classes import CLASSES, ORDINALS, class_named, extra_attacks


def test_each_class_learns_its_attacks_at_its_levels() -> None:
    for key, found in CLASSES.items():
        assert list(found.levels) == sorted(found.levels)
        for count, level in enumerate(found.levels, 1):
            assert extra_attacks(key, level) == ORDINALS[:count]
            assert extra_attacks(key, level - 1) == ORDINALS[: count - 1]


def test_who_has_no_class_has_no_extra_attacks() -> None:
    assert extra_attacks(None, 99) == extra_attacks("baker", 99) == ()
    assert len(CLASSES) == 12


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("Headhunter", "headhunter"),
        ("  охотник  за головами ", "headhunter"),
        ("Жрица", "priest"),
        ("PAGE", "page"),
        ("wizard", None),
        ("", None),
    ],
)
def test_a_class_is_known_by_its_name_in_both_languages(said: str, key: str | None) -> None:
    assert class_named(said) == key


def test_no_name_is_of_two_classes() -> None:
    names = [name for found in CLASSES.values() for name in found.names]
    assert len(names) == len(set(names))
