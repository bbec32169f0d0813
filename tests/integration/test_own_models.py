"""User models: tested before use, stored in the settings, used by every command, and refused after they changed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from app.bootstrap import Session
from app.domain.progress import CancelToken, no_progress
from app.errors import ModelError
from app.inference.user_models.known_pairs import KNOWN
from app.inference.user_models.loading import load_user_pair_scorer, load_user_stance_scorer, validate_user_model
from app.ports import PairInput
from app.settings import default_settings, load_settings, user_models
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.handlers import real_handlers
from tests.fakes.command_line import CommandLine
from tests.fakes.model_folders import DIMENSION, cross_encoder_folder, encoder_folder

NAMED = ("contradiction", "entailment", "neutral")
UNNAMED = ("LABEL_0", "LABEL_1", "LABEL_2")
PAIRS = [PairInput(sentence=text, claim=known_claim.claim) for known_claim in KNOWN for text in (known_claim.same, known_claim.other)]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide an encoder, a reranker, two inference models (with and without label names), and an untrained one."""
    base = tmp_path_factory.mktemp("models of mine")
    encoder_folder(base / "encoder", prompts={"query": "query: ", "passage": "passage: "})
    cross_encoder_folder(base / "reranker", labels=("relevance",))
    cross_encoder_folder(base / "named", labels=NAMED)
    cross_encoder_folder(base / "unnamed", labels=UNNAMED)
    cross_encoder_folder(base / "untrained", labels=NAMED, steps=0)
    return base


