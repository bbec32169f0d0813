"""Pages of the preferences: the settings on each, and the words for their choices. `app.settings.declared` declares the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.translation import mark


@dataclass(frozen=True, slots=True)
class Page:
    """A page of settings by their keys; `remark` is told above them. Both are translated where they are shown."""

    title: str
    keys: tuple[str, ...]
    remark: str = ""


GENERAL = Page(mark("General"), ("language", "theme", "font_scale"))
READING = Page(
    mark("Reading and ranking"),
    ("go_on", "my_languages", "matches_per_sentence", "stale_after", "include_publishers", "exclude_publishers"),
)
FOLDERS = Page(mark("Folders"), ("library", "report_folder"))
REPORTS = Page(mark("Reports"), ("newsroom_name", "newsroom_url", "newsroom_logo", "report_footer"))
_RESTARTS = mark("After a change here the analysis starts again by itself, as soon as nothing is running.")
PROCESSING = Page(mark("Processing"), ("device", "threads", "worker_python"), _RESTARTS)
MODELS = Page(mark("Models"), ("llm_model", "encoder_model", "pair_scorer_model", "stance_model", "stance_languages"), _RESTARTS)
PAGES = (GENERAL, READING, FOLDERS, REPORTS, PROCESSING, MODELS)

# Changed elsewhere: recent files and libraries by opening, shortcuts on a page of their own, the reviewer by “Review as…”, filters where
# they are kept, and encoders used before by choosing another.
ELSEWHERE = frozenset({"recent_files", "recent_libraries", "shortcuts", "reviewer", "saved_filters", "former_encoders"})

CHOICES: Mapping[str, Mapping[str, str]] = {
    "language": {"system": mark("As the system"), "en": "English", "es": "Español"},
    "theme": {"system": mark("As the system"), "light": mark("Light"), "dark": mark("Dark")},
    "go_on": {"next": mark("Go on to the next sentence"), "stay": mark("Stay where it is")},
    "device": {
        "auto": mark("Automatic"),
        "cpu": mark("Processor"),
        "cuda": mark("Graphics processor (CUDA)"),
        "mps": mark("Graphics processor (Apple)"),
    },
}

LOWEST_MEANS: Mapping[str, str] = {"threads": mark("One for each core")}


def joined(texts: tuple[str, ...]) -> str:
    """A list of texts in one line."""
    return "; ".join(texts)


def parted(line: str) -> tuple[str, ...]:
    """The texts of such a line, each once."""
    return tuple(dict.fromkeys(text.strip() for text in line.split(";") if text.strip()))


def model_folder(line: str) -> str:
    """The folder that a setting of a model names; nothing for the bundled model."""
    return line.partition("  ")[2]
