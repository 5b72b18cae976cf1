"""What a derived number is, from the numbers it is made of: integers, names, ``+ - * //``, min, max, clamp, up."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core.errors import RuleError

MAX_LENGTH = 200
MAX_NODES = 80
MAX_CONSTANT = 10**6
LIMIT = 10**9
NAME = re.compile(r"[a-z][a-z0-9_]*")

Env = Mapping[str, int]
Run = Callable[[Env], int]


def _divide(left: int, right: int) -> int:
    return left // right if right else 0


def _up(left: int, right: int) -> int:
    return -(-left // right) if right else 0


def _clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.FloorDiv: _divide,
}
# Name: function, least and most number of arguments.
FUNCTIONS: dict[str, tuple[Callable[..., int], int, int]] = {
    "min": (min, 2, 20),
    "max": (max, 2, 20),
    "up": (_up, 2, 2),
    "clamp": (_clamp, 3, 3),
}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that is called with numbers by name; a name that is not there counts 0.

    Division rounds down (``up(a, b)`` rounds up), by 0 it is 0; results stay within a thousand million either way.
    Raises RuleError where the text is not a formula.
    """

    text: str
    names: frozenset[str] = field(init=False, repr=False, compare=False)
    _run: Run = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tree = _parse(self.text)
        found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        object.__setattr__(self, "_run", _compile(tree))
        object.__setattr__(self, "names", frozenset(found - FUNCTIONS.keys()))

    def __call__(self, env: Env) -> int:
        return self._run(env)


def order(formulas: Mapping[str, Formula]) -> tuple[str, ...]:
    """The formulas' own names, each after all that it is made of; raises RuleError on a circle."""
    done: list[str] = []
    left = dict(formulas)
    while left:
        ready = [name for name, formula in left.items() if not formula.names & left.keys()]
        if not ready:
            raise RuleError("formula-cycle", names=sorted(left))
        done += ready
        for name in ready:
            del left[name]
    return tuple(done)


def _parse(text: str) -> ast.expr:
    if len(text) > MAX_LENGTH:
        raise RuleError("formula-too-long", most=MAX_LENGTH)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise RuleError("formula-not-allowed", part=text) from error
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise RuleError("formula-too-big", most=MAX_NODES)
    return tree


def _compile(node: ast.expr) -> Run:
    match node:
        case ast.Constant(value) if type(value) is int and value < MAX_CONSTANT:
            number: int = value
            return lambda env: number
        case ast.Name(name) if NAME.fullmatch(name) and name not in FUNCTIONS:
            return lambda env: _limit(env.get(name, 0))
        case ast.UnaryOp(ast.USub(), inner):
            run = _compile(inner)
            return lambda env: -run(env)
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            return _binary(OPERATORS[type(operator)], _compile(left), _compile(right))
        case ast.Call(ast.Name(name), arguments, []) if _fits(name, arguments):
            return _call(FUNCTIONS[name][0], [_compile(argument) for argument in arguments])
        case _:
            raise RuleError("formula-not-allowed", part=ast.unparse(node))


def _fits(name: str, arguments: list[Any]) -> bool:
    least, most = FUNCTIONS[name][1:] if name in FUNCTIONS else (1, 0)
    return least <= len(arguments) <= most


def _binary(function: Callable[[int, int], int], left: Run, right: Run) -> Run:
    return lambda env: _limit(function(left(env), right(env)))


def _call(function: Callable[..., int], arguments: list[Run]) -> Run:
    return lambda env: function(*(run(env) for run in arguments))


def _limit(value: int) -> int:
    return max(-LIMIT, min(LIMIT, value))
