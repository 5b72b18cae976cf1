"""A roll that a game hands over: what it takes, which dice it wants, what comes of it, and its exact odds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.chance import Chance
from rules.core.errors import Ask, Need, RuleError
from rules.core.odds import Odds
from rules.core.read import read, schema
from rules.core.say import Titles, Words, no_titles, say

Effect = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Saying:
    """A code and the facts for its words."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def text(self, words: Words, section: str, titles: Titles = no_titles) -> str:
        return say(words, self.code, {}, self.facts, section=section, titles=titles)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollResult:
    """What a roll came to.

    ``dice`` holds a face or a list of faces by name, only of what was rolled. ``facts`` are more fields of the
    answer, ``steps`` how the result came about, in order; None where a roll has no steps to tell. ``narration`` is how
    it could be told.
    """

    dice: Mapping[str, Any]
    say: Saying
    total: int | None = None
    outcome: str | None = None
    effects: tuple[Effect, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[Saying, ...] | None = None
    narration: Saying | None = None

    def text(self, words: Words, titles: Titles = no_titles) -> str:
        """The result in words, as one announces it at the table; it tells no Difficulty."""
        return self.say.text(words, "rolls", titles)

    def answer(self, words: Words, titles: Titles = no_titles) -> dict[str, Any]:
        """The result as plain values for JSON, with its words."""
        more: dict[str, Any] = {}
        if self.steps is not None:
            more["steps"] = [step.text(words, "steps", titles) for step in self.steps]
        if self.narration is not None:
            more["narration"] = self.narration.text(words, "narration", titles)
        return {
            "dice": {name: list(faces) if isinstance(faces, tuple) else faces for name, faces in self.dice.items()},
            "total": self.total,
            "outcome": self.outcome,
            "text": self.text(words, titles),
            "effects": [dict(effect) for effect in self.effects],
            **self.facts,
            **more,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """One kind of roll of a game.

    ``parameters`` is the type that ``roll`` and ``odds`` take; ``dice`` and ``outcomes`` are all names there may be.
    ``counts`` is what the distribution of the odds is of: the ``total``, or one of the answer's facts; ``shown`` are
    the facts that whoever sees the dice may read; ``by_hand`` are the parameters that say what was done to
    dice that lie there: a player may, whatever hangs on the roll.
    """

    key: str
    parameters: type[msgspec.Struct]
    roll: Callable[[Any, Chance], RollResult]
    odds: Callable[[Any, int], Odds] | None = None
    dice: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    counts: str = "total"
    shown: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()

    def read(self, raw: Any) -> Any:
        """The parameters in ``raw``; raises InvalidInput with pointers under ``/parameters``."""
        return read(self.parameters, raw, at="/parameters")

    def result(self, raw: Any, chance: Chance) -> RollResult:
        """What comes of these parameters; raises InvalidInput, Need, or RuleError where the dice do not fit."""
        found = self.roll(self.read(raw), chance)
        chance.check_used()
        return found

    def exact_odds(self, raw: Any, to: int = 10) -> Odds:
        """The odds of these parameters, an endless distribution up to ``to``; raises RuleError ``no-odds``."""
        if self.odds is None:
            raise RuleError("no-odds", roll=self.key)
        return self.odds(self.read(raw), to)

    def wanted(self, parameters: Any, thrown: Mapping[str, Any] | None = None) -> tuple[Ask, ...]:
        """The physical dice to throw next for these parameters, after those that are ``thrown``."""
        try:
            self.roll(parameters, Chance(None, thrown or {}, True, str))
        except Need as need:
            return need.asks
        return ()

    def described(self) -> dict[str, Any]:
        """The roll as a reference: the JSON Schema of its parameters, the names of its dice and outcomes."""
        return {
            "key": self.key,
            "parameters": schema(self.parameters),
            "dice": list(self.dice),
            "outcomes": list(self.outcomes),
            "odds": self.odds is not None,
        }


def changes(of: str, tracker: str, by: int) -> Effect:
    """A tracker of the ``game`` or the ``creature`` that rolls moves."""
    return {"kind": "tracker", "of": of, "tracker": tracker, "by": by}


def spotlight(to: str) -> Effect:
    """The spotlight moves."""
    return {"kind": "spotlight", "to": to}


def prompts(prompt: str) -> Effect:
    """Someone is asked to do something."""
    return {"kind": "prompt", "prompt": prompt}
