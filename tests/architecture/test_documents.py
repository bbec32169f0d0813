"""The documents follow the code: links and file names lead somewhere, and app/README.md shows the layers that are checked."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("app", "models", "packaging", "resources", "tests")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
_FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_SOURCE_FILE = re.compile(r"`((?!\.\./shared)(?:[\w.-]+/)*[\w-]+\.(?:py|md|toml|tsv|spec))`")
# Files that every folder of a model has, and the settings of a user.
_GENERIC = frozenset({"CARD.md", "train.py", "settings.toml"})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_and_file_names_exist(document: Path) -> None:
    text = _FENCED.sub("", document.read_text(encoding="utf-8"))
    links = {link.partition("#")[0] for link in _LINK.findall(text) if not link.startswith(("http:", "https:", "mailto:", "#"))}
    assert [link for link in sorted(links) if not (document.parent / link).exists()] == []
    assert [name for name in sorted(set(_SOURCE_FILE.findall(text)) - _GENERIC) if not _exists(name, document)] == []


def _exists(name: str, document: Path) -> bool:
    """Return True if a name is a path from `app` or from a folder above the document, or the name of a file beside or below it."""
    bases = (ROOT / "app", *(folder for folder in document.parents if folder.is_relative_to(ROOT)))
    return any((base / name).exists() for base in bases) or ("/" not in name and any(document.parent.rglob(name)))


def test_the_page_on_layers_shows_the_layers_that_are_checked() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    declared = [re.findall(r"\w+", layer) for layer in contracts["importlinter:contract:layers"]["layers"].split("\n") if layer.strip()]
    page = (ROOT / "app" / "README.md").read_text(encoding="utf-8")
    shown = page.partition("```")[2].partition("```")[0]
    assert [re.findall(r"\w+", layer) for layer in shown.split(">")] == declared
    assert [name for layer in declared for name in layer if not re.search(rf"`{name}(\.py|/)?`", page)] == []
