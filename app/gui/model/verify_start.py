"""Starting points of a verification: a sentence with its context, a claim from another page, or an empty form."""

from __future__ import annotations

from app.domain.document import Document
from app.domain.verification import ClaimForm
from app.gui.model.document_facts import shown_title, told_day

_BEFORE = 2


def claim_of_sentence(document: Document, index: int) -> ClaimForm:
    """The sentence at this index as a claim that is still to be made to stand alone: who said it, when, where, and the two sentences
    before it, with their speaker where another one spoke."""
    sentence = document.sentences[index]
    before = document.sentences[max(0, index - _BEFORE) : index]
    context = tuple(
        previous_sentence.text
        if previous_sentence.speaker == sentence.speaker
        else f"{previous_sentence.speaker}: {previous_sentence.text}".strip(": ")
        for previous_sentence in before
    )
    return ClaimForm(
        text=sentence.text,
        speaker=sentence.speaker,
        made=told_day(document),
        reporting_source=shown_title(document),
        original=sentence.text,
        context=context,
    )
