"""Questions to a collection of posts, and their answers (MythQA: Bai, Colas and Wang 2023)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.domain.assisted import AssistRecord
from app.domain.match import Match
from app.domain.post import Post
from app.domain.posts import PostFilter
from app.domain.ranked import RunRecord

EVERYWHERE = PostFilter()


class QuestionType(StrEnum):
    """Expected kind of answer: entities ("what spreads it?") or yes and no ("does it spread?")."""

    ENTITY = "entity"
    YES_NO = "yes-no"


class Holding(StrEnum):
    """Overall answer of the posts to a yes-no question. NOT SURE: too few take a side, or both sides are about equally strong."""

    YES = "YES"
    NO = "NO"
    NOT_SURE = "NOT SURE"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOptions:
    """Options for answering a question.

    `kind` overrides the question type that is derived from the words. `retrieved` posts are found for the question (k). Of an
    entity question the first `read` of them are read for answers, of which at most `answers` are returned; of a yes-no question the
    side of the first `judged` is determined. `among` filters the posts. The first `llm_read` of the posts that are read are also
    read by the user's language model.
    """

    kind: QuestionType | None = None
    retrieved: int = 200
    read: int = 100
    judged: int = 80
    answers: int = 10
    among: PostFilter = EVERYWHERE
    llm_read: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """A post that takes a side on a statement.

    `score` in [0, 1] is the ranking key (relevance blended with stance), `relevance` in [0, 1] comes from the retrieval rank,
    `stance` are the calibrated probabilities (support, refute, neither), which sum to 1. `said` is the part of the text with the
    answer ("" if it was not read from this post). `same_as` are the ids of the post's copies. Opinions of one `cluster` are
    near-duplicates. `corrected`: the side was set by the user. `said_by_llm`: a language model found `said`, verbatim in the post.
    """

    post: Post
    score: float
    relevance: float
    stance: tuple[float, float, float]
    said: str = ""
    same_as: tuple[str, ...] = ()
    cluster: int = 0
    corrected: bool = False
    said_by_llm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One distinct answer with the posts for and against it, best first; no post is in both columns.

    `claim` is question and answer as a statement. `forms` are the merged wordings with their numbers of posts, most frequent first.
    `contested` in [0, 1] is the contradiction score. `debunks` are published fact-checks about the claim. `sureness` in [0, 1] is
    the confidence that this is an answer to the question at all (1 where it was not read from a post).
    """

    name: str
    claim: str
    contested: float
    supporting: tuple[Opinion, ...] = ()
    refuting: tuple[Opinion, ...] = ()
    forms: tuple[tuple[str, int], ...] = ()
    debunks: tuple[Match, ...] = ()
    sureness: float = 1.0


def most_interesting_first(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Return the answers in display order: by the sum of their ranks in contradiction and in sureness, ties by sureness. The sum
    keeps doubtful answers from coming first only because somebody contradicts them."""
    unordered = tuple(answers)
    contested_values, sureness_values = sorted(-answer.contested for answer in unordered), sorted(-answer.sureness for answer in unordered)

    def ranks(answer: Answer) -> tuple[int, float]:
        return bisect_left(contested_values, -answer.contested) + bisect_left(sureness_values, -answer.sureness), -answer.sureness

    return tuple(sorted(unordered, key=ranks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Complete answer to one question; `answers` are in the order of `most_interesting_first`.

    A yes-no question has one answer, whose claim is the question as a statement, and `holding` is yes or no. `retrieved` are the
    ids of the posts that were read, best first. `searched` counts the posts that can be found, `encoded` those that can also be
    found by meaning, `waiting` those still to be encoded. `remarks` are messages for the user about steps that were not possible.
    `assisted` records a language model's part (None: it had none).
    """

    question: str
    kind: QuestionType
    answers: tuple[Answer, ...]
    run: RunRecord
    holding: Holding | None = None
    retrieved: tuple[str, ...] = ()
    searched: int = 0
    encoded: int = 0
    waiting: int = 0
    remarks: tuple[str, ...] = ()
    assisted: AssistRecord | None = None
