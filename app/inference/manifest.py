"""Manifest of the bundled models, and integrity checks of their files.

`models/manifest.toml` lists every model's role, folder, licence, the version of the code that reads it, and each file with size and
SHA-256. Nothing is loaded before its bytes were verified. A model's card and measured figures are verified as well, but are not
part of its identity: new figures must not outdate anybody's index.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.decoding import JSON_ERRORS
from app.domain.importing import CheckResult
from app.errors import ModelError
from app.inference.text_versions import reading
from app.paths import models_dir
from app.ports import ModelIdentity
from app.translation import mark, tr

MANIFEST, WEIGHTS = "manifest.toml", "model.safetensors"
CODE_VERSION = {
    "encoder": 1,
    "multilingual": 2,
    "trunk": 2,
    "prefilter": 1,
    "pair_scorer": 1,
    "stance": 1,
    "checkworthiness": 1,
    "ranker": 1,
    "reader": 2,
    "opinion": 2,
    "evidence": 1,
    "veracity": 1,
    "syntax": 1,
}
REINSTALL = mark("Install Priorcheck again, or restore the folder 'models' from its download.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """A file of a model: its name in the model's folder, size in bytes, and SHA-256 in hex."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry:
    """A model of the manifest; `about` are its card and its measured figures.

    `artefact` identifies the numbers that it computes: one hash over all its `files`, or `former_artefact`, the hash of the files of an
    earlier version that computed the same.
    """

    role: str
    name: str
    folder: Path
    licence: str
    code: int
    files: tuple[ModelFile, ...]
    about: tuple[ModelFile, ...] = ()
    former_artefact: str = ""

    @property
    def artefact(self) -> str:
        if self.former_artefact:
            return self.former_artefact
        # Without the card and the measured figures: new figures must not make an index stale.
        listing = "\n".join(f"{file.path} {file.sha256}" for file in sorted(self.files, key=lambda file: file.path))
        return hashlib.sha256(listing.encode()).hexdigest()

    @property
    def size(self) -> int:
        """Total bytes of its files."""
        return sum(file.size for file in self.files)

    def path(self, name: str) -> Path:
        """Return the path of one of the model's files."""
        return self.folder / name


def list_models(models: Path | None = None) -> tuple[ModelEntry, ...]:
    """Return all models of the manifest. Raises ModelError (`model-missing`, `model-altered`)."""
    folder = models or models_dir()
    try:
        content = (folder / MANIFEST).read_bytes()
    except OSError as error:
        raise ModelError("model-missing", tr("The list of bundled models cannot be read."), hint=tr(REINSTALL)) from error
    try:
        return tuple(_entry(folder, block) for block in tomllib.loads(content.decode())["model"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise ModelError("model-altered", tr("The list of bundled models is damaged."), hint=tr(REINSTALL)) from error


def _entry(folder: Path, block: dict[str, Any]) -> ModelEntry:
    return ModelEntry(
        role=str(block["role"]),
        name=str(block["name"]),
        folder=folder / str(block["folder"]),
        licence=str(block["licence"]),
        code=int(block["code"]),
        files=_model_files(block["file"]),
        about=_model_files(block.get("about", ())),
        former_artefact=str(block.get("former_artefact", "")),
    )


def _model_files(blocks: Iterable[dict[str, Any]]) -> tuple[ModelFile, ...]:
    return tuple(ModelFile(path=str(file["path"]), size=int(file["size"]), sha256=str(file["sha256"])) for file in blocks)


def checked_model(role: str, models: Path | None = None) -> ModelEntry:
    """Return the model of this role after verifying its files.

    Raises ModelError: `model-missing` (not listed, or a missing file), `model-altered` (other bytes than were shipped),
    `model-mismatch` (made for another version of this program).
    """
    entry = next((entry for entry in list_models(models) if entry.role == role), None)
    if entry is None:
        raise ModelError("model-missing", tr("No bundled model does the work of '{role}'.", role=role), hint=tr(REINSTALL))
    if entry.code != CODE_VERSION.get(role):
        message = tr("The model '{name}' was made for another version of this program.", name=entry.name)
        raise ModelError("model-mismatch", message, hint=tr(REINSTALL))
    for file in (*entry.files, *entry.about):
        _check_file(entry, file)
    return entry


def _check_file(entry: ModelEntry, file: ModelFile) -> None:
    path = entry.path(file.path)
    try:
        size = path.stat().st_size
        digest = _sha256(path) if size == file.size else ""
    except OSError as error:
        message = tr("The file '{file}' of the model '{name}' cannot be read.", file=file.path, name=entry.name)
        raise ModelError("model-missing", message, hint=tr(REINSTALL)) from error
    if digest != file.sha256:
        message = tr("The file '{file}' of the model '{name}' is not the one that was shipped.", file=file.path, name=entry.name)
        raise ModelError("model-altered", message, hint=tr(REINSTALL))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify_models(models: Path | None = None) -> tuple[CheckResult, ...]:
    """Return one check for each model: all files present and unaltered. Never raises for a faulty model."""
    try:
        entries = list_models(models)
    except ModelError as error:
        return (CheckResult(name="models", ok=False, detail=error.message, hint=error.hint),)
    return tuple(_verify(entry, models) for entry in entries)


def _verify(entry: ModelEntry, models: Path | None) -> CheckResult:
    name = f"model {entry.role}"
    try:
        checked_model(entry.role, models)
    except ModelError as error:
        return CheckResult(name=name, ok=False, detail=error.message, hint=error.hint)
    return CheckResult(name=name, ok=True, detail=f"{entry.name}, {entry.size / 1e6:.1f} MB, {entry.licence}, {entry.artefact[:16]}")


def read_config(entry: ModelEntry) -> dict[str, Any]:
    """Return the model's `config.json`. Raises ModelError `model-altered` if it is no JSON object."""
    try:
        config = json.loads(entry.path("config.json").read_text(encoding="utf-8"))
    except (OSError, *JSON_ERRORS) as error:
        message = tr("The configuration of '{name}' cannot be read.", name=entry.name)
        raise ModelError("model-altered", message, hint=tr(REINSTALL)) from error
    if not isinstance(config, dict):
        message = tr("The configuration of '{name}' is not what it should be.", name=entry.name)
        raise ModelError("model-altered", message, hint=tr(REINSTALL))
    return config


def identity_over(encoder: ModelIdentity, *, name: str, artefact: str, reader: str = "") -> ModelIdentity:
    """Return the identity of a model over an encoder's vectors: it depends on the model's and the encoder's files, the encoder's
    text preparation, and its own (`reader`, a name of TEXT_VERSIONS)."""
    return replace(encoder, name=name, artefact=f"{artefact[:8]}{encoder.artefact[:8]}", reading=reading(encoder.reading, reader))


def reads_english_as(encoder: ModelIdentity, artefact: str) -> bool:
    """Return True if this artefact encodes English texts: it is the encoder's own, or that of the English encoder in a
    `RoutedEncoder` (whose artefact begins with its first eight hex digits)."""
    return encoder.artefact == artefact or ("+" in encoder.name and encoder.artefact[:8] == artefact[:8])
