"""News from the other processes on the same Postgres."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import psycopg

log = logging.getLogger(__name__)
EVERYTHING = "*"  # in place of a game's id; said by app.storage.database
LOOK_S = 0.2  # how soon it sees that it is to stop
AGAIN_S = 1.0
STOP_S = 0.5


class Relay:
    """Calls ``publish`` with the id of each game that any process changed, and ``publish_all`` after a gap."""

    def __init__(self, url: str, publish: Callable[[str], None], publish_all: Callable[[], None]) -> None:
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._publish, self._publish_all = publish, publish_all
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self.is_listening = threading.Event()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(STOP_S)  # one that still tries to connect ends with the process

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("no news from the other processes: %s", error)
                self._stop.wait(AGAIN_S)
            finally:
                self.is_listening.clear()

    def _listen(self) -> None:
        with psycopg.connect(self._url, autocommit=True, connect_timeout=3) as connection:
            connection.execute("LISTEN shirma")
            self.is_listening.set()
            self._publish_all()  # what happened while nobody listened
            while not self._stop.is_set():
                for news in connection.notifies(timeout=LOOK_S):
                    self._tell(news.payload)

    def _tell(self, game_id: str) -> None:
        if game_id == EVERYTHING:
            self._publish_all()
        else:
            self._publish(game_id)
