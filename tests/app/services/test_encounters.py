"""Prepared fights on both databases: kept whole, changed by one at a time, put away under names of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.errors import NotFound, Problem
from app.services import encounters, fights, games, library
from app.services.access import Access
from app.services.encounters import Body, Prepared, Row
from app.services.house import House
from app.services.play import Ask

WOLF = Row(name="Wolf", count=2, wave="2", creature={"name": "Wolf", "kind": "adversary"})


def made(house: House, access: Access, name: str = "Ford", *rows: Row) -> Prepared:
    return house.database.write(lambda db: encounters.create(db, access, name, Body(rows=rows or (WOLF,))))


def change(house: House, access: Access, id_: str, match: str | None = None, **parts: Any) -> Prepared:
    wanted = None if match is None else [match]
    return house.database.write(lambda db: encounters.change(db, house, access, id_, parts, wanted))


def version(house: House, access: Access, prepared: Prepared) -> str:
    return encounters.version_of(
        house.database.read(lambda db: encounters.shown(db, house, access, encounters.get(db, access, prepared.id)))
    )


def test_what_is_kept_is_read_again(house: House, access: Access) -> None:
    prepared = made(house, access)
    (found,) = house.database.read(lambda db: encounters.listed(db, access))
    assert (found.id, found.name, found.body) == (prepared.id, "Ford", prepared.body)


def test_a_change_leaves_what_it_does_not_name(house: House, access: Access) -> None:
    prepared = change(house, access, made(house, access).id, note="at dusk")
    assert (prepared.name, prepared.body.note, prepared.rows) == ("Ford", "at dusk", (WOLF,))


def test_the_version_changes_with_what_one_sees_and_not_otherwise(house: House, access: Access) -> None:
    prepared = made(house, access)
    before = version(house, access, prepared)
    assert version(house, access, prepared) == before
    change(house, access, prepared.id, name="Ford")
    assert version(house, access, prepared) == before
    fights.start(house, Ask(access, "en"), prepared)
    assert version(house, access, prepared) == before
    fights.park(house, Ask(access, "en"), prepared)
    assert version(house, access, prepared) != before


@pytest.mark.case("GM-018")
def test_of_two_who_change_one_version_one_is_refused(house: House, access: Access) -> None:
    prepared = made(house, access)
    known = version(house, access, prepared)

    def try_it(name: str) -> str:
        try:
            return change(house, access, prepared.id, known, name=name).name
        except Problem as problem:
            return problem.code

    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(try_it, ["A", "B", "C", "D"]))
    assert outcomes.count("stale-version") == 3


def test_nobody_reaches_the_encounters_of_another_game(house: House, access: Access) -> None:
    prepared = made(house, access)
    other_id = house.database.write(lambda db: games.create(db, access.account, "gm", "Cave", "daggerheart"))
    other = games.as_gm(house, access.account, other_id)
    with pytest.raises(NotFound):
        house.database.read(lambda db: encounters.get(db, other, prepared.id))
    with pytest.raises(NotFound):
        house.database.write(lambda db: encounters.remove(db, house, other, prepared.id))
    with pytest.raises(NotFound):
        change(house, other, prepared.id, name="Mine")


def test_a_game_holds_so_many_encounters_and_no_more(
    house: House, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encounters, "MOST_ENCOUNTERS", 2)
    made(house, access)
    made(house, access)
    with pytest.raises(Problem, match="too-many-encounters"):
        made(house, access)


def test_the_name_of_what_is_put_away_stays_with_it_and_is_its_alone(house: House, access: Access) -> None:
    ask = Ask(access, "en")
    first, second = made(house, access, "Ford / Mill"), made(house, access, "Ford / Mill")
    for one in (first, second):
        fights.start(house, ask, one)
        fights.park(house, ask, one)
    found = house.database.read(lambda db: encounters.listed(db, access))
    assert [one.body.label for one in found] == ["Ford - Mill", "Ford - Mill 2"]
    renamed = change(house, access, first.id, name="Bridge")
    state = house.look(access.game_id).game.state
    assert encounters.parked(state, renamed) == ["Wolf 1", "Wolf 2"]
    fights.resume(house, ask, renamed)
    waves = [c.wave for c in house.look(access.game_id).game.state.creatures.values()]
    assert waves == ["2", "2", "parked/Ford - Mill 2/2", "parked/Ford - Mill 2/2"]


def test_what_comes_from_an_entry_that_is_still_the_same_names_it(house: House, access: Access) -> None:
    bear = {"name": "Bear", "numbers": {"difficulty": 12}}
    card = house.database.write(lambda db: library.create(db, access.account, "daggerheart", bear, [], "", "en"))
    prepared = made(house, access, "Ford", Row(name="Bear", card=card.id, creature=card.spec))
    fights.start(house, Ask(access, "en"), prepared)
    patch = {"numbers": {"difficulty": 20}}
    house.database.write(lambda db: library.change(db, access.account, card.id, "en", creature=patch))
    fights.start(house, Ask(access, "en"), prepared)
    first, second = house.look(access.game_id).game.state.creatures.values()
    assert (first.card, second.card) == (card.id, None)
    assert first.trackers == second.trackers


def test_too_large_an_encounter_is_refused(house: House, access: Access) -> None:
    huge = Row(name="Wolf", creature={"name": "Wolf", "note": "x" * encounters.LARGEST})
    with pytest.raises(Problem, match="body-too-large"):
        made(house, access, "Ford", huge)
