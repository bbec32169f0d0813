"""All measures over all queries, and over those parts of them in which query and fact-check are of one language, of two, of each pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from models.research.crosslingual.gold import GradedGold
from models.research.crosslingual.measures import NAMES, query_measures
from models.research.metrics import mean

Items = Sequence[frozenset[str]]
UNKNOWN = "und"
"""A language that nobody named and no detector told (BCP 47's code for it)."""


def crosslingual_report(found: Mapping[str, Items], gold: GradedGold, language_of: Callable[[str], str]) -> dict[str, Any]:
    """The measures of these rankings by query id against the gold; `language_of` tells a fact-check's language by its id.

    A part keeps of every ranking and of every query's judgements the fact-checks of its languages alone, so that one in another language
    is neither a hit nor in the way. One whose language is not known stays in the way of every part: to leave it out would flatter.
    Queries without a relevant fact-check in a part are not of it. Languages count without their region; where one is not known, a pair is
    neither within one language nor across two.
    """
    asked = {qid: _plain(gold.language_of(qid)) for qid in gold.grades}
    languages = _Languages(language_of)
    pairs = Counter((asked[qid], languages[item]) for qid, own in gold.grades.items() for item, grade in own.items() if grade > 0)
    report: dict[str, Any] = {
        "queries": len(gold.grades),
        "queries_without_gold": sum(all(grade <= 0 for grade in own.values()) for own in gold.grades.values()),
        "judged": _judged(gold),
        "all": _part(found, gold, languages, lambda _qid, _item: True),
        "monolingual": _part(found, gold, languages, lambda qid, item: UNKNOWN != asked[qid] == languages[item]),
        "crosslingual": _part(
            found, gold, languages, lambda qid, item: UNKNOWN not in (asked[qid], languages[item]) and asked[qid] != languages[item]
        ),
    }
    report["pairs"] = {
        f"{query}-{document}": _part(found, gold, languages, _of_pair(asked, languages, query, document))
        for query, document in sorted(pairs)
    }
    return report


def _of_pair(asked: Mapping[str, str], languages: _Languages, query: str, document: str) -> Callable[[str, str], bool]:
    return lambda qid, item: asked[qid] == query and languages[item] == document


class _Languages:
    """Each fact-check's language, asked for once."""

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
    counted = Counter(min(max(grade, 0), 2) for own in gold.grades.values() for grade in own.values())
    return {"exact": counted[2], "partial": counted[1], "irrelevant": counted[0]}


def _part(
    found: Mapping[str, Items], gold: GradedGold, languages: _Languages, belongs: Callable[[str, str], bool]
) -> dict[str, Any] | None:
    """The means over the part's queries; None where it has none."""
    scores = []
    for qid, own in gold.grades.items():
        grades = {item: grade for item, grade in own.items() if belongs(qid, item)}
        if any(grade > 0 for grade in grades.values()):
            kept = [ids for ids in found.get(qid, ()) if any(belongs(qid, item) or languages[item] == UNKNOWN for item in ids)]
            scores.append(query_measures(kept, grades))
    return {"queries": len(scores), **{name: mean([score[name] for score in scores]) for name in NAMES}} if scores else None
