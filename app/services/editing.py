"""Adding, changing, deleting and exporting single fact-checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import date

from app.domain.factcheck import FactCheck, stable_id
from app.domain.importing import ChangeCounts
from app.domain.progress import CancelToken, Progress
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.ratings import RatingNormaliser
from app.ports import Library, LibraryChange, TextEncoder
from app.services.languages import language_code
from app.services.library import BY_HAND, normalised
from app.translation import tr

EDITABLE = tuple(field.name for field in fields(FactCheck) if field.name not in {"id", "rating_rule"})


def add_factcheck(
    values: Mapping[str, str],
    *,
    library: Library,
    encoder: TextEncoder,
    normaliser: RatingNormaliser,
    progress: Progress,
    cancel: CancelToken,
) -> FactCheck:
    """Add one fact-check from field texts. Raises InputError if the claim is empty, a value is invalid, or the id exists."""
    if not values.get("claim", "").strip():
        raise InputError("factcheck-empty", tr("A fact-check needs a claim."), hint=tr("Give the text of the checked claim."))
    identifier = values.get("id") or stable_id(publisher=values.get("publisher", ""), url=values.get("url", ""), claim=values["claim"])
    if library.get([identifier]):
        message = tr("A fact-check with the id “{id}” is there already.", id=identifier)
        raise InputError("factcheck-exists", message, hint=tr("Edit it instead."))
    fields = {name: value for name, value in values.items() if name != "id"}
    factcheck = _with_values(FactCheck(id=identifier, claim=values["claim"]), fields, normaliser)
    library.apply(LibraryChange(upsert=[factcheck]), encoder=encoder, progress=progress, cancel=cancel)
    return factcheck


def edit_factcheck(
    identifier: str,
    values: Mapping[str, str],
    *,
    library: Library,
    encoder: TextEncoder,
    normaliser: RatingNormaliser,
    progress: Progress,
    cancel: CancelToken,
) -> FactCheck:
    """Change fields of one fact-check; an empty verdict is read from its rating again. Raises InputError if the id is unknown or a
    value invalid."""
    factcheck = _with_values(_existing(library, [identifier])[identifier], values, normaliser)
    if not factcheck.claim.strip():
        raise InputError("factcheck-empty", tr("A fact-check needs a claim."), hint=tr("Give the text of the checked claim."))
    languages = {identifier: factcheck.language} if "language" in values else {}
    library.apply(LibraryChange(upsert=[factcheck], languages=languages), encoder=encoder, progress=progress, cancel=cancel)
    return factcheck


def delete_factchecks(
    identifiers: Sequence[str], *, library: Library, encoder: TextEncoder, progress: Progress, cancel: CancelToken
) -> ChangeCounts:
    """Delete these fact-checks, all or none. Raises InputError if one is unknown."""
    _existing(library, identifiers)
    return library.apply(LibraryChange(delete=list(identifiers)), encoder=encoder, progress=progress, cancel=cancel)


def restore_factchecks(
    factchecks: Sequence[FactCheck],
    *,
    delete: Sequence[str],
    library: Library,
    encoder: TextEncoder,
    progress: Progress,
    cancel: CancelToken,
) -> ChangeCounts:
    """Undo a change: restore fact-checks with verdict and rule, and delete those that were added by it."""
    change = LibraryChange(upsert=list(factchecks), delete=list(delete), languages={item.id: item.language for item in factchecks})
    return library.apply(change, encoder=encoder, progress=progress, cancel=cancel)


def _existing(library: Library, identifiers: Sequence[str]) -> dict[str, FactCheck]:
    factchecks = library.get(identifiers)
    missing = [identifier for identifier in identifiers if identifier not in factchecks]
    if missing:
        message = tr("No fact-check with the id “{id}” is in the library.", id=missing[0])
        raise InputError("factcheck-unknown", message, hint=tr("Search the library for it."))
    return factchecks


def _with_values(factcheck: FactCheck, values: Mapping[str, str], normaliser: RatingNormaliser) -> FactCheck:
    unknown = sorted(set(values) - set(EDITABLE))
    if unknown:
        message = tr("There is no field “{name}”.", name=unknown[0])
        raise InputError("field-unknown", message, hint=tr("Fields are {names}.", names=", ".join(EDITABLE)))
    typed = {name: _typed(name, value) for name, value in values.items()}
    changed = replace(factcheck, **typed)  # type: ignore[arg-type]
    if values.get("verdict"):
        return replace(changed, rating_rule=BY_HAND)
    if "rating" in values or "verdict" in values:
        return normalised(replace(changed, verdict=Verdict.UNRATED, rating_rule=""), normaliser)
    return normalised(changed, normaliser) if "publisher" in values else changed


def _typed(name: str, value: str) -> str | date | Verdict | None:
    if name == "language":
        return language_code(value)
    try:
        if name == "verdict":
            return Verdict(value.upper()) if value else Verdict.UNRATED
        if name in {"published", "claimed"}:
            return date.fromisoformat(value) if value else None
    except ValueError as error:
        if name == "verdict":
            message, hint = tr("“{value}” is no verdict for “{name}”.", value=value, name=name), tr("A verdict is like MOSTLY_FALSE.")
        else:
            message, hint = tr("“{value}” is no date for “{name}”.", value=value, name=name), tr("A date is like 2018-06-12.")
        raise InputError("field-value", message, hint=hint) from error
    return value
