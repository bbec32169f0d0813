"""Form of one fact-check: its fields, input errors, and changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.model.labels import host
from app.gui.model.typed_day import day_trouble
from app.translation import mark, tr

_BY_HAND = "by hand"
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class Input(Enum):
    """Kind of input field."""

    LINE = auto()
    LINES = auto()
    DATE = auto()
    VERDICT = auto()


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name in the library, the words for the reader (translated where they are shown), how it is typed, and what
    stands in it while it is empty."""

    name: str
    words: str
    kind: Input = Input.LINE
    hint: str = ""


FIELDS = (
    Field("claim", mark("Checked claim"), Input.LINES, mark("The claim as the fact-check words it")),
    Field("rating", mark("Rating"), hint=mark("In the publisher’s own words")),
    Field("verdict", mark("Verdict"), Input.VERDICT),
    Field("publisher", mark("Publisher")),
    Field("published", mark("Published on"), Input.DATE, mark("For example 12 June 2018")),
    Field("claimant", mark("Claimed by")),
    Field("claimed", mark("Claimed on"), Input.DATE, mark("For example 12 June 2018")),
    Field("url", mark("Link"), hint="https://"),
    Field("language", mark("Language"), hint=mark("A code such as en or es")),
    Field("title", mark("Title")),
    Field("body", mark("Text"), Input.LINES),
    Field("note", mark("Note"), hint=mark("Shown wherever the fact-check is")),
)


def values_of(check: FactCheck | None) -> dict[str, str]:
    """Every field as text; a verdict that follows from the rating is empty."""
    values = {field.name: "" for field in FIELDS}
    if check is None:
        return values
    for name in values:
        value = getattr(check, name)
        values[name] = value.isoformat() if isinstance(value, date) else str(value or "")
    unread = not check.rating and check.verdict is not Verdict.UNRATED
    values["verdict"] = check.verdict.value if check.rating_rule == _BY_HAND or unread else ""
    return values


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """The fields that are another than before; spaces around them do not count, but for the text."""
    trimmed = {name: value if name == "body" else value.strip() for name, value in now.items()}
    return {name: value for name, value in trimmed.items() if value != before[name]}


def problems(before: Mapping[str, str], current: Mapping[str, str]) -> dict[str, str]:
    """Return the errors by field: a missing claim, and changed fields with invalid values."""
    messages: dict[str, str] = {}
    if not current["claim"].strip():
        messages["claim"] = tr("A fact-check needs a claim.")
    for name, value in changes(before, current).items():
        problem = _wrong(name, value)
        if problem:
            messages.setdefault(name, problem)
    return messages


def _wrong(name: str, value: str) -> str:
    if not value:
        return ""
    if name in ("published", "claimed"):
        return day_trouble(value)
    if name == "url" and not host(value):
        return tr("A link begins with https:// or http:// and names a site.")
    if name == "language" and not _LANGUAGE.fullmatch(value):
        return tr("A language is a code of two or three letters, such as en, es or pt-BR.")
    return ""
