"""What has to be done now and then, whoever asks: clearing away what is over, and noticing a restore."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Mapping
from datetime import timedelta

from sqlmodel import Session

from app.errors import Problem
from app.live.hub import Hub
from app.services.tokens import Uses
from app.settings import Settings
from app.storage import answers, games, logins
from app.storage.database import Database
from app.storage.tables import now

log = logging.getLogger(__name__)
LOOK_S = 1.0
EVERY = 60  # looks
BIN = timedelta(days=30)
FEW = 2_000  # new objects that are not worth a look for garbage


def tidy(db: Session) -> None:
    """Clear away what is over: answers after a day, logins, games that lay in the bin for thirty days."""
    answers.drop_old(db)
    logins.drop_expired(db)
    games.drop_binned(db, now() - BIN)


class Sweep:
    """Looks for garbage while nobody asks for anything, so that no answer has to wait for it.

    ``counts`` are the answers that were given, by kind.
    """

    def __init__(self, counts: Mapping[tuple[str, str], int]) -> None:
        self._counts, self._answered = counts, 0

    def look(self) -> bool:
        """Whether garbage was looked for now: where nobody was answered since the last time, and there is some."""
        before, self._answered = self._answered, sum(self._counts.values())
        if self._answered != before or gc.get_count()[0] < FEW:
            return False
        gc.collect(1)
        return True


class Chores:
    """A thread that does the chores of one process until it is stopped."""

    def __init__(
        self, settings: Settings, database: Database, hub: Hub, uses: Uses, counts: Mapping[tuple[str, str], int]
    ) -> None:
        self._sweep = Sweep(counts)
        self._sign = settings.data / "restored"  # touched by `shirma restore`
        self._database, self._hub, self._uses = database, hub, uses
        self._seen = 0  # when it was restored, as far as this process knows
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chores", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(5)
        self._do(lambda: self._uses.write(self._database))

    def _run(self) -> None:
        looks, self._seen = 0, self._restored_at()
        while not self._stop.wait(LOOK_S):
            self._do(self._look)
            looks += 1
            if looks % EVERY == 0:
                self._do(self._tidy)

    def _look(self) -> None:
        if self._seen != (at := self._restored_at()):
            self._hub.publish_all()
            self._seen = at
        self._sweep.look()

    def _tidy(self) -> None:
        self._uses.write(self._database)
        self._database.write(tidy)

    def _restored_at(self) -> int:
        try:
            return self._sign.stat().st_mtime_ns
        except OSError:
            return 0

    @staticmethod
    def _do(chore: Callable[[], None]) -> None:
        """Do it; whatever goes wrong with one chore, the others and the next look go on."""
        try:
            chore()
        except Problem as problem:
            log.warning("a chore has to wait: %s", problem.code)
        except Exception:
            log.exception("a chore went wrong")
