"""Model downloads from the Hugging Face hub, on a command of the user: the only network client of the program.

Only files that loading reads are fetched: safetensors, configurations, tokenizers; never a pickle, never code. No account or token
is used. The hub's own client does the transfer. Its cache is bypassed, since it does not resume an interrupted file, and so is its
native transport, which the network record would not see.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.timestamps import utc_timestamp
from app.errors import ModelError, PriorcheckError
from app.file_replacement import replace_file
from app.inference.user_models.model_folder import RECORD
from app.paths import at_home
from app.rights.permissions import set_export_tree_permissions
from app.translation import tr

_READ = {".json", ".txt", ".model", ".safetensors", ".jinja"}
_LEFT_OUT = {"onnx", "openvino", "coreml", "tf", "flax", ".git"}
_PART = ".incomplete"
_CHUNK = 1 << 18
_LEAVE_FREE = 64 << 20
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Downloaded:
    """A downloaded model in `folder`: the hub's repository and commit, and its size in bytes."""

    folder: Path
    repository: str
    commit: str
    size: int


@dataclass(frozen=True, slots=True)
class _File:
    """One file of the repository: name, size, and expected hash (SHA-256, or git's blob id)."""

    name: str
    size: int
    sha256: str
    blob: str


def download_model(
    repository: str, folder: Path, *, revision: str = "main", endpoint: str | None = None, progress: Progress, cancel: CancelToken
) -> Downloaded:
    """Fetch a repository of the hub into a new folder. Partial downloads are kept in a folder with the suffix .part and resumed.

    Raises ModelError: `download-offline` (the hub cannot be reached), `download-unknown` (no such model, or one that requires an
    account), `download-unfit` (no file of it may be loaded), `download-altered` (a file does not match the hub's hash),
    `download-exists`, `disk-full`, `download-unwritable`; Cancelled.
    """
    if folder.exists():
        hint = tr("Take it with “priorcheck models use”, or delete the folder first.")
        raise ModelError("download-exists", tr("The folder {folder} is there already.", folder=folder), hint=hint)
    hub = _hub()
    api = hub.HfApi(endpoint=endpoint, token=False)
    progress(ProgressUpdate(tr("Asking the model hub")))
    info = _asked(lambda: api.model_info(repository, revision=revision, files_metadata=True), repository, cancel)
    commit, files = str(info.sha), _wanted(info.siblings or (), repository)
    partial_folder = folder.with_name(f"{folder.name}.part")
    _check_room(partial_folder, files, folder)
    total, finished_bytes = sum(file.size for file in files), 0
    for file in files:
        cancel.check()
        # By the commit, so that all files are of one version.
        url = hub.hf_hub_url(repository, file.name, revision=commit, endpoint=endpoint)
        _asked(partial(_fetch, url, partial_folder / file.name, file, _teller(progress, cancel, finished_bytes, total)), repository, cancel)
        finished_bytes += file.size
        progress(ProgressUpdate(tr("Downloading"), finished_bytes, total))
    _finish(partial_folder, folder, repository, commit, files)
    return Downloaded(folder=folder, repository=repository, commit=commit, size=total)


def _fetch(url: str, path: Path, file: _File, bar: type) -> None:
    """Fetch one file, resuming a partial one; the file gets its final name only if its hash is right."""
    from huggingface_hub.file_download import http_get
    from huggingface_hub.utils import build_hf_headers

    if path.is_file():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}{_PART}")
    with part.open("ab") as stream:
        downloaded = stream.tell()
        http_get(url, stream, resume_size=downloaded, headers=build_hf_headers(token=False), expected_size=file.size, tqdm_class=bar)
    _check(part, file)
    # Only a file whose hash is right gets its final name.
    part.rename(path)


def _hub() -> Any:
    """Return the hub's client, without telemetry and native transport."""
    for name in ("HF_HUB_DISABLE_TELEMETRY", "HF_HUB_DISABLE_XET"):
        os.environ[name] = "1"
    import huggingface_hub
    from huggingface_hub import constants

    constants.HF_HUB_DISABLE_TELEMETRY = constants.HF_HUB_DISABLE_XET = True
    constants.DOWNLOAD_CHUNK_SIZE = _CHUNK  # so that cancelling takes effect soon
    return huggingface_hub


def _asked(ask: Callable[[], T], repository: str, cancel: CancelToken) -> T:
    """Return the hub's answer; faults of hub, network and disk are raised as ModelError."""
    try:
        return ask()
    except PriorcheckError:
        raise
    except Exception as error:  # the client's own errors, those of its transport, which is another one in other versions, the disk's
        cancel.check()
        raise _fault(error, repository) from error


