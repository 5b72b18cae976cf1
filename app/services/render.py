"""Pages in fragments: drawn once for everybody who sees the same, and what changed between two drawings."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from app.services.lean import lean, placeholder_of
from app.services.templating import environment

KEPT_VERSIONS = 6  # newest drawings that are remembered of one page of one game
KEPT_PAGES = 400
Key = tuple[str, str, str, str]  # page, game, audience, language


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a page, with an id that never changes.

    It is drawn from ``values`` alone (and what is fixed for a game and a language): equal values are not drawn again.
    With ``parts`` it is a group, whose template gets them drawn, in order.
    """

    id: str
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[Part, ...] | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part as it was drawn."""

    part: Part
    html: Markup
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """One page as one audience sees it at one version of the game, in one language: its fragments by id."""

    version: str
    pieces: Mapping[str, Piece]
    apart: frozenset[str] = frozenset()  # what of it hangs on no version

    def html(self, id: str) -> Markup:
        return self.pieces[id].html


@dataclass(frozen=True, slots=True)
class Frame:
    """Whose page it is: what every template gets, the same for all parts of a page of one game in one language."""

    page: str
    game_id: str
    audience: str
    language: str
    fixed: Mapping[str, Any]

    @property
    def key(self) -> Key:
        return self.page, self.game_id, self.audience, self.language


class _Shelf:
    """The newest drawings of one page; whoever draws holds its lock, so that it is done once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.drawn: list[Drawn] = []


class Memo:
    """Remembers the newest drawings of every page that is looked at."""

    def __init__(self, pages: int = KEPT_PAGES) -> None:
        self._pages = pages
        self._shelves: OrderedDict[Key, _Shelf] = OrderedDict()
        self._lock = threading.Lock()

    def draw(self, frame: Frame, version: str, parts: Callable[[], Iterable[Part]]) -> Drawn:
        """The page at ``version``: as remembered, else drawn now, from the newest one where parts are equal."""
        shelf = self._shelf(frame.key)
        with shelf.lock:
            known = _of_version(shelf.drawn, version)
            if known is not None:
                return known
            made = draw(frame, version, parts(), shelf.drawn[-1] if shelf.drawn else None)
            shelf.drawn = [*shelf.drawn, made][-KEPT_VERSIONS:]
            return made

    def redraw(self, frame: Frame, parts: Iterable[Part]) -> Drawn:
        """Parts that hang on no version, drawn anew where they are not as they were the last time."""
        shelf = self._shelf(frame.key)
        with shelf.lock:
            made = draw(frame, "", parts, shelf.drawn[-1] if shelf.drawn else None)
            shelf.drawn = [made]
            return made

    def known(self, frame: Frame, version: str) -> Drawn | None:
        """The drawing that a page says it shows, if it is still remembered."""
        return _of_version(self._shelf(frame.key).drawn, version)

    def _shelf(self, key: Key) -> _Shelf:
        with self._lock:
            shelf = self._shelves.setdefault(key, _Shelf())
            self._shelves.move_to_end(key)
            while len(self._shelves) > self._pages:
                self._shelves.popitem(last=False)
            return shelf


def _of_version(drawn: Sequence[Drawn], version: str) -> Drawn | None:
    return next((known for known in reversed(drawn) if known.version == version), None)


MEMO = Memo()


def draw(frame: Frame, version: str, parts: Iterable[Part], old: Drawn | None = None) -> Drawn:
    """All parts drawn; what is equal in ``old`` is taken from there."""
    before = old.pieces if old else {}
    return Drawn(version, {part.id: _piece(frame, part, before.get(part.id)) for part in parts})


def with_parts(drawn: Drawn, frame: Frame, parts: Iterable[Part], old: Drawn | None = None) -> Drawn:
    """The drawing with parts that do not hang on the game alone, as who is connected."""
    before = old.pieces if old else {}
    return joined(drawn, {part.id: _piece(frame, part, before.get(part.id)) for part in parts})


def joined(drawn: Drawn, more: Mapping[str, Piece]) -> Drawn:
    """The drawing with pieces that hang on no version."""
    return replace(drawn, pieces={**drawn.pieces, **more}, apart=drawn.apart | more.keys())


def _piece(frame: Frame, part: Part, old: Piece | None) -> Piece:
    before = {piece.part.id: piece for piece in old.pieces} if old else {}
    pieces = tuple(_piece(frame, inner, before.get(inner.id)) for inner in part.parts or ())
    if old is not None and _is_same(old.part, part) and _are_same(old.pieces, pieces):
        return old
    values = {**frame.fixed, **part.values, "id": part.id}
    if part.parts is not None:
        values["parts"] = [piece.html for piece in pieces]
    html = environment(frame.language).get_template(part.template).render(values)
    return Piece(part, Markup(html.strip()), pieces)  # what a template rendered is escaped already


