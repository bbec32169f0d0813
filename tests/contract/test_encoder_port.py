"""Contract of TextEncoder: the real encoders, the cached one and the fake."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled
from app.inference import CachedEncoder, OpenVinoEncoder, RoutedEncoder, StudentEncoder, TextLanguages
from app.inference.encoders.torch_encoder import torch_encoder
from app.inference.manifest import checked_model
from app.inference.user_models.model_folder import open_folder
from app.inference.user_models.user_encoder import load_folder_encoder
from app.ingest.documents import read_document
from app.ingest.english_words import hardly_english
from app.ingest.language import detect_language
from app.ports import FloatMatrix, TextEncoder
from tests.fakes.command_line import DEMO
from tests.fakes.encoder import FakeEncoder
from tests.fakes.model_folders import encoder_folder
from tests.fakes.vector_cache import MemoryVectorCache

TEXTS = [
    "The bridge over the Ember opened in 1931.",
    "Unemployment fell by 2.5 percent last year, the ministry of labour of the island said on Tuesday afternoon in the capital.",
    "",
    "?",
    "Vaccines do not change a person's genes.",
    "La sopa está fría — 東京 🙂",
    "a lone surrogate \ud800 inside",
    "long " * 600,
    "Taxes went up.",
    "Taxes went down.",
    "Налоги снова выросли, а цены на хлеб — нет.",
    "ภาษีเพิ่มขึ้นอีกครั้ง",
    "🙂🙂🙂",
    "слово " * 10_000,
]


@lru_cache(maxsize=1)
def openvino_encoder() -> TextEncoder:
    return OpenVinoEncoder(checked_model("encoder"), threads=2)


@lru_cache(maxsize=1)
def torch_on_processor() -> TextEncoder:
    return torch_encoder(checked_model("encoder"), device="cpu", fallback=openvino_encoder)


def cached() -> TextEncoder:
    return CachedEncoder(openvino_encoder(), MemoryVectorCache())


@lru_cache(maxsize=1)
def student() -> TextEncoder:
    return StudentEncoder(checked_model("multilingual"))


@lru_cache(maxsize=1)
def routed() -> TextEncoder:
    return RoutedEncoder(openvino_encoder(), student(), language=TextLanguages(detect_language, foreign=hardly_english))


@lru_cache(maxsize=1)
def own_folder() -> tuple[TemporaryDirectory[str], Path]:
    """Return a user's model folder that lasts as long as this process."""
    folder = TemporaryDirectory()
    return folder, encoder_folder(Path(folder.name) / "own", pooling="cls")


@lru_cache(maxsize=1)
def user_encoder() -> TextEncoder:
    return load_folder_encoder(open_folder(own_folder()[1], role="encoder"), device="cpu")[0]


MAKERS = {
    "openvino": openvino_encoder,
    "torch": torch_on_processor,
    "student": student,
    "routed": routed,
    "own": user_encoder,
    "cached": cached,
    "fake": FakeEncoder,
}


@pytest.fixture(params=sorted(MAKERS))
def encoder(request: pytest.FixtureRequest) -> TextEncoder:
    return MAKERS[request.param]()


def encode(encoder: TextEncoder, texts: list[str]) -> FloatMatrix:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def cosines(first: FloatMatrix, second: FloatMatrix) -> FloatMatrix:
    return (first * second).sum(axis=1)


def test_rows_are_float32_unit_vectors_in_order(encoder: TextEncoder) -> None:
    rows = encode(encoder, TEXTS)
    assert rows.shape == (len(TEXTS), encoder.dimension)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert cosines(rows[4:5], encode(encoder, [TEXTS[4]])).item() > 0.9999


def test_no_texts_give_no_rows(encoder: TextEncoder) -> None:
    assert encode(encoder, []).shape == (0, encoder.dimension)


def test_a_vector_is_a_function_of_its_text_alone(encoder: TextEncoder) -> None:
    rows = encode(encoder, TEXTS)
    order = np.random.default_rng(3).permutation(len(TEXTS) * 3) % len(TEXTS)
    shuffled = encode(encoder, [TEXTS[index] for index in order])
    alone = np.vstack([encode(encoder, [text]) for text in TEXTS])
    assert cosines(shuffled, rows[order]).min() >= 0.9999
    assert cosines(alone, rows).min() >= 0.9999


def test_progress_reaches_the_number_of_texts(encoder: TextEncoder) -> None:
    heard: list[ProgressUpdate] = []
    encoder.encode(TEXTS, progress=heard.append, cancel=CancelToken())
    assert (heard[-1].done, heard[-1].total) == (len(TEXTS), len(TEXTS))
    assert [update.done for update in heard] == sorted(update.done for update in heard)


def test_cancel_is_asked_between_batches(encoder: TextEncoder) -> None:
    polls: list[bool] = []
    cancel = CancelToken(lambda: bool(polls.append(True)) or len(polls) > 3)
    with pytest.raises(Cancelled):
        encoder.encode([f"{text} {number}" for number in range(200) for text in TEXTS], progress=no_progress, cancel=cancel)


def test_identities_differ_by_backend() -> None:
    keys = {maker().identity.key() for maker in (openvino_encoder, torch_on_processor, student, routed, FakeEncoder)}
    assert len(keys) == 5
    assert cached().identity == openvino_encoder().identity


def test_the_student_gives_the_same_bits_in_any_batch() -> None:
    rows = encode(student(), TEXTS)
    assert np.abs(encode(student(), TEXTS[::-1])[::-1] - rows).max() < 1e-6


def test_english_has_the_vectors_of_the_english_encoder() -> None:
    english = [TEXTS[0], TEXTS[1], TEXTS[4], TEXTS[8]]
    assert np.allclose(encode(routed(), english), encode(openvino_encoder(), english), atol=1e-6)


def test_a_translation_is_near_its_english_text() -> None:
    english = ["Vaccines do not change a person's genes.", "Taxes went up.", "The bridge over the river opened in 1931."]
    translated = ["Las vacunas no cambian los genes de una persona.", "Die Steuern sind gestiegen.", "Мост через реку открыли в 1931 году."]
    cosines = encode(routed(), english) @ encode(routed(), translated).T
    assert cosines.argmax(axis=1).tolist() == [0, 1, 2]


def test_torch_and_openvino_agree() -> None:
    assert cosines(encode(openvino_encoder(), TEXTS), encode(torch_on_processor(), TEXTS)).min() >= 0.999


def test_a_vector_is_the_same_to_the_bit_in_every_batch() -> None:
    sentences = [sentence.text for sentence in read_document(DEMO / "debate.vtt", cancel=CancelToken()).sentences]
    rows = encode(openvino_encoder(), sentences)
    order = np.random.default_rng(5).permutation(len(sentences))
    parts = [encode(openvino_encoder(), [sentences[index] for index in part]) for part in np.array_split(order, 30)]
    assert np.array_equal(np.vstack(parts), rows[order])


@pytest.mark.data
def test_real_claims_do_not_depend_on_their_batch(shared_data: Path) -> None:
    with gzip.open(shared_data / "politifact" / "factchecks.jsonl.gz", "rt", encoding="utf-8") as file:
        claims = [json.loads(line)["vclaim"] for _, line in zip(range(600), file, strict=False)]
    rows = encode(openvino_encoder(), claims)
    order = np.random.default_rng(5).permutation(len(claims))
    parts = [encode(openvino_encoder(), [claims[index] for index in part]) for part in np.array_split(order, 40)]
    assert np.array_equal(np.vstack(parts), rows[order])
