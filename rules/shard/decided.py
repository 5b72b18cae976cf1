"""What a challenge decides by itself: it is carried out with the roll, and anew when its dice are changed.

A command that rolls says in the parameter ``decides`` what hangs on it; nobody may say it of a roll of the own.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from rules.core.draft import Draft
from rules.core.rolling import Made
from rules.core.rolls import RollResult
from rules.core.state import Condition, RollRecord
from rules.core.trackers import FREE
from rules.shard import harm, health, sheet
from rules.shard.filling import DECIDES
from rules.shard.harm import Moved


class Decides(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What hangs on a roll: on whom or what besides who rolls, and the id of the condition that begins or goes on."""

    what: Literal["bleeding", "stabilise", "spell", "fire", "wounds", "strain"]
    of: str = ""
    condition: str = ""
    rest: Literal["short", "long"] = "short"
    turned: int = 0  # boxes that this rest has turned to strain: they stay

    @property
    def as_parameter(self) -> dict[str, Any]:
        return {DECIDES: msgspec.to_builtins(self)}


def decides(parameters: Mapping[str, Any]) -> Decides | None:
    """What a roll decides; None of one that decides nothing, or says it in a way that this release does not know."""
    try:
        return msgspec.convert(parameters.get(DECIDES), Decides | None)
    except msgspec.ValidationError:
        return None


def changes(draft: Draft, made: Made) -> list[Moved]:
    """What a challenge moves by what it decides."""
    said = decides(made.command.parameters)
    return [] if said is None or made.command.creature is None else CHANGES[said.what](draft, made, said)


def follows(draft: Draft, made: Made) -> None:
    """Tell what was decided."""
    said = decides(made.command.parameters)
    if said is not None and said.what in TELLS:
        TELLS[said.what](draft, made, said)
    harm.tell_deaths(draft, made)


def tell_back(draft: Draft, old: RollRecord) -> None:
    """Tell, of a roll that is about to be changed, which damage counts no more."""
    said, id, amount = decides(old.command.get("parameters", {})), old.who.get("by"), old.facts.get("total")
    if said is not None and said.what == "fire" and id is not None and amount:
        draft.tell("damage_taken_back", {"target": id}, amount=amount)


def triumphs(result: RollResult) -> int:
    """The triumphs that lie there, whatever was done to the dice; of called successes those that were called."""
    pool = result.facts.get("pool")
    if pool is None:
        return int(result.facts.get("triumphs") or 0)
    return sum(one["rune"] == "triumph" and not one["cancelled"] for one in pool)


def _bled(draft: Draft, made: Made, said: Decides) -> list[Moved]:
    """Failing marks one more box, a triumph stops the bleeding.

    Source: SHARD, "Bleeding Out".
    """
    id, triumph = str(made.command.creature), triumphs(made.result) > 0
    failed = (made.result.facts.get("net") or 0) < 0 and (not triumph or bool(draft.setting("triumph_still_marks")))
    found = harm.marked(draft, id, 1, health.LETHAL) if failed else []
    track = sheet.track(draft.state.creatures.get(id))
    if not triumph or track is None or health.is_full(health.marked(track, int(failed), health.LETHAL)):
        return found
    return [*found, *_stops(draft, id, Condition(said.condition, "stabilised"))]


def _stabilised(draft: Draft, made: Made, said: Decides) -> list[Moved]:
    """To reach the boxes that are marked stops the bleeding of another.

    Source: SHARD, "Bleeding Out".
    """
    if (made.result.facts.get("net") or 0) < 0:
        return []
    return _stops(draft, said.of, Condition(said.condition, "stabilised", source=made.command.creature))


def _stops(draft: Draft, id: str, condition: Condition) -> list[Moved]:
    """That somebody bleeds no more, unless that is so already or too late."""
    creature = draft.state.creatures.get(id)
    if creature is None or any(one.key in ("stabilised", "dead") for one in creature.conditions.values()):
        return []
    return [harm.begins(id, condition)]


def _kept(draft: Draft, made: Made, said: Decides) -> list[Moved]:
    """A spell whose challenge brings nothing net is dropped, if it was not yet.

    Source: SHARD, "Duration".
    """
    creature = draft.state.creatures[str(made.command.creature)]
    spell = creature.conditions.get(said.condition)
    return [] if spell is None or made.result.outcome == "success" else [harm.ends(creature.id, spell, "over")]


def _burned(draft: Draft, made: Made, said: Decides) -> list[Moved]:
    """Each success of fire is a point of damage.

    Source: SHARD, "Smoldering", "Ablaze".
    """
    return harm.injured(draft, str(made.command.creature), int(made.result.total or 0))


def _closed(draft: Draft, made: Made, said: Decides) -> list[Moved]:
    """Each success of a long rest turns a lethal box to strain.

    Source: SHARD, "Recovery and Healing".
    """
    return harm.turned(draft, str(made.command.creature), int(made.result.total or 0), health.LETHAL, health.STRAIN)


def _recovered(draft: Draft, made: Made, said: Decides) -> list[Moved]:
    """Strain that goes by a rest; what it has just turned stays.

    Source: SHARD, "Recovery and Healing".
    """
    id = str(made.command.creature)
    track = sheet.track(draft.state.creatures.get(id))
    free = health.count(track, health.STRAIN) - said.turned if track is not None else 0
    back = health.recovered(int(made.result.total or 0), said.rest)
    return harm.turned(draft, id, min(back, free), health.STRAIN, FREE)


def _tell_spell(draft: Draft, made: Made, said: Decides) -> None:
    id = str(made.command.creature)
    goes_on = said.condition in draft.state.creatures[id].conditions
    if goes_on or any("condition" in moved for moved in harm.moved_by(draft, made)):
        draft.tell("spell_goes_on" if goes_on else "spell_lapses", {"by": id}, spell=said.of)


def _tell_fire(draft: Draft, made: Made, said: Decides) -> None:
    creature = draft.state.creatures[str(made.command.creature)]
    track = sheet.track(creature)
    if made.result.total and track is not None:
        harm.tell_damage(draft, creature, track, amount=made.result.total, damage="lethal")


def _tell_boxes(code: str) -> "Tells":
    def tell(draft: Draft, made: Made, said: Decides) -> None:
        if boxes := harm.boxes_of(draft, made):
            draft.tell(code, {"target": str(made.command.creature)}, boxes=boxes)

    return tell


Tells = Callable[[Draft, Made, Decides], None]
CHANGES: Mapping[str, Callable[[Draft, Made, Decides], list[Moved]]] = {
    "bleeding": _bled, "stabilise": _stabilised, "spell": _kept,
    "fire": _burned, "wounds": _closed, "strain": _recovered,
}  # fmt: skip
TELLS: Mapping[str, Tells] = {
    "spell": _tell_spell, "fire": _tell_fire,
    "wounds": _tell_boxes("wounds_close"), "strain": _tell_boxes("recovers"),
}  # fmt: skip
