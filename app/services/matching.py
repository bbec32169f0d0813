"""Match single claims: pasted claims, tweets, rows of a query file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.domain.document import Sentence
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.ranked import RankedSentence
from app.retrieval import take
from app.services.analysis import Analysis
from app.services.comparing import compare, is_worth_comparing
from app.services.engine import Engine
from app.services.judging import judge
from app.services.one_device import on_one_device
from app.services.ranking import BATCH, COMPARE_BATCH


@on_one_device
def match_queries(
    queries: Sequence[Query], *, engine: Engine, options: MatchOptions, progress: Progress, cancel: CancelToken
) -> tuple[RankedSentence, ...]:
    """The best `options.top` fact-checks of each query, one entry a query in the same order (`rank` is its place, from 1).

    Always as many candidates as asked for, where the library holds that many that share anything with the query; the
    outcome says whether any is good, and the probability how surely one is. Raises LibraryError and Cancelled as rank_document does.
    """
    sentences = [Sentence(index=place, text=query.text, start=0, end=len(query.text)) for place, query in enumerate(queries)]
    found: list[RankedSentence] = []
    with engine.snapshot() as snapshot:
        analysis = Analysis(engine=engine, snapshot=snapshot, options=options, single_claims=True)
        lexical = analysis.lexical([sentence.text for sentence in sentences], cancel)
        for start in range(0, len(sentences), BATCH):
            chunk = np.arange(start, min(start + BATCH, len(sentences)), dtype=np.int32)
            chosen = [sentences[index] for index in chunk]
            works = analysis.measure(chosen, take(lexical, chunk), progress=progress, cancel=cancel)
            worthwhile = [work for work in works if is_worth_comparing(work, analysis)]
            for low in range(0, len(worthwhile), COMPARE_BATCH):
                cancel.check()
                compare(worthwhile[low : low + COMPARE_BATCH], analysis, cancel)
            found.extend(judge(works, analysis, {}))
            progress(ProgressUpdate("Matching claims", len(found), len(sentences)))
    return tuple(replace(entry, rank=place) for place, entry in enumerate(found, start=1))
