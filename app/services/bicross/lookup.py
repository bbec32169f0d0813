"""Looks up single claims with the pipeline, with results of the same form as `services.claim_lookup`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
import numpy as np

from app.domain.document import Sentence
from app.domain.match import Match, ScoreParts
from app.domain.options import MatchOptions, Query
from app.domain.pipeline import PipelineOptions, Stage
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.ranked import Outcome, RankedSentence, RunRecord, with_matches
from app.domain.speech import ClaimReading, SpeechAct
from app.domain.stance import NEUTRAL, StanceProbabilities
from app.ingest.language import detect_language
from app.ports import Hits
from app.ranking import OVERLAP_FEATURES, differences, match_reasons, outcome, overlap_features, rule, sentence_traits
from app.services.bicross.stages import Staged, run_stages
from app.services.claim_lookup import LookedUp, read_claims
from app.services.engine import Engine
from app.services.matching.context import MatchContext
from app.services.matching.record import run_record
from app.services.retry_on_device_change import retry_on_device_change
from app.stance import can_read, judge_stances
from app.translation import tr

PIPELINE = ("pipeline", "stages", "depths", "fusion", "read")
"""What of the pipeline the run's record tells."""
_CHUNK = 8
_DIGITS = 6


@retry_on_device_change
def look_up_staged(
    queries: Sequence[Query],
    *,
    engine: Engine,
    options: MatchOptions,
    pipeline: PipelineOptions,
    progress: Progress,
    cancel: CancelToken,
) -> LookedUp:
    """Return the best `options.top` fact-checks of each query by the pipeline.

    `parts.fused` is the pipeline's own score, `parts.pair` the cross-encoder's probability where it has read the pair; the outcome
    follows from it. Without that stage the outcome is "ambiguous", since nothing has judged. Raises LibraryError and Cancelled as
    `look_up` does.
    """
    started = time.perf_counter()
    sentences = read_claims([query.text for query in queries])
    entries: list[RankedSentence] = []
    with engine.snapshot() as snapshot:
        context = MatchContext(engine=engine, snapshot=snapshot, options=options, single_claims=True)
        for start in range(0, len(sentences), _CHUNK):
            chunk = sentences[start : start + _CHUNK]
            staged = run_stages(chunk, pipeline, context, cancel)
            entries += [_entry(number, sentence, staged, context, cancel) for number, sentence in enumerate(chunk)]
            progress(ProgressUpdate(tr("Matching claims"), len(entries), len(sentences)))
        run = _record(context, pipeline, time.perf_counter() - started)
    results = [
        replace(entry, sentence=replace(entry.sentence, text=query.text), rank=number)
        for number, (entry, query) in enumerate(zip(entries, queries, strict=True), start=1)
    ]
    return LookedUp(results=tuple(results), run=run)


def _entry(query: int, sentence: Sentence, staged: Staged, context: MatchContext, cancel: CancelToken) -> RankedSentence:
    rows = [int(row) for row in staged.fused.rows[query, : context.verdict_depth] if row >= 0]
    context.factchecks.fetch(np.array([rows], dtype=np.int32))
    scores = {int(row): float(score) for row, score in zip(staged.fused.rows[query], staged.fused.scores[query], strict=True)}
    parts = {row: _parts(query, row, staged, scores[row]) for row in rows}
    stances = _stances(sentence, parts, context, cancel)
    chances = _chances(sentence, parts, context, cancel)
    readings, act = _readings(sentence, tuple(stances), context, cancel)
    compared = (_match(sentence, row, parts[row], stances.get(row, NEUTRAL), context, chance=chances.get(row)) for row in rows)
    matches = tuple(replace(match, reading=readings.get(row)) for row, match in zip(rows, compared, strict=True))
    thresholds = msgspec.structs.replace(context.engine.query_ranker.file, outcome_from=None)
    best = max((match.parts.pair or 0.0 for match in matches), default=0.0)
    read = Stage.CROSS in staged.stages
    entry_outcome = outcome(matches, thresholds, best) if read or not matches else Outcome.AMBIGUOUS
    ruling = rule(matches, thresholds, outcome=entry_outcome)
    entry = RankedSentence(
        rank=0,
        sentence=sentence,
        score=matches[0].score if matches else 0.0,
        probability=best,
        verdict=ruling.verdict,
        verdict_probability=ruling.right,
        outcome=entry_outcome,
        matches=matches,
        verdict_source=ruling.source,
        verdict_against=ruling.against,
        verdict_reason=ruling.reason,
        speech_act=act,
    )
    return with_matches(entry, matches[: context.options.kept])


