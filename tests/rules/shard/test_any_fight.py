"""What holds at a table of SHARD whatever is played: the log is the state, undo leads back, players learn no secret."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from rules.core.errors import InvalidInput, RuleError
from rules.shard import health, sheet
from tests.rules.core.test_any_game import AnyGame
from tests.rules.shard.table import fight, hero

SWORD = {"kind": "weapon", "name": "Sword", "facts": {"damage": 2, "type": "slashing"}}
LULL = {"kind": "spell", "name": "Lull", "facts": {"damage": 1, "type": "cold", "sustained": True}}
ACTIONS = ("focus", "move", "recover", "defend", "ability", "shenanigans")
Raw = dict[str, Any]


class AnyFight(AnyGame):
    """Two tables with weapons, spells and dice; at one of them somebody lurks, plans and bleeds unseen."""

    system = "shard"

    def __init__(self) -> None:
        super().__init__()
        oro, mira, bear, *_ = self.plain.own.values()
        for id in (oro, mira, bear):
            features = {"sword": SWORD, "lull": LULL}
            numbers = {"strength": 2, "spirit": 2, "constitution": 1, "defence": 1, "resolve": 1}
            self.send(
                {"type": "change_creature", "creature": id, "changes": {"features": features, "numbers": numbers}}
            )
            for key in ("prowess", "ether"):
                self.send({"type": "set_tracker", "creature": id, "tracker": key, "value": {"ready": 3}})

    def who(self, number: int) -> str:
        return list(self.plain.own.values())[:4][number % 4]

    @rule(by=st.integers(0, 3), at=st.integers(0, 3), spend=st.integers(0, 3), spell=st.booleans())
    def attack_or_cast(self, by: int, at: int, spend: int, spell: bool) -> None:
        raw: Raw = {"type": "roll", "creature": self.who(by), "targets": [self.who(at)]}
        if spell:
            self.send({**raw, "roll": "cast", "with": "lull", "parameters": {"ether_dice": spend}})
        else:
            spent = {"spend": {"prowess": spend}} if spend else {}
            self.send({**raw, "roll": "attack", "with": "sword", "parameters": spent})

    @rule(who=st.integers(0, 3), amount=st.integers(0, 9), damage=st.sampled_from(["lethal", "strain"]))
    def hurt(self, who: int, amount: int, damage: str) -> None:
        self.send({"type": "take_damage", "creature": self.who(who), "amount": amount, "damage": damage})

    @rule(who=st.integers(0, 3), level=st.sampled_from(health.LEVELS), pick=st.integers(0, 4))
    def choose_a_penalty(self, who: int, level: str, pick: int) -> None:
        penalties = health.PENALTIES[level]
        penalty = penalties[pick % len(penalties)]
        self.send({"type": "take_penalty", "creature": self.who(who), "level": level, "penalty": penalty})

    @rule(
        who=st.integers(0, 3), action=st.sampled_from(ACTIONS), kind=st.sampled_from(["simple", "complex", "reaction"])
    )
    def act(self, who: int, action: str, kind: str) -> None:
        self.send({"type": "act", "creature": self.who(who), "action": action, "kind": kind, "ability": "strength"})

    @rule(who=st.integers(0, 3), of=st.integers(0, 3), what=st.sampled_from(["bleed", "stabilise", "keep_spells"]))
    def roll_for_what_hangs_on_it(self, who: int, of: int, what: str) -> None:
        raw: Raw = {"type": what, "creature": self.who(who)}
        if what == "keep_spells":
            self.send({"type": "sustain", "creature": self.who(who), "spell": "Lull"})
            self.send({**raw, "target": of})
            return
        bleeds = self.who(of if what == "stabilise" else who)
        marked = health.taken(sheet.track(self.plain.game.state.creatures[bleeds]) or health.new_track(1))
        self.send({"type": "take_damage", "creature": bleeds, "amount": max(0, 10 - marked)})
        self.send({**raw, "target": bleeds} if what == "stabilise" else raw)

    @rule(who=st.integers(0, 3), die=st.integers(0, 2), way=st.sampled_from(["cancel", "reroll", "change", "add"]))
    def touch(self, who: int, die: int, way: str) -> None:
        made = self.plain.game.state.rolls.get(self.who(who))
        if made is not None:
            touch = {"die": die, "way": way, **({"to": "triumph"} if way in ("change", "add") else {})}
            touches = [*made.facts["more"].get("touches", []), touch]
            self.send({"type": "amend_roll", "id": made.id, "parameters": {"touches": touches}})

    @rule(phase=st.sampled_from([1, 2]), who=st.integers(0, 3))
    def plan(self, phase: int, who: int) -> None:
        self.send({"type": "plan", "creature": self.who(who), "phase": phase, "text": "waits"})

    @rule(kind=st.sampled_from(["short", "long"]), provided=st.booleans())
    def rest(self, kind: str, provided: bool) -> None:
        self.send({"type": "rest", "kind": kind, "provided": provided})

    @rule(action=st.sampled_from(["posture", "inquire", "contend", "abstain"]), success=st.booleans())
    def talk(self, action: str, success: bool) -> None:
        self.send({"type": "begin_social", "goal": "peace", "triggers": ["gifts"]})
        self.send({"type": "social_action", "creature": self.who(0), "action": action, "success": success})
        self.send({"type": "lose_patience"})

    @rule(amount=st.integers(0, 9))
    def hurt_the_hidden_one(self, amount: int) -> None:
        self.place += 1
        for raw in (
            {"type": "take_damage", "creature": self.lurker, "amount": amount},
            {"type": "plan", "creature": self.lurker, "phase": 1, "text": "zq303 pounces"},
        ):
            self.haunted.play(50_000 + self.place, raw, "gm:Ann")


quick = settings(max_examples=10, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.slow
def test_any_fight_holds_together() -> None:
    run_state_machine_as_test(AnyFight, settings=quick)


BAD: list[Raw] = [
    {"type": "take_damage", "amount": -1},
    {"type": "take_damage", "amount": 1000},
    {"type": "take_damage", "amount": 1, "damage": "hurt"},
    {"type": "take_damage", "amount": 1, "penalty": "dead"},
    {"type": "take_damage", "amount": 1, "attacker": "c_none"},
    {"type": "take_penalty", "level": "minor", "penalty": "slowed"},
    {"type": "take_penalty", "level": "light", "penalty": "slowed"},
    {"type": "heal", "amount": -4},
    {"type": "bleed"},
    {"type": "stabilise", "target": "c_none"},
    {"type": "move_dice", "tracker": "health"},
    {"type": "move_dice", "tracker": "prowess", "count": 41},
    {"type": "move_dice", "tracker": "prowess", "count": 4},
    {"type": "move_dice", "tracker": "prowess", "from": "lost"},
    {"type": "give_tactics"},
    {"type": "act", "action": "recover", "condition": "dead"},
    {"type": "act", "action": "recover", "kind": "complex"},
    {"type": "act", "action": "defend"},
    {"type": "act", "kind": "quick"},
    {"type": "plan", "phase": 3},
    {"type": "plan", "line": 0},
    {"type": "intercept", "ally": "c_none"},
    {"type": "sustain", "spell": ""},
    {"type": "drop_spell", "condition": "q_none"},
    {"type": "keep_spells", "target": 100},
    {"type": "keep_spells", "target": 2},
    {"type": "social_action", "action": "posture"},
    {"type": "social_action", "action": "shout"},
    {"type": "roll", "roll": "challenge", "parameters": {"dice": 41, "target": 1}},
    {"type": "roll", "roll": "challenge", "parameters": {"dice": 2, "target": -1}},
    {"type": "roll", "roll": "attack", "parameters": {"defence": 1, "dice": 41}},
    {"type": "roll", "roll": "challenge", "parameters": {"dice": 2, "target": 1, "decides": {"what": "fire"}}},
    {"type": "roll", "roll": "challenge", "parameters": {"dice": 2, "target": 1, "spend": {"health": 1}}},
    {"type": "roll", "roll": "challenge", "parameters": {"dice": 2, "target": 1, "spend": {"prowess": 4}}},
    {"type": "roll", "roll": "challenge", "parameters": {"dice": 2, "target": 1}, "dice": {"faces": [9, 1]}},
    {"type": "roll", "roll": "challenge", "parameters": {"dice": 1, "target": 1}, "dice": {"faces": [1, 2]}},
    {"type": "roll", "roll": "challenge", "with": "sword", "parameters": {"target": 1}},
    {"type": "roll", "roll": "cast", "parameters": {"ether_dice": 9, "target": 1}},
    {"type": "roll", "roll": "attack", "parameters": {"defence": 1, "dice": 2, "active_defence": 41}},
]
FOR_ALL: list[Raw] = [
    {"type": "side_initiative", "sides": {"players": 1}},
    {"type": "rest", "kind": "nap"},
    {"type": "march", "hours": 0},
    {"type": "begin_social", "x": 0},
    {"type": "begin_social", "y": 5},
    {"type": "social_trigger"},
    {"type": "lose_patience"},
    {"type": "social_turn"},
    {"type": "end_social"},
    {"type": "award_experience", "points": 100},
]


@pytest.mark.parametrize("raw", [*BAD, *FOR_ALL], ids=str)
def test_what_cannot_be_is_refused_and_nothing_changed(raw: Raw) -> None:
    table = fight()
    oro = hero(table)
    before = table.game
    with pytest.raises((RuleError, InvalidInput)):
        table.send(raw if raw in FOR_ALL else {**raw, "creature": oro})
    assert table.game is before
    assert sheet.track(table.creature(oro)) is not None
