"""Sets up .venv where needed and runs every check; `quick` runs what fits in a minute; paths go to pytest.

./test                       all: ruff, types, layers, tests with SQLite, Postgres and a browser
./test quick                 ruff and the tests that need neither Postgres nor a browser
./test tests/app -k sign     pytest alone, with these arguments
"""

from __future__ import annotations

import subprocess
import sys
import time

from run import PYTHON, ROOT, clean_environment, set_up

LOCKS = ["requirements.lock", "requirements-test.lock"]
LINT = ["-m", "ruff", "check", "--quiet", "."]
TYPES = ["-m", "mypy"]
LAYERS = ["-c", "import sys; from importlinter.cli import lint_imports_command as check; sys.exit(check())"]
TESTS = ["-m", "pytest", "-q"]
QUICK = [*TESTS, "-m", "not browser and not postgres and not slow"]
Step = tuple[str, list[str]]


def main(arguments: list[str]) -> int:
    set_up("test", LOCKS)
    failed = [name for name, command in _steps(arguments) if not _holds(name, command)]
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nEverything holds.", flush=True)
    return 1 if failed else 0


def _steps(arguments: list[str]) -> list[Step]:
    match arguments:
        case []:
            return [("ruff", LINT), ("mypy", TYPES), ("import contracts", LAYERS), ("tests", TESTS)]
        case ["quick", *more]:
            return [("ruff", LINT), ("quick tests", [*QUICK, *more])]
        case _:
            return [("tests", [*TESTS, *arguments])]


def _holds(name: str, command: list[str]) -> bool:
    print(f"--- {name}", flush=True)
    began = time.monotonic()
    code = subprocess.call([str(PYTHON), *command], cwd=ROOT, env=clean_environment())
    print(f"--- {name}: {'holds' if code == 0 else 'FAILED'} ({time.monotonic() - began:.0f} s)", flush=True)
    return code == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
