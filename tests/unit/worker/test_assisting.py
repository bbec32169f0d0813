"""The worker's language model requests, with a fake model: real handlers and real checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.assist import Asker
from app.bootstrap.models import LoadedModels
from app.domain.answer_edits import AnswerEdit
from app.domain.ask import AskOptions
from app.domain.assisted import Use
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import ClaimForm, QuestionOrigin, Verification
from app.errors import InputError, ModelError
from app.services.ask_engine import AskEngine
from app.services.narrative_engine import NarrativeEngine
from app.services.verify_engine import VerifyEngine
from app.worker import protocol
from app.worker.ask_handlers import AskHandlers
from app.worker.assist_handlers import AssistHandlers
from app.worker.context import JobContext
from app.worker.handlers import real_handlers
from app.worker.routing import handlers_of
from tests.fakes.encoder import FakeEncoder
from tests.fakes.llm import Asked, FakeLanguageModel
from tests.fakes.matches import make_match
from tests.fakes.narratives import STORIES, found, narrative_engine
from tests.fakes.post_library import MemoryPosts
from tests.fakes.readers_by_rule import RuleReader
from tests.fakes.shared_session import SessionOf
from tests.fakes.verifications import finished
from tests.fakes.verify_engine import fake_verify_engine

SAID = "The lake holds 400 fish."


class Speaker:
    """The worker's handlers over a fake model that answers each property from `said`, and nothing for other properties."""

    def __init__(self) -> None:
        self.said: dict[str, object] = {}
        self.model = FakeLanguageModel(self._answer)
        self.stories: NarrativeEngine | None = None

    def ask(self, request: protocol.AnyRequest) -> object:
        shared = SessionOf(language_model=lambda _context: self.model, verify_engine=_verify_engine, narratives=self._narratives)
        return handlers_of(AssistHandlers(shared))[type(request)](request, quiet())

    def _answer(self, prompt: Asked) -> str:
        properties = (prompt.form.json_schema or {})["properties"]
        assert isinstance(properties, dict)
        return json.dumps({name: self.said.get(name, []) for name in properties})

    @contextmanager
    def _narratives(self, _path: str, *, second_connection: bool) -> Iterator[NarrativeEngine]:
        assert self.stories is not None
        yield self.stories


def _verify_engine(_path: str) -> VerifyEngine:
    return fake_verify_engine([])


def quiet() -> JobContext:
    return JobContext(tell=lambda _: None, show=lambda _: None)


@pytest.fixture
def speaker() -> Speaker:
    return Speaker()


def test_a_match_gets_lines_or_a_translation(speaker: Speaker) -> None:
    match = make_match(claim="El lago tiene 400 peces", language="es")
    speaker.said["lines"] = [{"line": "El lago tiene 400 peces", "quote": "tiene 400 peces"}]
    noted = speaker.ask(protocol.NoteMatch(sentence=SAID, match=match))
    assert isinstance(noted, protocol.MatchNoted) and noted.translated is None
    assert [(line.quote, line.source) for line in noted.lines] == [("tiene 400 peces", "fact-check")] and noted.record.use is Use.SETTLING
    speaker.said["translation"] = "The lake has 400 fish"
    noted = speaker.ask(protocol.NoteMatch(sentence=SAID, match=match, target="en"))
    assert isinstance(noted, protocol.MatchNoted) and noted.translated is not None and not noted.lines
    assert (noted.translated.original, noted.translated.text) == ("El lago tiene 400 peces", "The lake has 400 fish")
    same = speaker.ask(protocol.NoteMatch(sentence=SAID, match=match, target="es-MX"))
    assert isinstance(same, protocol.MatchNoted) and same.translated is None and not same.record.spent.calls


def test_unsupported_output_is_counted_and_dropped(speaker: Speaker) -> None:
    speaker.said["lines"] = [{"line": "It is so.", "quote": "as everybody knows"}]
    noted = speaker.ask(protocol.NoteMatch(sentence=SAID, match=make_match()))
    assert isinstance(noted, protocol.MatchNoted) and not noted.lines and len(noted.record.spent.dropped) == 1


def suggest(speaker: Speaker, use: Use, verification: Verification) -> protocol.ClaimSuggested:
    answer = speaker.ask(protocol.SuggestForClaim(library="l", verification=verification, use=use))
    assert isinstance(answer, protocol.ClaimSuggested) and answer.record.use is use
    return answer


def test_a_decontextualised_claim_names_its_sources(speaker: Speaker) -> None:
    claim = ClaimForm(text="It holds 400 fish.", context=("We speak of the lake of Velden.",))
    speaker.said["claim"] = "The lake of Velden holds 400 fish."
    suggestion = suggest(speaker, Use.CLAIM, Verification(claim=claim))
    assert suggestion.claim is not None and suggestion.claim.text == speaker.said["claim"]
    assert {addition.source for addition in suggestion.claim.additions} == {"We speak of the lake of Velden."}