@pytest.fixture
def own_cli(own_demo: CommandLine, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """Provide commands over a copy of the demo library, each with a new session, like a restarted program."""

    class Anew(CommandLine):
        def __call__(self, *arguments: str | Path, library: Path | None = None):  # type: ignore[no-untyped-def]
            self._session = Session(device="cpu")
            return super().__call__(*arguments, library=library)

    return Anew(Session(device="cpu"), capsys, own_demo.library)


@pytest.mark.parametrize("name", ["reranker", "named", "unnamed"])
def test_a_cross_encoder_scores_pairs(folders: Path, name: str) -> None:
    scorer = load_user_pair_scorer(validate_user_model("pair_scorer", folders / name, device="cpu"), device="cpu")
    scores = scorer.score(PAIRS, cancel=CancelToken())
    assert scores.dtype == np.float32 and ((scores >= 0) & (scores <= 1)).all()
    assert scores[0::2].min() > scores[1::2].max()
    alone = np.concatenate([scorer.score([pair], cancel=CancelToken()) for pair in PAIRS[:4]])
    assert np.allclose(alone, scores[:4], atol=1e-5)
    silent = [
        PairInput(sentence="", claim=KNOWN[0].claim),
        PairInput(sentence="…", claim=""),
        PairInput(sentence="word " * 10_000, claim="\ud800 a"),
    ]
    assert scorer.score(silent, cancel=CancelToken())[:2].tolist() == [0.0, 0.0]
    assert scorer.score([], cancel=CancelToken()).shape == (0,)


@pytest.mark.parametrize("name", ["named", "unnamed"])
def test_an_inference_model_judges_stance_whatever_the_order_of_its_labels(folders: Path, name: str) -> None:
    user_model = validate_user_model("stance", folders / name, device="cpu")
    claims = [known_claim.claim for known_claim in KNOWN]
    rows = [
        load_user_stance_scorer(user_model, device="cpu").stance(claims, texts, cancel=CancelToken()).argmax(axis=1)
        for texts in (
            [known_claim.same for known_claim in KNOWN],
            [known_claim.denied for known_claim in KNOWN],
            [known_claim.other for known_claim in KNOWN],
        )
    ]
    assert [int(np.bincount(row, minlength=3).argmax()) for row in rows] == [0, 1, 2]


@pytest.mark.parametrize(
    ("role", "name", "message"),
    [
        ("stance", "untrained", "fails the test on known pairs"),
        ("stance", "reranker", "one number"),
        ("pair_scorer", "encoder", "2 numbers"),
        ("encoder", "nowhere", "There is no folder"),
    ],
)
def test_an_unsuitable_model_is_refused_and_nothing_is_changed(
    own_cli: CommandLine, folders: Path, role: str, name: str, message: str
) -> None:
    assert message in own_cli("models", "use", role, folders / name).refusal()
    assert user_models(load_settings()) == {}


def test_the_window_chooses_a_model_through_the_worker(folders: Path) -> None:
    messages: list[str] = []
    context = JobContext(tell=lambda update: messages.append(update.activity), show=lambda _: None)
    use = real_handlers(device="cpu")[protocol.UseModel]
    with pytest.raises(ModelError):
        use(protocol.UseModel(role="stance", folder=str(folders / "untrained")), context)
    assert user_models(load_settings()) == {}
    answer = use(protocol.UseModel(role="stance", folder=str(folders / "named")), context)
    assert isinstance(answer, protocol.ModelChosen) and messages[0] == "Testing the model"
    assert load_settings().stance_model == answer.line and user_models(load_settings())["stance"].folder == folders / "named"


def test_no_code_of_a_folder_runs(folders: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    shutil.copytree(folders / "encoder", trap)
    (trap / "trapped.py").write_text("open(__file__ + '.ran', 'w').close()\nclass Transformer: ...\n")
    module_rows = json.loads((trap / "modules.json").read_text())
    module_rows[0]["type"] = "trapped.Transformer"
    (trap / "modules.json").write_text(json.dumps(module_rows))
    with pytest.raises(ModelError):
        validate_user_model("encoder", trap, device="cpu")
    assert not (trap / "trapped.py.ran").exists()


def test_an_encoder_of_another_dimension_is_used_and_removed(own_cli: CommandLine, folders: Path, tmp_path: Path) -> None:
    encoder_folder = tmp_path / "my encoder"
    shutil.copytree(folders / "encoder", encoder_folder)
    own_cli.done("models", "use", "encoder", encoder_folder)
    talk = tmp_path / "talk.txt"
    talk.write_text("Vaccines cause autism in children. Good evening.", encoding="utf-8")
    before = own_cli("rank", talk, "--json")
    assert before.code == 0 and len(before.rows) == 2 and "library rebuild" in before.err  # searched by the encoder before
    own_cli.done("library", "rebuild")
    after = own_cli.done("rank", talk, "--json")
    assert len(after.rows) == 2 and "library rebuild" not in after.err
    assert Session(device="cpu").models.encoder().dimension == DIMENSION
    encoder_rows = [row for row in own_cli.done("models", "--json").rows if row["role"] == "encoder"]
    assert [(row["origin"], row["active"], row["licence"]) for row in encoder_rows] == [
        ("own", True, "mit"),
        ("bundled", False, "Apache-2.0"),
    ]
    assert encoder_rows[0]["device"] == "processor, float32" and encoder_rows[0]["folder"] == str(encoder_folder)
    with (encoder_folder / "model.safetensors").open("ab") as file:
        file.write(b" ")
    assert "not those that were tested" in own_cli("rank", talk).refusal()
    assert "NOT OK  own model encoder" in own_cli("models", "verify").out
    shutil.rmtree(encoder_folder)
    assert "There is no folder" in own_cli("rank", talk).refusal()
    own_cli.done("models", "use", "encoder", "default")
    assert "library rebuild" in own_cli("rank", talk).refusal()
    own_cli.done("library", "rebuild")
    assert len(own_cli.done("rank", talk, "--json").rows) == 2
    settings = load_settings()
    assert [str(encoder_folder) in line for line in settings.former_encoders] == [
        True
    ]  # an index that it made could be searched were it there
    assert settings.with_value("former_encoders", ()) == default_settings()


def test_queries_and_passages_have_separate_prompts(own_cli: CommandLine, folders: Path) -> None:
    own_cli.done("models", "use", "encoder", folders / "encoder")
    own_cli.done("library", "rebuild")
    session = Session(device="cpu")
    engine = session.engine(own_cli.library)
    sides = [
        encoder.encode(["A claim."], progress=no_progress, cancel=CancelToken()) for encoder in (engine.sentence_encoder, engine.encoder)
    ]
    assert not np.allclose(*sides)
    assert np.allclose(sides[1], session.models.encoder().encode(["A claim."], progress=no_progress, cancel=CancelToken()), atol=1e-6)
    session.close()
