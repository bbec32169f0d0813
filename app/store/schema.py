"""Schema of a library, as ordered migrations; each is recorded in its own transaction."""

from __future__ import annotations

from app.store import facets, letter_pairs, row_digests, source_ids
from app.store.sqlite import Database, Migrations

APPLICATION_ID = 0x50524C42
SCHEMA_VERSION = 6
READABLE_FROM = 4
"""Files of this version or later can be read without being migrated, where they cannot be written."""

MIGRATIONS = Migrations("priorcheck")
_BROWSING = "CREATE INDEX factcheck_browsing ON factcheck (published DESC, id, verdict, publisher, language)"
EARLY_INDEXES = frozenset(
    (
        _BROWSING,
        *(
            f"CREATE INDEX factcheck_newest_{column} ON factcheck ({column}, published DESC, id)"
            for column in ("verdict", "publisher", "language")
        ),
    )
)
"""Indexes that early versions of the program added to any library they changed. They belong to no format, and are harmless."""


def _factchecks(database: Database) -> None:
    """Create the tables of fact-checks and their bodies, the full text over both, and the table `meta`.

    `content` is the content hash, `cluster` the duplicate key, `grouped` the id that names the duplicate group.
    """
    database.create_table("meta", {"key": str, "value": str}, pk="key", not_null={"value"})
    texts = ("claim", "title", "rating", "verdict", "rating_rule", "publisher", "claimant", "published", "claimed", "url")
    columns = ("id", *texts, "language", "note", "content", "cluster", "grouped")
    table = database.create_table("factcheck", {"row": int, **dict.fromkeys(columns, str)}, pk="row", not_null=set(columns))
    table.create_index(["id"], unique=True)
    table.create_index(["id", "content", "published", "publisher", "grouped"], index_name="factcheck_canonical")
    for column in ("cluster", "grouped", "publisher"):
        table.create_index([column])
    database.conn.execute("CREATE INDEX factcheck_newest ON factcheck (published DESC, id)")
    # Bodies have a table of their own, so that lists never read them.
    database.create_table("body", {"row": int, "body": str}, pk="row", not_null={"body"})
    database.create_view(
        "factcheck_text", "SELECT factcheck.row AS row, claim, title, body FROM factcheck JOIN body ON body.row = factcheck.row"
    )
    database.conn.execute(
        "CREATE VIRTUAL TABLE fulltext USING fts5 (claim, title, body, content='factcheck_text', content_rowid='row', "
        "tokenize=\"unicode61 remove_diacritics 2 categories 'L* N* Co M*'\")"
    )


MIGRATIONS(name="1-factchecks")(_factchecks)


def _browsing(database: Database) -> None:
    """Add what makes searching a large library fast: an index of the newest rows with all filtered columns, indexes of filtered
    columns, and the letter pairs of scripts without spaces."""
    connection = database.conn
    connection.execute("DROP INDEX factcheck_newest")
    connection.execute("DROP INDEX idx_factcheck_publisher")
    # Some libraries have this index already (EARLY_INDEXES).
    connection.execute(_BROWSING.replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS"))
    connection.execute("CREATE INDEX factcheck_publishers ON factcheck (publisher, verdict, language)")
    connection.execute("CREATE INDEX factcheck_verdicts ON factcheck (verdict, language)")
    connection.execute(letter_pairs.CREATE)
    letter_pairs.add_all(connection)


MIGRATIONS(name="2-browsing")(_browsing)


def _facets(database: Database) -> None:
    """Rebuild the full text with filter values as words of their own."""
    connection = database.conn
    connection.execute("DROP TABLE fulltext")
    connection.execute("DROP VIEW factcheck_text")
    columns = f"factcheck.row AS row, claim, title, body, {facets.FACTCHECKS.sql} AS facets"
    database.create_view("factcheck_text", f"SELECT {columns} FROM factcheck JOIN body ON body.row = factcheck.row")
    connection.execute(
        "CREATE VIRTUAL TABLE fulltext USING fts5 (claim, title, body, facets, content='factcheck_text', content_rowid='row', "
        f"{facets.TOKENS})"
    )
    connection.execute("INSERT INTO fulltext (fulltext, rank) VALUES ('rank', ?)", (facets.WEIGHTS,))
    connection.execute("INSERT INTO fulltext (fulltext) VALUES ('rebuild')")


MIGRATIONS(name="3-facets")(_facets)


def _languages(database: Database) -> None:
    """Create the table of languages set by hand, with the imported language, which is part of the content hash."""
    database.create_table("given_language", {"id": str, "imported": str}, pk="id", not_null={"imported"})


MIGRATIONS(name="4-languages")(_languages)
MIGRATIONS(name="5-seals")(row_digests.create_table)
MIGRATIONS(name="6-own-ids")(source_ids.create_table)

_TEXTS = ("claim", "title", "rating", "verdict", "rating_rule", "publisher", "claimant", "published", "claimed", "url")
FACTCHECK = row_digests.DigestedTable(
    name="factcheck",
    columns=("row", "id", *_TEXTS, "language", "note", "content", "cluster", "grouped"),
    key=("row",),
    label="id",
)
BODY = row_digests.DigestedTable(name="body", columns=("row", "body"), key=("row",), label="row")
GIVEN = row_digests.DigestedTable(name="given_language", columns=("id", "imported"), key=("id",), label="id")
DIGESTED_TABLES = (FACTCHECK, BODY, GIVEN, source_ids.OWN_ID)
FULL_TEXTS = ("fulltext", "letterpairs")
