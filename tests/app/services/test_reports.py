"""The report of an evening in words."""

from __future__ import annotations

import pytest

from app.services.reports import duration


@pytest.mark.parametrize(
    ("seconds", "english", "russian"),
    [
        (0, "0 s", "0 с"),
        (50.9, "50 s", "50 с"),
        (770, "12 min 50 s", "12 мин 50 с"),
        (3599, "59 min 59 s", "59 мин 59 с"),
        (11_110, "3 h 5 min", "3 ч 5 мин"),
    ],
)
def test_a_length_of_time_is_no_time_of_day(seconds: float, english: str, russian: str) -> None:
    told = [duration(seconds, language) for language in ("en", "ru")]
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in told] == [english, russian]
