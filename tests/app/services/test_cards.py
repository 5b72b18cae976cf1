"""What programs and pages are told of a card besides its text."""

from __future__ import annotations

import pytest

from app.services import cards


@pytest.mark.parametrize(
    "heading, language, said",
    [("Урон", "en", "ru"), ("Урон", "ru", ""), ("Armor Score", "ru", "en"), ("Armor Score", "en", ""), ("", "ru", "")],
)
def test_a_heading_in_another_language_than_the_readers_is_marked_as_such(
    heading: str, language: str, said: str
) -> None:
    assert cards.foreign(heading, language) == said
