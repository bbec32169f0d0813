"""Text analysis for BM25, by language; documents and queries are analysed in the same way.

`ANALYSIS` names this version of the rules and is stored in every generation's manifest: an index made by other rules is rebuilt
instead of extended.
"""

from app.domain.function_words import ENGLISH as STOP_WORDS
from app.store.analysis.rules import likely_function_words
from app.store.analysis.terms import TermNumbers, names_in, query_terms, terms
from app.store.analysis.words import unspaced

ANALYSIS = "languages-1"

__all__ = ["ANALYSIS", "STOP_WORDS", "TermNumbers", "likely_function_words", "names_in", "query_terms", "terms", "unspaced"]
