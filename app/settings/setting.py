"""What a setting is: its kind, its default, its words, and what values it may have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

Value = str | int | float | tuple[str, ...]


class Kind(StrEnum):
    """What a setting holds, and so which control the dialog shows for it."""

    TEXT = "text"
    FOLDER = "folder"
    FILE = "file"
    CHOICE = "choice"
    INTEGER = "integer"
    NUMBER = "number"
    TEXTS = "texts"
    MODEL = "model"
    MODEL_FILE = "model_file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting. `label` and `help` are to be translated where they are shown. `lowest` and `highest` bound numbers
    (inclusive) and `highest` the length of a list; `default` is asked anew each time, since it may depend on where the user's
    folders are. `validate` says in a sentence what is wrong, or "". A file or folder that `must_exist` must do so when the user
    names it; later it may be on a disk that is not there today."""

    key: str
    kind: Kind
    default: Callable[[], Value]
    label: str
    help: str
    choices: tuple[str, ...] = ()
    lowest: float | None = None
    highest: float | None = None
    validate: Callable[[Value], str] | None = None
    must_exist: bool = False
