"""Files of AVeriTeC: a JSON list, one object, or JSON Lines, also compressed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.decoding import DECODING_ERRORS, JSON_ERRORS
from app.domain.control_characters import escaped_json
from app.domain.importing import RefusedRow
from app.domain.verification import Verification
from app.errors import InputError
from app.ingest.averitec.claims import claim_row, read_claim
from app.ingest.contents import whole_content
from app.ingest.rows.outcomes import RowRefused
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class AveritecRow:
    """One row of a file: its number from 1, and the claim or the reason of its refusal."""

    number: int
    verification: Verification | None = None
    refused: RefusedRow | None = None


def read_averitec_rows(path: Path) -> list[AveritecRow]:
    """Read a file's rows in order; a row that is not a claim does not stop the others.

    Raises InputError if the file cannot be read, is not JSON, or holds no row.
    """
    content = whole_content(path)
    rows = _decode_rows(content) if content.strip() else []
    if rows is None:
        message = tr("“{path}” is no JSON of claims.", path=path)
        raise InputError("averitec-damaged", message, hint=tr("Name a file in AVeriTeC's format, or download it again."))
    if not rows:
        raise InputError("averitec-empty", tr("“{path}” holds no claim.", path=path), hint=tr("Name a file with claims."))
    return [_read_row(path, number, row) for number, row in enumerate(rows, start=1)]


def read_averitec_file(path: Path) -> list[Verification]:
    """Read a file in which every row must be a claim. Raises InputError as `read_averitec_rows` does, and for a refused row."""
    return only_claims(path, read_averitec_rows(path))


def only_claims(path: Path, rows: Sequence[AveritecRow]) -> list[Verification]:
    """Return the claims of rows that must all be claims. Raises InputError for a refused row."""
    refused = next((row.refused for row in rows if row.refused), None)
    if refused is not None:
        message = tr("Row {row} of “{path}” is no claim: {reason}", row=refused.row, path=path, reason=refused.reason)
        raise InputError("averitec-row", message, hint=tr("Correct the file."))
    return [row.verification for row in rows if row.verification]


def claims_bytes(verifications: Iterable[Verification]) -> bytes:
    """Return the content of a file in AVeriTeC's own layout: a list, indented by four spaces."""
    # Control and direction characters are escaped, so that they cannot change what a viewer shows.
    return escaped_json(json.dumps([claim_row(verification) for verification in verifications], indent=4).encode()) + b"\n"


def _decode_rows(content: bytes) -> list[object] | None:
    """Decode the file's values; None if it is not JSON."""
    try:
        value = json.loads(content)
    except JSON_ERRORS:
        return _decode_lines(content)
    return value if isinstance(value, list) else [value]


def _decode_lines(content: bytes) -> list[object] | None:
    """Decode JSON Lines. A broken line gives None; None instead of a list if the first line is broken already."""
    values: list[object] = []
    for line in content.splitlines():
        if not line.strip():
            continue
        try:
            values.append(msgspec.json.decode(line))
        except DECODING_ERRORS:
            values.append(None)
    # A broken first line means another format, a later one a broken row.
    return values if isinstance(values[0], dict) else None


def _read_row(path: Path, number: int, value: object) -> AveritecRow:
    try:
        if not isinstance(value, dict):
            raise RowRefused(tr("It is not a JSON object."))
        return AveritecRow(number=number, verification=read_claim(value))
    except RowRefused as error:
        return AveritecRow(number=number, refused=RefusedRow(source=path.name, row=str(number), reason=error.reason))
