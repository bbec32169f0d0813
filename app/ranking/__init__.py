"""From measures to features, score, probability, reasons and the sentence verdict."""

from app.ranking.features import FEATURES, sentence_features
from app.ranking.model import Ranker, RankerFile, load_ranker
from app.ranking.order import rank_sentences
from app.ranking.reasons import match_reasons, sentence_reasons
from app.ranking.verdict import outcome, sentence_verdict

__all__ = [
    "FEATURES",
    "Ranker",
    "RankerFile",
    "load_ranker",
    "match_reasons",
    "outcome",
    "rank_sentences",
    "sentence_features",
    "sentence_reasons",
    "sentence_verdict",
]
