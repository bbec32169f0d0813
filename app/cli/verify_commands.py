"""`verify`: an unchecked claim, or a file of them, against the library's evidence; or given answers judged again."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.cli import arguments as args
from app.cli import llm_options
from app.cli.context import Context
from app.cli.output import emit, one_line, report_refused, say
from app.domain.assisted import Use
from app.domain.evidence import EvidenceFilter
from app.domain.progress import ProgressUpdate
from app.domain.ranked import RunRecord
from app.domain.verification import ClaimForm, EvidenceAnswer, Judgement, Verification, Verified, VerifyOptions
from app.errors import InputError
from app.ingest.averitec import AveritecRow, claims_bytes
from app.reading import read_averitec_rows
from app.services.assisted_verifying import VerifyWriter
from app.services.evidence import prepare_evidence
from app.services.reports.json_text import pretty
from app.services.reports.verified import verified_record
from app.services.reports.write import write_bytes
from app.services.verify_engine import VerifyEngine
from app.services.verifying import verify_claim, verify_given
from app.verify.premises import answers_nothing

_AT_ONCE = 20_000
"""So many passages without a vector are given one before a claim is verified: a minute or two."""
_WIDE = 160


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add verify to the grammar."""
    default = VerifyOptions()
    verify = commands.add_parser(
        "verify", parents=[common], help="questions, evidence and a reasoned verdict for a claim nobody has checked"
    )
    verify.add_argument("claim", nargs="?", default="", metavar="CLAIM")
    verify.add_argument("--claims", type=args.file, metavar="C.json", help="many claims in AVeriTeC's format")
    verify.add_argument("--given-evidence", action="store_true", help="with --claims: judge its questions and answers; needs no library")
    verify.add_argument("--date", type=args.day, default=None, metavar="DATE", help="when it was made: later evidence is not used")
    verify.add_argument("--before", type=args.day, default=None, metavar="DATE", help="another cutoff: only evidence from before this day")
    verify.add_argument("--undated", action="store_true", help="also use evidence without a date")
    verify.add_argument("--speaker", default="")
    verify.add_argument("--source", default="", help="where the claim appeared")
    verify.add_argument("--out", type=args.file, metavar="F.json", help="AVeriTeC's format")
    verify.add_argument("--questions", type=args.positive, default=default.questions, metavar="N", help="at most (default %(default)s)")
    verify.add_argument(
        "--answers", type=args.positive, default=default.answers, metavar="N", help="for each question at most (default %(default)s)"
    )
    verify.add_argument(
        "--passages", type=args.positive, default=default.passages, metavar="K", help="passages read for a claim (default %(default)s)"
    )
    group = llm_options.add_group(verify)
    group.add_argument("--normalise", action="store_true", help="reword the claim so that it stands alone")
    group.add_argument("--context", action="append", default=[], metavar="TEXT", help="what was said before the claim; may be repeated")
    group.add_argument("--llm-questions", action="store_true", help="its questions come before the others")
    group.add_argument("--llm-justification", action="store_true", help="from questions and answers, each sentence with its reference")
    verify.set_defaults(command=run_verify)


def run_verify(context: Context) -> int:
    """Run `verify CLAIM` or `verify --claims`: needs evidence in the library, unless it is given."""
    arguments = context.arguments
    if bool(arguments.claim.strip()) == (arguments.claims is not None) or (arguments.given_evidence and arguments.claims is None):
        raise InputError("verify-what", "Give one claim, or a file of them with --claims.", hint="See “priorcheck verify --help”.")
    context.check_out()
    writer = _writer(context)
    rows = read_averitec_rows(arguments.claims, cancel=context.cancel) if arguments.claims else []
    engine = context.session.verify_engine(None if arguments.given_evidence else context.library_path)
    if engine.evidence is not None:
        prepare_evidence(
            evidence=engine.evidence, encoder=engine.encoder, encode_limit=_AT_ONCE, progress=context.progress, cancel=context.cancel
        )
    if arguments.claims:
        return _many(context, rows, engine)
    claim = ClaimForm(
        text=arguments.claim,
        speaker=arguments.speaker,
        made=arguments.date,
        reporting_source=arguments.source,
        context=tuple(arguments.context),
    )
    options = _options(arguments)
    verified = verify_claim(claim, engine=engine, options=options, progress=context.progress, cancel=context.cancel, writer=writer)
    context.progress.close()
    if arguments.out:
        write_bytes(arguments.out, claims_bytes([verified.verification]))
        _write_record(arguments.out, verified_record(verified))
        say(f"Verdict and {len(verified.verification.questions)} questions written to {arguments.out}")
    else:
        emit(verified_in_words(verified.verification))
    for remark in verified.remarks:
        say(remark)
    if writer is not None:
        llm_options.tell_spent(writer.asker, writer.records)
    return 0


