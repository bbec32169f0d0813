"""One process over a library of 100,000 invented passages: `python -m tests.benchmarks.evidence_child {write,words,encode,search}
FOLDER`.
Prints one JSON object: seconds of each step, and the process's peak resident memory in megabytes. The documents are rows of ten
paragraphs, one passage each; the vectors have real size and are made by `BagEncoder`.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from app.domain.evidence import EvidenceDocument, EvidenceFilter
from app.domain.progress import CancelToken, no_progress
from app.ingest.evidence import cut_passages
from app.ports import EvidenceIndex
from app.retrieval.fusion import reciprocal_rank_fusion
from app.store.evidence.library import SqliteEvidence, open_evidence
from tests.benchmarks.browse import Texts
from tests.benchmarks.posts_child import BagEncoder

DOCUMENTS, PARAGRAPHS, WORDS, QUESTIONS, KEPT = 10_000, 10, 65, 40, 20
THREADS, SEED = 2, 20_261_123
BEFORE = EvidenceFilter(before=date(2020, 1, 1))
ASKED = "one question by words and by meaning, before a day, fused and read"


def _documents(texts: Texts) -> Iterator[EvidenceDocument]:
    rng = random.Random(SEED)
    for number in range(DOCUMENTS):
        paragraphs = [f"{texts.prose(rng, WORDS).capitalize()}." for _ in range(PARAGRAPHS)]
        yield EvidenceDocument(
            id=f"doc-{rng.getrandbits(48):012x}",
            text="\n".join(paragraphs),
            title=texts.prose(rng, 8),
            source=f"Paper {number % 50}",
            url=f"https://paper{number % 50}.example/{number}",
            medium="Web text",
            published=date(2010, 1, 1) + timedelta(days=number % 6000) if number % 20 else None,
            language="en",
        )


def _write(evidence: SqliteEvidence, texts: Texts) -> dict[str, object]:
    took = _seconds(lambda: evidence.add(_documents(texts), progress=no_progress, cancel=CancelToken()))
    return {"import": took, "passages": evidence.statistics().passages}


def _words(evidence: SqliteEvidence, texts: Texts) -> dict[str, object]:
    return {"words": _seconds(lambda: _index(evidence).close())}


def _encode(evidence: SqliteEvidence, texts: Texts) -> dict[str, object]:
    encoder = BagEncoder()
    return {"vectors": _seconds(lambda: evidence.encode(encoder=encoder, progress=no_progress, cancel=CancelToken()))}


def _search(evidence: SqliteEvidence, texts: Texts) -> dict[str, object]:
    """Search for every question after a warm-up, each with a new index, and for the first words in the list of evidence."""
    figures: dict[str, object] = {"open": _seconds(lambda: _index(evidence).close())}
    rng, encoder = random.Random(SEED + 1), BagEncoder()
    questions = [texts.prose(rng, rng.randint(5, 14)) for _ in range(QUESTIONS)]
    with closing(_index(evidence)) as index:
        figures["passages"], figures["encoded"] = len(index), index.encoded
        _ask(index, encoder, questions[0])
        figures[ASKED] = [_seconds(lambda question_text=question_text: _ask(index, encoder, question_text)) for question_text in questions]  # type: ignore[misc]
    typed = [question.split()[0] for question in questions]
    figures["for the eye"] = [_seconds(lambda word=word: evidence.search(word, among=BEFORE)) for word in typed]  # type: ignore[misc]
    return figures


def _ask(index: EvidenceIndex, encoder: BagEncoder, question: str) -> None:
    vector = encoder.encode([question], progress=no_progress, cancel=CancelToken())
    allowed = index.allowed(BEFORE)
    hits = [index.lexical().search([question], KEPT, allowed=allowed), index.vectors().search(vector, KEPT, allowed=allowed)]
    rows, _ = reciprocal_rank_fusion(hits, weights=[1.0, 1.0], keep=KEPT)
    index.passages(rows[0][rows[0] >= 0].tolist())


def _index(evidence: SqliteEvidence) -> EvidenceIndex:
    return evidence.index(encoder=BagEncoder(), progress=no_progress, cancel=CancelToken())


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


_STEPS = {"write": _write, "words": _words, "encode": _encode, "search": _search}


def main(step: str, folder: str) -> None:
    """Do one step and print its cost."""
    with closing(open_evidence(Path(folder), cut=cut_passages, create=step == "write", threads=THREADS)) as evidence:
        cost = _STEPS[step](evidence, Texts(random.Random(SEED)))
    print(json.dumps(cost | {"megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main(*sys.argv[1:])
