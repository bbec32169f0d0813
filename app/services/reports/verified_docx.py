"""The report of one verification as a Word document."""

from __future__ import annotations

import io
from typing import Any

from app.services.reports.clean import clean
from app.services.reports.docx_parts import INK, coloured, dressed, right_to_left, soft, styled, styled_line, two_columns, web_link
from app.services.reports.office import check_clock
from app.services.reports.verified_content import ShownAnswer, ShownQuestion, VerifiedReport
from app.translation import tr


def verified_docx(content: VerifiedReport) -> bytes:
    """The report as the bytes of a .docx file."""
    import docx

    check_clock()
    document = docx.Document()
    dressed(document, title=content.title, author=content.newsroom, footer="", made=content.made)
    if content.newsroom:
        styled(document.sections[0].header.paragraphs[0].add_run(clean(content.newsroom)))
    right_to_left(document.add_heading(clean(content.title), level=1), content.title)
    verdict = document.add_paragraph().add_run(clean(content.head))
    verdict.bold = True
    coloured(verdict, INK[content.side])
    for line in content.verdict:
        soft(document, line)
    if content.justification:
        document.add_heading(clean(tr("Justification")), level=2)
        right_to_left(document.add_paragraph(clean(content.justification)), content.justification)
    if content.claim:
        document.add_heading(clean(tr("The claim")), level=2)
        two_columns(document, content.claim)
    _questions(document, content)
    if content.opinions:
        document.add_heading(clean(tr("Second check")), level=2)
        for line in content.opinions:
            document.add_paragraph(clean(line))
    document.add_heading(clean(tr("How to read this")), level=2)
    for line in content.reading:
        document.add_paragraph(clean(line), style="List Bullet")
    document.add_heading(clean(tr("How this was made")), level=2)
    two_columns(document, content.methods)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _questions(document: Any, content: VerifiedReport) -> None:
    document.add_heading(clean(tr("Questions and answers")), level=2)
    if not content.questions:
        document.add_paragraph(clean(tr("No question was asked.")))
    for question in content.questions:
        _question(document, question)


def _question(document: Any, question: ShownQuestion) -> None:
    document.add_heading(clean(f"{question.number}. {question.text}"), level=3)
    soft(document, question.origin)
    if not question.answers:
        soft(document, tr("Not answered yet."))
    for answer in question.answers:
        _answer(document, answer)


def _answer(document: Any, answer: ShownAnswer) -> None:
    quote = styled_line(document, f"[{answer.number}] {answer.text}", "Quote")
    right_to_left(quote, answer.text)
    if answer.decides:
        quote.runs[0].bold = True
    for line in (answer.source, answer.said, answer.passage):
        if line:
            soft(document, line)
    if answer.url:
        web_link(document.add_paragraph(), clean(answer.url))
