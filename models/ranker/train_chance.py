"""Fit the chance that a fact-check is about the same claim: `python -m models.ranker.train_chance --library DIR --snopes DIR --data DATA`.

`--library` holds the PolitiFact fact-checks, `--snopes` those of Snopes. Platt's sigmoid (1999) over the log-odds of the pair probability,
from all pairs of the seven annotated debates that are compared in full: the same claim where annotators wrote agree, disagree or repeated,
another one everywhere else (most of these pairs nobody looked at, so that the chance is rather too low). Measured by leaving out one
debate; the map of all seven is measured, unchanged, on tweets. Writes two numbers into `ranker.json` and `query_ranker.json`, nothing else.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from app.bootstrap import Session
from app.domain.likelihood import PERHAPS, PROBABLY, SAME
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.evaluation.debates import GoldDebate, read_gold
from app.ingest.documents import read_document
from app.ranking import RankerFile
from app.ranking.features import LEAST
from app.services.analysis import Analysis
from app.services.engine import Engine
from app.services.ranking import features_of_document, said_before
from app.services.work import Work
from models.examples.links import is_held_back, snopes_tweets
from models.ranker.files import OUT, write_file
from models.ranker.train_queries import compared_texts

SAME_STANCES = frozenset({"agree", "disagree", "repeated"})
EDGES = (0.0, 0.1, PERHAPS, PROBABLY, 0.75, SAME, 1.0)
GROUPS = 10
BATCH = 64
Pairs = NDArray[np.float64]
"""Shape (n, 2): the pair probability, 1 where both are about the same claim."""


def debate_pairs(debate: GoldDebate, engine: Engine) -> Pairs:
    """All pairs of a debate that are compared in full."""
    cancel = CancelToken()
    document = read_document(debate.transcript, cancel=cancel, progress=no_progress)
    gold = frozenset((pair.line, pair.factcheck) for pair in debate.annotated if pair.stance in SAME_STANCES)
    with engine.snapshot() as snapshot:
        analysis = Analysis(engine=engine, snapshot=snapshot, options=MatchOptions(), language="en", before=said_before(document))
        works, _ = features_of_document(document, analysis=analysis, cancel=cancel)
        found = [(pair, (work.sentence.line, name) in gold) for work in works for pair, name in _compared(work, snapshot.ids)]
    print(f"{debate.name}: {len(found)} pairs, {sum(same for _, same in found)} the same claim", flush=True)
    return np.array(found, float).reshape(-1, 2)


def tweet_pairs(engine: Engine, data: Path, part: str) -> Pairs:
    """The pairs of tweets, of the development part or of training tweets that no network has seen, compared in full."""
    tweets = [one for one in snopes_tweets(data / "snopes", part) if part == "dev" or is_held_back(one)]
    found: list[tuple[float, bool]] = []
    with engine.snapshot() as snapshot:
        analysis = Analysis(engine=engine, snapshot=snapshot, options=MatchOptions(), single_claims=True)
        for start in range(0, len(tweets), BATCH):
            some = tweets[start : start + BATCH]
            works = compared_texts([one.text for one in some], analysis, [frozenset()] * len(some))
            for one, work in zip(some, works, strict=True):
                found += [(pair, name in one.linked) for pair, name in _compared(work, snapshot.ids)]
    return np.array(found, float).reshape(-1, 2)


def _compared(work: Work, ids: Sequence[str]) -> Iterator[tuple[float, str]]:
    return ((work.pair[column], ids[int(work.rows[column])]) for column in work.compared)


def fit(pairs: Pairs) -> tuple[float, float]:
    """Slope and shift over the log-odds of the pair probability. Raises ValueError where the slope is not positive."""
    model = LogisticRegression(C=1e6).fit(_log_odds(pairs[:, 0])[:, None], pairs[:, 1])
    slope, shift = round(float(model.coef_[0, 0]), 4), round(float(model.intercept_[0]), 4)
    if slope <= 0:
        raise ValueError(f"the chance falls as the pair probability rises: slope {slope}")
    return slope, shift


def _log_odds(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    cut = np.clip(probability, LEAST, 1 - LEAST)
    odds: NDArray[np.float64] = np.log(cut / (1 - cut))
    return odds


def chances(file: RankerFile, pair: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the program shows for these pair probabilities."""
    return np.array([file.same_claim(one) for one in pair.tolist()])