def _parts(query: int, row: int, staged: Staged, score: float) -> ScoreParts:
    """Return the scores of the stages as ScoreParts: the sum of BM25 and the weighted cosine in the fields of the claim, and the
    pair probability."""
    stage_scores = {stage: _score_of(hits, query, row) for stage, hits in staged.stages.items()}
    return ScoreParts(
        bm25_claim=stage_scores.get(Stage.BM25),
        dense_claim=stage_scores.get(Stage.BI),
        pair=stage_scores.get(Stage.CROSS),
        fused=round(score, _DIGITS),
    )


def _score_of(hits: Hits, query: int, row: int) -> float | None:
    columns = np.flatnonzero(hits.rows[query] == row)
    return round(float(hits.scores[query, columns[0]]), _DIGITS) if len(columns) else None


def _stances(
    sentence: Sentence, parts: Mapping[int, ScoreParts], context: MatchContext, cancel: CancelToken
) -> dict[int, StanceProbabilities]:
    """Return the stance by row, for pairs that may be about the same claim and whose languages the model can read."""
    engine, language = context.engine, detect_language(sentence.text)
    least = engine.query_ranker.file.stance_from
    readable_rows = [
        row
        for row, part in parts.items()
        if (part.pair or 0.0) >= least and can_read(language, context.factchecks[row].language, languages=engine.stance_languages)
    ]
    pairs = [(context.factchecks[row].claim, sentence.text) for row in readable_rows]
    return dict(zip(readable_rows, judge_stances(pairs, scorer=engine.stance_scorer, cancel=cancel), strict=True))


def _chances(sentence: Sentence, parts: Mapping[int, ScoreParts], context: MatchContext, cancel: CancelToken) -> dict[int, float]:
    """Return by row the probability that it is about the same claim, where the cross-encoder has read the pair."""
    engine = context.engine
    read = {row: part.pair for row, part in parts.items() if part.pair is not None}
    if not read:
        return {}
    # The cross-encoder alone was not calibrated; combined with the prefilter it is, as in `services.claim_lookup`.
    quick = engine.prefilter.score([context.pair(sentence, row) for row in read], cancel=cancel).astype(np.float64)
    probabilities = engine.preliminary_ranker.file.combined_probability(np.array(list(read.values()), dtype=np.float64), quick)
    traits = sentence_traits(sentence.text, sentence.speaker)
    quoted = [float(overlap_features(traits, context.factchecks.traits(row))[OVERLAP_FEATURES.index("quoted")]) for row in read]
    chances = (engine.query_ranker.file.chance(float(pair), runs) for pair, runs in zip(probabilities, quoted, strict=True))
    return {row: round(chance, _DIGITS) for row, chance in zip(read, chances, strict=True)}


def _readings(
    sentence: Sentence, rows: Sequence[int], context: MatchContext, cancel: CancelToken
) -> tuple[dict[int, ClaimReading], SpeechAct | None]:
    """Return by row how the sentence reads the fact-check's claim, and the speech act of the whole sentence."""
    reader = context.engine.claim_reader
    if reader is None or not rows:
        return {}, None
    readings = reader.read([context.claim_pair(sentence.text, row) for row in rows], cancel=cancel)
    [act] = reader.acts([sentence.text], cancel=cancel)
    return dict(zip(rows, readings, strict=True)), act


def _match(
    sentence: Sentence, row: int, parts: ScoreParts, stance: StanceProbabilities, context: MatchContext, *, chance: float | None
) -> Match:
    factcheck = context.factchecks[row].without_body()
    match = Match(
        factcheck=factcheck,
        score=parts.fused or 0.0,
        parts=parts,
        stance=stance.label,
        stance_probabilities=stance,
        same_as=context.duplicates_of(row),
        differences=differences(sentence.text, factcheck.claim) if parts.pair is not None else (),
        probability=chance,
    )
    return replace(match, reasons=match_reasons(sentence.text, match))


def _record(context: MatchContext, pipeline: PipelineOptions, seconds: float) -> RunRecord:
    run = run_record(context, [("all", seconds)])
    stages, depths = ",".join(pipeline.stages), ",".join(map(str, pipeline.depths))
    values = ("bicross", stages, depths, pipeline.fusion.value, str(pipeline.read))
    return replace(run, parameters=(*run.parameters, *zip(PIPELINE, values, strict=True)))
