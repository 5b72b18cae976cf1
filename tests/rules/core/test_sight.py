"""What players may know, by side and field: a setting shows what it says; what it does not show leaves no trace."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.core import history, log, sight
from rules.core.errors import InvalidInput
from rules.core.project import PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.rolling import Roll, odds_in_game
from rules.core.telling import text
from rules.core.view import version, view
from tests.rules.daggerheart.evening import WORDS, Evening

Play = Callable[[Evening], object]


def setting(table: Evening, key: str, value: str) -> None:
    table.do("change_setting", key=key, value=value)


def seen(table: Evening, viewer: Viewer = PUBLIC_VIEWER) -> bytes:
    """All that a viewer gets: the view, the log in words, the version."""
    shown = view(table.game, viewer)
    said = [text(line, WORDS["en"]) for line in log.lines(table.game, viewer)]
    return msgspec.json.encode([shown, said, version(table.game, viewer, shown, b"k" * 32)])


def of(table: Evening, id: str, viewer: Viewer = PUBLIC_VIEWER) -> dict[str, Any]:
    found: dict[str, Any] = table.see(viewer)["creatures"][id]
    return found


def wound(table: Evening) -> None:
    table.adjust("hit_points", 4, table.bear)


@pytest.mark.case("GM-035")
def test_of_a_foe_players_see_a_word_for_its_health_and_no_number() -> None:
    table = Evening()
    wound(table)
    assert set(of(table, table.bear)) == {"id", "name", "kind", "conditions", "health"}
    assert of(table, table.bear)["health"] == "half"


def test_exact_health_shows_the_marks_and_their_lines() -> None:
    table = Evening()
    setting(table, "seen/foe/health", "exact")
    wound(table)
    assert of(table, table.bear)["trackers"] == {"hit_points": {"kind": "pool", "value": 4, "max": 7}}
    assert b"Bear: Hit Points 4 of 7" in seen(table)


def test_a_foe_whose_health_is_not_shown_says_not_even_a_word() -> None:
    table = Evening()
    setting(table, "seen/foe/health", "none")
    wound(table)
    assert of(table, table.bear)["health"] is None
    assert "trackers" not in of(table, table.bear)


def test_a_characters_marks_can_be_a_word_for_all_but_its_own_player() -> None:
    table = Evening()
    setting(table, "seen/pc/health", "words")
    table.adjust("hit_points", 3, table.oro)
    mira, own = seat_viewer(table.mira), seat_viewer(table.oro)
    assert of(table, table.oro, mira)["health"] == "half"
    assert "hit_points" not in of(table, table.oro, mira)["trackers"]
    assert of(table, table.oro, own)["trackers"]["hit_points"]["value"] == 3
    assert b"Oro: Hit Points 3 of 6" in seen(table, own)
    assert b"Hit Points" not in seen(table, mira)


def test_a_characters_health_may_be_nobodys_but_its_players() -> None:
    table = Evening()
    setting(table, "seen/pc/health", "none")
    assert "health" not in of(table, table.oro)
    assert "hit_points" not in of(table, table.oro)["trackers"]


def test_marks_that_were_open_leave_the_log_when_they_are_closed() -> None:
    table = Evening()
    setting(table, "seen/foe/health", "exact")
    wound(table)
    setting(table, "seen/foe/health", "words")
    assert b"Hit Points" not in seen(table)


def test_the_older_setting_of_the_tracker_says_the_same() -> None:
    table = Evening()
    setting(table, "seen/foe/hit_points", "public")
    wound(table)
    assert of(table, table.bear)["trackers"]["hit_points"]["value"] == 4


@pytest.mark.parametrize(
    "how, shown", [("none", None), ("against", {"difficulty"}), ("all", {"difficulty", "major", "severe"})]
)
def test_numbers_of_foes_are_shown_as_far_as_the_setting_says(how: str, shown: set[str] | None) -> None:
    table = Evening()
    setting(table, "seen/foe/numbers", how)
    found = of(table, table.bear).get("numbers")
    assert found is None if shown is None else shown <= set(found or ())
    assert how == "all" or "attack_modifier" not in (found or ())


def test_one_number_can_be_shown_or_kept_by_itself() -> None:
    table = Evening()
    setting(table, "seen/foe/difficulty", "public")
    assert of(table, table.bear)["numbers"] == {"difficulty": 13}
    setting(table, "seen/foe/numbers", "all")
    setting(table, "seen/foe/difficulty", "gm")
    assert "difficulty" not in of(table, table.bear)["numbers"]


def test_a_player_reckons_with_a_shown_difficulty_and_with_no_other() -> None:
    table = Evening()
    command = msgspec.convert({"type": "roll", "roll": "action", "creature": table.oro, "targets": [table.bear]}, Roll)
    setting(table, "seen/foe/numbers", "against")
    found = odds_in_game(table.game.system, table.game.state, command, table.oro)
    assert found["filled"]["difficulty"] == 13


def test_conditions_by_name_tell_no_value_and_no_detail() -> None:
    table = Evening()
    setting(table, "seen/foe/conditions", "names")
    table.do("add_condition", creature=table.bear, condition="restrained", detail="zq303", value=7)
    assert list(of(table, table.bear)["conditions"]) == [{"key": "restrained", "value": None, "detail": None}]
    assert b"Bear: restrained" in seen(table)
    assert b"zq303" not in seen(table)


def test_conditions_that_are_not_shown_are_in_no_view_and_no_line() -> None:
    table = Evening()
    table.do("add_condition", creature=table.bear, condition="restrained")
    table.adjust("stress", 3, table.bear)
    assert b"estrained" in seen(table)
    setting(table, "seen/foe/conditions", "none")
    assert not of(table, table.bear)["conditions"]
    assert b"estrained" not in seen(table)
    assert b"ulnerable" not in seen(table)


def test_a_player_knows_the_own_conditions_all_the_same() -> None:
    table = Evening()
    setting(table, "seen/pc/conditions", "none")
    table.do("add_condition", creature=table.oro, condition="restrained", detail="a net")
    assert b"a net" in seen(table, seat_viewer(table.oro))
    assert b"estrained" not in seen(table, seat_viewer(table.mira))


SECRETS: list[tuple[str, str, Play]] = [
    ("seen/foe/health", "none", wound),
    ("seen/foe/health", "words", lambda table: table.adjust("hit_points", 1, table.bear)),
    ("seen/foe/numbers", "none", lambda t: t.do("change_creature", creature=t.bear, changes={"numbers": {"major": 3}})),
    (
        "seen/foe/numbers",
        "against",
        lambda t: t.do("change_creature", creature=t.bear, changes={"numbers": {"attack_modifier": 9}}),
    ),
    (
        "seen/foe/difficulty",
        "gm",
        lambda t: t.do("change_creature", creature=t.bear, changes={"numbers": {"difficulty": 21}}),
    ),
    ("seen/foe/conditions", "none", lambda t: t.do("add_condition", creature=t.bear, condition="restrained")),
    (
        "seen/foe/conditions",
        "names",
        lambda t: t.do("add_condition", creature=t.bear, condition="hidden", value=3, detail="deep"),
    ),
    ("seen/foe/stress", "gm", lambda table: table.adjust("stress", 1, table.bear)),
]


@pytest.mark.parametrize("key, value, play", SECRETS)
def test_what_a_setting_keeps_changes_nothing_that_players_get(key: str, value: str, play: Play) -> None:
    table = Evening()
    setting(table, key, value)
    table.adjust("hit_points", 1, table.bear)
    table.do("add_condition", creature=table.bear, condition="hidden", value=1)
    viewers = (PUBLIC_VIEWER, seat_viewer(table.oro))
    before = [seen(table, viewer) for viewer in viewers]
    play(table)
    assert [seen(table, viewer) for viewer in viewers] == before


@pytest.mark.parametrize(
    "key, value",
    [
        ("seen/foe/health", "public!"),
        ("seen/foe/numbers", "public"),
        ("seen/foe/difficulty", "own"),
        ("seen/nobody/health", "none"),
        ("seen/foe/wibble", "gm"),
        ("seen/foe", "gm"),
    ],
)
def test_what_is_no_such_setting_is_refused(key: str, value: str) -> None:
    table = Evening()
    with pytest.raises(InvalidInput):
        setting(table, key, value)


def test_defaults_come_from_the_game() -> None:
    system = Evening().game.system
    found = {side: [sight.default(system, side, field) for field in sight.FIELDS] for side in sight.SIDES}
    plain = ["none", "all"]
    assert found == {
        "pc": ["known", "exact", *plain],
        "ally": ["known", "exact", *plain],
        "foe": ["known", "words", *plain],
    }


def names(table: Evening, viewer: Viewer = PUBLIC_VIEWER) -> list[str]:
    creatures = table.see(viewer)["creatures"].values()
    return [one["name"] for one in creatures if one["kind"] == "adversary"]


def test_names_that_are_not_shown_are_numbers_until_each_is_revealed() -> None:
    table = Evening()
    first = names(table)
    setting(table, "seen/foe/name", "number")
    masked = names(table)
    assert masked == [f"№ {n}" for n in range(1, len(first) + 1)]
    assert b"Bear" not in seen(table)
    table.do("reveal", creature=table.bear)
    assert of(table, table.bear)["name"] == "Bear"
    assert [name for name in names(table) if name != "Bear"] == [n for n in masked if n != masked[first.index("Bear")]]
    setting(table, "seen/foe/name", "known")
    assert names(table) == first


def test_one_undo_brings_all_names_back() -> None:
    table = Evening()
    first = names(table)
    setting(table, "seen/foe/name", "number")
    table.undo()
    assert names(table) == first


def test_who_comes_while_names_are_not_shown_comes_as_a_number() -> None:
    table = Evening()
    setting(table, "seen/foe/name", "number")
    count = len(names(table))
    table.add("Zq303", hidden=True)
    hidden = table.add("Zq304", hidden=True)
    waits = table.add("Zq305", wave="2")
    table.add("Zq306")
    assert names(table)[-1] == f"№ {count + 1}", "those that nobody sees leave no gap"
    table.do("reveal", creature=hidden)
    assert of(table, hidden)["name"] == f"№ {count + 2}"
    table.do("bring_wave", wave="2")
    assert of(table, waits)["name"] == f"№ {count + 3}"
    assert b"Zq30" not in seen(table)
    table.do("reveal", creature=hidden)
    assert of(table, hidden)["name"] == "Zq304"


def test_one_more_of_a_kind_that_players_know_by_a_number_gets_a_number_of_its_own() -> None:
    table = Evening()
    setting(table, "seen/foe/name", "number")
    copy = table.add("Bear", alias="№")
    assert names(table).count(of(table, copy)["name"]) == 1
    assert of(table, copy)["name"] == f"№ {len(names(table))}"


@pytest.mark.parametrize("masked_first", [True, False])
def test_those_that_nobody_sees_change_no_number_that_others_get(masked_first: bool) -> None:
    found = []
    for lurks in (False, True):
        table = Evening()
        if lurks:
            table.add("Zq303", hidden=True)
        if masked_first:
            setting(table, "seen/foe/name", "number")
        table.add("Wolf")
        if lurks:
            table.add("Zq304", hidden=True)
            table.add("Zq305", wave="2")
        if not masked_first:
            setting(table, "seen/foe/name", "number")
        table.add("Fox")
        found.append(names(table))
    assert found[0] == found[1]


def test_a_name_that_the_gm_gave_players_and_the_name_of_a_place_stay() -> None:
    table = Evening()
    stranger = table.add("Zq303", alias="a stranger")
    ford = table.add("The ford", kind="environment")
    setting(table, "seen/foe/name", "number")
    assert of(table, stranger)["name"] == "a stranger"
    assert of(table, ford)["name"] == "The ford"
    setting(table, "seen/foe/name", "known")
    assert of(table, stranger)["name"] == "a stranger"


def test_equals_are_numbered_by_what_players_saw_when_their_names_come_back() -> None:
    table = Evening()
    table.do("add_creatures", creature={"name": "Hound", "hidden": True}, count=2)
    table.do("add_creatures", creature={"name": "Hound"}, count=2)
    before = names(table)
    setting(table, "seen/foe/name", "number")
    assert not any("Hound" in name for name in names(table))
    setting(table, "seen/foe/name", "known")
    assert names(table) == before


def test_a_log_of_before_is_read_by_the_settings_of_now() -> None:
    table = Evening()
    setting(table, "seen/foe/health", "exact")
    wound(table)
    again = history.load_game(table.game.system, table.game.entries)
    table.game = again
    assert b"Bear: Hit Points 4 of 7" in seen(table)
