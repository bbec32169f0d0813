"""Facebook's and Instagram's exports for their users in JSON: posts, comments, stories and messages, without ids and addresses.

Both write the bytes of UTF-8 as if each were a letter ("Ã©" for "é").
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import nested, text
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record

_FACEBOOK, _INSTAGRAM = "facebook", "instagram"


def is_meta_export(record: Record) -> bool:
    """Return True if a record is an entry of such an export."""
    if "string_map_data" in record or {"sender_name", "timestamp_ms"} <= record.keys():
        return True
    if "creation_timestamp" in record and ("uri" in record or "media" in record):
        return True
    media = _objects(record.get("media"))
    if media and "creation_timestamp" in media[0]:
        return True
    return "timestamp" in record and any({"post", "comment", "media", "external_context"} & set(entry) for entry in _data(record))


def meta_export_draft(record: Record, _: Context) -> Draft | None:
    """Return one post, comment or message; None for an entry without words, such as a lone picture."""
    if "string_map_data" in record:
        return _instagram_comment(nested(record, "string_map_data"))
    if "sender_name" in record:
        moment = instant(record.get("timestamp_ms"))
        return _draft(text(record, "content"), moment=moment, author=text(record, "sender_name"), platform="")
    if "creation_timestamp" in record or "creation_timestamp" in next(iter(_objects(record.get("media"))), {}):
        return _instagram_post(record)
    return _facebook(record)


def _facebook(record: Record) -> Draft | None:
    """Read a post with its words and the captions of its pictures, or a comment."""
    comment = next((nested(entry, "comment") for entry in _data(record) if nested(entry, "comment")), {})
    moment = instant(comment.get("timestamp") or record.get("timestamp"))
    if comment:
        return _draft(text(comment, "comment"), moment=moment, author=text(comment, "author"), platform=_FACEBOOK)
    words = [text(entry, "post") for entry in _data(record)]
    captions = [text(nested(entry, "media"), "description") for entry in _data(record)]
    return _draft(_joined([*words, *captions]), moment=moment, author="", platform=_FACEBOOK)


def _instagram_post(record: Record) -> Draft | None:
    """Read a post or story: its caption, and those of its pictures."""
    media = _objects(record.get("media"))
    stamp = record.get("creation_timestamp") or next((picture.get("creation_timestamp") for picture in media), None)
    captions = [text(record, "title"), *(text(picture, "title") for picture in media)]
    return _draft(_joined(captions), moment=instant(stamp), author="", platform=_INSTAGRAM)


def _instagram_comment(fields: Record) -> Draft | None:
    """Read a comment. The names of its fields are in the user's language, their order is fixed: words, owner of the picture, time."""
    values = [value for field in fields.values() if isinstance(field, Mapping) and (value := text(field, "value"))]
    stamp = next((field.get("timestamp") for field in fields.values() if isinstance(field, Mapping) and field.get("timestamp")), None)
    return _draft(values[0] if values else "", moment=instant(stamp), author="", platform=_INSTAGRAM)


def _draft(words: str, *, moment: datetime | None, author: str, platform: str) -> Draft | None:
    if not words.strip():
        return None
    return Draft(text=repaired_text(words), author=repaired_text(author), published=moment, platform=platform)


def repaired_text(content: str) -> str:
    """Decode text whose letters are the bytes of UTF-8; return any other text unchanged."""
    if content.isascii():
        return content
    try:
        # Text that was exported correctly fails one of the two steps.
        return content.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return content


def _data(record: Record) -> list[Record]:
    """Return the parts of one of Facebook's entries and of its attachments."""
    attached_entries = [entry for attachment in _objects(record.get("attachments")) for entry in _objects(attachment.get("data"))]
    return [*_objects(record.get("data")), *attached_entries]


def _objects(value: object) -> list[Record]:
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []


def _joined(texts: list[str]) -> str:
    return "\n\n".join(dict.fromkeys(words for words in texts if words.strip()))
