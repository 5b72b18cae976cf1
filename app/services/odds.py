"""The exact odds of a roll, before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.services.access import Access
from app.services.games import shown_to
from app.services.house import House
from app.services.play import odds_in_words
from app.services.refusals import translated
from rules.core.read import read
from rules.core.rolling import Roll, odds_in_game


def in_game(house: House, access: Access, language: str, roll: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The odds of that roll in this game, with what was filled in and why, and against each target.

    ``body`` is the command ``roll`` without its type and name. A seat's odds are worked out from what it may know.
    """
    game = shown_to(house.look(access.game_id), access.viewer)
    with translated(game.system.key, language, gm_game=game if access.is_gm else None):
        command = read(Roll, {**body, "type": "roll", "roll": roll})
        found = odds_in_game(game.system, game.state, command, access.creature)
    return odds_in_words(found, game.system.key, language)
