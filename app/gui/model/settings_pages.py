"""Where each setting is found in the preferences, and the words for its choices. What a setting is stands in `app.settings.declared`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A page of settings by their keys; `remark` is told above them."""

    title: str
    keys: tuple[str, ...]
    remark: str = ""


GENERAL = Page("General", ("language", "theme", "font_scale"))
READING = Page("Reading and ranking", ("go_on", "matches_per_sentence", "stale_after", "include_publishers", "exclude_publishers"))
FOLDERS = Page("Folders", ("library", "report_folder"))
REPORTS = Page("Reports", ("newsroom_name", "newsroom_logo", "report_footer"))
PROCESSING = Page(
    "Processing",
    ("device", "threads", "worker_python", "encoder_model", "pair_scorer_model", "stance_model"),
    "After a change here the analysis starts again by itself, as soon as nothing is running.",
)
PAGES = (GENERAL, READING, FOLDERS, REPORTS, PROCESSING)

# Changed elsewhere: recent files by opening, shortcuts on a page of their own, the reviewer by “Review as…” and filters where they are
# kept.
ELSEWHERE = frozenset({"recent_files", "shortcuts", "reviewer", "saved_filters"})

CHOICES: Mapping[str, Mapping[str, str]] = {
    "language": {"system": "As the system", "en": "English", "es": "Español"},
    "theme": {"system": "As the system", "light": "Light", "dark": "Dark"},
    "go_on": {"next": "Go on to the next sentence", "stay": "Stay where it is"},
    "device": {"auto": "Automatic", "cpu": "Processor", "cuda": "Graphics processor (CUDA)", "mps": "Graphics processor (Apple)"},
}

LOWEST_MEANS: Mapping[str, str] = {"threads": "One for each core"}


def joined(texts: tuple[str, ...]) -> str:
    """A list of texts in one line."""
    return "; ".join(texts)


def parted(line: str) -> tuple[str, ...]:
    """The texts of such a line, each once."""
    return tuple(dict.fromkeys(text.strip() for text in line.split(";") if text.strip()))


def model_folder(line: str) -> str:
    """The folder that a setting of a model names; nothing for the bundled model."""
    return line.partition("  ")[2]
