"""Lets a language model look for answers in posts, in addition to the reader. An answer must be contained in its post word for
word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.ask.answer_confidence import sureness
from app.ask.answer_trimming import shortened
from app.ask.answers import FoundAnswer, same
from app.assist import POSTS_AT_ONCE, Asker, extract
from app.domain.assisted import NO_USAGE, AssistRecord, Dropped, DropReason, TokenUsage, Use
from app.domain.progress import Progress, ProgressUpdate
from app.translation import tr, trn

EVEN = 0.5
"""How probable an answer of a language model counts at most: nobody has measured the user's own, so as likely right as wrong. In a post
that is far from the question it counts less, as what the reader marks does: a model that is asked for an answer gives one."""


@dataclass(slots=True)
class AnswerFinder:
    """Reads the first `post_limit` posts of one question with a language model; `record` holds the usage, None before."""

    asker: Asker
    post_limit: int
    progress: Progress
    record: AssistRecord | None = None

    def added(
        self, question: str, rows: Sequence[int], texts: Sequence[str], read: Sequence[FoundAnswer], cosines: Sequence[float | None]
    ) -> list[FoundAnswer]:
        """Merge the model's answers into those that were read.

        `read` are the reader's answers from the posts at `rows` with `texts`, at `cosines` to the question, best first. Where both
        name the same, the reader's words stay, with the higher of the two probabilities; where they differ, the model's answer
        replaces the reader's; where the model finds nothing, the reader's stays. Raises ModelError as the model does, and
        Cancelled.
        """
        answer_of = {read_answer.rank: read_answer for read_answer in read}
        total = NO_USAGE
        texts = texts[: self.post_limit]
        for start in range(0, len(texts), POSTS_AT_ONCE):
            self.progress(ProgressUpdate(tr("Reading posts with the language model"), start, len(texts)))
            part = texts[start : start + POSTS_AT_ONCE]
            answers = extract(question, part, asker=self.asker)
            total += answers.usage
            for rank, (text, marked) in enumerate(zip(part, answers.value, strict=True), start=start):
                answer_text = _cut(text, marked, question) if marked is not None else ""
                if answer_text:
                    answer = FoundAnswer(row=rows[rank], text=answer_text, probability=_probability(cosines[rank]), rank=rank, by_llm=True)
                    answer_of[rank] = _merged(answer_of.get(rank), answer)
                elif marked is not None:
                    total = total.without(Dropped(text[slice(*marked)], DropReason.SHAPE))
        self._note(total)
        return [answer_of[rank] for rank in sorted(answer_of)]

    def remarks(self) -> list[str]:
        """Return sentences for the user: how many of the model's answers are not used, and why; or that it was not asked."""
        if self.record is None:
            return [tr("The language model was not asked: it looks for answers to questions that are not answered by yes or no.")]
        reason_counts = Counter(dropped.why for dropped in self.record.spent.dropped)
        return [
            trn(
                "{count} answer of the language model was not used: {reason}.",
                "{count} answers of the language model were not used: {reason}.",
                count,
                reason=why.words,
            )
            for why, count in reason_counts.most_common()
        ]

    def _note(self, usage: TokenUsage) -> None:
        asker = self.asker
        key = asker.model.identity.key()
        self.record = AssistRecord(model=key, use=Use.ANSWERS, temperature=asker.options.temperature, seed=asker.options.seed, spent=usage)


def _probability(cosine: float | None) -> float:
    return EVEN if cosine is None else min(EVEN, sureness(EVEN, cosine))


def _cut(text: str, marked: tuple[int, int], question: str) -> str:
    """Return the words of the text that name an answer; "" where none do."""
    part = shortened(text, *marked, question)
    return "" if part is None else text[part[0] : part[1]]


def _merged(read: FoundAnswer | None, model_answer: FoundAnswer) -> FoundAnswer:
    """Merge the answers of the reader and the model in one post."""
    if read is None or not same(read.text, model_answer.text):
        return model_answer
    return replace(read, probability=max(read.probability, model_answer.probability))
