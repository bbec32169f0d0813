"""All measures over all queries, and over the parts with query and fact-check in one language, in two, and in each pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from models.research.crosslingual.gold import GradedGold
from models.research.crosslingual.measures import NAMES, query_measures
from models.research.metrics import mean

Items = Sequence[frozenset[str]]
UNKNOWN = "und"
"""Unknown language (BCP 47's code for it)."""


def crosslingual_report(rankings: Mapping[str, Items], gold: GradedGold, language_of: Callable[[str], str]) -> dict[str, Any]:
    """Return the measures of these rankings by query id against the gold. `language_of` gives a fact-check's language by id.

    A part keeps only the fact-checks of its languages, in the rankings and in the judgements. So one in another language is neither
    a hit nor a miss. A fact-check of unknown language stays in every part, because leaving it out would flatter the system. Queries
    without a relevant fact-check in a part are not counted there. Languages count without their region. A pair with an unknown
    language is neither within one language nor across two.
    """
    query_languages = {qid: _plain(gold.language_of(qid)) for qid in gold.grades}
    languages = _Languages(language_of)
    pairs = Counter(
        (query_languages[qid], languages[item])
        for qid, judgements in gold.grades.items()
        for item, grade in judgements.items()
        if grade > 0
    )
    report: dict[str, Any] = {
        "queries": len(gold.grades),
        "queries_without_gold": sum(all(grade <= 0 for grade in judgements.values()) for judgements in gold.grades.values()),
        "judged": _judged(gold),
        "all": _part(rankings, gold, languages, lambda _qid, _item: True),
        "monolingual": _part(rankings, gold, languages, lambda qid, item: UNKNOWN != query_languages[qid] == languages[item]),
        "crosslingual": _part(
            rankings,
            gold,
            languages,
            lambda qid, item: UNKNOWN not in (query_languages[qid], languages[item]) and query_languages[qid] != languages[item],
        ),
    }
    report["pairs"] = {
        f"{query}-{document}": _part(rankings, gold, languages, _of_pair(query_languages, languages, query, document))
        for query, document in sorted(pairs)
    }
    return report


def _of_pair(query_languages: Mapping[str, str], languages: _Languages, query: str, document: str) -> Callable[[str, str], bool]:
    return lambda qid, item: query_languages[qid] == query and languages[item] == document


class _Languages:
    """Cache of the fact-checks' languages."""

    def __init__(self, language_of: Callable[[str], str]) -> None:
        self._language_of = language_of
        self._known: dict[str, str] = {}

    def __getitem__(self, item: str) -> str:
        if item not in self._known:
            self._known[item] = _plain(self._language_of(item))
        return self._known[item]


def _plain(language: str) -> str:
    return language.partition("-")[0] or UNKNOWN


def _judged(gold: GradedGold) -> dict[str, int]:
    counted = Counter(min(max(grade, 0), 2) for judgements in gold.grades.values() for grade in judgements.values())
    return {"exact": counted[2], "partial": counted[1], "irrelevant": counted[0]}


def _part(
    rankings: Mapping[str, Items], gold: GradedGold, languages: _Languages, belongs: Callable[[str, str], bool]
) -> dict[str, Any] | None:
    """Return the means over the part's queries; None if it has none."""
    scores = []
    for qid, judgements in gold.grades.items():
        grades = {item: grade for item, grade in judgements.items() if belongs(qid, item)}
        if any(grade > 0 for grade in grades.values()):
            ranking = [ids for ids in rankings.get(qid, ()) if any(belongs(qid, item) or languages[item] == UNKNOWN for item in ids)]
            scores.append(query_measures(ranking, grades))
    return {"queries": len(scores), **{name: mean([score[name] for score in scores]) for name in NAMES}} if scores else None
