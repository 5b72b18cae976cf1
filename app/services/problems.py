"""Refusals in words: by code and language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from app.errors import Fault, Problem
from app.settings import ROOT

Words = Mapping[str, Mapping[str, str]]


@cache
def words(language: str) -> Words:
    with (ROOT / "app" / "locale" / language / "problems.toml").open("rb") as file:
        return tomllib.load(file)


def title(problem: Problem, language: str) -> str:
    """What happened, in a few words; where the code is not one of ours, the sentence itself."""
    found = words(language).get(problem.code)
    if found:
        return found["title"]
    return problem.say(language) if problem.say else problem.code


def detail(problem: Problem, language: str) -> str:
    """What happened, in one sentence."""
    if problem.say:
        return problem.say(language)
    found = words(language).get(problem.code)
    return _filled(found["detail"], problem.facts) if found else problem.code


def errors(problem: Problem, language: str) -> list[dict[str, str]]:
    """What is wrong in the input, place by place."""
    return [
        {"pointer": fault.pointer, "code": fault.code, "detail": fault.detail or _fault(fault, language)}
        for fault in problem.errors
    ]


def document(problem: Problem, language: str) -> dict[str, Any]:
    """The problem details of RFC 9457."""
    answer: dict[str, Any] = {
        "type": f"/api/v1/docs#{problem.code}",
        "title": title(problem, language),
        "status": problem.status,
        "detail": detail(problem, language),
        "code": problem.code,
    }
    if problem.errors:
        answer["errors"] = errors(problem, language)
    return answer | problem.more


def _fault(fault: Fault, language: str) -> str:
    known = words(language)
    sentence = known["faults"].get(fault.code, known["faults"]["not-valid"])
    facts = dict(fault.facts)
    if facts.get("expected") in known["kinds"]:
        facts["expected"] = known["kinds"][facts["expected"]]
    return _filled(sentence, facts)


def _filled(sentence: str, facts: Mapping[str, Any]) -> str:
    for name, value in facts.items():
        sentence = sentence.replace(f"{{{name}}}", str(value))
    return sentence
