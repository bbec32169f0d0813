"""Formats of posts, recognised by a file's content and never by its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from app.ingest.posts.bluesky import bluesky_draft, is_bluesky
from app.ingest.posts.drafts import Converter
from app.ingest.posts.mastodon import is_mastodon, mastodon_draft
from app.ingest.posts.meta import crowdtangle_draft, is_crowdtangle, is_library, library_draft
from app.ingest.posts.meta_exports import is_meta_export, meta_export_draft
from app.ingest.posts.reddit import is_reddit, reddit_draft
from app.ingest.posts.telegram import is_telegram, telegram_draft
from app.ingest.posts.x import is_x, x_draft
from app.ingest.posts.youtube import is_youtube, youtube_draft
from app.ingest.rows.columns import flatten_record
from app.ingest.rows.outcomes import Record
from app.translation import mark

POST_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "auto": mark("Recognise by content"),
        "table": mark("Table (CSV, TSV, XLSX)"),
        "json": mark("JSON Lines or a JSON list"),
        "x": mark("X/Twitter (archive, API JSON)"),
        "bluesky": mark("Bluesky (API JSON, Jetstream)"),
        "mastodon": mark("Mastodon (archive, API JSON)"),
        "telegram": mark("Telegram Desktop export (JSON)"),
        "whatsapp": mark("WhatsApp chat (exported text)"),
        "reddit": mark("Reddit (API JSON, JSON Lines)"),
        "youtube": mark("YouTube (API JSON)"),
        "facebook": mark("Facebook and Instagram, a user’s own export (JSON)"),
        "crowdtangle": mark("CrowdTangle (CSV)"),
        "meta": mark("Meta Content Library (CSV, JSON)"),
    }
)
CONVERTERS: Mapping[str, Converter] = MappingProxyType(
    {
        "x": x_draft,
        "bluesky": bluesky_draft,
        "mastodon": mastodon_draft,
        "telegram": telegram_draft,
        "reddit": reddit_draft,
        "youtube": youtube_draft,
        "facebook": meta_export_draft,
        "crowdtangle": crowdtangle_draft,
        "meta": library_draft,
    }
)
# The order matters: the first one that fits a record is its format.
_RECOGNISERS: tuple[tuple[str, Callable[[Record], bool]], ...] = (
    ("telegram", is_telegram),
    ("mastodon", is_mastodon),
    ("bluesky", is_bluesky),
    ("reddit", is_reddit),
    ("x", is_x),
    ("youtube", is_youtube),
    ("facebook", is_meta_export),
    ("meta", lambda record: is_library(flatten_record(record).keys())),
)


def is_recognised(record: Record) -> bool:
    """Return True if a record has the format of a known platform."""
    return any(fits(record) for _, fits in _RECOGNISERS)


def format_of_records(sample: Sequence[Record]) -> str:
    """Return the most frequent format of these records; "json" if none is known."""
    votes = [next((name for name, fits in _RECOGNISERS if fits(record)), "json") for record in sample]
    recognised = [vote for vote in votes if vote != "json"]
    return max(sorted(set(recognised)), key=recognised.count) if recognised else "json"


def format_of_header(header: Collection[str]) -> str:
    """Return the format of a table with these columns."""
    return "crowdtangle" if is_crowdtangle(header) else "meta" if is_library(header) else "table"
