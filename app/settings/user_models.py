"""Models supplied by the user: the folder (for the language model, the file) of each role, with the fingerprint of its files at the
time of the test. A setting stores a choice as one line in the format of `sha256sum`: fingerprint, two spaces, folder.
“priorcheck models use” tests the folder and writes the line; a line typed by hand has no valid fingerprint."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.errors import InputError
from app.settings.declared import Settings
from app.translation import tr

LLM = "llm"
"""Role of the language model: a file instead of a folder, and without a bundled model."""
ROLES = ("encoder", "pair_scorer", "stance", LLM)
"""Roles that a model of the user may have."""

_KEPT = 3
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class UserModel:
    """Model folder or file that the user chose, and the SHA-256 of what was tested.

    See `app.inference.user_models.model_folder` and `app.inference.llm.gguf_file`.
    """

    folder: Path
    fingerprint: str

    def line(self) -> str:
        """The line that the settings store."""
        return f"{self.fingerprint}  {self.folder}"


def setting_of(role: str) -> str:
    """Return the key of the setting that stores this role's choice."""
    return f"{role}_model"


def user_models(settings: Settings) -> Mapping[str, UserModel]:
    """Return the user's models by role, without roles that use the bundled one. Raises InputError (`own-model-setting`) for an
    invalid line: ignoring it would run another model than the one chosen."""
    lines = {role: str(getattr(settings, setting_of(role))) for role in ROLES}
    return {role: _parsed(role, line) for role, line in lines.items() if line}


def former_encoders(settings: Settings, *, line: str) -> tuple[str, ...]:
    """Return the new value of the setting for former encoders, latest first, after a switch to the encoder `line` ("" for the
    bundled one)."""
    encoders = (settings.encoder_model, *settings.former_encoders)
    return tuple(dict.fromkeys(encoder_line for encoder_line in encoders if encoder_line and encoder_line != line))[:_KEPT]


def encoders_during_switch(settings: Settings, *, line: str) -> tuple[str, ...]:
    """Return the value of the same setting during the switch to the encoder `line`. If the program is killed meanwhile, a library
    may be indexed with either encoder."""
    return tuple(dict.fromkeys((line, *settings.former_encoders)))[:_KEPT]


def previous_encoders(settings: Settings) -> tuple[UserModel, ...]:
    """Return the user's former encoders. Invalid lines are skipped, since no result depends on them."""
    matches = (_LINE.fullmatch(line) for line in settings.former_encoders)
    return tuple(UserModel(folder=Path(match[2]), fingerprint=match[1]) for match in matches if match)


def _parsed(role: str, line: str) -> UserModel:
    match = _LINE.fullmatch(line)
    if match is None:
        message = tr("The setting {setting} names no model that was tested.", setting=setting_of(role))
        hint = tr("Run “priorcheck models use {role} FOLDER” to test and set one, or “priorcheck models use {role} default”.", role=role)
        raise InputError("own-model-setting", message, hint=hint)
    return UserModel(folder=Path(match[2]), fingerprint=match[1])
