"""Files and arithmetic of the multilingual student, and the encoder that routes each text by its language."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, ModelError
from app.inference import RoutedEncoder, StudentEncoder
from app.inference.encoders.student_text import features
from app.inference.encoders.text_languages import TextLanguages
from app.inference.manifest import checked_model
from app.ports import FloatMatrix, Successor, TextEncoder
from tests.fakes.encoder import FakeEncoder
from tests.fakes.student_folder import DIMENSION, WIDTH, write_student

TEXTS = ["Der Himmel ist blau.", "Небо голубое.", "天空是蓝色的。", "السماء زرقاء", "1998"]


def encode(encoder: TextEncoder, texts: list[str]) -> FloatMatrix:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def student(models: Path) -> StudentEncoder:
    return StudentEncoder(checked_model("multilingual", models))


def test_vectors_are_what_the_formula_says(tmp_path: Path) -> None:
    folder = write_student(tmp_path, TEXTS)
    tensors = {name: values.astype(np.float64) for name, values in load_file(folder / "model.safetensors").items()}
    row_of = {int(code): row for row, code in enumerate(tensors["codes"])}
    pooled = np.zeros(WIDTH)
    for code, weight in features(TEXTS[1]):
        row = [int(byte) for byte in tensors["table"][row_of[code]]]
        values = np.array([byte % 16 - 8 for byte in row] + [byte // 16 - 8 for byte in row])
        pooled += weight * tensors["scales"][row_of[code]] * values
    x = pooled / np.linalg.norm(pooled) * math.sqrt(WIDTH)
    inner = tensors["first.weight"] @ x
    raised = np.array([value / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (value + 0.044715 * value**3))) for value in inner])
    expected = tensors["last.weight"] @ (x + tensors["second.weight"] @ raised)
    assert np.allclose(encode(student(tmp_path), [TEXTS[1]])[0], expected / np.linalg.norm(expected), atol=1e-5)


def test_untrained_features_have_no_effect(tmp_path: Path) -> None:
    write_student(tmp_path, TEXTS)
    plain, more, none, empty = encode(student(tmp_path), [TEXTS[0], f"{TEXTS[0]} Quzxqy", "qqq xxx", ""])
    assert np.allclose(plain, more, atol=1e-6)
    assert np.allclose(none, empty)
    assert np.linalg.norm(empty) == pytest.approx(1.0)


def test_an_altered_file_is_refused(tmp_path: Path) -> None:
    folder = write_student(tmp_path, TEXTS)
    content = bytearray((folder / "model.safetensors").read_bytes())
    content[-1] ^= 1
    (folder / "model.safetensors").write_bytes(content)
    with pytest.raises(ModelError, match="not the one that was shipped") as caught:
        student(tmp_path)
    assert caught.value.code == "model-altered"


def test_a_student_of_other_features_is_refused(tmp_path: Path) -> None:
    write_student(tmp_path, TEXTS, rules="student-features-0")
    with pytest.raises(ModelError) as caught:
        student(tmp_path)
    assert caught.value.code == "model-mismatch"


def test_weights_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    write_student(tmp_path, TEXTS, without="scales")
    with pytest.raises(ModelError) as caught:
        encode(student(tmp_path), TEXTS)
    assert caught.value.code == "model-mismatch"


def language(text: str) -> str:
    return "en" if text.startswith("The ") else "" if len(text) < 12 else "xx"


class Named(FakeEncoder):
    """Fake encoder whose vectors identify it."""

    def __init__(self, sign: int) -> None:
        super().__init__(dimension=DIMENSION, name=f"fake-{sign}")
        self._sign = sign

    def _vector(self, text: str) -> np.ndarray:
        vector = np.abs(super()._vector(text))
        return np.asarray(self._sign * vector, np.float32)


@pytest.fixture
def parts() -> tuple[Named, Named, RoutedEncoder]:
    english, other = Named(1), Named(-1)
    return english, other, RoutedEncoder(english, other, language=TextLanguages(language, foreign=lambda _: False))


def test_each_text_goes_to_the_reader_of_its_language(parts: tuple[Named, Named, RoutedEncoder]) -> None:
    english, other, routed = parts
    texts = ["The sky is blue today.", "Der Himmel ist heute blau.", "Kyoto", "京都", "", "The end.", "Мир"]
    rows = encode(routed, texts)
    assert (rows[:, 0] > 0).tolist() == [True, False, True, False, True, True, False]
    assert english.encoded == ["The sky is blue today.", "Kyoto", "", "The end."]
    assert other.encoded == ["Der Himmel ist heute blau.", "京都", "Мир"]


def test_english_rows_are_those_of_the_english_encoder(parts: tuple[Named, Named, RoutedEncoder]) -> None:
    english, _, routed = parts
    texts = ["The sky is blue today.", "Ein ganz anderer Satz hier", "The end."]
    assert np.array_equal(encode(routed, texts)[[0, 2]], encode(english, [texts[0], texts[2]]))


def test_the_identity_names_both_and_changes_with_either(parts: tuple[Named, Named, RoutedEncoder]) -> None:
    english, other, routed = parts
    assert routed.identity.name == "fake-1+fake--1"
    english._identity = replace(english.identity, artefact="1" * 32)
    before = routed.identity
    other._identity = replace(other.identity, artefact="2" * 32)
    assert before.artefact == "1" * 8 + "0" * 8
    assert routed.identity.artefact == "1" * 8 + "2" * 8
    assert routed.identity.backend == english.identity.backend


def test_the_english_encoders_vectors_are_kept_for_english_texts(parts: tuple[Named, Named, RoutedEncoder]) -> None:
    english, other, routed = parts
    assert isinstance(routed, Successor)
    assert not isinstance(english, Successor)
    assert routed.keeps(english.identity, "The sky is blue today.")
    assert not routed.keeps(english.identity, "Der Himmel ist heute blau.")
    assert not routed.keeps(other.identity, "The sky is blue today.")
    assert not routed.keeps(replace(english.identity, precision="float16"), "The sky is blue today.")


def test_progress_goes_up_to_the_number_of_texts(parts: tuple[Named, Named, RoutedEncoder]) -> None:
    heard: list[ProgressUpdate] = []
    parts[2].encode(["The sky is blue today.", "Ein ganz anderer Satz hier"], progress=heard.append, cancel=CancelToken())
    assert [(update.done, update.total) for update in heard] == [(0, 2), (1, 2), (2, 2)]


def assert_cancelled(encoder: Callable[[], TextEncoder]) -> None:
    with pytest.raises(Cancelled):
        encoder().encode(["Ein ganz anderer Satz hier"] * 3, progress=no_progress, cancel=CancelToken(lambda: True))


def test_cancel_stops_both(tmp_path: Path, parts: tuple[Named, Named, RoutedEncoder]) -> None:
    write_student(tmp_path, TEXTS)
    assert_cancelled(lambda: student(tmp_path))
    assert_cancelled(lambda: parts[2])
