"""The reference: found as you type, in one language or two, by anybody."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient


def test_anybody_may_read_all_cards(client: TestClient) -> None:
    page = client.get("/reference").text
    assert "Vulnerable" in page
    assert "Restrained" in page


@pytest.mark.parametrize("q", ["vulnerable", "vulnerabel", "уязвимый"])
def test_typing_finds_the_card_in_either_language(client: TestClient, q: str) -> None:
    hits = client.get("/reference/hits", params={"q": q, "system": "daggerheart", "langs": "en,ru"}).text
    first = hits.partition("<li>")[2]
    assert "/reference/daggerheart/vulnerable" in first.partition("</li>")[0]


def test_the_answer_to_typing_brings_the_counts_of_the_filters(client: TestClient) -> None:
    hits = client.get("/reference/hits", params={"q": "fear", "kind": "rule"}).text
    assert '<hx-partial hx-target="#facets"' in hits
    assert 'value="rule" checked' in hits


def test_filters_narrow_the_list(client: TestClient) -> None:
    def count(**params: str) -> int:
        return client.get("/reference/hits", params=params).text.count("<li><a")

    assert 0 < count(kind="condition") < count()
    assert 0 < count(kind="rule", tag="rest") < count(kind="rule")


def test_a_card_stands_in_two_languages_side_by_side(client: TestClient) -> None:
    page = client.get("/reference/daggerheart/vulnerable", params={"langs": "en,ru"}).text
    assert '<div lang="en"><h2>Vulnerable</h2>' in page
    assert '<div lang="ru"><h2>Уязвимый</h2>' in page


def test_a_card_has_its_source_and_what_to_see_besides(client: TestClient) -> None:
    page = client.get("/reference/daggerheart/vulnerable").text
    assert "See also" in page
    assert "lines 383" in page


def test_the_language_of_the_page_is_that_of_the_cards_unless_said(client: TestClient) -> None:
    page = client.get("/reference/daggerheart/vulnerable", headers={"Accept-Language": "ru"}).text
    assert "<h2>Уязвимый</h2>" in page


@pytest.mark.parametrize("path", ["/reference/daggerheart/nothing", "/reference/nothing/vulnerable"])
def test_a_card_that_is_not_there_is_a_page_that_says_so(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


@pytest.mark.parametrize("q", ["<script>", '"', "%", "a" * 200, "((", "\u0301", "🐉"])
def test_any_text_is_plain_words(client: TestClient, q: str) -> None:
    answer = client.get("/reference", params={"q": q, "langs": "xx", "kind": "?", "system": "?"})
    assert answer.status_code == 200
    assert "<script>" not in answer.text.partition("<main")[2]


def test_a_search_stays_in_the_game_whose_cards_were_opened(client: TestClient) -> None:
    assert '<input type="radio" name="system" value="swing" checked>' in client.get("/reference?system=swing").text
    assert '<input type="radio" name="system" value="" checked>' in client.get("/reference").text


def test_cards_of_all_games_say_whose_they_are_and_can_be_narrowed_to_one(client: TestClient) -> None:
    everything = client.get("/reference", params={"q": "vulnerable"}).text
    assert '<span class="tag">Daggerheart · ' in everything
    assert '<input type="radio" name="system" value="daggerheart">' in everything
    hits = client.get("/reference/hits", params={"q": "vulnerable", "system": "daggerheart"}).text
    assert hits.count('href="/reference/') == hits.count('href="/reference/daggerheart/') > 0
    assert "Daggerheart · " not in hits
    assert '<span id="system-name">Daggerheart</span>' in hits
    assert 'value="bump"' in hits
