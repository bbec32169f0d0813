"""Adapting without torch, as in the installed program, is refused before anything is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import adapting
from app.bootstrap.session import Session
from app.errors import ModelError


def test_without_torch_one_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapting, "find_spec", lambda _: None)
    with pytest.raises(ModelError) as error:
        adapting.adapt_ports(Session(), tmp_path, out=tmp_path / "new")
    assert error.value.code == "torch-missing" and error.value.exit_code == 2 and "pip" in error.value.hint
