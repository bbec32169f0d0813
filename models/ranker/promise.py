"""How much BM25 on the body adds to a candidate's promise: chosen by how high it places linked fact-checks of unseen training debates.

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
from app.services.analysis import Analysis
from app.services.engine import Engine
from app.services.work import Work
from models.ranker.tables import unseen_training
from models.research.metrics import mean

WEIGHTS = (0.0, 0.1, 0.2, 0.3)


def linked_works(engine: Engine, data: Path) -> list[tuple[Work, set[int]]]:
    """Every linked sentence whose fact-check is a candidate, with the columns of those that are linked."""
    found = []
    cancel = CancelToken()
    with engine.snapshot() as snapshot:
        for transcript in unseen_training(data):
            sentences = read_document(transcript.path, cancel=cancel, progress=no_progress).sentences
            said = [one for one in sentences if one.line in transcript.verifiable]
            if not said:
                continue
            analysis = Analysis(engine=engine, snapshot=snapshot, options=MatchOptions(), language="en")
            lexical = analysis.lexical([one.text for one in said], cancel)
            for work in analysis.measure(said, lexical, progress=no_progress, cancel=cancel):
                wanted = transcript.linked(work.sentence.line)
                columns = {column for column, row in enumerate(work.rows) if row >= 0 and snapshot.ids[int(row)] in wanted}
                if columns:
                    found.append((work, columns))
    return found


def reciprocal_rank(works: list[tuple[Work, set[int]]], file: RankerFile) -> float:
    """The mean reciprocal rank of the best-placed linked candidate, by promise."""
    ranks = []
    for work, columns in works:
        promise = file.promise(work.measures["prefilter"], work.measures["bm25_body"])
        order = [int(column) for column in np.argsort(-promise, kind="stable") if work.rows[column] >= 0]
        ranks.append(1 / (1 + min(order.index(column) for column in columns)))
    return mean(ranks)


def choose_body_weight(engine: Engine, data: Path, file: RankerFile) -> tuple[float, dict[str, float]]:
    """The weight with the best mean reciprocal rank, the smallest of equals; and each weight's."""
    works = linked_works(engine, data)
    each = {weight: reciprocal_rank(works, msgspec.structs.replace(file, body_weight=weight)) for weight in WEIGHTS}
    return max(each, key=lambda weight: each[weight]), {str(weight): round(value, 4) for weight, value in each.items()}
