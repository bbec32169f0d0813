"""A finished verification with every kind of content, and texts that a report must not interpret."""

from __future__ import annotations

from datetime import date

from app.domain.ranked import RunRecord
from app.domain.stance import StanceProbabilities
from app.domain.verification import (
    NO_ANSWER,
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    QuestionOrigin,
    SecondOpinion,
    Veracity,
    Verification,
    Verified,
)

EVIL = "<script>alert(1)</script>\u202e"


def finished() -> Verification:
    """Return a claim that a person calls refuted and the machine conflicting, with three answers to two questions, and a second
    opinion."""
    yes = EvidenceAnswer(
        text="No",
        kind=AnswerType.BOOLEAN,
        explanation=f"The river stayed below the mark {EVIL}",
        source_url="https://lea.example/levels",
        source_medium="Web table",
        source="Lea Water Board",
        published=date(2020, 5, 1),
        passage="d#0-40",
        passage_text="On Friday the river stayed below the mark all day.",
        stance=StanceProbabilities(support=0.1, refute=0.8, neutral=0.1),
        score=0.9,
    )
    late = EvidenceAnswer(
        text="It was flooded.",
        kind=AnswerType.EXTRACTIVE,
        source_url="javascript:alert(1)",
        source="The Lea Laugh",
        published=date(2020, 5, 4),
        stance=StanceProbabilities(support=0.7, refute=0.2, neutral=0.1),
        context_only=True,
        warning="satire",
    )
    return Verification(
        claim=ClaimForm(
            text="The river Lea flooded the market in May.",
            speaker=f"Ada {EVIL}",
            made=date(2020, 5, 4),
            reporting_source="Radio Lea",
            location="GB",
            types=("Event/Property Claim",),
            original="It was flooded, all of it.",
            original_url="https://radio.example/lea",
        ),
        questions=(
            EvidenceQuestion(text="Did the river Lea flood in May?", answers=(yes, late), origin=QuestionOrigin.TEMPLATE),
            EvidenceQuestion(
                text="Who saw it?",
                answers=(EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE),),
                origin=QuestionOrigin.PAST_CLAIM,
                like="The river Tarn flooded.",
            ),
        ),
        judgement=Judgement(
            label=Veracity.CONFLICTING, by_rule=Veracity.REFUTED, probabilities=(0.1, 0.3, 0.1, 0.5), deciding=((0, 0), (1, 0))
        ),
        own_label=Veracity.REFUTED,
        own_note="Rang the Water Board.",
        justification="The river stayed below the mark [1.1].",
        opinions=(SecondOpinion(reviewer="Bo", label=Veracity.SUPPORTED, note="Seems so."),),
    )


def verified(verification: Verification | None = None) -> Verified:
    """Return the same with its run record."""
    run = RunRecord(program="priorcheck 1", created="2026-01-02T03:04:05+00:00", library="/home/ada/library", models=(("reader", "r@1"),))
    return Verified(verification=verification or finished(), run=run, searched=120, held_back=3, remarks=("One question had no answer.",))
