"""From measures to features, score, probability, reasons and the sentence verdict."""

from app.ranking.difference import differences
from app.ranking.features import FEATURES, sentence_features, sentence_form
from app.ranking.full_features import FULL_FEATURES, OF_CANDIDATES, ComparedTable, full_features
from app.ranking.likeness import LIKENESSES, FactCheckTraits, factcheck_traits, likenesses, sentence_traits
from app.ranking.model import Ranker, RankerFile, load_ranker
from app.ranking.order import rank_sentences
from app.ranking.reasons import match_reasons, sentence_reasons
from app.ranking.repeats import repeats
from app.ranking.unjudged import expected_stance
from app.ranking.verdict import Ruling, outcome, rule

__all__ = [
    "FEATURES",
    "FULL_FEATURES",
    "LIKENESSES",
    "OF_CANDIDATES",
    "ComparedTable",
    "FactCheckTraits",
    "Ranker",
    "RankerFile",
    "Ruling",
    "differences",
    "expected_stance",
    "factcheck_traits",
    "full_features",
    "likenesses",
    "load_ranker",
    "match_reasons",
    "outcome",
    "rank_sentences",
    "repeats",
    "rule",
    "sentence_features",
    "sentence_form",
    "sentence_reasons",
    "sentence_traits",
]
