"""What a toast says of what happened."""

from __future__ import annotations

from typing import Any

import pytest

from app.services import passing


def event(type: str, text: str, creature: str | None = "c_1", **data: Any) -> dict[str, Any]:
    return {"type": type, "text": text, "creature": creature, "data": data}


TOLD = event("told", "Ox: 9 damage, 2 Hit Points marked", secret={"hit_points": 2, "armor_slots": None})
MARKED = event("tracker_set", "Ox: Hit Points 2 of 7", tracker="hit_points", value=2)


def test_what_a_sentence_tells_its_tracker_does_not_say_again() -> None:
    stress = event("tracker_set", "Ox: Stress 1 of 3", tracker="stress", value=1)
    other = event("tracker_set", "Rat: Hit Points 1 of 3", creature="c_2", tracker="hit_points", value=1)
    said = passing.texts([TOLD, MARKED, stress, other], (), "daggerheart", "en")
    assert said == [TOLD["text"], stress["text"], other["text"]]
    assert passing.texts([TOLD, MARKED], [TOLD["text"], MARKED["text"]], "daggerheart", "en") == [TOLD["text"]]


def test_a_tracker_of_which_nothing_else_is_told_is_said() -> None:
    assert passing.texts([MARKED], (), "daggerheart", "en") == [MARKED["text"]]


def test_armor_that_is_put_on_is_one_sentence_whatever_it_changes() -> None:
    told = event("told", "Oro: armor, Chainmail", facts={"armor": "chainmail"})
    base = event("tracker_set", "Oro: Armor: Major 7", tracker="armor_major", value=7, was=0)
    sheet = event("creature_changed", "Oro: sheet changed", changes={"features/armor": {"name": "", "kind": "armor"}})
    off = event("creature_changed", "Oro: sheet changed", changes={"features/armor": None})
    assert passing.texts([told, base, sheet], (), "daggerheart", "en") == [told["text"]]
    assert passing.texts([told, off], (), "daggerheart", "en") == [told["text"]]
    named = event("creature_changed", "Oro: sheet changed (Oar)", changes={"features/oar": {"name": "Oar"}})
    assert passing.texts([told, named], (), "daggerheart", "en") == [told["text"], named["text"]]


@pytest.mark.parametrize(
    "language, said",
    [("en", "Shown to the players: Vulnerable"), ("ru", "Показано игрокам: Уязвимый")],
)
def test_what_is_shown_is_named(language: str, said: str) -> None:
    shown = event("setting_set", "Something is shown", None, key="game/shown", value={"card": "vulnerable"})
    assert passing.texts([shown], (), "daggerheart", language) == [said]
    away = event("setting_set", "What was shown is taken away", None, key="game/shown", value=None)
    assert passing.texts([away], (), "daggerheart", language) == [away["text"]]
