"""After kill -9 at any moment of `adapt`, the library is searched with the old or the adapted encoder, and training progress is not
lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.ingest.factchecks import to_json_line
from app.settings import load_settings
from tests.campaigns.kills import Server, Subject, Survived, campaign, server
from tests.fakes.library_samples import samples
from tests.fakes.model_folders import encoder_folder
from tests.figures import Figure

COUNT = 210
pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no kill -9 and no fork")


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Provide the server that runs the work to be killed. This process has the same home and reads the same settings."""
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    with server(tmp_path, "--own") as ready:
        yield ready


class Adapting:
    """Adapts a tiny user encoder repeatedly. State n is the n-th encoder in use."""

    def __init__(self, running: Server, folder: Path) -> None:
        self._library = folder / "library"
        self.halves, self.waits = 0, False
        self._used = [encoder_folder(folder / "tiny")]
        rows = folder / "rows.jsonl"
        rows.write_text("".join(f"{to_json_line(item).rstrip()}\n" for item in samples(COUNT)), encoding="utf-8")
        running.done("models", "use", "encoder", self._used[0])
        running.done("library", "import", rows, "--library", self._library)

    def work(self, version: int) -> tuple[str | Path, ...]:
        """Resume every second interrupted training and restart the others."""
        cut_off = any((self._library / "adapting").glob("step-*"))
        return "adapt", "--seed", str(version), "--library", self._library, *(["--resume"] if cut_off and version % 2 else [])

    def stored_version(self, version: int) -> int:
        """Return the state; the settings must name a complete encoder that made the index, so that the library is searched."""
        settings = load_settings()
        folder = Path(settings.encoder_model.split("  ")[1])
        assert not settings.notes and (folder in self._used or (folder / "adapted.json").is_file())
        beside = list(folder.parent.iterdir()) if len(self._used) > 1 else []
        unfinished = [folder_beside for folder_beside in beside if not (folder_beside / "adapted.json").is_file()]
        # A kill may leave one half, out of sight; the next adaptation clears it away.
        assert all(folder_beside.name.startswith(".") for folder_beside in unfinished) and len(unfinished) <= 1, (
            f"half a model is left: {unfinished}"
        )
        self.halves = len(unfinished)
        with closing(Session(device="cpu", threads=1)) as session:
            index = session.libraries.library(self._library).index_encoder()
            self.waits = not session.models.encoder().identity.same_model(index)
            assert not self.waits or session.models.former_encoder(index) is not None
        if folder not in self._used:
            self._used.append(folder)
        return len(self._used) - 1


def kill_adapting(running: Server, folder: Path, *, kills: int, seed: int) -> Survived:
    """Kill the adaptation repeatedly."""
    adapting = Adapting(running, folder)

    def check() -> None:
        """A kill between the new encoder and its index leaves an index that must be rebuilt, as the program reports."""
        running.done("library", "verify", "--library", folder / "library", "--quiet")
        if adapting.waits:
            running.done("library", "rebuild", "--library", folder / "library", "--quiet")

    survived = campaign(running, Subject(work=adapting.work, stored_version=adapting.stored_version, check=check), kills=kills, seed=seed)
    assert not adapting.halves, "what a kill left was not cleared away"
    return survived


def test_killed_once_the_old_encoder_or_the_new_one_is_in_use(tmp_path: Path, running: Server) -> None:
    assert kill_adapting(running, tmp_path, kills=1, seed=3).kills == 1


@pytest.mark.soak
def test_killed_fifty_times_the_old_encoder_or_the_new_one_is_in_use(tmp_path: Path, running: Server, figure: Figure) -> None:
    survived = Survived()
    try:
        survived = kill_adapting(running, tmp_path, kills=50, seed=4)
    finally:
        figure(
            "kill -9 over `priorcheck adapt`",
            "searched as before or with the new encoder",
            kills=survived.kills,
            left_the_old_one=survived.undone,
        )
    assert survived.kills == 50
