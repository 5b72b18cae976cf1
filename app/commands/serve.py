"""`shirma serve`: start the server and print a link to sign in."""

from __future__ import annotations

import argparse
import logging
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from app.commands.login import ADDRESS, signin_link
from app.commands.options import add_data, open_database, settings_of
from app.settings import EVERY_INTERFACE, Settings


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="the port to listen on (8000)")
    parser.add_argument("--lan", action="store_true", help="let the phones of this network in")
    parser.add_argument("--public-url", metavar="URL", help="what links and codes begin with, behind a proxy")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--workers", type=int, help="processes that share the work; more than one needs Postgres")
    parser.add_argument(
        "--packs", type=Path, metavar="DIR", help="more games that are only data: a pack, or a folder of them"
    )
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    settings = _reachable(settings_of(given, **({"host": "0.0.0.0"} if given.lan else {})))
    if settings.workers > 1 and not settings.is_postgres:
        sys.exit("More than one worker needs Postgres (--database-url): only one process may write an SQLite file.")
    from app.server import listen, serve

    try:
        listening = listen(settings.host, settings.port)
    except OverflowError:
        sys.exit(f"There is no port {settings.port}: choose one from 1 to 65535 with --port.")
    except OSError as error:
        sys.exit(f"Port {settings.port} on {settings.host} is not free: {error.strerror}. Choose another with --port.")
    with listening:
        settings = replace(settings, port=listening.getsockname()[1])
        with open_database(settings) as database:
            link = signin_link(settings.base_url, database)
        try:
            (settings.data / ADDRESS).write_text(settings.base_url)
        except OSError as error:
            sys.exit(f"Nothing can be written in {settings.data}: {error.strerror}. Choose another folder with --data.")
        serve(settings, listening, lambda: _greet(settings, link, browser=not given.no_browser))
    return 0


def _reachable(settings: Settings) -> Settings:
    """With the address that phones can reach, where the server listens on it."""
    return replace(settings, lan_address=lan_address()) if settings.host in EVERY_INTERFACE else settings


def lan_address() -> str:
    """This machine's address in its network; empty where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only makes the system choose an interface
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
    return "" if address.startswith("127.") else address


def _greet(settings: Settings, link: str, browser: bool) -> None:
    print(f"\nShirma runs at {settings.base_url}\nSign in, once: {link}\n", flush=True)
    if settings.only_loopback:
        print("Only this machine can open it. For phones on the same network, start it with --lan.", flush=True)
    elif settings.host in EVERY_INTERFACE and not settings.lan_address and not settings.public_url:
        print("This machine is in no network: other devices cannot reach it.", flush=True)
    else:
        _print_code(settings.base_url)
    if browser:
        _open(link)


def _print_code(url: str) -> None:
    import segno

    print(f"Phones reach it at {url}", flush=True)
    with suppress(UnicodeEncodeError):  # a terminal that has no blocks to draw it with
        segno.make(url, error="l", micro=False).terminal(compact=True)


def _open(link: str) -> None:
    import webbrowser

    try:
        webbrowser.open(link)
    except webbrowser.Error:
        print("No browser could be opened; use the link.", flush=True)
