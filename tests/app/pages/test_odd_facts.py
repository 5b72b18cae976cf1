"""Every page is drawn, whatever the features of a creature say: facts are free data."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.services import shares
from rules.daggerheart.facts import FACTS
from tests.app.pages.evenings import Evening

ODD: list[Any] = [None, 3, -1.5, "x", "<b>", [], [None], [[1]], {}, {"stress": "x"}, {"stress": [1]}, {"": {}}, True]
KEYS = [*FACTS, "bonus", "value", "uses", "tier", "potential_adversaries", "thinned", "countdown", "minion"]
KINDS = ("weapon", "attack", "feature", "experience", "resistance", "about", "calling")


@pytest.mark.parametrize("kind", ["pc", "adversary", "environment"])
def test_every_page_shows_creatures_with_odd_facts(browser: TestClient, game: Evening, kind: str) -> None:
    game.do(*({"type": "add_creature", "creature": odd(kind, fact)} for fact in ODD))
    odds = [one for one in game.view()["creatures"].values() if one["name"].startswith("Odd")]
    assert [one["features"]["weapon"]["facts"]["cost"] for one in odds] == ODD
    nouns = ("attack?", "damage?", "feature?feature=feature&")
    places = [f"drawers/{noun}creature={one['id']}" for noun in nouns for one in odds]
    for place in ("", "/drawers/fear", *(f"/sheets/{one['id']}" for one in odds), *(f"/{place}" for place in places)):
        assert browser.get(f"/games/{game.access.game_id}{place}").status_code == 200
    for one in odds if kind == "pc" else ():
        link = shares.create(game.house, game.access, "seat", one["id"])
        assert browser.get(f"/s/{link['token']}/roll").status_code == 200


def odd(kind: str, fact: Any) -> dict[str, Any]:
    """A creature whose features all say the same of everything."""
    facts = dict.fromkeys(KEYS, fact)
    features = {made: {"kind": made, "name": "Odd", "facts": facts} for made in KINDS}
    return {"name": "Odd", "kind": kind, "features": features}
