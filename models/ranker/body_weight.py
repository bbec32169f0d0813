"""Choice of the weight of BM25 on the body in a candidate's prefilter score, by the rank of linked fact-checks.

The sentences are those of unseen training debates. The prefilter has learnt from these links, which favours a small weight.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.documents import read_document
from app.ranking import RankerFile
from app.services.engine import Engine
from app.services.matching.candidates import SentenceCandidates, generate_candidates, search_words
from app.services.matching.context import MatchContext
from models.ranker.tables import unseen_training
from models.research.metrics import mean

WEIGHTS = (0.0, 0.1, 0.2, 0.3)


def linked_candidates(engine: Engine, data: Path) -> list[tuple[SentenceCandidates, set[int]]]:
    """Return each linked sentence with a linked fact-check among its candidates, and the columns of these."""
    result = []
    cancel = CancelToken()
    with engine.snapshot() as snapshot:
        for transcript in unseen_training(data):
            sentences = read_document(transcript.path, cancel=cancel, progress=no_progress).sentences
            verifiable = [sentence for sentence in sentences if sentence.line in transcript.verifiable]
            if not verifiable:
                continue
            context = MatchContext(engine=engine, snapshot=snapshot, options=MatchOptions(), language="en")
            lexical = search_words([sentence.text for sentence in verifiable], context, cancel)
            for candidates in generate_candidates(verifiable, lexical, context, progress=no_progress, cancel=cancel):
                linked_ids = transcript.linked(candidates.sentence.line)
                columns = {column for column, row in enumerate(candidates.rows) if row >= 0 and snapshot.ids[int(row)] in linked_ids}
                if columns:
                    result.append((candidates, columns))
    return result


def reciprocal_rank(linked: list[tuple[SentenceCandidates, set[int]]], file: RankerFile) -> float:
    """Return the mean reciprocal rank of the best-placed linked candidate, by prefilter score."""
    ranks = []
    for candidates, columns in linked:
        scores = file.prefilter_score(candidates.measures["prefilter"], candidates.measures["bm25_body"])
        order = [int(column) for column in np.argsort(-scores, kind="stable") if candidates.rows[column] >= 0]
        ranks.append(1 / (1 + min(order.index(column) for column in columns)))
    return mean(ranks)


def choose_body_weight(engine: Engine, data: Path, file: RankerFile) -> tuple[float, dict[str, float]]:
    """Return the weight with the best mean reciprocal rank (the smallest of equals), and the figure for each weight."""
    linked = linked_candidates(engine, data)
    rank_by_weight = {weight: reciprocal_rank(linked, msgspec.structs.replace(file, body_weight=weight)) for weight in WEIGHTS}
    return max(rank_by_weight, key=lambda weight: rank_by_weight[weight]), {
        str(weight): round(value, 4) for weight, value in rank_by_weight.items()
    }
