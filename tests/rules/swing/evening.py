"""A fight of two characters and two creatures, for the tests of play."""

from pathlib import Path
from typing import Any

from rules.core.history import Played
from rules.core.project import seat_viewer
from rules.core.say import load_words
from rules.core.state import Pending, RollRecord
from rules.swing import rolls
from tests.rules.table import Table

FOLDER = Path(rolls.__file__).parent
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")
SWORD = {
    "kind": "weapon",
    "name": "Broadsword",
    "facts": {"dice": "1d8", "critical_percent": 10, "multiplier": 2, "critical_bonus": 3, "efficacy": 60,
              "craftsmanship": 2, "magic": 1, "type": "slashing"},
}  # fmt: skip
HOOK = {"kind": "weapon", "name": "Hook", "facts": {"dice": "1d6", "efficacy": 40, "hand": "off"}}
BOW = {"kind": "weapon", "name": "Bow", "facts": {"dice": "1d6", "efficacy": 70, "use": "bow", "critical_percent": 15}}
CLAWS = {
    "kind": "attack",
    "name": "Claws",
    "facts": {"dice": "1d10", "modifier": 4, "natural": True, "type": "slashing"},
}


class Evening(Table):
    """Kesh, a Headhunter of level 18 with a sword and a hook, Ama with a bow, a Wight and a Hound."""

    def __init__(self, **settings: Any) -> None:
        super().__init__("swing", **{"second_attack": 6, "third_attack": 12, **settings})
        self.kesh = self.pc(
            "Kesh",
            numbers={"level": 18, "strength": 16, "dexterity": 16, "natural_ac": 10, "parry": 2, "armor_class": 250},
            trackers={"hp": {"max": 84}, "dual_wielding": {"value": {"on": True}}},
            features={"calling": {"kind": "calling", "name": "Headhunter"}, "sword": SWORD, "hook": HOOK},
        )
        self.ama = self.pc(
            "Ama",
            numbers={"level": 10, "strength": 10, "dexterity": 18, "natural_ac": 10},
            trackers={"hp": {"max": 52}, "arrows": {"max": 20}},
            features={"calling": {"kind": "calling", "name": "Woodsman"}, "bow": BOW},
        )
        self.wight = self.add(
            "Wight",
            numbers={"level": 14, "defense": 16, "ranged_defense": 14, "attack_bonus": 8},
            trackers={"hp": {"max": 70}},
            features={"claws": CLAWS},
        )
        self.hound = self.add("Hound", numbers={"defense": 12, "attack_bonus": 5}, trackers={"hp": {"max": 24}})

    def begin(self, who: str | None = None) -> None:
        """The fight is on, and it is the turn of this one."""
        self.do("start_encounter")
        self.do("begin_turn", creature=who or self.kesh)

    def strike(self, d20: int, *damage: int, who: str | None = None, at: str | None = None, **more: Any) -> Played:
        """A blow whose dice fell at the table."""
        dice = {"d20": d20, **({"damage": list(damage)} if damage else {})}
        actor, target = who or self.kesh, at or self.wight
        return self.do("roll", roll="attack", creature=actor, targets=[target], dice=dice, **more)

    def seat(self, who: str) -> dict[str, Any]:
        """The game as this one's own player sees it."""
        return self.see(seat_viewer(who))

    def last(self, who: str | None = None) -> RollRecord:
        return self.game.state.rolls[who or self.kesh]

    def then(self, who: str | None = None) -> Any:
        """What the newest roll of this one leads to."""
        return self.last(who).secret["targets"][0]["then"]

    def asked(self, kind: str) -> list[Pending]:
        return [pending for pending in self.game.state.pending.values() if pending.kind == kind]

    def lines(self) -> list[dict[str, Any]]:
        """The swings of this turn as the order remembers them."""
        noted = self.game.state.order.memory.get("blows")
        return list(noted["lines"]) if noted else []
