"""The handlers that ask the language model for an order, or to write something. As in `handlers`, what is heavy is imported inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import ClaimSuggested, MatchesReranked, MatchNoted, TitleSuggested
from app.worker.routing import handles
from app.worker.shared_session import SharedSession

if TYPE_CHECKING:
    from app.ports import StanceScorer


@dataclass(frozen=True, slots=True)
class AssistHandlers:
    """Orders and texts by the language model."""

    shared: SharedSession

    @handles(protocol.RerankMatches)
    def rerank(self, request: protocol.RerankMatches, context: JobContext) -> MatchesReranked:
        from app.reranking import RerankOptions, Way
        from app.services.reranking import estimated_seconds, rerank, usual_way

        model = self.shared.language_model(context)
        way = Way(request.way) if request.way else usual_way(model)
        options = RerankOptions(way=way, depth=max((len(entry.matches) for entry in request.entries), default=1))
        expected = estimated_seconds(request.entries, model=model, options=options, cancel=context.cancel)
        result = rerank(request.entries, model=model, options=options, progress=context.progress, cancel=context.cancel, expected=expected)
        return MatchesReranked(entries=result.entries, run=result.record.added_to(request.run))

    @handles(protocol.NoteMatch)
    def note(self, request: protocol.NoteMatch, context: JobContext) -> MatchNoted:
        from app.domain.assisted import Use
        from app.services.assisted_matches import assist_record, settling_lines, translated_claim

        asker = self.shared.asker(context)
        if request.target:
            translated, usage = translated_claim(request.match, request.target, asker=asker)
            return MatchNoted(translated=translated, record=assist_record(Use.TRANSLATION, usage, asker))
        lines, usage = settling_lines(request.sentence, request.match, asker=asker)
        return MatchNoted(lines=lines, record=assist_record(Use.SETTLING, usage, asker))

    @handles(protocol.SuggestForClaim)
    def suggest(self, request: protocol.SuggestForClaim, context: JobContext) -> ClaimSuggested:
        from app.services.assisted_suggesting import suggest_for

        def stance() -> StanceScorer:
            return self.shared.verify_engine(request.library).stance

        asker = self.shared.asker(context)
        result = suggest_for(request.verification, request.use, asker=asker, stance=stance, progress=context.progress)
        return ClaimSuggested(claim=result.claim, questions=result.questions, justification=result.justification, record=result.record)

    @handles(protocol.SuggestTitle)
    def title(self, request: protocol.SuggestTitle, context: JobContext) -> TitleSuggested:
        from app.services.assisted_narratives import narrative_title
        from app.services.narratives import read_narratives

        with self.shared.narratives(request.library, second_connection=True) as engine:
            result = read_narratives(engine=engine)
        title, record = narrative_title(result, request.narrative, asker=self.shared.asker(context), progress=context.progress)
        return TitleSuggested(title=title, record=record)
