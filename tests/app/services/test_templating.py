"""How numbers, names and days are written on pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from jinja2 import UndefinedError

from app.services.templating import day, decimal, environment, initial, percent, pie, signed


@pytest.mark.parametrize(
    "value, en, ru", [(1.5, "1.5", "1,5"), (-3, "\N{MINUS SIGN}3", "\N{MINUS SIGN}3"), (7, "7", "7")]
)
def test_russian_writes_a_comma(value: float, en: str, ru: str) -> None:
    assert (decimal(value, "en"), decimal(value, "ru")) == (en, ru)


@pytest.mark.case("GM-045")
@pytest.mark.parametrize(
    "value, wanted",
    [(1 / 12, "8.3%"), (0.5, "50%"), (0, "0%"), (1, "100%"), (0.0001, "<0.1%"), (0.99999, ">99.9%")],
)
def test_a_chance_never_reads_as_certain_when_it_is_not(value: float, wanted: str) -> None:
    assert percent(value, "en") == wanted


@pytest.mark.parametrize("value, wanted", [(2, "+2"), (0, "0"), (-1, "\N{MINUS SIGN}1")])
def test_a_modifier_shows_its_sign(value: int, wanted: str) -> None:
    assert signed(value) == wanted


@pytest.mark.parametrize("name, wanted", [("Ilka", "I"), ("«оро»", "О"), ("  ", "?"), ("7 Dwarves", "7")])
def test_a_monogram_is_the_first_letter(name: str, wanted: str) -> None:
    assert initial(name) == wanted


def test_a_day_within_the_week_has_its_name() -> None:
    moment = datetime.now(tz=UTC) - timedelta(days=2)
    assert day(moment, "en") == f"{moment:%A}"
    assert day(datetime(2020, 11, 12, tzinfo=UTC), "en") == "Nov 12"
    assert day(datetime(2020, 11, 12, tzinfo=UTC), "ru") == "12 нояб."


@pytest.mark.parametrize("value, size, slices", [(0, 6, 0), (4, 6, 4), (6, 6, 0), (1, 1, 0)])
def test_a_clock_shows_its_slices(value: int, size: int, slices: int) -> None:
    drawn = pie(value, size)
    assert drawn.count('<path class="on"') == slices
    assert ('<circle class="on"' in drawn) == (value == size)
    assert drawn.count('class="cut"') == size


def test_an_unknown_name_is_an_error_and_text_is_escaped() -> None:
    made = environment("en")
    with pytest.raises(UndefinedError):
        made.from_string("{{ nothing }}").render()
    assert made.from_string("{{ name }}").render(name="<b>") == "&lt;b&gt;"


def test_a_command_survives_the_way_into_an_attribute() -> None:
    text = "{% import '_macros.html' as m %}<form{{ m.post('/x', {'type': 'note', 'text': name}) }}>"
    drawn = environment("en").from_string(text).render(name="\"><script>'")
    assert "<script>" not in drawn
    assert drawn.count(">") == 1
