"""Language detection of many texts at once equals that of each text alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from py3langid import langid

from app.domain.progress import CancelToken
from app.errors import Cancelled
from app.ingest.language import sentence_languages
from app.ingest.language_codes import LANGUAGES
from app.ingest.language_model import load_model, sums_of_runs

TEXTS = [
    "The mayor closed the bridge for repairs in May.",
    "LAS VACUNAS NO CAUSAN AUTISMO, COMO DICEN ALGUNOS.",
    "Die Löhne sind gestiegen.",
    "…",
    "",
    "Мост закрыли на ремонт.",
    "\ud800 e\u0301 x",
    "Вода је хладна, рекао је градоначелник.",
    "a" * 5000,
]


def test_shares_are_those_of_the_library() -> None:
    model = load_model(LANGUAGES)
    library = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    library.set_languages(sorted(set(LANGUAGES) & set(library.labels)))
    for text, row in zip(TEXTS, model.log_shares(TEXTS), strict=True):
        expected = dict(library.rank(text))
        assert row.tolist() == pytest.approx([math.log(max(expected[code], 1e-30)) for code in model.codes], abs=0.01)


def test_a_text_is_guessed_alike_among_others_and_alone() -> None:
    texts = [f"{text} {number}" for number in range(60) for text in TEXTS]
    together = sentence_languages(texts, "en")
    assert together == [sentence_languages([text], "en")[0] for text in texts]
    assert set(together) == {"", "de", "es", "sr"}


def test_empty_runs_sum_to_zero() -> None:
    rows = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert sums_of_runs(rows, np.array([0, 2, 0, 1, 0])).tolist() == [[0, 0], [2, 4], [0, 0], [4, 5], [0, 0]]
    assert sums_of_runs(rows[:0], np.array([0, 0])).tolist() == [[0, 0], [0, 0]]


def test_guessing_stops_when_it_is_cancelled() -> None:
    polls = iter(range(10))
    cancel = CancelToken(lambda: next(polls) >= 2)
    with pytest.raises(Cancelled):
        sentence_languages(["The bridge was closed."] * 5000, "en", cancel=cancel)
    assert next(polls) == 3
