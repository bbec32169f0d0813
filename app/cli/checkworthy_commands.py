"""`checkworthy`: check-worthiness of each sentence of a document, or each text of a query file. Needs no library."""

from __future__ import annotations

import argparse
from typing import Any

from app import __version__
from app.cli import arguments as args
from app.cli.analysis_commands import finish
from app.cli.context import Context
from app.cli.output import say
from app.domain.document import Sentence
from app.domain.importing import RefusedRow
from app.ingest.queries import QueryRow, check_some
from app.reading import read_document, read_queries
from app.services.checkworthiness import Checkworthiness, checkworthiness
from app.services.languages import language_code


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add checkworthy to the grammar."""
    parser = commands.add_parser("checkworthy", parents=[common], help="how check-worthy sentences are")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("document", type=args.file, nargs="?", metavar="DOCUMENT")
    source.add_argument("--queries", type=args.file, metavar="Q.jsonl")
    parser.add_argument("--out", type=args.file, metavar="F.jsonl")
    args.document_language(parser)
    parser.set_defaults(command=run_checkworthy)


def run_checkworthy(context: Context) -> int:
    """Run `checkworthy DOCUMENT | --queries`: one row for each sentence or query, in order."""
    context.check_out()
    return _of_document(context) if context.arguments.document else _of_queries(context)


def _of_document(context: Context) -> int:
    language = None if context.arguments.language is None else language_code(context.arguments.language)
    document = read_document(context.arguments.document, language=language, cancel=context.cancel, progress=context.progress)
    for note in document.notes:
        say(note)
    scorer = context.session.models.checkworthiness_scorer()
    languages = [document.language_of(entry) for entry in document.sentences]
    judged = checkworthiness([entry.text for entry in document.sentences], scorer, context.cancel, languages=languages)
    rows = [_sentence_row(sentence, judgement) for sentence, judgement in zip(document.sentences, judged, strict=True)]
    return finish(context, rows, [], _run(context, sentences=len(rows), language=document.language))


def _of_queries(context: Context) -> int:
    entries = read_queries(context.arguments.queries, cancel=context.cancel)
    texts = [entry.query.text for entry in entries if entry.query is not None]
    refused = [entry.refused for entry in entries if entry.refused is not None]
    check_some(context.arguments.queries, len(entries), refused, expected_fields="qid and text")
    judged = iter(checkworthiness(texts, context.session.models.checkworthiness_scorer(), context.cancel))
    rows = [_query_row(entry, next(judged) if entry.query is not None else None) for entry in entries]
    return finish(context, rows, refused, _run(context, queries=len(texts), refused=len(refused)))


def _run(context: Context, **counts: int | str) -> dict[str, Any]:
    models = {"checkworthiness": context.session.models.checkworthiness_scorer().identity.key()}
    return {"program": f"priorcheck {__version__}", **counts, "models": models}


def _sentence_row(sentence: Sentence, judgement: Checkworthiness) -> dict[str, Any]:
    """Return the row of a sentence; `time` is in seconds from the start of the recording."""
    fields = {name: getattr(sentence, name) for name in ("index", "line", "speaker", "start", "end", "time", "text")}
    return fields | _judgement(judgement)


def _query_row(entry: QueryRow, judgement: Checkworthiness | None) -> dict[str, Any]:
    """Return the row of a query; an invalid one keeps its position, is not judged, and has the reason in `refused`."""
    text = entry.query.text if entry.query is not None else ""
    row: dict[str, Any] = {"qid": entry.qid, "text": text} | _judgement(judgement or Checkworthiness(score=0.0, abstain=True))
    return row | {"refused": entry.refused.reason} if isinstance(entry.refused, RefusedRow) else row


def _judgement(judgement: Checkworthiness) -> dict[str, float | bool]:
    return {"checkworthiness": judgement.score, "abstain": judgement.abstain}
