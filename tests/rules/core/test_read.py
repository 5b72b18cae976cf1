"""What is wrong with an input is said with the place and a code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from rules import core
from rules.core.errors import Fault, InvalidInput
from rules.core.read import Misfit, Number, PoolSize, pointer, read, schema, wrong_type
from rules.core.say import load_words, say

Kind = Literal["physical", "magic"]
WORDS = load_words(Path(core.__file__).parent / "words")


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount: Number
    types: Annotated[tuple[Kind, ...], msgspec.Meta(min_length=1, max_length=2)] = ("physical",)


class Blow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    sources: tuple[Source, ...] = ()
    helpers: PoolSize = 0
    reaction: bool = False
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=4)] = "x"
    numbers: dict[str, dict[str, PoolSize]] = {}
    score: int | None = None

    def __post_init__(self) -> None:
        if self.reaction and self.helpers:
            raise Misfit("helpers", "not-with-a-reaction", most=0)


def faults(raw: Any, at: str = "") -> tuple[Fault, ...]:
    with pytest.raises(InvalidInput) as invalid:
        read(Blow, raw, at=at)
    return invalid.value.errors


def test_a_fitting_input_becomes_the_value() -> None:
    assert read(Blow, {"sources": [{"amount": 7}], "name": "Мира"}) == Blow(sources=(Source(amount=7),), name="Мира")


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ({"helpers": "2"}, Fault("/helpers", "wrong-type", {"expected": ["integer"], "got": "text"})),
        ({"helpers": True}, Fault("/helpers", "wrong-type", {"expected": ["integer"], "got": "boolean"})),
        ({"helpers": 1.0}, Fault("/helpers", "wrong-type", {"expected": ["integer"], "got": "number"})),
        ({"score": "a"}, Fault("/score", "wrong-type", {"expected": ["integer", "null"], "got": "text"})),
        ({"helpers": -1}, Fault("/helpers", "too-small", {"least": 0})),
        ({"helpers": 10**40}, Fault("/helpers", "too-large", {"most": 40})),
        ({"name": ""}, Fault("/name", "too-short", {"least": 1})),
        ({"name": "abcde"}, Fault("/name", "too-long", {"most": 4})),
        ({"sources": [{}]}, Fault("/sources/0/amount", "missing", {"field": "amount"})),
        ({"sources": [{"amount": 1}, {"amount": 10000}]}, Fault("/sources/1/amount", "too-large", {"most": 9999})),
        ({"sources": [{"amount": 1, "types": ["fire"]}]}, Fault("/sources/0/types/0", "not-an-option")),
        ({"sources": [{"amount": 1, "types": []}]}, Fault("/sources/0/types", "too-short", {"least": 1})),
        ({"a/b~": 1}, Fault("/a~1b~0", "unknown-field", {"field": "a/b~"})),
        ({"x` - at `$.y[9]": 1}, Fault("/x` - at `$.y[9]", "unknown-field", {"field": "x` - at `$.y[9]"})),
        ({"x` - at `$.y[...]": 1}, Fault("/x` - at `$.y[...]", "unknown-field", {"field": "x` - at `$.y[...]"})),
        ([], Fault("", "wrong-type", {"expected": ["object"], "got": "list"})),
        (None, Fault("", "wrong-type", {"expected": ["object"], "got": "null"})),
        ({"name": "a\0"}, Fault("/name", "not-text")),
        ({"numbers": {"a": {"\ud800": 1}}}, Fault("/numbers/a", "not-text")),
    ],
)
def test_what_is_wrong_is_said_with_its_place(raw: Any, fault: Fault) -> None:
    assert faults(raw) == (fault,)


def test_the_wrong_key_of_a_mapping_is_found() -> None:
    numbers = {f"k{n}": {"a": 1, "b": 2} for n in range(50)} | {"k31": {"a": 1, "b/c": 99, "d": 1}}
    assert faults({"numbers": numbers}) == (Fault("/numbers/k31/b~1c", "too-large", {"most": 40}),)


def test_a_struct_says_which_of_its_fields_do_not_go_together() -> None:
    assert faults({"reaction": True, "helpers": 1}) == (Fault("/helpers", "not-with-a-reaction", {"most": 0}),)


def test_pointers_begin_where_the_input_stands() -> None:
    assert faults({"helpers": 41}, "/parameters")[0].pointer == "/parameters/helpers"
    assert pointer("a/b", 0) == "/a~1b/0"


def test_a_schema_has_its_own_definition_at_the_top() -> None:
    found = schema(Blow)
    assert found["type"] == "object"
    assert found["properties"]["helpers"] == {"type": "integer", "minimum": 0, "maximum": 40, "default": 0}
    assert found["properties"]["sources"]["items"] == {"$ref": "#/$defs/Source"}
    assert set(found["$defs"]) == {"Source"}


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "null"), (True, "boolean"), (3, "integer"), (0.5, "number"), ("3", "text"), ({}, "object"), ([], "list")],
)
def test_a_value_of_the_wrong_type_is_named_as_in_json(value: Any, name: str) -> None:
    (fault,) = wrong_type("/at", value, "list", "null").errors
    assert fault == Fault("/at", "wrong-type", {"expected": ["list", "null"], "got": name})
    assert "?" not in say(WORDS["en"], fault.code, {}, fault.facts, section="errors")
