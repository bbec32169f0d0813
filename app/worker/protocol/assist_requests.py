"""What a client has the language model write, and what it is answered with. Each fails with `llm-none` where no model was chosen."""

from __future__ import annotations

import msgspec

from app.domain.assisted import AssistRecord, SettlingLine, StandAlone, Translated, Use
from app.domain.match import Match
from app.domain.verification import EvidenceQuestion, Verification
from app.worker.protocol.requests import Request


class NoteMatch(Request, frozen=True, kw_only=True):
    """Why a fact-check settles a sentence, in two lines that quote, or, with a `target` (a language's code), its claim in that language.
    Result: MatchNoted."""

    sentence: str
    match: Match
    target: str = ""


class SuggestForClaim(Request, frozen=True, kw_only=True):
    """For a verification the claim reworded to stand alone, more questions, or a justification: which of them says `use`.
    Result: ClaimSuggested."""

    library: str
    verification: Verification
    use: Use


class SuggestTitle(Request, frozen=True, kw_only=True):
    """A title for the narrative of this id, in the words of its texts. Result: TitleSuggested."""

    library: str
    narrative: str


class MatchNoted(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What held of the answer; `record` has the rest, and what it took. Nothing was asked where it has no calls: the claim is in that
    language already."""

    record: AssistRecord
    lines: tuple[SettlingLine, ...] = ()
    translated: Translated | None = None


class ClaimSuggested(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What held of the answer to `record.use`: a claim, questions, or a justification; none of it is in the verification yet."""

    record: AssistRecord
    claim: StandAlone | None = None
    questions: tuple[EvidenceQuestion, ...] = ()
    justification: str = ""


class TitleSuggested(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A title, "" where none held."""

    record: AssistRecord
    title: str = ""
