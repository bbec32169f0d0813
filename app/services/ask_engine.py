"""The ports of Ask, bundled once by bootstrap."""

from __future__ import annotations

from dataclasses import dataclass

from app.ports import PostLibrary, Reader, StanceScorer, TextEncoder
from app.services.engine import Engine


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEngine:
    """Posts and models of Ask.

    `opinions` judges the stance of posts (premises) towards statements (hypotheses). `factchecks` looks up published fact-checks
    (None: there are none). `query_encoder` encodes questions, if the model distinguishes queries from texts.
    """

    posts: PostLibrary
    encoder: TextEncoder
    reader: Reader
    opinions: StanceScorer
    factchecks: Engine | None = None
    stance: StanceScorer | None = None
    query_encoder: TextEncoder | None = None

    def models(self) -> tuple[tuple[str, str], ...]:
        """Return role and identity of every model, for the run record."""
        identities = {"encoder": self.encoder.identity, "reader": self.reader.identity, "opinions": self.opinions.identity}
        if self.stance is not None:
            identities["stance"] = self.stance.identity
        roles = tuple((role, identity.key()) for role, identity in identities.items())
        return roles if self.factchecks is None else (*roles, *(pair for pair in self.factchecks.models() if pair[0] not in identities))
