"""Answers as rows, as documented in the command-line contract."""

from __future__ import annotations

from typing import Any

from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.services.reports.rows import match_row, run_row

SHOWN = 10
"""Posts of each side that the command line gives, unless more are asked for."""


def asked_row(answered: Answered, *, shown: int | None = None) -> dict[str, Any]:
    """One question with its answers; of each side the first `shown` posts (None: all).

    Of a yes-no question the answers are YES and NO, each with its own support, the one first that holds; `holds` is YES, NO or NOT SURE.
    """
    of_yes_no = answered.kind is QuestionType.YES_NO
    answers = _yes_and_no(answered, shown) if of_yes_no else [_answer_row(answer, shown) for answer in answered.answers]
    return {
        "question": answered.question,
        "type": answered.kind.value,
        "holds": answered.holding.value if answered.holding else None,
        "answers": answers,
        "retrieved": list(answered.retrieved),
        "remarks": list(answered.remarks),
    }


def asked_record(answered: Answered) -> dict[str, Any]:
    """How the answers were made."""
    return run_row(answered.run) | {"posts": answered.searched, "encoded": answered.encoded}


def _yes_and_no(answered: Answered, shown: int | None) -> list[dict[str, Any]]:
    whole = answered.answers[0]
    both = [
        _answer_row(whole, shown) | {"answer": name.value, "supporting": [_post_row(one) for one in column[:shown]], "refuting": []}
        for name, column in ((Holding.YES, whole.supporting), (Holding.NO, whole.refuting))
    ]
    return both[::-1] if answered.holding is Holding.NO else both


def _answer_row(answer: Answer, shown: int | None) -> dict[str, Any]:
    return {
        "answer": answer.name,
        "claim": answer.claim,
        "contested": round(answer.contested, 6),
        "sureness": round(answer.sureness, 6),
        "forms": [{"form": form, "posts": count} for form, count in answer.forms],
        "supporting": [_post_row(one) for one in answer.supporting[:shown]],
        "refuting": [_post_row(one) for one in answer.refuting[:shown]],
        "supporting_posts": len(answer.supporting),
        "refuting_posts": len(answer.refuting),
        "debunks": [match_row(match) for match in answer.debunks],
    }


def _post_row(opinion: Opinion) -> dict[str, Any]:
    post = opinion.post
    support, refute, neutral = opinion.stance
    return {
        "id": post.id,
        "same_as": list(opinion.same_as),
        "text": post.text,
        "score": round(opinion.score, 6),
        "relevance": round(opinion.relevance, 6),
        "stance_probabilities": {"support": support, "refute": refute, "neutral": neutral},
        "corrected": opinion.corrected,
        "said": opinion.said,
        "said_by_llm": opinion.said_by_llm,
        "cluster": opinion.cluster,
        "author": post.author,
        "published": post.published.isoformat() if post.published else None,
        "platform": post.platform,
        "language": post.language,
        "url": post.url,
        "engagement": post.engagement,
    }
