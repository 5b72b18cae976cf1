"""Damage in play: boxes of the health track, penalties of injuries, bleeding out, healing."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.core.commands.base import Id, Rolling, type_name
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.moving import note
from rules.core.rolling import Roll, roll
from rules.core.rolls import RollResult
from rules.core.state import Condition, Creature
from rules.core.trackers import Track
from rules.shard import attack, harm, health, sheet
from rules.shard.harm import KEPT, OWED
from rules.shard.health import PENALTIES
from rules.shard.play_actions import Act, check_able, count_action
from rules.shard.play_defence import forget
from rules.shard.runes import SIDES, successes

BLED = "bled"  # what the order remembers: the round in which each has rolled against bleeding out
HARMED = "harmed"  # who has harmed whom in this fight, and how badly
CONDITIONS = {
    "slowed": "slowed", "hobbled": "hobbled", "weakened": "weakened", "dazed": "dazed", "minor_scar": "minor-scar",
    "major_scar": "major-scar", "knocked_out": "knocked-out", "unconscious": "unconscious", "maimed": "maimed",
    "dead": "dead", "one_die_less": "hurt",
}  # fmt: skip
DICE = {
    "exhaust_prowess": ("prowess", "exhausted"), "exhaust_ether": ("ether", "exhausted"),
    "deplete_prowess": ("prowess", "depleted"), "deplete_ether": ("ether", "depleted"),
}  # fmt: skip
LASTING = ("minor_scar", "major_scar", "maimed", "dead")
Penalty = Annotated[str, msgspec.Meta(max_length=40)]


class TakeDamage(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Boxes that a creature marks; ``penalty`` is chosen for the level that it ends on.

    With a ``damage_type`` armour and resistances take their part first, unless it is ``true_damage``; without one the
    amount is what is left. Dice of armour against the elements are ``armour_faces``.
    """

    creature: Id
    amount: Annotated[int, msgspec.Meta(ge=0, le=999)]
    damage: Literal["lethal", "strain"] = "lethal"
    damage_type: Literal[attack.TYPES] | None = None  # type: ignore[valid-type]
    true_damage: bool = False
    attacker: Id | None = None
    penalty: Penalty | None = None


class TakePenalty(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A penalty of an injury, of the level it ended on: the highest that is marked unless one is said."""

    creature: Id
    level: Literal["minor", "moderate", "severe", "critical"] | None = None
    penalty: Penalty


class Heal(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Boxes that are cleared, the highest first."""

    creature: Id
    amount: Annotated[int, msgspec.Meta(ge=0, le=999)]
    damage: Literal["lethal", "strain"] = "strain"


class Bleed(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The Constitution challenge of one who bleeds out, at the end of a round."""

    creature: Id


class Stabilise(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A Wits challenge by ``creature`` to stop the bleeding of ``target``."""

    creature: Id
    target: Id


def track_of(draft: Draft, id: str) -> Track:
    found = sheet.track(draft.state.creatures.get(id))
    if found is None:
        raise RuleError("takes-no-damage", creature=id)
    return found


def take_damage(draft: Draft, command: TakeDamage) -> None:
    """Mark boxes, tell it, and note what is owed of it.

    Source: SHARD, "Tracking Damage", "Damage Penalties".
    """
    creature = draft.creature(command.creature)
    if command.attacker is not None:
        draft.creature(command.attacker)
    hurt(draft, creature, command)


def hurt(draft: Draft, creature: Creature, command: TakeDamage) -> None:
    """Carry out damage, also of one who has left since: dice that are changed decide it anew."""
    before = track_of(draft, creature.id)
    command = replace(command, amount=command.amount - _held(draft, creature, command))
    after = health.marked(before, command.amount, health.MARKS[command.damage])
    told = {"amount": command.amount, "damage": command.damage, "by": command.attacker}
    harm.tell_damage(draft, creature, after, **told)
    draft.put(creature.id, "health", after)
    level = health.level_of(after)
    if command.penalty is not None and level is not None:
        penalise(draft, creature, level, command.penalty)
    else:
        harm.owe(draft, creature, before, after)
    _remember_harm(draft, creature, command)
    if command.attacker is not None:
        forget(draft, command.attacker, creature.id)
    harm.distract(draft, creature, command.amount)


def _held(draft: Draft, creature: Creature, command: TakeDamage) -> int:
    """What armour and resistances take of damage of a type, told where it is anything.

    Source: SHARD, "Armour Rating", "Resistances", "True damage".
    """
    kind = command.damage_type
    if kind is None or command.true_damage or not command.amount:
        return 0
    rating, category = sheet.worn(creature).against(kind), attack.category(kind)
    if category == "elemental" and rating:
        rating = successes(draft.chance.roll("armour_faces", SIDES, rating))
    held = min(command.amount, (rating if category != "special" else 0) + sheet.resistance(creature, kind))
    if held:
        draft.tell("armour_held", {"target": creature.id}, held=held, kind=kind)
    return held


def suffer(draft: Draft, id: str, amount: int, kind: str | None) -> None:
    """The damage of an effect that lasts: of strain where its detail says so.

    Source: SHARD, "Effect Stacking".
    """
    take_damage(draft, TakeDamage(creature=id, amount=amount, damage="strain" if kind == "strain" else "lethal"))


def _remember_harm(draft: Draft, creature: Creature, command: TakeDamage) -> None:
    """Who harmed whom, for those who love the one who was harmed: two dice for the worst.

    Source: SHARD, "Love".
    """
    if command.attacker is None or not command.amount:
        return
    known = dict((draft.state.order.memory.get(HARMED) or {}).get(command.attacker) or {})
    worst = 2 if draft.has(creature.id, "unconscious") or draft.has(creature.id, "dead") else 1
    note(draft, HARMED, command.attacker, {**known, creature.id: max(worst, known.get(creature.id, 0))})


def take_penalty(draft: Draft, command: TakePenalty) -> None:
    """A penalty, chosen by hand, of a level that has a mark."""
    creature = draft.creature(command.creature)
    track = track_of(draft, creature.id)
    level = command.level or health.level_of(track) or health.LEVELS[0]
    if not health.taken(track, level):
        raise RuleError("level-is-clear", level=level)
    penalise(draft, creature, level, command.penalty)


def penalise(draft: Draft, creature: Creature, level: str, penalty: str) -> None:
    """Carry out a penalty; of each level one may be chosen once.

    Source: SHARD, "Damage Penalties".
    """
    if penalty not in PENALTIES[level]:
        raise RuleError("not-an-option", name="penalty", options=list(PENALTIES[level]))
    if penalty in chosen(draft.state.creatures[creature.id], level):
        raise RuleError("penalty-was-chosen", creature=creature.id)
    if penalty in DICE:  # what a condition says tells itself
        draft.tell("penalised", {"target": creature.id}, level=level, penalty=penalty)
        pool, to = DICE[penalty]
        draft.move_dice(creature.id, pool, "ready", to, 2 if to == "depleted" else 1)
    key = CONDITIONS.get(penalty, "injury")
    data = {"penalty": penalty, "of": level, **({} if penalty in LASTING else {KEPT: level})}
    reason = level if penalty in CONDITIONS else penalty
    draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), key, reason=reason, data=data))
    note(draft, OWED, creature.id, None)


