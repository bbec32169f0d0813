"""Runs the stages in order and fuses their rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.document import Sentence
from app.domain.pipeline import WEIGHTS, Fusion, PipelineOptions, Stage
from app.domain.progress import CancelToken, no_progress
from app.ports import FloatMatrix, Hits
from app.retrieval import borda_count, comb_sum, reciprocal_rank_fusion, search_dense, search_lexical
from app.services.bicross.hits import best_first, cut, last_first, one_of_each_group, union
from app.services.bicross.nearness import Nearness
from app.services.matching.context import MatchContext

_BATCH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """The hits of each stage in its order, one of each duplicate group, and their fusion."""

    stages: Mapping[Stage, Hits]
    fused: Hits


def run_stages(sentences: Sequence[Sentence], options: PipelineOptions, context: MatchContext, cancel: CancelToken) -> Staged:
    """Run the stages for these claims and fuse them. Raises Cancelled; takes seconds per claim where the cross-encoder reads
    hundreds."""
    texts = [sentence.text for sentence in sentences]
    vectors = context.engine.sentence_encoder.encode(texts, progress=no_progress, cancel=cancel)
    nearness = Nearness(context=context, options=options, cancel=cancel)
    stages: dict[Stage, Hits] = {}
    before: Hits | None = None
    for stage, depth in zip(options.stages, options.depths, strict=True):
        if stage is Stage.BM25:
            hits = _lexical(texts, depth, context, cancel)
        elif stage is Stage.BI:
            rows = before.rows if before is not None else _nearest(vectors, depth, context).rows
            hits = nearness.order(texts, vectors, rows)
        else:
            assert before is not None  # `pipeline_options` sees to it
            hits = _cross(sentences, cut(before, depth), context, cancel)
        before = stages[stage] = cut(one_of_each_group(hits, context.snapshot.groups, context.search.representatives), depth)
    return Staged(stages=stages, fused=fuse_stages(stages, options.fusion))


def fuse_stages(stages: Mapping[Stage, Hits], fusion: Fusion) -> Hits:
    """Fuse the stages' rankings of all fact-checks; with `Fusion.LAST` the order of the last stage comes first."""
    lists = list(stages.values())
    keep = max(sum(hits.rows.shape[1] for hits in lists), 1)
    if fusion is Fusion.COMBSUM:
        fused = Hits(*comb_sum(lists, weights=[WEIGHTS[stage] for stage in stages], keep=keep))
    elif fusion is Fusion.RRF:
        fused = Hits(*reciprocal_rank_fusion(lists, weights=[1.0] * len(lists), keep=keep))
    elif fusion is Fusion.BORDA:
        fused = Hits(*borda_count(lists, weights=[1.0] * len(lists), keep=keep))
    else:
        fused = last_first(lists, keep=keep)
    return cut(fused, max(int((fused.rows >= 0).sum(axis=1).max(initial=0)), 1))


def _lexical(texts: Sequence[str], depth: int, context: MatchContext, cancel: CancelToken) -> Hits:
    """Search with BM25 over claim, title and body. The scores are added up, which treats the fields as one document without trained
    weights."""
    deep = min(depth, len(context.snapshot.ids))
    by_field = search_lexical(texts, snapshot=context.snapshot, allowed=context.search.allowed, depth=deep, cancel=cancel)
    rows = union([hits.rows for hits in by_field.values()])
    scores = np.zeros(rows.shape, dtype=np.float32)
    for part in by_field:
        index = context.snapshot.lexical(part)
        for query, text in enumerate(texts):
            cancel.check()
            present = rows[query] >= 0
            if present.any():
                scores[query, present] += index.scores(text, rows[query][present])
    return best_first(rows, scores)


def _nearest(vectors: FloatMatrix, depth: int, context: MatchContext) -> Hits:
    """Return the rows whose claim or title is among the `depth` nearest, for a pipeline that begins with the bi-encoder."""
    deep = min(depth, len(context.snapshot.ids))
    dense = search_dense(vectors, snapshot=context.snapshot, allowed=context.search.allowed, depth=deep)
    rows = union([hits.rows for hits in dense.values()])
    return Hits(rows, np.zeros(rows.shape, dtype=np.float32))


def _cross(sentences: Sequence[Sentence], before: Hits, context: MatchContext, cancel: CancelToken) -> Hits:
    """Score all candidates of the stage before with the pair scorer."""
    rows = before.rows
    context.factchecks.fetch(rows)
    cells = np.argwhere(rows >= 0)
    scores = np.zeros(rows.shape, dtype=np.float32)
    for start in range(0, len(cells), _BATCH):
        cancel.check()
        batch = cells[start : start + _BATCH]
        pairs = [context.pair(sentences[query], int(rows[query, column])) for query, column in batch]
        scores[batch[:, 0], batch[:, 1]] = context.engine.pair_scorer.score(pairs, cancel=cancel)
    return best_first(rows, scores)
