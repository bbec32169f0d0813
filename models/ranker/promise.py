"""The weight of BM25 on the body in a candidate's prefilter score: chosen by the rank of linked fact-checks of unseen training debates.

The prefilter has learnt from these links, which speaks for a small weight rather than a large one.
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
    """Every linked sentence whose fact-check is a candidate, with the columns of those that are linked."""
    found = []
    cancel = CancelToken()
    with engine.snapshot() as snapshot:
        for transcript in unseen_training(data):
            sentences = read_document(transcript.path, cancel=cancel, progress=no_progress).sentences
            said = [one for one in sentences if one.line in transcript.verifiable]
            if not said:
                continue
            context = MatchContext(engine=engine, snapshot=snapshot, options=MatchOptions(), language="en")
            lexical = search_words([one.text for one in said], context, cancel)
            for candidates in generate_candidates(said, lexical, context, progress=no_progress, cancel=cancel):
                wanted = transcript.linked(candidates.sentence.line)
                columns = {column for column, row in enumerate(candidates.rows) if row >= 0 and snapshot.ids[int(row)] in wanted}
                if columns:
                    found.append((candidates, columns))
    return found


def reciprocal_rank(linked: list[tuple[SentenceCandidates, set[int]]], file: RankerFile) -> float:
    """The mean reciprocal rank of the best-placed linked candidate, by prefilter score."""
    ranks = []
    for candidates, columns in linked:
        scores = file.prefilter_score(candidates.measures["prefilter"], candidates.measures["bm25_body"])
        order = [int(column) for column in np.argsort(-scores, kind="stable") if candidates.rows[column] >= 0]
        ranks.append(1 / (1 + min(order.index(column) for column in columns)))
    return mean(ranks)


def choose_body_weight(engine: Engine, data: Path, file: RankerFile) -> tuple[float, dict[str, float]]:
    """The weight with the best mean reciprocal rank, the smallest of equals; and each weight's."""
    linked = linked_candidates(engine, data)
    each = {weight: reciprocal_rank(linked, msgspec.structs.replace(file, body_weight=weight)) for weight in WEIGHTS}
    return max(each, key=lambda weight: each[weight]), {str(weight): round(value, 4) for weight, value in each.items()}
