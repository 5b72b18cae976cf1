"""Random evenings of Daggerheart: every command of the game, told by four small numbers each."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import msgspec

from rules.core import history, log
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import Viewer
from rules.core.telling import text
from rules.core.view import view
from tests.rules.daggerheart.evening import CLAWS, DIVER, SAILOR, SWORD, WORDS
from tests.rules.table import BEGIN, Table

Act = tuple[int, int, int, int]
Command = dict[str, Any]

RALLY = {"kind": "feature", "name": "Rally", "facts": {"cost": {"hope": 3}, "uses": {"times": 2, "per": "scene"}}}
ROAR = {"kind": "feature", "name": "Roar", "facts": {"cost": {"fear": 1, "stress": 1}}}
SENSES = {"kind": "experience", "name": "Senses", "facts": {"modifier": 2}}
SLOW = {"kind": "passive", "name": "Slow", "facts": {}}
MOMENTUM = {"kind": "feature", "name": "Momentum", "facts": {}}
RELENTLESS = {"kind": "passive", "name": "Relentless (2)", "facts": {"value": 2}}
MINION = {"kind": "passive", "name": "Minion (3)", "facts": {"minion": 3}}
NUMBERS = {"difficulty": 12, "major": 5, "severe": 9, "attack_modifier": 1}
LURKER: Command = {
    "name": "Lurker",
    "hidden": True,
    "numbers": NUMBERS,
    "trackers": {"hit_points": {"max": 5}, "stress": {"max": 3}},
    "features": {"attack": CLAWS, "slow": SLOW, "minion": MINION, "rally": {**RALLY, "name": "zq303"}},
}


class Night(Table):
    """A table whose ids, dice and times depend only on a command's place in the script."""

    def __init__(self) -> None:
        super().__init__(spotlight_tokens=True)
        self.place = 0
        self.own: dict[str, str] = {}
        self.done = set[str]()
        for name in ("Oro", "Mira"):
            numbers = {"agility": 1, "evasion": 10, "armor_major": 5, "armor_severe": 11}
            features = {"sword": SWORD, "sailor": SAILOR, "diver": DIVER, "rally": RALLY}
            trackers = {"armor_slots": {"max": 2}}
            self.come(name, {"kind": "pc", "numbers": numbers, "features": features, "trackers": trackers})
        bear = {"attack": CLAWS, "roar": ROAR, "senses": SENSES, "momentum": MOMENTUM, "relentless": RELENTLESS}
        self.come("Bear", {"numbers": NUMBERS, "features": {**bear}, "trackers": {"hit_points": {"max": 5}}})
        self.come("Ogre", {"numbers": NUMBERS, "features": {"attack": CLAWS, "slow": SLOW}})
        for name in ("Rat", "Vole"):
            minion = {"features": {"minion": MINION, "attack": CLAWS}, "trackers": {"hit_points": {"max": 1}}}
            self.come(name, {"numbers": {"difficulty": 10, "attack_modifier": 0}, **minion})
        self.at({"type": "add_clock", "name": "Flood", "size": 5, "hidden": False, "ticks": "action_roll"})
        self.at({"type": "add_clock", "name": "Map", "size": 5, "hidden": False, "ticks": "long_rest"})
        self.clocks = list(self.game.state.clocks)

    def come(self, name: str, creature: Command) -> None:
        before = set(self.game.state.creatures)
        self.at({"type": "add_creature", "creature": {"name": name, **creature}})
        self.own[name] = next(iter(set(self.game.state.creatures) - before))

    def at(self, raw: Command, by: str = "gm") -> str:
        """Play one command, and no other at this place; the code of its refusal, empty where it was carried out."""
        self.place += 1
        self.ids, self.dice = Random(f"ids {self.place}"), Random(f"dice {self.place}")
        self.now = BEGIN + timedelta(seconds=5 * self.place)
        return self.tried(lambda: history.play(self.game, [raw], self.hand(by)).game)

    def tried(self, play: Callable[[], history.Game]) -> str:
        try:
            self.game = play()
        except RuleError as error:
            return error.code
        except (InvalidInput, Need) as error:
            return type(error).__name__
        return ""

    def act(self, act: Act) -> str:
        """One of all commands, by the GM or by a seat."""
        kind, who, whom, amount = act
        pcs, foes = [self.own["Oro"], self.own["Mira"]], [self.own[n] for n in ("Bear", "Ogre", "Rat", "Vole")]
        makers = MAKERS[kind % len(MAKERS)]
        raw = makers(self, pcs[who % 2], pcs[(who + 1) % 2], foes[whom % 4], amount)
        refused = self.at(raw, "gm" if amount % 3 else f"seat:{pcs[who % 2]}")
        if not refused:
            self.done.add(raw["type"])
        return refused

    def turn_back(self, kind: int, amount: int) -> None:
        """Undo, redo or rewind."""
        self.place += 1
        self.ids = Random(f"ids {self.place}")
        hand, ways = self.hand(), (history.undo, history.redo)
        if kind < 2:
            self.tried(lambda: ways[kind](self.game, hand).game)
        else:
            self.tried(lambda: history.rewind(self.game, hand, max(20, self.game.number - amount)).game)

    def seen(self, viewer: Viewer) -> bytes:
        """All that one viewer gets to see and read, in both languages."""
        lines = list(log.lines(self.game, viewer))
        said = [text(line, WORDS[language]) for language in ("en", "ru") for line in lines]
        return msgspec.json.encode([view(self.game, viewer), said])


