"""Whatever is sent, the answer is below 500, and what is refused changes nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from app.main import create_app
from app.services import accounts, tokens
from app.settings import Settings
from rules.core.decide import known_commands
from rules.registry import get_system
from tests.app.playing import API, BEAR, LURKER, MIRA, ORO, Direct, Link, Playing

pytestmark = pytest.mark.slow
TYPES = sorted(known_commands(get_system("daggerheart")))
ROLLS = sorted(get_system("daggerheart").rolls)
FIELDS = """
    amount announced answer by card change choice clock condition count creature creatures dice edge features fear hope
    id key kind max move name next note numbers off on parameters physical roll round size sources step target targets
    text to tracker trackers turns type types until value was wave with
"""
NAMES = """
    hit_points stress fear hope armor_slots vulnerable restrained difficulty evasion agility action damage take_damage
    adversary_attack pc adversary numeric spotlight turn_end scene short long physical magic ORO BEAR LURKER nobody x
    d8 public gm risk_it_all tend_to_wounds
"""
KEYS = st.sampled_from(FIELDS.split())
WORDS = st.sampled_from(NAMES.split())
NUMBERS = st.sampled_from([0, 1, 2, 3, 5, 7, 12, 13, 20, 100, -1, 9999, -9999, 10_000, 2**31, 2**53])
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LEAVES = WORDS | NUMBERS | st.booleans() | st.none() | st.text(max_size=6) | FLOATS
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)
BODIES = st.dictionaries(KEYS, VALUES, max_size=6)
CALLS = ("", "/undo", "/redo", "/rewind", "/shares", "/odds/action", "/odds/damage", "/restore", "/settings")
COMMANDS = st.builds(lambda type_, body: {**body, "type": type_}, st.sampled_from(TYPES), BODIES)


@pytest.fixture(scope="module")
def server(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Direct]:
    """The application with a GM's token. An error that nobody caught fails the test by itself."""
    folder = tmp_path_factory.mktemp("any")
    shutil.copy(sqlite_template, folder / "shirma.sqlite3")
    app = create_app(Settings(data=folder, secret="a secret for tests"))
    account = app.state.database.write(lambda db: accounts.ensure_owner(db).id)
    secret = app.state.database.write(lambda db: tokens.create(db, account, "gm", "admin")[1])
    direct = Direct(app, {"Authorization": f"Bearer {secret}"})
    yield direct
    direct.close()
    app.state.database.close()


@pytest.fixture(scope="module")
def table(server: Direct) -> tuple[Playing, Link, dict[str, str]]:
    play = Playing(server)
    ids = {creature["name"].upper(): play.add(creature) for creature in (ORO, MIRA, BEAR, LURKER)}
    return play, play.link("seat", ids["ORO"]), ids


def placed(value: Any, ids: dict[str, str]) -> Any:
    """The value with the ids of creatures in place of their names."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, dict):
        return {key: placed(inner, ids) for key, inner in value.items()}
    return [placed(inner, ids) for inner in value] if isinstance(value, list) else value


@given(st.lists(COMMANDS, min_size=1, max_size=2), st.booleans(), st.booleans())
@examples(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_command_is_done_or_refused(
    table: tuple[Playing, Link, dict[str, str]], commands: list[Any], by_seat: bool, preview: bool
) -> None:
    play, seat, ids = table
    path = f"{seat.path if by_seat else play.path}/commands{'?preview=true' if preview else ''}"
    before = play.game()["number"]
    answer = play.admin.post(path, json={"commands": placed(commands, ids)})
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer.json()["code"]
        assert answer.headers["content-type"] == "application/problem+json"
    if preview or answer.status_code >= 400:
        assert play.game()["number"] == before


@given(st.sampled_from(ROLLS), st.sampled_from(["rolls", "odds"]), BODIES, BODIES)
@examples(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_roll_is_made_or_refused(server: Direct, roll: str, what: str, parameters: Any, body: Any) -> None:
    given_body = {"parameters": parameters, **({"dice": body} if what == "rolls" else {})}
    assert server.post(f"{API}/systems/daggerheart/{what}/{roll}", json=given_body).status_code < 500


@given(
    st.sampled_from(CALLS),
    BODIES | VALUES,
)
@examples(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_body_of_any_call_is_understood_or_refused(
    table: tuple[Playing, Link, dict[str, str]], path: str, body: Any
) -> None:
    play, _, ids = table
    method = "PATCH" if path in ("", "/settings") else "POST"
    assert play.admin.request(method, play.path + path, json=placed(body, ids)).status_code < 500


@given(BODIES, st.integers(0, 4), st.sampled_from(["event", "seen", "by", "at", "number", "step"]), VALUES)
@examples(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_document_is_brought_in_or_refused(
    table: tuple[Playing, Link, dict[str, str]], body: Any, place: int, field: str, value: Any
) -> None:
    play = table[0]
    document = play.admin.get(f"{play.path}/export").json()
    document["events"] = document["events"][:5]
    document["events"][place][field] = {**document["events"][place]["event"], **body} if field == "event" else value
    answer = play.admin.post(f"{API}/games/import", json=document)
    assert answer.status_code < 500
    if answer.status_code == 201:
        assert play.admin.get(f"{API}/games/{answer.json()['id']}/events").status_code == 200
