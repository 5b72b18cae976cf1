"""Which words and numbers belong together where no commas stand: "ev 11 hp 6", "11 ev 6 hp", "3 5/11 hp 5 armor 3"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# What may stand together, and how odd that is. k: a known word; n, s, p: a number, one with a sign, a pair; w: other
# words; x: a word for the pair.
ODDITY = {
    "kn": 0.0, "ks": 0.0, "kp": 0.3, "nk": 0.0, "sk": 0.0, "pk": 0.3, "wkn": 0.5, "wks": 0.5, "wkp": 0.8,
    "p": 0.0, "xp": 0.0, "px": 0.0, "ws": 0.0, "sw": 0.3, "wn": 0.2, "nw": 0.3, "n": 0.6, "w": 0.6,
}  # fmt: skip
ONCE = {"wn": "level calling", "nw": "level calling", "n": "level", "w": "calling", "wkn": "calling", "wks": "calling"}
BEFORE = {"kn", "ks", "kp", "wkn", "wks", "wkp", "ws", "wn", "xp"}  # the word stands before its number
AFTER = {"nk", "sk", "pk", "sw", "nw", "px"}
TURNED = 1.0  # from "hp 5" to "5 hp" in one line
TWICE = 3.0
LEFT_OVER = 3.0


@dataclass(frozen=True, slots=True)
class Unit:
    """Neighbours that are one thing: words of one place of the sheet, or words that nobody knows, or one number."""

    letter: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to read the units so far: how odd it is, how the words stood last, what there is already, its last piece.

    A long line has many ways, so each only knows the one ``before`` it.
    """

    oddity: float = 0.0
    word_first: bool | None = None
    there: frozenset[str] = frozenset()
    count: int = 0
    piece: str = ""  # its letters
    end: int = 0
    before: _Way | None = None

    def __lt__(self, other: _Way) -> bool:
        return (self.oddity, self.count) < (other.oddity, other.count)

    @property
    def pieces(self) -> list[tuple[str, int]]:
        """The letters of each piece and where it ends, in their order."""
        found, way = [], self
        while way.before is not None:
            found.append((way.piece, way.end))
            way = way.before
        return found[::-1]


def pieces_of(units: Sequence[Unit]) -> Iterator[list[str]]:
    """The tokens of each piece, of the least odd way to read them; what has no place stays with its neighbour."""
    letters = {unit.letter for unit in units}
    if not letters & set("kps") or not letters & set("nsp"):
        yield [token for unit in units for token in unit.tokens]
        return
    begin = 0
    for end in _ends(units, _least_odd(units)):
        yield [token for unit in units[begin:end] for token in unit.tokens]
        begin = end


def _least_odd(units: Sequence[Unit]) -> _Way:
    letters = "".join(unit.letter for unit in units)
    ways: list[dict[object, _Way]] = [{} for _ in range(len(letters) + 1)]
    ways[0][None] = _Way()
    for at in range(len(letters)):
        for way in ways[at].values():
            for further in _further(way, letters, at):
                key = (further.word_first, further.there)
                known = ways[further.end]
                known[key] = min(further, known.get(key, further))
    return min(ways[-1].values())


def _further(way: _Way, letters: str, at: int) -> Iterator[_Way]:
    """Each way to go on by one piece from here."""
    yield _Way(way.oddity + LEFT_OVER, way.word_first, way.there, way.count + 1, "", at + 1, way)
    for size in (1, 2, 3):
        piece = letters[at : at + size]
        if len(piece) == size and piece in ODDITY and not (piece == "n" and at):
            yield _with(way, piece, at + size)


def _with(way: _Way, piece: str, end: int) -> _Way:
    first = True if piece in BEFORE else False if piece in AFTER else way.word_first
    turned = TURNED if way.word_first is not None and first != way.word_first else 0.0
    new = frozenset(ONCE.get(piece, "").split())
    twice = TWICE * len(new & way.there)
    oddity = way.oddity + ODDITY[piece] + turned + twice
    return _Way(oddity, first, way.there | new, way.count + 1, piece, end, way)


def _ends(units: Sequence[Unit], way: _Way) -> Iterator[int]:
    """Where pieces end. A number that is left over belongs to what stands before it: which of two counts is unclear."""
    pieces = way.pieces
    for place, (_, end) in enumerate(pieces):
        following = pieces[place + 1] if place + 1 < len(pieces) else None
        if following and following[0] == "" and units[following[1] - 1].letter in "nsp":
            continue
        yield end
