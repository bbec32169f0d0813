"""Assignment of table columns to the fields of a fact-check: guessed from names and values, overridden by the user."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from app.domain.options import ImportOptions
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.factchecks.headings import field_of_heading, names_claims_alone
from app.ingest.rows.columns import apply_user_mapping, guess_by_name, key_of
from app.ingest.rows.prose import is_heading, is_named_column, is_regular, names_transcript
from app.translation import mark, tr

_COLUMN_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "claim": "claim vclaim claimreviewed claimtext checkedclaim statement quote headlineclaim whatwasclaimed afirmacion afirmacao "
        "alegacao affirmation behauptung aussage declaracion declaracao claimcontent rumor rumour boato bulo text content",
        "id": "id vclaimid claimid factcheckid fcid uuid guid identifier key",
        "title": "title headline factchecktitle articletitle titulo titre titel reviewtitle name",
        "body": "body reviewbody articlebody fulltext article text content description summary explanation justification cuerpo corpo "
        "corps inhalt texto texte contenido conteudo subtitle reply",
        "rating": "rating alternatename alternativename ratingname verdict label truthlabel textualrating reviewrating conclusion "
        "finding truthrating calificacion classificacao etiqueta selo veredicto verdictlabel bewertung urteil",
        "verdict": "normalisedverdict normalizedverdict",
        "rating_rule": "ratingrule",
        "publisher": "publisher author publishername authorname organization organisation org source outlet factchecker agency agencia "
        "medio veiculo site checker reviewauthor",
        "claimant": "claimant speaker claimauthor claimedby saidby person orador locutor sprecher autor itemreviewedauthor statedby",
        "published": "published datepublished publishdate publicationdate reviewdate factcheckdate date pubdate fecha data datum "
        "dateofpublication createdat",
        "claimed": "claimed claimdate dateclaimed statementdate dateofclaim claimdatepublished stateddate",
        "url": "url link pageurl reviewurl factcheckurl articleurl permalink href enlace lien",
        "language": "language lang languagecode inlanguage idioma langue sprache locale",
        "note": "note notes remark remarks comment",
    }
)
_NAMES_OF_FIELD = {field: names.split() for field, names in _COLUMN_NAMES.items()}
# Reversed, so that the first field wins a name that two fields have.
_FIELD_OF_NAME = {name: field for field, names in reversed(_NAMES_OF_FIELD.items()) for name in names}
_KNOWN_LAYOUTS: tuple[Mapping[str, str], ...] = (
    # ClaimsKG's export: `author` is the claimant, `date` the day of the claim.
    {
        "claim": "text", "claimant": "author", "claimed": "date", "rating": "ratingname", "publisher": "source", "url": "link",
        "title": "headline", "language": "language", "id": "id",
    },
    # ClaimsKG's extraction, before it is turned into the graph.
    {
        "claim": "claimreviewclaimreviewed", "claimant": "creativeworkauthorname", "claimed": "creativeworkdatepublished",
        "rating": "ratingalternatename", "publisher": "claimreviewauthorname", "published": "claimreviewdatepublished",
        "url": "claimreviewurl",
        "title": "extratitle", "body": "extrabody",
    },
)  # fmt: skip
_MIN_SENTENCE_WORDS = 5
_MAX_COLUMNS_SHOWN = 200
# Fields that tables of fact-checks have, and texts and transcripts lack.
_TYPICAL_FIELDS = frozenset(("url", "published", "rating", "publisher", "verdict"))
_URL = re.compile(r"https?:/{0,2}\S+$")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}")


def guess_columns(header: Sequence[str], sample_rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Map field names to column names, by the columns' names or, for url and claim, by their values. Each column serves one field.

    If no column is named like a claim, the first one with sentence-like texts is the claim, provided that the rows look like
    fact-checks; prose and transcripts have no claim.
    """
    keys = {key_of(name): name for name in reversed(header)}
    guessed = _known_layout(keys)
    guess_by_name(guessed, keys, _NAMES_OF_FIELD)
    _add_by_heading_words(header, guessed)
    columns_named = frozenset(guessed.values())
    _add_by_values(header, sample_rows, guessed)
    _use_text_as_claim(guessed)
    if "claim" in guessed and not _is_claim(guessed, columns_named, header, sample_rows):
        del guessed["claim"]
    return {field: guessed[field] for field in _NAMES_OF_FIELD if field in guessed}


