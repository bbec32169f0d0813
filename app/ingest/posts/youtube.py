"""YouTube: comments and videos of its Data API."""

from __future__ import annotations

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import counts, html_text, nested, text
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record

_KIND = "youtube#"
_SITE = "https://www.youtube.com/watch?v="


def is_youtube(record: Record) -> bool:
    """Return True if a record is the API's: a comment thread, a comment, a video, or another of its kinds."""
    return text(record, "kind").startswith(_KIND)


def youtube_draft(record: Record, _: Context) -> Draft | None:
    """Return one comment, or a video with its title and description. A thread gives its first comment; its replies are read
    separately."""
    kind = text(record, "kind").removeprefix(_KIND)
    if kind == "commentThread":
        return _comment(nested(record, "snippet", "topLevelComment"))
    if kind == "comment":
        return _comment(record)
    return _video(record) if kind in ("video", "searchResult", "playlistItem") else None


def _comment(comment: Record) -> Draft | None:
    snippet = nested(comment, "snippet")
    # The original text is missing for most users of the API; the displayed one is HTML.
    words = text(snippet, "textOriginal") or html_text(text(snippet, "textDisplay"))
    video, number = text(snippet, "videoId"), text(comment, "id")
    return Draft(
        id=_id(number),
        text=words,
        author=text(snippet, "authorDisplayName"),
        published=instant(snippet.get("publishedAt")),
        platform="youtube",
        url=f"{_SITE}{video}&lc={number}" if video and number else "",
        engagement=counts(snippet, "likeCount"),
        replies_to=_id(text(snippet, "parentId")),
    )


def _video(video: Record) -> Draft | None:
    snippet = nested(video, "snippet")
    # Items of playlists and searches name the video inside another id.
    number = text(nested(snippet, "resourceId"), "videoId") or text(nested(video, "id"), "videoId") or text(video, "id")
    words = "\n\n".join(words for words in (text(snippet, "title"), text(snippet, "description")) if words.strip())
    return Draft(
        id=_id(number),
        text=words,
        author=text(snippet, "channelTitle"),
        published=instant(snippet.get("publishedAt")),
        platform="youtube",
        url=f"{_SITE}{number}" if number else "",
        engagement=counts(nested(video, "statistics"), "likeCount commentCount"),
    )


def _id(number: str) -> str:
    return f"youtube:{number}" if number else ""
