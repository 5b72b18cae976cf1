"""Fragments without what the page has already: in place of each element that stayed the same there is an empty one.

The page keeps its own element where it meets such a placeholder (static/js/morph.js), so a row that only got its
ribbon does not bring all of its buttons again, and a log that got a line does not bring the others.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup

TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)((?:[^\"'>]|\"[^\"]*\"|'[^']*')*?)(/?)>")
ID = re.compile(r"""\sid="([^"]+)\"""")
VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr"))
LEAST = 80  # letters that are worth a placeholder


@lru_cache(maxsize=512)
def lean(old: str, new: str) -> Markup:
    """``new`` with placeholders for the elements that have the same id in ``old`` and are the very same there."""
    old, new = str(old), str(new)  # slices of Markup are slow
    known = {id: old[begin:end] for id, _, begin, end in _named(old)}
    found, at = [], 0
    for id, tag, begin, end in _named(new):
        if 0 < begin >= at and end - begin >= LEAST and known.get(id) == new[begin:end]:
            found += [new[at:begin], placeholder(id, tag)]
            at = end
    return Markup("".join([*found, new[at:]]))  # pieces of what a template rendered


def placeholder(id: str, tag: str) -> str:
    """What stands for an element that the page has already."""
    return f'<{tag} id="{id}" data-same></{tag}>'


def placeholder_of(id: str, html: str) -> str:
    """A placeholder for a whole fragment."""
    tag = TAG.match(html)
    return placeholder(id, tag[2]) if tag else html


@lru_cache(maxsize=128)
def _named(html: str) -> list[tuple[str, str, int, int]]:
    """The elements with an id, as they begin: the id, the tag, where the element begins and where it ends."""
    open: list[tuple[str, str, int]] = []
    found: list[tuple[str, str, int, int]] = []
    for tag in TAG.finditer(html):
        closes, name, attributes, closed = tag.groups()
        if not closes and not closed and name not in VOID:
            id = ID.search(attributes) if attributes else None
            open.append((name, id[1] if id else "", tag.start()))
        while closes and open:
            opened, id_, begin = open.pop()
            if opened == name:
                if id_:
                    found.append((id_, name, begin, tag.end()))
                break
    return sorted(found, key=lambda one: one[2])
