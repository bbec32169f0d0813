"""Ask: answers a question from a library's posts with the distinct answers that people give, each with the posts for and against
it.

Question → posts (lexical and dense search with several wordings, fused) → for an entity question the answer in each post, merged →
for each answer the claim "question + answer" → posts near the claim and their stance → columns, contradiction score, and published
fact-checks. Source: MythQA (Bai, Colas and Wang 2023), section 3, whose parts are replaced one by one.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import replace

from app.ask.controversy import contested, holding
from app.ask.expansion import expanded
from app.ask.parameters import RECIPE, Recipe
from app.ask.question import question_type
from app.ask.stance_mining import strength
from app.domain.ask import Answer, Answered, AskOptions, Opinion, QuestionType, most_interesting_first
from app.domain.match import Match
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.domain.ranked import Outcome
from app.errors import InputError
from app.ranking.verdict import pair_probability
from app.services.ask_engine import AskEngine
from app.services.asking_posts import PostSearch
from app.services.asking_record import ask_record, remarks
from app.services.assisted_asking import AnswerFinder
from app.services.claim_lookup import look_up
from app.services.engine import Engine
from app.services.retry_on_device_change import retry_on_device_change
from app.translation import tr

DEBUNKS = 3
"""Fact-checks that are named for an answer, at most."""


@retry_on_device_change
def ask_posts(
    question: str,
    *,
    engine: AskEngine,
    options: AskOptions,
    progress: Progress,
    cancel: CancelToken,
    recipe: Recipe = RECIPE,
    finder: AnswerFinder | None = None,
) -> Answered:
    """Return the answers of the library's posts to a question, sure and contested ones first.

    `finder`, made for this question only, lets a language model look for answers too. Raises InputError `question-empty` and
    `posts-none`, LibraryError, Cancelled; with a `finder` ModelError as its model does.
    """
    started = time.perf_counter()
    if not any(map(str.isalnum, question)):
        raise InputError("question-empty", tr("There is no question."), hint=tr("Type a question, for example “What spreads the virus?”."))
    with closing(engine.posts.index(encoder=engine.encoder, progress=progress, cancel=cancel)) as index:
        if not len(index):
            hint = tr("Import posts first, in Ask or by “priorcheck library import --kind posts FILE”.")
            raise InputError("posts-none", tr("The library holds no posts to ask."), hint=hint)
        allowed = index.allowed(options.among)
        search = PostSearch(engine=engine, index=index, allowed=allowed, progress=progress, cancel=cancel, recipe=recipe, finder=finder)
        kind = options.kind or question_type(question)
        rows = search.retrieve(expanded(question, kind), options.retrieved)
        if kind is QuestionType.YES_NO:
            answers = [search.yes_no(question, rows, judged=options.judged)]
        else:
            answers = search.entities(question, rows, read=options.read, limit=options.answers)
        answers = _debunked([replace(answer, contested=contested(*strengths(answer))) for answer in answers], engine, progress, cancel)
        return Answered(
            question=question,
            kind=kind,
            answers=most_interesting_first(answers),
            holding=holding(*strengths(answers[0])) if kind is QuestionType.YES_NO else None,
            retrieved=tuple(post.id for post in search.posts_at(rows)),
            searched=search.searched,
            encoded=index.encoded,
            waiting=index.waiting,
            remarks=remarks(question, search, answers),
            assisted=finder.record if finder is not None else None,
            run=ask_record(search, options, kind, time.perf_counter() - started),
        )


def strengths(answer: Answer) -> tuple[float, float]:
    """Return how strongly the posts speak for and against an answer (see `app.ask.stance_mining.strength`)."""

    def of(column: tuple[Opinion, ...]) -> float:
        return strength([opinion.score for opinion in column], [opinion.cluster for opinion in column])

    return of(answer.supporting), of(answer.refuting)


def _debunked(answers: list[Answer], engine: AskEngine, progress: Progress, cancel: CancelToken) -> list[Answer]:
    """Return each answer with the fact-checks that are surely about its claim."""
    if engine.factchecks is None or not answers:
        return answers
    progress(ProgressUpdate(tr("Looking up fact-checks")))
    queries = [Query(qid=str(index), text=answer.claim) for index, answer in enumerate(answers)]
    lookup = look_up(queries, engine=engine.factchecks, options=MatchOptions(top=DEBUNKS), progress=no_progress, cancel=cancel)
    return [
        replace(answer, debunks=_sure(result.matches, engine.factchecks)) if result.outcome is Outcome.MATCH else answer
        for answer, result in zip(answers, lookup.results, strict=True)
    ]


def _sure(matches: tuple[Match, ...], engine: Engine) -> tuple[Match, ...]:
    """Return the best match, and the further ones that are surely about the claim."""
    least = engine.query_ranker.file.match_probability
    return matches[:1] + tuple(match for match in matches[1:] if pair_probability(match) >= least)
