"""Train the preliminary ranker: `python -m models.ranker.train_preliminary --library DIR --data ../shared/data`.

The library holds the PolitiFact fact-checks (`priorcheck library import …/politifact/factchecks.jsonl.gz`). Sentences and links
come from the nine debates of `debates_train` that no network has seen; the seven annotated debates are not read. It is
deterministic: no sampling, folds by debate. It also sets the score from which a sentence is compared in full.
"""

from __future__ import annotations

import argparse
import json
from math import log
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from app.bootstrap import Session
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.documents import read_document
from app.ports import FloatMatrix, IntMatrix
from app.ranking import FEATURES, FULL_FEATURES, Ranker, RankerFile
from app.retrieval import KEEP
from app.services.engine import Engine
from app.services.matching.candidates import CandidateTable, generate_candidates, preliminary_features, search_words
from app.services.matching.context import MatchContext, preceding_sentences
from app.services.matching.scoring import stack_measures
from app.services.ranking import features_of_document
from models.ranker.body_weight import choose_body_weight
from models.ranker.files import OUT, blank, linear_file, write_file
from models.ranker.tables import Transcript, unseen_training
from models.research.fitting import Debate, fit_logistic, mean_average_precision

FOLDS = 5
STRENGTHS = (0.01, 0.1, 1.0, 10.0)
COMPARED_SHARE = 0.24
"""Share of a debate's sentences that are compared in full: as much as two cores can do while a user waits."""
MORE_FROM = 0.01
PREFILTER_WEIGHT = 1.0
"""Chosen on tweets and debates that no network has seen. MRR of a tweet's linked fact-check is .901, and .879 without the
prefilter."""


def read_debates(engine: Engine, data: Path) -> tuple[list[Debate], list[NDArray[np.bool_]]]:
    """Return the unseen training debates with preliminary features, and for each sentence whether a linked fact-check is a
    candidate."""
    debates, found_flags = [], []
    with engine.snapshot() as snapshot:
        for transcript in unseen_training(data):
            context = MatchContext(engine=engine, snapshot=snapshot, options=MatchOptions(), language="en")
            rows, features, gold_ids = _measured(transcript, context)
            retrieved = [
                any(row >= 0 and snapshot.ids[int(row)] in ids for row in sentence_rows)
                for sentence_rows, ids in zip(rows, gold_ids, strict=True)
            ]
            found_flags.append(np.array(retrieved))
            labels = np.array([int(bool(ids)) for ids in gold_ids])
            debates.append(Debate(name=transcript.name, features=features.astype(float), labels=labels))
            print(f"{transcript.name}: {len(gold_ids)} sentences, {int(labels.sum())} linked, {sum(retrieved)} found", flush=True)
    return debates, found_flags


def _measured(transcript: Transcript, context: MatchContext) -> tuple[IntMatrix, FloatMatrix, list[frozenset[str]]]:
    cancel = CancelToken()
    sentences = read_document(transcript.path, cancel=cancel, progress=no_progress).sentences
    texts = [sentence.text for sentence in sentences]
    generated = generate_candidates(sentences, search_words(texts, context, cancel), context, progress=no_progress, cancel=cancel)
    rows = np.full((len(generated), KEEP), -1, np.int32)
    for index, candidates in enumerate(generated):
        rows[index, : len(candidates.rows[:KEEP])] = candidates.rows[:KEEP]
    measures = {name: stack_measures([candidates.measures[name] for candidates in generated], KEEP) for name in generated[0].measures}
    worthiness = [candidates.checkworthiness for candidates in generated]
    table = CandidateTable(texts=texts, rows=rows, measures=measures, foreign=np.zeros(rows.shape, np.bool_), checkworthiness=worthiness)
    features = preliminary_features(table, context, among=~table.foreign)
    return rows, features, [transcript.linked(sentence.line) for sentence in sentences]


def pair_calibration(engine: Engine, data: Path) -> tuple[float, float]:
    """Return scale and shift of the sum of both scorers' log-odds, from the training debates that no network has seen (Platt 1999)."""
    values: list[float] = []
    labels: list[bool] = []
    for transcript in unseen_training(data):
        document = read_document(transcript.path, cancel=CancelToken(), progress=no_progress)
        with engine.snapshot() as snapshot:
            preceding = preceding_sentences(document)
            context = MatchContext(engine=engine, snapshot=snapshot, options=MatchOptions(), language="en", preceding=preceding)
            for comparison in features_of_document(document, context=context, cancel=CancelToken())[0]:
                candidates = comparison.candidates
                values += [log(pair.probability / (1 - pair.probability)) for pair in comparison.pairs.values()]
                ids = [snapshot.ids[int(candidates.rows[column])] for column in comparison.pairs]
                labels += [(candidates.sentence.line, identifier) in transcript.pairs for identifier in ids]
    model = LogisticRegression(C=1e6).fit(np.array(values)[:, None], np.array(labels))
    return round(float(model.coef_[0, 0]), 4), round(float(model.intercept_[0]), 4)


