"""Every model, bundled or the user's own: what it is, where it lies, whether it is the one in use, and whether its files are right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.domain.importing import CheckResult
from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference.llm.gguf_file import digest_of, open_gguf, reopen_gguf
from app.inference.manifest import list_models
from app.inference.own.model_folder import open_folder, reopen_folder
from app.ports import ModelIdentity
from app.settings import LLM, OwnModel
from app.translation import mark

BUNDLED, OWN = "bundled", "own"
_DEVICES = {"cpu": mark("processor"), "cuda": mark("GPU (CUDA)"), "mps": mark("GPU (Apple)")}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelStatus:
    """A model as it is listed. `size` in bytes; `origin` is "bundled" or "own"; one that is not active has no device."""

    role: str
    name: str
    folder: Path
    size: int
    licence: str
    origin: str
    active: bool
    note: str = ""


def model_roster(models: Path, own: Mapping[str, OwnModel]) -> tuple[ModelStatus, ...]:
    """The bundled models and the user's own, each beside the one whose place it takes. Raises ModelError as `list_models` does."""
    found: list[ModelStatus] = []
    for entry in list_models(models):
        mine = own.get(entry.role)
        if mine is not None:
            found.append(_own_status(entry.role, mine))
        found.append(
            ModelStatus(
                role=entry.role,
                name=entry.name,
                folder=entry.folder,
                size=entry.size,
                licence=entry.licence,
                origin=BUNDLED,
                active=mine is None,
            )
        )
    found.append(_language_model(own.get(LLM)))
    return tuple(found)


def _own_status(role: str, own: OwnModel) -> ModelStatus:
    try:
        folder = open_folder(own.folder, role=role)
    except ModelError as error:
        return ModelStatus(
            role=role, name=own.folder.name, folder=own.folder, size=0, licence="not stated", origin=OWN, active=True, note=error.message
        )
    note = "" if folder.fingerprint == own.fingerprint else "its files were changed"
    return ModelStatus(
        role=role, name=folder.name, folder=folder.folder, size=folder.size, licence=folder.licence, origin=OWN, active=True, note=note
    )


def _language_model(own: OwnModel | None) -> ModelStatus:
    """The optional one, told of also where there is none. Its bytes are not compared here: that takes long."""
    if own is None:
        note = "none is chosen, everything works without; “priorcheck models use llm FILE.gguf” takes one"
        return ModelStatus(role=LLM, name="none", folder=Path(), size=0, licence="", origin=OWN, active=False, note=note)
    try:
        file = open_gguf(own.folder)
    except ModelError as error:
        return ModelStatus(
            role=LLM, name=own.folder.name, folder=own.folder, size=0, licence="not stated", origin=OWN, active=True, note=error.message
        )
    return ModelStatus(
        role=LLM, name=file.name, folder=file.path, size=file.size, licence=file.licence, origin=OWN, active=True, note=file.words()
    )


def verify_own(own: Mapping[str, OwnModel]) -> tuple[CheckResult, ...]:
    """One line for each of the user's own models: whether its files are those that were tested."""
    return tuple(_verify(role, mine) for role, mine in own.items())


def _verify(role: str, own: OwnModel) -> CheckResult:
    name = f"own model {role}"
    if role == LLM:
        return _verify_file(name, own)
    try:
        found = reopen_folder(own.folder, role=role, fingerprint=own.fingerprint)
    except ModelError as error:
        return CheckResult(name=name, ok=False, detail=error.message, hint=error.hint)
    return CheckResult(name=name, ok=True, detail=f"{found.name}, {found.size / 1e6:.1f} MB, {found.licence}, {found.fingerprint[:16]}")


def _verify_file(name: str, own: OwnModel) -> CheckResult:
    try:
        digest = digest_of(own.folder, cancel=CancelToken()) if own.folder.is_file() else ""
        found = reopen_gguf(own.folder, digest=digest, fingerprint=own.fingerprint)
    except ModelError as error:
        return CheckResult(name=name, ok=False, detail=error.message, hint=error.hint)
    return CheckResult(name=name, ok=True, detail=f"{found.name}, {found.size / 1e6:.1f} MB, {found.words()}, {digest[:16]}")


def device_words(identity: ModelIdentity) -> str:
    """Where a model runs and in which precision: “processor, float32”, “GPU (CUDA), float16”."""
    device = identity.backend.rpartition("-")[2]
    return f"{_DEVICES.get(device, identity.backend)}, {identity.precision}"
