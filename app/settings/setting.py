"""The declaration of one setting: kind, default, texts and allowed values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

Value = str | int | float | tuple[str, ...]


class Kind(StrEnum):
    """Type of a setting, which decides the control that the dialog shows for it."""

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
    """One setting. `label` and `help` are translated when they are shown. `lowest` and `highest` are inclusive bounds of a number;
    `highest` also bounds the length of a list. `default` may be a function, since it can depend on the user's folders.
    `validate` returns a sentence that describes the fault, or "". With `must_exist`, a file or folder has to exist when the user
    enters it, but not later: it may be on a disk that is not connected."""

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
