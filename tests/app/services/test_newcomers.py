"""What the drawer that adds creatures makes of what is typed."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI

from app.errors import Problem
from app.services import games, library
from app.services.desk import Desk
from app.services.games import see
from app.services.newcomers import first, newcomers
from tests.app.pages.evenings import Evening, demo_of, evening
from tests.app.pages.test_bump import NAMES


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return evening(app, account)


def desk(game: Evening, said: str, **fields: str) -> Desk:
    seen = see(game.house, game.access, "en")
    return Desk(game.house, game.access, "en", seen, [("_said", said), *fields.items()])


def creature(game: Evening, said: str, **fields: str) -> dict[str, Any]:
    return dict(first(desk(game, said, **fields))["creature"])


def test_a_name_and_how_many(game: Evening) -> None:
    command = first(desk(game, "3 ash hound"))
    assert (command["type"], command["count"], command["creature"]["name"]) == ("add_creatures", 3, "Ash hound")
    game.do(command)
    assert {"Ash hound 1", "Ash hound 2", "Ash hound 3"} <= {c["name"] for c in game.view()["creatures"].values()}


def test_numbers_behind_commas_in_either_language(game: Evening) -> None:
    for said in (
        "Cinder Witch, difficulty 14, hp 5, stress 3, 7/12",
        "Cinder Witch, сложность 14, хиты 5, стресс 3, 7/12",
    ):
        made = creature(game, said)
        assert made["name"] == "Cinder Witch"
        assert made["numbers"] == {"difficulty": 14, "major": 7, "severe": 12}
        assert made["trackers"] == {"hit_points": {"max": 5}, "stress": {"max": 3}}
    game.do(first(desk(game, "Cinder Witch, difficulty 14, hp 5")))


def test_a_character_is_read_as_on_the_party_page(game: Evening) -> None:
    made = creature(game, "Tamsin, Bard 1, ev 10, hp 5", kind="pc")
    assert (made["kind"], made["name"], made["numbers"]["evasion"]) == ("pc", "Tamsin", 10)


def test_a_made_up_one_may_have_a_name_of_its_own(game: Evening) -> None:
    made = creature(game, "tier 1 leader Cinder Witch")
    assert made["name"] == "Cinder Witch"
    assert made["features"]["attack"]["kind"] == "attack"
    assert creature(game, "tier 1 bruiser")["numbers"]["difficulty"] == made["numbers"]["difficulty"]


@pytest.mark.parametrize("said", ["tier 1 traversal", "преодоление ранга 1", "tier 1 traversal Old Bridge"])
def test_an_environment_may_be_made_up_too(game: Evening, said: str) -> None:
    command = first(desk(game, said))
    assert (command["creature"]["kind"], command["creature"]["numbers"]) == ("environment", {"difficulty": 11})
    game.do(command)


def test_a_made_up_ones_own_name_comes_before_what_the_library_has_of_its_role(game: Evening) -> None:
    leader = {"name": "Pirate Captain", "kind": "adversary", "numbers": {"difficulty": 14}}
    leader["features"] = {"about": {"kind": "about", "name": "Leader", "facts": {"tier": 1, "role": "leader"}}}
    account = game.access.account
    game.house.database.write(lambda db: library.create(db, account, "daggerheart", leader, [], "", "en"))
    names = [one.name for one in newcomers(desk(game, "tier 1 leader Revenant"))]
    assert (names[0], "Tier" in names) == ("Revenant", False)
    assert newcomers(desk(game, "tier 1 leader Pirate Captain"))[0].name == "Pirate Captain"


def test_it_comes_hidden_or_in_a_wave(game: Evening) -> None:
    made = creature(game, "goblin", _hidden="true", _wave="2")
    assert (made["hidden"], made["wave"]) == (True, "2")


def test_nothing_typed_is_nothing_to_add(game: Evening) -> None:
    assert newcomers(desk(game, " ")) == []
    with pytest.raises(Problem, match="nothing-typed"):
        first(desk(game, ""))


def test_many_hit_points_stand_and_what_was_not_understood_is_said(game: Evening) -> None:
    assert creature(game, "Colossus, hp 260")["trackers"] == {"hit_points": {"max": 260}}
    *_, bare = newcomers(desk(game, "Colossus, difficulty 14, difficulty 15"))
    assert "Difficulty 14" in bare.about
    assert "Not understood: difficulty 15" in bare.about


def test_an_attack_stands_behind_a_comma_with_its_die(app: FastAPI, account: str) -> None:
    id = app.state.house.database.write(lambda db: games.create(db, account, "gm", "Crypt", "swing", None, []))
    game = Evening(app, games.as_gm(app.state.house, account, id), {})
    made = creature(game, "3 Ghoul, def 16, hp 45, attack 7, claws 1d8+2 slashing")
    assert made["features"]["attack-1"] == {
        "kind": "attack",
        "name": "claws",
        "facts": {"dice": "1d8", "modifier": 2, "type": "slashing", "weapon": "body"},
    }
    game.do(first(desk(game, "Ghoul, def 16, claws 1d8+2")))
    assert "claws 1d8+2" in newcomers(desk(game, "Ghoul, claws 1d8+2"))[-1].about


@pytest.mark.parametrize(
    "said",
    [
        "Ferry troll, difficulty 12, hp 6, Claws +2, melee, 1d10+2 phy",
        "Ferry troll, сложность 12, хиты 6, Claws +2, вплотную, 1к10+2 физ",
        "Ferry troll, difficulty 12, hp 6, atk +2 Claws melee 1d10+2 physical",
    ],
)
def test_dice_in_the_line_of_an_adversary_are_its_damage(game: Evening, said: str) -> None:
    (bare,) = [one for one in newcomers(desk(game, said)) if one.name == "Ferry troll"]
    facts = {"dice": "1d10", "modifier": 2, "types": ["physical"], "range": "melee"}
    made = bare.command["creature"]
    assert made["numbers"] == {"difficulty": 12, "attack_modifier": 2}
    assert made["features"] == {"attack": {"kind": "attack", "name": "Claws", "facts": facts}}
    assert "Claws 1d10+2 physical Melee" in bare.about
    assert "Not understood" not in bare.about
    game.do(bare.command)


def test_dice_are_no_experience_and_what_stands_with_them_is_said(game: Evening) -> None:
    (bare,) = list(newcomers(desk(game, "Ferry troll, damage 1d10+2, 1d8 burning")))
    assert "Not understood: 1d8, burning" in bare.about
    player = creature(game, "Oro, damage 1d10+2", kind="pc")
    assert (player["features"], player["numbers"]) == ({}, {})


def test_what_stands_behind_the_name_of_an_adversary_is_kept_told_or_said_to_be_unclear(
    app: FastAPI, account: str
) -> None:
    shard = demo_of(app, account, "shard", "abcdefg")
    said = "2 thrall, str 2, prowess 2, armour 1, actions 3, claws 1, undead, 7/8"
    found = newcomers(desk(shard, said))[-1]
    for words in ("Strength 2", "Prowess 2", "Armour 1", "Actions a round 3", "claws 1", "Not understood: 7/8, undead"):
        assert words in found.about
    shard.do(found.command)
    thrall = next(c for c in shard.view()["creatures"].values() if c["name"] == "Thrall 1")
    assert (thrall["numbers"]["actions"], thrall["features"]["armour"]["facts"]["rating"]) == (3, 1)
    assert thrall["features"]["skill-1"]["facts"] == {"rank": 1}


def test_a_word_that_only_a_character_has_is_said_not_to_be_understood(app: FastAPI, account: str) -> None:
    id = app.state.house.database.write(lambda db: games.create(db, account, "gm", "Mill", "bump", None, []))
    game = Evening(app, games.as_gm(app.state.house, account, id), {})
    *_, bare = newcomers(desk(game, "Troll, gobble 3, defense 13, claws 1d8+2 slashing"))
    assert "Not understood: gobble" in bare.about
    made = creature(game, "Troll, defense 13, claws 1d8+2 slashing")
    facts = {"dice": "1d8", "modifier": 2, "type": "slashing"}
    assert made["features"]["attack-1"] == {"kind": "attack", "name": "claws", "facts": facts}


def test_the_name_of_an_adversary_may_end_in_a_word_for_a_class(game: Evening) -> None:
    (warrior,) = [one for one in newcomers(desk(game, "Ash Warrior, hp 5")) if one.name == "Ash Warrior"]
    assert "Not understood" not in warrior.about


@pytest.mark.parametrize("said", ["Wolf ×3", "wolf x3", "3 wolf", "3x wolf", "wolf 3", "Wolf 3, hp 4"])
def test_how_many_stands_before_or_behind_the_name(game: Evening, said: str) -> None:
    command = first(desk(game, said))
    assert (command["type"], command["count"], command["creature"]["name"]) == ("add_creatures", 3, "Wolf")


@pytest.mark.parametrize("said", ["tier 2 leader", "leader tier 2", "Wolf hp 3", "Wolf, hp 3", "Wolf, difficulty 13"])
def test_a_number_behind_a_word_of_the_sheet_is_not_how_many(game: Evening, said: str) -> None:
    assert first(desk(game, said))["type"] == "add_creature"


def test_a_number_behind_the_name_is_its_level_where_adversaries_have_one(app: FastAPI, account: str) -> None:
    mill = demo_of(app, account, "bump", NAMES)
    (wolf,) = [one for one in newcomers(desk(mill, "Zqwolf 3")) if one.name == "Zqwolf"]
    assert (wolf.count, wolf.command["creature"]["numbers"]["level"]) == (1, 3)


def test_one_more_may_be_named_by_its_number(game: Evening) -> None:
    game.do(first(desk(game, "2 wolf")))
    assert first(desk(game, "Wolf 3"))["type"] == "add_creature"


@pytest.mark.parametrize("said", ["2 волка", "волка х2", "2 Волк"])
def test_an_entry_of_the_library_is_found_by_its_stem_and_gives_its_name(game: Evening, said: str) -> None:
    spec = {"name": "Волк", "kind": "adversary", "trackers": {"hit_points": {"max": 4}}}
    account = game.access.account
    game.house.database.write(lambda db: library.create(db, account, "daggerheart", spec, [], "", "ru"))
    command = first(desk(game, said))
    assert (command["count"], command["creature"]["name"]) == (2, "Волк")


def test_a_name_that_nobody_knows_stays_as_it_was_typed_and_that_is_said(game: Evening) -> None:
    (wolves,) = [one for one in newcomers(desk(game, "3 wolves")) if one.name == "Wolves"]
    assert "The name stays as typed" in wolves.about
    (wolf,) = [one for one in newcomers(desk(game, "wolf")) if one.name == "Wolf"]
    assert "The name stays as typed" not in wolf.about


@pytest.mark.parametrize(
    "said",
    [
        "bandit x2, def 14, hp 20",
        "bandit x2 def 14 hp 20",
        "bandit х2; def 14; hp 20",
        "2 bandit, def 14, hp 20",
        "bandit×2, защита 14, хиты 20",
    ],
)
def test_how_many_may_stand_before_the_numbers_of_a_line(app: FastAPI, account: str, said: str) -> None:
    id = app.state.house.database.write(lambda db: games.create(db, account, "gm", "Crypt", "swing", None, []))
    crypt = Evening(app, games.as_gm(app.state.house, account, id), {})
    command = first(desk(crypt, said))
    made = command["creature"]
    assert (command["type"], command["count"], made["name"]) == ("add_creatures", 2, "Bandit")
    assert (made["numbers"], made["trackers"]) == ({"defense": 14}, {"hp": {"max": 20}})
    crypt.do(command)
    assert {"Bandit 1", "Bandit 2"} <= {one["name"] for one in crypt.view()["creatures"].values()}


@pytest.mark.parametrize(
    ("said", "name", "kind"),
    [
        ("Burning Bridge, tier 1 traversal", "Burning Bridge", "environment"),
        ("Горящий мост, преодоление ранга 1", "Горящий мост", "environment"),
        ("Ash wolf, tier 1 bruiser", "Ash wolf", "adversary"),
        ("Ash wolf, difficulty 12", "Ash wolf", "adversary"),
    ],
)
def test_what_is_made_up_may_have_a_name_of_its_own(game: Evening, said: str, name: str, kind: str) -> None:
    made = creature(game, said)
    assert (made["name"], made["kind"]) == (name, kind)
