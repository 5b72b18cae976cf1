"""The table's screen in fragments: the party, those against it, clocks, rolls, and the code while seats are free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.services import logbook
from app.services.access import Access
from app.services.door import door
from app.services.games import Seen, seen_in, shown_to
from app.services.house import House, Standing
from app.services.render import MEMO, Drawn, Frame, Part, with_parts
from app.services.table import table_of
from rules.core.system import FOES

PAGE = "tv"


def frame_of(seen: Seen, language: str) -> Frame:
    return Frame(PAGE, seen.id, seen.viewer.key, language, {"system": seen.system})


def drawn_in(house: House, standing: Standing, access: Access, language: str) -> Drawn:
    """The screen as the game stands and as the seats are taken."""
    seen = seen_in(standing, access, language)
    frame = frame_of(seen, language)
    is_over = logbook.is_over(shown_to(standing, access.viewer))
    drawn = MEMO.draw(frame, seen.version, lambda: parts(seen, language, is_over=is_over))
    values = side(seen, language) | {"door": door(house, access, seen.view)}
    shown = {"shown": table_of(seen, language).shown(), "path": f"/s/{access.token}/"}
    more = [Part("tv-side", "tv/_side.html", values), Part("tv-shown", "tv/_shown.html", shown)]
    return with_parts(drawn, frame, more)


def parts(seen: Seen, language: str, *, is_over: bool = False) -> Iterator[Part]:
    """What hangs on the game alone. ``is_over`` is the evening."""
    table = table_of(seen, language)
    who = table.everybody
    time = table.view["time"]
    head = {"title": time["scene"] or seen.name, "round": table.round(), "pools": table.pools()}
    yield Part("tv-head", "tv/_head.html", head | {"over": time["session"] if is_over else 0})
    values = {
        "party": [one for one in who if one.kind not in FOES],
        "others": [one for one in who if one.kind in FOES],
        "policy": table.view["order"]["policy"],
    }
    yield Part("tv-turns", "tv/_turns.html", values)


def side(seen: Seen, language: str) -> dict[str, Any]:
    """What stands beside the rows while nobody is waited for."""
    table = table_of(seen, language)
    legend = {track.key: track for one in table.everybody if one.kind == "pc" for track in one.tracks}
    return {
        "clocks": table.clocks(),
        "last_roll": table.last_roll(),
        "legend": [(track.mark, track.words) for track in legend.values()],
    }
