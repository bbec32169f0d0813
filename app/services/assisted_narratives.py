"""Titles for narratives by a language model, in the words of their fact-checks and posts; names given by hand stay."""

from __future__ import annotations

from collections.abc import Mapping

from app.assist import Asker, title
from app.domain.assisted import NO_USAGE, AssistRecord, TokenUsage, Use
from app.domain.narrative import Narrative, NarrativeMap
from app.domain.progress import Progress, ProgressUpdate
from app.translation import tr


def narrative_titles(narrative_map: NarrativeMap, *, limit: int, asker: Asker, progress: Progress) -> tuple[dict[str, str], AssistRecord]:
    """Return titles, by narrative id, for the first `limit` narratives that nobody has named, and the record.

    Titles that fail the checks are left out; stored names do not change. Raises ModelError as the model does, and Cancelled.
    """
    texts = {item.key: item.text for item in narrative_map.items}
    unnamed = [narrative for narrative in narrative_map.narratives if not narrative.named_by_hand][:limit]
    titles: dict[str, str] = {}
    total = NO_USAGE
    for index, narrative in enumerate(unnamed):
        progress(ProgressUpdate(tr("Asking the language model for titles"), index, len(unnamed)))
        answer = title(_central_texts(narrative, texts), asker=asker)
        total += answer.usage
        if answer.value:
            titles[narrative.id] = answer.value
    return titles, _record(total, asker)


def narrative_title(narrative_map: NarrativeMap, name: str, *, asker: Asker, progress: Progress) -> tuple[str, AssistRecord]:
    """Return a title for the narrative of this id, named by hand or not, and the record.

    The title is "" where it fails the checks or the narrative no longer exists. Raises as `narrative_titles` does.
    """
    progress(ProgressUpdate(tr("Asking the language model for titles")))
    texts = {item.key: item.text for item in narrative_map.items}
    narrative = next((candidate for candidate in narrative_map.narratives if candidate.id == name), None)
    if narrative is None:
        return "", _record(NO_USAGE, asker)
    answer = title(_central_texts(narrative, texts), asker=asker)
    return answer.value, _record(answer.usage, asker)


def _central_texts(narrative: Narrative, texts: Mapping[str, str]) -> list[str]:
    """Return the narrative's texts, the most central one first."""
    return [texts[key] for key in dict.fromkeys((narrative.central, *narrative.items)) if texts.get(key, "").strip()]


def _record(usage: TokenUsage, asker: Asker) -> AssistRecord:
    key, options = asker.model.identity.key(), asker.options
    return AssistRecord(model=key, use=Use.TITLE, temperature=options.temperature, seed=options.seed, spent=usage)
