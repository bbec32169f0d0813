"""Adapts the encoder: training, the user's confirmed matches, and switching the encoder in use."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app import paths
from app.bootstrap.projects import open_project
from app.decoding import JSON_ERRORS
from app.domain.project import SUFFIX, ProjectContent
from app.domain.review import Marks
from app.errors import InputError, PriorcheckError
from app.inference import (
    TorchEncoderTrainer,
    checked_model,
    choose_backend,
    load_user_encoder,
    prompted,
    require_torch,
    validate_user_model,
)
from app.services.adapting.measuring import Confirmed, EncoderPair
from app.services.adapting.pairs import LeakageGuard
from app.services.adapting.run import AdaptPorts
from app.services.adapting.storage import RECORD
from app.settings import UserModel, encoders_during_switch, former_encoders, load_settings, save_settings, setting_of, user_models
from app.store.database import library_errors
from app.store.lock import writer_lock
from app.translation import tr

if TYPE_CHECKING:
    from app.bootstrap.session import Session
    from app.domain.progress import CancelToken, Progress

_ROLE = "encoder"
LOCK = "adapting.lock"


def work_folder(library: Path) -> Path:
    """Return the folder of the training checkpoints for this library."""
    return library / "adapting"


def new_folder() -> Path:
    """Return an unused folder for an adapted encoder, among the user's models."""
    folder = paths.data_dir() / "models" / f"adapted-{datetime.now():%Y%m%d-%H%M%S}"
    while folder.exists():  # the clock was set back
        folder = folder.with_name(f"{folder.name}-2")
    return folder


def adapt_ports(session: Session, library: Path, *, output_folder: Path | None = None, guard: LeakageGuard | None = None) -> AdaptPorts:
    """Return library, models and trainer for adapting this library's encoder.

    Raises LibraryError and ModelError as the session does, ModelError `torch-missing` without a training library, InputError
    `adapt-out`.
    """
    require_torch(tr("Adapting an encoder"))
    output_folder = output_folder or new_folder()
    if output_folder.exists():
        raise InputError("adapt-out", tr("“{folder}” is already there.", folder=output_folder), hint=tr("Name a new folder."))
    model = user_models(load_settings()).get(_ROLE)
    queries, passages, prompts = session.models.encoders()
    entry = None if model else checked_model(_ROLE, session.models.folder)
    folder = model.folder if model else entry.folder if entry else Path()
    trainer = TorchEncoderTrainer(
        folder,
        name=passages.identity.artefact,
        prompts=prompts,
        threads=session.models.threads,
        options={} if model else {"add_pooling_layer": False},
    )
    return AdaptPorts(
        library=session.libraries.library(library),
        encoder=EncoderPair(queries=queries, passages=passages),
        trainer=trainer,
        load=lambda folder: _pair(validate_user_model(_ROLE, folder, device=choose_backend(session.models.device)), session),
        work_folder=work_folder(library),
        output_folder=output_folder,
        before=str(model.folder) if model else "",
        confirmed=confirmed_matches(paths.data_dir() / "projects"),
        guard=guard,
        teacher=session.models.teacher,
        exclusive=lambda: _alone(library),
    )


@contextmanager
def _alone(library: Path) -> Iterator[None]:
    """Lock out every other adapting of this library. Raises LibraryError `library-busy`, `library-read-only`, `disk-full`."""
    with ExitStack() as locks:
        with library_errors(library):
            locks.enter_context(writer_lock(library, file=LOCK))
        yield


def _pair(model: UserModel, session: Session) -> EncoderPair:
    encoder, prompts = load_user_encoder(model, device=choose_backend(session.models.device))
    return EncoderPair(queries=prompted(encoder, prompts.query), passages=prompted(encoder, prompts.passage))


def confirmed_matches(folder: Path) -> tuple[Confirmed, ...]:
    """Return the matches that anyone has confirmed in the reviews of this folder. Projects that are open or unreadable are left
    out."""
    confirmed: dict[Confirmed, None] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            project = open_project(path)
        except PriorcheckError:
            continue
        try:
            confirmed |= dict.fromkeys(_confirmed(project.read()))
        except PriorcheckError:
            continue
        finally:
            project.close()
    return tuple(confirmed)


def _confirmed(content: ProjectContent) -> list[Confirmed]:
    marks = Marks()
    for act in content.acts[: content.position]:
        marks.apply(act)
    manuscript = content.manuscript()
    text = dict(zip(manuscript.keys, (sentence.text for sentence in manuscript.document.sentences), strict=True))
    return [
        Confirmed(sentence=text[target.sentence], factcheck=target.factcheck)
        for reviewer in marks.reviewers()
        for target, mark in marks.all_of(reviewer).items()
        if target.factcheck and target.sentence in text and mark.decision is not None and mark.decision.holds
    ]


def use_adapted(session: Session, folder: Path | None, *, library: Path, progress: Progress, cancel: CancelToken) -> UserModel | None:
    """Use an adapted encoder for everything, or the bundled one (None). The library's index is rebuilt, then the choice is saved.

    A cancel before that changes nothing. After a kill the library may be indexed already; it is then searched with the encoder that
    indexed it, like every library that an earlier encoder has indexed. Raises ModelError, LibraryError, Cancelled.
    """
    model = validate_user_model(_ROLE, folder, device=choose_backend(session.models.device)) if folder is not None else None
    encoder = _pair(model, session).passages if model else session.models.bundled_encoder()
    line, settings_before = model.line() if model else "", load_settings()
    if model is not None:
        save_settings(settings_before.with_value("former_encoders", encoders_during_switch(settings_before, line=line)))
    try:
        session.libraries.library(library).rebuild(encoder=encoder, progress=progress, cancel=cancel)
    except BaseException:
        save_settings(load_settings().with_value("former_encoders", settings_before.former_encoders))
        raise
    settings = load_settings()
    save_settings(settings.with_value("former_encoders", former_encoders(settings, line=line)).with_value(setting_of(_ROLE), line))
    return model


def undo_adapted(session: Session, *, library: Path, progress: Progress, cancel: CancelToken) -> UserModel | None:
    """Go back to the encoder from which the current one was adapted. Raises InputError `adapt-not-used` if it was not adapted here."""
    model = user_models(load_settings()).get(_ROLE)
    record = read_record(model.folder) if model else None
    if record is None:
        message = tr("The encoder in use is not an adapted one.")
        raise InputError("adapt-not-used", message, hint=tr("There is nothing to take back."))
    before = record.get("before")
    return use_adapted(session, Path(str(before)) if before else None, library=library, progress=progress, cancel=cancel)


def read_record(folder: Path) -> dict[str, object] | None:
    """Return the record of an adapted encoder; None where the folder holds none."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, *JSON_ERRORS):
        return None
    return record if isinstance(record, dict) else None


def discard_adapted(folder: Path) -> UserModel | None:
    """Delete the folder of an adapted encoder and return the encoder in use.

    Raises InputError `adapt-in-use` for the one in use, `adapt-not-adapted` for a folder that was not made here, which is left
    unchanged.
    """
    model = user_models(load_settings()).get(_ROLE)
    if model is not None and model.folder.resolve() == folder.resolve():
        raise InputError("adapt-in-use", tr("This encoder is in use."), hint=tr("Go back to the one before it first."))
    if read_record(folder) is None:
        message = tr("“{folder}” holds no adapted encoder.", folder=folder)
        raise InputError("adapt-not-adapted", message, hint=tr("Nothing was deleted."))
    shutil.rmtree(folder)
    return model
