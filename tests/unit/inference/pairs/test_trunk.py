"""The exported cross-encoder equals the trained one, in any batch; faulty folders are refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference import load_pair_scorer, load_stance_scorer
from app.inference.manifest import checked_model
from app.inference.network.runtime import PRECISION_SWITCH
from app.inference.pairs.pair_logits import PairLogits, PairModel, padded_pairs
from app.inference.pairs.trunk import Trunk, read_heads
from app.inference.pairs.trunk_loading import load_trunk
from app.inference.pairs.trunk_openvino import OpenVinoTrunk
from app.inference.pairs.trunk_torch import TorchTrunk
from app.inference.running.devices import Precision
from app.inference.running.fallback import DeviceFallback, OutOfDeviceMemory
from app.inference.running.torch_memory import within_memory
from app.ports import FloatMatrix, PairInput
from models.manifest import write_manifest
from models.trunk.export import export
from tests.fakes.tiny_trunk import CALIBRATION, tiny_models, tiny_network, write_head

WORDS = "taxes rose fell by two percent in 2012 the mayor never said jobs more than school bridge".split()
CHOOSER = np.random.default_rng(0)


def words(limit: int) -> str:
    return " ".join(CHOOSER.choice(WORDS, CHOOSER.integers(1, limit)))


PAIRS = [PairInput(sentence=words(14), claim=words(10), title=words(4), speaker=words(3), context=(words(8),)) for _ in range(90)]


@pytest.fixture(autouse=True)
def float32(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute in float32, so that backends can be compared closely."""
    monkeypatch.setenv(PRECISION_SWITCH, "float32")


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models(tmp_path_factory.mktemp("models") / "m")


@pytest.fixture
def changed(models: Path, tmp_path: Path) -> Path:
    """Return a copy of the models that a test may damage."""
    return shutil.copytree(models, tmp_path / "models")


def run(trunk: Trunk, pairs: list[PairInput]) -> FloatMatrix:
    return trunk.logits(pairs, cancel=CancelToken())


def test_the_shipped_files_compute_what_the_network_computes(models: Path) -> None:
    trunk = load_trunk(models=models, device="cpu", threads=2)
    entry = checked_model("trunk", models)
    network = tiny_network()
    rows = [row for row in OpenVinoTrunk(entry, read_heads(entry)).tokenize(PAIRS) if row is not None]
    with torch.inference_mode():
        arrays = [torch.from_numpy(array) for array in padded_pairs(rows)]
        expected = np.concatenate([network(*arrays, head).numpy() for head in ("relevance", "stance")], axis=1)
    logits = run(trunk, PAIRS)
    assert np.ptp(logits, axis=0).min() > 0.1
    assert np.abs(_sigmoid(logits) - _sigmoid(expected)).max() < 1e-3


def _sigmoid(values: FloatMatrix) -> FloatMatrix:
    return np.asarray(1 / (1 + np.exp(-values)))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_pair_has_the_same_logits_to_the_last_bit_whatever_the_batch(models: Path, threads: int) -> None:
    trunk = load_trunk(models=models, device="cpu", threads=threads)
    together = run(trunk, PAIRS)
    order = np.random.default_rng(1).permutation(len(PAIRS))
    parts = [run(trunk, [PAIRS[index] for index in part]) for part in np.array_split(order, 40)]
    assert np.array_equal(np.concatenate(parts), together[order])


@pytest.mark.parametrize(("precision", "within"), [("float32", 1e-3), ("float16", 0.02), ("bfloat16", 0.15)])
def test_torch_agrees_with_openvino(models: Path, precision: Precision, within: float) -> None:
    entry = checked_model("trunk", models)
    model: PairModel = TorchTrunk(entry, read_heads(entry), device="cpu", precision=precision)
    logits = PairLogits(DeviceFallback(model, lambda: model, role="cross-encoder"))
    shipped = load_trunk(models=models, device="cpu")
    assert np.abs(logits(PAIRS, cancel=CancelToken()) - run(shipped, PAIRS)).max() < within
    assert logits.identity.key() != shipped.logits.identity.key()


