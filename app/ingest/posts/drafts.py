"""Intermediate records of the post readers, and the `Finisher` that validates them and makes posts of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from app.domain.options import PostImportOptions
from app.domain.post import Post, stable_post_id
from app.domain.post_text import cleaned
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.rounded_ids import usable_id
from app.ingest.rows.text import one_line, safe
from app.translation import number, tr

# Characters without a glyph: a post of these alone has no text.
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0f\u00ad\u3164\u2800"
_MAX_TEXT = 1_000_000


@dataclass(slots=True, kw_only=True)
class Draft:
    """The fields of a post as its source gave them; "" and None for missing values.

    `language` None means that the source has no languages, so that it is detected; "" is an explicit "none". `rounded_id` is an id
    that is not used because a spreadsheet rounded it, `unread_date` the text of a date that could not be read.
    """

    text: str
    id: str = ""
    author: str = ""
    published: datetime | None = None
    platform: str = ""
    language: str | None = None
    url: str = ""
    engagement: int | None = None
    repeats: str = ""
    replies_to: str = ""
    rounded_id: str = ""
    unread_date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The surroundings of a record: the archive's owner, the chat, and the users and posts that it refers to."""

    account: str = ""
    chat: Mapping[str, str] = field(default_factory=dict)
    users: Mapping[str, str] = field(default_factory=dict)
    posts: Mapping[str, Record] = field(default_factory=dict)


def _one_line_or_empty(text: str) -> str:
    return one_line(text) if text else ""


# A draft, the reason of a refusal, or None for an entry that is no post (a like, a notice) and is skipped.
Outcome = Draft | RowRefused | None

# Converts a record to a draft, None if it is no post. Raises RowRefused.
Converter = Callable[[Record, Context], Draft | None]


class Finisher:
    """Turns drafts into posts under the user's options: platform, language, id, and text that every part of the program can hold."""

    def __init__(self, options: PostImportOptions, *, detect: Callable[[str], str]) -> None:
        self._platform = options.platform.strip().lower()
        self._language = options.language
        self._detect = detect

    def finish(self, draft: Draft) -> Post:
        """Return the post of this draft. Raises RowRefused if it has no text, or an implausibly long one."""
        text = safe(draft.text).replace("\r\n", "\n").replace("\r", "\n")
        if not text.strip().strip(_INVISIBLE).strip():
            raise RowRefused(tr("The post is without text."))
        if len(text) > _MAX_TEXT:
            raise RowRefused(tr("The text is longer than {count} characters.", count=number(_MAX_TEXT)))
        author, url = _one_line_or_empty(draft.author), _one_line_or_empty(draft.url)
        platform = draft.platform or self._platform
        return Post(
            id=usable_id(_one_line_or_empty(draft.id)) or stable_post_id(platform=platform, author=author, url=url, text=text),
            text=text,
            author=author,
            published=draft.published,
            platform=platform,
            language=self._language_of(draft, text),
            url=url,
            engagement=draft.engagement,
            repeats=usable_id(_one_line_or_empty(draft.repeats)) if draft.repeats else "",
            replies_to=usable_id(_one_line_or_empty(draft.replies_to)) if draft.replies_to else "",
        )

    def _language_of(self, draft: Draft, text: str) -> str:
        if draft.language or self._language:
            return draft.language or self._language
        # The language of links, mentions and hashtags says nothing about the post.
        return "" if draft.language == "" else self._detect(cleaned(text))
