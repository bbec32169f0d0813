"""Schema of a library's evidence, as ordered migrations."""

from __future__ import annotations

from app.store import facets, row_digests, source_ids
from app.store.row_index.state import add_state
from app.store.sqlite import Database, Migrations

FILE = "evidence.db"
INDEX = "evidence-index"
COPIES = "evidence-files"
APPLICATION_ID = 0x50524556
VERSION = 3
READABLE_FROM = 1
MIGRATIONS = Migrations("priorcheck-evidence")
COLUMNS = ("id", "text", "title", "source", "url", "medium", "published", "language", "cached", "page_starts")


def _evidence(database: Database) -> None:
    """Create the tables of documents, passages, the documents' full text, and the user's list of sources to be wary of.

    `content` is the content hash as imported; `same` the key of equal text from the same address, of which one is stored; `address`
    the normalised address. `published` is an ISO day, "" when unknown; `page_starts` are numbers separated by spaces.
    """
    columns = dict.fromkeys((*COLUMNS, "content", "same", "address"), str)
    documents = database.create_table("document", {"row": int, **columns}, pk="row", not_null=set(columns))
    documents.create_index(["id"], unique=True)
    documents.create_index(["same"], unique=True)
    passage = {"row": int, "document": int, "start": int, "end": int, "page": int, "text": str}
    database.create_table("passage", passage, pk="row", not_null=set(passage) - {"row", "page"}).create_index(["document"])
    warning = dict.fromkeys(("host", "kind", "note"), str)
    database.create_table("warning", warning, pk="host", not_null=set(warning))
    execute = database.conn.execute
    execute("CREATE INDEX document_latest ON document (published DESC, id)")
    execute(f"CREATE VIRTUAL TABLE words USING fts5 (title, text, source, content='document', content_rowid='row', {facets.TOKENS})")
    add_state(database)


MIGRATIONS(name="1-evidence")(_evidence)
MIGRATIONS(name="2-seals")(row_digests.create_table)
MIGRATIONS(name="3-own-ids")(source_ids.create_table)

DOCUMENT = row_digests.DigestedTable(name="document", columns=("row", *COLUMNS, "content", "same", "address"), key=("row",), label="id")
PASSAGE = row_digests.DigestedTable(name="passage", columns=("row", "document", "start", "end", "page", "text"), key=("row",), label="row")
WARNING = row_digests.DigestedTable(name="warning", columns=("host", "kind", "note"), key=("host",), label="host")
FULL_TEXTS = ("words",)
