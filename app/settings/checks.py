"""Validation of values against the declarations of their settings."""

from __future__ import annotations

import math
from pathlib import Path
from typing import cast

from app.errors import InputError
from app.settings.setting import Kind, Setting, Value
from app.translation import tr


def checked(setting: Setting, value: object) -> Value:
    """Convert a value to the setting's type and return it. Raises InputError (`setting`) with one sentence that says why it does
    not fit."""
    fitted, problem = _fitted(setting, value)
    if problem:
        raise _unusable(setting, problem)
    return fitted


def checked_now(setting: Setting, value: object) -> Value:
    """Do the same for a value that the user enters now: its file or folder has to exist as well."""
    fitted = checked(setting, value)
    if missing := _missing(setting, fitted):
        raise _unusable(setting, missing)
    return fitted


def describe_problem(setting: Setting, value: object) -> str:
    """Describe in one sentence what is wrong with a value that the user enters now; "" when it can be used. The dialog shows it
    next to the field."""
    fitted, problem = _fitted(setting, value)
    problem = problem or _missing(setting, fitted)
    return f"{problem[0].upper()}{problem[1:]}." if problem else ""


def _unusable(setting: Setting, problem: str) -> InputError:
    # Translators: {reason} is such as “there is no folder /home/ann/reports”.
    message = tr("The setting {setting} cannot be used: {reason}.", setting=setting.key, reason=problem)
    return InputError("setting", message, hint=tr(setting.help))


def _fitted(setting: Setting, value: object) -> tuple[Value, str]:
    typed, problem = _typed(setting, value)
    problem = problem or _out_of_range(setting, typed)
    if not problem and setting.validate is not None:
        problem = setting.validate(typed)
    return typed, problem


def _missing(setting: Setting, value: Value) -> str:
    path = Path(str(value))
    if setting.kind not in (Kind.FOLDER, Kind.FILE) or not value:
        return ""
    try:
        exists, is_folder = path.exists(), path.is_dir()
    except OSError as error:
        return tr("{path} cannot be used ({reason})", path=value, reason=error.strerror)
    wants_folder = setting.kind is Kind.FOLDER
    if exists and is_folder != wants_folder:
        return tr("{path} is no folder", path=value) if wants_folder else tr("{path} is no file", path=value)
    if exists or not setting.must_exist:
        return ""
    return tr("there is no folder {path}", path=value) if wants_folder else tr("there is no file {path}", path=value)


def _typed(setting: Setting, value: object) -> tuple[Value, str]:
    if setting.kind is Kind.TEXTS:
        return _typed_texts(value)
    if setting.kind is Kind.INTEGER:
        fits = isinstance(value, int) and not isinstance(value, bool)
        return (cast(int, value), "") if fits else (0, tr("{value} is no whole number", value=repr(value)))
    if setting.kind is Kind.NUMBER:
        fits = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        return (float(cast(float, value)), "") if fits else (0.0, tr("{value} is no number", value=repr(value)))
    return (value, "") if isinstance(value, str) else ("", tr("{value} is no text", value=repr(value)))


def _typed_texts(value: object) -> tuple[Value, str]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        return (), tr("{value} is no list of texts", value=repr(value))
    return tuple(value), ""


def _out_of_range(setting: Setting, value: Value) -> str:
    if setting.choices and value not in setting.choices:
        return tr("{value} is none of {choices}", value=repr(value), choices=", ".join(setting.choices))
    size = len(value) if isinstance(value, tuple) else value
    if isinstance(size, str):
        return ""
    if setting.lowest is not None and size < setting.lowest:
        return tr("{value} is less than {lowest}", value=size, lowest=f"{setting.lowest:g}")
    if setting.highest is not None and size > setting.highest:
        return tr("{value} is more than {highest}", value=size, highest=f"{setting.highest:g}")
    return ""
