"""Notes of a language model on matches: why a fact-check settles a claim, and translations; and further wordings for the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.assist import Asker, ShownFactCheck, explain, reword, translate
from app.domain.assisted import NO_USAGE, AssistRecord, SettlingLine, TokenUsage, Translated, Use
from app.domain.match import Match, QueryForm, QueryVariant
from app.domain.options import Query
from app.domain.progress import Progress, ProgressUpdate
from app.domain.ranked import Outcome, RankedSentence
from app.ingest.language import detect_language
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNotes:
    """The notes on one match. `lines` and `translated` are empty where no note passed the checks or none was requested."""

    lines: tuple[SettlingLine, ...] = ()
    translated: Translated | None = None


def settling_lines(sentence: str, match: Match, *, asker: Asker) -> tuple[tuple[SettlingLine, ...], TokenUsage]:
    """Return at most two lines on why the fact-check settles the sentence, from its claim, title, rating and nearest passage.

    Raises ModelError as the model does, and Cancelled.
    """
    item = match.factcheck
    day = item.published.isoformat() if item.published else ""
    checked = ShownFactCheck(claim=item.claim, title=item.title, rating=item.rating, publisher=item.publisher, day=day, body=match.excerpt)
    explained = explain(sentence, checked, asker=asker)
    return explained.value, explained.usage


def translated_claim(match: Match, target: str, *, asker: Asker) -> tuple[Translated | None, TokenUsage]:
    """Return the fact-check's claim in this language (a code); None where it is in that language, or no translation passed the
    checks.

    Raises as the model does.
    """
    item = match.factcheck
    source = item.language or detect_language(item.claim)
    if _primary(source) == _primary(target):
        return None, NO_USAGE
    translation = translate(item.claim, source=source, target=target, asker=asker)
    return translation.value, translation.usage


def note_matches(
    entries: Sequence[RankedSentence], *, why: bool, target: str, asker: Asker, progress: Progress
) -> tuple[list[MatchNotes], tuple[AssistRecord, ...]]:
    """Write notes on the first match of each entry: lines where `why` and the outcome is not NONE, a translation into `target` ("":
    none).

    Returns the notes and their records. Raises ModelError as the model does, and Cancelled.
    """
    notes: list[MatchNotes] = []
    explaining = translating = NO_USAGE
    for index, entry in enumerate(entries):
        progress(ProgressUpdate(tr("Asking the language model about matches"), index, len(entries)))
        asker.cancel.check()
        lines, translated = tuple[SettlingLine, ...](), None
        if entry.matches and why and entry.outcome is not Outcome.NONE:
            lines, usage = settling_lines(entry.sentence.text, entry.matches[0], asker=asker)
            explaining += usage
        if entry.matches and target:
            translated, usage = translated_claim(entry.matches[0], target, asker=asker)
            translating += usage
        notes.append(MatchNotes(lines=lines, translated=translated))
    records = ([(Use.SETTLING, explaining)] if why else []) + ([(Use.TRANSLATION, translating)] if target else [])
    return notes, tuple(assist_record(use, usage, asker) for use, usage in records)


def reworded_queries(
    queries: Sequence[Query], *, asker: Asker, progress: Progress
) -> tuple[dict[str, tuple[QueryVariant, ...]], AssistRecord]:
    """Return the model's wordings to search with, by the text of each query, and the record. Raises ModelError as the model does,
    and Cancelled."""
    variants: dict[str, tuple[QueryVariant, ...]] = {}
    total = NO_USAGE
    texts = list(dict.fromkeys(query.text for query in queries if any(map(str.isalnum, query.text))))
    for index, text in enumerate(texts):
        progress(ProgressUpdate(tr("Asking the language model for other wordings"), index, len(texts)))
        wordings = reword(text, asker=asker)
        total += wordings.usage
        variants[text] = tuple(QueryVariant(QueryForm.REWORDED, wording) for wording in wordings.value)
    return variants, assist_record(Use.WORDINGS, total, asker)


def assist_record(use: Use, usage: TokenUsage, asker: Asker) -> AssistRecord:
    """Return the record of an answer for the run record."""
    options = asker.options
    key = asker.model.identity.key()
    return AssistRecord(model=key, use=use, temperature=options.temperature, seed=options.seed, spent=usage)


def _primary(code: str) -> str:
    return code.partition("-")[0].casefold()
