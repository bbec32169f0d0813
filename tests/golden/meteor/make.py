"""Makes nltk.tsv beside this file: NLTK's own METEOR of 1,000 pairs of AVeriTeC's texts.

`python tests/golden/meteor/make.py ../shared/data/averitec/train.json`, with NLTK and its data wordnet and punkt_tab installed. The file
holds places and scores alone: the texts belong to AVeriTeC.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

PAIRS = 1000
SEED = 7
OUT = Path(__file__).with_name("nltk.tsv")
Place = tuple[int, int, int]


def texts_of(path: Path) -> dict[Place, str]:
    """Each question with each of its answers, by the places of claim, question and answer."""
    claims: list[Any] = json.loads(path.read_text(encoding="utf-8"))
    return {
        (number, asked, told): f"{question['question']} {answer['answer']}"
        for number, claim in enumerate(claims)
        for asked, question in enumerate(claim["questions"])
        for told, answer in enumerate(question["answers"])
    }


def pairs_of(texts: dict[Place, str]) -> list[tuple[Place, Place]]:
    """Pairs that are worth a score: seven in ten of one claim, the others of any two."""
    dice = random.Random(SEED)
    places = sorted(texts)
    by_claim: dict[int, list[Place]] = {}
    for place in places:
        by_claim.setdefault(place[0], []).append(place)
    pairs = []
    for _ in range(PAIRS):
        first = dice.choice(places)
        pairs.append((first, dice.choice(by_claim[first[0]] if dice.random() < 0.7 else places)))
    return pairs


def main() -> None:
    """Write the scores: of words as NLTK cuts whole texts, and of texts cut into sentences first, as word_tokenize does."""
    from nltk import word_tokenize
    from nltk.translate.meteor_score import single_meteor_score

    texts = texts_of(Path(sys.argv[1]))
    lines = []
    for pair in pairs_of(texts):
        scores = []
        for whole in (True, False):
            candidate, reference = (word_tokenize(texts[place], preserve_line=whole) for place in pair)
            scores.append(single_meteor_score(reference, candidate))
        lines.append("\t".join(["/".join(map(str, place)) for place in pair] + [repr(score) for score in scores]))
    OUT.write_text("\n".join(["candidate\treference\tone_sentence\tsentences", *lines]) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
