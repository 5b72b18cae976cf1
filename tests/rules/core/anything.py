"""Commands of any kind for a game as it stands, told by a number: made from the shapes of the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import inspect

from rules.core.decide import known_commands
from rules.core.history import Game
from rules.core.orders import POLICIES
from rules.core.state import ROW

Raw = dict[str, Any]
OPTIONS = re.compile(r"\^\(([a-z_|]+)\)\$")
EDGES = ("turn_start", "turn_end", "round_start", "round_end", "scene", "session", "short_rest", "long_rest")
LEFT_OUT = frozenset({"dice", "physical", "card", "picture", "portrait", "off", "announced", "was", "features"})
DICE = ("2d6", "d20", "4dF")


class Anything:
    """Whatever may be sent about these creatures of a game: most of it is carried out, the rest is refused."""

    def __init__(self, game: Game, ids: list[str], number: int) -> None:
        self.game, self.ids, self.dice = game, ids, Random(number)
        state = game.state
        self.by_name: Mapping[str, Callable[[], Any]] = {
            "clock": lambda: self.one(state.clocks, "k_none"),
            "link": lambda: self.one(state.clocks, None),
            "condition": lambda: self.one(game.system.data.conditions, "none"),
            "roll": lambda: self.one(game.system.rolls, "dice"),
            "policy": lambda: self.one(POLICIES, "none"),
            "row": lambda: self.one([c.id for c in state.creatures.values() if c.kind == ROW], "none"),
            "suggestion": lambda: self.one(state.pending, "p_none"),
            "checkpoint": lambda: self.one(state.checkpoints, "none"),
            "id": lambda: self.one([*state.pending, *(roll.id for roll in state.rolls.values())], "p_none"),
            "ids": list,
            "until": self.until,
            "scores": lambda: {id: self.dice.randint(-3, 20) for id in self.ids[:3]},
            "sides": lambda: self.dice.choice(([], ["pc", "foe"], ["foe", "pc"])),
            "surprised": list,
            "side_of": dict,
            "commands": lambda: [{"type": "note", "text": "please"}],
            "parameters": lambda: self.dice.choice(({}, {"difficulty": 12}, {"dc": 12}, {"expression": "2d6"})),
            "with": lambda: self.one(sorted({key for c in state.creatures.values() for key in c.features}), None),
            "amount": lambda: self.dice.randint(0, 12),
            "towards": lambda: self.dice.choice((None, *self.ids)),
            "start": lambda: None,
            "refresh": dict,
            "numbers": lambda: {self.one(game.system.data.numbers, "none"): self.dice.randint(0, 9)},
            "trackers": dict,
            "minutes": lambda: self.dice.randint(1, 90),
            "count": lambda: self.dice.randint(1, 2),
            "wave": lambda: self.dice.choice((None, "two", "two")),
        }

    def one(self, some: Any, none: Any) -> Any:
        """One of these, or what stands for none."""
        return self.dice.choice(list(some)) if some else none

    def command(self, kind: str) -> Raw:
        """A command of this type."""
        form = inspect.type_info(known_commands(self.game.system)[kind])
        assert isinstance(form, inspect.StructType)
        raw = {"type": kind, **self.fields(form)}
        if kind == "change_setting":
            raw |= self.setting()
        if kind in ("set_tracker", "adjust_tracker", "remove_tracker"):
            raw |= self.tracker()
        if kind == "bring_wave":
            raw["wave"] = "two"
        if kind in ("park", "resume"):
            raw["name"] = "ford"
        return raw

    def fields(self, form: inspect.StructType) -> Raw:
        """All that is needed, and some of what may be said besides."""
        found = {}
        for field in form.fields:
            name = field.encode_name
            if name in LEFT_OUT or not (field.required or self.dice.random() < 0.4):
                continue
            value = self.value(name, field.type)
            if value is not None:
                found[name] = value
        return found

    def value(self, name: str, kind: inspect.Type) -> Any:
        if isinstance(kind, inspect.UnionType):
            kind = self.dice.choice([one for one in kind.types if not isinstance(one, inspect.NoneType)])
        if isinstance(kind, inspect.StructType) and name != "until":
            return self.fields(kind)
        if name in self.by_name:
            return self.by_name[name]()
        return self.plain(name, kind)

    def plain(self, name: str, kind: inspect.Type) -> Any:
        """A value of a type, where its name says nothing."""
        match kind:
            case inspect.BoolType():
                return self.dice.random() < 0.5
            case inspect.IntType():
                return self.dice.randint(max(-4, kind.ge or -4), min(8, 8 if kind.le is None else kind.le))
            case inspect.LiteralType():
                return self.dice.choice(kind.values)
            case inspect.StrType() if kind.pattern and (found := OPTIONS.fullmatch(kind.pattern)):
                return self.dice.choice(found[1].split("|"))
            case inspect.StrType():
                return self.text(name, kind)
            case inspect.VarTupleType() | inspect.ListType():
                return [self.value(name.removesuffix("s"), kind.item_type)]
            case _:
                return None

    def text(self, name: str, kind: inspect.StrType) -> str | None:
        """An id where one is wanted, a word elsewhere."""
        if kind.max_length == 64:
            return self.dice.choice(self.ids)
        return f"w{self.dice.randint(0, 99)}" if name != "amount" else self.dice.choice(DICE)

    def until(self) -> Raw:
        edge = self.dice.choice(EDGES)
        if edge.startswith("turn"):
            return {"edge": edge, "creature": self.dice.choice(self.ids), self.dice.choice(("turns", "rounds")): 1}
        return {"edge": edge} if self.dice.random() < 0.7 else {"minutes": self.dice.randint(1, 60)}

    def setting(self) -> Raw:
        key = self.one(self.game.system.data.settings, "none")
        spec = self.game.system.data.settings.get(key)
        default = getattr(spec, "default", False)
        return {"key": key, "value": (not default) if isinstance(default, bool) else default}

    def tracker(self) -> Raw:
        owner = self.dice.choice((None, *self.ids))
        held = self.game.state.trackers(owner or "table")
        return {"tracker": self.one(sorted(held), "none"), **({"creature": owner} if owner else {})}
