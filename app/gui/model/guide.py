"""Pages of the user guide in resources/guide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.paths import resources_dir

_LINK = re.compile(r"\]\(([\w-]+\.md)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePage:
    """One page: its file's name, its first heading, its Markdown."""

    name: str
    title: str
    text: str


def guide_folder() -> Path:
    """Return the folder of the guide's pages and pictures."""
    return resources_dir() / "guide"


def pages(folder: Path | None = None) -> tuple[GuidePage, ...]:
    """Read README.md, then the pages in the order in which it links them. Missing pages are left out."""
    folder = folder or guide_folder()
    contents = _text(folder / "README.md")
    names = dict.fromkeys(["README.md", *_LINK.findall(contents)])
    page_texts = ((name, _text(folder / name)) for name in names)
    return tuple(GuidePage(name=name, title=_title(text) or name, text=text) for name, text in page_texts if text)


def pages_with(guide_pages: Sequence[GuidePage], words: str) -> tuple[int, ...]:
    """The numbers of the pages that have these words, in whatever case; all of them where none are asked for."""
    search_text = " ".join(words.split()).casefold()
    return tuple(number for number, page in enumerate(guide_pages) if search_text in " ".join(page.text.split()).casefold())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""


def _title(text: str) -> str:
    heading = next((line for line in text.splitlines() if line.startswith("# ")), "")
    return heading.removeprefix("# ").strip()
