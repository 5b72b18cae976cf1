"""The face of the content: read once, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from rules import content
from rules.core.errors import RuleError


def test_words_come_in_the_language_or_in_english() -> None:
    assert content.words("daggerheart", "ru").language == "ru"
    assert content.words("daggerheart", "xx").language == "en"


def test_a_title_is_looked_up_by_key_and_language() -> None:
    assert content.title("daggerheart", "en", "vulnerable") == "Vulnerable"
    assert content.title("daggerheart", "ru", "vulnerable") == "Уязвимый"
    assert content.titles("daggerheart", "ru")("no-such-card") is None


def test_an_unknown_card_or_system_is_refused() -> None:
    with pytest.raises(RuleError, match="unknown-card"):
        content.get_card("daggerheart", "en", "no-such-card")
    with pytest.raises(RuleError, match="unknown-system"):
        content.words("nope", "en")


def test_everything_is_made_once_however_many_ask() -> None:
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: content.index(), range(16)))
    assert len({id(index) for index in found}) == 1
    assert found[0].find("vulnerable", system="daggerheart").items[0].card.key == "vulnerable"
    assert content.cards("daggerheart") is content.cards("daggerheart")


def test_a_demo_says_the_same_in_both_languages() -> None:
    english, russian = content.demo("daggerheart", "en"), content.demo("daggerheart", "ru")
    assert english[0] != russian[0]
    assert [command["type"] for command in english[1]] == [command["type"] for command in russian[1]]
    with pytest.raises(RuleError, match="no-demo"):
        content.demo("daggerheart", "xx")
