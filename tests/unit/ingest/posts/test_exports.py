"""Posts in the exports of platforms and tools: no words are lost, and each post keeps its author."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.domain.importing import ReadPost, RefusedRow
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.ingest.posts.reader import read_posts

AT = datetime(2024, 5, 3, 10, 11, 12, tzinfo=UTC)
STAMP = int(AT.timestamp())


def read(path: Path, **options: Any) -> tuple[list[Post], list[str]]:
    """Return the posts of a file, and the reasons of refused rows."""
    import_options = PostImportOptions(language="en", **options)
    rows = list(read_posts(path, options=import_options, cancel=CancelToken(), progress=no_progress))
    return [row.post for row in rows if isinstance(row, ReadPost)], [row.reason for row in rows if isinstance(row, RefusedRow)]


def of_json(folder: Path, value: object, **options: Any) -> tuple[list[Post], list[str]]:
    path = folder / "posts.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return read(path, **options)


def of_table(folder: Path, text: str, **options: Any) -> tuple[list[Post], list[str]]:
    path = folder / "posts.csv"
    path.write_text(text, encoding="utf-8")
    return read(path, **options)


COMMENTS = [
    {
        "id": "c1",
        "text": "The deficit doubled.",
        "author": "@anna",
        "author_id": "UCx",
        "timestamp": STAMP,
        "parent": "root",
        "like_count": 5,
    },
    {"id": "c2", "text": "No, it fell.", "author": "@tom", "author_id": "UCy", "timestamp": STAMP + 7, "parent": "c1"},
]
VIDEO = {
    "id": "abc",
    "title": "Debate",
    "description": "The whole debate of May.",
    "uploader": "News",
    "timestamp": STAMP - 60,
    "webpage_url": "https://www.youtube.com/watch?v=abc",
    "extractor": "youtube:tab",
    "tags": ["news"],
    "chapters": [{"title": "Begin", "start_time": 0}],
}


def test_the_comments_below_a_video_are_posts_and_its_bare_title_is_reported(tmp_path: Path) -> None:
    posts, refused = of_json(tmp_path, {"id": "abc", "title": "Debate", "comments": COMMENTS})
    assert [(post.id, post.author, post.text, post.replies_to) for post in posts] == [
        ("c1", "@anna", "The deficit doubled.", ""),
        ("c2", "@tom", "No, it fell.", "c1"),
    ]
    assert posts[0].published == AT and posts[0].engagement == 5
    assert refused == ["It is the heading of the posts below it, and no post."]


def test_a_video_with_its_own_words_is_its_uploaders_post(tmp_path: Path) -> None:
    posts, refused = of_json(tmp_path, VIDEO | {"comments": COMMENTS})
    assert [(post.author, post.platform) for post in posts] == [("News", "youtube"), ("@anna", "youtube"), ("@tom", "youtube")]
    assert posts[0].text == "Debate\n\nThe whole debate of May." and not refused


def test_videos_on_lines_with_their_comments(tmp_path: Path) -> None:
    path = tmp_path / "videos.jsonl"
    lines = [VIDEO | {"comments": COMMENTS}, VIDEO | {"id": "def", "comments": [COMMENTS[1] | {"id": "c9", "text": "Rents rose."}]}]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    posts, _ = read(path)
    assert [post.id for post in posts] == ["abc", "c1", "c2", "def", "c9"]


def test_a_forum_with_answers_and_comments_below_them(tmp_path: Path) -> None:
    comment = {"text": "No, it did not.", "user": "eve", "date": "2024-05-05"}
    answer = {"body": "Yes, it did.", "author": "tom", "created": "2024-05-04", "comments": [comment]}
    posts, _ = of_json(
        tmp_path, [{"title": "Deficit", "body": "Did it double?", "author": "anna", "created": "2024-05-03", "answers": [answer]}]
    )
    assert [(post.author, post.text) for post in posts] == [
        ("anna", "Deficit\n\nDid it double?"),
        ("tom", "Yes, it did."),
        ("eve", "No, it did not."),
    ]


def test_lists_inside_a_post_that_are_no_posts_are_left_alone(tmp_path: Path) -> None:
    post = {"text": "Look at this.", "author": "anna", "hashtags": [{"text": "news", "indices": [1, 2]}], "links": [{"title": "A page"}]}
    posts, refused = of_json(tmp_path, [post])
    assert [parsed.text for parsed in posts] == ["Look at this."] and not refused


def comment_of(number: str, words: str, author: str, **more: str) -> dict[str, Any]:
    snippet = {"textOriginal": words, "authorDisplayName": author, "publishedAt": "2024-05-03T10:11:12Z", "videoId": "v", **more}
    return {"kind": "youtube#comment", "id": number, "snippet": snippet}


def test_threads_of_youtubes_api(tmp_path: Path) -> None:
    first = comment_of("t1", "It doubled.", "@anna")
    thread = {
        "kind": "youtube#commentThread",
        "id": "t1",
        "snippet": {"videoId": "v", "topLevelComment": first, "totalReplyCount": 1},
        "replies": {"comments": [comment_of("t1.r", "It fell.", "@tom", parentId="t1")]},
    }
    posts, refused = of_json(tmp_path, {"kind": "youtube#commentThreadListResponse", "items": [thread]})
    assert [(post.id, post.author, post.text, post.replies_to) for post in posts] == [
        ("youtube:t1", "@anna", "It doubled.", ""),
        ("youtube:t1.r", "@tom", "It fell.", "youtube:t1"),
    ]
    assert not refused
    comment = comment_of("t2", "", "@eve") | {"snippet": {"textDisplay": "It &amp; that<br>rose.", "authorDisplayName": "@eve"}}
    assert of_json(tmp_path, [comment])[0][0].text == "It & that\nrose."
    video = {"kind": "youtube#video", "id": "v", "snippet": {"title": "Debate", "description": "Of May.", "channelTitle": "News"}}
    assert of_json(tmp_path, {"items": [video]})[0][0].text == "Debate\n\nOf May."


def test_the_comments_that_youtube_gives_their_author(tmp_path: Path) -> None:
    header = "Comment ID,Channel ID,Comment Create Timestamp,Price,Parent Comment ID,Video ID,Comment Text\n"
    pieces = '"{""text"":""The deficit ""},{""mention"":{""id"":""UCb""}},{""text"":""doubled.""}"'
    posts, _ = of_table(
        tmp_path, f"{header}Ugx1,UCa,2024-05-03T10:11:12+00:00,0,,v1,{pieces}\nUgx2,UCa,2024-05-04,0,Ugx1,v1,Plain words.\n"
    )
    assert [(post.id, post.text, post.replies_to) for post in posts] == [
        ("Ugx1", "The deficit doubled.", ""),
        ("Ugx2", "Plain words.", "Ugx1"),
    ]
    assert posts[0].published == AT and posts[0].author == "UCa"


def test_reddits_title_selftext_and_body(tmp_path: Path) -> None:
    header = "id,subreddit,author,created_utc,title,selftext,body,score\n"
    rows = f"a,news,anna,{STAMP},Did it double?,It did since 2016.,,5\nb,news,tom,{STAMP},,,No it fell by 12 percent.,3\n"
    link = f"c,news,eve,{STAMP},Taxes fell again this year,,,1\n"
    posts, refused = of_table(tmp_path, header + rows + link)
    assert [(post.author, post.text) for post in posts] == [
        ("anna", "Did it double?\n\nIt did since 2016."),
        ("tom", "No it fell by 12 percent."),
        ("eve", "Taxes fell again this year"),
    ]
    assert {post.platform for post in posts} == {"reddit"} and not refused


def test_a_videos_title_is_not_part_of_its_comments(tmp_path: Path) -> None:
    posts, _ = of_table(tmp_path, "title,comment,author\nDebate of May,The deficit doubled.,anna\nDebate of May,No it fell.,tom\n")
    assert [post.text for post in posts] == ["The deficit doubled.", "No it fell."]


def test_a_column_that_the_user_chose_is_the_only_one(tmp_path: Path) -> None:
    table = "id,title,body,text\n1,A title,The long body of it.,Short words here.\n2,Another,The body of this.,\n"
    posts, refused = of_table(tmp_path, table, columns=(("text", "text"),))
    assert [post.text for post in posts] == ["Short words here."] and len(refused) == 1
    posts, refused = of_table(tmp_path, table)
    assert [post.text for post in posts] == ["A title\n\nShort words here.", "Another\n\nThe body of this."] and not refused


def mojibake(words: str) -> str:
    """Encode a text as Facebook's exports do."""
    return words.encode().decode("latin-1")


