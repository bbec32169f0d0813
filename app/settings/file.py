"""The settings file. A broken file loses only its bad keys, and writing replaces the whole file atomically."""

from __future__ import annotations

import contextlib
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

from app.errors import InputError
from app.file_replacement import replace_file
from app.paths import config_dir, resolved
from app.settings import toml
from app.settings.checks import checked
from app.settings.declared import DECLARED, Settings, default_settings, from_values
from app.settings.salvage import salvage
from app.settings.setting import Setting, Value
from app.translation import tr


def settings_path() -> Path:
    """Return the path of the settings file."""
    return config_dir() / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; keys that are absent or unusable get their defaults. `Settings.notes` describes what could not be used,
    and the original file is kept as `settings.toml.bad`. No content of the file raises. Raises InputError
    (`settings-unreadable`) when the file cannot be read at all."""
    path = path or settings_path()
    if not path.exists():
        return default_settings()
    raw, notes = _parsed(_bytes(path))
    values: dict[str, Value] = {}
    for key, setting in DECLARED.items():
        values[key], problem = _usable(setting, raw)
        notes.extend(problem)
    if notes:
        notes.append(_keep_aside(path))
    unknown = {key: value for key, value in raw.items() if key not in DECLARED}
    return from_values(values, unknown=unknown, notes=tuple(notes))


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Replace the settings file atomically. Raises InputError (`settings-unwritable`)."""
    path = path or settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(resolved(path), _text(settings).encode("utf-8"))
    except OSError as error:
        hint = tr("Free some space or make the folder writable; the settings before this are kept.")
        message = tr("The settings cannot be written to {path} ({reason}).", path=path, reason=error.strerror)
        raise InputError("settings-unwritable", message, hint=hint) from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        hint = tr("Make the file readable, or move it away to begin with the defaults.")
        message = tr("The settings in {path} cannot be read ({reason}).", path=path, reason=error.strerror)
        raise InputError("settings-unreadable", message, hint=hint) from error


def _parsed(data: bytes) -> tuple[Mapping[str, object], list[str]]:
    text = data.decode("utf-8-sig", "replace")
    try:
        return tomllib.loads(text), []
    except (tomllib.TOMLDecodeError, RecursionError):
        return salvage(text)


def _usable(setting: Setting, raw: Mapping[str, object]) -> tuple[Value, list[str]]:
    if setting.key not in raw:
        return setting.default(), []
    try:
        return checked(setting, raw[setting.key]), []
    except InputError as error:
        return _good_items(setting, raw[setting.key]), [error.message]


def _good_items(setting: Setting, value: object) -> Value:
    """Return a list without its bad items; the default where nothing usable is left."""
    if not isinstance(value, list):
        return setting.default()
    valid_items: list[object] = []
    for item in value:
        with contextlib.suppress(InputError):
            checked(setting, [*valid_items, item])
            valid_items.append(item)
    return checked(setting, valid_items)


def _keep_aside(path: Path) -> str:
    bad = path.with_name(path.name + ".bad")
    try:
        shutil.copyfile(path, bad)
    except OSError:
        return tr("The file {path} has such mistakes and could not be copied.", path=path)
    return tr("The settings as they were are kept in {path}.", path=bad)


def _text(settings: Settings) -> str:
    lines = ["# Settings of Priorcheck. Lines that cannot be read are set aside, all others are used."]
    for key, value in settings.values().items():
        lines += ["", toml.comment(DECLARED[key].help), f"{key} = {toml.value_text(value)}"]
    unknown_lines = toml.dump(settings.unknown) if settings.unknown else ""
    return "\n".join(lines) + "\n" + ("\n" + unknown_lines if unknown_lines else "")
