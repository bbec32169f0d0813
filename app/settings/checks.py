"""The check that a value fits its setting's declaration."""

from __future__ import annotations

import math
from pathlib import Path
from typing import cast

from app.errors import InputError
from app.settings.setting import Kind, Setting, Value
from app.translation import tr


def checked(setting: Setting, value: object) -> Value:
    """The value as this setting keeps it; InputError (`setting`) says in one sentence why it does not fit."""
    kept, wrong = _fitted(setting, value)
    if wrong:
        raise _unusable(setting, wrong)
    return kept


def checked_now(setting: Setting, value: object) -> Value:
    """The same for a value that the user names now, so that its file or folder has to be there."""
    kept = checked(setting, value)
    if missing := _missing(setting, kept):
        raise _unusable(setting, missing)
    return kept


def trouble(setting: Setting, value: object) -> str:
    """What is wrong with a value that the user names now, as a sentence for the place beside it; nothing when it can be used."""
    kept, wrong = _fitted(setting, value)
    wrong = wrong or _missing(setting, kept)
    return f"{wrong[0].upper()}{wrong[1:]}." if wrong else ""


def _unusable(setting: Setting, wrong: str) -> InputError:
    # Translators: {reason} is such as “there is no folder /home/ann/reports”.
    told = tr("The setting {setting} cannot be used: {reason}.", setting=setting.key, reason=wrong)
    return InputError("setting", told, hint=tr(setting.help))


def _fitted(setting: Setting, value: object) -> tuple[Value, str]:
    kept, wrong = _typed(setting, value)
    wrong = wrong or _out_of_range(setting, kept)
    if not wrong and setting.validate is not None:
        wrong = setting.validate(kept)
    return kept, wrong


def _missing(setting: Setting, kept: Value) -> str:
    path = Path(str(kept))
    if setting.kind not in (Kind.FOLDER, Kind.FILE) or not kept:
        return ""
    try:
        there, folder = path.exists(), path.is_dir()
    except OSError as error:
        return tr("{path} cannot be used ({reason})", path=kept, reason=error.strerror)
    wanted = setting.kind is Kind.FOLDER
    if there and folder != wanted:
        return tr("{path} is no folder", path=kept) if wanted else tr("{path} is no file", path=kept)
    if there or not setting.must_exist:
        return ""
    return tr("there is no folder {path}", path=kept) if wanted else tr("there is no file {path}", path=kept)


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