def chosen(creature: Creature, level: str) -> set[str]:
    """The penalties that one bears of a level already."""
    found = {c.data.get("penalty") for c in creature.conditions.values() if c.data.get("of") == level}
    return {one for one in found if isinstance(one, str)}


def heal(draft: Draft, command: Heal) -> None:
    """Clear boxes, the highest first."""
    id = draft.creature(command.creature).id
    track = track_of(draft, id)
    draft.tell("healed", {"target": id}, amount=command.amount)
    draft.put(id, "health", health.cleared(track, command.amount, health.MARKS[command.damage]))


def is_bleeding(creature: Creature) -> bool:
    """Whether one bleeds out: a lethal box in the critical level, with one left, neither stabilised nor dead."""
    found = sheet.track(creature)
    over = any(condition.key in ("stabilised", "dead") for condition in creature.conditions.values())
    left = found is not None and health.is_bleeding(found) and not health.is_full(found)
    return left and creature.here and not over


def bleed(draft: Draft, command: Bleed) -> None:
    """A Constitution challenge against the boxes that are marked: failing marks one more, a triumph stops it.

    Source: SHARD, "Bleeding Out".
    """
    creature = draft.creature(command.creature)
    if not is_bleeding(creature):
        raise RuleError("does-not-bleed", creature=creature.id)
    _challenge(draft, creature.id, "constitution", creature, Decides(what="bleeding", of=creature.id))
    note(draft, BLED, creature.id, draft.state.order.round)


def bled(draft: Draft, result: RollResult, said: Decides) -> None:
    """One more box, or bleeding that stops, unless that box was the last.

    Source: SHARD, "Bleeding Out".
    """
    track, triumph = sheet.track(draft.state.creatures[said.of]), triumphs(result) > 0
    if track is None:
        return
    if _failed(result) and (not triumph or bool(draft.setting("triumph_still_marks"))):
        track = health.marked(track, 1, health.LETHAL)
        draft.put(said.of, "health", track)
    if triumph and not health.is_full(track):
        _stop_bleeding(draft, said.of)


def triumphs(result: RollResult) -> int:
    """The triumphs that lie there, whatever was done to the dice; of called successes those that were called."""
    pool = result.facts.get("pool")
    if pool is None:
        return int(result.facts.get("triumphs") or 0)
    return sum(one["rune"] == "triumph" and not one["cancelled"] for one in pool)


def _failed(result: RollResult) -> bool:
    return (result.facts.get("net") or 0) < 0


def stabilise(draft: Draft, command: Stabilise) -> None:
    """A Recover action with a Wits challenge against the boxes that are marked.

    Source: SHARD, "Bleeding Out".
    """
    helper, creature = draft.creature(command.creature), draft.creature(command.target)
    if not is_bleeding(creature):
        raise RuleError("does-not-bleed", creature=creature.id)
    check_able(draft, helper, Act(creature=helper.id, action="recover"))
    count_action(draft, helper, "simple")
    _challenge(draft, helper.id, "wits", creature, Decides(what="stabilise", of=creature.id, about=helper.id))


def stabilised(draft: Draft, result: RollResult, said: Decides) -> None:
    """To reach the boxes that are marked stops the bleeding of another.

    Source: SHARD, "Bleeding Out".
    """
    if not _failed(result):
        _stop_bleeding(draft, said.of, said.about)


def _stop_bleeding(draft: Draft, id: str, helper: str | None = None) -> None:
    """That somebody bleeds no more, unless that is so already or too late."""
    creature = draft.state.creatures[id]
    track, held = sheet.track(creature), {condition.key for condition in creature.conditions.values()}
    if track is not None and health.is_bleeding(track) and not held & {"stabilised", "dead"}:
        draft.add_condition(id, Condition("q_" + draft.chance.id(), "stabilised", source=helper))


def _challenge(draft: Draft, id: str, ability: str, bleeding: Creature, hangs: Decides) -> None:
    """A challenge of an ability alone, against the boxes that are marked in the last level of one who bleeds out."""
    target = health.taken(track_of(draft, bleeding.id), "critical")
    roll(draft, Roll(roll="challenge", creature=id, with_=ability, parameters={"target": target}), hangs)
