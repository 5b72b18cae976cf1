"""Macros of templates: put together once for all fragments in which they mean the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, Template, meta, nodes
from jinja2.environment import TemplateModule

from rules.core.remembered import Remembered

MISSING = object()
_MODULES = Remembered(400)


class SharedTemplate(Template):
    """A template whose macros, imported with context, are the same where all that they take from it is the same.

    Without that each fragment defines all macros of its imports anew, which takes longer than to draw it.
    """

    def make_module(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> TemplateModule:
        needs = _needs(self.environment, self.name or "")
        if needs is None or not shared:
            return super().make_module(vars, shared, locals)
        known = {**(vars or {}), **(locals or {})}
        values = (self, *(known.get(name, MISSING) for name in needs))
        return _MODULES.of(values, "", lambda: super(SharedTemplate, self).make_module(vars, shared, locals))


@cache
def _needs(environment: Environment, name: str) -> tuple[str, ...] | None:
    """What a template of macros takes from where it is imported; None where that cannot be told."""
    assert environment.loader is not None
    tree = environment.parse(environment.loader.get_source(environment, name)[0], name)
    if any(tree.find_all((nodes.Include, nodes.Extends))):
        return None
    found = meta.find_undeclared_variables(tree) - set(environment.globals)
    for inner in _imported(tree):
        needed = _needs(environment, inner) if inner else None
        if needed is None:
            return None
        found |= set(needed)
    return tuple(sorted(found))


def _imported(tree: nodes.Template) -> Iterator[str | None]:
    """The templates that it imports with context itself; None for one that is not named outright."""
    for one in tree.find_all((nodes.Import, nodes.FromImport)):
        assert isinstance(one, nodes.Import | nodes.FromImport)
        if one.with_context:
            yield one.template.value if isinstance(one.template, nodes.Const) else None
