"""What a client asks when a claim is verified, and what it is answered with."""

from __future__ import annotations

import msgspec

from app.domain.importing import RefusedRow
from app.domain.publication import NOWHERE, Addresses
from app.domain.verification import ClaimForm, EvidenceQuestion, Verification, VerifyOptions
from app.worker.protocol.requests import Request


class SuggestQuestions(Request, frozen=True, kw_only=True):
    """Questions that the claim raises. Result: QuestionsSuggested."""

    library: str
    claim: ClaimForm
    options: VerifyOptions = VerifyOptions()


class AnswerQuestions(Request, frozen=True, kw_only=True):
    """Look for answers to questions of a claim in the evidence, no passage for two of them. Result: QuestionsAnswered."""

    library: str
    claim: ClaimForm
    questions: tuple[EvidenceQuestion, ...]
    options: VerifyOptions = VerifyOptions()


class JudgeVerification(Request, frozen=True, kw_only=True):
    """Judge a claim from its questions and answers; a justification that nobody has edited is written anew. Result: Judged."""

    library: str
    verification: Verification


class JustifyVerification(Request, frozen=True, kw_only=True):
    """Write the justification anew, from questions and answers alone. Result: Justified."""

    verification: Verification


class WriteVerifications(Request, frozen=True, kw_only=True):
    """Write verifications to a file; the suffix of `path` chooses the format, several go into AVeriTeC's own. `newsroom` is who publishes
    them, `addresses` where. Result: Written."""

    verifications: tuple[Verification, ...]
    path: str
    newsroom: str = ""
    addresses: Addresses = NOWHERE


class ReadVerifications(Request, frozen=True, kw_only=True):
    """Read the claims of an AVeriTeC file. Result: VerificationsRead."""

    path: str


class PublishVerification(Request, frozen=True, kw_only=True):
    """Take a finished verification into the library as a fact-check of one's own, in place of the one that it was published as before.
    Result: Changed."""

    library: str
    verification: Verification
    publisher: str
    factcheck: str = ""


class QuestionsSuggested(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Questions, the most useful first."""

    questions: tuple[EvidenceQuestion, ...]


class QuestionsAnswered(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The questions with the answers that were found, in their order."""

    questions: tuple[EvidenceQuestion, ...]


class Judged(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The verification with stances, judgement and justification."""

    verification: Verification


class Justified(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A justification."""

    text: str


class VerificationsRead(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The claims of a file, in its order, and its rows that are none."""

    items: tuple[Verification, ...]
    refused: tuple[RefusedRow, ...] = ()
