"""Writers for looked-up claims, to a file or the clipboard: one row per claim, in the order given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from app.domain.my_languages import debunk_languages
from app.domain.ranked import RankedDocument, RunRecord
from app.services.reports.blocks import Grid, Report, methods_section
from app.services.reports.delimited import table_csv, table_tsv
from app.services.reports.html import html_bytes, table_html
from app.services.reports.json_text import pretty
from app.services.reports.rows import match_row, run_row
from app.services.reports.run_words import run_lines
from app.services.reports.tables import ClaimEntry, claim_match_table, claim_table, claims_of, method_table
from app.services.reports.write import format_of, lines_bytes, write_bytes
from app.services.reports.xlsx import xlsx_bytes
from app.translation import in_english, tr


def write_claims(ranked: RankedDocument, path: Path, *, record: bool = True) -> None:
    """Write looked-up claims in the format of the path's suffix (CLAIM_FORMATS), with `record` their run record beside it.

    Raises InputError when the suffix is none of these or the file cannot be written.
    """
    write_claim_entries(claims_of(ranked), path, record=ranked.run, run=run_row(ranked.run) if record else None)


def write_claim_entries(claims: Sequence[ClaimEntry], path: Path, *, record: RunRecord, run: Mapping[str, Any] | None) -> None:
    """Write claims of which some were not looked up, with `record` in the table and `run` as the run's record next to it. Raises
    InputError as `write_claims` does."""
    write_bytes(path, CLAIM_FORMATS[format_of(path, CLAIM_FORMATS)](claims, record))
    if run is not None:
        write_bytes(path.with_name(path.name + ".run.json"), pretty(run))


def claims_for_clipboard(ranked: RankedDocument) -> tuple[str, str]:
    """The table as tab-separated text and as HTML, in the reader's language."""
    table = claim_table(claims_of(ranked))
    return table_tsv(table), table_html(table)


def claim_row(claim: ClaimEntry) -> dict[str, Any]:
    """Return one claim with its text as documented for the command line, with exactly the matches that were asked for.
    `verdict_match` is the match that the verdict rests on if it is not among them."""
    entry = claim.entry
    if entry is None:
        row = {
            "qid": claim.qid,
            "outcome": "none",
            "probability": 0.0,
            "sentence_verdict": "unknown",
            "verdict_reason": "none",
            "verdict_source": None,
            "verdict_against": None,
            "speech_act": None,
            "matches": [],
        }
        return {**row, "text": claim.text, "refused": claim.refused}
    row = {
        "qid": claim.qid,
        "outcome": entry.outcome.value,
        "debunk_languages": list(debunk_languages(entry)),
        "probability": round(entry.probability, 6),
        "sentence_verdict": entry.verdict.value,
        "verdict_reason": entry.verdict_reason.value,
        "verdict_source": entry.verdict_source or None,
        "verdict_against": entry.verdict_against or None,
        "speech_act": entry.speech_act.value if entry.speech_act else None,
        "matches": [match_row(match) for match in entry.matches if not match.follows],
        "text": claim.text,
        "variants": [{"form": variant.form.value, "text": variant.text} for variant in entry.variants],
    }
    followed = next((match for match in entry.matches if match.follows), None)
    return row | ({"verdict_match": match_row(followed)} if followed else {})


def _html(claims: Sequence[ClaimEntry], run: RunRecord) -> bytes:
    grid = Grid(claim_table(claims), wide=True)
    report = Report(title=tr("Claims looked up"), made=run.created, lead=(grid,), sections=(methods_section(run_lines(run)),))
    return html_bytes(report)


@in_english()
def _xlsx(claims: Sequence[ClaimEntry], run: RunRecord) -> bytes:
    return xlsx_bytes([claim_table(claims), claim_match_table(claims), method_table(run_lines(run))])


@in_english()
def _csv(claims: Sequence[ClaimEntry], _made: RunRecord) -> bytes:
    return table_csv(claim_table(claims))


def _json(claims: Sequence[ClaimEntry], _made: RunRecord) -> bytes:
    return lines_bytes(claim_row(claim) for claim in claims)


CLAIM_FORMATS: dict[str, Callable[[Sequence[ClaimEntry], RunRecord], bytes]] = {"jsonl": _json, "csv": _csv, "xlsx": _xlsx, "html": _html}
