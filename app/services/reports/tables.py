"""Table model of reports: typed cells under named columns, one row per claim, sentence or match. Other modules write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from app.domain.match import Match, QueryForm
from app.domain.ranked import Outcome, RankedDocument, RankedSentence
from app.services.reports.wording import STANCE_WORDS, difference_words, finding_words, outcome_words
from app.translation import mark, tr

Cell = str | int | float | date | None


class Kind(StrEnum):
    """Type of a column: TEXT is never a formula, SHARE is a probability, LINK is a web address if it looks like one."""

    TEXT = "text"
    NUMBER = "number"
    SHARE = "share"
    DATE = "date"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Column:
    """Column of a table; `width` is in characters, longer texts are wrapped."""

    title: str
    width: int
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Table with a title; every row has one cell per column."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEntry:
    """Claim with its matches; without `entry` it was not looked up, and `refused` gives the reason."""

    qid: str
    text: str
    entry: RankedSentence | None = None
    refused: str = ""


_OF_MATCH = (
    Column(mark("Checked claim"), 48),
    Column(mark("Verdict"), 16),
    Column(mark("Rating as published"), 20),
    Column(mark("Publisher"), 18),
    Column(mark("Published"), 12, Kind.DATE),
    Column(mark("Claimed by"), 18),
    Column(mark("Link"), 36, Kind.LINK),
    Column(mark("Stance"), 22),
    Column(mark("Stance probability"), 12, Kind.SHARE),
    Column(mark("Found with"), 24),
    Column(mark("Fact-check id"), 18),
    Column(mark("Note"), 20),
    Column(mark("Same claim"), 12, Kind.SHARE),
    Column(mark("Differences"), 30),
)
_OF_CLAIM = (
    Column(mark("No."), 6, Kind.NUMBER),
    Column(mark("Id"), 10),
    Column(mark("Claim"), 60),
    Column(mark("Result"), 30),
    Column(mark("In the library"), 28),
    Column(mark("Probability"), 12, Kind.SHARE),
    Column(mark("Fact-checks"), 12, Kind.NUMBER),
)
_OF_PAIR = (Column(mark("No."), 6, Kind.NUMBER), Column(mark("Claim"), 60), Column(mark("Place"), 8, Kind.NUMBER), *_OF_MATCH)
_OF_METHOD = (Column(mark("What"), 28), Column(mark("Value"), 90))


def cell_text(column: Column, cell: Cell) -> str:
    """Return a cell for reading: a share as a percentage, a day as an ISO date."""
    if cell is None:
        return ""
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, int | float):
        return f"{cell:.0%}" if column.kind is Kind.SHARE else f"{cell:g}"
    return cell


def claims_of(ranked: RankedDocument) -> tuple[ClaimEntry, ...]:
    """The sentences of a looked-up list as its claims, in the list's order."""
    entries = {entry.sentence.index: entry for entry in ranked.sentences}
    sentences = ranked.document.sentences
    return tuple(ClaimEntry(qid=str(sentence.index + 1), text=sentence.text, entry=entries.get(sentence.index)) for sentence in sentences)


def claim_table(claims: Sequence[ClaimEntry]) -> Table:
    """Return one row per claim, in order, with its best fact-check if any is about it or close to it."""
    rows = tuple(_claim_row(number, claim) for number, claim in enumerate(claims, start=1))
    return Table(title=tr("Claims"), columns=_said((*_OF_CLAIM, *_OF_MATCH)), rows=rows)


def claim_match_table(claims: Sequence[ClaimEntry]) -> Table:
    """One row for each fact-check that was compared with each claim, best first."""
    rows = (
        (number, claim.text, rank, *_match_cells(match))
        for number, claim in enumerate(claims, start=1)
        if claim.entry is not None
        for rank, match in enumerate(claim.entry.matches, start=1)
    )
    return Table(title=tr("All fact-checks"), columns=_said(_OF_PAIR), rows=tuple(rows))


def method_table(lines: Iterable[tuple[str, str]]) -> Table:
    """Return label and value rows about how the result was made."""
    return Table(title=tr("How this was made"), columns=_said(_OF_METHOD), rows=tuple(lines))


def _said(columns: Iterable[Column]) -> tuple[Column, ...]:
    return tuple(replace(column, title=tr(column.title)) for column in columns)


def _claim_row(number: int, claim: ClaimEntry) -> tuple[Cell, ...]:
    entry = claim.entry
    if entry is None:
        return (number, claim.qid, claim.text, tr("not looked up"), claim.refused, None, None, *_no_match())
    match_count = 0 if entry.outcome is Outcome.NONE else len(entry.matches)
    result = (finding_words(entry), outcome_words(entry), entry.probability, match_count)
    return (number, claim.qid, claim.text, *result, *_best_cells(entry))


def _best_cells(entry: RankedSentence) -> tuple[Cell, ...]:
    """Return the cells of the fact-check that the verdict rests on, else of the best one; empty cells if none is about the claim,
    since tables are read without the outcome in view."""
    if entry.outcome is Outcome.NONE or not entry.matches:
        return _no_match()
    return _match_cells(next(filter(entry.rests_on, entry.matches), entry.matches[0]))


def _no_match() -> tuple[Cell, ...]:
    return (None,) * len(_OF_MATCH)


def _match_cells(match: Match) -> tuple[Cell, ...]:
    item, odds = match.factcheck, match.stance_probabilities
    share = {"agree": odds.support, "disagree": odds.refute, "unrelated": odds.neutral}[match.stance.value]
    return (
        item.claim,
        item.verdict.words,
        item.rating,
        item.publisher,
        item.published,
        item.claimant,
        item.url,
        tr(STANCE_WORDS[match.stance]) if odds.judged else tr("not compared"),
        share if odds.judged else None,
        "" if match.found_with is QueryForm.WHOLE else match.found_with.words,
        item.id,
        item.note,
        match.probability,
        difference_words(match),
    )
