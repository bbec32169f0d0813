"""The annotated debates ready for scoring: gold, dates of publication, and each system's measures under each protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from app.errors import InputError
from app.ports import Library
from models.research.debates import GoldDebate, read_gold
from models.research.paper.systems import System
from models.research.scores import LineGold, Protocol, Score, line_gold, score

RESAMPLES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemScore:
    """Score of one system under one protocol, over all lines and over all but the repeated ones."""

    name: str
    family: str
    protocol: Protocol
    score: Score
    without_repeated: Score
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The debates, with the dates of their fact-checks if a library has them."""

    debates: tuple[GoldDebate, ...]
    published: Mapping[str, date] | None
    resamples: int = RESAMPLES

    def protocols(self) -> tuple[Protocol, ...]:
        """Return both protocols, or without dates only the one that needs none."""
        return tuple(Protocol) if self.published is not None else (Protocol.ALL,)

    def scored(self, system: System, protocol: Protocol) -> SystemScore:
        """Return a system's measures under this protocol."""
        protocol_scores = [
            score(system.rankings, self.lines(protocol, without_repeated=without_repeated), resamples=self.resamples)
            for without_repeated in (False, True)
        ]
        return SystemScore(
            name=system.name,
            family=system.family,
            protocol=protocol,
            score=protocol_scores[0],
            without_repeated=protocol_scores[1],
            detail=system.detail,
        )

    def lines(self, protocol: Protocol, *, without_repeated: bool = False) -> dict[str, LineGold]:
        """Return the gold of the debates with a verifiable sentence under this protocol, by name."""
        return line_gold(self.debates, protocol, published=self.published or {}, without_repeated=without_repeated)

    def positives(self) -> dict[str, int]:
        """Return the number of verifiable sentences by protocol."""
        return {
            protocol.value: sum(len(debate_lines.verifying) for debate_lines in self.lines(protocol).values())
            for protocol in self.protocols()
        }


def load_gold(folder: Path, library: Library | None, *, resamples: int = RESAMPLES) -> tuple[Gold, tuple[str, ...]]:
    """Return the debates, with notes for the user. Raises InputError when nothing in the folder can be scored."""
    debates = read_gold(folder)
    if not any(debate.pairs for debate in debates):
        raise InputError("gold-empty", f"No pair in “{folder}” makes a sentence verifiable.", hint="Name the folder of annotated debates.")
    if library is None:
        return Gold(debates=debates, published=None, resamples=resamples), (
            "Without a library the days of publication are not known: scored over all fact-checks only.",
        )
    verifying_ids = {pair.factcheck for debate in debates for pair in debate.pairs}
    factchecks = library.get(sorted(verifying_ids))
    notes = (f"{len(verifying_ids - factchecks.keys())} of the gold's {len(verifying_ids)} verifying fact-checks are not in the library.",)
    published = {identifier: item.published for identifier, item in factchecks.items() if item.published}
    return Gold(debates=debates, published=published, resamples=resamples), notes if verifying_ids - factchecks.keys() else ()
