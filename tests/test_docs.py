"""The documentation says what is true: its links lead somewhere, its options exist, its calls to the API work."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from httpx2 import Client

from app.cli import main
from app.commands import COMMANDS, serve
from app.errors import STATUSES
from app.settings import ROOT, from_environment
from rules import content, get_system
from rules.core.decide import known_commands
from rules.registry import SYSTEMS

DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SELF_HOST = (ROOT / "docs/self-host.md").read_text()
API = (ROOT / "docs/api.md").read_text()
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
VARIABLE = re.compile(r"SHIRMA_[A-Z_]+")
ASSIGNED = re.compile(r"^([A-Z]+)=\$\((.*)\| jq -r (\S+)\)$", re.DOTALL)
ANYTHING = "..."


def anchor(heading: str) -> str:
    """The fragment that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def prose(text: str) -> str:
    """The text without what is quoted as code."""
    return re.sub(r"`[^`\n]*`", "", BLOCK.sub("", text))


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_something_that_is_there(path: Path) -> None:
    for link in LINK.findall(prose(path.read_text())):
        if "://" in link or link.startswith("mailto:"):
            continue
        file, _, fragment = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), f"{path.name}: {link}"
        assert target.is_relative_to(ROOT), f"{path.name}: {link}"
        if fragment:
            assert fragment in map(anchor, HEADING.findall(target.read_text())), f"{path.name}: {link}"


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_command_is_named_where_programs_are_told_of_them(system: str) -> None:
    named = set(re.findall(r"`([a-z_]+)`", API))
    assert set(known_commands(get_system(system))) <= named


def test_every_code_with_which_a_call_is_refused_is_named_where_programs_are_told_of_them() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "app").rglob("*.py"))
    raised = set(re.findall(r'(?:Problem|NotFound)\(\s*"([a-z-]+)"', sources))
    assert {"unknown-picture", "pictures-full"} < raised
    assert (raised | set(STATUSES)) - set(re.findall(r"`([a-z-]+)`", section(API, "Refusals"))) == set()


def every_word(language: str) -> set[str]:
    """All that pages and rules say in a language, as a label can be quoted."""
    with (ROOT / "app/locale/ru/LC_MESSAGES/messages.po").open("rb") as file:
        said = [message.id if language == "en" else message.string for message in read_po(file, "ru")]
    told = [text for path in (ROOT / "rules").glob(f"*/words/{language}.toml") for text in texts(path)]
    flat = [one for words in said for one in ([words] if isinstance(words, str) else words or ())]
    return {text.rstrip(".:").casefold() for text in [*flat, *told]}


def texts(path: Path) -> list[str]:
    """The texts of a file of words, however deep they lie."""
    found: list[str] = []
    left: list[Any] = [tomllib.loads(path.read_text())]
    for one in left:  # what lies in it is looked at in its turn
        left += one.values() if isinstance(one, dict) else ()
        found += [one] if isinstance(one, str) else ()
    return found


@pytest.mark.parametrize(
    ("page", "language", "quoted"),
    [("play.md", "en", r"(?<![*\w])\*([A-Z][^*]{1,60}?)\*(?!\*)"), ("play.ru.md", "ru", "«([А-ЯЁ][^»]{2,60})»")],
)
def test_every_label_that_the_manual_quotes_stands_on_a_page(page: str, language: str, quoted: str) -> None:
    text = " ".join((ROOT / "docs" / page).read_text().split())
    labels = {label.rstrip(".:").casefold() for label in re.findall(quoted, text)}
    assert len(labels) > 40
    assert labels - every_word(language) == set()


def test_every_page_of_the_documentation_can_be_reached_from_the_readme() -> None:
    found, left = set[Path](), [ROOT / "README.md"]
    while left:
        path = left.pop()
        if path in found or path.suffix != ".md":
            continue
        found.add(path)
        links = (link.partition("#")[0] for link in LINK.findall(path.read_text()) if "://" not in link)
        left += [(path.parent / link).resolve() for link in links if link]
    assert set(DOCS) <= found


