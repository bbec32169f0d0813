"""Our own runs of `evaluate averitec`: given evidence judged, or the closed pool made, searched and judged."""

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


def run_own(context: Context, claims: Sequence[Verification], places: Sequence[int]) -> int:
    """Ours, or with `--ablation` every system, of the claims at these places; with `--given-evidence` judged alone, else the closed pool
    searched. `--every` looks at one in so many."""
    arguments = context.arguments
    options = VerifyOptions(questions=arguments.questions, answers=arguments.answers)
    looked_at = places[:: arguments.every]  # past claims are those before the whole part
    if arguments.given_evidence:
        engine = context.session.verify_engine(None)
        reports = _reports(context, claims, looked_at, given_systems(), engine)
    else:
        with temporary_folder() as folder:
            engine = _engine(context, claims, places, folder)
            reports = _reports(context, claims, looked_at, pool_systems(options), engine)
            if arguments.ablation:
                with _stock(context, claims, engine) as other:
                    reports |= _reports(context, claims, looked_at, {_STOCK: pool_systems(options)[OURS]}, other)
            context.session.close()
    context.progress.close()
    words = averitec_table(reports[OURS])
    if arguments.ablation:
        words = f"{words}\n\nSystems\n\n{systems_table(reports)}"
    parameters = {"part": arguments.part or None, "given_evidence": arguments.given_evidence, "questions": options.questions}
    parameters |= {"answers": options.answers, "every": arguments.every}
    record = run_record(context, rows=len(looked_at), models=dict(engine.models()), parameters=parameters)
    return finish_measure(context, reports if arguments.ablation else reports[OURS], words, record)


def _reports(
    context: Context, claims: Sequence[Verification], places: Sequence[int], systems: Mapping[str, System], engine: VerifyEngine
) -> dict[str, Mapping[str, Any]]:
    chosen = systems if context.arguments.ablation or OURS not in systems else {OURS: systems[OURS]}
    gold = gold_claims(claims, places)
    reports: dict[str, Mapping[str, Any]] = {}
    for name, system in chosen.items():
        found = own_predictions(claims, places, system, engine=engine, progress=context.progress, cancel=context.cancel)
        reports[name] = {"part": context.arguments.part or None, **averitec_report(gold, found)}
    return reports


def _engine(context: Context, claims: Sequence[Verification], places: Sequence[int], folder: Path) -> VerifyEngine:
    """The pool as evidence; claims outside the part that were made before it as past claims, whose questions are models."""
    session, library = context.session, folder / "library"
    evidence = session.libraries.evidence(library, create=True)
    evidence.add(pool_documents(claims), progress=context.progress, cancel=context.cancel)
    past = _past(claims, places)
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


def _past(claims: Sequence[Verification], places: Sequence[int]) -> list[Verification]:
    own = frozenset(places)
    days = [made for place in places if (made := claims[place].claim.made) is not None]
    first = min(days, default=None)
    others = (claim for place, claim in enumerate(claims) if place not in own)
    return [claim for claim in others if first is not None and (claim.claim.made is None or claim.claim.made < first)]


@contextmanager
def _stock(context: Context, claims: Sequence[Verification], engine: VerifyEngine) -> Iterator[VerifyEngine]:
    """The same engine with the stock encoder, and the pool encoded by it."""
    encoder = load_second_encoder(None)
    with temporary_folder() as folder:
        evidence = context.session.libraries.evidence(folder, create=True)
        evidence.add(pool_documents(claims), progress=context.progress, cancel=context.cancel)
        prepare_evidence(evidence=evidence, encoder=encoder, progress=context.progress, cancel=context.cancel)
        yield replace(engine, evidence=evidence, encoder=encoder, query_encoder=None)
