"""The user's model folder: allowed contents, metadata, and the fingerprint of its files.

Weights must be safetensors, never pickle, and no code in the folder is run; a folder that needs either is refused before any model
library reads it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.decoding import JSON_ERRORS
from app.errors import ModelError
from app.paths import resolved
from app.translation import mark, tr

RECORD = "priorcheck-download.json"
"""Where “models download” writes down which repository and commit of the hub a folder is."""
_READ = {".json", ".txt", ".model", ".safetensors", ".jinja"}
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
_LICENCE = re.compile(r"^licen[cs]e:\s*[\"']?([^\"'\n]+)", re.MULTILINE | re.IGNORECASE)
_MODULES = {"Transformer", "Pooling", "Dense", "Normalize", "LayerNorm", "Dropout"}
_CONVERT = mark(
    "Save it once more as safetensors: in Python, sentence_transformers.SentenceTransformer(FOLDER), or CrossEncoder, "
    "and its method save_pretrained(NEW_FOLDER)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFolder:
    """A folder that may be loaded for a `role`; `fingerprint` is one SHA-256 over the files that are read."""

    role: str
    folder: Path
    fingerprint: str
    size: int
    licence: str

    @property
    def name(self) -> str:
        """Name of the folder."""
        return self.folder.name

    def config(self, name: str) -> dict[str, Any]:
        """Return one of its JSON files, empty if missing. Raises ModelError `own-model-unfit` if damaged."""
        return _json_object(self.folder, name, role=self.role)

    def not_loaded(self, reason: str) -> ModelError:
        """Return the error for a folder that a model library could not load."""
        return self.unfit(tr("it cannot be loaded ({reason})", reason=reason))

    def unfit(self, reason: str, *, hint: str = "") -> ModelError:
        """Return the error with the reason why this folder cannot be used in its role."""
        return unfit(self.folder, reason, role=self.role, hint=hint)


def unfit(folder: Path, reason: str, *, role: str, hint: str = "") -> ModelError:
    """Return the error `own-model-unfit`."""
    hint = hint or tr("Choose another folder, or run “priorcheck models use {role} default”.", role=role)
    message = tr("The folder “{folder}” cannot be used as {role}: {reason}.", folder=folder, role=role, reason=reason)
    return ModelError("own-model-unfit", message, hint=hint)


def open_folder(folder: Path, *, role: str) -> ModelFolder:
    """Check a folder without loading it. Raises ModelError `own-model-missing`, `own-model-unfit`."""
    folder = resolved(folder.expanduser())
    if not folder.is_dir():
        hint = tr("Put it back, or run “priorcheck models use {role} default”.", role=role)
        raise ModelError("own-model-missing", tr("There is no folder “{folder}” to take as {role}.", folder=folder, role=role), hint=hint)
    _check_contents(folder, role)
    try:
        files = _listing(folder)
    except OSError as error:
        message = tr("the file {file} cannot be read ({reason})", file=error.filename, reason=error.strerror)
        raise unfit(folder, message, role=role) from error
    listing = "\n".join(f"{name} {digest}" for name, (_, digest) in files.items())
    return ModelFolder(
        role=role,
        folder=folder,
        fingerprint=hashlib.sha256(listing.encode()).hexdigest(),
        size=sum(size for size, _ in files.values()),
        licence=_licence(folder),
    )


def reopen_folder(folder: Path, *, role: str, fingerprint: str) -> ModelFolder:
    """Check a folder that was chosen earlier. Raises as `open_folder`, and ModelError `own-model-altered` if its files have
    changed."""
    reopened = open_folder(folder, role=role)
    if reopened.fingerprint != fingerprint:
        message = tr(
            "The files of your own {role} in “{folder}” are not those that were tested when you chose it.", role=role, folder=folder
        )
        hint = tr("Run “priorcheck models use {role} FOLDER” to test them anew, or “priorcheck models use {role} default”.", role=role)
        raise ModelError("own-model-altered", message, hint=hint)
    return reopened


def _listing(folder: Path) -> Mapping[str, tuple[int, str]]:
    """Return size and SHA-256 of every file that loading may read, by its relative path."""
    files: dict[str, tuple[int, str]] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.suffix in _READ and path.is_file() and not any(part.startswith(".") for part in inside.parts):
            with path.open("rb") as file:
                files[inside.as_posix()] = (path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())
    return files


def _check_contents(folder: Path, role: str) -> None:
    config = _json_object(folder, "config.json", role=role)
    modules = _modules(folder, role)
    backbone = folder / str(modules[0].get("path", "")) if modules else folder
    config = config or _json_object(backbone, "config.json", role=role)
    if not config:
        message = tr("it has no config.json, so it is no folder that transformers or sentence-transformers saved")
        raise unfit(folder, message, role=role)
    needing = [backbone, *(folder / str(module.get("path", "")) for module in modules if _has_weights(module))]
    for weights_folder in needing:
        # A pickle may run code when it is read.
        if not any(weights_folder.glob("*.safetensors")):
            pickled = any(file for pattern in _PICKLES for file in weights_folder.glob(pattern))
            pickle = tr("its weights are a pickle, which may run code when it is read")
            raise unfit(folder, pickle if pickled else tr("it holds no safetensors weights"), role=role, hint=tr(_CONVERT))
    asks = [name for name in ("config.json", "tokenizer_config.json") if "auto_map" in _json_object(backbone, name, role=role)]
    if asks:
        message = tr("its {file} asks to run code that lies in the folder, which is never done", file=asks[0])
        raise unfit(folder, message, role=role)


def _modules(folder: Path, role: str) -> list[dict[str, Any]]:
    """Return the modules of a sentence-transformers folder; empty for a plain transformers folder."""
    if not (folder / "modules.json").is_file():
        return []
    modules = _json(folder, "modules.json", role=role)
    if not isinstance(modules, list) or not modules or not all(isinstance(module, dict) for module in modules):
        raise unfit(folder, tr("its {file} is damaged", file="modules.json"), role=role)
    for module in modules:
        kind, path = str(module.get("type", "")), str(module.get("path", ""))
        if not kind.startswith("sentence_transformers.") or kind.rpartition(".")[2] not in _MODULES:
            message = tr("it has a module of the kind “{kind}”, which is not one of sentence-transformers' own", kind=kind[:80])
            raise unfit(folder, message, role=role)
        if not (folder / path).resolve().is_relative_to(folder):
            raise unfit(folder, tr("its modules.json points outside the folder"), role=role)
    return modules


def _has_weights(module: Mapping[str, Any]) -> bool:
    return str(module.get("type", "")).rpartition(".")[2] in {"Dense", "LayerNorm"}


def _json(folder: Path, name: str, *, role: str) -> object:
    try:
        return json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, *JSON_ERRORS) as error:
        raise unfit(folder, tr("its {file} cannot be read", file=name), role=role) from error


def _json_object(folder: Path, name: str, *, role: str) -> dict[str, Any]:
    if not (folder / name).is_file():
        return {}
    content = _json(folder, name, role=role)
    if not isinstance(content, dict):
        raise unfit(folder, tr("its {file} is damaged", file=name), role=role)
    return content


def _licence(folder: Path) -> str:
    """Return the licence in the README's metadata, as the author states it; the user is responsible for it."""
    try:
        head = (folder / "README.md").read_text(encoding="utf-8", errors="replace")[:4000]
    except OSError:
        return "not stated"
    match = _LICENCE.search(head)
    return match[1].strip()[:60] if match else "not stated"
