"""Decontextualises a sentence of a transcript: adds who and what it is about, taken from its context.

Choi et al. 2021, “Decontextualization: Making Sentences Stand-Alone”, section 2: the meaning stays, and only context is added.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.assist.asking import TEXT, Asker, Assisted, Question, object_form
from app.assist.grounding import content_words, figures, holds, share, source_terms, unsupported_terms
from app.assist.prompt_delimiters import Block, numbered
from app.assist.reading import text_of
from app.domain.assisted import Addition, Dropped, DropReason, StandAlone, TokenUsage
from app.stance import negation_mismatch

_WORDS = (
    "Reword the sentence in <sentence> so that it can be understood by itself: put the names and things that the context speaks of in "
    "place of words such as “he”, “they”, “this bill” or “there”, and say when and where only if the texts do. Keep its meaning, its "
    "numbers, its denials and its language; make no other change. If it stands alone already, repeat it as it is."
)
_FORM = object_form(claim=TEXT)
_KEPT, _GIVEN = 0.5, 0.7
"""Of the sentence's content words, how many must stay; of the claim's, how many must stand in the texts."""
_LONGER = 30
"""Words that a claim may have beyond twice its sentence's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A sentence, the sentences before it in their order, and the known circumstances of the speech."""

    text: str
    before: tuple[str, ...] = ()
    speaker: str = ""
    occasion: str = ""
    day: str = ""

    def about(self) -> str:
        """Return the known circumstances, one a line."""
        circumstances = (("speaker", self.speaker), ("said at", self.occasion), ("day", self.day))
        return "\n".join(f"{name}: {value}" for name, value in circumstances if value)


def stand_alone(spoken: Spoken, *, asker: Asker) -> Assisted[StandAlone | None]:
    """Return the decontextualised claim; None where it does not pass the checks. Raises as the model does."""
    blocks = (Block("occasion", spoken.about()), Block("context", numbered(spoken.before)), Block("sentence", spoken.text))
    max_tokens = 64 + 6 * len(spoken.text.split())
    reply, usage = asker.ask(Question(words=_WORDS, blocks=blocks, schema=_FORM, max_tokens=max_tokens))
    if not reply:
        return Assisted(value=None, usage=usage)
    return checked(spoken, text_of(reply, "claim"), usage)


def checked(spoken: Spoken, rewording: str, usage: TokenUsage) -> Assisted[StandAlone | None]:
    """Return the claim if all its names and numbers and nearly all its words come from the texts and it keeps those of the
    sentence."""
    dropped = _fault(spoken, rewording)
    if dropped is not None:
        return Assisted(value=None, usage=usage.without(dropped))
    return Assisted(value=StandAlone(text=rewording, additions=_additions(spoken, rewording)), usage=usage)


def _fault(spoken: Spoken, rewording: str) -> Dropped | None:
    if not any(map(str.isalnum, rewording)) or len(rewording.split()) > 2 * len(spoken.text.split()) + _LONGER:
        return Dropped(rewording, DropReason.SHAPE)
    sentence_terms, context_terms = source_terms([spoken.text]), source_terms([spoken.text, *spoken.before, spoken.about()])
    stray = unsupported_terms(rewording, context_terms)
    if stray:
        return Dropped(rewording, DropReason.STRAY, ", ".join(stray))
    new = source_terms([rewording])
    lost = sorted(figures(spoken.text) - new.figures) + list(unsupported_terms(spoken.text, new))
    if lost:
        return Dropped(rewording, DropReason.LOST, ", ".join(dict.fromkeys(lost)))
    if share(rewording, context_terms) < _GIVEN or share(spoken.text, new) < _KEPT:
        return Dropped(rewording, DropReason.FOREIGN)
    if sentence_terms.named != new.named and (negation_mismatch(spoken.text, rewording) or negation_mismatch(rewording, spoken.text)):
        return Dropped(rewording, DropReason.OPPOSED)
    return None


def _additions(spoken: Spoken, rewording: str) -> tuple[Addition, ...]:
    """Return the words that the sentence lacks, each with the nearest text that has it."""
    sentence_terms = source_terms([spoken.text])
    sources = [(text, source_terms([text])) for text in (*reversed(spoken.before), *spoken.about().splitlines())]
    additions = []
    for word in content_words(rewording):
        if not holds(word, sentence_terms):
            additions.append(Addition(word, next((text for text, source in sources if holds(word, source)), "")))
    return tuple(additions)
