"""Macros that are put together once where they mean the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined

from app.services.macros import SharedTemplate

MACROS = "{% macro greet(name) %}{{ word }} {{ name }}{% endmacro %}"
PAGE = "{% import 'm' as m with context %}{{ m.greet(name) }}"


def environment(**templates: str) -> Environment:
    class Shared(Environment):
        template_class = SharedTemplate

    return Shared(loader=DictLoader({"m": MACROS, "page": PAGE, **templates}), undefined=StrictUndefined)


def drawn(made: Environment, values: Mapping[str, Any]) -> str:
    return made.get_template("page").render(values)


def test_a_fragment_gets_its_own_values() -> None:
    made = environment()
    assert drawn(made, {"word": "Hail", "name": "Ada"}) == "Hail Ada"
    assert drawn(made, {"word": "Hail", "name": "Bo"}) == "Hail Bo"
    assert drawn(made, {"word": "Farewell", "name": "Bo"}) == "Farewell Bo"


def test_what_macros_take_through_other_macros_counts_as_well() -> None:
    made = environment(
        page="{% import 'outer' as o with context %}{{ o.both(name) }}",
        outer="{% import 'm' as m with context %}{% macro both(name) %}{{ m.greet(name) }}!{% endmacro %}",
    )
    assert drawn(made, {"word": "Hail", "name": "Ada"}) == "Hail Ada!"
    assert drawn(made, {"word": "Farewell", "name": "Ada"}) == "Farewell Ada!"


def test_what_macros_take_from_a_page_s_own_names_counts_as_well() -> None:
    made = environment(page="{% set word = said %}" + PAGE)
    assert drawn(made, {"said": "Hail", "name": "Ada"}) == "Hail Ada"
    assert drawn(made, {"said": "Farewell", "name": "Ada"}) == "Farewell Ada"


def test_macros_that_include_something_are_made_anew() -> None:
    made = environment(m="{% macro greet(name) %}{% include 'inner' %}{% endmacro %}", inner="{{ word }}")
    assert drawn(made, {"word": "Hail", "name": "Ada"}) == "Hail"
    assert drawn(made, {"word": "Farewell", "name": "Ada"}) == "Farewell"


def test_macros_are_put_together_once() -> None:
    made = environment()
    values = {"word": "Hail", "name": "Ada"}
    drawn(made, values)
    template = made.get_template("m")
    first = template.make_module(dict(values), True)
    assert template.make_module(dict(values), True) is first
    assert template.make_module({**values, "word": "Farewell"}, True) is not first
