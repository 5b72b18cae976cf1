"""What the search box offers: verbs and cards."""

from __future__ import annotations

import pytest

from app.services import finding
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


def test_nothing_typed_offers_nothing() -> None:
    assert finding.offers(SEEN, " ", "en") == []


def test_pins_are_keys_and_nothing_else() -> None:
    assert finding.pins_of({}) is None
    assert finding.pins_of({"pins": "ranges.<b>.vulnerable."}) == ["ranges", "vulnerable"]
    kept = finding.pinned("daggerheart", "en", ["vulnerable", "unknown"])
    assert [card["key"] for card in kept] == ["vulnerable"]
    assert finding.pinned("daggerheart", "en", None)
