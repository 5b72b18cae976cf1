from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from app.live.hub import Hub


def test_a_change_wakes_who_watches_that_game() -> None:
    async def play() -> tuple[bool, bool]:
        hub = Hub()
        with hub.watch("g_1") as mine, hub.watch("g_2") as other:
            hub.publish("g_1")
            return await mine.changed(1), await other.changed(0.01)

    assert asyncio.run(play()) == (True, False)


def test_many_changes_wake_once() -> None:
    async def play() -> tuple[bool, bool]:
        hub = Hub()
        with hub.watch("g_1") as watch:
            for _ in range(10):
                hub.publish("g_1")
            first = await watch.changed(1)
            watch.look()
            return first, await watch.changed(0.01)

    assert asyncio.run(play()) == (True, False)


def test_a_change_while_the_stream_is_at_work_is_not_lost() -> None:
    async def play() -> bool:
        hub = Hub()
        with hub.watch("g_1") as watch:
            watch.look()
            await asyncio.to_thread(hub.publish, "g_1")
            return await watch.changed(1)

    assert asyncio.run(play())


def test_what_a_call_changed_wakes_when_it_is_answered() -> None:
    async def play() -> tuple[bool, bool]:
        hub = Hub()
        with hub.watch("g_1") as watch:
            with hub.waiting():
                await asyncio.to_thread(hub.publish, "g_1")
                before = await watch.changed(0.01)
            return before, await watch.changed(1)

    assert asyncio.run(play()) == (False, True)


def test_what_a_call_changed_wakes_also_when_its_answer_fails() -> None:
    def fail(hub: Hub) -> None:
        with hub.waiting():
            hub.publish("g_1")
            raise ConnectionError

    async def play() -> bool:
        hub = Hub()
        with hub.watch("g_1") as watch:
            with pytest.raises(ConnectionError):
                fail(hub)
            return await watch.changed(1)

    assert asyncio.run(play())


def test_one_call_holds_back_nothing_of_another() -> None:
    async def play() -> bool:
        hub = Hub()

        async def another() -> None:
            hub.publish("g_1")

        with hub.watch("g_1") as watch:
            other = asyncio.create_task(another())
            with hub.waiting():
                await other
                return await watch.changed(1)

    assert asyncio.run(play())


def test_closing_wakes_everybody() -> None:
    async def play() -> tuple[bool, bool, bool]:
        hub = Hub()
        with hub.watch("g_1") as one, hub.watch("g_2") as two:
            hub.close()
            return await one.changed(1), await two.changed(1), hub.is_closed

    assert asyncio.run(play()) == (True, True, True)


def test_who_has_gone_is_forgotten() -> None:
    async def play() -> list[int]:
        hub = Hub()
        with hub.watch("g_1"), hub.watch("g_1"), hub.watch("g_2"):
            during = hub.streams
        hub.publish("g_1")
        return [during, hub.streams]

    assert asyncio.run(play()) == [3, 0]


@pytest.mark.case("GM-121")
def test_streams_on_another_loop_are_woken_there() -> None:
    hub, ready = Hub(), threading.Event()
    woken: list[bool] = []

    async def watch() -> None:
        with hub.watch("g_1") as eye:
            ready.set()
            woken.append(await eye.changed(5))

    thread = threading.Thread(target=_run(watch))
    thread.start()
    assert ready.wait(5)
    hub.publish("g_1")
    thread.join(5)
    assert woken == [True]


def _run(play: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        with asyncio.Runner() as runner:
            runner.run(play())  # type: ignore[arg-type]

    return run
