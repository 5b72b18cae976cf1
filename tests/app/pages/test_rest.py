"""The drawer of a rest says before it what ends, what stays, and which moves are worth making."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening, drawer


def chosen(html: str) -> list[str]:
    """The moves that are proposed, in the order of the party."""
    return re.findall(
        r'<option value="(\w+)" selected>', "".join(re.findall(r'name="choices/\d+/move".*?</select>', html))
    )


def conditions(html: str) -> str:
    found = re.search(r'id="rest-conditions">(.*?)</p>', html)
    return re.sub(r"<[^>]+>", "", found[1]) if found else ""


def test_a_marked_armor_slot_is_proposed_for_repair(browser: TestClient, game: Evening) -> None:
    oro = {"creature": game.ids["Oro"]}
    game.do({"type": "set_tracker", "tracker": "armor_slots", "value": 2, **oro})
    assert chosen(drawer(browser, game, "rest")) == ["tend_to_wounds", "repair_armor", "clear_stress", "prepare"]
    game.do({"type": "set_tracker", "tracker": "hit_points", "value": 0, **oro})
    assert chosen(drawer(browser, game, "rest"))[:2] == ["repair_armor", "prepare"]


@pytest.mark.parametrize(
    "language, said",
    [("en", ("Ends with it: Oro: Hidden", "Stays: Ilka: ")), ("ru", ("Кончается с ним: Oro: ", "Остаётся: Ilka: "))],
)
def test_what_ends_with_a_rest_and_what_stays_is_said_before_it(
    browser: TestClient, game: Evening, language: str, said: tuple[str, str]
) -> None:
    hidden = {"type": "add_condition", "creature": game.ids["Oro"], "condition": "hidden"}
    game.do(
        {**hidden, "until": {"edge": "short_rest"}},
        {"type": "add_condition", "creature": game.ids["Ilka"], "condition": "vulnerable"},
    )
    told = conditions(drawer(browser, game, "rest", language=language))
    assert all(part in told for part in said)
    broken = conditions(drawer(browser, game, "rest", language=language, interrupted="true"))
    assert said[0] not in broken
    assert "Oro" in broken


def test_where_nobody_has_a_condition_nothing_is_said_of_any(browser: TestClient, game: Evening) -> None:
    game.do({"type": "set_tracker", "creature": game.ids["Ilka"], "tracker": "stress", "value": 0})
    assert conditions(drawer(browser, game, "rest")) == ""


def outs(html: str) -> str:
    """The last preview of the drawer: what the GM gains."""
    return re.sub(r"<[^>]+>", "", re.findall(r'<span class="out">(.*?)</span></li>', html)[-1])


def test_the_reach_of_the_gms_fear_is_said_until_the_die_is_typed(browser: TestClient, game: Evening) -> None:
    assert outs(drawer(browser, game, "rest")) == "Fear 3 → 4–7"
    assert outs(drawer(browser, game, "rest", kind="long")) == "Fear 3 → 6–9"
    typed = {"dice/fear": "2", "kind": "long", "choices/0/creature": game.ids["Oro"], "choices/0/move": "prepare"}
    assert outs(drawer(browser, game, "rest", **typed)) == "Fear 3 → 7"
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": 8})
    assert outs(drawer(browser, game, "rest")) == "Fear 11 → 12"
    assert outs(drawer(browser, game, "rest", interrupted="true")) == ""


def preparing(html: str) -> list[str]:
    """What each move to prepare would give."""
    return re.findall(r'<span class="sm mut" title="[^"]*">([^<]*)</span>', html)


@pytest.mark.parametrize(
    ("language", "alone", "together"),
    [("en", "alone: Hope +1", "together: Hope +2"), ("ru", "в одиночку: Надежда +1", "вместе: Надежда +2")],
)
def test_what_preparing_gives_is_said_by_who_else_prepares(
    browser: TestClient, game: Evening, language: str, alone: str, together: str
) -> None:
    moves = {"choices/1/move": "prepare", "choices/3/move": "clear_stress"}
    for at, name in enumerate(("Oro", "Oro", "Ilka", "Ilka")):
        moves[f"choices/{at}/creature"] = game.ids[name]
    first = {**moves, "choices/0/move": "tend_to_wounds", "choices/2/move": "clear_stress"}
    assert preparing(drawer(browser, game, "rest", language=language, **first)) == [alone]
    both = {**first, "choices/2/move": "prepare"}
    assert preparing(drawer(browser, game, "rest", language=language, **both)) == [together, together]
    twice = {**first, "choices/0/move": "prepare"}  # the two moves of one character are not two characters
    assert preparing(drawer(browser, game, "rest", language=language, **twice)) == [alone, alone]
