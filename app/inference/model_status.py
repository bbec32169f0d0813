"""Status of all models, bundled and the user's own: location, use, and integrity of their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.domain.importing import CheckResult
from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference.llm.gguf_file import digest_of, open_gguf, reopen_gguf
from app.inference.manifest import list_models
from app.inference.user_models.model_folder import open_folder, reopen_folder
from app.ports import ModelIdentity
from app.settings import LLM, UserModel
from app.translation import mark

BUNDLED, OWN = "bundled", "own"
_DEVICES = {
    "cpu": mark("processor"),
    "cuda": mark("GPU (CUDA)"),
    "mps": mark("GPU (Apple)"),
    "metal": mark("GPU (Apple)"),
    "mtl": mark("GPU (Apple)"),
    "vulkan": mark("GPU (Vulkan)"),
    "rocm": mark("GPU (ROCm)"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelStatus:
    """Status of a model in a list. `size` is in bytes; `origin` is "bundled" or "own"; an inactive model has no device."""

    role: str
    name: str
    folder: Path
    size: int
    licence: str
    origin: str
    active: bool
    note: str = ""


def model_statuses(models: Path, user_models: Mapping[str, UserModel]) -> tuple[ModelStatus, ...]:
    """Return the bundled models, each after the user's own one that replaces it. Raises ModelError as `list_models`."""
    statuses: list[ModelStatus] = []
    for entry in list_models(models):
        user_model = user_models.get(entry.role)
        if user_model is not None:
            statuses.append(_own_status(entry.role, user_model))
        statuses.append(
            ModelStatus(
                role=entry.role,
                name=entry.name,
                folder=entry.folder,
                size=entry.size,
                licence=entry.licence,
                origin=BUNDLED,
                active=user_model is None,
            )
        )
    statuses.append(_language_model(user_models.get(LLM)))
    return tuple(statuses)


def _own_status(role: str, user_model: UserModel) -> ModelStatus:
    try:
        folder = open_folder(user_model.folder, role=role)
    except ModelError as error:
        return ModelStatus(
            role=role,
            name=user_model.folder.name,
            folder=user_model.folder,
            size=0,
            licence="not stated",
            origin=OWN,
            active=True,
            note=error.message,
        )
    note = "" if folder.fingerprint == user_model.fingerprint else "its files were changed"
    return ModelStatus(
        role=role, name=folder.name, folder=folder.folder, size=folder.size, licence=folder.licence, origin=OWN, active=True, note=note
    )


def _language_model(user_model: UserModel | None) -> ModelStatus:
    """Return the status of the optional language model, also if there is none."""
    if user_model is None:
        note = "none is chosen, everything works without; “priorcheck models use llm FILE.gguf” takes one"
        return ModelStatus(role=LLM, name="none", folder=Path(), size=0, licence="none", origin=OWN, active=False, note=note)
    try:
        # Only its header is read: hashing the file would take long.
        file = open_gguf(user_model.folder)
    except ModelError as error:
        return ModelStatus(
            role=LLM,
            name=user_model.folder.name,
            folder=user_model.folder,
            size=0,
            licence="not stated",
            origin=OWN,
            active=True,
            note=error.message,
        )
    return ModelStatus(
        role=LLM, name=file.name, folder=file.path, size=file.size, licence=file.licence, origin=OWN, active=True, note=file.words()
    )


def verify_user_models(user_models: Mapping[str, UserModel]) -> tuple[CheckResult, ...]:
    """Return one check for each of the user's own models: its files are the ones that were tested."""
    return tuple(_verify(role, user_model) for role, user_model in user_models.items())


def _verify(role: str, user_model: UserModel) -> CheckResult:
    name = f"own model {role}"
    if role == LLM:
        return _verify_file(name, user_model)
    try:
        reopened = reopen_folder(user_model.folder, role=role, fingerprint=user_model.fingerprint)
    except ModelError as error:
        return CheckResult(name=name, ok=False, detail=error.message, hint=error.hint)
    return CheckResult(
        name=name, ok=True, detail=f"{reopened.name}, {reopened.size / 1e6:.1f} MB, {reopened.licence}, {reopened.fingerprint[:16]}"
    )


def _verify_file(name: str, user_model: UserModel) -> CheckResult:
    try:
        digest = digest_of(user_model.folder, cancel=CancelToken()) if user_model.folder.is_file() else ""
        reopened = reopen_gguf(user_model.folder, digest=digest, fingerprint=user_model.fingerprint)
    except ModelError as error:
        return CheckResult(name=name, ok=False, detail=error.message, hint=error.hint)
    return CheckResult(name=name, ok=True, detail=f"{reopened.name}, {reopened.size / 1e6:.1f} MB, {reopened.words()}, {digest[:16]}")


def device_words(identity: ModelIdentity) -> str:
    """Return device and precision of a model for display: “processor, float32”, “GPU (CUDA), float16”."""
    device = identity.backend.rpartition("-")[2]
    return f"{_DEVICES.get(device, identity.backend)}, {identity.precision}"
