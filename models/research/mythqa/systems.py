"""Our own answers to MythQA's questions as predictions, also with parts of the recipe removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.ask.parameters import RECIPE, Recipe
from app.domain.ask import AskOptions, Opinion, QuestionType
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.services.ask_engine import AskEngine
from app.services.asking import ask_posts
from models.research.mythqa.gold import YES, Question
from models.research.mythqa.predictions import FoundAnswer, Posts, Prediction

ABLATION: Mapping[str, Recipe] = {
    "our blend": RECIPE,
    "BM25 and stance alone, as the paper": replace(
        RECIPE, dense=0.0, wordings=False, fading=0.0, weighed=False, least=0.0, sure=0.0, spoken=0.0, on_claim=0.0, diverse=False
    ),
    "without BM25": replace(RECIPE, lexical=0.0),
    "without vectors": replace(RECIPE, dense=0.0),
    "without other wordings": replace(RECIPE, wordings=False),
    "without relevance": replace(RECIPE, fading=0.0),
    "without weighing both sides": replace(RECIPE, weighed=False),
    "without a least stance": replace(RECIPE, least=0.0, least_of_answer=0.0),
    "without a sure post a side": replace(RECIPE, sure=0.0),
    "without asking whether it is spoken of": replace(RECIPE, spoken=0.0),
    "without a second opinion": replace(RECIPE, on_claim=0.0),
    "without diversity": replace(RECIPE, diverse=False),
}
"""By name, in the order of the table."""


def own_predictions(
    questions: Sequence[Question],
    *,
    engine: AskEngine,
    options: AskOptions,
    progress: Progress,
    cancel: CancelToken,
    recipe: Recipe = RECIPE,
) -> dict[str, Prediction]:
    """Return the results of `ask_posts` by question id, from each question's text and type only.

    Fact-checks are not searched. Raises LibraryError and InputError as `ask_posts` does, and Cancelled.
    """
    engine_without_factchecks = replace(engine, factchecks=None)
    predictions: dict[str, Prediction] = {}
    for count, question in enumerate(questions):
        progress(ProgressUpdate("Asking questions", count, len(questions)))
        question_options = replace(options, kind=question.kind)
        answered = ask_posts(
            question.text, engine=engine_without_factchecks, options=question_options, progress=no_progress, cancel=cancel, recipe=recipe
        )
        answers = tuple(
            FoundAnswer(
                name=YES if question.kind is QuestionType.YES_NO else answer.name,
                supporting=_posts(answer.supporting),
                refuting=_posts(answer.refuting),
            )
            for answer in answered.answers
        )
        predictions[question.qid] = Prediction(answers=answers, retrieved=tuple(frozenset((post,)) for post in answered.retrieved))
    return predictions


def _posts(column: Sequence[Opinion]) -> Posts:
    return tuple(frozenset((judged_post.post.id, *judged_post.same_as)) for judged_post in column)
