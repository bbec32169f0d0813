"""Answers as rows, as documented in the command-line contract."""

from __future__ import annotations

from typing import Any

from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.services.reports.rows import match_row, run_row

SHOWN = 10
"""Posts of each side that the command line gives, unless more are asked for."""


def asked_row(answered: Answered, *, limit: int | None = None) -> dict[str, Any]:
    """Return one question with its answers as documented for the command line, with the first `limit` posts of each side (None:
    all).

    A yes-no question has the answers YES and NO, each with its own supporting posts, the one that holds first; `holds` is YES, NO
    or NOT SURE.
    """
    of_yes_no = answered.kind is QuestionType.YES_NO
    answers = _yes_and_no(answered, limit) if of_yes_no else [_answer_row(answer, limit) for answer in answered.answers]
    return {
        "question": answered.question,
        "type": answered.kind.value,
        "holds": answered.holding.value if answered.holding else None,
        "answers": answers,
        "retrieved": list(answered.retrieved),
        "remarks": list(answered.remarks),
    }


def asked_record(answered: Answered) -> dict[str, Any]:
    """Return the record of how the answers were made."""
    return run_row(answered.run) | {"posts": answered.searched, "encoded": answered.encoded}


def _yes_and_no(answered: Answered, limit: int | None) -> list[dict[str, Any]]:
    answer = answered.answers[0]
    answered_both = [
        _answer_row(answer, limit)
        | {"answer": name.value, "supporting": [_post_row(opinion) for opinion in column[:limit]], "refuting": []}
        for name, column in ((Holding.YES, answer.supporting), (Holding.NO, answer.refuting))
    ]
    return answered_both[::-1] if answered.holding is Holding.NO else answered_both


def _answer_row(answer: Answer, limit: int | None) -> dict[str, Any]:
    return {
        "answer": answer.name,
        "claim": answer.claim,
        "contested": round(answer.contested, 6),
        "sureness": round(answer.sureness, 6),
        "forms": [{"form": form, "posts": count} for form, count in answer.forms],
        "supporting": [_post_row(opinion) for opinion in answer.supporting[:limit]],
        "refuting": [_post_row(opinion) for opinion in answer.refuting[:limit]],
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
