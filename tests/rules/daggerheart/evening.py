"""A Daggerheart table for tests: two characters, a bear, and rolls in one line."""

from collections.abc import Mapping
from typing import Any

from rules.core import log
from rules.core.events import Rolled
from rules.core.project import GM_VIEWER, Viewer
from rules.core.say import load_words
from rules.core.state import RollRecord
from rules.core.telling import text
from rules.registry import get_system
from tests.rules.table import Table

FOLDER = get_system("daggerheart").folder
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")
SWORD = {"kind": "weapon", "name": "Broadsword", "facts": {"trait": "agility", "dice": "d8", "modifier": 3}}
SAILOR = {"kind": "experience", "name": "Sailor", "facts": {"modifier": 2}}
DIVER = {"kind": "experience", "name": "Diver", "facts": {"modifier": 3}}
CLAWS = {"kind": "attack", "name": "Claws", "facts": {"dice": "1d8", "modifier": 3, "types": ["physical"]}}


class Evening(Table):
    """Oro and Mira against a bear: Oro has a sword, two Experiences and three Armor Slots."""

    def __init__(self, **settings: Any) -> None:
        super().__init__("daggerheart", **settings)
        self.oro = self.pc(
            "Oro",
            numbers={"agility": 1, "evasion": 10, "major": 7, "severe": 14},
            trackers={"hope": {"value": 3}, "armor_slots": {"max": 3}},
            features={"sword": SWORD, "sailor": SAILOR, "diver": DIVER},
        )
        self.mira = self.pc("Mira", numbers={"evasion": 12})
        self.bear = self.add(
            "Bear",
            numbers={"difficulty": 13, "major": 7, "severe": 14, "attack_modifier": 1},
            trackers={"hit_points": {"max": 7}, "stress": {"max": 3}},
            features={"attack": CLAWS},
        )

    def act(self, hope: int, fear: int, *, who: str | None = None, by: str = "gm", **fields: Any) -> RollRecord:
        """An action roll of Oro with these dice, against 13 where nothing else is said."""
        creature = who or self.oro
        self._act(creature, by, {"hope": hope, "fear": fear}, fields)
        return self.last(creature)

    def act_waits(self, hope: int, fear: int, **fields: Any) -> None:
        """An action roll of Oro's player, which waits for somebody's answer."""
        self._act(self.oro, f"seat:{self.oro}", {"hope": hope, "fear": fear}, fields)

    def _act(self, creature: str, by: str, dice: dict[str, Any], fields: dict[str, Any]) -> None:
        dice = {**dice, **fields.pop("dice", {})}
        parameters = fields.pop("parameters", {} if fields.get("targets") else {"difficulty": 13})
        self.do("roll", by=by, roll="action", creature=creature, dice=dice, parameters=parameters, **fields)

    def strike(self, d20: int, **fields: Any) -> RollRecord:
        """An attack of the bear on Oro with this die."""
        fields.setdefault("targets", [self.oro])
        dice = {"d20": fields.pop("faces", [d20]), **fields.pop("dice", {})}
        self.do("roll", roll="adversary_attack", creature=self.bear, dice=dice, **fields)
        return self.last(self.bear)

    def hurt(self, amount: int, creature: str | None = None, **fields: Any) -> None:
        """Damage that Oro takes without asking."""
        fields.setdefault("ask", False)
        self.do("take_damage", creature=creature or self.oro, sources=[{"amount": amount}], **fields)

    def fell(self, creature: str | None = None) -> str:
        """Mark all Hit Points of a creature, Oro's where none is named; its id."""
        id = creature or self.oro
        self.adjust("hit_points", 12, id)
        return id

    def last(self, creature: str) -> RollRecord:
        return self.game.state.rolls[creature]

    def then(self, creature: str, place: int = 0) -> Mapping[str, Any] | None:
        found: Mapping[str, Any] | None = self.last(creature).secret["targets"][place]["then"]
        return found

    def hold(self, owner: str, *trackers: str) -> tuple[Any, ...]:
        """What these trackers of a creature hold."""
        return tuple(self.value(key, owner) for key in trackers)

    @property
    def note(self) -> Any:
        """The GM move that is due."""
        return self.game.state.order.memory.get("gm_move")

    def all_conditions(self, id: str) -> set[str]:
        """Conditions as they are seen: the implied ones too."""
        return {condition["key"] for condition in self.see()["creatures"][id]["conditions"]}

    def said(self, language: str = "en", viewer: Viewer = GM_VIEWER) -> list[str]:
        """The log in words."""
        return [text(line, WORDS[language]) for line in log.lines(self.game, viewer)]

    def rolled(self) -> list[Rolled]:
        return [entry.event for entry in self.game.entries if isinstance(entry.event, Rolled)]
