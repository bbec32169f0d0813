"""Models of the user's own: which folder (of the language model: which file) does which role's work, and what its files were when tested.

A choice is kept as one line of text, as `sha256sum` writes it: the fingerprint, two spaces, the folder. It is made by
“priorcheck models use”, which tests the folder first; one that was typed in by hand has no valid fingerprint.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.errors import InputError
from app.settings.declared import Settings
from app.translation import tr

LLM = "llm"
"""The language model, a file and not a folder, for which there is no bundled one."""
ROLES = ("encoder", "pair_scorer", "stance", LLM)
"""The roles that a model of the user's own may take."""

_KEPT = 3
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnModel:
    """A chosen folder, or file, and the SHA-256 over what was tested (`app.inference.own.model_folder`, `app.inference.llm.gguf_file`)."""

    folder: Path
    fingerprint: str

    def line(self) -> str:
        """As the settings keep it."""
        return f"{self.fingerprint}  {self.folder}"


def setting_of(role: str) -> str:
    """The key of the setting that keeps this role's choice."""
    return f"{role}_model"


def own_models(settings: Settings) -> Mapping[str, OwnModel]:
    """The user's own models by role; a role without one is left out.

    Raises InputError (`own-model-setting`) for a line that is none: to pass over it would be to use another model than was chosen.
    """
    lines = {role: str(getattr(settings, setting_of(role))) for role in ROLES}
    return {role: _parsed(role, line) for role, line in lines.items() if line}


def former_encoders(settings: Settings, *, line: str) -> tuple[str, ...]:
    """The setting of the encoders used before, once the encoder's line is this one ("" for the bundled encoder): the latest first."""
    used = (settings.encoder_model, *settings.former_encoders)
    return tuple(dict.fromkeys(each for each in used if each and each != line))[:_KEPT]


def encoders_beside(settings: Settings, *, line: str) -> tuple[str, ...]:
    """The same setting while the encoder of this line is being taken into use: killed then, a library may be indexed with either."""
    return tuple(dict.fromkeys((line, *settings.former_encoders)))[:_KEPT]


def encoders_before(settings: Settings) -> tuple[OwnModel, ...]:
    """The user's encoders that were used before; a line that is none is passed over, since nothing rests on it."""
    matches = (_LINE.fullmatch(line) for line in settings.former_encoders)
    return tuple(OwnModel(folder=Path(match[2]), fingerprint=match[1]) for match in matches if match)


def _parsed(role: str, line: str) -> OwnModel:
    match = _LINE.fullmatch(line)
    if match is None:
        told = tr("The setting {setting} names no model that was tested.", setting=setting_of(role))
        hint = tr("Run “priorcheck models use {role} FOLDER” to test and set one, or “priorcheck models use {role} default”.", role=role)
        raise InputError("own-model-setting", told, hint=hint)
    return OwnModel(folder=Path(match[2]), fingerprint=match[1])
