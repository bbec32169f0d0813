"""Writes two lines on why a fact-check settles a sentence, each with an exact quotation from one of the two."""

from __future__ import annotations

from dataclasses import dataclass

from app.assist.asking import TEXT, Asker, Assisted, Question, list_form, object_form
from app.assist.grounding import find_quote, is_substantial, share, source_terms, unsupported_terms
from app.assist.prompt_delimiters import Block
from app.assist.reading import rows_of, text_of
from app.domain.assisted import Dropped, DropReason, SettlingLine

LINES = 2
_WORDS, _GIVEN = 45, 0.5
_TASK = (
    "Somebody said what stands in <sentence>. In two short lines, in its language, say why the fact-check settles it or does not: first "
    "what the fact-check found about exactly this, then where the two differ or agree. With each line give as “quote” some words that it "
    "rests on, copied exactly from the fact-check or the sentence, at least three words. Say nothing that these texts do not say."
)
SENTENCE, FACTCHECK = "sentence", "fact-check"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFactCheck:
    """A fact-check as shown to the model: `body` may be its passage nearest to the sentence, `day` is its date of publication."""

    claim: str
    title: str = ""
    rating: str = ""
    publisher: str = ""
    day: str = ""
    body: str = ""

    def parts(self) -> tuple[tuple[str, str], ...]:
        """Return the texts of the fact-check by name."""
        named_parts = (
            ("claim", self.claim),
            ("title", self.title),
            ("rating", self.rating),
            ("publisher", self.publisher),
            ("day", self.day),
        )
        return (*((name, text) for name, text in named_parts if text), *((("text", self.body),) if self.body else ()))


def explain(sentence: str, factcheck: ShownFactCheck, *, asker: Asker) -> Assisted[tuple[SettlingLine, ...]]:
    """Return at most two lines that pass the checks; none where none of them quotes the fact-check. Raises as the model does."""
    parts = factcheck.parts()
    metadata = "\n".join(f"{name}: {' '.join(text.split())}" for name, text in parts if name != "text")
    blocks = (Block("sentence", sentence), Block("fact-check", metadata), Block("fact-check-text", factcheck.body))
    form = object_form(lines=list_form(object_form(line=TEXT, quote=TEXT), max_items=LINES))
    reply, usage = asker.ask(Question(words=_TASK, blocks=blocks, schema=form, max_tokens=320))
    all_terms = source_terms([sentence, *(text for _, text in parts)])
    lines: list[SettlingLine] = []
    for row in rows_of(reply, "lines"):
        text, quote = text_of(row, "line"), text_of(row, "quote")
        source = _source(quote, sentence, parts)
        stray = unsupported_terms(text, all_terms)
        if not text or len(text.split()) > _WORDS:
            usage = usage.without(Dropped(text, DropReason.SHAPE))
        elif source is None:
            usage = usage.without(Dropped(text, DropReason.NO_QUOTE, quote))
        elif stray or share(text, all_terms) < _GIVEN:
            usage = usage.without(Dropped(text, DropReason.STRAY if stray else DropReason.FOREIGN, ", ".join(stray)))
        elif len(lines) < LINES:
            lines.append(SettlingLine(text=text, quote=source[1], source=source[0]))
    if not any(line.source == FACTCHECK for line in lines):  # what was said cannot settle itself, whatever it says of the fact-check
        usage = usage.without(*(Dropped(line.text, DropReason.NO_REFERENCE) for line in lines))
        lines = []
    return Assisted(value=tuple(lines), usage=usage)


def _source(quote: str, sentence: str, parts: tuple[tuple[str, str], ...]) -> tuple[str, str] | None:
    """Return the source of a quotation, the fact-check first, and its exact words. A rating may be quoted whole, however short."""
    for source, name, text in (*((FACTCHECK, name, text) for name, text in parts), (SENTENCE, "", sentence)):
        span = find_quote(quote, text)
        if span is None:
            continue
        words = text[span[0] : span[1]]
        if is_substantial(words) or (name == "rating" and len(words) >= len(text.strip(" .!"))):
            return source, words
    return None
