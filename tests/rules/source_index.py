"""What do the tests of coverage know about a source document, without its text?

Run by a person who has the document:
    python tests/rules/source_index.py KEY DOCUMENT PATH
It writes tests/rules/KEY/source_index.json: for each line whether it is blank and which numbers it holds,
and a hash of every six words in a row.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
IN_A_ROW = 6


def numbers(text: str) -> list[str]:
    """The digit strings of ``text``, each once, in their order: "1d4, 2,5" has 1, 4, 2 and 5."""
    return list(dict.fromkeys(re.findall(r"\d+", text)))


def words(text: str) -> list[str]:
    """The words of ``text`` as they are compared: small letters, no marks, ё as е."""
    return re.findall(r"[^\W_]+", text.lower().replace("ё", "е"))


def shingles(text: str) -> Iterator[tuple[str, str]]:
    """Every six words in a row of ``text``, with the hash that stands for them."""
    found = words(text)
    for start in range(len(found) - IN_A_ROW + 1):
        row = " ".join(found[start : start + IN_A_ROW])
        yield row, blake2b(row.encode(), digest_size=5).hexdigest()


def index(document: str, text: str) -> Mapping[str, Any]:
    """What source_index.json holds; line 1 is the first of ``lines``, null where it is blank."""
    return {
        "document": document,
        "lines": [numbers(line) if line.strip() else None for line in text.splitlines()],
        "shingles": sorted({hashed for _, hashed in shingles(text)}),
    }


def write(key: str, document: str, path: Path) -> Path:
    """The written file, for the system ``key``."""
    file = FOLDER / key / "source_index.json"
    file.parent.mkdir(exist_ok=True)
    found = index(document, path.read_text(encoding="utf-8"))
    file.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
    return file


if __name__ == "__main__":
    print(write(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
