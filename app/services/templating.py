"""Pages and fragments of HTML from templates/, in the viewer's language."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.services.assets import icon_of, static_url
from app.services.card_links import to_column
from app.services.codes import qr_code
from app.services.language import NAMES, catalogue
from app.services.macros import SharedTemplate
from app.settings import LANGUAGES, ROOT

TEMPLATES = ROOT / "templates"
MINUS = "\N{MINUS SIGN}"


def render(template: str, language: str, /, **values: Any) -> str:
    """The HTML of ``template`` in ``language``."""
    return environment(language).get_template(template).render(values)


class _Environment(Environment):
    template_class = SharedTemplate


@cache
def environment(language: str) -> Environment:
    """The templates with the words of one language: texts are escaped, and an unknown name is an error."""
    made = _Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,  # else each fragment asks the disk whether its templates are the same
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    made.install_gettext_translations(catalogue(language), newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {
        "lang": language,
        "languages": {key: NAMES[key] for key in LANGUAGES},
        "static_url": static_url,
        "icon_of": icon_of,
        "pie": pie,
        "qr": qr_code,
    }
    made.filters |= _filters(language)
    return made


def _filters(language: str) -> dict[str, Callable[..., str]]:
    return {
        "dec": lambda value: decimal(value, language),
        "percent": lambda value, places=1: percent(value, language, places),
        "signed": signed,
        "initial": initial,
        "day": lambda moment: day(moment, language),
        "clock": lambda moment: f"{moment:%H:%M}",
        "card_links": to_column,
        "json": in_json,
        "json_attribute": json_attribute,
    }


def in_json(value: Any) -> str:
    """The value as JSON without a space too much."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_attribute(value: Any) -> Markup:
    """The value as JSON for an attribute in single quotes: JSON is full of double ones, which would need escapes."""
    text = in_json(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")
    return Markup(text)  # escaped just now


def decimal(value: float | str, language: str) -> str:
    """A number as this language writes it."""
    text = str(value).replace("-", MINUS)
    return text.replace(".", ",") if language == "ru" else text


def percent(value: float, language: str, places: int = 1) -> str:
    """A probability as a percentage; one that is not nought and not certain never reads as if it were."""
    least = 10.0**-places
    shown = round(100 * value, places)
    if 0 < value < 1 and (shown == 0 or shown == 100):
        sign, shown = ("<", least) if shown == 0 else (">", 100 - least)
    else:
        sign = ""
    return sign + decimal(f"{shown:.{places}f}".removesuffix(".0"), language) + "%"


def signed(value: int) -> str:
    """A modifier with its sign."""
    return f"+{value}" if value > 0 else str(value).replace("-", MINUS)


def initial(name: str) -> str:
    """The letter of a monogram."""
    return next((letter.upper() for letter in name if letter.isalnum()), "?")


def day(moment: datetime, language: str) -> str:
    """A day in few words: its name within the last week, else its date."""
    from babel.dates import format_date, format_skeleton

    ago = datetime.now(tz=moment.tzinfo).date() - moment.date()
    if 0 <= ago.days < 7:
        return format_date(moment, "EEEE", locale=language)
    return format_skeleton("MMMd", moment, locale=language)


def pie(value: int, size: int) -> Markup:
    """The cut face of a clock: ``value`` of ``size`` slices filled."""
    filled = "".join(
        '<path class="on" d="M20 20 {:.2f} {:.2f}A15 15 0 0 1 {:.2f} {:.2f}Z"/>'.format(
            *_at(slice_, size, 15), *_at(slice_ + 1, size, 15)
        )
        for slice_ in range(value if size > 1 else 0)
    )
    cuts = "".join('<path class="cut" d="M20 20 {:.2f} {:.2f}"/>'.format(*_at(cut, size, 17)) for cut in range(size))
    whole = '<circle class="on" cx="20" cy="20" r="15"/>' if value == size else ""
    return Markup(whole or filled) + Markup(cuts)


def _at(step: int, size: int, radius: int) -> tuple[float, float]:
    angle = 2 * math.pi * step / size - math.pi / 2
    return 20 + radius * math.cos(angle), 20 + radius * math.sin(angle)
