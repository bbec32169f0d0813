"""“models download” against a hub on this computer: what is taken, gone on with, refused, and said."""

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
    """This computer may be reached, nothing else."""
    return ("127.0.0.1",)


@pytest.fixture(autouse=True)
def online(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub's client is told that there is a network."""
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)


@pytest.fixture
def hub() -> Iterator[Hub]:
    with running(Hub(dict(FILES))) as made:
        yield made


def fetched(
    hub: Hub, folder: Path, *, repository: str = REPOSITORY, cancel: CancelToken | None = None, told: list[ProgressUpdate] | None = None
) -> Downloaded:
    progress = told.append if told is not None else no_progress
    return download_model(repository, folder, endpoint=hub.endpoint, progress=progress, cancel=cancel or CancelToken())


def code_of(hub: Hub, folder: Path, **options: str) -> str:
    with pytest.raises(ModelError) as raised:
        fetched(hub, folder, **options)  # type: ignore[arg-type]
    assert raised.value.hint and not folder.exists()
    return raised.value.code


def test_only_what_may_be_loaded_is_taken_and_written_down(hub: Hub, tmp_path: Path) -> None:
    told: list[ProgressUpdate] = []
    done = fetched(hub, tmp_path / "tiny", told=told)
    taken = {path.relative_to(done.folder).as_posix() for path in done.folder.rglob("*") if path.is_file()}
    assert taken == {"config.json", "tokenizer.json", "1_Pooling/config.json", "README.md", "model.safetensors", RECORD}
    assert not (tmp_path / "tiny.part").exists() and not (tmp_path / "outside.json").exists()
    record = json.loads((done.folder / RECORD).read_text())
    assert (record["repository"], record["commit"]) == (REPOSITORY, COMMIT) and len(record["sha256"]) == 5
    assert (done.folder / "model.safetensors").read_bytes() == WEIGHTS
    assert told[-1].done == told[-1].total == done.size and len({update.done for update in told}) > 3
    assert open_folder(done.folder, role="encoder").licence == "mit"
    assert not any(path.endswith((".bin", ".py")) for _, path, _ in hub.asked)


def test_what_was_stopped_goes_on_where_it_was(hub: Hub, tmp_path: Path) -> None:
    cancel = CancelToken()

    def stop(update: ProgressUpdate) -> None:
        if update.done > len(WEIGHTS) // 2:
            cancel.cancel()

    with pytest.raises(Cancelled):
        download_model(REPOSITORY, tmp_path / "tiny", endpoint=hub.endpoint, progress=stop, cancel=cancel)
    assert not (tmp_path / "tiny").exists()
    hub.asked.clear()
    fetched(hub, tmp_path / "tiny")
    ranges = [asked for method, path, asked in hub.asked if method == "GET" and path.endswith("model.safetensors")]
    assert len(ranges) == 1 and ranges[0].startswith("bytes=") and int(ranges[0][6:-1]) > 0
    assert (tmp_path / "tiny" / "model.safetensors").read_bytes() == WEIGHTS


def test_an_altered_file_is_refused_and_forgotten(hub: Hub, tmp_path: Path) -> None:
    for name in ("model.safetensors", "config.json"):
        hub.altered = name
        folder = tmp_path / name
        assert code_of(hub, folder) == "download-altered"
        assert not list((tmp_path / f"{name}.part").glob(f"{name}*"))
        hub.altered = ""
        assert (fetched(hub, folder).folder / name).read_bytes() == FILES[name]


def test_what_is_not_there_or_may_not_be_loaded_is_told(hub: Hub, tmp_path: Path) -> None:
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


def test_a_folder_that_is_there_is_left_alone(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    with pytest.raises(ModelError) as raised:
        fetched(hub, tmp_path / "tiny")
    assert raised.value.code == "download-exists" and hub.asked == []


def test_the_window_and_the_analysis_never_download(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard._GUARD, "refuse", True)
    with pytest.raises(ModelError) as raised:
        download(OFFERED[0], folder=tmp_path / "a", endpoint=hub.endpoint, progress=no_progress, cancel=CancelToken())
    assert raised.value.code == "download-window" and hub.asked == []


def test_names_are_known_and_each_says_what_it_is_for() -> None:
    assert catalogue_model("LaBSE").repository == "sentence-transformers/LaBSE"
    assert {each.role for each in OFFERED} == {"encoder", "pair_scorer", "stance"}
    assert len({each.name for each in OFFERED}) == len(OFFERED) and all(each.licence and each.size for each in OFFERED)
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
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, hub.endpoint], env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    folder = own_home / "data" / "models" / "tiny"
    assert done.returncode == 0 and done.stdout.strip() == str(folder), done.stderr
    assert "models use encoder" in done.stderr and (folder / "model.safetensors").exists()
    entries = read().entries
    assert entries and {(each.process, each.host, each.outcome) for each in entries} == {("command line", "127.0.0.1", "allowed")}
    assert (folder / module.RECORD).exists()
