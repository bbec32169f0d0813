"""The run record of a narrative search, with all that is needed to repeat it."""

from __future__ import annotations

from app.domain.ranked import RunRecord
from app.narratives.parameters import NarrativeRecipe
from app.ports import Field, LibrarySnapshot
from app.services.narrative_engine import NarrativeEngine
from app.services.run_record import new_record


def narrative_record(
    engine: NarrativeEngine, snapshot: LibrarySnapshot, recipe: NarrativeRecipe, *, items: int, seconds: float
) -> RunRecord:
    """Return the record of a run over this number of items."""
    return new_record(
        library=str(engine.library.path),
        generation=snapshot.generation,
        factchecks=len(snapshot.ids),
        searched=items,
        index_kind=snapshot.vectors(Field.CLAIM).kind,
        models=(("encoder", snapshot.encoder),),
        parameters=(
            ("neighbours", str(recipe.neighbours)),
            ("near", str(recipe.least_cosine)),
            ("same_story", str(recipe.same_story)),
        ),
        seconds=[("narratives", seconds)],
        digits=2,
    )