def options_of_serve() -> set[str]:
    parser = argparse.ArgumentParser()
    serve.arguments(parser)
    return {option for action in parser._actions for option in action.option_strings if option.startswith("--")}


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next of its rank."""
    return re.split(rf"^## {heading}$", text, flags=re.MULTILINE)[1].split("\n## ")[0]


def test_the_list_of_options_is_the_one_of_serve() -> None:
    assert set(OPTION.findall(section(SELF_HOST, "Options"))) == options_of_serve()


def test_options_that_any_page_gives_to_run_exist() -> None:
    for path in DOCS:
        for command in re.findall(r"(?:\./run|shirma serve)( --[^`\n]*)", path.read_text()):
            assert set(OPTION.findall(command)) <= options_of_serve(), f"{path.name}: {command}"


def test_variables_that_the_page_names_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    class Noting(dict[str, str]):
        def get(self, key: str, default: Any = None) -> Any:
            asked.add(key)
            return default

    asked = set[str]()
    from_environment(Noting())
    assert set(VARIABLE.findall(SELF_HOST)) == asked


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_every_command_is_documented_and_takes_what_the_page_gives_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [line for path in DOCS for line in re.findall(rf"\bshirma {name}\b[^`\n)]*", path.read_text())]
    assert given, f"no page says what `shirma {name}` does"
    helps = ""
    for words in ([name, "--help"], [name, "create", "--help"])[: 2 if name == "token" else 1]:
        with pytest.raises(SystemExit):
            main(words)
        helps += capsys.readouterr().out
    assert set(OPTION.findall(" ".join(given))) <= set(OPTION.findall(helps))


def test_a_command_of_a_page_can_be_typed_as_it_stands_in_the_folder_of_the_program() -> None:
    blocks = [(path.name, block) for path in DOCS for _, block in BLOCK.findall(path.read_text())]
    assert [(page, block) for page, block in blocks if re.search(r"^\s*shirma\b", block, re.MULTILINE)] == []


def test_every_command_that_a_page_names_exists() -> None:
    known = {command.name for command in COMMANDS}
    for path in DOCS:
        named = set(re.findall(r"(?:bin/|`)shirma ([a-z]+)", path.read_text()))
        assert named <= known, path.name


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md"])
def test_the_number_of_cards_is_the_one_that_there_is(name: str) -> None:
    counts = re.findall(r"(\d+)\s(?:cards|карточк)", (ROOT / name).read_text())
    assert set(counts) == {str(len(content.cards("daggerheart")["en"]))}


@dataclass
class Reader:
    """Somebody who copies the calls of a page into a shell, one after the other."""

    client: Client
    folder: Path
    names: dict[str, str]
    answer: Any = None
    text: str = ""
    sent: list[str] = field(default_factory=list)

    def run(self, block: str) -> None:
        for line in re.split(r"\n(?=\S)", block.strip().replace("\\\n", "")):
            kept = ASSIGNED.match(line)
            if kept:
                self.call(kept[2])
                self.names[kept[1]] = str(self.pick(kept[3]))
            elif line.startswith("curl "):
                self.call(line)
            else:
                assert line.partition("=")[0] in ("SHIRMA", "TOKEN"), f"no call: {line}"

    def pick(self, path: str) -> Any:
        """What jq finds under a plain path such as .view.board[0]."""
        found = self.answer
        for name, place in re.findall(r"\.(\w+)|\[(\d+)\]", path):
            found = found[name] if name else found[int(place)]
        return found

    def call(self, command: str) -> None:
        words = [re.sub(r"\$(\w+)", lambda m: self.names[m[1]], word) for word in shlex.split(command)[1:]]
        url, headers, body, file, streams = "", {}, None, None, False
        while words:
            match words.pop(0):
                case "-H":
                    name, _, value = words.pop(0).partition(": ")
                    headers[name] = value
                case "--json":
                    body, headers["Content-Type"] = words.pop(0), "application/json"
                case "-o":
                    file = self.folder / words.pop(0)
                case "-s" | "-sN" as flags:
                    streams = "N" in flags
                case address:
                    assert address.startswith("http"), f"not understood: {address}"
                    url = address
        if body is not None and body.startswith("@"):
            body = (self.folder / body[1:]).read_text()
        self._send(url, headers, body, streams)
        if file is not None:
            file.write_text(self.text)

    def _send(self, url: str, headers: dict[str, str], body: str | None, streams: bool) -> None:
        self.sent.append(url)
        with self.client.stream("GET" if body is None else "POST", url, headers=headers, content=body) as answer:
            if streams:
                lines = answer.iter_lines()
                self.text = "\n".join(line for line, _ in zip(lines, range(5), strict=False))
            else:
                self.text = answer.read().decode()
                self.answer = json.loads(self.text)


def fits(shown: Any, real: Any) -> bool:
    """Whether a page's answer is the real one, but for what it leaves out."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(key in real and fits(value, real[key]) for key, value in shown.items())
    if isinstance(shown, list):
        return (
            isinstance(real, list)
            and (len(shown) == len(real) or shown[-1:] == [ANYTHING])
            and all(fits(one, other) for one, other in zip(shown, real, strict=False))
        )
    return bool(shown == real)


def test_the_calls_of_the_api_page_answer_what_it_shows(app: Any, server: str, account: str, tmp_path: Path) -> None:
    from app.services import tokens

    token = app.state.database.write(lambda db: tokens.create(db, account, "my bot", "admin")[1])
    with Client(timeout=20) as client:
        reader = Reader(client, tmp_path, {"SHIRMA": server, "TOKEN": token, "GAME": "", "SEAT": ""})
        for language, block in BLOCK.findall(API):
            if language == "sh":
                reader.run(block)
            elif language == "json":
                assert fits(json.loads(block), reader.answer), f"{reader.sent[-1]} answers {reader.text}"
            else:
                kinds = [line.partition(": ")[0] for line in reader.text.splitlines()]
                assert {"id", "event", "data"} <= set(kinds), f"the stream sends {reader.text}"
    assert len(reader.sent) > 15


def test_an_answer_that_is_not_as_shown_does_not_fit() -> None:
    assert fits({"a": [1, "..."]}, {"a": [1, 2], "b": 3})
    assert not fits({"a": 1}, {"a": 2})
    assert not fits({"a": 1}, {"b": 1})
    assert not fits([1], [1, 2])
    assert not fits([{"a": 1}, "..."], [{"a": 2}, 3])
