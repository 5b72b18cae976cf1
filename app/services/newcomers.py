"""The drawer that adds creatures: what the library offers for what was typed, and the bare name itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.errors import Problem
from app.services import adding
from app.services.language import catalogue

if TYPE_CHECKING:
    from app.services.desk import Desk

MOST = 8


@dataclass(frozen=True, slots=True)
class Newcomer:
    """One line of the drawer; ``command`` puts it on the board."""

    name: str
    kind: str
    about: str
    figures: str
    count: int
    command: Mapping[str, Any]


def newcomers(desk: Desk) -> list[Newcomer]:
    """What can be added for what was typed, the likeliest first, the bare name last."""
    said, kind = desk.given("_said").strip(), desk.given("kind")
    if not said and not desk.given("near"):
        return []
    found = [] if kind == "pc" else [_offered(desk, offer) for offer in _offers(desk, said)]
    return [*found, _named(desk, said, kind or "adversary")] if said else found


def _offers(desk: Desk, said: str) -> list[adding.Offer]:
    near = desk.view["creatures"].get(desk.given("near"))
    about = near["features"].get("about", {}).get("facts", {}) if near else {}
    names = said or str(about.get("potential_adversaries", ""))
    return adding.offers(desk.house, desk.access.account, names, desk.seen.system, desk.language, limit=MOST)


def _offered(desk: Desk, offer: adding.Offer) -> Newcomer:
    row = offer.row
    tier = f"{catalogue(desk.language).gettext('tier')} {row.tier}" if row.tier else ""
    return Newcomer(
        name=row.name,
        kind=row.kind,
        about=" · ".join(filter(None, (row.kind_words, tier, row.from_words))),
        figures=" · ".join(filter(None, (row.difficulty, row.thresholds, row.attack))),
        count=offer.count,
        command=_placed(desk, offer.command),
    )


def _named(desk: Desk, said: str, kind: str) -> Newcomer:
    _ = catalogue(desk.language).gettext
    count, name = adding.parse_amount(said)
    offer: dict[str, Any] = {"name": name, "kind": kind}
    several = {"type": "add_creatures", "creature": offer, "count": count}
    command = several if count > 1 else {"type": "add_creature", "creature": offer}
    about = _("only a name; the rest is asked when it is needed")
    return Newcomer(name, kind, about, "", count, _placed(desk, command))


def _placed(desk: Desk, command: Mapping[str, Any]) -> dict[str, Any]:
    """The command with where the drawer puts newcomers: hidden, or in a wave."""
    where: dict[str, Any] = {"hidden": True} if desk.given("_hidden") == "true" else {}
    if desk.given("_wave"):
        where["wave"] = desk.given("_wave")
    return {**command, "creature": {**command["creature"], **where}}


def first(desk: Desk) -> dict[str, Any]:
    """The command for the likeliest; raises Problem where nothing was typed."""
    found = newcomers(desk)
    if not found:
        raise Problem("nothing-typed")
    return dict(found[0].command)