Maker = Callable[[Night, str, str, str, int], Command]


def action(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    given: tuple[Command, ...] = ({}, {"extra": ["d6"]}, {"reaction": True, "difficulty": 12}, {"clears": "restrained"})
    named = ["sword", "agility,sailor", "sword,rally", None][n % 4]
    helpers = [other] if n % 5 == 1 else []
    return {"type": "roll", "roll": "action", "creature": me, "targets": [foe], "with": named, "helpers": helpers,
            "parameters": given[n % 4]}  # fmt: skip


def attack(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    return {"type": "roll", "roll": "adversary_attack", "creature": foe, "targets": [me, other][: 1 + n % 2]}


def announced(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    said = {"with": ("hope", "fear", "critical")[n % 3], "success": n % 2 == 0}
    return {"type": "roll", "roll": "action", "creature": me, "announced": said}


def amended(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    roll = night.game.state.rolls.get((me, foe)[n % 2])
    return {"type": "amend_roll", "id": roll.id if roll else "r_none", "dice": {"hope": 1 + n} if n % 2 == 0 else {}}


def hurt(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    target = (me, foe)[n % 2]
    if n > 8:
        return {"type": "take_damage", "creature": target, "band": "severe"}
    return {"type": "take_damage", "creature": target, "sources": [{"amount": 3 * n}], "attacker": other}


def answered(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    """An answer to the newest question, or to what is due."""
    given: Command = {"use": n % 2 == 0, "help": n % 2 == 0, "difficulty": 12, "minions": [], "choose": me,
                      "hit_points": 1, "move": ("avoid_death", "risk_it_all", "blaze_of_glory")[n % 3]}  # fmt: skip
    wanted = {"armor_slot": "use", "help": "help", "difficulty": "difficulty", "minions": "minions",
              "tag_team": "choose", "risk_it_all": "hit_points"}  # fmt: skip
    pending = list(night.game.state.pending.values())
    if not pending or n > 6:
        return {"type": "answer", "id": f"d_death_{me}", "move": given["move"]}
    name = wanted.get(pending[-1].kind)
    return {"type": "answer", "id": pending[-1].id, **({name: given[name]} if name else {})}


def rested(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    move = ("tend_to_wounds", "clear_stress", "prepare", "repair_armor")[n % 4]
    choices: list[Command] = [{"creature": me, "move": move}, {"creature": other, "move": "prepare"}]
    if n % 2:
        choices.append({"creature": me, "move": "work_on_a_project", "target": night.clocks[1], "by": n % 3})
    return {"type": "rest", "kind": ("short", "long")[n % 2], "choices": choices, "interrupted": n == 9}


def leveled(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    level = getattr(night.creature(me).trackers["level"], "value", 1) + 1
    traits = [{"option": "traits", "traits": [("agility", "strength"), ("finesse", "instinct")][n % 2]}]
    picks: list[Command] = [*traits, {"option": ("stress", "evasion", "hit_points", "domain_card")[n % 4], "name": "W"}]
    new = {"experience": "Warden"} if level in (2, 5, 8) else {}
    return {"type": "level_up", "creature": me, "choices": picks if n % 3 else [{"option": "proficiency"}], **new}


def grouped(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    if n % 4 == 3:
        return {"type": "ask_reactions", "creature": me, "members": [other], "difficulty": 8 + n}
    return {"type": "group_roll", "creature": me, "members": [{"creature": other}], "parameters": {"difficulty": 8 + n}}


def teamed(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    chosen = {"choose": other} if n % 2 else {}
    return {"type": "tag_team", "creature": me, "with": "sword", "targets": [foe],
            "partner": {"creature": other, "with": "sword,rally"}, **chosen}  # fmt: skip


def spent(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    use = ("steal_spotlight", "extra_move", "feature", "experience", "other")[n % 5]
    feature = {"feature": ("roar", "senses")[use == "experience"]} if n % 5 in (2, 3) else {}
    return {"type": "spend_fear", "use": use, "creature": night.own["Bear"], **feature}


def kept(night: Night, me: str, other: str, foe: str, n: int) -> Command:
    """Changes by hand, of the core."""
    by_hand: list[Command] = [
        {"type": "adjust_tracker", "creature": me, "tracker": "hope", "by": n - 2},
        {"type": "adjust_tracker", "tracker": "fear", "by": n - 3},
        {"type": "adjust_tracker", "creature": (me, foe)[n % 2], "tracker": "hit_points", "by": n - 4},
        {"type": "adjust_tracker", "creature": me, "tracker": "hit_points", "by": 12},
        {"type": "adjust_tracker", "creature": me, "tracker": "rally", "by": n - 5},
        {"type": "begin_scene", "title": f"scene {n}"},
        {"type": "begin_session"},
        {"type": "change_creature", "creature": me, "changes": {"numbers": {"scars": n % 7}}},
        {"type": "begin_turn", "creature": foe},
    ]
    return by_hand[n % len(by_hand)]


def plain(kind: str, **fields: Any) -> Maker:
    """A command whose fields hang on nothing; ME, OTHER and FOE stand for ids."""

    def make(night: Night, me: str, other: str, foe: str, n: int) -> Command:
        ids = {"ME": me, "OTHER": other, "FOE": foe}
        return {"type": kind, **{key: ids.get(str(value), value) for key, value in fields.items()}}

    return make


MAKERS: tuple[Maker, ...] = (
    action, action, action, attack, attack, announced, amended, hurt, hurt, answered, answered, rested, leveled,
    grouped, teamed, teamed, spent, kept, kept,
    lambda night, me, other, foe, n: {"type": "mark_stress", "creature": (me, foe)[n % 2], "amount": 1 + n % 6,
                                      "forced": n % 4 > 0},
    lambda night, me, other, foe, n: {"type": "add_condition", "creature": (me, foe)[n % 2], "condition": "restrained",
                                      "temporary": (None, True, False)[n % 3]},
    lambda night, me, other, foe, n: {"type": "wear_armor", "creature": me, "tier": 1,
                                      "armor": (None, "leather-armor", "full-plate-armor")[n % 3]},
    lambda night, me, other, foe, n: {"type": "help_ally", "creature": me, "ally": other, "on": n % 4 > 0},
    lambda night, me, other, foe, n: {"type": "use_feature", "creature": (me, night.own["Bear"])[n % 2],
                                      "feature": ("rally", "roar")[n % 2]},
    lambda night, me, other, foe, n: {"type": "gm_move", "creature": (foe, None)[n % 4 == 0], "free": n % 5 == 0},
    lambda night, me, other, foe, n: {"type": "death_move", "creature": me, "move": "risk_it_all"},
    lambda night, me, other, foe, n: {"type": "offer_tag_team", "creature": me, "partner": other,
                                      "target": night.own["Bear"], "with": "sword"},
    plain("clear_condition", creature="FOE", condition="restrained"),
    plain("extended_downtime", days=3), plain("start_campaign"), plain("spend_hope", creature="ME"),
    plain("request_spotlight", creature="ME"), plain("improvise", tier=1, role="skulk"),
    plain("roll", roll="damage", creature="ME", targets=["FOE"]),
)  # fmt: skip
