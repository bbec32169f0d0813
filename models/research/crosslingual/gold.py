"""Graded gold of claims and fact-checks in several languages, in the usual layouts.

These are a folder of queries, judgements and corpus (our own, BEIR's, or tables of tweets, debunks and judgements), one table of
judged pairs (as MMTweets is described), and TREC's columns.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.errors import InputError
from app.ingest.contents import content_lines
from app.ingest.language import detect_language
from app.ingest.rows.sources import Source, files_of
from app.ingest.rows.values import language_code
from app.reading import read_record_rows
from models.research.crosslingual import records as named
from models.research.crosslingual.records import COLUMNS, cell, first_line, has

_QUERIES = ("queries", "tweets", "posts", "topics")
_QRELS = ("qrels", "judgements", "judgments", "annotations", "pairs", "labels", "relevance")
_CORPUS = ("corpus", "debunks", "claims", "factchecks", "fact_checks", "documents", "articles")
_WHOLE_NUMBER = re.compile(r"-?\d{1,9}")
_PREFERRED = ("test", "dev", "validation", "train")
_WORDS = (
    (0, ("irrelevant", "not relevant", "no match", "not a match", "unrelated", "none", "no", "false")),
    (1, ("partial",)),
    (2, ("exact", "full", "complete")),
    (1, ("relevant", "match", "yes", "true")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldDocument:
    """Fact-check of the gold: claim, title and text if the files have them, and language ("" if unknown)."""

    claim: str = ""
    title: str = ""
    body: str = ""
    language: str = ""


@dataclass(slots=True, kw_only=True)
class GradedGold:
    """Gold of all queries.

    `grades` by query id, then fact-check id: exact 2, partial 1, irrelevant 0. `texts` and `languages` by query id. `documents` by
    fact-check id: those that a file describes, judged or not.
    """

    grades: dict[str, dict[str, int]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    documents: dict[str, GoldDocument] = field(default_factory=dict)

    def language_of(self, qid: str) -> str:
        """Return the query's language from the files or detected from its text; "" if unknown."""
        return self.languages.get(qid) or detect_language(self.texts.get(qid, ""))

    def document_language(self, item: str) -> str:
        """Return the fact-check's language from the files or detected from its claim; "" if unknown."""
        document = self.documents.get(item, GoldDocument())
        return document.language or detect_language(document.claim or document.title)


def read_graded_gold(path: Path, *, queries: Path | None = None, corpus: Path | None = None) -> GradedGold:
    """Read the gold in this file or folder. `queries` and `corpus` name files in other places.

    Raises InputError when a file cannot be read, has an unknown layout, or contains no relevant judgement.
    """
    gold = GradedGold()
    for source in _sources(path):
        _read_judgements(source, gold)
    for file, add in ((queries or _beside(path, _QUERIES), _add_query), (corpus or _beside(path, _CORPUS), _add_document)):
        if file is not None:
            for record in read_record_rows(file, columns=COLUMNS):
                add(record, gold)
    if not any(grade > 0 for judgements in gold.grades.values() for grade in judgements.values()):
        raise InputError("evaluation-empty", f"Nothing in “{path}” is judged relevant.", hint="Name a file with at least one such pair.")
    return gold


def _sources(path: Path) -> list[Source]:
    """Return the files with judgements: the given one, or those of the folder."""
    if not path.is_dir():
        return files_of(path, kind="evaluation")
    qrels = _beside(path, _QRELS)
    if qrels is not None:
        return files_of(qrels, kind="evaluation")
    sources = [source for source in files_of(path, kind="evaluation") if source.path.suffix.lower() not in (".md", ".txt", ".json.run")]
    if len(sources) == 1:
        return sources
    names = ", ".join(f"{name}.tsv" for name in _QRELS[:3])
    raise InputError("evaluation-layout", f"“{path}” holds no file of judgements.", hint=f"It is called {names} or the like.")


def _beside(folder: Path, names: Iterable[str]) -> Path | None:
    """Return the file or subfolder of one of these names in a folder. In a subfolder with several parts, the test part."""
    if not folder.is_dir():
        return None
    entries = {entry.name.lower().split(".")[0]: entry for entry in sorted(folder.iterdir(), reverse=True) if entry.name[0] != "."}
    path = next((entries[name] for name in names if name in entries), None)
    if path is None or path.is_file():
        return path
    parts = {entry.name.lower().split(".")[0]: entry for entry in sorted(path.iterdir()) if entry.is_file()}
    return next((parts[name] for name in _PREFERRED if name in parts), next(iter(parts.values()), None))


def _read_judgements(source: Source, gold: GradedGold) -> None:
    if _is_trec(source):
        _read_trec(source, gold)
        return
    for number, record in enumerate(read_record_rows(source.path, columns=COLUMNS), start=1):
        if has(record, ("ids", "vclaimid")) and not has(record, named.GRADE):
            _add_list(record, gold)
        else:
            _add_pair(record, number, source, gold)


