"""An EvidenceLibrary in memory: passages, BM25 and nearest neighbours by the plainest means, to compare the real one with."""

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
    """As the port says; `step` passages are encoded and kept at a time. `kept` are the copies by name."""

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
        """Take in documents, all of them or none."""
        held, content = dict(self._documents), dict(self._content)
        counts: Counter[str] = Counter()
        written: set[str] = set()
        for document in documents:
            cancel.check()
            known = document.id in held and not (document.id in written and _same(held[document.id]) == _same(document))
            if known and content[document.id] == document.content_hash():
                counts["unchanged"] += 1
                written.add(document.id)
                continue
            if known:
                del held[document.id]
            twin = next((found for found in held.values() if _same(found) == _same(document)), None)
            counts["changed" if known else "grouped" if twin else "added"] += 1
            if twin is None:
                held[document.id], content[document.id] = document, document.content_hash()
                written.add(document.id)
            else:
                counts["grouped"] += known
                held[twin.id] = replace(twin, published=min(filter(None, (twin.published, document.published)), default=None))
        self._documents, self._content = held, content
        self._changes += 1
        return ChangeCounts(added=counts["added"], changed=counts["changed"], unchanged=counts["unchanged"], grouped=counts["grouped"])

    def add_rows(self, rows: Iterable[ReadEvidence], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Take in rows of files, all of them or none."""
        own, held = dict(self._own), dict(self._documents)
        ids = SourceIds(EvidenceKind(), MemoryIds(held, own))
        written: list[EvidenceDocument] = []
        for part in ids.parts(((row.source, row.document) for row in rows), size=200):
            held.update((document.id, document) for document in part)
            written += part
        counts = self.add(written, progress=progress, cancel=cancel)
        self._own = own
        return replace(counts, ids=ids.notes)

    def keep(self, content: bytes, *, suffix: str) -> str:
        """Keep a copy."""
        name = f"evidence-files/{len(self.kept)}{suffix}"
        self.kept[name] = content
        return name

    def set_date(self, document: str, published: date | None) -> bool:
        """Another day."""
        if document not in self._documents:
            return False
        self._documents[document] = replace(self._documents[document], published=published)
        self._changes += 1
        return True

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """Another language."""
        known = [name for name in dict.fromkeys(ids) if name in self._documents]
        self._documents |= {name: replace(self._documents[name], language=language) for name in known}
        self._changes += 1
        return len(known)

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Forget documents."""
        self._changes += 1
        return len([name for name in dict.fromkeys(ids) if self._documents.pop(name, None)])

    def get(self, ids: Sequence[str]) -> dict[str, EvidenceDocument]:
        """The known ones."""
        return {name: self._documents[name] for name in dict.fromkeys(ids) if name in self._documents}

    def search(self, text: str, *, among: EvidenceFilter, offset: int = 0, limit: int = 50) -> EvidencePage:
        """Documents that hold every term, latest first; their whole texts."""
        wanted = set(terms(text))
        found = [
            document
            for document in self._documents.values()
            if wanted <= set(terms(f"{document.title} {document.text} {document.source}")) and passes(document, among)
        ]
        found.sort(key=lambda document: (-(document.published.toordinal() if document.published else 0), document.id))
        items = tuple(found[offset : offset + limit])
        return EvidencePage(items=items, total=len(found), passages={item.id: len(self._cut(item.text, item.language)) for item in items})

    def statistics(self) -> EvidenceStatistics:
        """Counts alone."""
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
        """The passages as they are now."""
        cancel.check()
        passages, model = self._passages(), model_of(encoder)
        vectors = [self._vectors.get((model, passage.text)) for passage in passages]
        encoded = sum(vector is not None for vector in vectors)
        name = f"{self._changes}-{model}-{encoded}-{hash(self._warnings)}"
        return MemoryEvidenceIndex(passages, vectors, generation=name, dimension=encoder.dimension)

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the vectors that are missing, newest first."""
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
        """By host."""
        return self._warnings

    def keep_warnings(self, warnings: Sequence[SourceWarning]) -> None:
        """The list from now on."""
        self._warnings = tuple(sorted({one.host: one for one in warnings}.values(), key=lambda one: one.host))

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        cancel.check()
        return (CheckResult(name="evidence: database", ok=True, detail=f"{len(self)} in memory"),)

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Nothing is ever damaged."""
        cancel.check()
        return ()

    def close(self) -> None:
        """Nothing to do."""

    def _passages(self) -> list[EvidencePassage]:
        """In ascending order of id."""
        found = [
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
        return sorted(found, key=lambda passage: passage.id)


def _same(document: EvidenceDocument) -> tuple[str, str]:
    return source_address(document.url), " ".join(document.text.split())


def passes(found: EvidenceDocument | EvidencePassage, among: EvidenceFilter) -> bool:
    """Whether this may be used."""
    name = found.document if isinstance(found, EvidencePassage) else found.id
    in_time = among.undated if found.published is None else among.before is None or found.published < among.before
    own = {source_address(url) for url in among.without_urls} - {""}
    listed = among.without_sites is not None and among.without_sites.has(site_address(source_address(found.url), found.source))
    return in_time and name not in among.without_documents and source_address(found.url) not in own and not listed


class MemoryEvidenceIndex(MemoryRowIndex[EvidencePassage]):
    """An EvidenceIndex over a list of passages."""

    def lexical(self) -> LexicalIndex:
        """BM25 by its formula."""
        return PlainBm25([terms(f"{passage.title} {passage.text}", passage.language) for passage in self._held])

    def passages(self, rows: Sequence[int]) -> list[EvidencePassage]:
        """The passages at these rows."""
        return [self._held[row] for row in rows]

    def allowed(self, among: EvidenceFilter) -> Mask | None:
        """None when all pass."""
        return self._passing(lambda passage: passes(passage, among))