def test_facebooks_posts_and_captions(tmp_path: Path) -> None:
    entries = [
        {"timestamp": STAMP, "data": [{"post": mojibake("Das Defizit, sagt die Behörde 😀")}], "title": "Anna updated her status."},
        {
            "timestamp": STAMP,
            "data": [{"update_timestamp": 1}],
            "attachments": [{"data": [{"media": {"uri": "a", "description": "A ferry."}}]}],
        },
        {"timestamp": STAMP, "attachments": [{"data": [{"media": {"uri": "a.jpg"}}]}], "title": "Anna added a photo."},
    ]
    posts, refused = of_json(tmp_path, entries)
    assert [post.text for post in posts] == ["Das Defizit, sagt die Behörde 😀", "A ferry."]
    assert posts[0].published == AT and posts[0].platform == "facebook"
    assert refused == ["1 entry is no post (a notice, a reaction, a deletion) and was passed over."]


@pytest.mark.parametrize("container", ["comments_v2", "group_comments_v2"])
def test_facebooks_comments(container: str, tmp_path: Path) -> None:
    comment = {"timestamp": STAMP, "comment": mojibake("Es fiel – naïve."), "author": mojibake("Anna Völ")}
    posts, _ = of_json(tmp_path, {container: [{"timestamp": STAMP, "data": [{"comment": comment}], "title": "Anna commented."}]})
    assert [(post.author, post.text, post.published) for post in posts] == [("Anna Völ", "Es fiel – naïve.", AT)]


