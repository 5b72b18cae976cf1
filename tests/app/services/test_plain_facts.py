"""Facts of features are free data: pages are given what they can show, programs what is there."""

from __future__ import annotations

from typing import Any

from app.services.plain_facts import with_plain_facts
from rules.daggerheart.facts import FACTS


def view(facts: dict[str, Any]) -> dict[str, Any]:
    return {"creatures": {"c_1": {"features": {"a": {"kind": "feature", "name": "", "facts": facts}}}, "c_2": {}}}


def test_what_does_not_fit_its_type_is_left_out_and_the_rest_stays() -> None:
    facts = {"cost": [1], "text": "Bites", "types": "physical", "modifier": 2, "unknown": [1]}
    plain = with_plain_facts(view(facts), FACTS)["creatures"]["c_1"]["features"]["a"]["facts"]
    assert plain == {"text": "Bites", "modifier": 2, "unknown": [1]}
