"""Which column of a table is which field of a fact-check: guessed from names and values, overridden by the user."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from app.domain.options import ImportOptions
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.factchecks.headings import field_of_heading, names_claims_alone
from app.ingest.rows.columns import add_named, key_of, overridden
from app.ingest.rows.prose import is_heading, is_named_column, is_regular, names_transcript
from app.translation import mark, tr

_NAMES: Mapping[str, str] = MappingProxyType(
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
_ACCEPTED = {field: names.split() for field, names in _NAMES.items()}
_EXACT = {name: field for field, names in reversed(_ACCEPTED.items()) for name in names}
_LAYOUTS: tuple[Mapping[str, str], ...] = (
    # ClaimsKG's export: its author is who made the claim, its date when.
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
_SENTENCE = 5
_SHOWN = 200
_TELLING = frozenset(("url", "published", "rating", "publisher", "verdict"))
"""Fields that a table of fact-checks has and a text or transcript has not."""
_URL = re.compile(r"https?:/{0,2}\S+$")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}")


def guess_columns(header: Sequence[str], sample_rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Field name to column name, for the fields whose column can be told from its name or, for url and claim, its values.

    Each column serves one field. A header that names no claim gives the first column of sentence-like texts, if the rows are those of a
    table of fact-checks; prose and transcripts have no claim.
    """
    keys = {key_of(name): name for name in reversed(header)}
    guessed = _of_known_layout(keys)
    add_named(guessed, keys, _ACCEPTED)
    _by_words(header, guessed)
    named = frozenset(guessed.values())
    _by_values(header, sample_rows, guessed)
    _text_as_claim(guessed)
    if "claim" in guessed and not _is_claim(guessed, named, header, sample_rows):
        del guessed["claim"]
    return {field: guessed[field] for field in _ACCEPTED if field in guessed}


def _is_claim(guessed: Mapping[str, str], named: Collection[str], header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the column taken for the claim is one: recognised by its name, or in a table with another field of a fact-check."""
    claim, telling = guessed["claim"], bool(guessed.keys() & _TELLING)
    if not telling and names_transcript(header, claim):
        return False
    if claim in named:
        if len(header) == 1 and names_claims_alone(claim) and is_heading(claim):
            return True
        return is_named_column(claim, header, rows, exact=_ACCEPTED["claim"], named=len(named))
    known = "url" in guessed or any(guessed[field] in named for field in _TELLING & guessed.keys())  # logs have days, too
    return known and is_regular(header, rows)


def recognised(cells: Sequence[str]) -> int:
    """How many fields these cells name, as a header does; 0 where none of them is the claim."""
    named = {_EXACT.get(key_of(cell)) or field_of_heading(cell) for cell in cells if cell.strip()} - {""}
    return len(named) if "claim" in named else 0


def is_data(cells: Sequence[str]) -> bool:
    """Whether a first row is one of data: it names no field, and holds an address or a date beside a sentence."""
    if any(_EXACT.get(key_of(cell)) or (len(cell.split()) < _SENTENCE and field_of_heading(cell)) for cell in cells):
        return False
    telling = any(_URL.match(cell.strip()) or _DATE.match(cell.strip()) for cell in cells)
    return telling and any(len(cell.split()) >= _SENTENCE for cell in cells)


def _of_known_layout(keys: Mapping[str, str]) -> dict[str, str]:
    """The mapping of a collection whose column names mean something else elsewhere."""
    for layout in _LAYOUTS:
        if set(layout.values()) <= set(keys):
            return {field: keys[name] for field, name in layout.items()}
    return {}


def _by_words(header: Sequence[str], guessed: dict[str, str]) -> None:
    """Fill in what the words of longer headings say ("Who made the claim?")."""
    for name in header:
        field = field_of_heading(name) if name not in guessed.values() else ""
        if field and field not in guessed:
            guessed[field] = name


def _text_as_claim(guessed: dict[str, str]) -> None:
    """A table without a claim whose only text is called "text" or the like: that is its claim."""
    if "claim" not in guessed and key_of(guessed.get("body", "")) in ("text", "content", "texto", "texte", "contenido", "conteudo"):
        guessed["claim"] = guessed.pop("body")


def chosen_columns(header: Sequence[str], guessed: Mapping[str, str], options: ImportOptions) -> dict[str, str]:
    """The guess with the user's own mapping over it; a field mapped to "" is left out.

    Raises InputError where the user names a column that is not there, or where no column holds the claim.
    """
    fields, words = tuple(_ACCEPTED), mark('A fact-check has no field "{field}".')
    chosen = overridden(guessed, options.columns, header=header, fields=fields, code="factchecks-columns", no_field=words)
    if "claim" not in chosen:
        raise InputError(
            "factchecks-columns",
            tr("No column could be recognised as the claim among: {columns}.", columns=", ".join(header)[:_SHOWN]),
            hint=tr("Call the column that holds the claim “claim”, or name it (--column claim=NAME, or the mapping in the import window)."),
        )
    return chosen


def _by_values(header: Sequence[str], rows: Sequence[Sequence[str]], guessed: dict[str, str]) -> None:
    """Fill in what the names did not tell: an address column, a date column, and the claim as the sentence-like texts."""
    _own_verdict(header, rows, guessed)
    free = [(index, name) for index, name in enumerate(header) if name not in guessed.values()]
    columns = {name: [row[index] for row in rows if index < len(row) and row[index].strip()] for index, name in free}
    tests: dict[str, Callable[[str], bool]] = {
        "url": lambda text: _URL.match(text.strip()) is not None,
        "published": lambda text: _DATE.match(text.strip()) is not None,
        "claim": lambda text: len(text.split()) >= 4,
    }
    for field, test in tests.items():
        fitting = [name for name, values in columns.items() if values and sum(map(test, values)) * 2 > len(values)]
        if field not in guessed and fitting:
            guessed[field] = fitting[0]
            del columns[fitting[0]]


def _own_verdict(header: Sequence[str], rows: Sequence[Sequence[str]], guessed: dict[str, str]) -> None:
    """A column "verdict" beside the rating holds our verdicts where all its values are such: our own export read back."""
    if "verdict" in header and "verdict" not in guessed.values():
        index = header.index("verdict")
        values = {row[index] for row in rows if index < len(row)} - {""}
        if values <= set(Verdict.__members__):
            guessed["verdict"] = "verdict"
