from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import Session, select

from app.errors import Problem
from app.services.idempotency import Answer, InFlight, Once, carry_out, once
from app.storage import answers
from app.storage.database import Database
from app.storage.tables import Account, IdempotencyKey, now

SECRET = b"the secret of this instance"
CALL = once("token:t_1", "key", "POST /x", b"{}", SECRET)


def account(name: str) -> Account:
    return Account(id=f"a_{name}", name=name)


def names(database: Database) -> list[str]:
    return sorted(database.read(lambda db: db.exec(select(Account.name)).all()))


class Work:
    """Adds an account each time it is done, and answers how often that was."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, db: Session) -> Answer:
        self.times += 1
        db.add(account(str(self.times)))
        return Answer(201, str(self.times).encode(), {"ETag": '"1"'})


def test_a_call_without_a_key_is_done_each_time(database: Database) -> None:
    work = Work()
    assert [carry_out(database, InFlight(), None, work).body for _ in range(2)] == [b"1", b"2"]


def test_a_call_with_a_key_is_done_once_and_answered_twice(database: Database) -> None:
    work = Work()
    first, second = (carry_out(database, InFlight(), CALL, work) for _ in range(2))
    assert first == second == Answer(201, b"1", {"ETag": '"1"'})
    assert names(database) == ["1"]


def test_two_callers_may_have_the_same_key(database: Database) -> None:
    work = Work()
    other = once("token:t_2", "key", "POST /x", b"{}", SECRET)
    assert [carry_out(database, InFlight(), call, work).body for call in (CALL, other)] == [b"1", b"2"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(once("token:t_1", "key", "POST /y", b"{}", SECRET), id="another path"),
        pytest.param(once("token:t_1", "key", "POST /x", b"{ }", SECRET), id="another body"),
    ],
)
def test_a_key_belongs_to_one_call(database: Database, other: Once) -> None:
    carry_out(database, InFlight(), CALL, Work())
    with pytest.raises(Problem, match="idempotency-key-reused"):
        carry_out(database, InFlight(), other, Work())


def test_a_refusal_is_not_kept(database: Database) -> None:
    refused = carry_out(database, InFlight(), CALL, lambda _: Answer(409, b"no"))
    assert (refused.status, carry_out(database, InFlight(), CALL, Work()).status) == (409, 201)


def test_neither_work_nor_answer_is_kept_of_a_call_that_breaks_off(database: Database) -> None:
    def fail(db: Session) -> Answer:
        Work()(db)
        raise Problem("not-enough-fear")

    with pytest.raises(Problem):
        carry_out(database, InFlight(), CALL, fail)
    assert names(database) == []
    assert carry_out(database, InFlight(), CALL, Work()).body == b"1"


def test_an_answer_is_kept_for_a_day(database: Database) -> None:
    carry_out(database, InFlight(), CALL, Work())

    def age(db: Session) -> None:
        kept = db.exec(select(IdempotencyKey)).one()
        kept.at = now() - timedelta(hours=24, seconds=1)
        db.add(kept)

    database.write(age)
    assert carry_out(database, InFlight(), CALL, lambda _: Answer(200, b"anew")).body == b"anew"
    database.write(age)
    database.write(answers.drop_old)
    assert database.read(lambda db: db.exec(select(IdempotencyKey)).all()) == []


def test_while_the_first_is_at_work_the_second_is_told_so(database: Database) -> None:
    in_flight, begun, end = InFlight(), threading.Event(), threading.Event()

    def slow(db: Session) -> Answer:
        begun.set()
        assert end.wait(5)
        return Work()(db)

    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(carry_out, database, in_flight, CALL, slow)
        assert begun.wait(5)
        with pytest.raises(Problem, match="idempotency-key-busy"):
            carry_out(database, in_flight, CALL, Work())
        end.set()
        assert first.result().body == b"1"
    assert carry_out(database, in_flight, CALL, Work()).body == b"1"


def test_of_the_same_call_in_many_processes_one_is_carried_out(database: Database) -> None:
    def call(number: int) -> bytes:
        return carry_out(database, InFlight(), CALL, lambda db: _slowly(db, number)).body  # nobody shares InFlight

    with ThreadPoolExecutor(6) as threads:
        bodies = set(threads.map(call, range(6)))
    assert len(bodies) == 1
    assert names(database) == [next(iter(bodies)).decode()]


def _slowly(db: Session, number: int) -> Answer:
    db.add(account(str(number)))
    db.flush()
    threading.Event().wait(0.05)
    return Answer(200, str(number).encode())


def test_nobody_reads_a_kept_answer_in_the_database(database: Database) -> None:
    carry_out(database, InFlight(), CALL, lambda db: Answer(201, b'{"token": "zq-303"}'))
    (row,) = database.read(lambda db: db.exec(select(IdempotencyKey)).all())
    assert b"zq-303" not in row.body
    again = carry_out(database, InFlight(), CALL, lambda db: Answer(500, b""))
    assert again.body == b'{"token": "zq-303"}'


def test_what_another_secret_sealed_is_not_carried_out_again(database: Database) -> None:
    carry_out(database, InFlight(), CALL, Work())
    other = once("token:t_1", "key", "POST /x", b"{}", b"a new secret")
    with pytest.raises(Problem, match="idempotency-key-reused"):
        carry_out(database, InFlight(), other, Work())
