"""Worked examples of a game, each with what is given, what is expected, and the name of what works it out here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Example = Mapping[str, Any]
BASES = {"text", "computed", "reading"}


def assert_comes_out(example: Example, checks: Mapping[str, Callable[[Any], Mapping[str, Any]]]) -> None:
    """Fails where anything that the example expects comes out otherwise."""
    found, expected = checks[example["check"]](example["given"]), example["expected"]
    assert {name: found[name] for name in expected} == expected, example.get("title")


def assert_complete(examples: Sequence[Example], count: int) -> None:
    """Fails where one was lost, or does not say what it rests on."""
    assert len(examples) == count
    assert {example["basis"] for example in examples} == BASES
