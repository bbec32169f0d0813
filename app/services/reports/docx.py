"""A report as a Word document."""

from __future__ import annotations

import io

import regex

from app.domain.match import Match
from app.domain.ranked import RankedDocument, RankedSentence
from app.services.reports.wording import (
    difference_words,
    method_lines,
    outcome_words,
    place_words,
    shown_matches,
    source_words,
    stance_words,
    verdict_words,
    worth_showing,
)

_NOT_XML = regex.compile(r"[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def docx_bytes(ranked: RankedDocument) -> bytes:
    """The report as the bytes of a .docx file."""
    import docx

    document = docx.Document()
    document.add_heading(_plain(ranked.document.title), level=1)
    shown = worth_showing(ranked)
    document.add_paragraph(
        f"Sentences that published fact-checks can settle come first. {len(shown)} of {len(ranked.sentences)} sentences are listed."
    )
    for entry in shown:
        _add_sentence(document, entry)
    document.add_heading("How this was made", level=2)
    for name, value in method_lines(ranked):
        document.add_paragraph(_plain(f"{name}: {value}"))
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _add_sentence(document: object, entry: RankedSentence) -> None:
    sentence = entry.sentence
    where = " · ".join(part for part in (sentence.speaker, place_words(sentence)) if part)
    document.add_heading(_plain(f"{entry.rank}. {verdict_words(entry)} – {outcome_words(entry)}"), level=3)  # type: ignore[attr-defined]
    document.add_paragraph(_plain(sentence.text), style="Intense Quote")  # type: ignore[attr-defined]
    document.add_paragraph(_plain(f"{where} · {entry.probability:.0%} verifiable"))  # type: ignore[attr-defined]
    for match in shown_matches(entry):
        document.add_paragraph(_plain(_match_words(match)), style="List Bullet")  # type: ignore[attr-defined]


def _match_words(match: Match) -> str:
    item = match.factcheck
    lines = [
        item.claim,
        f"{item.rating or 'no rating'} ({item.verdict.value}) · {source_words(match)}",
        stance_words(match),
        difference_words(match),
        match.excerpt,
        item.url,
    ]
    return "\n".join(line for line in lines if line)


def _plain(text: str) -> str:
    """Text without the characters that XML forbids."""
    return _NOT_XML.sub("\ufffd", text)
