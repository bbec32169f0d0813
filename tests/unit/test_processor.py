"""Refusal of unsupported processors, in one sentence, before loading anything that would crash there."""

from __future__ import annotations

import pytest

from app import __main__ as start
from app import processor
from app.rights import umask

LEAF_1 = {"Conroe": 0x8000_0201, "Nehalem": 0x8098_2201, "Haswell": 0xFED8_3203}
"""The register ECX of CPUID's leaf 1, as QEMU gives it."""


def test_this_processor_runs_the_program() -> None:
    assert not processor.too_old()


@pytest.mark.parametrize(("name", "refused"), [("Conroe", True), ("Nehalem", False), ("Haswell", False)])
def test_a_processor_without_sse4_2_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, refused: bool) -> None:
    monkeypatch.setattr(processor, "_first_leaf", lambda: (0, 0, LEAF_1[name], 0))
    assert processor.too_old() is refused


def test_undetectable_processors_are_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "_first_leaf", lambda: None)
    assert not processor.too_old()


def test_the_user_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(start, "too_old", lambda: True)
    monkeypatch.setattr(umask, "make_files_private", lambda: None)  # it would hold for the tests after this one
    assert start.main(["doctor"]) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1 and "SSE4.2" in output.err