def test_instagrams_posts_stories_and_comments(tmp_path: Path) -> None:
    single = {"media": [{"uri": "a.jpg", "creation_timestamp": STAMP, "title": "Taxes fell in May."}]}
    several = {"media": [{"uri": "a", "creation_timestamp": STAMP}], "title": "Rents rose.", "creation_timestamp": STAMP}
    posts, _ = of_json(tmp_path, [single, several])
    assert [(post.text, post.published, post.platform) for post in posts] == [
        ("Taxes fell in May.", AT, "instagram"),
        ("Rents rose.", AT, "instagram"),
    ]
    assert of_json(tmp_path, {"ig_stories": [{"uri": "a", "creation_timestamp": STAMP, "title": "A story."}]})[0][0].text == "A story."
    fields = {"Kommentar": {"value": "Es fiel."}, "Besitzer": {"value": "anna"}, "Zeit": {"timestamp": STAMP}}
    for value in ([{"string_map_data": fields}], {"comments_reels_comments": [{"string_map_data": fields}]}):
        (post,) = of_json(tmp_path, value)[0]
        assert (post.text, post.published) == ("Es fiel.", AT)


def test_messages_of_both(tmp_path: Path) -> None:
    message = {"sender_name": "Anna", "timestamp_ms": STAMP * 1000, "content": mojibake("It doubled 😀")}
    posts, _ = of_json(tmp_path, {"participants": [{"name": "Anna"}], "messages": [message, {"sender_name": "Tom", "timestamp_ms": 1}]})
    assert [(post.author, post.text, post.published) for post in posts] == [("Anna", "It doubled 😀", AT)]