def with_limited_memory(model: TorchTrunk, memory: int) -> TorchTrunk:
    """Limit the model to `memory` padded tokens, as a small device would."""
    original = model._bert

    def limited(**arrays: torch.Tensor) -> object:
        if arrays["input_ids"].numel() > memory:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        return original(**arrays)

    model._bert = limited
    return model


def test_torch_takes_smaller_batches_where_memory_is_short_and_hands_over_where_there_is_none(models: Path) -> None:
    entry = checked_model("trunk", models)
    messages: list[str] = []
    shipped = OpenVinoTrunk(entry, read_heads(entry), threads=1)
    expected = run(load_trunk(models=models, device="cpu"), PAIRS)
    for memory, backend in ((250, "torch-cpu"), (60, "openvino-cpu")):
        model: PairModel = with_limited_memory(TorchTrunk(entry, read_heads(entry), device="cpu"), memory)
        logits = PairLogits(DeviceFallback(model, lambda: shipped, role="cross-encoder", notify=messages.append))
        scores = logits(PAIRS, cancel=CancelToken())
        assert np.abs(scores - expected).max() < 1e-3
        assert logits.identity.backend == backend
    assert len(messages) == 1 and messages[0].endswith(".")


def test_weights_that_do_not_fit_leave_the_processor(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*arguments: object, **options: object) -> TorchTrunk:
        raise OutOfDeviceMemory

    messages: list[str] = []
    monkeypatch.setattr("app.inference.pairs.trunk_loading.choose_backend", str)  # as if every device were there
    monkeypatch.setattr("app.inference.pairs.trunk_torch.TorchTrunk", no_room)
    trunk = load_trunk(models=models, device="cuda", notify=messages.append)
    assert trunk.logits.identity.backend == "openvino-cpu"
    assert len(messages) == 1 and "memory" in messages[0]


def test_export_gives_the_same_bytes_every_time(models: Path, tmp_path: Path) -> None:
    source = models / "encoder-files"
    export(source / "checkpoint.safetensors", tmp_path / "again", encoder=source)
    for name in ("model.safetensors", "tokenizer.json", "config.json"):
        assert (tmp_path / "again" / name).read_bytes() == (models / "trunk" / name).read_bytes()


def test_the_calibration_is_read_next_to_the_checkpoint(models: Path) -> None:
    trunk = load_trunk(models=models, device="cpu")
    assert {name: dict(head.calibration) for name, head in trunk.heads.items()} == CALIBRATION
    scores = load_pair_scorer(models=models, trunk=lambda: trunk).score(PAIRS, cancel=CancelToken())
    assert np.allclose(scores, _sigmoid(2.0 * run(trunk, PAIRS)[:, 0] - 0.5), atol=1e-6)


def test_a_later_head_joins_without_changing_the_others(models: Path, tmp_path: Path) -> None:
    heads = {"relevance": 1, "stance": 3, "evidence": 2}
    folder = tiny_models(tmp_path / "m", heads=heads)
    tensors = {**load_file(models / "trunk" / "model.safetensors")}
    longer = {**load_file(folder / "trunk" / "model.safetensors"), **tensors}
    state = {name if name.startswith("heads.") else f"trunk.bert.{name}": value.astype(np.float32) for name, value in longer.items()}
    save_file(state, folder / "encoder-files" / "checkpoint.safetensors")
    export(folder / "encoder-files" / "checkpoint.safetensors", folder / "trunk", encoder=folder / "encoder-files")
    write_manifest(folder)
    trunk = load_trunk(models=folder, device="cpu")
    assert list(trunk.heads) == ["relevance", "stance", "evidence"]
    assert trunk.heads["evidence"].columns == (4, 5)
    assert np.array_equal(run(trunk, PAIRS)[:, :4], run(load_trunk(models=models, device="cpu"), PAIRS))


def test_a_checkpoint_of_something_else_is_refused(models: Path, tmp_path: Path) -> None:
    save_file({"decoder.weight": np.zeros((2, 2), np.float32)}, tmp_path / "checkpoint.safetensors")
    with pytest.raises(ValueError, match=r"decoder\.weight"):
        export(tmp_path / "checkpoint.safetensors", tmp_path / "out", encoder=models / "encoder-files")


