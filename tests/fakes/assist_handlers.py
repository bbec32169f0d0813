"""Language model handlers of the fake worker: one result of each kind."""

from __future__ import annotations

from app.domain.assisted import AssistRecord, SettlingLine, StandAlone, TokenUsage, Translated, Use
from app.domain.verification import EvidenceQuestion, QuestionOrigin
from app.worker import protocol
from app.worker.context import JobContext

RECORD = AssistRecord(model="fake", use=Use.SETTLING, spent=TokenUsage(calls=1, tokens=40, prompt_tokens=500, seconds=1.5))


def note(request: protocol.NoteMatch, context: JobContext) -> protocol.MatchNoted:
    """Return one line with a quotation, or a translation."""
    claim = request.match.factcheck.claim
    if request.target:
        return protocol.MatchNoted(translated=Translated(original=claim, text="Hola", source="en", target=request.target), record=RECORD)
    return protocol.MatchNoted(lines=(SettlingLine(text=claim, quote=claim, source="fact-check"),), record=RECORD)


def suggest(request: protocol.SuggestForClaim, context: JobContext) -> protocol.ClaimSuggested:
    """Return all three suggestions at once."""
    question = EvidenceQuestion(text="Who says so?", origin=QuestionOrigin.LANGUAGE_MODEL)
    claim = StandAlone(text=request.verification.claim.text)
    return protocol.ClaimSuggested(claim=claim, questions=(question,), justification="It is so [1].", record=RECORD)


def title(request: protocol.SuggestTitle, context: JobContext) -> protocol.TitleSuggested:
    """Return the same title for all."""
    return protocol.TitleSuggested(title="Salt", record=RECORD)


HANDLERS: dict[type[protocol.AnyRequest], object] = {
    protocol.NoteMatch: note,
    protocol.SuggestForClaim: suggest,
    protocol.SuggestTitle: title,
}
