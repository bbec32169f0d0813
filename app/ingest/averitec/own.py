"""Extension of AVeriTeC's format: fields that it lacks, in an object of our own inside each claim, question and answer.

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

OWN = "priorcheck"
"""The name of our object."""


class OwnAnswer(msgspec.Struct, omit_defaults=True):
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


class OwnQuestion(msgspec.Struct, omit_defaults=True):
    """Extra fields of a question: its origin."""

    origin: QuestionOrigin = QuestionOrigin.FILE
    like: str = ""


class OwnClaim(msgspec.Struct, omit_defaults=True):
    """Extra fields of a claim: the text that it was normalised from."""

    original: str = ""
    context: tuple[str, ...] = ()


class OwnVerdict(msgspec.Struct, omit_defaults=True):
    """Extra fields of a verification: the machine's judgement and the user's own label."""

    judgement: Judgement | None = None
    own_label: Veracity | None = None
    own_note: str = ""
    edited: bool = False
    opinions: tuple[SecondOpinion, ...] = ()


Value = TypeVar("Value", bound="DataclassInstance")
Own = TypeVar("Own", bound=msgspec.Struct)


def own_row(value: DataclassInstance, *kinds: type[msgspec.Struct]) -> Row:
    """Return {OWN: our fields of this value}, or an empty row if all fields have their default."""
    fields: Row = {}
    for kind in kinds:
        fields |= msgspec.to_builtins(kind(**{name: getattr(value, name) for name in kind.__struct_fields__}))
    return {OWN: fields} if fields else {}


def own_of(record: Record, kind: type[Own]) -> Own:
    """Return our fields of a row, defaults if it has none. Raises RowRefused if they do not have our types."""
    try:
        return msgspec.convert(record.get(OWN) or {}, kind)
    except msgspec.ValidationError as error:
        raise RowRefused(tr('The field "{field}" is not as this program writes it: {problem}', field=OWN, problem=error)) from error


def with_own(value: Value, record: Record, kind: type[msgspec.Struct]) -> Value:
    """Return the value with our fields of its row applied. Raises RowRefused as `own_of` does."""
    return replace(value, **fields_of(own_of(record, kind)))


def fields_of(extension: msgspec.Struct) -> dict[str, Any]:
    """Return our fields by name."""
    return {name: getattr(extension, name) for name in extension.__struct_fields__}