def test_tiktoks_export_and_api(tmp_path: Path) -> None:
    day = "2024-05-03 10:11:12"
    export = {
        "Activity": {"Like List": {"ItemFavoriteList": [{"date": day, "link": "https://www.tiktokv.com/1"}]}},
        "Comment": {"Comments": {"CommentsList": [{"date": day, "comment": "It doubled.", "photo": "N/A", "url": ""}]}},
        "Direct Messages": {
            "Chat History": {"ChatHistory": {"Chat History with tom:": [{"Date": day, "From": "anna", "Content": "See?"}]}}
        },
    }
    posts, refused = of_json(tmp_path, export)
    assert {(post.author, post.text, post.published) for post in posts} == {("", "It doubled.", AT), ("anna", "See?", AT)} and not refused
    video = {"id": 73, "video_description": "The deficit #news", "create_time": STAMP, "username": "anna", "like_count": 5}
    (post,) = of_json(tmp_path, {"data": {"videos": [video], "cursor": 1}, "error": {"code": "ok", "message": ""}})[0]
    assert (post.id, post.text, post.author, post.published, post.engagement) == ("73", "The deficit #news", "anna", AT, 5)
    comment = {"id": 1, "text": "It fell.", "parent_comment_id": 73, "create_time": STAMP}
    (post,) = of_json(tmp_path, {"data": {"comments": [comment]}, "error": {"code": "ok", "message": ""}})[0]
    assert (post.text, post.replies_to) == ("It fell.", "73")


def test_a_poll_in_telegram_has_its_answers(tmp_path: Path) -> None:
    poll = {"question": "Did it double?", "answers": [{"text": "Yes", "voters": 1}, {"text": "No", "voters": 2}]}
    message = {"id": 3, "type": "message", "date": "2024-05-03T10:11:12", "from": "News", "text": "", "poll": poll}
    (post,) = of_json(tmp_path, {"name": "News", "type": "public_channel", "id": 5, "messages": [message]})[0]
    assert post.text == "Did it double?\nYes\nNo"


def test_several_lists_of_one_document_are_read(tmp_path: Path) -> None:
    comments = [{"text": f"Words of {name}.", "author": name, "date": "2024-05-03"} for name in ("anna", "tom", "eve")]
    value = {"posts": [comments[0] | {"comments": [comments[1]]}], "comments": [comments[2]], "users": [{"id": 1, "name": "anna"}]}
    assert [post.author for post in of_json(tmp_path, value)[0]] == ["anna", "tom", "eve"]
    assert [post.author for post in of_json(tmp_path, {"posts": [], "comments": [comments[2]]})[0]] == ["eve"]


def test_chats_that_the_user_left_are_read_too(tmp_path: Path) -> None:
    def chat(number: int) -> dict[str, Any]:
        message = {"id": 1, "type": "message", "date": "2024-05-03T10:11:12", "from": "News", "text": f"Words of chat {number}."}
        return {"id": number, "name": "News", "type": "public_channel", "messages": [message]}

    export = {"chats": {"list": [chat(5)]}, "left_chats": {"list": [chat(6)]}, "contacts": {"list": [{"first_name": "A", "date": "x"}]}}
    posts, _ = of_json(tmp_path, export)
    assert [(post.id, post.text) for post in posts] == [("telegram:5/1", "Words of chat 5."), ("telegram:6/1", "Words of chat 6.")]


def test_exports_of_other_tools(tmp_path: Path) -> None:
    downloader = {
        "cid": "Ugx",
        "text": "It doubled.",
        "time": "2 days ago",
        "author": "@anna",
        "votes": "1.2K",
        "replies": "3",
        "time_parsed": STAMP,
    }
    (post,) = of_json(tmp_path, [downloader])[0]
    assert (post.id, post.author, post.published, post.engagement) == ("Ugx", "@anna", AT, 1203)
    below = {"text": "It fell.", "ownerUsername": "tom", "timestamp": "2024-05-03T10:12:12.000Z"}
    above = {"caption": "Taxes fell.", "ownerUsername": "anna", "timestamp": "2024-05-03T10:11:12.000Z", "latestComments": [below]}
    assert [(post.author, post.text) for post in of_json(tmp_path, [above])[0]] == [("anna", "Taxes fell."), ("tom", "It fell.")]
    comment = {"id": "9_1", "message": "It fell.", "from": {"name": "Tom", "id": "2"}, "created_time": "2024-05-03T10:12:12+0000"}
    entry = {"id": "9", "message": "It rose.", "from": {"name": "Anna", "id": "1"}, "created_time": "2024-05-03T10:11:12+0000"}
    posts, _ = of_json(tmp_path, {"data": [entry | {"comments": {"data": [comment], "paging": {}}}], "paging": {}})
    assert [(post.id, post.author, post.text) for post in posts] == [("9", "Anna", "It rose."), ("9_1", "Tom", "It fell.")]
