"""Assignment of table columns to fields: names as keys, the guess by name, and the user's own mapping."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from app.errors import InputError
from app.ingest.rows.outcomes import Record
from app.translation import tr

_MAX_DEPTH = 3


def key_of(name: str) -> str:
    """Return a column name without case, accents and punctuation; "Claim Reviewed" and "claimReviewed" give the same key."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in decomposed if char.isalnum())


def guess_by_name(guessed: dict[str, str], keys: Mapping[str, str], accepted: Mapping[str, Sequence[str]]) -> None:
    """Add the fields whose column is recognised by its name, the likelier names of all fields first. Each column serves one field."""
    # By rank first, so that the likeliest name of one field wins over an unlikely name of another.
    for rank in range(max(map(len, accepted.values()))):
        for field, names in accepted.items():
            column = keys.get(names[rank]) if rank < len(names) else None
            if column is not None and field not in guessed and column not in guessed.values():
                guessed[field] = column


def apply_user_mapping(
    guessed: Mapping[str, str],
    user_mapping: Sequence[tuple[str, str]],
    *,
    header: Sequence[str],
    fields: Sequence[str],
    code: str,
    no_field: str,
) -> dict[str, str]:
    """Apply the user's mapping to the guess; a field mapped to "" is left out.

    Raises InputError `code` if the user names a missing column or an unknown field. The message for the latter is `no_field`, whose
    {field} is the name.
    """
    mapping = dict(guessed)
    for field, column in user_mapping:
        if field not in fields:
            raise InputError(code, tr(no_field, field=field), hint=tr("The fields are: {fields}.", fields=", ".join(fields)))
        if column and column not in header:
            hint = tr("Its columns are: {columns}.", columns=", ".join(header)[:300])
            raise InputError(code, tr('The table has no column "{column}".', column=column), hint=hint)
        # A column serves one field, so mapping it takes it from the field it was guessed for.
        mapping = {name: mapped_column for name, mapped_column in mapping.items() if mapped_column != column and name != field}
        if column:
            mapping[field] = column
    return mapping


def flatten_record(record: Record) -> Record:
    """Return the record with the fields of its inner objects under dotted names ("user.name"); lists are left out."""
    if not any(isinstance(value, dict) for value in record.values()):
        return record
    flattened: dict[str, object] = {}
    pending: list[tuple[str, Mapping[str, object], int]] = [("", record, 1)]
    while pending:
        prefix, inner, depth = pending.pop()
        for key, value in inner.items():
            if not isinstance(value, dict):
                flattened.setdefault(f"{prefix}{key}", value)
            elif depth < _MAX_DEPTH:
                pending.append((f"{prefix}{key}.", value, depth + 1))
    return flattened


def keys_of(sample: Sequence[Record]) -> list[str]:
    """Return all keys of some records in order of appearance."""
    return list(dict.fromkeys(key for record in sample for key in record))
