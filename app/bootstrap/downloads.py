"""Downloads models from the hub; the only access of the program to its one network client."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app import network, paths
from app.domain.progress import CancelToken, Progress
from app.errors import InputError, ModelError
from app.inference.user_models.catalogue import OFFERED, Offered, offered
from app.translation import tr

if TYPE_CHECKING:
    from app.inference.download import Downloaded

__all__ = ["OFFERED", "Offered", "catalogue_model", "download"]


def catalogue_model(name: str) -> Offered:
    """Return the model of this short name. Raises InputError `models-unknown`."""
    model = offered(name)
    if model is None:
        hint = tr("The names are: {names}.", names=", ".join(offer.name for offer in OFFERED))
        raise InputError("models-unknown", tr("There is no model of the name “{name}” to download.", name=name), hint=hint)
    return model


def download(
    model: Offered, *, folder: Path | None = None, endpoint: str | None = None, progress: Progress, cancel: CancelToken
) -> Downloaded:
    """Download a model into this folder (by default one of the user's data folder).

    Raises ModelError as `download_model` does, and `download-window` in a process that never goes online: only the command line
    does, on request.
    """
    if network.refuses():
        message = tr("The window and the analysis never go online.")
        raise ModelError(
            "download-window", message, hint=tr("Run “priorcheck models download {name}” on the command line.", name=model.name)
        )
    from app.inference.download import download_model

    target = folder or paths.data_dir() / "models" / model.name
    return download_model(model.repository, target, endpoint=endpoint, progress=progress, cancel=cancel)
