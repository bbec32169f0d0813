"""`adapt` on a whole library with a tiny encoder: estimated, trained, measured, used, reverted."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.bootstrap.models import LoadedModels
from app.errors import ModelError
from app.ingest.factchecks import to_json_line
from app.ports import PairScorer
from app.settings import Settings, load_settings, save_settings
from app.store.lock import writer_lock
from tests.fakes.command_line import CommandLine
from tests.fakes.engine import OverlapPairScorer
from tests.fakes.library_samples import samples
from tests.fakes.model_folders import encoder_folder

COUNT = 220


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str], own_home: Path) -> CommandLine:
    """Provide a command line over a library indexed with a tiny user encoder."""
    folder = encoder_folder(tmp_path / "tiny")
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(f"{to_json_line(item).rstrip()}\n" for item in samples(COUNT)), encoding="utf-8")
    CommandLine(Session(device="cpu", threads=1), capsys, tmp_path / "library").done("models", "use", "encoder", folder)
    line = CommandLine(Session(device="cpu", threads=1), capsys, tmp_path / "library")
    line.done("library", "import", rows)
    return line


def test_estimated_trained_measured_and_nothing_changed_without_use(command: CommandLine, tmp_path: Path) -> None:
    expected = command.done("adapt", "--estimate", "--json").rows[0]
    assert expected["factchecks"] == COUNT and expected["claims"] == round(0.9 * COUNT) and not expected["resumable"]
    before = load_settings().encoder_model
    out = tmp_path / "adapted"
    row = command.done("adapt", "--no-use", "--json", "--out", out, "--seed", "3").rows[0]
    assert row["teacher"].startswith("pair-cross-encoder-1:") and row["untaught"] == ""
    assert row["seed"] == 3 and row["factchecks"] == COUNT and not row["used"] and row["held_back"]["queries"] >= 18
    assert row["better"] is out.is_dir() and row["before"] == str(tmp_path / "tiny")
    assert load_settings().encoder_model == before and not (tmp_path / "library" / "adapting").exists()
    command.done("library", "verify")


def test_an_adapted_encoder_is_used_and_reverted(command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LoadedModels, "teacher", lambda _: OverlapPairScorer())
    monkeypatch.setattr("app.services.adapting.run.passes", lambda *_: True)
    generation = command.done("library", "stats", "--json").rows[0]["generation"]
    completed = command.done("adapt", "--limit", "200")
    assert "in use from now on" in completed.err and "--undo" in completed.err and "MAP@5" in completed.out
    model_path = Path(load_settings().encoder_model.split("  ")[1])
    record = json.loads((model_path / "adapted.json").read_text(encoding="utf-8"))
    assert record["before"] == str(tmp_path / "tiny") and model_path.is_relative_to(tmp_path.parent.parent) is not None
    assert [line.split("  ")[1] for line in load_settings().former_encoders] == [str(tmp_path / "tiny")]
    rebuilt = command.done("library", "stats", "--json").rows[0]["generation"]
    assert rebuilt != generation
    assert f"{tmp_path / 'tiny'} is in use again" in command.done("adapt", "--undo").err
    assert load_settings().encoder_model.endswith(str(tmp_path / "tiny")) and model_path.is_dir()
    assert "not an adapted one" in command("adapt", "--undo").refusal()


def test_adaptation_works_without_the_cross_encoder_and_says_so(command: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(session: Session) -> PairScorer:
        raise ModelError("model-missing", "A file of the model is not there.", hint="Install it again.")

    monkeypatch.setattr(LoadedModels, "teacher", missing)
    completed = command.done("adapt", "--no-use")
    assert "without the cross-encoder, which could not be loaded: A file of the model is not there." in completed.err


def test_ended_between_the_new_index_and_the_settings_the_library_is_searched_all_the_same(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load_settings().encoder_model

    def end(settings: Settings) -> None:
        if settings.encoder_model != before:
            raise SystemExit
        save_settings(settings)

    with monkeypatch.context() as patch:
        patch.setattr("app.services.adapting.run.passes", lambda *_: True)
        patch.setattr("app.bootstrap.adapting.save_settings", end)
        patch.setattr(LoadedModels, "teacher", lambda _: OverlapPairScorer())
        with pytest.raises(SystemExit):
            command("adapt")
    assert load_settings().encoder_model == before
    with closing(Session(device="cpu", threads=1)) as session:
        index = session.libraries.library(command.library).index_encoder()
        assert not session.models.encoder().identity.same_model(index) and session.models.former_encoder(index) is not None


def test_errors_are_one_line(command: CommandLine, tmp_path: Path) -> None:
    assert "cut off" in command("adapt", "--resume").refusal()
    empty = tmp_path / "guard.jsonl"
    empty.write_text('{"qid": 1}\n', encoding="utf-8")
    with writer_lock(command.library, file="adapting.lock"):
        completed = command("adapt")
        assert completed.code == 2 and "Another Priorcheck" in completed.err.splitlines()[-1]
    (command.library / "adapting.lock").unlink()
    (command.library / "adapting.lock").mkdir()
    assert command("adapt").code == 2
    (command.library / "adapting.lock").rmdir()
    assert "holds no claim" in command("adapt", "--guard", empty).refusal()
    assert "already there" in command("adapt", "--out", tmp_path).refusal()
    assert "0" not in command("adapt", "--limit", "0").refusal().split(":")[0]
