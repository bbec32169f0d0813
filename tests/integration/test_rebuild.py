"""Another encoder: the index is rebuilt beside the old one, which serves until then, also across a kill; nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.domain.progress import CancelToken, no_progress
from app.errors import Cancelled
from app.ports import Field
from app.settings import load_settings
from app.store import open_library
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.handlers import real_handlers
from tests.fakes.command_line import CommandLine, write_rows
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change, filled, sample, samples
from tests.fakes.model_folders import encoder_folder
from tests.fakes.rebuild_child import OTHER

ROOT = Path(__file__).resolve().parents[2]
MANY = 700
"""So many fact-checks take several batches to encode."""


def kill_during_rebuild(folder: Path) -> None:
    """Start a rebuild in another process, and kill it once a part of the texts is encoded."""
    command = [sys.executable, "-m", "tests.fakes.rebuild_child", str(folder)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    deadline = time.monotonic() + 60
    while not any(file.stat().st_size for file in (folder / "index").glob("unfinished-*")):
        assert time.monotonic() < deadline and child.poll() is None
        time.sleep(0.01)
    child.kill()
    child.communicate()


def test_a_killed_rebuild_leaves_the_old_index_and_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    filled(folder, samples(MANY)).close()
    kill_during_rebuild(folder)
    with closing(open_library(folder)) as library:
        before = library.index_encoder()
        assert before.startswith("fake-encoder:")
        with closing(library.snapshot()) as snapshot:
            vectors = FakeEncoder().encode([sample(3).claim], progress=no_progress, cancel=CancelToken())
            assert snapshot.ids[int(snapshot.vectors(Field.CLAIM).search(vectors, 1).rows[0, 0])] == sample(3).id
        encoder = FakeEncoder(name=OTHER)
        library.rebuild(encoder=encoder, progress=no_progress, cancel=CancelToken())
        texts = {text for item in samples(MANY) for text in (item.claim, item.title) if text}
        assert 0 < len(encoder.encoded) < len(texts) and set(encoder.encoded) < texts
        assert library.index_encoder().startswith(f"{OTHER}:")
        assert all(result.ok for result in library.verify(progress=no_progress, cancel=CancelToken()))
        assert not list((folder / "index").glob("unfinished-*"))


def test_a_stopped_rebuild_keeps_its_encoded_vectors(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    filled(folder, samples(MANY)).close()
    cancel = CancelToken()

    class Stopping(FakeEncoder):
        def encode(self, texts, *, progress, cancel):  # type: ignore[no-untyped-def]
            if self.encoded:  # the second batch
                cancel.cancel()
            return super().encode(texts, progress=progress, cancel=cancel)

    with closing(open_library(folder)) as library:
        with pytest.raises(Cancelled):
            library.rebuild(encoder=Stopping(name=OTHER), progress=no_progress, cancel=cancel)
        assert library.index_encoder().startswith("fake-encoder:")
        encoder = FakeEncoder(name=OTHER)
        change(library, upsert=[sample(9_000)], encoder=encoder)  # an import with the new encoder builds it anew, too
        assert library.index_encoder().startswith(f"{OTHER}:") and len(encoder.encoded) < MANY


@pytest.fixture(scope="module")
def own_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return encoder_folder(tmp_path_factory.mktemp("models") / "encoder", prompts={"query": "query: ", "passage": "passage: "})


class NewSessionCommandLine(CommandLine):
    """Runs each command in a new session, like a restarted program."""

    def __call__(self, *arguments: str | Path, library: Path | None = None):  # type: ignore[no-untyped-def]
        self._session = Session(device="cpu")
        return super().__call__(*arguments, library=library)


def test_search_uses_the_earlier_encoder_until_the_index_is_rebuilt(
    own_demo: CommandLine, own_encoder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "encoder"
    shutil.copytree(own_encoder, folder)
    command = NewSessionCommandLine(Session(device="cpu"), capsys, own_demo.library)
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "1", "text": "The MMR vaccine causes autism in children."})
    bundled = command.done("match", "--queries", queries).rows
    command.done("models", "use", "encoder", folder)
    waiting = command("match", "--queries", queries)
    assert waiting.rows == bundled and "library rebuild" in waiting.err
    ready = real_handlers(device="cpu")[protocol.WarmUp](
        protocol.WarmUp(library=str(command.library)), JobContext(tell=lambda _: None, show=lambda _: None)
    )
    assert isinstance(ready, protocol.Ready) and ready.awaits_rebuild
    assert "index generation" in command.done("library", "rebuild").out
    waiting_run = command("match", "--queries", queries)
    assert "library rebuild" not in waiting_run.err and waiting_run.rows[0]["matches"][0]["parts"] != bundled[0]["matches"][0]["parts"]
    command.done("models", "use", "encoder", "default")
    assert len(load_settings().former_encoders) == 1
    back = command("match", "--queries", queries)
    assert back.rows == waiting_run.rows and "library rebuild" in back.err
    shutil.rmtree(folder)
    assert "made with another encoder" in command("match", "--queries", queries).refusal()
