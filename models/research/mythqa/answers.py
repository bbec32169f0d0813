"""Matching of predicted answers with gold answers."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from models.research.mythqa.gold import GoldAnswer

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(answer: str) -> str:
    """Return the text in lower case, without ASCII punctuation and English articles, with single spaces.

    This is the rule of the authors' reader evaluator, that of SQuAD (Rajpurkar et al. 2016) and DPR.
    """
    return " ".join(_ARTICLES.sub(" ", answer.lower().translate(_PUNCTUATION)).split())


def matched(answers: Sequence[str], gold: Sequence[GoldAnswer]) -> list[int | None]:
    """Return for each found answer, best first, the index of the gold answer that it equals, or None.

    Answers are equal if their normalised texts are (evaluator), or an alias's. A gold answer is found once. A second answer of the
    same meaning is wrong, because the task asks for distinct answers. The authors' evaluator counts each, so its recall can exceed
    1.
    """
    names = [{normalised(name) for name in answer.names} for answer in gold]
    indexes: list[int | None] = []
    for text in answers:
        own_name = normalised(text)
        free = (index for index, gold_names in enumerate(names) if own_name in gold_names and index not in indexes)
        indexes.append(next(free, None))
    return indexes