def test_questions_are_marked_as_the_models_and_those_that_are_there_are_not_repeated(speaker: Speaker) -> None:
    verification = finished()
    existing = verification.questions[0].text
    about = " ".join(verification.claim.text.split()[:3])
    speaker.said["questions"] = [{"question": existing, "about": about}, {"question": f"Who counted {about}?", "about": about}]
    suggestion = suggest(speaker, Use.QUESTIONS, verification)
    assert [question.origin for question in suggestion.questions] == [QuestionOrigin.LANGUAGE_MODEL] and existing not in {
        question.text for question in suggestion.questions
    }


def test_a_justification_rests_on_the_answers_or_there_is_none(speaker: Speaker) -> None:
    verification = finished()
    answer = verification.questions[0].answers[0].text
    speaker.said["sentences"] = [{"sentence": answer, "answers": [1]}]
    suggestion = suggest(speaker, Use.JUSTIFICATION, verification)
    assert suggestion.justification.startswith(answer.rstrip(".")) and "[1" in suggestion.justification
    speaker.said["sentences"] = [{"sentence": "Atlantis sank in 1234.", "answers": [1]}]
    assert suggest(speaker, Use.JUSTIFICATION, verification).justification == ""
    assert suggest(speaker, Use.JUSTIFICATION, replace(verification, judgement=None)).record.spent.calls == 0


def test_without_a_claim_nothing_is_asked(speaker: Speaker) -> None:
    with pytest.raises(InputError, match="no claim"):
        suggest(speaker, Use.QUESTIONS, Verification(claim=ClaimForm(text=" ? ")))


def test_a_title_has_the_words_of_its_texts(speaker: Speaker, tmp_path: Path) -> None:
    with narrative_engine(tmp_path / "library", STORIES) as speaker.stories:
        story = next(narrative for narrative in found(speaker.stories).narratives if len(narrative.items) > 2)
        for title, expected in (("Crocodile in the streets of Hyderabad", "Crocodile in the streets of Hyderabad"), ("Atlantis falls", "")):
            speaker.said["title"] = title
            suggestion = speaker.ask(protocol.SuggestTitle(library="l", narrative=story.id))
            assert isinstance(suggestion, protocol.TitleSuggested) and suggestion.title == expected and suggestion.record.use is Use.TITLE
        gone = speaker.ask(protocol.SuggestTitle(library="l", narrative="gone"))
    assert isinstance(gone, protocol.TitleSuggested) and gone.title == "" and not gone.record.spent.calls


class KeptPosts(MemoryPosts):
    """Library of posts without edited answers."""

    def edits_of(self, question: str) -> tuple[AnswerEdit, ...]:
        return ()


def test_posts_are_read_by_the_model_only_on_request(speaker: Speaker) -> None:
    text = "Yes, the brown water of Marrow comes from algae in the lake"
    library = KeptPosts([Post(id="p", text=text, published=datetime(2026, 1, 1, tzinfo=UTC), language="en")])
    encoder, reader = FakeEncoder(), RuleReader()
    library.encode(encoder=encoder, progress=no_progress, cancel=CancelToken())
    engine = AskEngine(posts=library, encoder=encoder, reader=reader, opinions=reader)

    def posts(path: str, *, create: bool = False, second_connection: bool = False) -> KeptPosts:
        return library

    def asker(context: JobContext) -> Asker:
        return Asker(speaker.model, context.cancel)

    handlers = AskHandlers(SessionOf(posts=posts, encoder=lambda: encoder, ask_engine=lambda _path: engine, asker=asker))
    speaker.said["answers"] = [{"post": 1, "answer": "algae"}]
    for read, expected in ((0, []), (8, ["algae"])):
        request = protocol.AskQuestion(library="l", question="What makes the water of Marrow brown?", options=AskOptions(llm_read=read))
        assert [answer.name for answer in handlers.ask(request, quiet()).answered.answers] == expected


def test_without_a_model_the_jobs_fail_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: LoadedModels, *, cancel: object) -> FakeLanguageModel:
        raise ModelError("llm-none", "This needs a language model, and none was chosen.")

    monkeypatch.setattr(LoadedModels, "needed_language_model", none)
    for request in (
        protocol.NoteMatch(sentence=SAID, match=make_match()),
        protocol.SuggestForClaim(library="l", verification=finished(), use=Use.CLAIM),
    ):
        with pytest.raises(ModelError) as caught:
            real_handlers()[type(request)](request, quiet())
        assert caught.value.code == "llm-none"
