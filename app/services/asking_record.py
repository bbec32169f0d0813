"""The run record of Ask, and remarks about its limits."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.ask import Answer, AskOptions, QuestionType
from app.domain.ranked import RunRecord
from app.ingest.language import detect_language
from app.services.asking_posts import PostSearch
from app.services.run_record import new_record
from app.stance import can_read
from app.translation import tr, trn


def ask_record(search: PostSearch, options: AskOptions, kind: QuestionType, seconds: float) -> RunRecord:
    """Return a record of models, state of the index and parameters."""
    among = options.among
    parameters = (
        ("type", kind.value),
        ("retrieved", str(options.retrieved)),
        ("read", str(options.read)),
        ("judged", str(options.judged)),
        ("llm_read", str(options.llm_read) if options.llm_read else ""),
        ("platform", among.platform),
        ("language", among.language),
        ("since", among.since.isoformat() if among.since else ""),
        ("until", among.until.isoformat() if among.until else ""),
    )
    run = new_record(
        generation=search.index.generation,
        searched=search.searched,
        index_kind=search.index.vectors().kind,
        models=search.engine.models(),
        parameters=parameters,
        seconds=[("all", seconds)],
    )
    return run if search.finder is None or search.finder.record is None else search.finder.record.added_to(run)


def remarks(question: str, search: PostSearch, answers: Sequence[Answer]) -> tuple[str, ...]:
    """Return sentences for the user about what limits the answers."""
    sentences = []
    if not can_read(detect_language(question)):
        sentences.append(
            tr("The question seems to be in another language: posts are found, but answers and sides are read in English alone.")
        )
    unencoded = search.index.waiting
    if unencoded:
        sentences.append(
            trn(
                "{count} post is found by its words alone until it is made searchable by meaning.",
                "{count} posts are found by their words alone until they are made searchable by meaning.",
                unencoded,
            )
        )
    if not any(answer.supporting or answer.refuting for answer in answers):
        sentences.append(tr("No post was found that takes a side."))
    if search.finder is not None:
        sentences += search.finder.remarks()
    return tuple(sentences)