def _writer(context: Context) -> VerifyWriter | None:
    """Return the writer for the language model, None if it is not used. Raises ModelError `llm-none`."""
    arguments = context.arguments
    uses = {Use.CLAIM: arguments.normalise, Use.QUESTIONS: arguments.llm_questions, Use.JUSTIFICATION: arguments.llm_justification}
    requested_uses = frozenset(use for use, requested in uses.items() if requested)
    return VerifyWriter(llm_options.needed_asker(context), requested_uses, context.progress) if requested_uses else None


def _options(arguments: argparse.Namespace) -> VerifyOptions:
    among = EvidenceFilter(before=arguments.before, undated=arguments.undated)
    return VerifyOptions(questions=arguments.questions, answers=arguments.answers, passages=arguments.passages, among=among)


def _many(context: Context, rows: list[AveritecRow], engine: VerifyEngine) -> int:
    """Verify one row for each claim in order; an invalid row is reported and keeps its position if possible."""
    arguments = context.arguments
    verifications: list[Verification] = []
    run: RunRecord | None = None
    for index, row in enumerate(rows):
        if row.verification is None or not any(map(str.isalnum, row.verification.claim.text)):
            verifications.append(Verification(claim=row.verification.claim if row.verification else ClaimForm(text="")))
            continue
        verified = _one(context, row.verification, engine, _writer(context))
        verifications.append(verified.verification)
        run = verified.run
        context.progress(ProgressUpdate("Verifying claims", index + 1, len(rows)))
    context.progress.close()
    refused = [row.refused for row in rows if row.refused is not None]
    report_refused(refused)
    if arguments.out is None:
        for verification in verifications:
            emit(verified_in_words(verification) + "\n")
        return 0
    write_bytes(arguments.out, claims_bytes(verifications))
    record = {"models": dict(run.models), "parameters": dict(run.parameters), "program": run.program} if run else {}
    _write_record(arguments.out, record | {"claims": len(rows), "refused": len(refused)})
    say(f"{len(verifications)} claims written to {arguments.out}")
    return 0


def _one(context: Context, verification: Verification, engine: VerifyEngine, writer: VerifyWriter | None) -> Verified:
    if context.arguments.given_evidence:
        # What the file says of the outcome, and who said it, is neither looked at nor written again.
        unjudged = Verification(claim=verification.claim, questions=verification.questions)
        return verify_given(unjudged, engine=engine, progress=_quiet, cancel=context.cancel, writer=writer)
    options = _options(context.arguments)
    return verify_claim(verification.claim, engine=engine, options=options, progress=_quiet, cancel=context.cancel, writer=writer)


def _quiet(update: object) -> None:
    """Ignore the progress of one of many claims; only their number is shown."""


def _write_record(out: Path, record: dict[str, Any]) -> None:
    write_bytes(out.with_name(out.name + ".run.json"), pretty(record))


def verified_in_words(verification: Verification) -> str:
    """Return verdict, questions with answers, and justification as text."""
    lines = [one_line(verification.claim.text)]
    judgement = verification.judgement
    if judgement is not None:
        lines.append(f"{_label(judgement)}; by the rule of the answers' sides: {judgement.by_rule.value}")
    for number, question in enumerate(verification.questions, start=1):
        lines.append(f"[{number}] {one_line(question.text)}")
        lines += [f"    {_side(answer)} {_answer(answer)}" for answer in question.answers]
    return "\n".join((*lines, one_line(verification.justification)))


def _label(judgement: Judgement) -> str:
    """Return the verdict with the classifier's probability, or with the reason why its label was not used."""
    if judgement.undecided is not None:
        return f"{judgement.label.value} ({judgement.undecided.value.rstrip('.')})"
    return judgement.label.value if judgement.share is None else f"{judgement.label.value} ({judgement.share:.0%})"


def _answer(answer: EvidenceAnswer) -> str:
    words = f"{answer.text}. {answer.explanation}" if answer.explanation else answer.text
    day = answer.published.isoformat() if answer.published else "no date"
    source = "" if answers_nothing(answer) else f" — {answer.source or answer.source_url or 'no source'}, {day}"
    warning = f" [{answer.warning}]" if answer.warning else ""
    return one_line(words)[:_WIDE] + source + warning


def _side(answer: EvidenceAnswer) -> str:
    return "·" if answer.stance is None else {"agree": "+", "disagree": "−", "unrelated": "·"}[answer.stance.label.value]
