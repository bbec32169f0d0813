"""Killed with -9 at any moment of `adapt`: the library is searched as before or with the adapted encoder, and what was learnt is not lost."""

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
    """What does the work to be killed; this process has the same home, and reads the same settings."""
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    with server(tmp_path, "--own") as ready:
        yield ready


class Adapting:
    """Adapting a tiny encoder of the user's own again and again. The state n is the n-th encoder that was taken into use."""

    def __init__(self, running: Server, folder: Path) -> None:
        self._library = folder / "library"
        self.halves, self.waits = 0, False
        self._used = [encoder_folder(folder / "tiny")]
        rows = folder / "rows.jsonl"
        rows.write_text("".join(f"{to_json_line(item).rstrip()}\n" for item in samples(COUNT)), encoding="utf-8")
        running.done("models", "use", "encoder", self._used[0])
        running.done("library", "import", rows, "--library", self._library)

    def work(self, version: int) -> tuple[str | Path, ...]:
        """Every second training that was cut off is gone on with, the others are begun anew."""
        cut_off = any((self._library / "adapting").glob("step-*"))
        return "adapt", "--seed", str(version), "--library", self._library, *(["--resume"] if cut_off and version % 2 else [])

    def found(self, version: int) -> int:
        """The settings name an encoder that is whole, and what made the index is known, so that the library is searched."""
        settings = load_settings()
        folder = Path(settings.encoder_model.split("  ")[1])
        assert not settings.notes and (folder in self._used or (folder / "adapted.json").is_file())
        beside = list(folder.parent.iterdir()) if len(self._used) > 1 else []
        made = [each for each in beside if not (each / "adapted.json").is_file()]
        # A kill may leave one half, out of sight; the next adaptation clears it away.
        assert all(each.name.startswith(".") for each in made) and len(made) <= 1, f"half a model is left: {made}"
        self.halves = len(made)
        with closing(Session(device="cpu", threads=1)) as session:
            index = session.libraries.library(self._library).index_encoder()
            self.waits = not session.models.encoder().identity.same_model(index)
            assert not self.waits or session.models.former_encoder(index) is not None
        if folder not in self._used:
            self._used.append(folder)
        return len(self._used) - 1


def kill_adapting(running: Server, folder: Path, *, kills: int, seed: int) -> Survived:
    """Kill it so often."""
    adapting = Adapting(running, folder)

    def check() -> None:
        """A kill between the new encoder and its index leaves an index that waits to be built anew, as the program says."""
        running.done("library", "verify", "--library", folder / "library", "--quiet")
        if adapting.waits:
            running.done("library", "rebuild", "--library", folder / "library", "--quiet")

    survived = campaign(running, Subject(work=adapting.work, found=adapting.found, check=check), kills=kills, seed=seed)
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
