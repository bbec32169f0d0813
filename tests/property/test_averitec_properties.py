"""AVeriTeC files: lossless in both directions, and no file makes reading crash."""

from __future__ import annotations

import contextlib
import json
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.stance import StanceProbabilities
from app.domain.verification import (
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    QuestionOrigin,
    SecondOpinion,
    Veracity,
    Verification,
)
from app.errors import InputError
from app.ingest.averitec import claim_row, claims_bytes, read_averitec_rows, read_claim
from tests.fakes.averitec_claims import four_claims

quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

text = st.text(alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=20)
share = st.floats(0, 1, allow_nan=False)
days = st.none() | st.dates(date(1900, 1, 1), date(date.today().year + 1, 12, 31))
answers = st.builds(
    EvidenceAnswer,
    text=text,
    kind=st.sampled_from(AnswerType),
    explanation=text,
    source_url=text,
    cached_source_url=text,
    source_medium=text,
    source=text,
    published=days,
    passage=text,
    passage_text=text,
    stance=st.none() | st.builds(StanceProbabilities, share, share, share),
    score=share,
    context_only=st.booleans(),
    warning=text,
    title=text,
)
questions = st.builds(
    EvidenceQuestion, text=text, answers=st.lists(answers, max_size=2).map(tuple), origin=st.sampled_from(QuestionOrigin), like=text
)
labels = st.sampled_from(Veracity)
judgements = st.builds(
    Judgement,
    label=labels,
    by_rule=labels,
    probabilities=st.tuples(share, share, share, share),
    deciding=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=3).map(tuple),
)
claims = st.builds(
    ClaimForm,
    text=text,
    speaker=text,
    made=days,
    reporting_source=text,
    location=text,
    types=st.lists(text, max_size=2).map(tuple),
    strategies=st.lists(text, max_size=2).map(tuple),
    original_url=text,
    cached_original_url=text,
    fact_checking_article=text,
    original=text,
    context=st.lists(text, max_size=2).map(tuple),
)
opinions = st.builds(SecondOpinion, reviewer=text, label=labels, note=text, created=text, round=st.integers(1, 5))
verifications = st.builds(
    Verification,
    claim=claims,
    questions=st.lists(questions, max_size=2).map(tuple),
    judgement=st.none() | judgements,
    own_label=st.none() | labels,
    own_note=text,
    justification=text,
    edited=st.booleans(),
    opinions=st.lists(opinions, max_size=2).map(tuple),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | text, lambda inner: st.lists(inner, max_size=2), max_leaves=4
)


@quick
@given(verifications)
def test_verifications_round_trip(verification: Verification) -> None:
    assert read_claim(json.loads(claims_bytes([verification]))[0]) == verification


@quick
@given(st.integers(0, 3), st.dictionaries(text.filter(bool), values, max_size=3))
def test_unknown_fields_round_trip(index: int, strange: dict[str, Any]) -> None:
    record = four_claims()[index]
    row = {**{name: value for name, value in strange.items() if name != "priorcheck"}, **record}
    assert claim_row(read_claim(row)) == row


@quick
@given(st.data())
def test_damaged_files_are_refused_with_a_message(tmp_path: Path, data: st.DataObject) -> None:
    content = json.dumps(four_claims()).encode()
    position = data.draw(st.integers(0, len(content) - 1))
    suffix = content[position + 1 :] if data.draw(st.booleans()) else b""
    path = tmp_path / "damaged.json"
    path.write_bytes(content[:position] + data.draw(st.binary(max_size=3)) + suffix)
    with contextlib.suppress(InputError):
        assert all((row.verification is None) != (row.refused is None) for row in read_averitec_rows(path))


@quick
@given(st.dictionaries(st.sampled_from(sorted(four_claims()[0])), values, max_size=4))
def test_fields_of_any_type_are_read_or_refused_with_a_message(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps([four_claims()[0] | change]), encoding="utf-8")
    (row,) = read_averitec_rows(path)
    assert row.verification or (row.refused and row.refused.reason)
