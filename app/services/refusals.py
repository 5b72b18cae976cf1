"""What the rules refuse or ask for, as this application refuses: with words, pointers and what is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from app.errors import Fault, Problem
from app.services.wording import steps_in_words, wording
from rules import SYSTEMS
from rules.core.errors import Fault as RuleFault
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.history import Game
from rules.core.project import GM_VIEWER
from rules.core.say import say

SECTION = "errors"


@contextmanager
def translated(system: str, language: str, *, gm_game: Game | None = None, at: str = "") -> Iterator[None]:
    """Within it the rules' refusals become Problems; ``gm_game`` is given to tell a GM of steps in it.

    ``at`` is the place in the request's body of what the rules were given.
    """
    try:
        yield
    except InvalidInput as error:
        raise invalid(error, system, language, at) from error
    except Need as need:
        raise Problem("input-needed", more={"needs": [dict(ask) for ask in need.asks]}) from need
    except RuleError as error:
        if error.code == "steps-in-the-way":
            raise _in_the_way(error.facts["steps"], language, gm_game) from error
        raise refused(error, system, language, at) from error


def invalid(error: InvalidInput, system: str, language: str, at: str = "") -> Problem:
    """Input that does not have the form that was asked for."""
    faults = [_fault(fault, system, language, at) for fault in error.errors]
    only_unknown = all(fault.code == "unknown-field" for fault in faults)
    return Problem("unknown-field" if only_unknown else "invalid-input", errors=faults)


def _fault(fault: RuleFault, system: str, language: str, at: str) -> Fault:
    text = _text(fault.code, fault.facts, system, language)
    return Fault(at + fault.pointer, fault.code, {}, text)


def refused(error: RuleError, system: str, language: str, at: str = "") -> Problem:
    """The rules or the state say no."""
    facts = dict(error.facts)
    text = _text(error.code, facts, system, language)
    pointer = facts.get("pointer")
    errors = [] if pointer is None else [Fault(f"{at}{pointer}", error.code, {}, text)]
    return Problem(error.code, errors=errors, say=_sayer(error.code, facts, system))


def _sayer(code: str, facts: Mapping[str, Any], system: str) -> Any:
    """How the refusal is said in the language of whoever reads it; None where the rules have no words for it."""
    if wording(_spoken(system), "en").words.word(SECTION, code) is None:
        return None
    return lambda language: _text(code, facts, system, language)


def _text(code: str, facts: Mapping[str, Any], system: str, language: str) -> str:
    known = wording(_spoken(system), language)
    return say(known.words, code, {}, facts, section=SECTION, titles=known.titles)


def _spoken(system: str) -> str:
    """A system whose words there are: an unknown one is refused in those of another."""
    return system if system in SYSTEMS else next(iter(SYSTEMS))


def _in_the_way(steps: Sequence[int], language: str, game: Game | None) -> Problem:
    """A player is not told which steps: one of them may be hidden."""
    if game is None:
        return Problem("steps-in-the-way")
    known = wording(game.system.key, language)
    told = steps_in_words(game, GM_VIEWER, steps, known)
    texts = [step["text"] for step in told]
    say_it = _sayer("steps-in-the-way", {"steps": texts}, game.system.key)
    return Problem("steps-in-the-way", more={"steps": told}, say=say_it)
