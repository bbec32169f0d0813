"""“models download” against a local hub: downloaded, resumed and refused files, and messages."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import huggingface_hub.file_download
import pytest

from app.bootstrap.downloads import OFFERED, catalogue_model, download
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, InputError, ModelError
from app.inference import download as module
from app.inference.download import Downloaded, download_model
from app.inference.user_models.model_folder import RECORD, open_folder
from app.network import guard, read
from tests.fakes.hub_server import COMMIT, REPOSITORY, Hub, running

WEIGHTS = bytes(range(256)) * 4096
FILES = {
    "config.json": b'{"model_type": "bert"}',
    "tokenizer.json": b"{}" * 40,
    "1_Pooling/config.json": b'{"pooling_mode_mean_tokens": true}',
    "README.md": b"---\nlicense: mit\n---\n",
    "model.safetensors": WEIGHTS,
    "pytorch_model.bin": b"a pickle",
    "modeling.py": b"import os",
    "onnx/model.safetensors": b"for others",
    "../outside.json": b"{}",
}


@pytest.fixture
def reachable() -> tuple[str, ...]:
    """Allow connections to this computer only."""
    return ("127.0.0.1",)


@pytest.fixture(autouse=True)
def online(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the hub's client that there is a network."""
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)


@pytest.fixture
def hub() -> Iterator[Hub]:
    with running(Hub(dict(FILES))) as server:
        yield server


def fetch(
    hub: Hub, folder: Path, *, repository: str = REPOSITORY, cancel: CancelToken | None = None, updates: list[ProgressUpdate] | None = None
) -> Downloaded:
    progress = updates.append if updates is not None else no_progress
    return download_model(repository, folder, endpoint=hub.endpoint, progress=progress, cancel=cancel or CancelToken())


def code_of(hub: Hub, folder: Path, **options: str) -> str:
    with pytest.raises(ModelError) as raised:
        fetch(hub, folder, **options)  # type: ignore[arg-type]
    assert raised.value.hint and not folder.exists()
    return raised.value.code


def test_only_loadable_files_are_downloaded_and_recorded(hub: Hub, tmp_path: Path) -> None:
    updates: list[ProgressUpdate] = []
    download = fetch(hub, tmp_path / "tiny", updates=updates)
    files = {path.relative_to(download.folder).as_posix() for path in download.folder.rglob("*") if path.is_file()}
    assert files == {"config.json", "tokenizer.json", "1_Pooling/config.json", "README.md", "model.safetensors", RECORD}
    assert not (tmp_path / "tiny.part").exists() and not (tmp_path / "outside.json").exists()
    record = json.loads((download.folder / RECORD).read_text())
    assert (record["repository"], record["commit"]) == (REPOSITORY, COMMIT) and len(record["sha256"]) == 5
    assert (download.folder / "model.safetensors").read_bytes() == WEIGHTS
    assert updates[-1].done == updates[-1].total == download.size and len({update.done for update in updates}) > 3
    assert open_folder(download.folder, role="encoder").licence == "mit"
    assert not any(path.endswith((".bin", ".py")) for _, path, _ in hub.asked)


def test_a_stopped_download_is_resumed(hub: Hub, tmp_path: Path) -> None:
    cancel = CancelToken()

    def stop(update: ProgressUpdate) -> None:
        if update.done > len(WEIGHTS) // 2:
            cancel.cancel()

    with pytest.raises(Cancelled):
        download_model(REPOSITORY, tmp_path / "tiny", endpoint=hub.endpoint, progress=stop, cancel=cancel)
    assert not (tmp_path / "tiny").exists()
    hub.asked.clear()
    fetch(hub, tmp_path / "tiny")
    ranges = [requested for method, path, requested in hub.asked if method == "GET" and path.endswith("model.safetensors")]
    assert len(ranges) == 1 and ranges[0].startswith("bytes=") and int(ranges[0][6:-1]) > 0
    assert (tmp_path / "tiny" / "model.safetensors").read_bytes() == WEIGHTS


def test_an_altered_file_is_refused_and_forgotten(hub: Hub, tmp_path: Path) -> None:
    for name in ("model.safetensors", "config.json"):
        hub.altered = name
        folder = tmp_path / name
        assert code_of(hub, folder) == "download-altered"
        assert not list((tmp_path / f"{name}.part").glob(f"{name}*"))
        hub.altered = ""
        assert (fetch(hub, folder).folder / name).read_bytes() == FILES[name]


def test_missing_or_unsafe_models_are_refused(hub: Hub, tmp_path: Path) -> None:
    assert code_of(hub, tmp_path / "a", repository="someone/else") == "download-unknown"
    del hub.files["model.safetensors"]
    del hub.files["onnx/model.safetensors"]
    assert code_of(hub, tmp_path / "b") == "download-unfit"


def test_without_a_network_one_sentence_says_so(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        hub.endpoint = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert code_of(hub, tmp_path / "a") == "download-offline"
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    assert code_of(hub, tmp_path / "b") == "download-offline"


def test_a_full_disk_is_found_out_before_and_while(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _path: usage(1, 1, 0))
        assert code_of(hub, tmp_path / "a") == "disk-full"
    assert not any(method == "GET" and "/resolve/" in path for method, path, _ in hub.asked)

    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(huggingface_hub.file_download, "http_get", full)
    assert code_of(hub, tmp_path / "b") == "disk-full"


def test_an_existing_folder_is_not_changed(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    with pytest.raises(ModelError) as raised:
        fetch(hub, tmp_path / "tiny")
    assert raised.value.code == "download-exists" and hub.asked == []


def test_the_window_and_the_analysis_never_download(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard._GUARD, "refuse", True)
    with pytest.raises(ModelError) as raised:
        download(OFFERED[0], folder=tmp_path / "a", endpoint=hub.endpoint, progress=no_progress, cancel=CancelToken())
    assert raised.value.code == "download-window" and hub.asked == []


def test_offered_names_are_unique_and_described() -> None:
    assert catalogue_model("LaBSE").repository == "sentence-transformers/LaBSE"
    assert {offer.role for offer in OFFERED} == {"encoder", "pair_scorer", "stance"}
    assert len({offer.name for offer in OFFERED}) == len(OFFERED) and all(offer.licence and offer.size for offer in OFFERED)
    with pytest.raises(InputError) as raised:
        catalogue_model("nothing")
    assert "labse" in raised.value.hint


COMMAND = """
import sys
from app import network
from app.bootstrap import downloads
from app.bootstrap.downloads import Offered
import app.cli.model_commands as commands
from app.cli.main import run
network.install("command line", refuse=False)
commands.catalogue_model = lambda name: Offered(
    name=name, repository="someone/tiny", role="encoder", size=1, licence="mit", languages="1", about="")
real = commands.download
commands.download = lambda model, **options: real(model, endpoint=sys.argv.pop(), **options)
raise SystemExit(run(["models", "download", "tiny"])[0])
"""


def test_the_command_downloads_and_is_on_record(hub: Hub, own_home: Path) -> None:
    environment = {**os.environ, "HF_HUB_OFFLINE": "0"}
    completed = subprocess.run(
        [sys.executable, "-c", COMMAND, hub.endpoint], env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    folder = own_home / "data" / "models" / "tiny"
    assert completed.returncode == 0 and completed.stdout.strip() == str(folder), completed.stderr
    assert "models use encoder" in completed.stderr and (folder / "model.safetensors").exists()
    entries = read().entries
    assert entries and {(entry.process, entry.host, entry.outcome) for entry in entries} == {("command line", "127.0.0.1", "allowed")}
    assert (folder / module.RECORD).exists()
