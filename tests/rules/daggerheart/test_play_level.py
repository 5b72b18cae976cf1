"""Does leveling up change the sheet as the source says, in one step?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER
from tests.rules.daggerheart.evening import Evening

TWO = [{"option": "evasion"}, {"option": "hit_points"}]


class Hall(Evening):
    """Nim, a character of level 1 with armor 5/11 and two Experiences."""

    def __init__(self, level: int = 1, **settings: Any) -> None:
        super().__init__(**settings)
        features = {
            f"experience-{n}": {"kind": "experience", "name": name, "facts": {"modifier": 2}}
            for n, name in enumerate(("Sailor", "Diver"), 1)
        }
        numbers = {"level": level, "armor_major": 5, "armor_severe": 11, "agility": 1}
        self.nim = self.pc("Nim", numbers=numbers, features=features)

    def up(self, *choices: dict[str, Any], **fields: Any) -> None:
        """The next level; the Experience that it may bring is Warden."""
        level = self.numbers["level"] + 1
        new = {"experience": "Warden"} if level in (2, 5, 8) else {}
        self.do("level_up", creature=self.nim, choices=list(choices), **{**new, **fields})

    @property
    def numbers(self) -> dict[str, int]:
        found: dict[str, int] = self.see()["creatures"][self.nim]["numbers"]
        return found

    def features(self, kind: str) -> list[tuple[str, Any]]:
        held = self.creature(self.nim).features.values()
        return [(one.name, one.facts.get("modifier")) for one in held if one.kind == kind]


def traits(*names: str) -> dict[str, Any]:
    return {"option": "traits", "traits": list(names)}


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_the_level_rises_and_the_thresholds_with_it(hall: Hall) -> None:
    hall.up(*TWO)
    assert {key: hall.numbers[key] for key in ("level", "tier", "major", "severe", "evasion")} == {
        "level": 2, "tier": 2, "major": 7, "severe": 13, "evasion": 11,
    }  # fmt: skip
    assert hall.see()["creatures"][hall.nim]["trackers"]["hit_points"]["max"] == 7
    assert "Nim: level 2, Evasion, Hit Point slot" in hall.said(viewer=PUBLIC_VIEWER)


def test_thresholds_that_were_set_by_hand_rise_by_one(hall: Hall) -> None:
    hall.do("level_up", creature=hall.oro, choices=TWO, experience="Warden")
    assert (hall.value("major", hall.oro), hall.value("severe", hall.oro)) == (8, 15)


def test_the_first_level_of_a_tier_brings_an_experience_and_proficiency(hall: Hall) -> None:
    hall.up(*TWO)
    assert hall.features("experience") == [("Sailor", 2), ("Diver", 2), ("Warden", 2)]
    assert hall.numbers["proficiency"] == 2
    hall.up({"option": "stress"}, {"option": "hit_points"})
    assert (hall.numbers["proficiency"], len(hall.features("experience"))) == (2, 3)


def test_traits_are_raised_once_a_tier(hall: Hall) -> None:
    hall.up(traits("agility", "strength"), {"option": "stress"})
    assert (hall.numbers["agility"], hall.numbers["strength"]) == (2, 1)
    with pytest.raises(InvalidInput) as refused:
        hall.up(traits("agility", "finesse"), {"option": "stress"})
    fault = refused.value.errors[0]
    assert (fault.pointer, fault.facts["options"]) == (
        "/choices/0/traits/0",
        ["finesse", "instinct", "presence", "knowledge"],
    )
    hall.up(traits("finesse", "instinct"), traits("presence", "knowledge"))
    hall.up({"option": "stress"}, {"option": "hit_points"})
    hall.up(traits("agility", "strength"), {"option": "stress"})
    assert (hall.numbers["level"], hall.numbers["agility"], hall.value("agility_marked", hall.nim)) == (5, 3, True)
    assert hall.value("finesse_marked", hall.nim) is False


def test_experiences_are_raised_two_at_a_time_the_new_one_too(hall: Hall) -> None:
    hall.up({"option": "experiences", "experiences": ["experience-1", "new"]}, {"option": "stress"})
    assert hall.features("experience") == [("Sailor", 3), ("Diver", 2), ("Warden", 3)]
    for named in (["experience-1"], ["experience-1", "experience-1"], ["experience-1", "sword"], ["new", "new"]):
        with pytest.raises(InvalidInput):
            hall.up({"option": "experiences", "experiences": named}, {"option": "stress"})


def test_proficiency_takes_both_choices(hall: Hall) -> None:
    hall.up({"option": "proficiency"})
    assert hall.numbers["proficiency"] == 3
    with pytest.raises(RuleError) as refused:
        hall.up({"option": "proficiency"}, {"option": "stress"})
    assert (refused.value.code, refused.value.facts["have"]) == ("two-slots", 3)
    with pytest.raises(RuleError, match="two-slots"):
        hall.up({"option": "stress"})


def test_a_pool_grows_to_twelve_and_no_further(hall: Hall) -> None:
    hall.do("set_tracker", creature=hall.nim, tracker="hit_points", max=11)
    hall.up({"option": "hit_points"}, {"option": "stress"})
    with pytest.raises(InvalidInput) as refused:
        hall.up({"option": "hit_points"}, {"option": "stress"})
    assert (refused.value.errors[0].code, refused.value.errors[0].facts["most"]) == ("at-most", 12)


def test_cards_that_are_named_come_to_the_sheet(hall: Hall) -> None:
    hall.up({"option": "subclass", "name": "Specialization"}, {"option": "domain_card", "name": "Bolt"},
            domain_card="Ward")  # fmt: skip
    assert [name for name, _ in hall.features("card")] == ["Specialization", "Bolt", "Ward"]


def test_multiclassing_is_open_from_level_five_and_rules_out_the_subclass_card() -> None:
    with pytest.raises(InvalidInput) as refused:
        Hall(3).up({"option": "multiclass"})
    assert "multiclass" not in refused.value.errors[0].facts["options"]
    hall = Hall(4)
    hall.up({"option": "multiclass", "name": "Bard"})
    with pytest.raises(InvalidInput) as refused:
        hall.up({"option": "subclass", "tier": 3}, {"option": "stress"})
    assert refused.value.errors[0].pointer == "/choices/0/tier"
    hall.up({"option": "subclass", "tier": 2}, {"option": "stress"})


def test_slots_that_somebody_filled_in_run_out() -> None:
    hall = Hall(slots_evasion=1)
    hall.up({"option": "evasion"}, {"option": "stress"})
    with pytest.raises(InvalidInput) as refused:
        hall.up({"option": "evasion"}, {"option": "stress"})
    assert "evasion" not in refused.value.errors[0].facts["options"]
    other = Hall(slots_evasion=1)
    with pytest.raises(InvalidInput):
        other.up({"option": "evasion"}, {"option": "evasion"})


def test_without_choices_it_asks_with_all_that_is_open(hall: Hall) -> None:
    with pytest.raises(Need) as need:
        hall.do("level_up", creature=hall.nim)
    ask = need.value.asks[0]
    assert (ask["level"], ask["tier"], ask["slots"], ask["achievement"]["experience"]) == (2, 2, 2, 2)
    assert "multiclass" not in ask["options"]
    assert (ask["slots_of"]["proficiency"], ask["tiers"]["evasion"]) == (2, [2])
    assert ask["experiences"] == ["experience-1", "experience-2"]


def test_a_new_experience_needs_a_name_and_only_then(hall: Hall) -> None:
    with pytest.raises(InvalidInput) as refused:
        hall.do("level_up", creature=hall.nim, choices=TWO)
    assert refused.value.errors[0].pointer == "/experience"
    hall.up(*TWO)
    with pytest.raises(InvalidInput):
        hall.do("level_up", creature=hall.nim, choices=TWO, experience="Warden")


def test_ten_is_the_last_level_and_adversaries_have_none() -> None:
    hall = Hall(10)
    with pytest.raises(RuleError, match="highest-level"):
        hall.up(*TWO)
    with pytest.raises(InvalidInput):
        hall.do("level_up", creature=hall.bear, choices=TWO)


def test_undo_takes_all_of_it_back(hall: Hall) -> None:
    before = hall.game.state
    hall.up(traits("agility", "strength"), {"option": "experiences", "experiences": ["new", "experience-2"]})
    assert hall.game.state != before
    hall.undo()
    assert hall.game.state == before


def test_the_whole_party_rises_in_one_request(hall: Hall) -> None:
    up = {"type": "level_up", "choices": TWO, "experience": "Warden"}
    hall.send({**up, "creature": hall.nim}, {**up, "creature": hall.mira})
    assert (hall.value("level", hall.nim), hall.value("level", hall.mira)) == (2, 2)
    hall.undo()
    assert (hall.value("level", hall.nim), hall.value("level", hall.mira)) == (1, 1)


def test_a_players_choice_waits_for_the_gm_and_is_decided_when_it_is_accepted(hall: Hall) -> None:
    seat = f"seat:{hall.nim}"
    hall.do("level_up", by=seat, creature=hall.nim, choices=TWO, experience="Warden")
    assert hall.numbers["level"] == 1
    (waiting,) = hall.see()["inbox"]
    hall.do("accept", suggestion=waiting["id"])
    assert (hall.numbers["level"], hall.numbers["evasion"]) == (2, 11)


def test_a_players_choice_that_is_not_open_is_refused_at_once(hall: Hall) -> None:
    with pytest.raises(InvalidInput):
        hall.do("level_up", by=f"seat:{hall.nim}", creature=hall.nim, choices=[{"option": "multiclass"}])
    assert not hall.see()["inbox"]


def test_the_checklist_says_how_many_slots_are_left_where_that_is_known() -> None:
    hall = Hall(slots_evasion=2)
    hall.up({"option": "evasion"}, {"option": "hit_points"})
    with pytest.raises(Need) as asked:
        hall.do("level_up", creature=hall.nim)
    (checklist,) = asked.value.asks
    assert checklist["left"]["evasion"] == {"2": 1}
    assert checklist["left"]["hit_points"] == {"2": None}
