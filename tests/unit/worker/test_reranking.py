"""The worker's request for another order of matches, over a language model with behaviour."""

from __future__ import annotations

import pytest

from app.bootstrap.models import LoadedModels
from app.domain.document import Sentence
from app.domain.progress import ProgressUpdate
from app.domain.ranked import Outcome, RankedSentence, RunRecord
from app.domain.verdict import SentenceVerdict
from app.errors import ModelError
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.handlers import real_handlers
from app.worker.transfer import Assembler, Received, encode_value
from tests.fakes.llm import ErringRanker, FakeLanguageModel
from tests.fakes.matches import make_match

CLAIM = "The lake holds 400 fish."


def entry(index: int, count: int) -> RankedSentence:
    return RankedSentence(
        rank=index + 1,
        sentence=Sentence(index=index, text=CLAIM, start=0, end=len(CLAIM)),
        score=0.5,
        probability=0.5,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.MATCH,
        matches=tuple(make_match(claim=f"A lake worth {place}", identifier=f"fc-{place}") for place in range(count)),
    )


def ask(model: FakeLanguageModel | None, monkeypatch: pytest.MonkeyPatch, *, way: str = "") -> protocol.MatchesReranked:
    def needed(self: LoadedModels, *, cancel: object) -> FakeLanguageModel:
        if model is None:
            raise ModelError("llm-none", "This needs a language model, and none was chosen.")
        return model

    monkeypatch.setattr(LoadedModels, "needed_language_model", needed)
    told: list[ProgressUpdate] = []
    request = protocol.RerankMatches(entries=(entry(0, 3), entry(1, 30)), run=RunRecord(program="p", created="c"), way=way)
    handler = real_handlers()[protocol.RerankMatches]
    found = handler(request, JobContext(tell=told.append, show=lambda _: None))
    assert isinstance(found, protocol.MatchesReranked) and told
    return found


def test_every_match_that_was_sent_gets_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = FakeLanguageModel(ErringRanker(relevance=lambda text: float(text.rpartition("worth ")[2])))
    found = ask(speaker, monkeypatch)
    assert [match.llm_rank for match in found.entries[0].matches] == [3, 2, 1]
    assert sorted(match.llm_rank for match in found.entries[1].matches) == list(range(1, 31))
    assert dict(found.run.parameters)["llm_way"] == "listwise" and dict(found.run.models)["language_model"].startswith("fake:")


def test_a_model_that_scores_is_asked_for_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = FakeLanguageModel(relevance=lambda _query, document: float(document.rpartition("worth ")[2]))
    found = ask(scorer, monkeypatch)
    assert found.entries[0].matches[2].llm_rank == 1 and dict(found.run.parameters)["llm_way"] == "pooling"


def test_without_a_model_the_job_fails_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError) as caught:
        ask(None, monkeypatch)
    assert caught.value.code == "llm-none"


def test_entries_travel_in_batches_both_ways() -> None:
    entries = tuple(entry(index, 3) for index in range(120))
    run = RunRecord(program="p", created="c")
    for value in (protocol.RerankMatches(entries=entries, run=run), protocol.MatchesReranked(entries=entries, run=run)):
        frames, assembler = list(encode_value(value, job=5)), Assembler()
        assert len(frames) > 2
        arrived = [found for frame in frames if isinstance(found := assembler.feed(frame), Received)]
        assert [each.value for each in arrived] == [value]
