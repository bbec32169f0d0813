"""Declarations of all settings, one field of `Settings` each: type, kind, default, help text and allowed values. The settings
dialog, the file and the validation all derive from `DECLARED`."""

from __future__ import annotations

import getpass
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from app.domain.publication import web_address
from app.errors import InputError
from app.paths import default_library
from app.settings.checks import checked_now
from app.settings.setting import Kind, Setting, Value
from app.translation import available, mark, tr

RECENT_LIMIT = 10
SMALLEST_TEXT, LARGEST_TEXT = 0.7, 2.5
_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def declared(kind: Kind, *, default: Value | Callable[[], Value], **properties: Any) -> Any:
    """Build a dataclass field that declares a setting; `properties` are those of `Setting`."""
    make_default = default if callable(default) else lambda: default
    return field(metadata={"setting": partial(Setting, kind=kind, default=make_default, **properties)})


def _library() -> str:
    return str(default_library())


def _user() -> str:
    """Return the name of this computer's user; "" where the system does not reveal it."""
    try:
        return getpass.getuser() or "Reviewer"
    except (KeyError, OSError, ImportError):
        return "Reviewer"


def _a_name(value: Value) -> str:
    return "" if str(value).strip() else tr("a name cannot be empty")


def _named(value: Value) -> str:
    return "" if value else tr("a folder has to be named")


def _address(value: Value) -> str:
    is_invalid = str(value).strip() and not web_address(str(value))
    return tr("“{text}” is no web address such as https://desk.example", text=value) if is_invalid else ""


def _language_codes(value: Value) -> str:
    invalid_codes = [text for text in value if not _CODE.fullmatch(text)] if isinstance(value, tuple) else []
    # Translators: {text} is what the user typed instead of a language's code.
    return tr("“{text}” is no code of a language such as es or pt", text=invalid_codes[0]) if invalid_codes else ""


