"""The settings' values, and the check that a value fits its declaration."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from app.errors import InputError
from app.settings.declared import DECLARED, RECENT_LIMIT
from app.settings.setting import Kind, Setting, Value
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, by key as declared. `unknown` keeps keys that this version does not know (a newer one may have
    written them); `notes` are sentences for the user about values that could not be used and were set to their default."""

    library: str
    recent_files: tuple[str, ...]
    language: str
    theme: str
    font_scale: float
    report_folder: str
    newsroom_name: str
    newsroom_url: str
    newsroom_logo: str
    report_footer: str
    matches_per_sentence: int
    device: str
    threads: int
    worker_python: str
    include_publishers: tuple[str, ...]
    exclude_publishers: tuple[str, ...]
    my_languages: tuple[str, ...]
    reviewer: str
    go_on: str
    stale_after: int
    saved_filters: tuple[str, ...]
    shortcuts: tuple[str, ...]
    encoder_model: str
    pair_scorer_model: str
    stance_model: str
    llm_model: str
    stance_languages: tuple[str, ...]
    former_encoders: tuple[str, ...]
    unknown: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def with_value(self, key: str, value: object) -> Settings:
        """These settings with one changed; InputError (`setting`) when there is no such key or the value does not fit."""
        setting = DECLARED.get(key)
        if setting is None:
            hint = tr("The settings are {settings}.", settings=", ".join(DECLARED))
            raise InputError("setting", tr("There is no setting {name}.", name=repr(key)), hint=hint)
        kept = checked(setting, value)
        if missing := _missing(setting, kept):
            raise _unusable(setting, missing)
        return replace(self, **{key: kept})  # type: ignore[arg-type]

    def with_recent(self, path: Path) -> Settings:
        """These settings with this document as the one opened last."""
        others = tuple(name for name in self.recent_files if name != str(path))
        return replace(self, recent_files=(str(path), *others)[:RECENT_LIMIT])

    def values(self) -> dict[str, Value]:
        """The declared settings' values by key, in the order of declaration."""
        return {key: getattr(self, key) for key in DECLARED}


def default_settings() -> Settings:
    """Every setting at its default."""
    return from_values({key: setting.default() for key, setting in DECLARED.items()})


def from_values(values: Mapping[str, Value], *, unknown: Mapping[str, object] | None = None, notes: tuple[str, ...] = ()) -> Settings:
    """Settings of values that are complete and have been checked."""
    return Settings(**values, unknown=unknown or {}, notes=notes)  # type: ignore[arg-type]


def checked(setting: Setting, value: object) -> Value:
    """The value as this setting keeps it; InputError (`setting`) says in one sentence why it does not fit."""
    kept, wrong = _fitted(setting, value)
    if wrong:
        raise _unusable(setting, wrong)
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
