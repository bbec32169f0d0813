"""The result of an analysis: a whole, immutable ranking of a document's sentences, with how it was made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from app.domain.document import Document, Sentence
from app.domain.match import Match, QueryVariant
from app.domain.speech import SpeechAct
from app.domain.verdict import SentenceVerdict, VerdictReason


class Outcome(StrEnum):
    """Whether any fact-check is about this claim: MATCH surely enough (whatever it found), AMBIGUOUS perhaps, NONE is an answer too.

    Whether the fact-check also settles the claim is the sentence verdict's to say.
    """

    MATCH = "match"
    AMBIGUOUS = "ambiguous"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedSentence:
    """A sentence with its place. `score` is the ranking key, `probability` the calibrated verifiability in [0, 1].

    `checkworthiness` in [0, 1] is how surely it states a fact of public interest: 0.5 where that cannot be told.
    `verdict_probability` is the probability in [0, 1] that the verdict is right (of an unknown one, what the best guess would have).
    `variants` are the other wordings that a single claim was searched with. `verdict_reason` says why the verdict is what it is,
    `verdict_source` is the id of the fact-check that verdict and reason rest on ("" for none), `verdict_against` that of one which
    disagrees. `speech_act` is what the speaker does with the sentence, None where that was not looked at. `compared` is False while its
    candidates have not been compared in full, so that nothing can be said of it.
    """

    rank: int
    sentence: Sentence
    score: float
    probability: float
    verdict: SentenceVerdict
    outcome: Outcome
    matches: tuple[Match, ...] = ()
    reasons: tuple[str, ...] = ()
    verdict_probability: float = 0.0
    checkworthiness: float = 0.5
    variants: tuple[QueryVariant, ...] = ()
    verdict_source: str = ""
    verdict_against: str = ""
    verdict_reason: VerdictReason = VerdictReason.NONE
    speech_act: SpeechAct | None = None
    compared: bool = True

    def rests_on(self, match: Match) -> bool:
        """Whether the sentence is called true or false for this match's sake."""
        return self.verdict is not SentenceVerdict.UNKNOWN and match.factcheck.id == self.verdict_source


def with_matches(entry: RankedSentence, kept: Iterable[Match]) -> RankedSentence:
    """The entry with some of its matches, in this order; those that its verdict rests on follow, marked, if they are not among them."""
    matches = tuple(kept)
    shown = {match.factcheck.id for match in matches}
    resting = [each for each in entry.matches if each.factcheck.id in (entry.verdict_source, entry.verdict_against)]
    return replace(entry, matches=(*matches, *(replace(each, follows=True) for each in resting if each.factcheck.id not in shown)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """What made a result, so that it can be made again: models with hashes, library generation, parameters, timings.

    `models` and `parameters` are (name, value) pairs; `seconds` are (stage, duration) pairs; `index_kind` is "exact" or "hnsw".
    """

    program: str
    created: str
    library: str = ""
    generation: str = ""
    factchecks: int = 0
    searched: int = 0
    index_kind: str = ""
    as_of: date | None = None
    models: tuple[tuple[str, str], ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedDocument:
    """A document and its sentences in rank order. `version` counts up as partial results are replaced; `final` is the last."""

    document: Document
    sentences: tuple[RankedSentence, ...]
    run: RunRecord
    version: int = 1
    final: bool = True
