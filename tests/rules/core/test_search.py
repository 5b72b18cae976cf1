"""Do plain words find the cards that answer them?"""

from collections.abc import Iterable
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.cards import Card
from rules.core.search import Found, SearchIndex

VULNERABLE = ({"to": "against", "on": ["action"], "axis": "advantage"},)
HIDDEN = ({"to": "against", "on": ["action"], "axis": "advantage", "amount": "-1"},)


def card(key: str, title: str, body: str = "", lang: str = "en", **more: Any) -> Card:
    return Card(**{"system": "daggerheart", "kind": "rule"} | more, key=key, lang=lang, title=title, body=body)


CARDS = (
    card("action-roll", "Action Roll", "Roll the Duality Dice and add a trait.", tags=("dice",)),
    card("reaction-roll", "Reaction Roll", "Like an action roll, without Hope.", tags=("dice", "defence")),
    card("hope", "Hope", "Earned by rolls with Hope.", aliases=("bright metacurrency",), tags=("hope",)),
    card("hope-feature", "Hope Feature", "Costs 3 Hope.", kind="action", tags=("hope",)),
    card("short-rest", "Short Rest", "Two moves; clear some Stress.", kind="action", aliases=("breather",)),
    card("long-rest", "Long Rest", "Clear all Hit Points.", kind="action", aliases=("camp",)),
    card("restrained", "Restrained", "The creature stays where it is.", kind="condition"),
    card("vulnerable", "Vulnerable", "It is easy to hit.", kind="condition", effects=VULNERABLE),
    card("hidden", "Hidden", "It is hard to hit.", kind="condition", effects=HIDDEN),
    card("falling", "Falling", "1d10 damage for a short fall.", kind="table", system="bump"),
    card("action-roll", "Бросок Действия", "Брось Кубики Двойственности.", lang="ru", tags=("dice",)),
    card("hope", "Надежда", "Приходит с бросками с Надеждой.", lang="ru", tags=("hope",)),
    card("short-rest", "Короткий Отдых", "Снимает Стресс.", lang="ru", kind="action", aliases=("передышка",)),
    card("restrained", "Опутанный", "Не может перемещаться.", lang="ru", kind="condition"),
    card("vulnerable", "Уязвимый", "Попасть легко.", lang="ru", kind="condition", effects=VULNERABLE),
    card("hidden", "Скрытый", "Попасть трудно.", lang="ru", kind="condition", effects=HIDDEN),
    card("dark", "Тёмный час", "Описание.", lang="ru"),
)


ALL = SearchIndex(CARDS)


@pytest.fixture
def index() -> SearchIndex:
    return ALL


def keys(found: Found) -> list[str]:
    return [hit.card.key for hit in found.items]


def first(index: SearchIndex, q: str, *langs: str) -> str | None:
    return next(iter(keys(index.find(q, langs=langs or ("en", "ru")))), None)


@pytest.mark.parametrize(
    ("q", "key"),
    [
        ("Action Roll", "action-roll"),
        ("actions rolled", "action-roll"),
        ("hope", "hope"),
        ("hope feature", "hope-feature"),
        ("бросков действия", "action-roll"),
        ("надеждой", "hope"),
        ("коротким отдыхом", "short-rest"),
        ("опутанного", "restrained"),
        ("темный", "dark"),
        ("ТЁМНОГО ЧАСА", "dark"),
    ],
)
def test_a_word_is_found_whatever_its_ending(index: SearchIndex, q: str, key: str) -> None:
    assert first(index, q) == key


@pytest.mark.parametrize(
    ("q", "key"),
    [
        ("vulner", "vulnerable"),
        ("short re", "short-rest"),
        ("hop", "hope"),
        ("уязв", "vulnerable"),
        ("пер", "short-rest"),
    ],
)
def test_a_word_is_found_while_it_is_typed(index: SearchIndex, q: str, key: str) -> None:
    assert first(index, q) == key


@pytest.mark.parametrize(
    ("q", "key"),
    [
        ("restraned", "restrained"),
        ("vulnrable", "vulnerable"),
        ("hoep", "hope"),
        ("shrot rest", "short-rest"),
        ("vulnare", "vulnerable"),
        ("опутаного", "restrained"),
        ("увязвимый", "vulnerable"),
        ("бросок дествия", "action-roll"),
        ("надежад", "hope"),
    ],
)
def test_a_word_is_found_with_a_typing_error(index: SearchIndex, q: str, key: str) -> None:
    assert first(index, q) == key