def _readable_codes(value: Value) -> str:
    return "" if value == ("all",) else _language_codes(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Values of all settings. `unknown` holds keys that this version does not know, which a newer one may have written; `notes` are
    sentences for the user about unusable values that were replaced by their defaults."""

    library: str = declared(
        Kind.FOLDER,
        default=_library,
        label=mark("Library"),
        help=mark("The folder of the library of fact-checks that is opened at start."),
        validate=_named,
    )
    recent_files: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Recent files"),
        help=mark("Documents opened last, the latest first."),
        highest=RECENT_LIMIT,
    )
    recent_libraries: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Recent libraries"),
        help=mark("Folders of the libraries opened last, the latest first."),
        highest=RECENT_LIMIT,
    )
    theme: str = declared(
        Kind.CHOICE,
        default="system",
        label=mark("Appearance"),
        help=mark("Colours of the window: those of the system, light, or dark."),
        choices=("system", "light", "dark"),
    )
    language: str = declared(
        Kind.CHOICE,
        default="system",
        label=mark("Language"),
        help=mark("The language of the window and of reports, from the next start on; system takes that of the computer where it can."),
        choices=("system", *available()),
    )
    font_scale: float = declared(
        Kind.NUMBER,
        default=1.0,
        label=mark("Text size"),
        help=mark("How large all text is, against the system's own size."),
        lowest=SMALLEST_TEXT,
        highest=LARGEST_TEXT,
    )
    report_folder: str = declared(
        Kind.FOLDER,
        default="",
        label=mark("Report folder"),
        help=mark("Where reports are written unless you choose another place; empty for the folder of the document."),
        must_exist=True,
    )
    newsroom_name: str = declared(
        Kind.TEXT,
        default="",
        label=mark("Newsroom"),
        help=mark("Stands on your reports, and as the organisation that checked in ClaimReview."),
    )
    newsroom_url: str = declared(
        Kind.TEXT,
        default="",
        label=mark("Newsroom's web address"),
        help=mark("Stands in ClaimReview as that of the organisation that checked, such as https://desk.example; Google requires it."),
        validate=_address,
    )
    newsroom_logo: str = declared(
        Kind.FILE,
        default="",
        label=mark("Logo"),
        help=mark("A picture for your reports (PNG, JPEG or SVG, at most 2 MB); a copy of it goes into each report."),
        must_exist=True,
    )
    report_footer: str = declared(
        Kind.TEXT,
        default="",
        label=mark("Line below reports"),
        help=mark("Stands at the foot of your reports, such as where to write about mistakes."),
    )
    matches_per_sentence: int = declared(
        Kind.INTEGER,
        default=5,
        label=mark("Matches for each sentence"),
        help=mark("How many fact-checks are kept for each sentence."),
        lowest=1,
        highest=50,
    )
    device: str = declared(
        Kind.CHOICE,
        default="auto",
        label=mark("Device"),
        help=mark("Where models run: auto takes a graphics processor where there is one, else the processor."),
        choices=("auto", "cpu", "cuda", "mps"),
    )
    threads: int = declared(
        Kind.INTEGER,
        default=0,
        label=mark("Processor threads"),
        help=mark("How many threads the analysis may use; 0 for one a core."),
        lowest=0,
        highest=256,
    )
    worker_python: str = declared(
        Kind.FILE,
        default="",
        label=mark("Python of the analysis"),
        help=mark("Another Python to run the analysis with, such as one with CUDA; empty for the program's own."),
        must_exist=True,
    )
    include_publishers: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Only these publishers"),
        help=mark("If any are named, only their fact-checks are matched."),
    )
    exclude_publishers: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Not these publishers"),
        help=mark("Publishers whose fact-checks are not matched."),
    )
    my_languages: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("My languages"),
        help=mark("The languages that you read, as codes such as es or pt; what has no fact-check in any of them is marked."),
        validate=_language_codes,
    )
    reviewer: str = declared(
        Kind.TEXT,
        default=_user,
        label=mark("Your name"),
        help=mark("Stands beside your decisions in projects and reports."),
        validate=_a_name,
    )
    go_on: str = declared(
        Kind.CHOICE,
        default="next",
        label=mark("After a decision"),
        help=mark("What is chosen after a decision: the next sentence with a match, or what was chosen before."),
        choices=("next", "stay"),
    )
    stale_after: int = declared(
        Kind.INTEGER,
        default=3,
        label=mark("Old after years"),
        help=mark("A fact-check is marked as old when so many years lie between it and what was said."),
        lowest=1,
        highest=50,
    )
    saved_filters: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Saved filters"),
        help=mark("Filters of the list of sentences that you kept under a name."),
    )
    shortcuts: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Keyboard shortcuts"),
        help=mark("Commands whose keys you changed, as “command: keys”; without keys the command has none."),
    )
    encoder_model: str = declared(
        Kind.MODEL,
        default="",
        label=mark("Your own encoder"),
        help=mark("A folder with a model of your own as the encoder; it is tested first (also by “priorcheck models use encoder FOLDER”)."),
    )
    pair_scorer_model: str = declared(
        Kind.MODEL,
        default="",
        label=mark("Your own pair scorer"),
        help=mark(
            "A folder with a model of your own as the pair scorer; it is tested first (also by “priorcheck models use pair_scorer FOLDER”)."
        ),
    )
    stance_model: str = declared(
        Kind.MODEL,
        default="",
        label=mark("Your own stance model"),
        help=mark(
            "A folder with a model of your own as the stance model; it is tested first (also by “priorcheck models use stance FOLDER”)."
        ),
    )
    llm_model: str = declared(
        Kind.MODEL_FILE,
        default="",
        label=mark("Language model"),
        help=mark(
            "A GGUF file that llama.cpp runs on this computer, for what a language model can do here; everything else works without one. "
            "It is tested first (also by “priorcheck models use llm FILE.gguf”)."
        ),
    )
    stance_languages: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Languages of your own stance model"),
        help=mark("The languages in which your own stance model may judge, as codes, or all; English where none is named."),
        validate=_readable_codes,
    )
    former_encoders: tuple[str, ...] = declared(
        Kind.TEXTS,
        default=(),
        label=mark("Encoders used before"),
        help=mark("Encoders of your own that were used before; an index made with one of them can be searched until it is built anew."),
        highest=3,
    )
    unknown: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def with_value(self, key: str, value: object) -> Settings:
        """Return a copy with one setting changed. Raises InputError (`setting`) when there is no such key or the value does not
        fit."""
        setting = DECLARED.get(key)
        if setting is None:
            hint = tr("The settings are {settings}.", settings=", ".join(DECLARED))
            raise InputError("setting", tr("There is no setting {name}.", name=repr(key)), hint=hint)
        return replace(self, **{key: checked_now(setting, value)})  # type: ignore[arg-type]

    def with_recent(self, path: Path) -> Settings:
        """Return a copy that lists this document as the one opened last."""
        older_files = tuple(name for name in self.recent_files if name != str(path))
        return replace(self, recent_files=(str(path), *older_files)[:RECENT_LIMIT])

    def with_recent_library(self, folder: Path) -> Settings:
        """Return a copy that lists this library as the one opened last."""
        older_folders = tuple(name for name in self.recent_libraries if name != str(folder))
        return replace(self, recent_libraries=(str(folder), *older_folders)[:RECENT_LIMIT])

    def values(self) -> dict[str, Value]:
        """Return the values by key, in the order of declaration."""
        return {key: getattr(self, key) for key in DECLARED}


DECLARED: Mapping[str, Setting] = {
    member.name: member.metadata["setting"](key=member.name) for member in fields(Settings) if "setting" in member.metadata
}
"""The declaration of each setting, by key."""


def default_settings() -> Settings:
    """Return the default of every setting."""
    return from_values({key: setting.default() for key, setting in DECLARED.items()})


def from_values(values: Mapping[str, Value], *, unknown: Mapping[str, object] | None = None, notes: tuple[str, ...] = ()) -> Settings:
    """Build settings from values that are complete and validated."""
    return Settings(**values, unknown=unknown or {}, notes=notes)  # type: ignore[arg-type]