def add_pair_calibration(session: Session, library: Path, data: Path, file: RankerFile) -> RankerFile:
    """Return the file with the scores of both scorers, calibrated."""
    plain = msgspec.structs.replace(file, prefilter_weight=PREFILTER_WEIGHT, pair_scale=1.0, pair_shift=0.0)
    blank_ranker = blank(FULL_FEATURES)
    unjudged = Ranker(file=msgspec.structs.replace(blank_ranker.file, stance_from=2.0), key="unjudged")  # stance is of no use here
    engine = session.engine_with(library, preliminary_ranker=Ranker(file=plain, key="plain"), ranker=unjudged, query_ranker=blank_ranker)
    scale, shift = pair_calibration(engine, data)
    return msgspec.structs.replace(plain, pair_scale=scale, pair_shift=shift)


def _cross_validated(debates: list[Debate], strength: float) -> list[NDArray[np.float64]]:
    """Return out-of-fold scores. Folds are whole debates."""
    models = [fit_logistic([debate for index, debate in enumerate(debates) if index % FOLDS != fold], strength) for fold in range(FOLDS)]
    return [models[index % FOLDS](debate.features) for index, debate in enumerate(debates)]


def main() -> None:
    """Train, print the measures, and write preliminary.json and preliminary_metrics.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs-only", action="store_true", help="keep the ranker, calibrate a new pair scorer's probabilities")
    arguments = parser.parse_args()
    session = Session()
    if arguments.pairs_only:
        ranker_file = msgspec.structs.replace(session.models.preliminary_ranker().file, more_from=MORE_FROM)
        write_file("preliminary", add_pair_calibration(session, arguments.library, arguments.data, ranker_file))
        return
    blank_preliminary, blank_full = blank(FEATURES), blank(FULL_FEATURES)
    engine = session.engine_with(arguments.library, preliminary_ranker=blank_preliminary, ranker=blank_full, query_ranker=blank_full)
    body_weight, ranks = choose_body_weight(engine, arguments.data, blank_preliminary.file)
    weighted_ranker = Ranker(file=msgspec.structs.replace(blank_preliminary.file, body_weight=body_weight), key="promising")
    engine = session.engine_with(arguments.library, preliminary_ranker=weighted_ranker, ranker=blank_full, query_ranker=blank_full)
    debates, found_flags = read_debates(engine, arguments.data)
    by_strength = {strength: mean_average_precision(debates, _cross_validated(debates, strength)) for strength in STRENGTHS}
    strength = max(by_strength, key=lambda value: by_strength[value])
    fold_scores = _cross_validated(debates, strength)
    scores, labels = np.concatenate(fold_scores), np.concatenate([debate.labels for debate in debates])
    model = fit_logistic(debates, strength)
    gate = float(np.quantile(np.concatenate([model(debate.features) for debate in debates]), 1 - COMPARED_SHARE))
    file = linear_file("preliminary-4", FEATURES, model, scores, labels)
    file = msgspec.structs.replace(file, compare_from=round(gate, 4), more_from=MORE_FROM, body_weight=body_weight)
    file = add_pair_calibration(session, arguments.library, arguments.data, file)
    candidates = np.concatenate(found_flags)
    threshold = np.quantile(scores, 1 - COMPARED_SHARE)
    metrics = {
        "data": "debates_train, nine debates that no network has seen, cross-validated by debate",
        "sentences": len(labels),
        "linked": int(labels.sum()),
        "reciprocal_rank_by_body_weight": ranks,
        "map_by_strength": {str(key): round(value, 4) for key, value in by_strength.items()},
        "linked_among_candidates": round(float(candidates[labels == 1].mean()), 4),
        "linked_above_the_gate": round(float((scores[labels == 1] >= threshold).mean()), 4),
    }
    write_file("preliminary", file)
    (OUT / "preliminary_metrics.json").write_text(json.dumps(metrics, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(metrics, indent=1))
    print(dict(zip(FEATURES, file.coefficients, strict=True)))


if __name__ == "__main__":
    main()
