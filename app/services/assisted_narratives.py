"""Titles for narratives by a language model, in the words of their fact-checks and posts; a name given by hand needs none."""

from __future__ import annotations

from app.assist import Asker, title
from app.domain.assisted import NOTHING_SPENT, AssistRecord, Use
from app.domain.narrative import NarrativeMap
from app.domain.progress import Progress, ProgressUpdate
from app.translation import tr


def narrative_titles(found: NarrativeMap, *, most: int, asker: Asker, progress: Progress) -> tuple[dict[str, str], AssistRecord]:
    """By its id a title of each of the first `most` narratives that nobody has named and whose title held; and the record. The names
    that are kept stay as they are. Raises ModelError as the model does, and Cancelled."""
    texts = {item.key: item.text for item in found.items}
    chosen = [each for each in found.narratives if not each.named_by_hand][:most]
    titles: dict[str, str] = {}
    total = NOTHING_SPENT
    for place, each in enumerate(chosen):
        progress(ProgressUpdate(tr("Asking the language model for titles"), place, len(chosen)))
        shown = [texts[key] for key in dict.fromkeys((each.central, *each.items)) if texts.get(key, "").strip()]
        said = title(shown, asker=asker)
        total += said.spent
        if said.found:
            titles[each.id] = said.found
    key, options = asker.model.identity.key(), asker.options
    record = AssistRecord(model=key, use=Use.TITLE, temperature=options.temperature, seed=options.seed, spent=total)
    return titles, record
