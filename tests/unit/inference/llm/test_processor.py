"""Processors that cannot run llama.cpp: the check and the message for the user."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from app.errors import ModelError
from app.inference.llm import processor
from app.inference.llm.faults import ended_early
from app.inference.llm.process import ProcessEndedError

np_features: dict[str, bool] = sys.modules["numpy._core._multiarray_umath"].__cpu_features__


def fake_processor(monkeypatch: pytest.MonkeyPatch, features: dict[str, bool]) -> None:
    for name in (*processor.USUAL, "X86_V2", "SSE42"):
        monkeypatch.setitem(np_features, name, features.get(name, False))


def test_this_processor_is_asked_through_numpy() -> None:
    assert np.__version__ and "AVX2" in np_features
    assert set(processor.missing_features()) <= set(processor.USUAL)


@pytest.mark.parametrize("lacks", processor.USUAL)
def test_a_processor_that_lacks_one_feature_is_tried(monkeypatch: pytest.MonkeyPatch, lacks: str) -> None:
    fake_processor(monkeypatch, {name: name != lacks for name in (*processor.USUAL, "X86_V2", "SSE42")})
    assert processor.missing_features() == (lacks,)
    for trial, runs in (("pass", True), ("import os, signal; os.kill(os.getpid(), signal.SIGILL)", False), ("1/0", False)):
        monkeypatch.setattr(processor, "_TRIAL", trial)
        assert processor.runs_llama() is runs


def test_a_trial_that_does_not_end_counts_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_processor(monkeypatch, {"X86_V2": True})
    monkeypatch.setattr(processor, "_TRIAL", "import time; time.sleep(60)")
    monkeypatch.setattr(processor, "_TRIAL_SECONDS", 0.2)
    assert not processor.runs_llama()


def test_other_kinds_of_processor_are_not_asked_for_avx2(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_processor(monkeypatch, {})
    assert processor.missing_features() == () and processor.runs_llama()


@pytest.mark.parametrize(("code", "expected"), [(5, "AVX2"), (-4, "another processor"), (0xC000001D, "another processor")])
def test_the_user_is_told_in_one_sentence(code: int, expected: str) -> None:
    error = ended_early(ProcessEndedError(code, "Fatal Python error: Illegal instruction"), log=Path("language-model.log"))
    assert isinstance(error, ModelError) and error.code == "llm-processor"
    assert expected in error.message and error.message.count(".") == 1 and "works" in error.hint
