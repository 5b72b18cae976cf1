"""Leveling up in play: one step that raises the level and carries out what was chosen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from rules.core import events
from rules.core.commands.base import Command, Id, Key, Name, Words, type_name
from rules.core.draft import GM, Draft
from rules.core.errors import Need, RuleError
from rules.core.rolling import refuse
from rules.core.state import Creature
from rules.core.trackers import Flag, Pool, Score
from rules.daggerheart import leveling
from rules.daggerheart.leveling import ACHIEVEMENTS, CHOICES, SLOTS, TRAITS, Taken
from rules.daggerheart.sheet import bonus, of_kind, party, sheet_number
from rules.daggerheart.tiers import MAX_LEVEL, tier

KIND = "advancement"  # the kind of the features that say what each level brought
NEW = "new"  # stands for the Experience that this level brings
Option = Literal[
    "traits", "hit_points", "stress", "experiences", "domain_card", "evasion", "subclass", "proficiency", "multiclass"
]


class Advancement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One advancement: ``tier`` is the one whose slots are marked (the highest that is open), ``name`` of a card."""

    option: Option
    tier: Annotated[int, msgspec.Meta(ge=2, le=4)] | None = None
    traits: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2)] = ()
    experiences: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2)] = ()
    name: Words = ""


class LevelUp(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The next level of a character. Without ``choices`` it asks for them, with what is open.

    What a player sends waits for the GM. ``experience`` names the new one at levels 2, 5 and 8 ("new" in a choice of
    Experiences); ``domain_card`` the card that every level brings.
    """

    creature: Id
    choices: Annotated[tuple[Advancement, ...], msgspec.Meta(max_length=2)] = ()
    experience: Name | None = None
    domain_card: Words = ""


def level_up(draft: Draft, command: LevelUp) -> None:
    """Raise the level: achievements, advancements, thresholds, a domain card, in this order.

    Source: Daggerheart core mechanics, "Leveling up".
    """
    creature = draft.creature(command.creature)
    if creature.kind != "pc":
        raise refuse("/creature", "not-an-option", options=[pc.id for pc in party(draft.state)])
    level = (sheet_number(draft.system, creature, "level") or 1) + 1
    if level > MAX_LEVEL:
        raise RuleError("highest-level", creature=creature.id)
    if not command.choices:
        raise Need([checklist(draft, creature, level)])
    taken = _checked(draft, creature, command, level)
    if draft.seat is not None and not draft.foresees:
        _suggest(draft, command)
        return
    draft.tell("levels_up", {"target": creature.id}, level=level, options=[choice.option for choice in command.choices])
    draft.put(creature.id, "level", Score(level))
    new = _achieve(draft, creature.id, command, level)
    for n, choice in enumerate(command.choices):
        APPLY[choice.option](draft, creature.id, _with_new(choice, new), f"/choices/{n}")
    _raise_thresholds(draft, creature.id)
    _add_card(draft, creature.id, command.domain_card)
    facts = {"level": level, "taken": msgspec.to_builtins(taken)}
    _set_feature(draft, creature.id, f"level-{level}", {"kind": KIND, "name": "", "facts": facts})


def _suggest(draft: Draft, command: LevelUp) -> None:
    """Put a player's level before the GM, who says when the party rises."""
    raw = {key: value for key, value in msgspec.to_builtins(command).items() if value not in (None, "")}
    draft.ask("proposal", GM, creature=draft.seat, commands=[raw], text="")


def checklist(draft: Draft, creature: Creature, level: int) -> dict[str, Any]:
    """What reaching ``level`` brings and lets one choose, as a question."""
    achievement = ACHIEVEMENTS.get(level)
    before, most = taken_by(creature), slots(draft)
    open_now = dict(leveling.open_options(level, before, most))
    unmarked = [trait for trait in TRAITS if not draft.is_on(creature.id, mark_of(trait))]
    return {
        "choice": "choices",
        "options": list(open_now),
        "by": GM,
        "creature": creature.id,
        "level": level,
        "tier": tier(level),
        "slots": CHOICES,
        "slots_of": {option: SLOTS[option] for option in open_now},
        "tiers": open_now,
        "left": {
            option: {str(of): leveling.slots_left(option, of, before, most) for of in tiers}
            for option, tiers in open_now.items()
        },
        "achievement": None if achievement is None else msgspec.to_builtins(achievement),
        "traits": list(TRAITS) if achievement and achievement.clears_marks else unmarked,
        "experiences": [key for key, _ in of_kind(creature, "experience")],
    }


def taken_by(creature: Creature) -> list[Taken]:
    """The advancements that a character has chosen, oldest first, as the sheet remembers them."""
    records = [feature.facts.get("taken") for _, feature in of_kind(creature, KIND)]
    return [
        Taken(str(one["option"]), int(one["tier"]))
        for record in records
        if isinstance(record, list | tuple)
        for one in record
        if isinstance(one, Mapping) and one.get("option") in SLOTS and isinstance(one.get("tier"), int)
    ]


def slots(draft: Draft) -> dict[str, int]:
    """How many slots each advancement has in each tier, as the game's settings say; 0 where nobody filled it in."""
    return {option: int(draft.setting(f"slots_{option}") or 0) for option in SLOTS}


def mark_of(trait: str) -> str:
    """The flag that says that a trait was raised in this tier."""
    return f"{trait}_marked"


def _checked(draft: Draft, creature: Creature, command: LevelUp, level: int) -> list[Taken]:
    """The choices with the tier of their slots; refuses what is not open, and other than two slots' worth."""
    before, taken = taken_by(creature), list[Taken]()
    for n, choice in enumerate(command.choices):
        tiers = leveling.open_tiers(choice.option, level, [*before, *taken], slots(draft))
        if not tiers:
            options = [option for option, _ in leveling.open_options(level, [*before, *taken], slots(draft))]
            raise refuse(f"/choices/{n}/option", "not-an-option", options=options)
        if choice.tier is not None and choice.tier not in tiers:
            raise refuse(f"/choices/{n}/tier", "not-an-option", options=tiers)
        taken.append(Taken(choice.option, choice.tier or tiers[-1]))
    marked = sum(SLOTS[one.option] for one in taken)
    if marked != CHOICES:
        raise RuleError("two-slots", have=marked, need=CHOICES)
    return taken


def _with_new(choice: Advancement, new: str | None) -> Advancement:
    """The choice with the key of the new Experience where it says "new"."""
    return replace(choice, experiences=tuple(new if key == NEW and new else key for key in choice.experiences))


def _achieve(draft: Draft, id: str, command: LevelUp, level: int) -> str | None:
    """What the first level of a tier brings; answers the key of the new Experience.

    Source: Daggerheart core mechanics, "Tier achievements".
    """
    achievement = ACHIEVEMENTS.get(level)
    if achievement is None:
        if command.experience is not None:
            raise refuse("/experience", "unknown-field", field="experience")
        return None
    if command.experience is None:
        raise refuse("/experience", "missing", field="experience")
    facts = {"modifier": achievement.experience}
    key = _free_key(draft, id, "experience")
    _set_feature(draft, id, key, {"kind": "experience", "name": command.experience, "facts": facts})
    _raise(draft, id, "proficiency", achievement.proficiency)
    if achievement.clears_marks:
        for trait in TRAITS:
            if draft.is_on(id, mark_of(trait)):
                draft.put(id, mark_of(trait), Flag(False))
    return key


def _raise(draft: Draft, id: str, key: str, by: int = 1) -> None:
    """Raise a number of the sheet, up to the most that it can be."""
    spec = draft.system.data.numbers[key]
    now = draft.state.creatures[id].trackers.get(key)
    value = now.value if isinstance(now, Score) else (spec.start or 0)
    draft.put(id, key, Score(min(spec.most, value + by)))


def _raise_traits(draft: Draft, id: str, choice: Advancement, at: str) -> None:
    """Raise two traits that were not raised in this tier yet, and mark them."""
    free = [trait for trait in TRAITS if not draft.is_on(id, mark_of(trait))]
    _check_two(choice.traits, free, f"{at}/traits")
    for trait in choice.traits:
        _raise(draft, id, trait)
        draft.put(id, mark_of(trait), Flag(True))


def _check_two(named: Sequence[str], known: Sequence[str], at: str) -> None:
    if len(set(named)) != 2:
        raise refuse(at, "two-different", options=list(known))
    for n, key in enumerate(named):
        if key not in known:
            raise refuse(f"{at}/{n}", "not-an-option", options=list(known))


def _raise_experiences(draft: Draft, id: str, choice: Advancement, at: str) -> None:
    known = dict(of_kind(draft.state.creatures[id], "experience"))
    _check_two(choice.experiences, list(known), f"{at}/experiences")
    for key in choice.experiences:
        facts = {**known[key].facts, "modifier": bonus(known[key]) + 1}
        _set_feature(draft, id, key, {"kind": "experience", "name": known[key].name, "facts": facts})


def _add_slot(draft: Draft, id: str, choice: Advancement, at: str) -> None:
    """One more slot of Hit Points or Stress, up to 12."""
    pool = draft.pool(id, choice.option)
    most = draft.system.data.trackers[choice.option].most.get("pc")
    top = draft.maximum(id, choice.option) or 0
    if most is not None and top >= most:
        raise refuse(f"{at}/option", "at-most", most=most)
    draft.put(id, choice.option, Pool(pool.value, top + 1))


def _raise_number(draft: Draft, id: str, choice: Advancement, at: str) -> None:
    _raise(draft, id, choice.option)


def _take_card(draft: Draft, id: str, choice: Advancement, at: str) -> None:
    _add_card(draft, id, choice.name)


def _raise_thresholds(draft: Draft, id: str) -> None:
    """Thresholds that were set by hand rise by one; derived ones follow the level by themselves.

    Source: Daggerheart core mechanics, "Leveling up".
    """
    for key in ("major", "severe"):
        if isinstance(draft.state.creatures[id].trackers.get(key), Score):
            _raise(draft, id, key)


def _add_card(draft: Draft, id: str, name: str) -> None:
    if name.strip():
        key = _free_key(draft, id, "card")
        _set_feature(draft, id, key, {"kind": "card", "name": name.strip(), "facts": {}})


def _free_key(draft: Draft, id: str, head: str) -> str:
    features = draft.state.creatures[id].features
    return next(key for n in range(1, len(features) + 2) if (key := f"{head}-{n}") not in features)


def _set_feature(draft: Draft, id: str, key: str, feature: Mapping[str, Any]) -> None:
    draft.emit(events.CreatureChanged(id, {f"features/{key}": dict(feature)}))


APPLY: Mapping[str, Callable[[Draft, str, Advancement, str], None]] = {
    "traits": _raise_traits,
    "hit_points": _add_slot,
    "stress": _add_slot,
    "experiences": _raise_experiences,
    "domain_card": _take_card,
    "evasion": _raise_number,
    "subclass": _take_card,
    "proficiency": _raise_number,
    "multiclass": _take_card,
}
