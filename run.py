"""Sets up .venv from the lock where needed, then starts `shirma serve` with the same arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
STARTER = """#!/bin/sh
'''exec' "{python}" "$0" "$@"
' '''
import sys

from app.cli import main

sys.exit(main())
"""


def main(arguments: list[str]) -> int:
    set_up("run", ["requirements.lock"])
    return become([str(PYTHON), "-P", "-m", "app.cli", "serve", *arguments])


def set_up(name: str, locks: list[str]) -> None:
    """Make .venv hold what ``locks`` pin. Where it does already, this reads three small files and starts nothing."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the person may have an older one
        sys.exit(f"Shirma needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    stamp = VENV / f".shirma-{name}"
    key = _key(locks)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == key:
        return
    print("Setting up Shirma; only needed the first time, about half a minute.", flush=True)
    _make_venv()
    _install(locks)
    _make_starter()
    stamp.write_text(key)


def clean_environment() -> dict[str, str]:
    """This environment, but for what would keep Python from caching its bytecode (each start would be slow)."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def become(command: list[str]) -> int:
    """Run ``command`` in place of this process, so that signals reach it directly."""
    sys.stdout.flush()
    if WINDOWS:
        return subprocess.call(command, env=clean_environment())
    return os.execve(command[0], command, clean_environment())


def _key(locks: list[str]) -> str:
    # zlib and not hashlib: the second start has two seconds in all.
    from zlib import crc32

    texts = b"".join((ROOT / name).read_bytes() for name in (*locks, "pyproject.toml", "run.py"))
    return f"{crc32(texts):08x} {sys.version_info[0]}.{sys.version_info[1]} {ROOT}"


def _make_venv() -> None:
    if PYTHON.exists() and _python_of_venv() == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return
    without = ["--without-pip"] if _pip_wheel() else []
    command = [sys.executable, "-m", "venv", "--clear", *without, str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        sys.exit(
            f"{made.stdout}{made.stderr}\nPython could not make a virtual environment in {VENV}.\n"
            "On Debian and Ubuntu, install what it needs with: sudo apt install python3-venv"
        )


def _pip_wheel() -> Path | None:
    """The pip that comes with Python. Unpacking it is far quicker than having it installed into the environment."""
    from importlib.util import find_spec

    bundled = find_spec("ensurepip")
    folders = [Path(bundled.origin).parent / "_bundled"] if bundled and bundled.origin else []
    found = [wheel for folder in (*folders, Path("/usr/share/python-wheels")) for wheel in folder.glob("pip-*.whl")]
    return found[0] if found else None


def _pip_environment() -> dict[str, str]:
    """The environment in which `python -m pip` works."""
    wheel, place = _pip_wheel(), VENV / "pip"
    if wheel is None:
        return clean_environment()
    if not (place / "pip" / "__main__.py").exists():
        from zipfile import ZipFile

        ZipFile(wheel).extractall(place)
    return {**clean_environment(), "PYTHONPATH": str(place)}


def _python_of_venv() -> str:
    settings = (VENV / "pyvenv.cfg").read_text().splitlines() if (VENV / "pyvenv.cfg").exists() else []
    versions = [line.partition("=")[2].strip() for line in settings if line.startswith("version")]
    return ".".join(versions[0].split(".")[:2]) if versions else ""


def _install(locks: list[str]) -> None:
    """Install the pins. None depends on another's being there, so several installers share them."""
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    # Bytecode is made when a module is first imported; compiling all of it here would take longer than that.
    command += ["--no-deps", "--no-compile"]
    pins = [line for lock in locks for line in (ROOT / lock).read_text().splitlines() if line and line[0] != "#"]
    environment, parts = _pip_environment(), min(4, os.cpu_count() or 1)
    shares = filter(None, (pins[part::parts] for part in range(parts)))
    running = [subprocess.Popen([*command, *share], env=environment) for share in shares]
    codes = [installer.wait() for installer in running]
    if any(codes):
        sys.exit("The packages could not be installed (see above). Is there a connection to the package index?")


def _make_starter() -> None:
    """`shirma` in the environment, and this folder on its path: what an editable install does, without a build."""
    folder = next((VENV / "Lib" if WINDOWS else VENV / "lib").glob("**/site-packages"))
    (folder / "shirma.pth").write_text(f"{ROOT}\n")
    if WINDOWS:
        (PYTHON.parent / "shirma.cmd").write_text(f'@"{PYTHON}" -P -m app.cli %*\n')
        return
    starter = PYTHON.parent / "shirma"
    starter.write_text(STARTER.format(python=PYTHON))
    starter.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