def _is_same(old: Part, new: Part) -> bool:
    return old.template == new.template and old.values == new.values


def _are_same(old: Sequence[Piece], new: Sequence[Piece]) -> bool:
    return len(old) == len(new) and all(one.html is other.html for one, other in zip(old, new, strict=True))


def changes(old: Drawn | None, new: Drawn) -> list[tuple[str, str]]:
    """The fragments, by id, that turn a page that shows ``old`` into ``new``; what stayed is not sent again."""
    return _changes_of(old, new, new.pieces)


def _changes_of(old: Drawn | None, new: Drawn, ids: Iterable[str]) -> list[tuple[str, str]]:
    before = old.pieces if old else {}
    return [change for id in ids for change in _changes(before.get(id), new.pieces[id])]


def from_to(old: Drawn | None, new: Drawn) -> dict[str, str]:
    """What the headers of an answer say: the version that it brings the page to, and from which."""
    since = {"Shirma-Since": old.version} if old else {}
    return {"ETag": f'"{new.version}"', **since}


def wholly(shown: Iterable[Drawn | None], now: Drawn) -> list[tuple[str, str]]:
    """The fragments, each whole, in which a page with parts of several drawings may differ from ``now``."""
    every = [old.pieces if old else {} for old in shown]
    return [(id, new.html) for id, new in now.pieces.items() if any(_html(old.get(id)) != new.html for old in every)]


def _html(piece: Piece | None) -> str:
    return piece.html if piece else ""


def _changes(old: Piece | None, new: Piece) -> Iterator[tuple[str, str]]:
    if old is not None and old.html == new.html:
        return
    if old is None:
        yield new.part.id, new.html
    elif not new.pieces:
        yield new.part.id, lean(old.html, new.html)
    elif not _is_same_frame(old, new):
        yield new.part.id, _frame_of(old, new)
    else:
        before = {piece.part.id: piece for piece in old.pieces}
        for piece in new.pieces:
            yield from _changes(before[piece.part.id], piece)


def _frame_of(old: Piece, new: Piece) -> str:
    """A group whose members came, went or moved: those that stayed are placeholders."""
    before = {piece.part.id: piece for piece in old.pieces}
    html = str(new.html)
    for piece in new.pieces:
        was = before.get(piece.part.id)
        if was is not None:
            html = html.replace(str(piece.html), str(_shortened(was, piece)), 1)
    return html


def _shortened(was: Piece, piece: Piece) -> str:
    if was.html == piece.html:
        return placeholder_of(piece.part.id, piece.html)
    return _frame_of(was, piece) if piece.pieces else lean(was.html, piece.html)


def _is_same_frame(old: Piece, new: Piece) -> bool:
    """Whether two drawings of a group differ in its members alone."""
    ids = [piece.part.id for piece in old.pieces] == [piece.part.id for piece in new.pieces]
    return ids and _is_same(old.part, new.part)


def some(drawn: Drawn, ids: Collection[str]) -> list[tuple[str, str]]:
    """The fragments with these ids, wherever they stand in their groups."""
    every = (inner for piece in drawn.pieces.values() for inner in _inside(piece))
    return [(piece.part.id, piece.html) for piece in every if piece.part.id in ids]


def _inside(piece: Piece) -> Iterator[Piece]:
    yield piece
    for inner in piece.pieces:
        yield from _inside(inner)


def partials(changed: Iterable[tuple[str, str]]) -> str:
    """Fragments as htmx swaps them in, wherever the page shows them."""
    return "".join(f'<hx-partial hx-target="#{id}" hx-swap="outerMorph">{html}</hx-partial>' for id, html in changed)


def partial_into(target: str, html: str) -> str:
    """HTML for the inside of the element with the id ``target``; empty, it closes what was open there."""
    return f'<hx-partial hx-target="#{target}" hx-swap="innerHTML">{html}</hx-partial>'


def messages(old: Drawn | None, new: Drawn) -> bytes | None:
    """What a page's stream says of this change; None where the page shows all that there is.

    It begins with the version that the page has to show for this, none where it brings everything. What hangs on no
    version comes by itself: a page that has the version from an answer draws nothing else.
    """
    apart = _changes_of(old, new, new.apart)
    changed = _changes_of(old, new, [id for id in new.pieces if id not in new.apart])
    is_new = old is None or old.version != new.version
    since = f"<!--since {old.version if old else ''}-->"
    found = [since + partials(changed)] if changed or is_new else []
    return b"".join(message(new.version, html) for html in (*found, *([partials(apart)] if apart else []))) or None


def message(version: str, html: str) -> bytes:
    """A message of a page's stream."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines() or [""])
    return f"id: {version}\n{lines}\n".encode()
