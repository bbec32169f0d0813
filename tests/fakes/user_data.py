"""A home with data of every kind, foreign files, and files outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import paths
from app.settings import load_settings, save_settings
from app.settings.user_models import UserModel
from tests.fakes.library_samples import filled, samples

OURS = (
    "config/settings.toml",
    "config/settings.toml.bad",
    "config/ratings.tsv",
    "config/window.json",
    "data/projects/night.priorcheck",
    "data/projects/night.priorcheck-journal",
    "data/models/adapted-1/adapted.json",
    "data/models/adapted-1/model.safetensors",
    "data/models/other/priorcheck-download.json",
    "data/models/half.part/model.safetensors.fetching",
    "data/network.jsonl",
    "data/logs/priorcheck-error-20260101-000000.log",
    "cache/worker.log",
    "cache/language-model.log",
    "cache/language-models.json",
    "cache/vectors.db",
    "cache/vectors.db-wal",
    "cache/tmp/abc/part",
)
"""By name below the home, beside the library."""
STRANGE = (
    "data/report.html",
    "data/library/export.jsonl",
    "data/projects/report.docx",
    "data/models/mine/weights.bin",
    "config/notes.txt",
    "cache/thesis.odt",
    "mine.txt",
)
"""What the user put there."""


def write(path: Path, text: str = "x") -> Path:
    """Write a file and make its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def furnish(home: Path) -> None:
    """Write all data of the program, and a real library."""
    filled(paths.default_library(), samples(3)).close()
    filled(paths.data_dir() / "demo-library", samples(2)).close()
    for name in OURS:
        write(home / name)
    (home / "config" / "settings.toml").unlink()
    save_settings(load_settings().with_recent(Path("secret.docx")))


def furnish_outside(user: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Write a user's folder with a leftover of ONNX Runtime, lists of the desktop, and files that the settings name elsewhere."""
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setattr("tempfile.tempdir", str(user))
    paths_by_name = {
        "leftover": write(user / ".cache/Microsoft/DeveloperTools/.onnxruntime/deviceid").parent,
        "error log": write(user / "priorcheck-error-20260101.log"),
        "qt": write(user / ".config/QtProject.conf"),
        "recent": write(user / ".local/share/recently-used.xbel", '<bookmark:application name="Priorcheck"/>'),
        "project": write(user / "share/night.priorcheck"),
        "model": write(user / "share/model/model.safetensors").parent,
    }
    filled(user / "share/library", samples(2)).close()
    paths_by_name["library"] = user / "share/library"
    line = UserModel(folder=paths_by_name["model"], fingerprint="0" * 64).line()
    settings = load_settings().with_value("library", str(paths_by_name["library"])).with_value("encoder_model", line)
    save_settings(settings.with_recent(paths_by_name["project"]))
    return paths_by_name
