"""A language model's notes on matches: lines with quotations, marked translations, nothing unsupported."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from app.assist import Asker
from app.cli.llm_options import with_notes
from app.domain.assisted import AssistRecord, Use
from app.domain.document import Sentence
from app.domain.match import QueryForm, QueryVariant
from app.domain.options import Query
from app.domain.progress import CancelToken, no_progress
from app.domain.ranked import Outcome, RankedSentence
from app.domain.verdict import SentenceVerdict
from app.errors import Cancelled
from app.services.assisted_matches import MatchNotes, note_matches, reworded_queries
from tests.fakes.llm import Asked, FakeLanguageModel
from tests.fakes.matches import make_match

SAID = "The mayor of Velden sold the old bridge in 2019."
CHECKED = "El alcalde de Velden vendió el puente en 2019."
LINE = {"line": "The town of Velden still owns the bridge.", "quote": "still owns the bridge"}


def entry(outcome: Outcome = Outcome.MATCH) -> RankedSentence:
    match = make_match(claim=CHECKED, identifier="fc-1")
    match = replace(match, excerpt="The town of Velden still owns the bridge.", factcheck=replace(match.factcheck, language="es"))
    sentence = Sentence(index=0, text=SAID, start=0, end=len(SAID))
    return RankedSentence(
        rank=1,
        sentence=sentence,
        score=1.0,
        probability=0.5,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=outcome,
        matches=(match, make_match(claim="Another", identifier="fc-2")),
    )


def note(*entries: RankedSentence, line: dict[str, str] = LINE, target: str = "en") -> tuple[list[MatchNotes], tuple[AssistRecord, ...]]:
    def answer(prompt: Asked) -> str:
        if "translation" in json.dumps(prompt.form.json_schema):
            return json.dumps({"translation": "The mayor of Velden sold the bridge in 2019."})
        return json.dumps({"lines": [line]})

    asker = Asker(FakeLanguageModel(answer), CancelToken())
    return note_matches(entries, why=True, target=target, asker=asker, progress=no_progress)


def row() -> dict[str, Any]:
    return {"qid": "q", "matches": [{"id": "fc-1"}, {"id": "fc-2"}]}


def test_the_first_match_gets_lines_with_quotations_and_a_translation_that_says_so() -> None:
    (noted,), records = note(entry())
    matches = with_notes(row(), noted)["matches"]
    assert matches[0]["llm_why"] == [{"line": LINE["line"], "quote": "still owns the bridge", "of": "fact-check"}]
    assert matches[0]["machine_translation"] == {"claim": "The mayor of Velden sold the bridge in 2019.", "from": "es", "to": "en"}
    assert matches[1] == {"id": "fc-2"} and [record.use for record in records] == [Use.SETTLING, Use.TRANSLATION]


def test_unquoted_lines_and_needless_translations_are_dropped() -> None:
    (noted,), records = note(entry(), line={"line": "It is so.", "quote": "as everybody knows"}, target="es-MX")
    assert noted == MatchNotes() and with_notes(row(), noted) == row()
    assert len(records[0].spent.dropped) == 1 and records[1].spent.calls == 0


def test_no_explanation_without_a_matching_fact_check() -> None:
    noted, records = note(entry(Outcome.NONE), replace(entry(), matches=()), target="")
    assert noted == [MatchNotes(), MatchNotes()] and records[0].spent.calls == 0 and len(records) == 1


def test_cancel_stops_the_notes() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        note_matches([entry()], why=True, target="", asker=Asker(FakeLanguageModel(), cancel), progress=no_progress)


def test_each_claim_is_reworded_once_and_one_without_words_not_at_all() -> None:
    model = FakeLanguageModel(lambda _asked: json.dumps({"wordings": ["Velden's mayor gave away the old bridge in 2019", SAID]}))
    queries = [Query(qid=str(number), text=text) for number, text in enumerate((SAID, SAID, "…"))]
    reworded, record = reworded_queries(queries, asker=Asker(model, CancelToken()), progress=no_progress)
    assert reworded == {SAID: (QueryVariant(QueryForm.REWORDED, "Velden's mayor gave away the old bridge in 2019"),)}
    assert record.use is Use.WORDINGS and record.spent.calls == 1 and len(record.spent.dropped) == 1
