"""A whole round that was rolled at the table: what fell for each swing is taken at once, with all that comes of it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.core import events, rolling
from rules.core.commands.base import Id, Rolling, Words, type_name
from rules.core.draft import Draft
from rules.core.errors import Need
from rules.core.read import read
from rules.core.rolling import ModifierId, Roll, Visibility
from rules.core.state import Pending
from rules.swing import aims, fell, play_questions, play_round
from rules.swing.fell import Fell, Line
from rules.swing.parameters import SwingName
from rules.swing.play_damage import TakeDamage, take_damage, takes_damage
from rules.swing.rolls import ROLLS

FeatName = Literal["knock_down", "take_weapon", "drive_back", "stagger", "impossible"]
ByName = Annotated[dict[SwingName, Fell], msgspec.Meta(max_length=9)]


class Feat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a natural 20 buys, and at whom, where that is not the target itself."""

    feat: FeatName | None = None
    target: Id | None = None
    text: Words | None = None


class TakeRound(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """All that fell for the swings of a round. ``dice`` is by swing: ``gain``, ``d20``, ``damage``.

    The parameter ``at`` says by swing who it is at, where that is not the first target.
    ``feats`` says by swing what its natural 20 buys, ``fumble`` is the d6 of a natural 1; what is not said is asked.
    """

    creature: Id
    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=aims.MOST_TARGETS)] = ()
    with_: Annotated[str, msgspec.Meta(max_length=200)] | None = msgspec.field(default=None, name="with")
    off: Annotated[tuple[ModifierId, ...], msgspec.Meta(max_length=40)] = ()
    visibility: Visibility | None = None
    feats: Mapping[SwingName, Feat] = msgspec.field(default_factory=dict)
    fumble: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None


def take_round(draft: Draft, command: TakeRound) -> None:
    """Roll the round with these dice, let each target take its damage, and settle the feats and the fumble.

    Damage of a player's round waits for the GM, as that of any blow.

    Source: Swing d20, Attacking, "More than one blow", "A natural 20", "A natural 1".
    """
    targets = aims.every(command.targets, command.parameters)
    for id in (command.creature, *targets):
        draft.creature(id)
    asked = rolling.roll_of(command, "round", targets=targets)
    found = _laid_out(draft, command, asked)
    draft.chance = draft.chance.anew(fell.dice_of(found or ()), True)
    if found is None:
        return
    rolling.roll(draft, asked)
    draft.chance.check_used()
    made = draft.state.rolls[command.creature]
    for one in made.secret["targets"]:
        _take(draft, one["then"])
    _settle_feats(draft, command, made.id, found)
    _settle_fumble(draft, command, made.id)


def _laid_out(draft: Draft, command: TakeRound, asked: Roll) -> list[Line] | None:
    """The swings with what fell; asks for what lacks.

    A GM's preview tells how far it is, and is None while dice lack, unless they are what is asked for.
    """
    target = asked.targets[0] if asked.targets else None
    filled = play_round.fill_round(draft.system, draft.state, asked, target)
    given = ROLLS["round"].read(filled.parameters)
    said = {str(swing): one for swing, one in read(ByName, _by_swing(command.dice), at="/dice").items()}
    found = fell.lines(given, said)
    missing = [ask for line in found for ask in line.asks(blind=draft.seat is not None)]
    if draft.preview and draft.seat is None and not command.physical:
        known = {"roll": "round", "filled": dict(filled.parameters), "targets": []}
        modifiers = msgspec.to_builtins(filled.modifiers)
        draft.odds.append({**known, "modifiers": modifiers, "odds": fell.odds(found, fumbled=given.fumbled)})
        return None if missing else found
    if missing:
        raise Need(missing)
    return found


def _by_swing(dice: Mapping[str, Any]) -> dict[str, Any]:
    """The dice by swing, whether they are said inside it or as "first/d20", as they are asked for."""
    found: dict[str, Any] = {}
    for name, said in dice.items():
        swing, slash, die = name.partition("/")
        inner = {die: said} if slash else said
        if not isinstance(inner, Mapping):
            return dict(dice)  # it does not read, and is refused by its name
        mine = found.setdefault(swing, {})
        for key, faces in inner.items():
            mine[key] = [*_listed(mine[key]), *_listed(faces)] if key in mine else faces
    return found


def _listed(said: Any) -> list[Any]:
    return list(said) if isinstance(said, list | tuple) else [said]


def _take(draft: Draft, then: Mapping[str, Any] | None) -> None:
    """The target loses what the blows did, where it has hit points at all."""
    if then is not None and draft.seat is None and takes_damage(draft, then["creature"]):
        take_damage(draft, msgspec.convert(then, TakeDamage))


def _settle_feats(draft: Draft, command: TakeRound, roll: str, found: list[Line]) -> None:
    """The feats that were said, each for its natural 20."""
    said = {str(swing): feat for swing, feat in command.feats.items()}
    twenties = [said.get(line.swing) for line in found if line.outcome == "natural_20"]
    for feat, pending in zip(twenties, _asked(draft, "feat", roll), strict=False):
        if feat is not None and feat.feat is not None:
            draft.emit(events.PendingEnded(pending.id, "answered"))
            play_questions.answer_feat(draft, pending, msgspec.to_builtins(feat))


def _settle_fumble(draft: Draft, command: TakeRound, roll: str) -> None:
    """The d6 that was said; a player's waits, so that the GM still reads the round and its damage."""
    for pending in _asked(draft, "fumble", roll) if command.fumble and draft.seat is None else ():
        draft.emit(events.PendingEnded(pending.id, "answered"))
        draft.chance = draft.chance.anew({"d6": command.fumble}, True)
        play_questions.answer_fumble(draft, pending, {})


def _asked(draft: Draft, kind: str, roll: str) -> list[Pending]:
    """What this roll has just asked."""
    every = draft.state.pending.values()
    return [pending for pending in every if pending.kind == kind and pending.data.get("_roll") == roll]
