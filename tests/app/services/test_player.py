"""A player's page in fragments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.services import player
from app.services.render import Part, draw
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.app.pages.fixtures import VESNA, seen

SEAT = ["scene", "nowbar", "shown", "table", "asks", "me", "deeds", "hand", "turn", "picks", "arms", "result", "newest"]


def parts(language: str = "en", *, seated: bool = True) -> dict[str, Part]:
    looked = seen(seat_viewer(VESNA) if seated else PUBLIC_VIEWER, language)
    return {part.id: part for part in player.parts(looked, language)}


def test_a_seat_has_its_own_sheet_and_one_who_looks_on_has_not() -> None:
    assert list(parts()) == SEAT
    assert list(parts(seated=False)) == ["scene", "nowbar", "shown", "table"]


def test_the_numbers_that_others_roll_against_stand_first() -> None:
    assert [(n.value, n.words) for n in parts()["me"].values["numbers"]][:2] == [
        ("11", "Evasion"),
        ("7/14", "Thresholds"),
    ]


def test_marks_stand_in_the_order_of_the_row_with_their_names() -> None:
    assert [track.key for track in parts()["me"].values["tracks"]] == ["hit_points", "stress", "hope", "armor_slots"]
    assert parts("ru")["me"].values["tracks"][1].words == "Стресс"


def test_a_condition_says_what_it_does() -> None:
    (mark,) = parts()["me"].values["conditions"]
    assert (mark.words, mark.icon, mark.tone) == ("Vulnerable", "flame", "bad")
    assert "advantage" in mark.summary


def test_a_question_becomes_buttons() -> None:
    (ask,) = parts()["asks"].values["asks"]
    assert [(c.name, c.value) for c in ask.choices] == [("use", "true"), ("use", "false")]
    assert ask.title


@pytest.mark.parametrize(
    "schema, choices, fields",
    [
        ({"properties": {"move": {"enum": ["a", "b"]}}}, [("move", "a"), ("move", "b")], []),
        ({"properties": {"over": {"type": "boolean", "const": True}}}, [("over", "true")], []),
        ({"properties": {"hit_points": {"type": "integer", "minimum": 1, "maximum": 12}}}, [], [("hit_points", 1, 12)]),
        ({}, [], []),
    ],
)
def test_any_question_can_be_answered(schema: Mapping[str, Any], choices: Sequence[Any], fields: Sequence[Any]) -> None:
    looked = seen(seat_viewer(VESNA), "en")
    asked = {"id": "p", "kind": "k", "by": VESNA, "data": {}, "schema": schema}
    looked = replace(looked, view={**looked.view, "asks": (asked,)})
    (ask,) = {part.id: part for part in player.parts(looked, "en")}["asks"].values["asks"]
    assert [(c.name, c.value) for c in ask.choices] == choices
    assert [(f.name, f.least, f.most) for f in ask.fields] == fields


def test_a_roll_can_be_made_with_traits_and_experiences_at_those_one_sees() -> None:
    picks = parts()["picks"].values
    assert ("agility", "Agility", "+2") in picks["traits"]
    assert ("strength", "Strength", "−1") in picks["traits"]
    assert [feature["name"] for feature in picks["features"].values()] == ["Tracker"]
    assert [(name, number) for _, name, number in picks["targets"]] == [("Ferryman Revenant", "")]
    assert [name for _, name in picks["allies"]] == ["Ilka", "Oro", "Tamsin"]


def test_the_button_asks_for_the_spotlight_of_another() -> None:
    assert parts()["turn"].values["turn"] == {"type": "request_spotlight", "creature": VESNA}


def test_equal_games_are_drawn_once() -> None:
    looked = seen(seat_viewer(VESNA), "en")
    frame = player.frame_of(looked, "en")
    first = draw(frame, "v_1", player.parts(looked, "en"))
    again = draw(frame, "v_2", player.parts(seen(seat_viewer(VESNA), "en"), "en"), first)
    assert all(again.pieces[id] is first.pieces[id] for id in SEAT)


def test_nothing_of_a_drawing_names_a_link() -> None:
    looked = seen(seat_viewer(VESNA), "en")
    drawn = draw(player.frame_of(looked, "en"), "v_1", player.parts(looked, "en"))
    assert all("/s/" not in piece.html for piece in drawn.pieces.values())
