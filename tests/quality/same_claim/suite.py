"""Runs the pairs: each sentence as a document of its own against a library of all the claims, with the real models."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.match import Match
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.ports import LibraryChange
from app.services.engine import Engine
from app.services.ranking import rank_document
from app.store import open_library

FILE = Path(__file__).with_name("pairs.jsonl")


class Row(msgspec.Struct, frozen=True):
    """A line of the file."""

    topic: str
    sentence: str
    claim: str
    same: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A pair with what the program shows of it: its match, None where the claim was no candidate."""

    row: Row
    match: Match | None

    @property
    def probability(self) -> float:
        """The chance shown, 0 where there is none."""
        return self.match.probability or 0.0 if self.match else 0.0

    @property
    def pair(self) -> float:
        """The pair probability, 0 where there is none."""
        return self.match.parts.pair or 0.0 if self.match else 0.0


def read_pairs() -> tuple[Row, ...]:
    """The sixty pairs."""
    return tuple(msgspec.json.decode(line, type=Row) for line in FILE.read_bytes().splitlines())


def shown(rows: tuple[Row, ...], engine: Engine, folder: Path) -> list[Shown]:
    """Each pair with its match; `folder` is for the library of all claims."""
    claims = {row.claim: f"claim-{number}" for number, row in enumerate(rows)}
    checks = tuple(FactCheck(id=name, claim=claim, verdict=Verdict.FALSE, rating="False", language="en") for claim, name in claims.items())
    with closing(open_library(folder, create=True)) as library:
        change = LibraryChange(upsert=checks)
        library.apply(change, encoder=engine.encoder, progress=no_progress, cancel=CancelToken())
        own = replace(engine, library=library)
        return [Shown(row, _match(row, claims[row.claim], own)) for row in rows]


def _match(row: Row, identifier: str, engine: Engine) -> Match | None:
    sentence = Sentence(index=0, text=row.sentence, start=0, end=len(row.sentence))
    document = Document(title="pair", text=row.sentence, sentences=(sentence,), format="text", language="en")
    ranked = rank_document(document, engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken())
    return next((match for match in ranked.sentences[0].matches if match.factcheck.id == identifier), None)
