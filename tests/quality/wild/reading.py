"""Reads a case's files with the program: sentences of a document, or rows of a library after an import."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.bootstrap import Session
from app.cli.main import run
from app.domain.document import Document, Sentence
from app.domain.progress import CancelToken, no_progress
from app.errors import PriorcheckError
from app.ingest.documents import read_document
from tests.quality.wild.cases import Case

UNDATED = "without a date"
_LISTING = {"factchecks": "search", "posts": "posts", "evidence": "evidence"}


@dataclass(slots=True, kw_only=True)
class Reading:
    """Sentences or rows as plain values, notes for the user, the refusal ("" for none), and internal errors."""

    items: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refusal: str = ""
    faults: list[str] = field(default_factory=list)
    title: str = ""
    date: str | None = None


def read_case(case: Case, session: Session) -> Reading:
    """Read the files of a case with its command."""
    return _read_document(case.files[0]) if case.command == "document" else _read_imports(case, session)


def _read_document(path: Path) -> Reading:
    try:
        document = read_document(path, cancel=CancelToken(), progress=no_progress)
    except PriorcheckError as error:
        return Reading(refusal=str(error), faults=[f"our fault: {error}"] if error.exit_code == 1 else [])
    except Exception as error:
        return Reading(faults=[f"{type(error).__name__}: {error}"])
    return Reading(
        items=[_sentence(sentence) for sentence in document.sentences],
        notes=list(document.notes),
        faults=list(_wrong_offsets(document)),
        title=document.title,
        date=document.date.isoformat() if document.date else None,
    )


def _sentence(sentence: Sentence) -> dict[str, Any]:
    return {
        "text": sentence.text,
        "speaker": sentence.speaker,
        "start": sentence.time,
        "end": sentence.time_end,
        "page": sentence.page,
    }


def _wrong_offsets(document: Document) -> Iterator[str]:
    end = 0
    for sentence in document.sentences:
        if document.text[sentence.start : sentence.end] != sentence.text:
            yield f"offsets of {sentence.text!r} point at {document.text[sentence.start : sentence.end]!r}"
        if sentence.start < end:
            yield f"{sentence.text!r} overlaps the sentence before"
        end = sentence.end


def _read_imports(case: Case, session: Session) -> Reading:
    with TemporaryDirectory() as folder:
        library = str(Path(folder) / "library")
        reading = Reading()
        for path in case.files:
            _import(path, case.command, library, session, reading)
        code, listed, error = _run([*_listing(case.command), "--library", library], session)
        if code == 0:
            reading.items = [json.loads(line) for line in listed.splitlines()]
            if case.command == "evidence":
                _take_whole_texts(reading.items, Path(library), session)
        elif code == 1:
            reading.faults.append(error)
    return reading


def _take_whole_texts(items: Sequence[dict[str, Any]], library: Path, session: Session) -> None:
    """Replace the excerpts of evidence in the listing by the full texts."""
    evidence = session.libraries.evidence(library)
    documents = evidence.get([item["id"] for item in items])
    session.close()
    for item in items:
        item["text"] = documents[item["id"]].text


def _listing(kind: str) -> list[str]:
    return ["library", _LISTING[kind], "", "--json", "--limit", "1000"]


def _import(path: Path, kind: str, library: str, session: Session, reading: Reading) -> None:
    arguments = ["library", "import", "--kind", kind, str(path), "--library", library, "--json", "--quiet"]
    code, report, error = _run(arguments, session)
    if code == 1:
        reading.faults.append(error)
    elif code:
        reading.refusal = error
    for line in report.splitlines():
        values = json.loads(line)
        reading.notes += [*values.get("notes", ()), *(row["reason"] for row in values.get("refused", ()))]
        if values.get("undated"):
            reading.notes.append(f"{values['undated']} {UNDATED}")
    reading.notes += error.splitlines()


def _run(arguments: Sequence[str], session: Session) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code, _ = run(arguments, session=session)
    return code, out.getvalue(), err.getvalue()
