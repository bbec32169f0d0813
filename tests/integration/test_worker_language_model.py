"""The window's requests to the language model, over the real llama.cpp with random weights: all output is rejected, and nothing
fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.assisted import AssistRecord, Use
from app.errors import Cancelled
from app.inference.llm.model import LocalLanguageModel
from app.services.narrative_engine import NarrativeEngine
from app.services.verify_engine import VerifyEngine
from app.worker import protocol
from app.worker.assist_handlers import AssistHandlers
from app.worker.context import JobContext
from app.worker.routing import handlers_of
from tests.fakes.language_models import local_model, needs_llama
from tests.fakes.matches import make_match
from tests.fakes.shared_session import SessionOf
from tests.fakes.verifications import finished
from tests.fakes.verify_engine import fake_verify_engine

pytestmark = needs_llama
MATCH = replace(make_match(claim="El lago tiene 400 peces", language="es"), excerpt="El informe nombra 400 peces. " * 40)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalLanguageModel]:
    from tests.fakes.tiny_gguf import build_gguf

    folder = tmp_path_factory.mktemp("llm")
    language_model = local_model(build_gguf(folder / "speaker.gguf", context=2048), folder)
    yield language_model
    language_model.close()


def verify_engine(_path: str) -> VerifyEngine:
    return fake_verify_engine([])


@contextmanager
def no_narratives(_path: str, *, second_connection: bool) -> Iterator[NarrativeEngine]:
    raise AssertionError("no narrative is asked about")
    yield


def ask_model(model: LocalLanguageModel, request: protocol.AnyRequest, context: JobContext | None = None) -> object:
    handlers = handlers_of(
        AssistHandlers(SessionOf(language_model=lambda _context: model, verify_engine=verify_engine, narratives=no_narratives))
    )
    return handlers[type(request)](request, context or JobContext(tell=lambda _: None, show=lambda _: None))


def has_spoken(record: AssistRecord) -> bool:
    """Return True if the model was called and produced tokens."""
    return record.spent.calls == 1 and record.spent.tokens > 0 and record.model.startswith("Tiny Random")


def test_rejected_notes_on_a_match_are_hidden_and_recorded(model: LocalLanguageModel, tmp_path: Path) -> None:
    why = ask_model(model, protocol.NoteMatch(sentence="The lake holds 400 fish.", match=MATCH))
    assert isinstance(why, protocol.MatchNoted) and not why.lines and has_spoken(why.record)
    translated = ask_model(model, protocol.NoteMatch(sentence="The lake holds 400 fish.", match=MATCH, target="en"))
    assert isinstance(translated, protocol.MatchNoted) and translated.translated is None and has_spoken(translated.record)


@pytest.mark.parametrize("use", [Use.CLAIM, Use.QUESTIONS, Use.JUSTIFICATION])
def test_rejected_suggestions_for_a_verification_are_hidden(model: LocalLanguageModel, use: Use) -> None:
    suggested = ask_model(model, protocol.SuggestForClaim(library="l", verification=finished(), use=use))
    assert isinstance(suggested, protocol.ClaimSuggested) and (suggested.claim, suggested.questions, suggested.justification) == (
        None,
        (),
        "",
    )
    assert has_spoken(suggested.record) and suggested.record.use is use


def test_a_stop_ends_it_within_a_second(model: LocalLanguageModel) -> None:
    context = JobContext(tell=lambda _: None, show=lambda _: None)
    threading.Timer(0.05, context.cancel.cancel).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        for _ in range(200):
            ask_model(model, protocol.NoteMatch(sentence="The lake holds 400 fish.", match=MATCH), context)
    assert time.monotonic() - started < 5  # generous: machines that do other work
