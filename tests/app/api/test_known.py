"""What players may know by the settings of their game: it comes to every link at once, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.app.playing import BEAR, ORO, Command, Playing, note, problem_free, tap
from tests.app.watching import Eyes

SECRET = "Zq303"
FOE: Command = {**BEAR, "name": SECRET, "numbers": {"difficulty": 13, "major": 57, "severe": 58}}


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


@pytest.fixture
def ids(play: Playing) -> dict[str, str]:
    return {"oro": play.add(ORO), "foe": play.add({**FOE, "name": "Bear"})}


def eyes(app: FastAPI, play: Playing, oro: str) -> list[Eyes]:
    roles = (("seat", oro), ("watch", None), ("screen", None), ("join", None))
    return [Eyes(app, play, role, creature) for role, creature in roles]


def setting(play: Playing, key: str, value: str) -> None:
    play.do({"type": "change_setting", "key": key, "value": value})


def everything_with(play: Playing, oro: str, foe: str) -> None:
    """Whatever a fight does to a foe, and what a foe does."""
    sources = [{"amount": 60, "types": ["physical"]}]
    dice = {"hope": 9, "fear": 4}
    for command in (
        {"type": "roll", "roll": "action", "creature": oro, "targets": [foe], "dice": dice},
        {"type": "take_damage", "creature": foe, "sources": sources},
        {"type": "add_condition", "creature": foe, "condition": "vulnerable"},
        {"type": "add_condition", "creature": oro, "condition": "restrained", "source": foe, "towards": foe},
        {"type": "add_condition", "creature": oro, "condition": "hidden",
         "until": {"edge": "turn_end", "creature": foe, "turns": 1}},
        {"type": "begin_turn", "creature": foe},
        {"type": "roll", "roll": "adversary_attack", "creature": foe, "targets": [oro], "dice": {"d20": [15]}},
        {"type": "take_damage", "creature": oro, "sources": sources, "ask": True},
        {"type": "end_turn"},
        {"type": "note", "text": "for all", "creature": foe, "hidden": False},
        tap(foe, "stress"),
    ):  # fmt: skip
        answer = play.send(command)
        assert answer.status_code in (200, 409), answer.text


def test_a_name_that_is_a_number_is_nowhere_whatever_the_fight_does(app: FastAPI, play: Playing) -> None:
    oro = play.add(ORO)
    setting(play, "seen/foe/name", "number")
    foe = play.add(FOE)
    looking = eyes(app, play, oro)
    everything_with(play, oro, foe)
    seat = looking[0].link
    answers = [
        seat.send({"type": "roll", "roll": "action", "creature": oro, "targets": [foe]}),
        seat.send({"type": "set_tracker", "creature": foe, "tracker": "stress", "value": 1}),
        seat.send({"type": "begin_turn", "creature": oro}),
    ]
    assert not any(SECRET in answer.text for answer in answers)
    texts = [one.everything() for one in looking]
    assert not any(SECRET in text for text in texts)
    assert "№ 1" in texts[0]
    play.do({"type": "reveal", "creature": foe})
    for one in looking[:3]:
        assert SECRET in one.stream().decode()
        assert SECRET in one.fragments().decode()
        assert SECRET in "".join(one.all())
    assert not any(SECRET in text for text in looking[3].all())


Look = Callable[[dict[str, Any], str], Any]


@pytest.mark.parametrize(
    "key, closed, opened, before, after",
    [
        ("seen/foe/numbers", "none", "against", None, {"difficulty": 13}),
        ("seen/foe/health", "none", "words", None, "hurt"),
        ("seen/foe/stress", "gm", "public", None, {"kind": "pool", "value": 1, "max": 2}),
    ],
)
def test_a_tap_opens_and_closes_a_field_on_every_link_at_once(
    app: FastAPI, play: Playing, ids: dict[str, str], key: str, closed: str, opened: str, before: Any, after: Any
) -> None:
    play.do(tap(ids["foe"], "hit_points"), tap(ids["foe"], "stress"))
    setting(play, key, closed)
    looking = eyes(app, play, ids["oro"])[:3]
    field = key.rpartition("/")[2]

    def seen(one: Eyes) -> Any:
        foe = one.link.get().json()["view"]["creatures"][ids["foe"]]
        return foe.get(field, (foe.get("trackers") or {}).get(field))

    assert [seen(one) for one in looking] == [before] * 3
    for value, wanted in ((opened, after), (closed, before)):
        setting(play, key, value)
        assert [seen(one) for one in looking] == [wanted] * 3
        assert all(one.stream() and one.fragments() for one in looking)


def test_health_stands_in_words_of_the_viewers_language(app: FastAPI, play: Playing, ids: dict[str, str]) -> None:
    watch = eyes(app, play, ids["oro"])[1]
    play.do(tap(ids["foe"], "hit_points", 4))
    for language, words in (("en", "half down"), ("ru", "половина сил")):
        page = watch.link.client.get(watch.pages[0], headers={"Accept-Language": language}).text
        assert words in page


def test_a_difficulty_that_is_shown_stands_on_phone_and_tv_and_thresholds_do_not(
    app: FastAPI, play: Playing, ids: dict[str, str]
) -> None:
    looking = eyes(app, play, ids["oro"])
    setting(play, "seen/foe/numbers", "against")
    for one, page in ((looking[0], 2), (looking[1], 0), (looking[2], 0)):
        text = one.link.client.get(one.pages[page]).text
        assert "Difficulty 13" in text
    roll = looking[0].link.client.get(looking[0].pages[1]).text
    assert "Difficulty 13" in roll.partition('name="targets[]"')[2]
    for one, page in ((looking[0], 1), (looking[0], 2), (looking[1], 0), (looking[2], 0)):
        text = one.link.client.get(one.pages[page]).text
        shown = text.partition("<main")[2].partition("</main>")[0].replace(one.pages[0].split("/")[2], "")
        assert "57" not in re.sub(r"c_[\w-]+", "", shown)  # in tokens and ids any figures may stand
    setting(play, "seen/foe/numbers", "all")
    assert "57" in looking[2].link.client.get(looking[2].pages[0]).text


def test_a_note_of_the_gm_changes_nothing_for_anybody_else(app: FastAPI, play: Playing, ids: dict[str, str]) -> None:
    looking = eyes(app, play, ids["oro"])
    before = [one.all() for one in looking]
    play.do(note(SECRET))
    problem_free(play.admin.post(f"{play.path}/pictures", content=b"GIF89a\7\0\5\0\0\0\0;",
                                 headers={"Content-Type": "image/gif"}))  # fmt: skip
    assert [one.all() for one in looking] == before
    assert all(not one.stream() and not one.fragments() for one in looking)
