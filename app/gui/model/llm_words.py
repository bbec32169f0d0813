"""Texts around a language model's output: always named as the model's, with its sources, time and tokens."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.assisted import AssistRecord, SettlingLine, Translated
from app.gui.model.labels import inert
from app.gui.model.language_names import language_name
from app.translation import decimal, mark, number, tr, trn

_SOURCES = {"fact-check": mark("The fact-check: “{quote}”"), "sentence": mark("What was said: “{quote}”")}


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmText:
    """A language model's text. `heading` says whose words these are, `parts` are (text, source) pairs ("" without a source), and
    `note` comes below."""

    heading: str
    parts: tuple[tuple[str, str], ...] = ()
    note: str = ""

    @property
    def spoken(self) -> str:
        """All of it in words, for screen readers."""
        phrases = (self.heading, *(phrase for part in self.parts for phrase in part), self.note)
        return " ".join(phrase if phrase.endswith((".", "!", "?", "”")) else f"{phrase}." for phrase in phrases if phrase)


def settling_text(lines: tuple[SettlingLine, ...], record: AssistRecord) -> LlmText:
    """Why a fact-check settles a sentence, or what became of the question."""
    heading = tr("The language model on why this settles it")
    if not lines:
        return LlmText(heading=heading, note=nothing_held(record))
    parts = tuple((inert(line.text), tr(_SOURCES[line.source], quote=inert(line.quote))) for line in lines)
    checked = tr("Its quotations were checked; what it makes of them was not.")
    note = _with_effort(" ".join(part for part in (checked, lost_words(record)) if part), record)
    return LlmText(heading=heading, parts=parts, note=note)


def translation_text(translated: Translated | None, record: AssistRecord) -> LlmText:
    """Return a translated claim with the original, or why there is none."""
    heading = tr("Machine translation by the language model")
    if translated is None:
        was_asked = record.spent.calls > 0
        return LlmText(heading=heading, note=nothing_held(record) if was_asked else tr("The claim is in this language already."))
    languages = (translated.source, translated.target)
    if all(languages):
        source, target = map(language_name, languages)
        heading = tr("Machine translation by the language model, from {source} into {target}", source=source, target=target)
    original = tr("Original: “{text}”", text=inert(translated.original))
    return LlmText(heading=heading, parts=((inert(translated.text), original),), note=_with_effort("", record))


def nothing_held(record: AssistRecord) -> str:
    """Say that nothing of the model's output is shown, and why."""
    dropped = record.spent.dropped
    if not dropped:
        return _with_effort(tr("The language model found nothing to say."), record)
    reasons = "; ".join(dict.fromkeys(inert(dropped_part.words) for dropped_part in dropped))
    return _with_effort(tr("What the language model said did not hold and is not shown: {reasons}.", reasons=reasons), record)


def lost_words(record: AssistRecord) -> str:
    """Return how much of the model's output is not shown, and why; "" for nothing."""
    dropped = record.spent.dropped
    if not dropped:
        return ""
    return trn(
        "{count} thing that it said did not hold and is not shown: {reasons}.",
        "{count} things that it said did not hold and are not shown: {reasons}.",
        len(dropped),
        reasons="; ".join(dict.fromkeys(dropped_part.why.words for dropped_part in dropped)),
    )


def effort(seconds: float, tokens_read: int, tokens_written: int) -> str:
    """Return the model's time (seconds) and tokens in words."""
    return tr(
        "({seconds} s, {read} tokens read, {said} said)", seconds=decimal(seconds, 1), read=number(tokens_read), said=number(tokens_written)
    )


def effort_of(record: AssistRecord) -> str:
    """The same of a record; "" where nothing was asked."""
    usage = record.spent
    return effort(usage.seconds, usage.prompt_tokens, usage.tokens) if usage.calls else ""


def _with_effort(words: str, record: AssistRecord) -> str:
    return " ".join(part for part in (words, effort_of(record)) if part)
