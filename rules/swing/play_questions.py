"""Questions after a roll: which feat a natural 20 buys, and the d6 of a natural 1."""

from collections.abc import Mapping
from typing import Any

from rules.core import moments, rolling
from rules.core.amending import OF_A_ROLL
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Filled, GameRoll, Roll, refuse
from rules.core.state import Condition, Pending, State
from rules.core.system import System
from rules.swing.feats import FEATS, until

FACES = range(1, 7)


def answer_feat(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Carry out the feat that was chosen, on the one that was hit or one beside it.

    Source: Swing d20, Attacking, "A natural 20".
    """
    feat = draft.choice("feat", given.get("feat"), FEATS, by=pending.by)
    target = given.get("target") or pending.data.get("target")
    if target is not None and not isinstance(target, str):
        raise refuse("/target", "not-an-option", options=[])
    text = given.get("text") or None
    if text is not None and (not isinstance(text, str) or len(text) > 200):
        raise refuse("/text", "too-long", most=200)
    who = {"by": str(pending.data["creature"])}
    if target is not None:
        who["target"] = draft.creature(target).id
    draft.tell("feat", who, feat=feat, text=text)
    condition = FEATS[feat]
    if condition is not None and target is not None:
        _put_on(draft, pending, target, condition)
    elif condition is not None:
        raise RuleError("feat-needs-a-target")


def _put_on(draft: Draft, pending: Pending, target: str, condition: str) -> None:
    """Put the feat's condition on; it goes again when the roll that bought it is changed."""
    ends = until(condition, target, is_on_turn=draft.state.order.active == target)
    at = moments.until_from(draft.state, ends) if draft.state.order.started else None
    source, bought = str(pending.data["creature"]), {OF_A_ROLL: pending.data.get("_roll")}
    id = "q_" + draft.chance.id()
    draft.add_condition(target, Condition(id, condition, reason="feat", source=source, until=at, data=bought))


def answer_fumble(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Roll the d6, and say what this table has written for it.

    Source: Swing d20, Attacking, "A natural 1".
    """
    if draft.setting("physical_dice") and not draft.chance.given:
        draft.chance.need({"dice": "d6", "sides": 6, "count": 1})
    rolling.roll(draft, Roll(roll="fumble", creature=str(pending.data["creature"])))


def fill_fumble(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The six lines of this game's table."""
    lines = [str(state.settings.get(f"fumble_{face}", "")) for face in FACES]
    return Filled({"lines": lines, **command.parameters})


fumble = GameRoll(fill=fill_fumble)
