"""What an entry for several says, in the words of both languages."""

from __future__ import annotations

import pytest

from app.services.blows import Blow, fields_for, read_blow


@pytest.mark.parametrize(
    "text, blow",
    [
        ("", Blow()),
        ("12", Blow(amount=12)),
        ("12 fire", Blow(amount=12, types=("fire",))),
        ("12 огонь половина", Blow(amount=12, types=("fire",), half=True)),
        ("fire 12, half", Blow(amount=12, types=("fire",), half=True)),
        ("+5", Blow(amount=5, heals=True)),
        ("none", Blow(none=True)),
        ("9 direct", Blow(amount=9, direct=True)),
        ("9 wibble", Blow(amount=9, unclear=("wibble",))),
        ("9 9", Blow(amount=9, unclear=("9",))),
    ],
)
def test_an_entry_says_an_amount_a_type_and_a_share(text: str, blow: Blow) -> None:
    assert read_blow("generic", text) == blow


def test_a_band_may_be_all_that_was_called() -> None:
    assert read_blow("daggerheart", "major").band == "major"
    assert read_blow("daggerheart", "15 маг").types == ("magic",)
    assert read_blow("generic", "major").unclear == ("major",)


def test_the_same_damage_to_several_opens_one_entry() -> None:
    def then(creature: str, amount: int = 12) -> dict[str, object]:
        sources = [{"amount": amount, "types": ["magic"]}]
        return {"type": "take_damage", "creature": creature, "sources": sources, "attacker": "c_9"}

    fields = fields_for("daggerheart", "ru", [then("c_1"), then("c_2")])
    assert ("each", "c_1") in fields
    assert ("each", "c_2") in fields
    assert dict(fields)["_entry"] == "12 магический"
    assert dict(fields)["_all/attacker"] == "c_9"
    assert fields_for("daggerheart", "en", [then("c_1"), then("c_2", 13)]) == []
    assert fields_for("daggerheart", "en", [then("c_1")]) == []
