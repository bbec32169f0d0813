"""AVeriTeC files: reading, refusals, and lossless writing."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.domain.stance import StanceProbabilities
from app.domain.verification import AnswerType, Judgement, QuestionOrigin, SecondOpinion, Veracity, Verification
from app.errors import InputError
from app.ingest.averitec import claim_row, claims_bytes, read_averitec_file, read_averitec_rows, read_claim
from tests.fakes.command_line import write_rows

CLAIM: dict[str, Any] = {
    "claim": "The bridge of Lea was closed in 2019.",
    "required_reannotation": False,
    "label": "Conflicting Evidence/Cherrypicking",
    "justification": "One lane stayed open.",
    "claim_date": "5-8-2020",
    "speaker": None,
    "original_claim_url": None,
    "fact_checking_article": "https://checks.example/lea",
    "reporting_source": "Radio Lea",
    "location_ISO_code": "GB",
    "claim_types": ["Event/Property Claim", "Numerical Claim"],
    "fact_checking_strategies": ["Written Evidence"],
    "questions": [
        {
            "question": "Was the bridge closed in 2019?",
            "answers": [
                {
                    "answer": "No",
                    "answer_type": "Boolean",
                    "source_url": "https://lea.example/news",
                    "source_medium": "Web text",
                    "boolean_explanation": "One lane stayed open.",
                    "cached_source_url": "https://archive.example/lea",
                },
                {"answer": "No answer could be found.", "answer_type": "Unanswerable", "source_url": "", "source_medium": ""},
            ],
        },
        {"question": "Who closed it?", "answers": []},
    ],
    "cached_original_claim_url": None,
}


def round_trip(record: dict[str, Any]) -> dict[str, Any]:
    return claim_row(read_claim(record))


def test_every_field_has_its_place() -> None:
    read = read_claim(CLAIM)
    claim, (first, second) = read.claim, read.questions
    assert (claim.made, claim.made_as_given, claim.speaker, claim.location) == (date(2020, 8, 5), "", "", "GB")
    assert claim.types == ("Event/Property Claim", "Numerical Claim") and claim.strategies == ("Written Evidence",)
    assert (read.label, read.own_label, read.judgement) == (Veracity.CONFLICTING, Veracity.CONFLICTING, None)
    assert first.origin is QuestionOrigin.FILE and second.answers == ()
    boolean, none = first.answers
    assert (boolean.kind, boolean.explanation, boolean.cached_source_url) == (
        AnswerType.BOOLEAN,
        "One lane stayed open.",
        "https://archive.example/lea",
    )
    assert none.kind is AnswerType.UNANSWERABLE and read.justification == "One lane stayed open."


def test_a_claim_comes_back_as_it_was_with_its_fields_in_order() -> None:
    assert json.dumps(round_trip(CLAIM)) == json.dumps(CLAIM)


@pytest.mark.parametrize(
    "change",
    [
        {"speaker": ""},
        {"claim_date": "05-08-2020"},
        {"claim_date": "2020-08-05"},
        {"claim_date": None},
        {"claim_date": ""},
        {"required_reannotation": True},
        {"label": "Mostly so"},
        {"label": None},
        {"label": "refuted"},
        {"location_ISO_code": 44},
        {"claim_types": "Numerical Claim"},
        {"claim_id": 7, "notes": {"of": ["ours", 1.5, None, True]}},
        {"questions": []},
        {"claim": ""},
    ],
)
def test_fields_of_other_shapes_come_back(change: dict[str, Any]) -> None:
    record = CLAIM | change
    assert json.dumps(round_trip(record), sort_keys=True) == json.dumps(record, sort_keys=True)


def test_unknown_fields_of_questions_and_answers_come_back() -> None:
    question = {"question": "Why?", "asked_by": 3, "answers": [{"answer": "So", "answer_type": "abstractive", "store": {"a": 1}}]}
    restored = round_trip(CLAIM | {"questions": [question]})["questions"][0]
    assert (
        restored["asked_by"] == 3 and restored["answers"][0]["store"] == {"a": 1} and restored["answers"][0]["answer_type"] == "abstractive"
    )


def test_a_changed_field_is_written_as_it_is_now() -> None:
    read = read_claim(CLAIM | {"speaker": "", "claim_date": "05-08-2020", "label": "refuted"})
    changed = replace(read, own_label=Veracity.SUPPORTED, claim=replace(read.claim, speaker="Ada", made=date(2021, 1, 2)))
    row = claim_row(changed)
    assert (row["speaker"], row["claim_date"], row["label"]) == ("Ada", "2-1-2021", "Supported")
    assert row["required_reannotation"] is False


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("", AnswerType.UNANSWERABLE), ("No answer could be found.", AnswerType.UNANSWERABLE), ("Yes.", AnswerType.BOOLEAN)],
)
def test_the_kind_of_an_untyped_answer_follows_from_its_text(answer: str, kind: AnswerType) -> None:
    read = read_claim({"claim": "It rained.", "questions": [{"question": "Did it?", "answers": {"answer": answer}}]})
    assert read.questions[0].answers[0].kind is kind


def verified() -> Verification:
    """Return a verification that uses all fields which only Priorcheck has."""
    read = read_claim(CLAIM)
    first, second = read.questions
    answer = replace(
        first.answers[0],
        source="Lea News",
        published=date(2020, 8, 1),
        passage="d#0-10",
        passage_text="One lane",
        stance=StanceProbabilities(support=0.25, refute=0.5, neutral=0.25),
        score=0.75,
        context_only=True,
        warning="satire",
    )
    machine = Judgement(label=Veracity.REFUTED, by_rule=Veracity.NOT_ENOUGH, probabilities=(0.1, 0.6, 0.2, 0.1), deciding=((0, 0),))
    return replace(
        read,
        claim=replace(read.claim, original="It was closed.", context=("Then came winter.",)),
        questions=(replace(first, answers=(answer,)), replace(second, origin=QuestionOrigin.PAST_CLAIM, like="The bridge of Lyn")),
        judgement=machine,
        own_note="Called the council.",
        edited=True,
        opinions=(SecondOpinion(reviewer="Bo", label=Veracity.REFUTED, note="Clear.", created="2026-01-02", round=2),),
    )


def test_own_fields_come_back() -> None:
    complete = verified()
    assert read_claim(json.loads(claims_bytes([complete]))[0]) == complete
    without_label = replace(complete, own_label=None)
    row = json.loads(claims_bytes([without_label]))[0]
    assert row["label"] == "Refuted" and read_claim(row) == without_label


def test_a_plain_claim_has_no_priorcheck_object() -> None:
    assert "priorcheck" not in json.dumps(round_trip(CLAIM))


def test_files_of_every_form(tmp_path: Path) -> None:
    claims = [CLAIM, CLAIM | {"claim": "It rained."}]
    listed, single, lines, packed = (tmp_path / name for name in ("l.json", "o.json", "l.jsonl", "p.json.gz"))
    listed.write_text(json.dumps(claims), encoding="utf-8-sig")
    single.write_text(json.dumps(CLAIM, indent=1), encoding="utf-8")
    write_rows(lines, *claims)
    packed.write_bytes(gzip.compress(json.dumps(claims).encode()))
    read_claims = read_averitec_file(listed)
    assert read_averitec_file(lines) == read_averitec_file(packed) == read_claims and read_averitec_file(single) == read_claims[:1]
    again = tmp_path / "again.json"
    again.write_bytes(claims_bytes(read_claims))
    assert again.read_text(encoding="ascii") == json.dumps(claims, indent=4) + "\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "holds no claim"),
        ("[]", "holds no claim"),
        ("claim;date", "no JSON of claims"),
        ("[" * 100_000, "no JSON of claims"),
        ('["The bridge is closed."]', "Row 1 of"),
        ('[{"label": "Refuted"}]', "no claim here"),
        ('[{"claim": ["a"]}]', "holds a list"),
        ('[{"claim": "a", "claim_date": "31-2-2020"}]', "31-2-2020"),
        ('[{"claim": "a", "claim_date": "in spring"}]', "such as 25-8-2020"),
        ('[{"claim": "a", "questions": "Why?"}]', "questions"),
        ('[{"claim": "a", "priorcheck": {"judgement": 1}}]', "priorcheck"),
        ('{"claim": "a"}\n{"claim": "b"\n', "Row 2 of"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "claims.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_averitec_file(path)
    assert words in str(caught.value) and caught.value.hint


def test_a_bad_row_keeps_its_position_and_reading_continues(tmp_path: Path) -> None:
    path = tmp_path / "claims.json"
    path.write_text(json.dumps([CLAIM, {"claim_date": "1-1-2020"}, CLAIM]), encoding="utf-8")
    rows = read_averitec_rows(path)
    assert [row.number for row in rows] == [1, 2, 3] and [row.verification is None for row in rows] == [False, True, False]
    assert rows[1].refused and rows[1].refused.row == "2" and rows[1].refused.source == "claims.json"


@pytest.mark.data
def test_all_of_averitec_round_trips_byte_for_byte(shared_data: Path) -> None:
    path = shared_data / "averitec" / "train.json"
    claims = read_averitec_file(path)
    assert len(claims) == 3068 and sum(claim.claim.made is None for claim in claims) == 105
    assert claims_bytes(claims) == path.read_bytes()
