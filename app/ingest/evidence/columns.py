"""Assignment of table columns, or of an object's keys, to the fields of evidence: by their names, overridden by the user."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from app.domain.options import EvidenceImportOptions
from app.errors import InputError
from app.ingest.rows.columns import apply_user_mapping, key_of
from app.ingest.rows.tables import Naming
from app.translation import mark, tr

_COLUMN_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "text": "text fulltext body content contents passage evidence answer articletext articlebody document snippet extract transcript "
        "texto cuerpo contenido conteudo texte contenu inhalt volltext",
        "id": "id documentid docid evidenceid uid uuid identifier identificador",
        "title": "title headline name titulo titre titel heading",
        "source": "source publisher sitename site outlet organisation organization author fuente fonte quelle editor herausgeber",
        "url": "url sourceurl link address uri permalink href weburl enlace liga lien adresse",
        "medium": "medium sourcemedium media type kind tipo typ",
        "published": "published datepublished publishedat publicationdate publishdate pubdate date publishedon created datum fecha data "
        "fechadepublicacion datadepublicacao datedepublication",
        "language": "language lang languagecode idioma langue sprache lingua",
    }
)
_NAMES_OF_FIELD = {field: tuple(names.split()) for field, names in _COLUMN_NAMES.items()}
# Reversed, so that the first field wins a name that two fields have.
_FIELD_OF_NAME = {name: field for field, names in reversed(_NAMES_OF_FIELD.items()) for name in names}
_MAX_COLUMNS_SHOWN = 300


def recognised(cells: Sequence[str]) -> int:
    """Return the number of fields that these cells name as a header; 0 if none of them is the text."""
    named_fields = {_FIELD_OF_NAME.get(key_of(cell)) for cell in cells if cell.strip()} - {None}
    return len(named_fields) if "text" in named_fields else 0


# A first row is never data: columns of evidence are recognised only by their names.
NAMING = Naming(recognised, lambda _: False)


def names_evidence(header: Collection[str]) -> bool:
    """Return True if these columns hold texts with their sources, unlike those of a transcript."""
    named_fields = {_FIELD_OF_NAME.get(key_of(name)) for name in header}
    return "text" in named_fields and bool(named_fields & {"url", "title", "published", "medium"})


def chosen_columns(header: Sequence[str], options: EvidenceImportOptions) -> dict[str, tuple[str, ...]]:
    """Return the columns of each field, the likeliest first. A row uses the first of them with a value, since objects of JSON may
    have different keys.

    Raises InputError if the user names a missing field or column, or no column holds the text.
    """
    ranks = {name: rank for names in _NAMES_OF_FIELD.values() for rank, name in enumerate(names)}
    guessed: dict[str, tuple[str, ...]] = {}
    for name in sorted(header, key=lambda name: ranks.get(key_of(name), 0)):
        if field := _FIELD_OF_NAME.get(key_of(name)):
            guessed[field] = (*guessed.get(field, ()), name)
    first = {field: names[0] for field, names in guessed.items()}
    no_field = mark('Evidence has no field "{field}".')
    columns = apply_user_mapping(
        first, options.columns, header=header, fields=tuple(_NAMES_OF_FIELD), code="evidence-columns", no_field=no_field
    )
    if "text" not in columns:
        message = tr(
            "No column could be recognised as the text of the evidence among: {columns}.", columns=", ".join(header)[:_MAX_COLUMNS_SHOWN]
        )
        hint = tr("Call the column that holds the text “text”, or name it on the command line (--column text=NAME).")
        raise InputError("evidence-columns", message, hint=hint)
    user_columns = dict(options.columns)
    return {field: (column,) if field in user_columns else guessed[field] for field, column in columns.items()}
