"""What the search box offers: verbs and cards."""

from __future__ import annotations

import pytest

from app.services import doing, finding
from app.services.games import Seen
from rules.core.project import GM_VIEWER

VIEW = {
    "trackers": {"fear": {"kind": "pool", "value": 3, "max": 12}},
    "creatures": {
        "c_1": {"id": "c_1", "name": "Oro", "trackers": {"hit_points": {}, "stress": {}}},
        "c_2": {"id": "c_2", "name": "Drowned Hound", "trackers": {"hit_points": {}}},
    },
}
SEEN = Seen("g_1", "Mill", "daggerheart", 1, "v_1", VIEW, GM_VIEWER)


def commands(q: str, language: str = "en") -> list[dict[str, object]]:
    return [dict(offer.command) for offer in finding.offers(SEEN, q, language) if offer.command]


@pytest.mark.parametrize("q, by", [("oro stress", 1), ("oro stress 2", 2), ("ORO str -1", -1), ("oro stress +3", 3)])
def test_a_name_and_a_tracker_change_it(q: str, by: int) -> None:
    assert {"type": "adjust_tracker", "tracker": "stress", "by": by, "creature": "c_1"} in commands(q)


@pytest.mark.parametrize("q, language", [("oro hp", "en"), ("oro хиты", "ru"), ("oro hits", "ru")])
def test_the_short_words_of_the_party_field_count_too(q: str, language: str) -> None:
    assert {"type": "adjust_tracker", "tracker": "hit_points", "by": 1, "creature": "c_1"} in commands(q, language)


def test_the_games_own_tracker_needs_no_name() -> None:
    assert commands("fear 2") == [{"type": "adjust_tracker", "tracker": "fear", "by": 2}]
    assert commands("страх", "ru")[0]["tracker"] == "fear"


def test_a_name_and_a_condition_put_it_on() -> None:
    assert {"type": "add_condition", "creature": "c_2", "condition": "vulnerable"} in commands("drowned vul")


@pytest.mark.parametrize("language, said", [("en", ["damage 13", "condition"]), ("ru", ["урон 13", "состояние"])])
def test_what_a_name_opens_is_said_in_the_language_of_the_page(language: str, said: list[str]) -> None:
    assert [offer.title for offer in finding.offers(SEEN, "oro 13", language) if offer.drawer] == said


def test_a_name_and_a_number_open_the_damage_filled() -> None:
    offer = finding.offers(SEEN, "oro 13", "en")[0]
    assert (offer.drawer, offer.slot, offer.query) == ("damage", "slot-c_1", {"creature": "c_1", "amount": "13"})


def test_cards_come_in_the_viewers_language_whatever_they_were_found_by() -> None:
    titles = {offer.card: offer.title for offer in finding.offers(SEEN, "vulnerable", "ru")}
    assert titles["vulnerable"] == "Уязвимый"


def first(q: str, language: str = "en", *, is_on: bool = True) -> doing.Offer:
    return finding.offers(BOARD, q, language, is_on=is_on)[0]


BOARD = Seen(
    "g_1",
    "Mill",
    "daggerheart",
    1,
    "v_1",
    {
        "trackers": VIEW["trackers"],
        "order": {"policy": "spotlight", "active": "c_2"},
        "creatures": {
            "c_1": {"id": "c_1", "name": "Oro", "kind": "pc", "trackers": {"hit_points": {}, "stress": {}}},
            "c_2": {"id": "c_2", "name": "Bran", "kind": "pc", "trackers": {"hit_points": {}}},
            "c_3": {"id": "c_3", "name": "Bandit", "kind": "adversary", "trackers": {"hit_points": {}}},
        },
    },
    GM_VIEWER,
)


@pytest.mark.parametrize("q", ["end session", "session", "end", "конец сессии", "закончить"])
def test_the_evening_can_be_ended_by_words_of_either_language(q: str) -> None:
    assert (first(q).drawer, first(q, "ru").drawer) == ("end", "end")
    assert first(q, "ru").title == "Закончить сессию"


def test_an_evening_that_is_not_on_can_be_begun() -> None:
    assert first("session", is_on=False).command == {"type": "begin_session"}


@pytest.mark.parametrize(
    "q, drawer", [("rest", "rest"), ("отдых", "rest"), ("add", "add"), ("next scene", "scene"), ("сцена", "scene")]
)
def test_what_the_menu_opens_stands_before_the_rules(q: str, drawer: str) -> None:
    assert (first(q).drawer, first(q).slot) == (drawer, "across")


def test_the_menu_has_tabs_and_pages_too() -> None:
    assert first("players").tab == "players"
    assert first("статистика").link == "/games/g_1/report"


def test_a_name_alone_is_marked_stress_first() -> None:
    oro = finding.offers(BOARD, "oro", "en")[:4]
    assert [one.title for one in oro] == ["mark Stress", "damage", "condition", "Spotlight"]
    assert (oro[0].name, oro[0].command) == (
        "Oro",
        {"type": "adjust_tracker", "tracker": "stress", "by": 1, "creature": "c_1"},
    )


@pytest.mark.parametrize("q", ["mark stress oro", "oro mark stress", "stress oro"])
def test_the_verb_may_stand_before_the_name(q: str) -> None:
    assert first(q).title == "mark Stress"


@pytest.mark.parametrize(
    "q", ["spotlight bran", "bran spotlight", "give bran spotlight", "bran turn", "центр внимания bran", "ход bran"]
)
def test_a_name_and_a_turn_give_the_spotlight(q: str) -> None:
    assert first(q).command == {"type": "begin_turn", "creature": "c_2"}
    assert (first(q).name, first(q).title) == ("Bran", "Spotlight")


@pytest.mark.parametrize("q, language", [("13 with fear", "en"), ("13 со страхом", "ru"), ("With Fear 13", "en")])
def test_a_result_as_it_is_called_out_is_announced_for_whoever_acts(q: str, language: str) -> None:
    offer = first(q, language)
    assert offer.name == "Bran"
    assert offer.command == {
        "type": "roll",
        "roll": "action",
        "creature": "c_2",
        "announced": {"with": "fear", "total": 13},
    }


def test_a_result_behind_a_name_is_that_ones() -> None:
    command = first("oro success with hope").command
    assert command is not None
    assert (command["creature"], command["announced"]) == ("c_1", {"with": "hope", "success": True})


@pytest.mark.parametrize(
    "q", ["13", "13 14 with fear", "with", "13 with a smile", "9999 with fear", "bandit with fear"]
)
def test_what_is_no_result_is_not_announced(q: str) -> None:
    assert not any(offer.command and offer.command["type"] == "roll" for offer in finding.offers(BOARD, q, "en"))


def test_nothing_typed_offers_nothing() -> None:
    assert finding.offers(SEEN, " ", "en") == []


def test_pins_are_keys_and_nothing_else() -> None:
    assert finding.pins_of({}) is None
    assert finding.pins_of({"pins": "ranges.<b>.vulnerable."}) == ["ranges", "vulnerable"]
    kept = finding.pinned("daggerheart", "en", ["vulnerable", "unknown"])
    assert [card["key"] for card in kept] == ["vulnerable"]
    assert finding.pinned("daggerheart", "en", None)
