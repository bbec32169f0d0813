"""The ports of Verify, bundled once by bootstrap."""

from __future__ import annotations

from dataclasses import dataclass

from app.ports import EvidenceLibrary, PairScorer, Reader, StanceScorer, TextEncoder
from app.services.engine import Engine
from app.verify.answerer import Answerer
from app.verify.query_projection import QueryProjection
from app.verify.veracity_classifier import VeracityClassifier


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyEngine:
    """Evidence and models of Verify. `evidence` is None where only given answers are judged.

    `stance` and `opinions` both judge an answer (premise) against the claim (hypothesis): the cross-encoder and the reader. `pairs`
    scores whether a passage is about the claim, `answers` whether it answers the claim's open part (English), `projection` projects
    queries towards their answers, `answerer` scores how surely a passage answers, `classifier` classifies the claim from its answers.
    `factchecks` (None: there are none) holds past claims, whose questions serve as examples. `query_encoder` as in `AskEngine`.
    """

    evidence: EvidenceLibrary | None
    encoder: TextEncoder
    reader: Reader
    stance: StanceScorer
    opinions: StanceScorer
    pairs: PairScorer
    answers: PairScorer
    projection: QueryProjection
    answerer: Answerer
    classifier: VeracityClassifier
    factchecks: Engine | None = None
    query_encoder: TextEncoder | None = None

    def models(self) -> tuple[tuple[str, str], ...]:
        """Return role and identity of every model, for the run record."""
        roles = (
            ("encoder", self.encoder.identity.key()),
            ("reader", self.reader.identity.key()),
            ("stance", self.stance.identity.key()),
            ("opinions", self.opinions.identity.key()),
            ("pair_scorer", self.pairs.identity.key()),
            ("answer_scorer", self.answers.identity.key()),
            ("leading", self.projection.key),
            ("evidence", self.answerer.key),
            ("veracity", self.classifier.key),
        )
        names = {role for role, _ in roles}
        return roles if self.factchecks is None else (*roles, *(pair for pair in self.factchecks.models() if pair[0] not in names))