def _fault(error: Exception, repository: str) -> ModelError:
    from huggingface_hub import errors

    retry_hint = tr("Check the connection and give the command again: it goes on where it stopped.")
    if isinstance(error, OSError) and error.errno in _FULL:
        return disk_full()
    if isinstance(error, errors.OfflineModeIsEnabled):
        message = tr("The model hub is not asked, since HF_HUB_OFFLINE is set.")
        return ModelError("download-offline", message, hint=tr("Unset it and give the command again."))
    if isinstance(error, errors.RepositoryNotFoundError | errors.RevisionNotFoundError | errors.GatedRepoError | errors.HFValidationError):
        message = tr("The model hub has no model “{name}” that can be had without an account.", name=repository)
        return ModelError("download-unknown", message, hint=tr("Run “priorcheck models download” for those that are known by name."))
    if isinstance(error, PermissionError):
        message = tr("The model cannot be written ({reason}).", reason=error.strerror or error)
        return ModelError("download-unwritable", message, hint=tr("Choose another folder with --to."))
    reason = str(error).strip().splitlines()[0][:200].rstrip(".") if str(error).strip() else type(error).__name__
    return ModelError("download-offline", tr("The model hub cannot be reached ({reason}).", reason=reason), hint=retry_hint)


def disk_full() -> ModelError:
    """Return the error `disk-full`."""
    return ModelError("disk-full", tr("The disk is full; what was downloaded is kept."), hint=tr("Free some space and try again."))


def _wanted(siblings: Any, repository: str) -> list[_File]:
    """Return the files that loading reads, the largest last. Raises ModelError `download-unfit`."""
    files: list[_File] = []
    for sibling in siblings:
        path = PurePosixPath(sibling.rfilename)
        safe = not path.is_absolute() and ".." not in path.parts and not _LEFT_OUT & set(path.parts[:-1])
        if safe and (path.suffix in _READ or path.name == "README.md"):
            sha256 = str(sibling.lfs.sha256) if sibling.lfs is not None else ""
            files.append(_File(str(path), int(sibling.size or 0), sha256, str(sibling.blob_id or "")))
    if not any(file.name.endswith(".safetensors") for file in files):
        message = tr("The model “{name}” has no safetensors weights, and others may run code when they are read.", name=repository)
        raise ModelError("download-unfit", message, hint=tr("Choose another model."))
    return sorted(files, key=lambda file: (file.size, file.name))


def _check_room(partial_folder: Path, files: list[_File], folder: Path) -> None:
    try:
        partial_folder.mkdir(parents=True, exist_ok=True)
        downloaded = sum(file.stat().st_size for file in partial_folder.rglob("*") if file.is_file())
        free_bytes = shutil.disk_usage(partial_folder).free
    except OSError as error:
        message = tr("The folder {folder} cannot be made ({reason}).", folder=folder, reason=error.strerror or error)
        raise ModelError("download-unwritable", message, hint=tr("Choose another folder with --to.")) from error
    if free_bytes < sum(file.size for file in files) - downloaded + _LEAVE_FREE:
        raise disk_full()


def _check(path: Path, file: _File) -> None:
    """Delete and refuse a file whose hash is not the hub's. Raises ModelError `download-altered`."""
    content = hashlib.sha256() if file.sha256 else hashlib.sha1(f"blob {path.stat().st_size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            content.update(chunk)
    expected = file.sha256 or file.blob
    if expected and content.hexdigest() != expected:
        path.unlink(missing_ok=True)
        message = tr("The file {file} is not what the model hub says it is.", file=file.name)
        raise ModelError("download-altered", message, hint=tr("Give the command again; if it happens again, do not use this model."))


def _finish(partial_folder: Path, folder: Path, repository: str, commit: str, files: list[_File]) -> None:
    """Record the origin and the hashes, and rename the folder to its final name."""
    hashes = {file.name: _digest(partial_folder / file.name) for file in files}
    record: Mapping[str, object] = {
        "repository": repository,
        "commit": commit,
        "downloaded": utc_timestamp(),
        "sha256": hashes,
    }
    replace_file(partial_folder / RECORD, json.dumps(record, indent=1).encode())
    if not at_home(folder):
        set_export_tree_permissions(partial_folder)
    partial_folder.rename(folder)


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _teller(progress: Progress, cancel: CancelToken, before: int, total: int) -> type:
    """Return a progress bar class for the client that displays nothing: it forwards to `progress` and stops a cancelled download."""
    from huggingface_hub.utils import tqdm

    class Teller(tqdm):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            options.pop("name", None)
            super().__init__(*arguments, **{**options, "disable": True})
            self._come = int(options.get("initial") or 0)

        def update(self, n: float | None = 1) -> None:
            cancel.check()
            self._come += int(n or 0)
            progress(ProgressUpdate(tr("Downloading"), before + self._come, total))

    return Teller
