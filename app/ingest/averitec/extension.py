"""Extension of AVeriTeC's format: fields that it lacks, in an object of ours inside each claim, question and answer.

Other programs ignore the object. Fields with their default value are left out, and so are objects without fields.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from app.domain.stance import StanceProbabilities
from app.domain.verification import Judgement, QuestionOrigin, SecondOpinion, Veracity
from app.ingest.averitec.fields import Row
from app.ingest.rows.outcomes import Record, RowRefused
from app.translation import tr

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# Name of our object inside AVeriTeC's.
EXTENSION_KEY = "priorcheck"


class AnswerExtension(msgspec.Struct, omit_defaults=True):
    """Extra fields of an answer: its source and how it was judged."""

    source: str = ""
    title: str = ""
    published: date | None = None
    passage: str = ""
    passage_text: str = ""
    stance: StanceProbabilities | None = None
    score: float = 0.0
    context_only: bool = False
    warning: str = ""


class QuestionExtension(msgspec.Struct, omit_defaults=True):
    """Extra fields of a question: its origin."""

    origin: QuestionOrigin = QuestionOrigin.FILE
    like: str = ""


class ClaimExtension(msgspec.Struct, omit_defaults=True):
    """Extra fields of a claim: the text that it was normalised from."""

    original: str = ""
    context: tuple[str, ...] = ()


class VerdictExtension(msgspec.Struct, omit_defaults=True):
    """Extra fields of a verification: the machine's judgement and the user's own label."""

    judgement: Judgement | None = None
    own_label: Veracity | None = None
    own_note: str = ""
    edited: bool = False
    opinions: tuple[SecondOpinion, ...] = ()


Value = TypeVar("Value", bound="DataclassInstance")
Extension = TypeVar("Extension", bound=msgspec.Struct)


def extension_row(value: DataclassInstance, *kinds: type[msgspec.Struct]) -> Row:
    """Return {EXTENSION_KEY: our fields of this value}, or an empty row if all fields have their defaults."""
    fields: Row = {}
    for kind in kinds:
        fields |= msgspec.to_builtins(kind(**{name: getattr(value, name) for name in kind.__struct_fields__}))
    return {EXTENSION_KEY: fields} if fields else {}


def read_extension(record: Record, kind: type[Extension]) -> Extension:
    """Return our fields of a row, defaults if it has none. Raises RowRefused if they do not have our types."""
    try:
        # A missing object and null mean that all fields have their defaults.
        return msgspec.convert(record.get(EXTENSION_KEY) or {}, kind)
    except msgspec.ValidationError as error:
        raise RowRefused(
            tr('The field "{field}" is not as this program writes it: {problem}', field=EXTENSION_KEY, problem=error)
        ) from error


def with_extension(value: Value, record: Record, kind: type[msgspec.Struct]) -> Value:
    """Return the value with our fields of its row applied. Raises RowRefused as `read_extension` does."""
    return replace(value, **extension_fields(read_extension(record, kind)))


def extension_fields(extension: msgspec.Struct) -> dict[str, Any]:
    """Return our fields by name."""
    return {name: getattr(extension, name) for name in extension.__struct_fields__}
