"""Sets up .venv where needed and runs every check; `quick` runs what fits in a minute; paths go to pytest.

./test                       all: ruff, types, layers, tests with SQLite, Postgres and a browser
./test quick                 ruff, all tests of the rules and of the services, and a few files of the API and the pages
./test tests/app -k sign     pytest alone, with these arguments
"""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from subprocess import PIPE, STDOUT

from run import PYTHON, ROOT, clean_environment, set_up

LOCKS = ["requirements.lock", "requirements-test.lock"]
LINT = ["-m", "ruff", "check", "--quiet", "."]
TYPES = ["-m", "mypy"]
LAYERS = ["-c", "import sys; from importlinter.cli import lint_imports_command as check; sys.exit(check())"]
TESTS = ["-m", "pytest", "-q"]
QUICK = [*TESTS, "-m", "not browser and not postgres and not slow"]
WITHOUT_BROWSER = [*TESTS, "-m", "not browser"]
IN_BROWSER = [*TESTS, "-p", "no:cacheprovider", "tests/browser"]  # what failed last is kept by the other run
Step = tuple[str, list[str]]


def main(arguments: list[str]) -> int:
    set_up("test", LOCKS)
    with ThreadPoolExecutor() as threads:
        beside = [(name, threads.submit(_heard, command)) for name, command in _beside(arguments)]
        failed = [name for name, command in _steps(arguments) if not _holds(name, command)]
        failed += [name for name, run in beside if not _told(name, run)]
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nEverything holds.", flush=True)
    return 1 if failed else 0


def _beside(arguments: list[str]) -> list[Step]:
    """What runs at the same time as the steps: a browser waits for the most part, and most machines have two cores."""
    return [] if arguments else [("browser tests", IN_BROWSER)]


def _steps(arguments: list[str]) -> list[Step]:
    match arguments:
        case []:
            return [("ruff", LINT), ("mypy", TYPES), ("import contracts", LAYERS), ("tests", WITHOUT_BROWSER)]
        case ["quick", *more]:
            return [("ruff", LINT), ("quick tests", [*QUICK, *more])]
        case _:
            return [("tests", [*TESTS, *arguments])]


def _holds(name: str, command: list[str]) -> bool:
    print(f"--- {name}", flush=True)
    began = time.monotonic()
    code = subprocess.call([str(PYTHON), *command], cwd=ROOT, env=clean_environment())
    return _ended(name, code, time.monotonic() - began)


def _heard(command: list[str]) -> tuple[int, str, float]:
    """How a command ends, what it says, and the seconds that it takes."""
    began = time.monotonic()
    done = subprocess.run(
        [str(PYTHON), *command], cwd=ROOT, env=clean_environment(), stdout=PIPE, stderr=STDOUT, encoding="utf-8",
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, time.monotonic() - began


def _told(name: str, run: Future[tuple[int, str, float]]) -> bool:
    """Whether a step that ran beside the others holds; what it said is said now."""
    print(f"--- {name}", flush=True)
    code, said, seconds = run.result()
    print(said, end="")
    return _ended(name, code, seconds)


def _ended(name: str, code: int, seconds: float) -> bool:
    print(f"--- {name}: {'holds' if code == 0 else 'FAILED'} ({seconds:.0f} s)", flush=True)
    return code == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
