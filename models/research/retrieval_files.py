"""Files of the retrieval task: the gold (JSON Lines or TREC qrels) and given results (rows of `match`, or a TREC run)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import msgspec

from app.errors import InputError
from app.ingest.contents import content_lines, whole_content
from models.research.gold_rows import Key, id_text, read_rows, unique
from models.research.retrieval import Retrieved

_QRELS_COLUMNS = 4
_RUN_COLUMNS = 6
_RUN_MARKS = frozenset({"Q0", "QO"})
"""The second is a slip of real submissions: the letter O."""


class _GoldRow(msgspec.Struct):
    qid: Key
    vclaim_id: str | msgspec.UnsetType | None = msgspec.UNSET
    ids: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class _Item(msgspec.Struct):
    id: str
    same_as: tuple[str, ...] = ()


class _ResultRow(msgspec.Struct):
    qid: Key
    matches: tuple[_Item, ...]
    outcome: str | None = None
    probability: float | None = None


def read_qrels(path: Path) -> dict[str, frozenset[str]]:
    """Return the ids of the fact-checks about each query, by query id; an empty set if the file says that there is none.

    Rows are {qid, vclaim_id}, null for none; or {qid, ids: […]}, empty for none; or TREC's `qid 0 docno relevance`. Raises
    InputError when the file cannot be read, is empty, or a row is none of these.
    """
    pairs = _trec_qrels(path) if _is_trec(path) else _json_qrels(path)
    gold: dict[str, set[str]] = {}
    for qid, ids in pairs:
        gold.setdefault(qid, set()).update(ids)
    if not gold:
        raise InputError("evaluation-empty", f"“{path}” holds no row to score.", hint="Name a file with rows.")
    if not any(gold.values()):
        raise InputError("evaluation-empty", f"No query of “{path}” has a fact-check.", hint="Name a file with at least one.")
    return {qid: frozenset(ids) for qid, ids in gold.items()}


def read_results(path: Path) -> dict[str, Retrieved]:
    """Return results by query id, from the output of `match --out` or a TREC run.

    A run is ordered by its scores as in trec_eval (descending, ties by docno, descending). Raises InputError when the file cannot
    be read, is empty, or repeats a query or a document.
    """
    return _trec_run(path) if _is_trec(path) else _json_results(path)


def _is_trec(path: Path) -> bool:
    return not whole_content(path).lstrip().startswith(b"{")


def _json_qrels(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for number, row in enumerate(read_rows(path, _GoldRow, description="a row with qid and vclaim_id or ids"), start=1):
        if row.ids is not msgspec.UNSET:
            yield id_text(row.qid), row.ids
        elif row.vclaim_id is not msgspec.UNSET:
            yield id_text(row.qid), () if row.vclaim_id is None else (row.vclaim_id,)
        else:
            message = f"Row {number} of “{path}” has neither vclaim_id nor ids."
            raise InputError("evaluation-row", message, hint="Say which fact-check is about the query, or null for none.")


def _trec_qrels(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for number, (qid, _, docno, relevance) in _columns(path, _QRELS_COLUMNS, "qid 0 docno relevance"):
        if not relevance.lstrip("-").isdecimal():
            raise InputError("evaluation-row", f"The relevance in row {number} of “{path}” is “{relevance}”.", hint="It is 0 or 1.")
        yield qid, (docno,) if int(relevance) > 0 else ()


def _json_results(path: Path) -> dict[str, Retrieved]:
    rows = read_rows(path, _ResultRow, description="a row with qid and matches")
    unique(path, [id_text(row.qid) for row in rows])
    return {
        id_text(row.qid): Retrieved(
            items=tuple(frozenset((item.id, *item.same_as)) for item in row.matches), outcome=row.outcome or "", probability=row.probability
        )
        for row in rows
    }


def _trec_run(path: Path) -> dict[str, Retrieved]:
    scores: dict[str, dict[str, float]] = {}
    for number, (qid, mark, docno, _, score, _) in _columns(path, _RUN_COLUMNS, "qid Q0 docno rank score tag"):
        query_scores = scores.setdefault(qid, {})
        if mark not in _RUN_MARKS or not _is_number(score):
            message = f"Row {number} of “{path}” is no row of a run: qid Q0 docno rank score tag."
            raise InputError("evaluation-row", message, hint="Correct the file.")
        if docno in query_scores:
            message = f"Row {number} of “{path}” names “{docno}” for the query “{qid}” again."
            raise InputError("evaluation-twice", message, hint="Keep one row of each.")
        query_scores[docno] = float(score)
    return {qid: Retrieved(items=_ordered(query_scores)) for qid, query_scores in scores.items()}


def _ordered(scores: dict[str, float]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset((docno,)) for docno, _ in sorted(scores.items(), key=lambda pair: (pair[1], pair[0]), reverse=True))


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _columns(path: Path, count: int, shape: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows' columns, separated by tabs or spaces."""
    empty = True
    for number, content in content_lines(path):
        line, empty = content.decode("utf-8", "replace"), False
        columns = [part.strip() for part in line.split("\t")] if "\t" in line else line.split()  # an id may hold a space
        if columns and len(columns) != count:
            raise InputError("evaluation-row", f"Row {number} of “{path}” is not of the form {shape}.", hint="Correct the file.")
        if columns:
            yield number, columns
    if empty:
        raise InputError("evaluation-empty", f"“{path}” holds no row to score.", hint="Name a file with rows.")
