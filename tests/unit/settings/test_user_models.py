"""The user's own models in the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import InputError
from app.settings import ROLES, UserModel, default_settings, load_settings, save_settings, setting_of, user_models

MODEL = UserModel(folder=Path("/models of mine/größer  #2"), fingerprint="0a" * 32)


def test_nothing_is_chosen_at_first() -> None:
    assert user_models(default_settings()) == {}


@pytest.mark.parametrize("role", ROLES)
def test_a_choice_survives_the_file(role: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    save_settings(default_settings().with_value(setting_of(role), MODEL.line()), file)
    assert user_models(load_settings(file)) == {role: MODEL}


@pytest.mark.parametrize("line", ["/just/a/folder", "0a" * 32, "0a" * 32 + "  ", "0A" * 32 + "  /folder", "  /folder"])
def test_a_malformed_own_model_line_is_reported(line: str) -> None:
    settings = default_settings().with_value("encoder_model", line)
    with pytest.raises(InputError, match="encoder_model") as raised:
        user_models(settings)
    assert raised.value.code == "own-model-setting" and "models use encoder" in raised.value.hint
