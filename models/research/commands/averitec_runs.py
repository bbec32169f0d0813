"""Our own runs of `evaluate averitec`: on given evidence, or with search in the closed pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.cli.context import Context
from app.domain.options import ImportOptions
from app.domain.verification import Verification, VerifyOptions
from app.ingest.averitec import claims_bytes
from app.services.evidence import prepare_evidence
from app.services.library import import_factchecks
from app.services.verify_engine import VerifyEngine
from app.temporary_files import temporary_folder
from models.research.averitec.gold import gold_claims
from models.research.averitec.pool import pool_documents
from models.research.averitec.report import averitec_report
from models.research.averitec.systems import OURS, System, given_systems, own_predictions, pool_systems
from models.research.commands.averitec_table import averitec_table, systems_table
from models.research.commands.report_output import finish_measure, run_record
from models.research.second_encoder import load_second_encoder

_STOCK = "with the stock encoder"


def run_own(context: Context, claims: Sequence[Verification], indexes: Sequence[int]) -> int:
    """Run our system, or with `--ablation` every system, on the claims at these indexes.

    With `--given-evidence` it only judges; otherwise it searches the closed pool. `--every N` takes one claim in N.
    """
    arguments = context.arguments
    options = VerifyOptions(questions=arguments.questions, answers=arguments.answers)
    sampled_indexes = indexes[:: arguments.every]  # past claims are those before the whole part
    if arguments.given_evidence:
        engine = context.session.verify_engine(None)
        reports = _reports(context, claims, sampled_indexes, given_systems(), engine)
    else:
        with temporary_folder() as folder:
            engine = _engine(context, claims, indexes, folder)
            reports = _reports(context, claims, sampled_indexes, pool_systems(options), engine)
            if arguments.ablation:
                with _stock(context, claims, engine) as other:
                    reports |= _reports(context, claims, sampled_indexes, {_STOCK: pool_systems(options)[OURS]}, other)
            context.session.close()
    context.progress.close()
    words = averitec_table(reports[OURS])
    if arguments.ablation:
        words = f"{words}\n\nSystems\n\n{systems_table(reports)}"
    parameters = {"part": arguments.part or None, "given_evidence": arguments.given_evidence, "questions": options.questions}
    parameters |= {"answers": options.answers, "every": arguments.every}
    record = run_record(context, rows=len(sampled_indexes), models=dict(engine.models()), parameters=parameters)
    return finish_measure(context, reports if arguments.ablation else reports[OURS], words, record)


def _reports(
    context: Context, claims: Sequence[Verification], indexes: Sequence[int], systems: Mapping[str, System], engine: VerifyEngine
) -> dict[str, Mapping[str, Any]]:
    selected_systems = systems if context.arguments.ablation or OURS not in systems else {OURS: systems[OURS]}
    gold = gold_claims(claims, indexes)
    reports: dict[str, Mapping[str, Any]] = {}
    for name, system in selected_systems.items():
        predictions = own_predictions(claims, indexes, system, engine=engine, progress=context.progress, cancel=context.cancel)
        reports[name] = {"part": context.arguments.part or None, **averitec_report(gold, predictions)}
    return reports


def _engine(context: Context, claims: Sequence[Verification], indexes: Sequence[int], folder: Path) -> VerifyEngine:
    """Return an engine with the pool as evidence. Earlier claims outside the part are past claims, whose questions serve as
    examples."""
    session, library = context.session, folder / "library"
    evidence = session.libraries.evidence(library, create=True)
    evidence.add(pool_documents(claims), progress=context.progress, cancel=context.cancel)
    past = _past(claims, indexes)
    if past:
        file = folder / "past.json"
        file.write_bytes(claims_bytes(past))
        import_factchecks(
            [file],
            library=session.libraries.library(library, create=True),
            encoder=session.models.shared_encoder(),
            normaliser=session.normaliser(),
            options=ImportOptions(format="averitec"),
            progress=context.progress,
            cancel=context.cancel,
        )
    engine = session.verify_engine(library)
    prepare_evidence(evidence=evidence, encoder=engine.encoder, progress=context.progress, cancel=context.cancel)
    return engine


def _past(claims: Sequence[Verification], indexes: Sequence[int]) -> list[Verification]:
    part_indexes = frozenset(indexes)
    days = [claim_day for index in indexes if (claim_day := claims[index].claim.made) is not None]
    first = min(days, default=None)
    other_claims = (claim for index, claim in enumerate(claims) if index not in part_indexes)
    return [claim for claim in other_claims if first is not None and (claim.claim.made is None or claim.claim.made < first)]


@contextmanager
def _stock(context: Context, claims: Sequence[Verification], engine: VerifyEngine) -> Iterator[VerifyEngine]:
    """Yield the same engine with the stock encoder, and the pool encoded with it."""
    encoder = load_second_encoder(None)
    with temporary_folder() as folder:
        evidence = context.session.libraries.evidence(folder, create=True)
        evidence.add(pool_documents(claims), progress=context.progress, cancel=context.cancel)
        prepare_evidence(evidence=evidence, encoder=encoder, progress=context.progress, cancel=context.cancel)
        yield replace(engine, evidence=evidence, encoder=encoder, query_encoder=None)
