"""Pasted claims as queries, and their answers as rows that the list of sentences can show."""

from __future__ import annotations

from dataclasses import replace

from app.domain.document import Document, Sentence
from app.domain.options import Query
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord

MOST = 500


def queries_of(text: str) -> tuple[Query, ...]:
    """One query a line that holds more than white space; list marks at its beginning are left out. At most 500."""
    lines = (line.strip().lstrip("-•*").strip() for line in text.splitlines())
    kept = [line for line in lines if line][:MOST]
    return tuple(Query(qid=str(number), text=line) for number, line in enumerate(kept, start=1))


def as_document(queries: tuple[Query, ...], results: tuple[RankedSentence, ...]) -> RankedDocument:
    """The claims as a document of one claim a line, in the order they were pasted, with their matches."""
    sentences: list[Sentence] = []
    start = 0
    for index, query in enumerate(queries):
        sentences.append(Sentence(index=index, text=query.text, start=start, end=start + len(query.text)))
        start += len(query.text) + 1
    document = Document(title="Claims", text="\n".join(query.text for query in queries), sentences=tuple(sentences))
    shown = (
        replace(result, rank=place, sentence=sentence)
        for place, (result, sentence) in enumerate(zip(results, sentences, strict=False), start=1)
    )
    return RankedDocument(document=document, sentences=tuple(shown), run=RunRecord(program="", created=""))
