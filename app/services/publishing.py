"""Publishes a finished verification as a fact-check of the user's own in the library."""

from __future__ import annotations

from datetime import date

from app.domain.factcheck import FactCheck, stable_id
from app.domain.progress import CancelToken, Progress
from app.domain.verification import EvidenceAnswer, Verification
from app.errors import InputError
from app.ingest.language import detect_language
from app.ports import Library, LibraryChange, TextEncoder
from app.services.library import BY_HAND
from app.translation import tr


def own_factcheck(verification: Verification, *, publisher: str, published: date, url: str = "") -> FactCheck:
    """Return the fact-check of a verification: the human's verdict in AVeriTeC's words, justification and answers as its body.

    The same claim of the same publisher and address has the same id, so that publishing it again replaces it. Raises InputError if
    the claim is empty, no human has given a verdict, or the publisher has no name.
    """
    claim, label, name = " ".join(verification.claim.text.split()), verification.own_label, publisher.strip()
    if not claim:
        raise InputError("factcheck-empty", tr("A fact-check needs a claim."), hint=tr("Give the text of the checked claim."))
    if label is None:
        hint = tr("Give it one first: a verdict that only the program found is not published.")
        raise InputError("publish-unfinished", tr("This claim has no verdict of your own yet."), hint=hint)
    if not name:
        hint = tr("Give the newsroom's name in the settings.")
        raise InputError("publish-nameless", tr("A fact-check names who checked, and the newsroom has no name yet."), hint=hint)
    return FactCheck(
        # The same claim of the same publisher and address has the same id, so that publishing it again replaces it.
        id=stable_id(publisher=name, url=url, claim=claim),
        claim=claim,
        body=_body(verification),
        rating=label.value,
        verdict=label.verdict,
        rating_rule=BY_HAND,
        publisher=name,
        claimant=" ".join(verification.claim.speaker.split()),
        published=published,
        claimed=verification.claim.made,
        url=url,
        language=detect_language(claim),
    )


def publish_verification(
    verification: Verification,
    *,
    publisher: str,
    published: date,
    url: str = "",
    library: Library,
    encoder: TextEncoder,
    progress: Progress,
    cancel: CancelToken,
) -> FactCheck:
    """Store a finished verification in the library, replacing its earlier version. Raises InputError as `own_factcheck` does."""
    factcheck = own_factcheck(verification, publisher=publisher, published=published, url=url)
    library.apply(LibraryChange(upsert=[factcheck]), encoder=encoder, progress=progress, cancel=cancel)
    return factcheck


def _body(verification: Verification) -> str:
    """Return the justification, then each question with the number by which the justification refers to it, its answers and their
    sources."""
    lines = [verification.justification.strip()]
    for number, question in enumerate(verification.questions, start=1):
        answers = " ".join(map(_answer, question.answers))
        lines.append(f"{question.text} [{number}] {answers}".strip())
    return "\n".join(line for line in lines if line)


def _answer(answer: EvidenceAnswer) -> str:
    text = f"{answer.text}. {answer.explanation}" if answer.explanation else answer.text
    return f"{text} ({answer.source_url})" if answer.source_url else text
