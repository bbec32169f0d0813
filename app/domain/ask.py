"""What is asked of a pile of posts, and what they answer (MythQA: Bai, Colas and Wang 2023)."""

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
    """Whether a question asks for answers ("what spreads it?") or for yes or no ("does it spread?")."""

    ENTITY = "entity"
    YES_NO = "yes-no"


class Holding(StrEnum):
    """What the posts say to a yes-no question, taken together. NOT SURE: too few take a side, or both camps are about as strong."""

    YES = "YES"
    NO = "NO"
    NOT_SURE = "NOT SURE"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOptions:
    """How a question is answered.

    `kind` overrides what the words tell. `retrieved` posts are found for the question (k). The first `read` of them are read for answers
    to an entity question, of which at most `answers` come back; of a yes-no question the side of the first `judged` is told. `among`:
    which posts are searched. The first `llm_read` of those that are read for answers are read by the user's language model as well.
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

    `score` in [0, 1] is the ranking key (relevance and stance blended), `relevance` in [0, 1] how high the post was found,
    `stance` the calibrated probabilities (support, refute, neither), which sum to 1. `said` is the part of the text that gives the answer
    ("" where it was not read from this post). `same_as` are the ids of the post's copies. Opinions of one `cluster` say nearly the same.
    `corrected`: the user said which side it takes. `said_by_llm`: a language model found `said`, in these very words of the post.
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

    `claim` is question and answer as a statement. `forms` are the wordings that were merged, each with the number of posts that use it,
    most frequent first. `contested` in [0, 1] is the contradiction score. `debunks` are fact-checks that are already published about the
    claim. `sureness` in [0, 1] is how surely posts give this answer to the question at all (1 where nobody had to read it from a post).
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
    """The answers in the order in which they are shown: by the sum of their ranks in contradiction and in sureness, of equals the surer one
    first. What is hardly an answer does not come first because somebody contradicts it."""
    given = tuple(answers)
    contested, sure = sorted(-answer.contested for answer in given), sorted(-answer.sureness for answer in given)

    def ranks(answer: Answer) -> tuple[int, float]:
        return bisect_left(contested, -answer.contested) + bisect_left(sure, -answer.sureness), -answer.sureness

    return tuple(sorted(given, key=ranks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """All that the posts answer to one question; `answers` are ordered by how contested and how sure they are (`most_interesting_first`).

    Of a yes-no question there is one answer, whose claim is the question as a statement, and `holding` says yes or no. `retrieved` are
    the ids of the posts that were read, best first; `searched` is how many posts there are to find, `encoded` how many of them can be
    found by meaning and not by words alone, and `waiting` how many are still to be made so. `remarks` are sentences for the user about
    what could not be done. `assisted` says what a language model's part in it took (None: it had none).
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