def _is_claim(guessed: Mapping[str, str], named: Collection[str], header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the guessed claim column can be trusted: its name is recognised, or the table has another field of a
    fact-check."""
    claim, has_typical_field = guessed["claim"], bool(guessed.keys() & _TYPICAL_FIELDS)
    if not has_typical_field and names_transcript(header, claim):
        return False
    if claim in named:
        if len(header) == 1 and names_claims_alone(claim) and is_heading(claim):
            return True
        return is_named_column(claim, header, rows, exact=_NAMES_OF_FIELD["claim"], named=len(named))
    # Logs have days, too, so a date column counts only by its name.
    is_typical = "url" in guessed or any(guessed[field] in named for field in _TYPICAL_FIELDS & guessed.keys())
    return is_typical and is_regular(header, rows)


def recognised(cells: Sequence[str]) -> int:
    """Return the number of fields that these cells name as a header; 0 if none of them is the claim."""
    named_fields = {_FIELD_OF_NAME.get(key_of(cell)) or field_of_heading(cell) for cell in cells if cell.strip()} - {""}
    return len(named_fields) if "claim" in named_fields else 0


def is_data(cells: Sequence[str]) -> bool:
    """Return True if a first row is data: it names no field, and holds a sentence with an address or a date."""
    if any(_FIELD_OF_NAME.get(key_of(cell)) or (len(cell.split()) < _MIN_SENTENCE_WORDS and field_of_heading(cell)) for cell in cells):
        return False
    looks_like_data = any(_URL.match(cell.strip()) or _DATE.match(cell.strip()) for cell in cells)
    return looks_like_data and any(len(cell.split()) >= _MIN_SENTENCE_WORDS for cell in cells)


def _known_layout(keys: Mapping[str, str]) -> dict[str, str]:
    """Return the mapping of a known collection whose column names mean something else elsewhere."""
    for layout in _KNOWN_LAYOUTS:
        if set(layout.values()) <= set(keys):
            return {field: keys[name] for field, name in layout.items()}
    return {}


def _add_by_heading_words(header: Sequence[str], guessed: dict[str, str]) -> None:
    """Add the fields that the words of longer headings name ("Who made the claim?")."""
    for name in header:
        field = field_of_heading(name) if name not in guessed.values() else ""
        if field and field not in guessed:
            guessed[field] = name


def _use_text_as_claim(guessed: dict[str, str]) -> None:
    """Use the only text column, named "text" or the like, as the claim of a table without one."""
    if "claim" not in guessed and key_of(guessed.get("body", "")) in ("text", "content", "texto", "texte", "contenido", "conteudo"):
        guessed["claim"] = guessed.pop("body")


def chosen_columns(header: Sequence[str], guessed: Mapping[str, str], options: ImportOptions) -> dict[str, str]:
    """Apply the user's mapping to the guess; a field mapped to "" is left out.

    Raises InputError if the user names a missing column, or if no column holds the claim.
    """
    fields, no_field = tuple(_NAMES_OF_FIELD), mark('A fact-check has no field "{field}".')
    columns = apply_user_mapping(guessed, options.columns, header=header, fields=fields, code="factchecks-columns", no_field=no_field)
    if "claim" not in columns:
        raise InputError(
            "factchecks-columns",
            tr("No column could be recognised as the claim among: {columns}.", columns=", ".join(header)[:_MAX_COLUMNS_SHOWN]),
            hint=tr("Call the column that holds the claim “claim”, or name it (--column claim=NAME, or the mapping in the import window)."),
        )
    return columns


def _add_by_values(header: Sequence[str], rows: Sequence[Sequence[str]], guessed: dict[str, str]) -> None:
    """Add the columns that the names did not reveal: one of addresses, one of dates, and the sentence-like one as claim."""
    _add_exported_verdict(header, rows, guessed)
    unused_columns = [(index, name) for index, name in enumerate(header) if name not in guessed.values()]
    columns = {name: [row[index] for row in rows if index < len(row) and row[index].strip()] for index, name in unused_columns}
    tests: dict[str, Callable[[str], bool]] = {
        "url": lambda text: _URL.match(text.strip()) is not None,
        "published": lambda text: _DATE.match(text.strip()) is not None,
        "claim": lambda text: len(text.split()) >= 4,
    }
    for field, test in tests.items():
        matching_columns = [name for name, values in columns.items() if values and sum(map(test, values)) * 2 > len(values)]
        if field not in guessed and matching_columns:
            guessed[field] = matching_columns[0]
            del columns[matching_columns[0]]


def _add_exported_verdict(header: Sequence[str], rows: Sequence[Sequence[str]], guessed: dict[str, str]) -> None:
    """Map a column "verdict" next to the rating to our verdicts if all its values are such: the table is then an export of this
    program."""
    if "verdict" in header and "verdict" not in guessed.values():
        index = header.index("verdict")
        values = {row[index] for row in rows if index < len(row)} - {""}
        if values <= set(Verdict.__members__):
            guessed["verdict"] = "verdict"
