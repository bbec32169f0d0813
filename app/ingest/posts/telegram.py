"""Telegram Desktop's export as JSON: one chat, or all of an account's."""

from __future__ import annotations

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import nested, text, total
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record


def is_telegram(record: Record) -> bool:
    """Return True if a record is a message of an export, or a notice between messages."""
    if record.get("type") not in ("message", "service") or "date" not in record:
        return False
    return bool({"date_unixtime", "from_id", "actor_id", "text", "action"} & record.keys())


def telegram_draft(record: Record, context: Context) -> Draft | None:
    """Return one message; None for a notice, such as a new member. A forwarded message is a post of its own, since the export gives
    no id of the original."""
    if record.get("type", "message") != "message" or not {"text", "text_entities", "poll"} & record.keys():
        return None
    # Ids of messages are unique only within their chat.
    chat = context.chat.get("id") or text(nested(record, "chat"), "id")
    parent_id = text(record, "reply_to_message_id")
    reactions = record.get("reactions")
    return Draft(
        id=_id(chat, text(record, "id")),
        text=_text(record.get("text")) or _text(record.get("text_entities")) or _poll(nested(record, "poll")),
        # Posts of a channel name no sender; their author is the channel.
        author=text(record, "from") or text(record, "from_id") or context.chat.get("name", ""),
        published=instant(record.get("date_unixtime")) or instant(record.get("date")),
        platform="telegram",
        engagement=total(nested(reaction).get("count") for reaction in reactions) if isinstance(reactions, list) else None,
        replies_to=_id(chat, parent_id),
    )


def _text(value: object) -> str:
    """Return a text, joined if links and mentions split it into pieces."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return text(value, "text")
    return "".join(_text(piece) for piece in value if not isinstance(piece, list)) if isinstance(value, list) else ""


def _poll(poll: Record) -> str:
    """Return a poll's question and its possible answers."""
    answers = poll.get("answers")
    parts = [_text(poll.get("question")), *(text(nested(answer), "text") for answer in (answers if isinstance(answers, list) else ()))]
    return "\n".join(line for line in parts if line)


def _id(chat: str, message: str) -> str:
    return f"telegram:{chat}/{message}" if message else ""
