"""What is made before anybody needs it, but after the first answers: it would only make the start longer."""

from __future__ import annotations

import threading
from contextlib import suppress

from app.errors import Problem
from app.services.house import House
from rules import content

AFTER_S = 1.0


def warm_up_soon(house: House) -> None:
    """Build the search over cards and library in a moment, in a thread that ends with the process."""
    timer = threading.Timer(AFTER_S, warm_up, (house,))
    timer.daemon = True
    timer.start()


def warm_up(house: House) -> None:
    content.index()
    with suppress(Problem):  # the library can wait until the database answers
        house.shelf.index(house.database)
