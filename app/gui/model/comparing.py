"""Comparison of two reviews of one document: their decisions on the same fact-checks, and their agreement."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.decoding import JSON_ERRORS
from app.domain.agreement import Agreement, agreement
from app.domain.document import Document
from app.domain.keyed_document import KeyedDocument
from app.domain.review import Decision, Mark, Target
from app.domain.spreadsheet import inert
from app.errors import InputError
from app.translation import decimal, mark, tr, trn, whole_percent

Pair = tuple[int, str]
Judgements = Mapping[Pair, str]
CONFIRMED, PARTLY, REJECTED = mark("confirmed"), mark("confirmed in part"), mark("rejected")
"""Judgements as the files name them; `tr` of them is shown."""
_WORDS = {Decision.CONFIRMED: CONFIRMED, Decision.PARTIAL: PARTLY, Decision.REJECTED: REJECTED}


def judgements(marks: Mapping[Target, Mark], manuscript: KeyedDocument) -> Judgements:
    """Return one reviewer's judgements by (sentence index, fact-check id); deferred ones do not count."""
    sentence_indexes = manuscript.index_of()
    return {
        (sentence_indexes[target.sentence], target.factcheck): _WORDS[mark.decision]
        for target, mark in marks.items()
        if target.factcheck and target.sentence in sentence_indexes and mark.decision in _WORDS
    }


def gold_judgements(path: Path, document: Document, judged: Iterable[Pair]) -> Judgements:
    """Return the judgements of a gold file on the pairs that a reviewer judged: listed pairs are confirmed, all others rejected.

    The file is JSON Lines with `text` or `line`, `factcheck` or `vclaim_id`, and perhaps `transcript`, `stance` and `verdict`; a
    row whose
    stance and verdict are both unknown confirms nothing. Raises InputError for a file of another shape.
    """
    known_pairs: set[Pair] = set()
    sentence_indexes = _places(document)
    for number, row in enumerate(_rows(path), start=1):
        identifier = row.get("factcheck") or row.get("vclaim_id")
        if not isinstance(identifier, str):
            message = tr("Row {row} of “{name}” names no fact-check.", row=number, name=path.name)
            raise InputError("gold-row", message, hint=tr("Give each row “factcheck” and “text” or “line”."))
        if row.get("transcript", document.title) == document.title and _settles(row):
            known_pairs.update((index, identifier) for index in sentence_indexes.get(_place(row), ()))
    return {pair: CONFIRMED if pair in known_pairs else REJECTED for pair in judged}


def compared(first: Judgements, second: Judgements, *, parts: bool = True) -> Agreement[Pair, str]:
    """The agreement; without `parts` a confirmation in part counts as one (a gold file knows no parts)."""
    if parts:
        return agreement(first, second)
    return agreement(
        *(
            {pair: CONFIRMED if word == PARTLY else word for pair, word in reviewer_judgements.items()}
            for reviewer_judgements in (first, second)
        )
    )


@dataclass(frozen=True, slots=True)
class Dispute:
    """One line of the comparison."""

    sentence: str
    factcheck: str
    first: str
    second: str


def disputes(comparison: Agreement[Pair, str], document: Document, claims: Mapping[str, str]) -> list[Dispute]:
    """Return the pairs judged differently, in the order of the document; `claims` are the fact-checks' claims by id."""
    ordered = sorted(comparison.disputed)
    return [
        Dispute(document.sentences[pair[0]].text, claims.get(pair[1], pair[1]), first_word, second_word)
        for pair, first_word, second_word in ordered
    ]


def summary(comparison: Agreement[Pair, str]) -> str:
    """The agreement in words and numbers."""
    if not comparison.items:
        return tr("Nothing was judged by both yet.")
    kappa = tr("Cohen’s kappa is not defined: both always gave one and the same judgement.")
    if comparison.kappa is not None:
        kappa = tr("Cohen’s kappa {kappa} (1 is full agreement, 0 what chance gives).", kappa=decimal(comparison.kappa, 2))
    agreement_text = trn(
        "{count} fact-checks were judged by both; {share} alike.",
        "{count} fact-checks were judged by both; {share} alike.",
        comparison.items,
        share=whole_percent(comparison.agreed),
    )
    return f"{agreement_text} {kappa}"


def as_csv(comparison: Agreement[Pair, str], lines: Iterable[Dispute], names: tuple[str, str]) -> bytes:
    """The comparison as a table: the figures, then every dispute; no cell is a formula."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    kappa = "" if comparison.kappa is None else f"{comparison.kappa:.4f}"
    writer.writerows([("judged by both", comparison.items), ("share alike", f"{comparison.agreed:.4f}"), ("Cohen's kappa", kappa), ()])
    writer.writerow([inert(cell) for cell in ("sentence", "fact-check", *names)])
    for line in lines:
        writer.writerow([inert(cell) for cell in (line.sentence, line.factcheck, line.first, line.second)])
    return ("\ufeff" + stream.getvalue()).encode("utf-8", "replace")


def _rows(path: Path) -> Iterable[dict[str, object]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        message, hint = tr("“{name}” cannot be read.", name=path.name), tr("Choose a file of JSON Lines in UTF-8.")
        raise InputError("gold-unreadable", message, hint=hint) from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                row = json.loads(line)
            except JSON_ERRORS as error:
                message = tr("Row {row} of “{name}” is not JSON.", row=number, name=path.name)
                raise InputError("gold-row", message, hint=tr("Choose a file of JSON Lines.")) from error
            if isinstance(row, dict):
                yield row


def _settles(row: Mapping[str, object]) -> bool:
    return row.get("verdict") in ("true", "false", None) or row.get("stance") in ("agree", "disagree")


def _place(row: Mapping[str, object]) -> object:
    line = row.get("line")
    return line if isinstance(line, int) else " ".join(str(row.get("text", "")).split())


def _places(document: Document) -> dict[object, list[int]]:
    indexes: dict[object, list[int]] = {}
    for sentence in document.sentences:
        indexes.setdefault(" ".join(sentence.text.split()), []).append(sentence.index)
        if sentence.line is not None:
            indexes.setdefault(sentence.line, []).append(sentence.index)
    return indexes
