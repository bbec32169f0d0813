"""When a found answer is a gold answer."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from models.research.mythqa.gold import GoldAnswer

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(answer: str) -> str:
    """Lower case, without ASCII punctuation, without the English articles, single spaces.

    Source: the rule by which the authors' reader evaluator compares answers, that of SQuAD (Rajpurkar et al. 2016) and DPR.
    """
    return " ".join(_ARTICLES.sub(" ", answer.lower().translate(_PUNCTUATION)).split())


def matched(found: Sequence[str], gold: Sequence[GoldAnswer]) -> list[int | None]:
    """For each found answer, best first, the place of the gold answer that it is, None where it is none.

    It is one where the normalised texts are equal (evaluator), or an alias's is. A gold answer is found once: a second answer of the
    same meaning is a wrong one, for the task asks for distinct answers. The authors' evaluator counts each, so that recall can exceed 1.
    """
    names = [{normalised(name) for name in answer.names} for answer in gold]
    places: list[int | None] = []
    for text in found:
        own = normalised(text)
        free = (place for place, known in enumerate(names) if own in known and place not in places)
        places.append(next(free, None))
    return places
