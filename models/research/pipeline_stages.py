"""The pipeline measured stage by stage: every stage's own ranking and every fusion of them, from one run, beside our own way."""

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
    """By name of the way, then by query id, the best `options.top` fact-checks, each with its duplicates: what each stage puts first (and
    behind it what only the stage before it saw), each fusion of all stages, and what `match` finds by itself."""
    found: dict[str, dict[str, Items]] = {}
    sentences = read_claims([query.text for query in queries])
    with engine.snapshot() as snapshot:
        context = MatchContext(engine=engine, snapshot=snapshot, options=options, single_claims=True)
        for start in range(0, len(queries), _CHUNK):
            staged = run_stages(sentences[start : start + _CHUNK], pipeline, context, cancel)
            for name, hits in _ways(staged, pipeline).items():
                for place, query in enumerate(queries[start : start + _CHUNK]):
                    found.setdefault(name, {})[query.qid] = _items(hits, place, options.top, context)
            progress(ProgressUpdate("Matching claims", min(start + _CHUNK, len(queries)), len(queries)))
    own = look_up(queries, engine=engine, options=options, progress=progress, cancel=cancel).results
    found[DEFAULT] = {
        query.qid: tuple(frozenset((match.factcheck.id, *match.same_as)) for match in entry.matches)
        for query, entry in zip(queries, own, strict=True)
    }
    return found


def _ways(staged: Staged, pipeline: PipelineOptions) -> Mapping[str, Hits]:
    """Named by the depths that were asked for: how many a batch of queries really found is another number for each."""
    stages = list(staged.stages.items())
    names = [f"{stage.value} {depth}" for stage, depth in zip(pipeline.stages, pipeline.depths, strict=True)]
    ways = {" > ".join(names[:count]): fuse_stages(dict(stages[:count]), Fusion.LAST) for count in range(1, len(stages) + 1)}
    if len(stages) > 1:
        ways |= {f"all stages, {fusion.value}": fuse_stages(staged.stages, fusion) for fusion in Fusion if fusion is not Fusion.LAST}
    return ways


def _items(hits: Hits, query: int, top: int, context: MatchContext) -> Items:
    rows = [int(row) for row in hits.rows[query, :top] if row >= 0]
    return tuple(frozenset((context.snapshot.ids[row], *context.duplicates_of(row))) for row in rows)
