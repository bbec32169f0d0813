"""Measures of each stage of the pipeline: its own ranking and every fusion of stages, from one run, next to our own ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.options import MatchOptions, Query
from app.domain.pipeline import Fusion, PipelineOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import Hits
from app.services.bicross.stages import Staged, fuse_stages, run_stages
from app.services.claim_lookup import look_up, read_claims
from app.services.engine import Engine
from app.services.matching.context import MatchContext

DEFAULT = "our own way"
_CHUNK = 8
Items = tuple[frozenset[str], ...]


def staged_rankings(
    queries: Sequence[Query], *, engine: Engine, options: MatchOptions, pipeline: PipelineOptions, progress: Progress, cancel: CancelToken
) -> dict[str, dict[str, Items]]:
    """Return the best `options.top` fact-checks by method and query id, each with its duplicates.

    The methods are each stage (its results, then those that only the stage before it had), each fusion of all stages, and `match`
    itself.
    """
    rankings: dict[str, dict[str, Items]] = {}
    sentences = read_claims([query.text for query in queries])
    with engine.snapshot() as snapshot:
        context = MatchContext(engine=engine, snapshot=snapshot, options=options, single_claims=True)
        for start in range(0, len(queries), _CHUNK):
            staged = run_stages(sentences[start : start + _CHUNK], pipeline, context, cancel)
            for name, hits in _methods(staged, pipeline).items():
                for index, query in enumerate(queries[start : start + _CHUNK]):
                    rankings.setdefault(name, {})[query.qid] = _items(hits, index, options.top, context)
            progress(ProgressUpdate("Matching claims", min(start + _CHUNK, len(queries)), len(queries)))
    final_results = look_up(queries, engine=engine, options=options, progress=progress, cancel=cancel).results
    rankings[DEFAULT] = {
        query.qid: tuple(frozenset((match.factcheck.id, *match.same_as)) for match in entry.matches)
        for query, entry in zip(queries, final_results, strict=True)
    }
    return rankings


def _methods(staged: Staged, pipeline: PipelineOptions) -> Mapping[str, Hits]:
    """Return the methods by name. Names have the requested depths, since the number of results differs between batches."""
    stages = list(staged.stages.items())
    names = [f"{stage.value} {depth}" for stage, depth in zip(pipeline.stages, pipeline.depths, strict=True)]
    methods = {" > ".join(names[:count]): fuse_stages(dict(stages[:count]), Fusion.LAST) for count in range(1, len(stages) + 1)}
    if len(stages) > 1:
        methods |= {f"all stages, {fusion.value}": fuse_stages(staged.stages, fusion) for fusion in Fusion if fusion is not Fusion.LAST}
    return methods


def _items(hits: Hits, query: int, top: int, context: MatchContext) -> Items:
    rows = [int(row) for row in hits.rows[query, :top] if row >= 0]
    return tuple(frozenset((context.snapshot.ids[row], *context.duplicates_of(row))) for row in rows)
