"""The way in for players."""

from __future__ import annotations

import pytest

from app.services.door import device_of


@pytest.mark.parametrize(
    "agent, device",
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36", "Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15", "Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101", "Linux"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_a_device_has_a_name_that_people_know(agent: str, device: str) -> None:
    assert device_of(agent) == device
