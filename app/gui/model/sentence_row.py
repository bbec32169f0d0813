"""A sentence as the list and the document show it: plain values, made when they are first looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.conclusion import Conclusion, conclude
from app.domain.conclusion_words import explanation
from app.domain.document import Sentence, clock
from app.domain.ranked import RankedSentence
from app.gui.model.labels import one_line, prose, verifiability_steps
from app.gui.model.review_state import NOTHING_DECIDED, ReviewState, decision_badge
from app.gui.model.verdicts import (
    NOTHING_FOUND,
    Badge,
    Finding,
    conclusion_badge,
    conclusion_words,
    finding_badge,
    finding_of,
    quoted,
    verdict_badge,
)
from app.translation import tr

_BRIEF = 160


@dataclass(slots=True)
class SentenceRow:
    """`ranked`, `finding` and `conclusion` are None until the sentence was ranked; the conclusion is the reviewer's where one has decided.
    `steps` is verifiability from 0 to 5; `review` is what the
    reviewer has decided, `new` whether its first match was not there the last time, `hidden` whether the answers were taken out for a
    blind review, `elsewhere` the languages in which alone it has been debunked, none of which the reader reads. Nobody changes a row."""

    sentence: Sentence
    text: str
    searchable: str
    place: str
    ranked: RankedSentence | None = None
    finding: Finding | None = None
    steps: int = 0
    review: ReviewState = NOTHING_DECIDED
    new: bool = False
    hidden: bool = False
    elsewhere: tuple[str, ...] = ()
    conclusion: Conclusion | None = None

    @property
    def badge(self) -> Badge:
        """Icon and tone of what is said of it."""
        if self.conclusion is not None:
            return conclusion_badge(self.conclusion)
        return finding_badge(self.finding or Finding.NONE)

    @property
    def margin_badge(self) -> Badge:
        """Icon and tone in the margin: the reviewer's verdict or decision once there is one, else what is said of the sentence."""
        if self.review.verdict is not None:
            return verdict_badge(self.review.verdict)
        decision = self.review.decision if self.review.decided else None
        return decision_badge(decision) if decision is not None else self.badge

    @property
    def word(self) -> str:
        """Return the publisher's rating or the reviewer's decision, or why there is none."""
        if self.review.judged:
            return self.review.judged
        if self.conclusion is not None:
            return conclusion_words(self.conclusion)
        return finding_badge(self.finding).word if self.finding else tr("Not ranked yet")

    @property
    def has_match(self) -> bool:
        """True when there is a fact-check worth stopping at."""
        return self.finding is not None and self.finding not in NOTHING_FOUND

    @property
    def spoken(self) -> str:
        """The whole row in words, for screen readers and for copying."""
        rank = f"{self.ranked.rank}" if self.ranked else ""
        new = tr("New since last time") if self.new else ""
        language_note = tr("Not in your languages yet") if self.elsewhere else ""
        word = "" if self.review.judged else self.word
        parts = (rank, self.review.spoken, word, language_note, new, self.sentence.speaker, self.place, self.text)
        return ". ".join(part for part in parts if part)

    @property
    def why(self) -> str:
        """Return the finding and the reason for the rank; "" before a ranking and in a blind review."""
        if self.ranked is None or self.conclusion is None:
            return ""
        reasons = "" if self.conclusion.decided else prose(self.ranked.reasons)
        return " ".join(part for part in (explanation(self.conclusion, quoted), reasons) if part)

    @property
    def brief(self) -> str:
        """Return the row's facts and the first words of its text."""
        return self.spoken if len(self.spoken) <= _BRIEF else self.spoken[:_BRIEF] + "…"


def plain_row(sentence: Sentence) -> SentenceRow:
    """The row of a sentence that was not ranked yet."""
    text = one_line(sentence.text)
    return SentenceRow(sentence, text, f"{text} {sentence.speaker}".casefold(), place_of(sentence))


def ranked_row(ranked: RankedSentence, plain: SentenceRow, conclusion: Conclusion | None = None) -> SentenceRow:
    """The row of a ranked sentence, from its plain row; `conclusion` where it is known already."""
    shown_conclusion = conclusion or conclude(ranked)
    return SentenceRow(
        plain.sentence,
        plain.text,
        plain.searchable,
        plain.place,
        ranked,
        finding_of(shown_conclusion),
        verifiability_steps(ranked.probability),
        conclusion=shown_conclusion,
    )


def speakers(sentences: Iterable[Sentence]) -> tuple[tuple[str, int], ...]:
    """(speaker, sentences) pairs, most talkative first; unnamed ones come last."""
    speaker_counts: dict[str, int] = {}
    for sentence in sentences:
        speaker_counts[sentence.speaker] = speaker_counts.get(sentence.speaker, 0) + 1
    return tuple(sorted(speaker_counts.items(), key=lambda pair: (not pair[0], -pair[1], pair[0])))


def place_of(sentence: Sentence) -> str:
    """Return the location of a sentence: time code, page or line, whichever is known."""
    if sentence.time is not None:
        return clock(sentence.time)
    if sentence.page is not None:
        return tr("p. {page}", page=sentence.page)
    return tr("line {line}", line=sentence.line) if sentence.line is not None else ""


def bare_place(sentence: Sentence) -> str:
    """The same for the margin, where a line's number stands alone."""
    only_line = sentence.time is None and sentence.page is None and sentence.line is not None
    return str(sentence.line) if only_line else place_of(sentence)
