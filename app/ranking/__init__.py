"""Ranks sentences: features from the measures, scores, probabilities, reasons and the sentence verdict."""

from app.ranking.difference import differences
from app.ranking.features import FEATURES, sentence_features, sentence_form
from app.ranking.full_features import FULL_FEATURES, OF_CANDIDATES, ComparedTable, full_features
from app.ranking.model import Ranker, RankerFile, load_ranker
from app.ranking.order import rank_sentences
from app.ranking.overlap_features import OVERLAP_FEATURES, FactCheckTraits, factcheck_traits, overlap_features, sentence_traits
from app.ranking.reasons import match_reasons, sentence_reasons
from app.ranking.repeats import repeats
from app.ranking.stance_imputation import expected_stance
from app.ranking.verdict import Ruling, outcome, rule

__all__ = [
    "FEATURES",
    "FULL_FEATURES",
    "OF_CANDIDATES",
    "OVERLAP_FEATURES",
    "ComparedTable",
    "FactCheckTraits",
    "Ranker",
    "RankerFile",
    "Ruling",
    "differences",
    "expected_stance",
    "factcheck_traits",
    "full_features",
    "load_ranker",
    "match_reasons",
    "outcome",
    "overlap_features",
    "rank_sentences",
    "repeats",
    "rule",
    "sentence_features",
    "sentence_form",
    "sentence_reasons",
    "sentence_traits",
]
