"""Metadata of GGUF files, read without loading the model, and refusal of unsuitable files."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.progress import CancelToken
from app.errors import Cancelled, ModelError
from app.inference.llm.benchmark_store import BenchmarkRun, BenchmarkStore
from app.inference.llm.gguf_file import digest_of, open_gguf, reopen_gguf
from app.inference.llm.gguf_header import HeaderError, read_header
from app.inference.llm.starting import LEAST_CONTEXT, Attempt, attempts, default_context, thread_counts

gguf = pytest.importorskip("gguf", reason="the package gguf, which builds the test's files, is not installed")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.fakes.tiny_gguf import build_gguf

    return build_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf")


def head(*, architecture: str = "llama", version: int = 3, **texts: str) -> bytes:
    """Return a GGUF file that has a header only."""
    pairs = {"general.architecture": architecture, **texts}
    parts = [b"GGUF", struct.pack("<IQQ", version, 0, len(pairs))]
    for key, value in pairs.items():
        for text in (key, value):
            parts.append(struct.pack("<Q", len(text.encode())) + text.encode())
            if text is key:
                parts.append(struct.pack("<I", 8))
    return b"".join(parts)


def refusal(path: Path, content: bytes) -> ModelError:
    path.write_bytes(content)
    with pytest.raises(ModelError) as caught:
        open_gguf(path)
    return caught.value


def test_a_file_says_what_it_is(file: Path) -> None:
    model = open_gguf(file)
    assert (model.name, model.architecture, model.mixture, model.licence) == ("Tiny Random", "llama", "F32", "CC0-1.0")
    assert model.trained_context == 1024 and model.layers == 2 and not model.ranks and "assistant" in model.template
    assert model.memory_per_token == 2 * 2 * (16 + 16) * 2
    reader = gguf.GGUFReader(file)
    assert model.parameters == sum(int(tensor.n_elements) for tensor in reader.tensors)
    assert "llama" in model.words() and "context 1,024 tokens" in model.words() and "CC0-1.0" in model.words()


def test_a_model_that_scores_documents_is_known_by_its_head(tmp_path: Path) -> None:
    from tests.fakes.tiny_gguf import build_gguf

    model = open_gguf(build_gguf(tmp_path / "ranker.gguf", ranks=True))
    assert model.ranks and "scores documents" in model.words()


def test_a_file_that_is_cut_off_anywhere_is_refused_in_one_sentence(file: Path, tmp_path: Path) -> None:
    content = file.read_bytes()
    for size in (0, 3, 4, 11, 24, 100, 5000, len(content) // 2, len(content) - 40):
        error = refusal(tmp_path / "cut.gguf", content[:size])
        assert error.code == "own-model-unfit" and error.message.count(".gguf") == 1 and error.message.endswith(".")
    assert "not whole" in error.message and "again" in error.hint


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04 a zip file, by its name a model", "it is no GGUF file"),
        (b"GGUF" + struct.pack("<I", 99), "version 99"),
        (head(architecture=""), "does not say what architecture"),
        (head(architecture="t5"), "no language model but a part"),
        (head(architecture="clip"), "no language model but a part"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**60, 0), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 2**50), "damaged"),
    ],
    ids=["zip", "version", "nameless", "headless", "part", "tensors", "text"],
)
def test_files_without_a_language_model_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    error = refusal(tmp_path / "odd.gguf", content)
    assert error.code == "own-model-unfit" and message in error.message


def test_a_head_longer_than_any_model_has_is_refused(tmp_path: Path) -> None:
    texts = [struct.pack("<Q", 1) + b"a" + struct.pack("<IQ", 8, 15_000_000) + b" " * 15_000_000 for _ in range(5)]
    content = b"".join([b"GGUF", struct.pack("<IQQ", 3, 0, len(texts)), *texts])
    assert "its head is damaged" in str(refusal(tmp_path / "long.gguf", content))


def test_a_model_of_vectors_is_refused_unless_it_ranks(tmp_path: Path) -> None:
    from tests.fakes.tiny_gguf import build_gguf

    built = build_gguf(tmp_path / "tiny.gguf", name="bert").read_bytes()
    error = refusal(
        tmp_path / "vectors.gguf", built.replace(b"\x05\x00\x00\x00\x00\x00\x00\x00llama", b"\x04\x00\x00\x00\x00\x00\x00\x00bert", 1)
    )
    assert error.code == "own-model-unfit" and "vectors" in error.message


def test_a_file_that_is_not_there_says_where_it_should_be(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        open_gguf(tmp_path / "gone.gguf")
    assert caught.value.code == "own-model-missing" and "gone.gguf" in caught.value.message


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400), st.sampled_from([b"", b"GGUF", b"GGUF\x03\x00\x00\x00"]))
def test_any_bytes_give_metadata_or_an_error(content: bytes, before: bytes) -> None:
    try:
        header = read_header(io.BytesIO(before + content))
    except HeaderError as error:
        assert str(error)
        return
    assert header.tensors >= 0 and header.size > 0


@settings(max_examples=60, deadline=None)
@given(position=st.integers(0, 4000), byte=st.integers(0, 255))
def test_a_changed_byte_never_gives_another_kind_of_error(
    file: Path, tmp_path_factory: pytest.TempPathFactory, position: int, byte: int
) -> None:
    content = bytearray(file.read_bytes())
    content[position] = byte
    path = tmp_path_factory.getbasetemp() / "changed.gguf"
    path.write_bytes(bytes(content))
    try:
        open_gguf(path)
    except ModelError as error:
        assert error.code == "own-model-unfit"


def test_a_digest_is_computed_again_only_for_a_file_that_changed(file: Path, tmp_path: Path) -> None:
    store = BenchmarkStore(tmp_path / "kept" / "found.json")
    model = open_gguf(file)
    digest = store.digest(model, cancel=CancelToken())
    assert digest == digest_of(file, cancel=CancelToken()) and len(digest) == 64
    cancelled = CancelToken()
    cancelled.cancel()
    assert store.digest(model, cancel=cancelled) == digest  # known: nothing is read
    with pytest.raises(Cancelled):
        digest_of(file, cancel=cancelled)
    with pytest.raises(ModelError) as caught:
        reopen_gguf(file, digest=digest, fingerprint="0" * 64)
    assert caught.value.code == "own-model-altered"
    assert reopen_gguf(file, digest=digest, fingerprint=digest).name == "Tiny Random"


def test_run_settings_are_stored_and_a_damaged_store_is_ignored(tmp_path: Path) -> None:
    store = BenchmarkStore(tmp_path / "found.json")
    run = BenchmarkRun(context=4096, gpu_layers=-1, device="cuda", read_threads=2, said_threads=1, read=100.0, said=10.0)
    assert store.run("f", device="auto", threads=2) is None
    store.keep_run("f", run, device="auto", threads=2)
    assert store.run("f", device="auto", threads=2) == run and store.run("f", device="cpu", threads=2) is None
    store.forget_run("f", device="auto", threads=2)
    assert store.run("f", device="auto", threads=2) is None
    (tmp_path / "found.json").write_text("{")
    assert store.run("f", device="auto", threads=2) is None
    store.keep_run("f", run, device="auto", threads=2)
    assert store.run("f", device="auto", threads=2) == run


def test_configurations_are_tried_from_largest_to_smallest(file: Path) -> None:
    model = open_gguf(file)
    ways = list(attempts(model, gpu=True, free=None))
    assert ways[:3] == [Attempt(-1, 1024), Attempt(1, 1024), Attempt(0, 1024)] and ways[-1] == Attempt(0, LEAST_CONTEXT)
    assert [way.gpu_layers for way in attempts(model, gpu=False, free=None)] == [0, 0]
    assert default_context(model, free=model.size + 600 * model.memory_per_token) == LEAST_CONTEXT
    assert thread_counts(8) == (4, 8) and thread_counts(1) == (1,)
