"""A question put to the posts of a library. For now every question is answered by saying that nothing was found."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from app.ask.question import question_type
from app.domain.ask import Answered, AskOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.ranked import RunRecord
from app.ports import PostLibrary
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEngine:
    """What a question is answered with."""

    posts: PostLibrary


def ask_posts(question: str, *, engine: AskEngine, options: AskOptions, progress: Progress, cancel: CancelToken) -> Answered:
    """The answers that the posts give. Raises Cancelled."""
    progress(ProgressUpdate(tr("Searching posts")))
    cancel.check()
    run = RunRecord(program="priorcheck", created=datetime.now(UTC).isoformat(timespec="seconds"))
    kind = options.kind or question_type(question)
    return Answered(question=question, kind=kind, answers=(), run=run, searched=engine.posts.statistics().groups)
