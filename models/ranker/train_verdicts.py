"""Fit the rule of sentence verdicts: `python -m models.ranker.train_verdicts --library DIR --data ../shared/data`.

Run it after `models.ranker.train`, whose ranker it completes. The library holds the PolitiFact fact-checks. The verdicts over the
seven annotated debates are measured with a rule from the other six, over all fact-checks and over those published before the
debate. (The calibration of the pair probability, three numbers fitted on 1,937 pairs of all seven, is the shipped one.)
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import msgspec

from app.bootstrap import Session
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.documents import read_document
from app.ranking.verdict import Evidence
from app.services.engine import Engine
from app.services.matching.context import document_context
from app.services.ranking import features_of_document
from models.ranker.files import OUT, write_file
from models.research.debates import GoldDebate, read_gold
from models.research.refitted_ranker import judged_evidence
from models.research.verdicts import FittedRule, JudgedDebate, fit_rule, judged, measured


def evidence_of(debate: GoldDebate, engine: Engine, *, before: bool) -> tuple[list[int], tuple[tuple[Evidence, ...], ...]]:
    """Return lines and evidence of a debate's sentences in document order."""
    cancel = CancelToken()
    document = replace(read_document(debate.transcript, cancel=cancel, progress=no_progress), language="en", date=debate.day)
    with engine.snapshot() as snapshot:
        options = MatchOptions(as_of=debate.day if before else None)
        context = document_context(document, engine=engine, snapshot=snapshot, options=options)
        comparisons, _ = features_of_document(document, context=context, cancel=cancel)
        lines = [comparison.candidates.sentence.line or 0 for comparison in comparisons]
        return lines, tuple(judged_evidence(comparison, context) for comparison in comparisons)


def judged_debates(gold: tuple[GoldDebate, ...], engine: Engine, *, before: bool) -> list[JudgedDebate]:
    """Return the debates with their evidence and gold."""
    evidence_by_debate = [evidence_of(debate, engine, before=before) for debate in gold]
    return judged(gold, [lines for lines, _ in evidence_by_debate], [evidence for _, evidence in evidence_by_debate])


def write(session: Session, fitted: FittedRule, metrics: dict[str, object]) -> None:
    """Write the rule into ranker.json and the figures into metrics.json."""
    rule = fitted.rule
    file = msgspec.structs.replace(
        session.models.ranker().file,
        agree_probability=rule.agree_from,
        verdict_slope=round(rule.slope, 4),
        verdict_shift=round(rule.shift, 4),
        silence_below=rule.silence_below,
        conflict_from=rule.conflict_from,
        stance_shift=(round(fitted.stance_shift[0], 4), round(fitted.stance_shift[1], 4)),
    )
    write_file("ranker", file)
    path = OUT / "metrics.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **metrics}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Measure, fit on all debates, and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    arguments = parser.parse_args()
    session, gold = Session(), read_gold(arguments.data / "debates")
    rankers = session.models.preliminary_ranker(), session.models.ranker(), session.models.query_ranker()
    engine = session.engine_with(arguments.library, preliminary_ranker=rankers[0], ranker=rankers[1], query_ranker=rankers[2])
    every, earlier = (judged_debates(gold, engine, before=before) for before in (False, True))
    metrics: dict[str, object] = {"sentence_verdicts": measured(every), "sentence_verdicts_published_before": measured(earlier)}
    write(session, fit_rule(every), metrics)
    print(json.dumps(metrics, indent=1))


if __name__ == "__main__":
    main()