@pytest.mark.parametrize(("q", "key"), [("breather", "short-rest"), ("camp", "long-rest"), ("передышку", "short-rest")])
def test_an_alias_finds_its_card(index: SearchIndex, q: str, key: str) -> None:
    assert first(index, q) == key


@pytest.mark.parametrize(
    ("q", "key"),
    [
        ("advantage against", "vulnerable"),
        ("disadvantage against", "hidden"),
        ("преимущество против", "vulnerable"),
        ("помеха против", "hidden"),
    ],
)
def test_a_condition_is_found_by_what_it_does(index: SearchIndex, q: str, key: str) -> None:
    assert first(index, q) == key


def test_a_name_weighs_more_than_the_body(index: SearchIndex) -> None:
    assert keys(index.find("short"))[:2] == ["short-rest", "falling"]


def test_the_card_that_is_called_so_stands_before_those_that_are_called_more(index: SearchIndex) -> None:
    assert keys(index.find("hope"))[:2] == ["hope", "hope-feature"]


@pytest.mark.parametrize("q", ["hope", "roll", "rest", "a", "clear stress", "action roll dice hope"])
def test_the_score_falls(index: SearchIndex, q: str) -> None:
    scores = [hit.score for hit in index.find(q, langs=("en", "ru")).items]
    assert scores
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


SIGNS = ['"', "%", "_", "\\", "' OR 1=1 --", "NEAR(", "hope*", "AND OR NOT", "(", "{", "-hope", "^", "title:hope"]
ODD = ["\0", "ho\0pe", "🔥", "🎲 hope", "\ufb01", "\u202ehope", "\ud800"]
LONG = ["ё" * 400, "a " * 200, "abcdefghij" * 40]


@pytest.mark.case("GM-006")
@pytest.mark.parametrize("q", [*SIGNS, *ODD, *LONG])
def test_any_text_is_plain_words(index: SearchIndex, q: str) -> None:
    found = index.find(q, langs=("en", "ru"))
    assert found.total == len(found.items)


@given(st.text(max_size=400))
def test_whatever_is_asked_the_hits_are_counted_and_in_order(q: str) -> None:
    found = ALL.find(q, langs=("en", "ru"))
    scores = [hit.score for hit in found.items]
    assert scores == sorted(scores, reverse=True)
    assert found.total == len(found.items) == sum(found.facets["kind"].values())


@pytest.mark.parametrize("q", ["hope*", "-hope", '"hope"', "🎲 hope", "hope\0", "(hope", "%hope%", "title:hope"])
def test_signs_change_nothing(index: SearchIndex, q: str) -> None:
    assert first(index, q) == "hope"


@pytest.mark.parametrize("q", ["%", "_", "*", "🔥", "\0", "xyzzy", "qwrtpsdfg"])
def test_what_no_card_has_finds_nothing(index: SearchIndex, q: str) -> None:
    assert index.find(q, langs=("en", "ru")) == Found([], 0, {"kind": {}, "system": {}, "tag": {}})


@pytest.mark.parametrize("q", [None, "", "  \n"])
def test_without_words_all_cards_stand_in_their_order(index: SearchIndex, q: str | None) -> None:
    assert keys(index.find(q)) == [card.key for card in CARDS if card.lang == "en"]


def test_an_unknown_word_does_not_spoil_the_others(index: SearchIndex) -> None:
    assert first(index, "xyzzy vulnerable") == "vulnerable"


def test_facets_and_total_count_all_hits_of_all_pages(index: SearchIndex) -> None:
    found = index.find("hope", limit=1)
    assert (len(found.items), found.total) == (1, 3)
    assert found.facets == {
        "kind": {"rule": 2, "action": 1},
        "system": {"daggerheart": 3},
        "tag": {"hope": 2, "defence": 1, "dice": 1},
    }


def test_pages_follow_one_another(index: SearchIndex) -> None:
    whole = keys(index.find(limit=200))
    assert [key for start in range(0, 12, 3) for key in keys(index.find(limit=3, offset=start))] == whole
    assert keys(index.find(offset=100)) == []


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        ({"kind": "condition"}, ["restrained", "vulnerable", "hidden"]),
        ({"system": "bump"}, ["falling"]),
        ({"tag": "defence"}, ["reaction-roll"]),
        ({"kind": "condition", "tag": "dice"}, []),
        ({"system": "nowhere"}, []),
    ],
)
def test_cards_can_be_narrowed_down(index: SearchIndex, only: dict[str, str], expected: list[str]) -> None:
    found = index.find(**only)  # type: ignore[arg-type]
    assert keys(found) == expected
    assert found.total == len(expected)


