"""Links between cards, leading where the place that shows them can follow."""

from __future__ import annotations

import re

from markupsafe import Markup

LINK = re.compile(r'<a href="#([a-z0-9-]+)"[^>]*>(.*?)</a>', re.DOTALL)


def to_reference(html: str, system: str, query: str = "") -> Markup:
    """The HTML of a card whose links open the other cards' own pages; ``query`` is kept."""
    return Markup(LINK.sub(rf'<a href="/reference/{system}/\1{_escaped(query)}">\2</a>', str(html)))


def to_column(html: str, base: str) -> Markup:
    """The HTML of a card whose links put the others beside it, in the Reference column of the screen at ``base``."""
    loads = rf'hx-get="{base}/cards/\1" hx-target="#cards" hx-swap="afterbegin"'
    return Markup(LINK.sub(rf'<a href="#card-\1" data-card="\1" {loads}>\2</a>', str(html)))


def to_nowhere(html: str) -> Markup:
    """The HTML of a card where there are no others: its links are plain words."""
    return Markup(LINK.sub(r"\2", str(html)))


def _escaped(query: str) -> str:
    return str(Markup.escape(query)).replace("\\", r"\\")
