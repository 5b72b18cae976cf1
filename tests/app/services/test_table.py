"""What players see of the table."""

from __future__ import annotations

from app.services.table import Table, paragraphs
from app.services.wording import wording
from rules.core.project import PUBLIC_VIEWER
from tests.app.pages.fixtures import seen


def table(language: str = "en") -> Table:
    return Table(seen(PUBLIC_VIEWER, language), wording("daggerheart", language))


def test_the_party_stands_before_those_against_it() -> None:
    assert [one.kind for one in table().everybody] == ["pc", "pc", "pc", "pc", "adversary", "environment"]


def test_how_adversaries_fare_is_said_in_words_and_without_marks() -> None:
    ferryman = next(one for one in table().everybody if one.kind == "adversary")
    assert (ferryman.health, ferryman.tracks) == ("hurt", ())


def test_who_acts_is_known_to_all() -> None:
    active = table().active()
    assert active is not None
    assert active.name == "Ilka"


def test_the_pool_of_the_table_has_its_name_in_the_language() -> None:
    assert [(pool.words, pool.value, pool.max) for pool in table("ru").pools()] == [("Страх", 7, 12)]


def test_the_last_roll_is_said_with_its_name() -> None:
    assert table().last_roll().startswith("Vesna: ")


def test_what_is_shown_is_text_in_paragraphs() -> None:
    shown = table().shown()
    assert shown is not None
    assert shown.html == "<p>One ferry, tarred.</p><p>Paid in names.</p>"


def test_a_typed_text_stays_text() -> None:
    assert paragraphs("<b>a\nb\n\n\n\nc") == "<p>&lt;b&gt;a<br>b</p><p>c</p>"
