"""A party of Swing d20 typed into one field: what makes up Defense, and what is counted."""

from __future__ import annotations

from typing import Any

import pytest

from app.services.party import command_of, read_character
from app.services.setup import rows, vocabulary


@pytest.mark.parametrize(
    "line",
    [
        "Petru, Pickpocket 15, str 12, natural 11, shield 1, parry 2, dodge 3, fist 6, thrown 6, hp 44",
        "Петру, карманник 15, сил 12, природная 11, щит 1, парирование 2, уклонение 3, кулак 6, метательных 6, хиты 44",
    ],
)
def test_all_that_makes_up_defense_and_all_that_is_counted_is_understood(line: str) -> None:
    found = read_character(line, vocabulary("swing"))
    assert found.unclear == ()
    numbers = {"level": 15, "strength": 12, "natural_ac": 11, "shield": 1, "parry": 2, "dodge": 3, "unarmed_die": 6}
    assert dict(found.numbers) == numbers
    assert {key: pool["max"] for key, pool in found.trackers.items()} == {"thrown": 6, "hp": 44}


@pytest.mark.parametrize("line", ["Ragna, Page 45, hp 120, broadsword 1d8, hook d6 piercing",
                                  "Рагна, Паж 45, хиты 120, палаш 1к8, крюк д6 колющий"])  # fmt: skip
def test_a_high_level_many_hit_points_and_weapons_with_their_dice_are_understood(line: str) -> None:
    found = read_character(line, vocabulary("swing"))
    assert found.unclear == ()
    assert (found.calling, found.numbers["level"]) in [("Page", 45), ("Паж", 45)]
    assert found.trackers["hp"] == {"max": 120}
    features = command_of(found, vocabulary("swing"))["creature"]["features"]
    assert [features[f"weapon-{n}"]["facts"]["dice"] for n in (1, 2)] == ["1d8", "1d6"]
    assert features["weapon-2"]["facts"]["type"] in ("piercing", "колющий")


def test_what_stands_beside_a_weapon_shows_it() -> None:
    (row,) = rows("swing", "Ragna, Page 45, broadsword 1d8+2 slashing", "en")
    assert (row.calling, row.more, row.unclear) == ("Page", ("broadsword 1d8+2 slashing",), ())


@pytest.mark.parametrize(
    "line",
    [
        "Brak, natural AC 11, armor AC 250, dex 14",
        "Brak, nat AC 11, AC 250, dex 14",
        "Брак, природный КД 11, КД брони 250, ловк 14",
    ],
)
def test_the_natural_ac_is_not_the_ac_of_the_armor(line: str) -> None:
    found = read_character(line, vocabulary("swing"))
    assert found.unclear == ()
    assert dict(found.numbers) == {"natural_ac": 11, "armor_class": 250, "dexterity": 14}


@pytest.mark.parametrize(
    ("typed", "kind", "unclear"),
    [
        ("halberd 1d10 reach 3 weight 12", None, ("reach 3 weight 12",)),
        ("bow 1d8 piercing weight 2", None, ("piercing weight 2",)),
        ("halberd 1d10 x3 x4", None, ("x4",)),
        ("sabre 1d8+2 slashing", "slashing", ()),
    ],
)
def test_numbers_behind_a_weapon_are_not_taken_for_its_kind_of_damage(
    typed: str, kind: str | None, unclear: tuple[str, ...]
) -> None:
    found = read_character(f"Lena, Page 20, {typed}", vocabulary("swing"))
    facts = command_of(found, vocabulary("swing"))["creature"]["features"]["weapon-1"]["facts"]
    assert (facts.get("type"), found.unclear) == (kind, unclear)


HALBERD = {"dice": "1d10", "critical_percent": 50, "multiplier": 3, "critical_bonus": 5, "efficacy": 60}


@pytest.mark.parametrize(
    "typed",
    [
        "halberd 1d10 50% x3 +5 efficacy 60",
        "halberd 1d10 x3 +5 crit 50% eff 60",
        "halberd 1d10, 50%, x3, +5, efficacy: 60",
        "алебарда 1к10 крит 50% х3 +5 эффективность 60",
        "алебарда 1к10, 50%, ×3, +5, эфф 60",
    ],
)
def test_how_a_weapon_is_critical_and_its_efficacy_stand_behind_its_dice(typed: str) -> None:
    found = read_character(f"Lena, Page 20, {typed}, hp 44", vocabulary("swing"))
    feature = command_of(found, vocabulary("swing"))["creature"]["features"]["weapon-1"]
    assert (feature["name"], feature["facts"]) == (typed.split()[0], HALBERD)
    assert (found.unclear, found.trackers["hp"]) == ((), {"max": 44})


@pytest.mark.parametrize(
    ("typed", "facts"),
    [
        ("longbow 1d8 piercing efficacy 72", {"use": "bow", "type": "piercing", "efficacy": 72}),
        ("длинный лук 1к8 колющий, эффективность 72", {"use": "bow", "type": "колющий", "efficacy": 72}),
        ("knife 1d8 thrown", {"use": "thrown"}),
        ("hook 1d8 off-hand", {"hand": "off"}),
        ("warhammer 1d8 magic 2 craft 3", {"weapon": "blunt", "magic": 2, "craftsmanship": 3}),
        ("дубина 1к8", {"weapon": "blunt"}),
        ("claws 1d8", {"weapon": "body"}),
        ("rapier 1d8", {}),
    ],
)
def test_bows_what_is_thrown_and_what_a_blow_is_told_as_go_by_their_words(typed: str, facts: dict[str, Any]) -> None:
    found = read_character(f"Lena, Page 20, {typed}, arrows 12, thrown 6", vocabulary("swing"))
    made = command_of(found, vocabulary("swing"))["creature"]
    assert made["features"]["weapon-1"]["facts"] == {"dice": "1d8", **facts}
    assert made["trackers"] == {"arrows": {"max": 12}, "thrown": {"max": 6}}
    assert found.unclear == ()


def test_what_was_understood_of_a_weapon_is_shown() -> None:
    (row,) = rows("swing", "Lena, Page 20, halberd 1d10 slashing, 50%, x3 +5", "en")
    assert (row.more, row.unclear) == (("halberd 1d10 slashing 50% x3 +5",), ())
