"""Passages as arrays, one row per passage, in ascending order of id like every index of the library."""

from __future__ import annotations

import sqlite3
from array import array
from dataclasses import dataclass

import numpy as np

from app.domain.evidence import EvidenceFilter, passage_id, source_address
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import Mask
from app.store.generation import Hashes
from app.store.postings import Ints, Longs
from app.store.row_index.digests import NOTHING, digest_of, digests, words_digest
from app.store.row_index.kind import RowKind, ascending, ordinal
from app.store.stored_values import reading_stored_values, rows_as
from app.translation import mark, tr

_REPORTED = 5_000
_ROWS = (
    "SELECT passage.row, id, start, end, passage.text, title, language, published, address "
    "FROM passage NOT INDEXED CROSS JOIN document ON document.row = passage.document"
)
_OF_DOCUMENT = "(SELECT {} FROM document WHERE row = passage.document)"
_WORDS = (
    f"SELECT row, {_OF_DOCUMENT.format('title')} || ' ' || text, {_OF_DOCUMENT.format('language')} FROM passage WHERE row IN ({{marks}})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageRows:
    """`numbers` are row numbers of the database. `names` are digests of id, title and language, since titles are searched for
    words, and the language decides the analysis. `words` are digests of the texts (zeros where there is none). `days` are
    proleptic ordinals, 0 where unknown. `document` and `address` are digests of the document's id and its normalised address
    (zeros where it has none)."""

    numbers: Longs
    names: Hashes
    words: Hashes
    days: Ints
    document: Hashes
    address: Hashes

    def __len__(self) -> int:
        return len(self.numbers)

    def allowed(self, among: EvidenceFilter) -> Mask | None:
        """Return a mask of the rows that pass the filter; None when all do."""
        mask = np.ones(len(self), np.bool_) if among.undated else self.days > 0
        if among.before:
            mask &= self.days < among.before.toordinal()  # 0 (no date) is before every day
        for url in among.without_urls:
            if address := source_address(url):
                mask &= _differs(self.address, address)
        for name in among.without_documents:
            mask &= _differs(self.document, name)
        return None if mask.all() else mask


def _differs(hashes: Hashes, text: str) -> Mask:
    """Return a mask of the rows with another digest than this text's."""
    return np.asarray((hashes != digests(digest_of(text))).any(axis=1))


@reading_stored_values()
def read_passages(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> PassageRows:
    """Read the current passages."""
    ids: list[str] = []
    numbers, days = array("q"), array("i")
    names, words, document, address = bytearray(), bytearray(), bytearray(), bytearray()
    records = rows_as(tuple[int, str, int, int, str, str, str, str, str], connection.execute(_ROWS))
    for number, name, start, end, text, title, language, day, page in records:
        if len(ids) % _REPORTED == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Reading passages"), len(ids)))
        ids.append(passage_id(name, start, end))
        numbers.append(number)
        days.append(ordinal(day))
        names += digest_of(f"{ids[-1]}\x1f{title}\x1f{language}")
        words += words_digest(text)
        document += digest_of(name)
        address += digest_of(page) if page else NOTHING
    order = ascending(ids)
    return PassageRows(
        numbers=np.frombuffer(numbers, np.int64)[order],
        names=digests(names)[order],
        words=digests(words)[order],
        days=np.frombuffer(days, np.int32)[order],
        document=digests(document)[order],
        address=digests(address)[order],
    )


PASSAGES = RowKind(
    folder="passages",
    arrays=("numbers", "names", "words", "days", "document", "address"),
    codes=(),
    make=PassageRows,
    read=read_passages,
    words=_WORDS,
    texts="SELECT row, text FROM passage WHERE row IN ({marks})",
    encoding=mark("Encoding evidence"),
)
