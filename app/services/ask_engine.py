"""The ports that a question to the posts works with, bundled once by bootstrap."""

from __future__ import annotations

from dataclasses import dataclass

from app.ports import PostLibrary, Reader, StanceScorer, TextEncoder
from app.services.engine import Engine


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEngine:
    """Posts and models. `opinions` tells the side of posts (premises) towards statements (hypotheses). `factchecks` (None: there are
    none) says what is already debunked. `query_encoder` is for what is asked, where the encoder tells it from what is searched."""

    posts: PostLibrary
    encoder: TextEncoder
    reader: Reader
    opinions: StanceScorer
    factchecks: Engine | None = None
    stance: StanceScorer | None = None
    query_encoder: TextEncoder | None = None

    def models(self) -> tuple[tuple[str, str], ...]:
        """Role and identity of every model, for the run record."""
        identities = {"encoder": self.encoder.identity, "reader": self.reader.identity, "opinions": self.opinions.identity}
        if self.stance is not None:
            identities["stance"] = self.stance.identity
        roles = tuple((role, identity.key()) for role, identity in identities.items())
        return roles if self.factchecks is None else (*roles, *(pair for pair in self.factchecks.models() if pair[0] not in identities))
