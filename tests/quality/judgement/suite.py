"""Runs the cases: each sentence against its own few fact-checks, with the real models, as in a debate.
`python -m tests.quality.judgement` prints by kind how many cases were right, silent and wrong, of the open half; `--sealed` of both
halves, `--sealed-2` of the second sealed file.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.domain.ranked import RankedSentence
from app.domain.verdict import SentenceVerdict, Verdict
from app.ports import LibraryChange
from app.services.engine import Engine
from app.services.ranking import rank_document
from app.store import open_library

FOLDER = Path(__file__).resolve().parent
_VERDICTS = {
    "true": Verdict.TRUE,
    "mostly-true": Verdict.MOSTLY_TRUE,
    "half-true": Verdict.MIXED,
    "mostly-false": Verdict.MOSTLY_FALSE,
    "false": Verdict.FALSE,
    "unrated": Verdict.UNRATED,
}


class Mark(StrEnum):
    """RIGHT: the expected verdict, or none where none is due. SILENT: none where one was due. WRONG: any other verdict."""

    RIGHT = "right"
    SILENT = "silent"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A sentence, its context, the fact-checks of the library, and the expected verdict."""

    id: str
    kind: str
    document: Document
    factchecks: tuple[FactCheck, ...]
    verdict: SentenceVerdict
    reason: str
    variant_of: str


def read_cases(path: Path) -> list[Case]:
    """Read the cases of a file, compressed or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        return [_case(json.loads(line)) for line in file if line.strip()]


def _case(row: Mapping[str, Any]) -> Case:
    expected = row["expect"]["verdict"]
    return Case(
        id=row["id"],
        kind=row["kind"],
        document=_document([*row["before"], row["sentence"]], row["speaker"], row["said"]),
        factchecks=tuple(map(_factcheck, row["factchecks"])),
        verdict=SentenceVerdict(str(expected).lower()),
        reason=row["expect"]["reason"],
        variant_of=row["variant_of"] or "",
    )


def _document(texts: Sequence[str], speaker: str, said_on: str) -> Document:
    sentences, start = [], 0
    for index, text in enumerate(texts):
        sentences.append(Sentence(index=index, text=text, start=start, end=start + len(text), speaker=speaker))
        start += len(text) + 1
    return Document(
        title="case", text=" ".join(texts), sentences=tuple(sentences), format="text", language="en", date=date.fromisoformat(said_on)
    )


def _factcheck(row: Mapping[str, Any]) -> FactCheck:
    return FactCheck(
        id=row["id"],
        claim=row["claim"],
        rating=row["verdict"],
        verdict=_VERDICTS[row["verdict"]],
        publisher=row["publisher"],
        claimant=row.get("speaker", ""),
        published=date.fromisoformat(row["published"]),
        language="en",
    )


def judged(cases: Iterable[Case], engine: Engine, folder: Path) -> Iterator[tuple[Case, RankedSentence]]:
    """Yield each case with the program's result for its sentence; `folder` is for the small libraries."""
    for case in cases:
        with closing(open_library(folder / case.id, create=True)) as library:
            change = LibraryChange(upsert=case.factchecks)
            library.apply(change, encoder=engine.encoder, progress=no_progress, cancel=CancelToken())
            ranked = rank_document(
                case.document,
                engine=replace(engine, library=library),
                options=MatchOptions(),
                progress=no_progress,
                cancel=CancelToken(),
            )
        last = len(case.document.sentences) - 1
        yield case, next(entry for entry in ranked.sentences if entry.sentence.index == last)


def mark(case: Case, entry: RankedSentence) -> Mark:
    """Compare the program's verdict with the expected one."""
    if entry.verdict is case.verdict:
        return Mark.RIGHT
    return Mark.SILENT if entry.verdict is SentenceVerdict.UNKNOWN else Mark.WRONG


def table(results: Sequence[tuple[Case, RankedSentence]]) -> list[tuple[str, Counter[Mark]]]:
    """Count right, silent and wrong cases by kind and in total."""
    kinds: dict[str, Counter[Mark]] = {}
    for case, entry in results:
        for name in (case.kind, "all"):
            kinds.setdefault(name, Counter())[mark(case, entry)] += 1
    return sorted(kinds.items(), key=lambda item: (item[0] == "all", item[0]))


def always_silent(cases: Iterable[Case]) -> Counter[str]:
    """Count the cases in which a program without any verdict would be right, by kind and in total; in the others it is silent."""
    return Counter(name for case in cases if case.verdict is SentenceVerdict.UNKNOWN for name in (case.kind, "all"))