def measured(chance: NDArray[np.float64], pairs: Pairs) -> dict[str, object]:
    """How well calibrated the chances are, beside the pair probability itself and the base rate."""
    same = pairs[:, 1]
    shown = (("chance", chance), ("pair", pairs[:, 0]))
    return {
        "pairs": len(same),
        "base_rate": round(float(same.mean()), 4),
        "brier": {name: _brier(one, same) for name, one in (*shown, ("base_rate", np.full(len(same), same.mean())))},
        "ece": {name: _calibration_error(one, same) for name, one in shown},
        "reliability": [
            {"from": low, "to": high, "pairs": int(held.sum()), "chance": _mean(chance[held]), "same": _mean(same[held])}
            for low, high in pairwise(EDGES)
            for held in [(chance >= low) & (chance < high)]
        ],
    }


def _brier(chance: NDArray[np.float64], same: NDArray[np.float64]) -> float:
    return round(float(((chance - same) ** 2).mean()), 4)


def _calibration_error(chance: NDArray[np.float64], same: NDArray[np.float64]) -> float:
    """Expected calibration error over groups of like size, by chance."""
    groups = np.array_split(np.argsort(chance, kind="stable"), GROUPS)
    return round(float(sum(abs(chance[one].mean() - same[one].mean()) * len(one) for one in groups) / len(same)), 4)


def _mean(values: NDArray[np.float64]) -> float | None:
    return round(float(values.mean()), 3) if len(values) else None


def leave_one_out(file: RankerFile, debates: Sequence[Pairs]) -> NDArray[np.float64]:
    """The chances of each debate's pairs by a map of the others, in order."""
    found = []
    for place, own in enumerate(debates):
        slope, shift = fit(np.concatenate([other for number, other in enumerate(debates) if number != place]))
        found.append(chances(msgspec.structs.replace(file, claim_slope=slope, claim_shift=shift), own[:, 0]))
    return np.concatenate(found)


def main() -> None:
    """Fit, measure, write the two numbers and chance_metrics.json."""
    parser = argparse.ArgumentParser()
    for name in ("library", "snopes", "data"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    session = Session()
    rankers = {"preliminary_ranker": session.preliminary_ranker(), "ranker": session.ranker(), "query_ranker": session.query_ranker()}
    engine, snopes = (session.engine_with(path, **rankers) for path in (arguments.library, arguments.snopes))
    debates = [debate_pairs(one, engine) for one in read_gold(arguments.data / "debates")]
    slope, shift = fit(np.concatenate(debates))
    files = {name: msgspec.structs.replace(rankers[name].file, claim_slope=slope, claim_shift=shift) for name in ("ranker", "query_ranker")}
    metrics = {
        "slope": slope,
        "shift": shift,
        "pair_called_same": round(1 / (1 + math.exp(-(math.log(SAME / (1 - SAME)) - shift) / slope)), 4),
        "debates, out of fold": measured(leave_one_out(files["ranker"], debates), np.concatenate(debates)),
    }
    for name, part in (("snopes tweets, development part", "dev"), ("snopes tweets, held back", "train")):
        pairs = tweet_pairs(snopes, arguments.data, part)
        metrics[name] = measured(chances(files["query_ranker"], pairs[:, 0]), pairs)
    for name, file in files.items():
        write_file(name, file)
    (OUT / "chance_metrics.json").write_text(json.dumps(metrics, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(metrics, indent=1))


if __name__ == "__main__":
    main()