def test_a_card_stands_once_in_the_callers_language(index: SearchIndex) -> None:
    found = index.find("hope", langs=("ru", "en"))
    assert keys(found).count("hope") == 1
    assert found.items[0].card.lang == "ru"
    assert index.find(langs=("en", "ru")).total == 11
    assert {hit.card.lang for hit in index.find(langs=("ru", "en"), kind="condition").items} == {"ru"}


def test_a_word_of_the_other_language_shows_the_card_in_it(index: SearchIndex) -> None:
    found = index.find("breather", langs=("ru", "en"))
    assert [(hit.card.key, hit.card.lang) for hit in found.items] == [("short-rest", "en")]
    assert "передышка" not in {alias for hit in found.items for alias in hit.card.aliases}


def test_words_are_sought_in_the_languages_asked_for_only(index: SearchIndex) -> None:
    assert keys(index.find("передышка", langs=("en",))) == []
    assert keys(index.find("breather", langs=("ru",))) == []


def test_a_hit_shows_the_words_found(index: SearchIndex) -> None:
    (hit,) = index.find("двойственность", langs=("ru",)).items
    assert hit.snippet == "Брось Кубики <mark>Двойственности</mark>."


def with_library(*cards: Card) -> SearchIndex:
    index = SearchIndex(CARDS)
    index.put(*cards)
    return index


def dragon(**more: Any) -> Card:
    return card("ember-drake", "Ember Drake", "Breathes hope away.", kind="adversary", **more)


def test_a_card_put_later_is_found_and_stands_last() -> None:
    index = with_library(dragon())
    assert first(index, "ember") == "ember-drake"
    assert keys(index.find())[-1] == "ember-drake"


def test_a_card_put_again_is_replaced_in_its_place() -> None:
    index = with_library(card("hope", "Optimism", "Renamed."))
    assert first(index, "optimism") == "hope"
    assert first(index, "bright metacurrency", "en") is None
    assert keys(index.find()) == [card.key for card in CARDS if card.lang == "en"]


def test_a_dropped_card_is_gone_in_every_language() -> None:
    index = with_library()
    index.drop("daggerheart", "restrained")
    index.drop("daggerheart", "never-there")
    assert first(index, "restrained") is None
    assert first(index, "опутанный") is None
    assert first(index, "vulnerable") == "vulnerable"


def test_an_owned_card_is_found_by_its_owner_only() -> None:
    index = with_library(dragon(owner="ann"), card("hope", "Hope of Ann", owner="ann"))
    assert keys(index.find("ember")) == keys(index.find("ember", owners=["bob"])) == []
    assert keys(index.find("ember", owners=["ann"])) == ["ember-drake"]
    assert keys(index.find("hope of ann", owners=["ann", "bob"]))[0] == "hope"
    index.drop("daggerheart", "hope", owner="ann")
    assert index.find("hope", owners=["ann"]).items[0].card.title == "Hope"


def test_only_cards_where_it_is_true_are_found_and_counted(index: SearchIndex) -> None:
    found = index.find("hope", where=lambda card: "feature" in card.key)
    assert keys(found) == ["hope-feature"]
    assert found.total == found.facets["kind"]["action"] == 1


def test_a_lone_card_of_an_owner_ranks_with_all_others() -> None:
    index = with_library(card("despair", "Despair", "The lack of Hope.", owner="ann"), dragon(owner="bob"))
    assert keys(index.find("hope", owners=["ann"]))[0] == "hope"
    assert keys(index.find("despair", owners=["ann"])) == ["despair"]


def test_a_card_without_a_language_is_found_in_all() -> None:
    index = with_library(card("bone", "Костяной drake", lang=""))
    assert keys(index.find("drake", langs=("ru",))) == keys(index.find("костяной", langs=("en",))) == ["bone"]


def test_a_search_while_cards_are_put_sees_whole_cards() -> None:
    index = with_library()
    seen: list[Found] = []

    def search() -> None:
        seen.extend(index.find("drake hope", langs=("en", "ru")) for _ in range(200))

    readers = [Thread(target=search) for _ in range(3)]
    for reader in readers:
        reader.start()
    for turn in range(60):
        index.put(dragon(summary=f"Turn {turn} of the drake."))
        index.drop("daggerheart", "ember-drake")
    for reader in readers:
        reader.join()
    assert len(seen) == 600
    assert all(titles_are_whole(found.items) for found in seen)


def titles_are_whole(hits: Iterable[Any]) -> bool:
    return all(hit.card.title and hit.score > 0 for hit in hits)
