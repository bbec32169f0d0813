"""The worker's request to rerank matches, over a fake language model."""

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
        matches=tuple(make_match(claim=f"A lake worth {number}", identifier=f"fc-{number}") for number in range(count)),
    )


def ask(model: FakeLanguageModel | None, monkeypatch: pytest.MonkeyPatch, *, way: str = "") -> protocol.MatchesReranked:
    def needed(self: LoadedModels, *, cancel: object) -> FakeLanguageModel:
        if model is None:
            raise ModelError("llm-none", "This needs a language model, and none was chosen.")
        return model

    monkeypatch.setattr(LoadedModels, "needed_language_model", needed)
    updates: list[ProgressUpdate] = []
    request = protocol.RerankMatches(entries=(entry(0, 3), entry(1, 30)), run=RunRecord(program="p", created="c"), way=way)
    handler = real_handlers()[protocol.RerankMatches]
    reranked = handler(request, JobContext(tell=updates.append, show=lambda _: None))
    assert isinstance(reranked, protocol.MatchesReranked) and updates
    return reranked


def test_every_sent_match_gets_a_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = FakeLanguageModel(ErringRanker(relevance=lambda text: float(text.rpartition("worth ")[2])))
    reranked = ask(speaker, monkeypatch)
    assert [match.llm_rank for match in reranked.entries[0].matches] == [3, 2, 1]
    assert sorted(match.llm_rank for match in reranked.entries[1].matches) == list(range(1, 31))
    assert dict(reranked.run.parameters)["llm_way"] == "listwise" and dict(reranked.run.models)["language_model"].startswith("fake:")


def test_a_model_that_scores_is_asked_for_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = FakeLanguageModel(relevance=lambda _query, document: float(document.rpartition("worth ")[2]))
    reranked = ask(scorer, monkeypatch)
    assert reranked.entries[0].matches[2].llm_rank == 1 and dict(reranked.run.parameters)["llm_way"] == "pooling"


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
        arrived = [message for frame in frames if isinstance(message := assembler.feed(frame), Received)]
        assert [arrival.value for arrival in arrived] == [value]