def test_texts_outside_the_vocabulary_have_no_logits(models: Path) -> None:
    unreadable = [PairInput(sentence="ᚁᚂ ᚃ", claim="taxes"), PairInput(sentence="taxes", claim=""), PairInput(sentence="?", claim="taxes")]
    rows = run(load_trunk(models=models, device="cpu"), [*unreadable, PairInput(sentence="ᚁᚂ taxes", claim="taxes")])
    assert np.isnan(rows).all(axis=1).tolist() == [True, True, True, False]


def test_ten_thousand_words_are_read_to_the_limit(models: Path) -> None:
    entry = checked_model("trunk", models)
    row = OpenVinoTrunk(entry, read_heads(entry)).tokenize([PairInput(sentence="taxes " * 10_000, claim="rose " * 10_000)])[0]
    assert row is not None and len(row[0]) <= 192


Spoiling = Callable[[Path], object]


def _config(folder: Path, **heads: object) -> None:
    path = folder / "trunk" / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["priorcheck"]["heads"] = heads
    path.write_text(json.dumps(config), encoding="utf-8")
    write_manifest(folder)


def _weights(folder: Path) -> None:
    path = folder / "trunk" / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-4000])
    write_manifest(folder)


def _tokenizer(folder: Path) -> None:
    (folder / "trunk" / "tokenizer.json").write_text("{}", encoding="utf-8")
    write_manifest(folder)


def _head(folder: Path) -> None:
    write_head(folder / "pair_scorer", role="pair_scorer", head="stance")
    write_head(folder / "stance", role="stance", head="relevance")
    write_manifest(folder)


FAULTS: dict[str, tuple[Spoiling, str]] = {
    "no weights": (lambda folder: (folder / "trunk" / "model.safetensors").unlink(), "model-missing"),
    "altered weights": (lambda folder: (folder / "trunk" / "model.safetensors").write_bytes(b"x"), "model-altered"),
    "not listed": (lambda folder: (shutil.rmtree(folder / "trunk"), write_manifest(folder)), "model-missing"),
    "heads of another size": (lambda folder: _config(folder, relevance={"size": 2}, stance={"size": 3}), "model-mismatch"),
    "no heads": (_config, "model-mismatch"),
    "heads of nonsense": (lambda folder: _config(folder, relevance="much", stance={"size": "three"}), "model-mismatch"),
    "no calibration": (lambda folder: _config(folder, relevance={"size": 1}, stance={"size": 3}), "model-mismatch"),
    "weights too short": (_weights, "model-mismatch"),
    "no tokenizer": (_tokenizer, "model-mismatch"),
    "another head": (_head, "model-mismatch"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_folder_is_reported_in_a_sentence(changed: Path, fault: str) -> None:
    spoil, code = FAULTS[fault]
    spoil(changed)
    for load in (lambda: load_pair_scorer(models=changed), lambda: load_stance_scorer(models=changed)):
        with pytest.raises(ModelError) as caught:
            load()
        assert caught.value.code == code
        assert caught.value.hint


def test_weights_of_another_shape_do_not_load_in_torch(changed: Path) -> None:
    path = changed / "trunk" / "model.safetensors"
    tensors = load_file(path)
    tensors["heads.stance.1.weight"] = tensors["heads.stance.1.weight"][:, :-1].copy()
    save_file(tensors, path)
    write_manifest(changed)
    entry = checked_model("trunk", changed)
    with pytest.raises(ModelError) as caught:
        TorchTrunk(entry, read_heads(entry), device="cpu")
    assert caught.value.code == "model-mismatch"


def test_only_out_of_memory_errors_trigger_the_fallback() -> None:
    def fail(words: str) -> FloatMatrix:
        raise RuntimeError(words)

    with pytest.raises(OutOfDeviceMemory):
        within_memory(lambda: fail("MPS backend out of memory"), torch=torch, device="cpu")
    with pytest.raises(RuntimeError, match="is gone"):
        within_memory(lambda: fail("the device is gone"), torch=torch, device="cpu")