def _is_trec(source: Source) -> bool:
    columns = _columns(first_line(source))
    return not source.starts_as_json and len(columns) in (3, 4) and bool(_WHOLE_NUMBER.fullmatch(columns[-1]))


def _read_trec(source: Source, gold: GradedGold) -> None:
    """Read rows `qid 0 docno grade`, or the same without the second column, separated by tabs or spaces."""
    for number, line in content_lines(source.path):
        columns = _columns(line.decode("utf-8", "replace"))
        if len(columns) not in (3, 4) or not _WHOLE_NUMBER.fullmatch(columns[-1]):
            message = f"Row {number} of “{source.path}” is not of the form qid 0 docno grade."
            raise InputError("evaluation-row", message, hint="Correct the file.")
        gold.grades.setdefault(columns[0], {})[columns[-2]] = int(columns[-1])


def _columns(line: str) -> list[str]:
    """Split a line at tabs if it has any, since an id may contain a space; otherwise at spaces."""
    return [part.strip() for part in line.split("\t")] if "\t" in line else line.split()


def _add_list(record: Mapping[str, object], gold: GradedGold) -> None:
    """Add a row with a list of fact-checks for a query, as in `evaluate retrieval`. All of them are exact."""
    qid = cell(record, named.QID, named.ID)
    listed = record.get("ids", record.get("vclaimid"))
    ids = listed if isinstance(listed, list | tuple) else [] if listed is None else [listed]
    gold.grades.setdefault(qid, {}).update({str(item): 2 for item in ids})
    _add_query(record, gold)


def _add_pair(record: Mapping[str, object], number: int, source: Source, gold: GradedGold) -> None:
    text = cell(record, named.TEXT, ("text",))
    claim = cell(record, named.CLAIM)
    qid = cell(record, named.QID) or (cell(record, named.ID) if not text else "") or _made_id(text)
    item = cell(record, named.ITEM, named.URL) or _made_id(claim or cell(record, named.TITLE))
    if not qid or not item or not has(record, named.GRADE):
        expected = "a query, a fact-check and a judgement"
        hint = "Its columns may be tweet_id, tweet, tweet_language, debunk_id, claim, debunk_language and label."
        raise InputError("evaluation-row", f"Row {number} of “{source.path}” does not name {expected}.", hint=hint)
    gold.grades.setdefault(qid, {})[item] = _grade(cell(record, named.GRADE), number, source)
    if text:
        gold.texts.setdefault(qid, text)
    language = language_code(cell(record, named.TEXT_LANGUAGE, named.LANGUAGE))
    if language:
        gold.languages.setdefault(qid, language)
    if claim or cell(record, named.TITLE):
        _keep_document(item, _document(record, named.ITEM_LANGUAGE), gold)


def _grade(text: str, number: int, source: Source) -> int:
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        plain = text.casefold().replace("_", " ").replace("-", " ")
    for grade, words in _WORDS:
        if any(plain == word or plain.startswith(f"{word} ") or (len(word) > 4 and word in plain) for word in words):
            return grade
    message = f"The judgement in row {number} of “{source.path}” is “{text[:60]}”."
    raise InputError("evaluation-row", message, hint="It is exact, partial or irrelevant, or 2, 1 or 0.")


def _add_query(record: Mapping[str, object], gold: GradedGold) -> None:
    qid = cell(record, named.QID, named.ID)
    text = cell(record, named.TEXT, ("text",))
    language = language_code(cell(record, named.TEXT_LANGUAGE, named.LANGUAGE))
    if qid and text:
        gold.texts[qid] = text
    if qid and language:
        gold.languages[qid] = language


def _add_document(record: Mapping[str, object], gold: GradedGold) -> None:
    item = cell(record, named.ITEM, named.ID, named.URL)
    if item:
        _keep_document(item, _document(record, (*named.ITEM_LANGUAGE, *named.LANGUAGE)), gold)


def _document(record: Mapping[str, object], languages: tuple[str, ...]) -> GoldDocument:
    """Return a document of the corpus. BEIR's `text` is the claim here."""
    claim, title = cell(record, named.CLAIM), cell(record, named.TITLE)
    if not claim and not has(record, named.TEXT, named.TEXT_LANGUAGE):
        claim = cell(record, ("text",))
    return GoldDocument(claim=claim, title=title, body=cell(record, named.BODY), language=language_code(cell(record, languages)) or "")


def _keep_document(item: str, document: GoldDocument, gold: GradedGold) -> None:
    earlier = gold.documents.get(item)
    if earlier is not None:
        empty = {name: getattr(document, name) for name in ("claim", "title", "body", "language") if not getattr(earlier, name)}
        document = replace(earlier, **empty)
    gold.documents[item] = document


def _made_id(text: str) -> str:
    """Return an id that depends only on the text."""
    plain = " ".join(text.split())
    return f"text-{hashlib.blake2b(plain.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}" if plain else ""
