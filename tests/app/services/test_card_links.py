"""Where do the links between cards lead?"""

from __future__ import annotations

import re

from markupsafe import Markup

from app.services.card_links import to_column, to_nowhere, to_reference
from app.services.cards import markdown
from app.services.reference import Wanted, show

RESTING = Markup(markdown("See the [short rest](#short-rest) and [elsewhere](https://example.org)."))


def test_on_a_page_of_its_own_a_link_opens_the_other_card_with_what_was_asked_before() -> None:
    html = to_reference(RESTING, "tavern", r"?q=a+b&system=tavern&tag=\1")
    assert r'<a href="/reference/tavern/short-rest?q=a+b&amp;system=tavern&amp;tag=\1">short rest</a>' in html


def test_on_the_screen_a_link_puts_the_other_card_beside_it() -> None:
    html = to_column(RESTING, "/games/g_1")
    assert 'data-card="short-rest" hx-get="/games/g_1/cards/short-rest" hx-target="#cards"' in html


def test_where_there_are_no_other_cards_a_link_is_plain_words() -> None:
    html = to_nowhere(RESTING)
    assert "See the short rest and" in html


def test_other_links_stay_as_they_are() -> None:
    for html in (to_reference(RESTING, "tavern"), to_column(RESTING, "/games/g_1"), to_nowhere(RESTING)):
        assert 'href="https://example.org"' in html


def test_a_card_of_the_reference_leads_to_its_others() -> None:
    (face,) = show("generic", "resting", Wanted(system="generic")).faces
    query = "?system=generic&amp;langs=en"
    assert re.findall('href="([^"]*)"', face.html) == [
        f"/reference/generic/short-rest{query}",
        f"/reference/generic/long-rest{query}",
    ]
