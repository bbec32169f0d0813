"""An EvidenceLibrary in memory: passages, BM25 and nearest neighbours in the simplest form, to compare the real one with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from app.domain.evidence import (
    EvidenceDocument,
    EvidenceFilter,
    EvidencePage,
    EvidencePassage,
    EvidenceStatistics,
    ReadEvidence,
    SourceWarning,
    passage_id,
    site_address,
    source_address,
    warning_of,
)
from app.domain.importing import ChangeCounts, CheckResult
from app.domain.likeness import EvidenceKind
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.source_ids import SourceIds
from app.ports import FloatMatrix, LexicalIndex, Mask, PassageCutter, TextEncoder
from app.store.analysis import terms
from tests.fakes.evidence_samples import by_line
from tests.fakes.held_ids import MemoryIds
from tests.fakes.row_index import MemoryRowIndex, PlainBm25, model_of


class MemoryEvidence:
    """Implements the port; `step` passages are encoded and stored at a time. `kept` are the copies by name."""

    def __init__(self, documents: Iterable[EvidenceDocument] = (), *, cut: PassageCutter = by_line, step: int = 512) -> None:
        self._documents: dict[str, EvidenceDocument] = {}
        self._content: dict[str, str] = {}
        self._vectors: dict[tuple[str, str], FloatMatrix] = {}
        self._warnings: tuple[SourceWarning, ...] = ()
        self._cut, self._step, self._changes = cut, step, 0
        self.kept: dict[str, bytes] = {}
        self._own: dict[str, str] = {}
        self.add(documents, progress=lambda _: None, cancel=CancelToken())

    def __len__(self) -> int:
        return len(self._documents)

    def add(self, documents: Iterable[EvidenceDocument], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add all documents or none."""
        documents_by_id, content = dict(self._documents), dict(self._content)
        counts: Counter[str] = Counter()
        written: set[str] = set()
        for document in documents:
            cancel.check()
            is_stored = document.id in documents_by_id and not (
                document.id in written and _same(documents_by_id[document.id]) == _same(document)
            )
            if is_stored and content[document.id] == document.content_hash():
                counts["unchanged"] += 1
                written.add(document.id)
                continue
            if is_stored:
                del documents_by_id[document.id]
            twin = next((stored for stored in documents_by_id.values() if _same(stored) == _same(document)), None)
            counts["changed" if is_stored else "grouped" if twin else "added"] += 1
            if twin is None:
                documents_by_id[document.id], content[document.id] = document, document.content_hash()
                written.add(document.id)
            else:
                counts["grouped"] += is_stored
                documents_by_id[twin.id] = replace(twin, published=min(filter(None, (twin.published, document.published)), default=None))
        self._documents, self._content = documents_by_id, content
        self._changes += 1
        return ChangeCounts(added=counts["added"], changed=counts["changed"], unchanged=counts["unchanged"], grouped=counts["grouped"])

    def add_rows(self, rows: Iterable[ReadEvidence], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add all rows of files or none."""
        source_ids, documents_by_id = dict(self._own), dict(self._documents)
        ids = SourceIds(EvidenceKind(), MemoryIds(documents_by_id, source_ids))
        written: list[EvidenceDocument] = []
        for part in ids.parts(((row.source, row.document) for row in rows), size=200):
            documents_by_id.update((document.id, document) for document in part)
            written += part
        counts = self.add(written, progress=progress, cancel=cancel)
        self._own = source_ids
        return replace(counts, ids=ids.notes)

    def keep(self, content: bytes, *, suffix: str) -> str:
        """Store a copy."""
        name = f"evidence-files/{len(self.kept)}{suffix}"
        self.kept[name] = content
        return name

    def set_date(self, document: str, published: date | None) -> bool:
        """Set the date of a document."""
        if document not in self._documents:
            return False
        self._documents[document] = replace(self._documents[document], published=published)
        self._changes += 1
        return True

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """Set the language of documents."""
        stored_ids = [name for name in dict.fromkeys(ids) if name in self._documents]
        self._documents |= {name: replace(self._documents[name], language=language) for name in stored_ids}
        self._changes += 1
        return len(stored_ids)

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Delete documents."""
        self._changes += 1
        return len([name for name in dict.fromkeys(ids) if self._documents.pop(name, None)])

    def get(self, ids: Sequence[str]) -> dict[str, EvidenceDocument]:
        """Return the stored ones by id."""
        return {name: self._documents[name] for name in dict.fromkeys(ids) if name in self._documents}

    def search(self, text: str, *, among: EvidenceFilter, offset: int = 0, limit: int = 50) -> EvidencePage:
        """Return documents with every term, latest first, with full texts."""
        query_terms = set(terms(text))
        matching = [
            document
            for document in self._documents.values()
            if query_terms <= set(terms(f"{document.title} {document.text} {document.source}")) and passes(document, among)
        ]
        matching.sort(key=lambda document: (-(document.published.toordinal() if document.published else 0), document.id))
        items = tuple(matching[offset : offset + limit])
        return EvidencePage(
            items=items, total=len(matching), passages={item.id: len(self._cut(item.text, item.language)) for item in items}
        )

    def statistics(self) -> EvidenceStatistics:
        """Return counts only."""
        passages = self._passages()
        encoded = {text for _, text in self._vectors}
        return EvidenceStatistics(
            documents=len(self),
            passages=len(passages),
            size_bytes=0,
            undated=sum(document.published is None for document in self._documents.values()),
            encoded=sum(passage.text in encoded for passage in passages),
        )

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> MemoryEvidenceIndex:
        """Return an index of the present passages."""
        cancel.check()
        passages, model = self._passages(), model_of(encoder)
        vectors = [self._vectors.get((model, passage.text)) for passage in passages]
        encoded = sum(vector is not None for vector in vectors)
        name = f"{self._changes}-{model}-{encoded}-{hash(self._warnings)}"
        return MemoryEvidenceIndex(passages, vectors, generation=name, dimension=encoder.dimension)

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Encode missing vectors, newest first."""
        model = model_of(encoder)
        newest = sorted(self._passages(), key=lambda passage: -(passage.published.toordinal() if passage.published else 0))
        texts = dict.fromkeys(passage.text for passage in newest if any(map(str.isalnum, passage.text)))
        missing = [text for text in texts if (model, text) not in self._vectors]
        for start in range(0, len(missing), self._step):
            cancel.check()
            progress(ProgressUpdate("Encoding evidence", len(texts) - len(missing) + start, len(texts)))
            part = missing[start : start + self._step]
            vectors = encoder.encode(part, progress=lambda _: None, cancel=cancel)
            self._vectors.update({(model, text): vector for text, vector in zip(part, vectors, strict=True)})
        return len(missing)

    def warnings(self) -> tuple[SourceWarning, ...]:
        """Return the warnings by host."""
        return self._warnings

    def keep_warnings(self, warnings: Sequence[SourceWarning]) -> None:
        """Replace the list of warnings."""
        self._warnings = tuple(sorted({warning.host: warning for warning in warnings}.values(), key=lambda warning: warning.host))

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        cancel.check()
        return (CheckResult(name="evidence: database", ok=True, detail=f"{len(self)} in memory"),)

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Do nothing, since nothing is ever damaged."""
        cancel.check()
        return ()

    def close(self) -> None:
        """Do nothing."""

    def _passages(self) -> list[EvidencePassage]:
        """Return the passages in ascending order of id."""
        passages = [
            EvidencePassage(
                id=passage_id(document.id, start, end),
                document=document.id,
                start=start,
                end=end,
                text=document.text[start:end],
                page=max(page for page, begin in enumerate(document.page_starts, 1) if begin <= start) if document.page_starts else None,
                warning=warning_of(document.url, document.source, self._warnings),
                **{name: getattr(document, name) for name in ("title", "source", "url", "medium", "published", "language", "cached")},
            )
            for document in self._documents.values()
            for start, end in self._cut(document.text, document.language)
        ]
        return sorted(passages, key=lambda passage: passage.id)


def _same(document: EvidenceDocument) -> tuple[str, str]:
    return source_address(document.url), " ".join(document.text.split())


def passes(source: EvidenceDocument | EvidencePassage, among: EvidenceFilter) -> bool:
    """Return True if the filter allows this source."""
    name = source.document if isinstance(source, EvidencePassage) else source.id
    in_time = among.undated if source.published is None else among.before is None or source.published < among.before
    excluded = {source_address(url) for url in among.without_urls} - {""}
    listed = among.without_sites is not None and among.without_sites.has(site_address(source_address(source.url), source.source))
    return in_time and name not in among.without_documents and source_address(source.url) not in excluded and not listed


class MemoryEvidenceIndex(MemoryRowIndex[EvidencePassage]):
    """An EvidenceIndex over a list of passages."""

    def lexical(self) -> LexicalIndex:
        """Return BM25 by its formula."""
        return PlainBm25([terms(f"{passage.title} {passage.text}", passage.language) for passage in self._held])

    def passages(self, rows: Sequence[int]) -> list[EvidencePassage]:
        """Return the passages at these rows."""
        return [self._held[row] for row in rows]

    def allowed(self, among: EvidenceFilter) -> Mask | None:
        """Return None if all rows pass."""
        return self._passing(lambda passage: passes(passage, among))
