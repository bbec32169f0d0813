"""Exports and API answers of each platform, with invented rows and the platforms' own fields."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.domain.options import PostImportOptions
from app.domain.post import Post
from tests.unit.ingest.factchecks.factchecks_reading import write
from tests.unit.ingest.posts.posts_reading import read

NOON = datetime(2020, 5, 4, 12, 0, tzinfo=UTC)
DETECTED = PostImportOptions()

TWEET = {
    "id_str": "11",
    "full_text": "Geese &amp; swans may vote\nfrom May on",
    "created_at": "Mon May 04 12:00:00 +0000 2020",
    "lang": "en",
    "user": {"screen_name": "ada"},
    "favorite_count": 3,
    "retweet_count": "2",
    "in_reply_to_status_id_str": "10",
}
TOOT = {
    "id": "7",
    "uri": "https://lake.example/users/ada/statuses/7",
    "url": "https://lake.example/@ada/7",
    "created_at": "2020-05-04T12:00:00.000Z",
    "content": "<p>Geese &amp; swans<br>may vote: 1 &lt; 2</p><p>See <a href='https://a.example/x'>"
    '<span class="invisible">https://</span><span>a.example/x</span></a></p>',
    "spoiler_text": "birds",
    "account": {"acct": "ada@lake.example", "id": "5"},
    "language": "de",
    "favourites_count": 2,
    "reblogs_count": 1,
    "replies_count": 0,
    "reblog": None,
    "in_reply_to_id": None,
}
URI = "at://did:plc:ada/app.bsky.feed.post/3k"
SKEET = {
    "uri": URI,
    "author": {"did": "did:plc:ada", "handle": "ada.example"},
    "record": {
        "$type": "app.bsky.feed.post",
        "text": "Geese may vote",
        "createdAt": "2020-05-04T14:00:00+02:00",
        "langs": ["pt-BR"],
        "reply": {"parent": {"uri": "at://did:plc:bob/app.bsky.feed.post/2k"}},
    },
    "likeCount": 4,
    "repostCount": 1,
}
MESSAGES = [
    {"id": 1, "type": "service", "date": "2020-05-04T11:00:00", "actor": "Ada", "action": "create_channel", "text": ""},
    {
        "id": 2,
        "type": "message",
        "date": "2020-05-04T14:00:00",
        "date_unixtime": "1588593600",
        "from": "Lake news",
        "from_id": "channel9",
        "text": ["Geese may vote: ", {"type": "link", "text": "https://a.example"}, "!"],
        "reactions": [{"type": "emoji", "count": 3, "emoji": "👍"}, {"type": "emoji", "count": 1, "emoji": "🪿"}],
        "reply_to_message_id": 1,
        "forwarded_from": "Pond",
    },
    {"id": 3, "type": "message", "date": "2020-05-04T14:00:00", "from": "Lake news", "photo": "photos/1.jpg", "text": ""},
]
COMMENT = {
    "kind": "t1",
    "data": {
        "id": "c1",
        "name": "t1_c1",
        "author": "bob",
        "body": "No, they &gt; may not",
        "created_utc": 1588593600.0,
        "score": -3,
        "parent_id": "t3_s1",
        "permalink": "/r/geese/comments/s1/x/c1/",
        "subreddit": "geese",
        "replies": {
            "kind": "Listing",
            "data": {
                "children": [
                    {"kind": "t1", "data": {"id": "c2", "body": "[removed]", "subreddit": "geese", "replies": ""}},
                    {"kind": "t1", "data": {"id": "c3", "body": "They may", "subreddit": "geese", "parent_id": "t1_c1", "replies": ""}},
                    {"kind": "more", "data": {"count": 4, "children": ["c9"]}},
                ]
            },
        },
    },
}
SUBMISSION: dict[str, Any] = {
    "kind": "t3",
    "data": {
        "id": "s1",
        "title": "Geese may vote",
        "selftext": "Says the *lake*.",
        "author": "ada",
        "created_utc": 1588593600,
        "score": 5,
        "num_comments": 2,
        "subreddit": "geese",
        "permalink": "/r/geese/comments/s1/x/",
    },
}


def listing(*things: object) -> object:
    return {"kind": "Listing", "data": {"after": None, "children": list(things)}}


def only_post(path: Path, options: PostImportOptions | None = None) -> Post:
    posts, refused = read(path, options)
    assert not refused
    (post,) = posts
    return post


@pytest.mark.parametrize("wrapped", [[TWEET], {"statuses": [TWEET], "search_metadata": {}}, TWEET])
def test_x_version_1(tmp_path: Path, wrapped: object) -> None:
    assert only_post(write(tmp_path / "x.json", wrapped)) == Post(
        id="x:11",
        text="Geese & swans may vote\nfrom May on",
        author="ada",
        published=NOON,
        platform="x",
        language="en",
        url="https://x.com/ada/status/11",
        engagement=5,
        replies_to="x:10",
    )


def test_a_retweet_has_the_whole_text_and_names_its_original(tmp_path: Path) -> None:
    cut = {**TWEET, "id_str": "12", "full_text": "RT @ada: Geese…", "user": {"screen_name": "bob"}, "retweeted_status": TWEET}
    long = {"id_str": "13", "text": "Geese…", "user": {"screen_name": "ada"}, "extended_tweet": {"full_text": "Geese and swans"}}
    posts, _ = read(write(tmp_path / "x.jsonl", json.dumps(cut) + "\n" + json.dumps(long)))
    assert [(post.id, post.repeats, post.author, post.text, post.engagement) for post in posts] == [
        ("x:12", "x:11", "bob", "Geese & swans may vote\nfrom May on", None),
        ("x:13", "", "ada", "Geese and swans", None),
    ]


PAGE: dict[str, Any] = {
    "data": [
        {
            "id": "21",
            "text": "Geese may vote",
            "author_id": "1",
            "created_at": "2020-05-04T12:00:00.000Z",
            "lang": "qme",
            "edit_history_tweet_ids": ["21"],
            "public_metrics": {"retweet_count": 1, "reply_count": 1, "like_count": 1, "quote_count": 0, "impression_count": 900},
            "referenced_tweets": [{"type": "replied_to", "id": "20"}],
        },
        {"id": "22", "text": "RT @cy: The la…", "author_id": "2", "referenced_tweets": [{"type": "retweeted", "id": "19"}]},
    ],
    "includes": {
        "users": [{"id": "1", "username": "ada"}, {"id": "2", "username": "bob"}],
        "tweets": [{"id": "19", "text": "The lake is empty &amp; dry", "author_id": "3"}],
    },
    "meta": {"result_count": 2},
}


@pytest.mark.parametrize("indent", [None, 1])
def test_x_version_2(tmp_path: Path, indent: int | None) -> None:
    posts, refused = read(write(tmp_path / "x.json", json.dumps(PAGE, indent=indent)), DETECTED)
    assert not refused
    assert [(post.id, post.author, post.text, post.repeats, post.replies_to, post.engagement) for post in posts] == [
        ("x:21", "ada", "Geese may vote", "", "x:20", 3),
        ("x:22", "bob", "The lake is empty & dry", "x:19", "", None),
    ]
    assert (posts[0].published, posts[0].language, posts[0].url) == (NOON, "", "https://x.com/ada/status/21")


def test_pages_of_version_2_one_a_line_each_with_its_own_users(tmp_path: Path) -> None:
    other = {**PAGE, "includes": {"users": [{"id": "1", "username": "eve"}]}}
    posts, _ = read(write(tmp_path / "x.jsonl", json.dumps(PAGE) + "\n" + json.dumps(other)))
    assert [post.author for post in posts] == ["ada", "bob", "eve", "2"]
    assert posts[3].text == "RT @cy: The la…"


def test_one_post_of_version_2(tmp_path: Path) -> None:
    assert only_post(write(tmp_path / "x.json", {"data": PAGE["data"][0], "includes": PAGE["includes"]})).author == "ada"


def archive_of_x() -> dict[str, str]:
    def entry(number: int, text: str) -> object:
        return {"tweet": {"id_str": str(number), "full_text": text, "created_at": "Mon May 04 12:00:00 +0000 2020", "favorite_count": "1"}}

    return {
        "Your archive.html": "<html>",
        "data/account.js": 'window.YTD.account.part0 = [ {"account": {"username": "ada", "accountId": "1"}} ]',
        "data/like.js": 'window.YTD.like.part0 = [ {"like": {"tweetId": "5", "fullText": "not hers"}} ]',
        "data/tweets.js": "window.YTD.tweets.part0 = " + json.dumps([entry(1, "Geese may vote"), entry(2, "RT @bob: swans")], indent=1),
        "data/tweets-part1.js": "window.YTD.tweets.part1 = " + json.dumps([entry(3, "The lake is empty")]),
    }


def test_an_archive_of_x(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "twitter.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in archive_of_x().items():
            packed.writestr(name, content)
    posts, refused = read(tmp_path / "twitter.zip")
    assert not refused
    assert [(post.id, post.author, post.text, post.engagement) for post in sorted(posts, key=lambda post: post.id)] == [
        ("x:1", "ada", "Geese may vote", 1),
        ("x:2", "ada", "RT @bob: swans", 1),
        ("x:3", "ada", "The lake is empty", 1),
    ]


def test_an_archive_of_x_that_was_unpacked(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for name, content in archive_of_x().items():
        write(tmp_path / name, content)
    assert {post.author for post in read(tmp_path)[0]} == {"ada"}
    assert len(read(tmp_path / "data" / "tweets.js")[0]) == 2


@pytest.mark.parametrize("wrapped", [{"feed": [{"post": SKEET}], "cursor": "x"}, {"posts": [SKEET]}, {"thread": {"post": SKEET}}])
def test_bluesky(tmp_path: Path, wrapped: object) -> None:
    assert only_post(write(tmp_path / "b.json", wrapped)) == Post(
        id=f"bluesky:{URI}",
        text="Geese may vote",
        author="ada.example",
        published=NOON,
        platform="bluesky",
        language="pt-BR",
        url="https://bsky.app/profile/ada.example/post/3k",
        engagement=5,
        replies_to="bluesky:at://did:plc:bob/app.bsky.feed.post/2k",
    )


def test_reposts_and_records_and_threads_of_bluesky(tmp_path: Path) -> None:
    reason = {"$type": "app.bsky.feed.defs#reasonRepost", "by": {"did": "did:plc:bob", "handle": "bob.example"}}
    repost = only_post(write(tmp_path / "f.json", {"feed": [{"post": SKEET, "reason": {**reason, "indexedAt": "2020-05-04T12:00:00Z"}}]}))
    assert (repost.repeats, repost.author, repost.published) == (f"bluesky:{URI}", "bob.example", NOON)
    assert repost.id == f"bluesky:{URI}#repost-did:plc:bob"
    record = only_post(write(tmp_path / "r.json", {"records": [{"uri": URI, "cid": "c", "value": SKEET["record"]}], "cursor": "x"}))
    assert (record.id, record.author) == (f"bluesky:{URI}", "did:plc:ada")
    answer = {**SKEET, "uri": URI + "2"}
    thread = {"thread": {"post": SKEET, "replies": [{"post": answer, "replies": []}]}}
    assert [post.id[-2:] for post in read(write(tmp_path / "t.json", thread))[0]] == ["3k", "k2"]


def test_jetstream_skips_other_events(tmp_path: Path) -> None:
    def event(kind: str, **commit: object) -> str:
        return json.dumps({"did": "did:plc:ada", "time_us": 1, "kind": kind, **({"commit": commit} if commit else {})})

    post = {"operation": "create", "collection": "app.bsky.feed.post", "rkey": "3k", "record": SKEET["record"]}
    like = {"operation": "create", "collection": "app.bsky.feed.like", "rkey": "4k", "record": {"subject": {"uri": URI}}}
    gone = {"operation": "delete", "collection": "app.bsky.feed.post", "rkey": "1k"}
    lines = [event("commit", **like), event("identity"), event("commit", **post), event("commit", **gone)]
    posts, refused = read(write(tmp_path / "j.jsonl", "\n".join(lines)))
    assert [post.id for post in posts] == [f"bluesky:{URI}"]
    assert [row.reason[:24] for row in refused] == ["3 entries are no posts (n"[:24]]


def test_mastodon_statuses(tmp_path: Path) -> None:
    assert only_post(write(tmp_path / "m.json", [TOOT])) == Post(
        id="mastodon:https://lake.example/users/ada/statuses/7",
        text="birds\n\nGeese & swans\nmay vote: 1 < 2\n\nSee https://a.example/x",
        author="ada@lake.example",
        published=NOON,
        platform="mastodon",
        language="de",
        url="https://lake.example/@ada/7",
        engagement=3,
    )


def test_a_boost_has_the_text_that_it_passes_on(tmp_path: Path) -> None:
    boost = {**TOOT, "uri": "https://pond.example/users/bob/statuses/8/activity", "content": "", "account": {"acct": "bob"}, "reblog": TOOT}
    post = only_post(write(tmp_path / "m.jsonl", json.dumps(boost)))
    assert (post.author, post.repeats) == ("bob", "mastodon:https://lake.example/users/ada/statuses/7")
    assert post.text.startswith("birds\n\nGeese & swans")
    assert post.engagement is None


def outbox() -> str:
    actor = "https://lake.example/users/ada"
    note = {
        "id": f"{actor}/statuses/7",
        "type": "Note",
        "summary": None,
        "inReplyTo": "https://pond.example/users/bob/statuses/1",
        "content": "<p>Geese may vote</p>",
        "contentMap": {"en": "<p>Geese may vote</p>"},
        "url": "https://lake.example/@ada/7",
    }
    activities = [
        {"id": f"{actor}/statuses/7/activity", "type": "Create", "actor": actor, "published": "2020-05-04T12:00:00Z", "object": note},
        {"id": f"{actor}/statuses/8/activity", "type": "Announce", "actor": actor, "object": "https://pond.example/users/bob/statuses/2"},
        {"id": f"{actor}/9", "type": "Create", "actor": actor, "object": {**note, "id": f"{actor}/statuses/9", "content": "<p></p>"}},
    ]
    return json.dumps({"@context": "x", "id": "outbox.json", "type": "OrderedCollection", "totalItems": 3, "orderedItems": activities})


@pytest.mark.parametrize("host", ["lake\u2100.example", "[lake.example"])
def test_a_mastodon_archive_without_a_valid_address(tmp_path: Path, host: str) -> None:
    posts, _ = read(write(tmp_path / "outbox.json", json.loads(outbox().replace("lake.example", host))), DETECTED)
    assert [(post.text, post.author) for post in posts] == [("Geese may vote", f"https://{host}/users/ada")]


@pytest.mark.parametrize("kind", ["zip", "tar.gz", "json"])
def test_an_archive_of_mastodon(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"archive.{kind}"
    parts = {
        "actor.json": '{"type": "Person", "preferredUsername": "ada"}',
        "likes.json": '{"orderedItems": ["https://x"]}',
        "outbox.json": outbox(),
    }
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as packed:
            for name, content in parts.items():
                packed.writestr(name, content)
    elif kind == "tar.gz":
        with tarfile.open(path, "w:gz") as tarred:
            for name, content in parts.items():
                part = tarfile.TarInfo(f"./{name}")
                part.size = len(content.encode())
                tarred.addfile(part, io.BytesIO(content.encode()))
    else:
        write(path, parts["outbox.json"])
    posts, refused = read(path, DETECTED)
    assert posts == [
        Post(
            id="mastodon:https://lake.example/users/ada/statuses/7",
            text="Geese may vote",
            author="ada@lake.example",
            published=NOON,
            platform="mastodon",
            language="en",
            url="https://lake.example/@ada/7",
            replies_to="mastodon:https://pond.example/users/bob/statuses/1",
        )
    ]
    assert [(row.row, row.reason[:28]) for row in refused] == [
        ("item 2", "The export holds only the ad"),
        ("item 3", "The post is without text."),
    ]


@pytest.mark.parametrize("account", [False, True])
def test_telegram(tmp_path: Path, account: bool) -> None:
    chat = {"name": "Lake news", "type": "public_channel", "id": 9, "messages": MESSAGES}
    other = {"name": "Pond", "type": "private_group", "id": 8, "messages": MESSAGES[1:2]}
    export = {"about": "x", "chats": {"about": "y", "list": [chat, other]}} if account else chat
    posts, refused = read(write(tmp_path / "result.json", export))
    assert posts[0] == Post(
        id="telegram:9/2",
        text="Geese may vote: https://a.example!",
        author="Lake news",
        published=NOON,
        platform="telegram",
        language="en",
        engagement=4,
        replies_to="telegram:9/1",
    )
    assert [post.id for post in posts[1:]] == (["telegram:8/2"] if account else [])
    assert [row.reason[:24] for row in refused] == ["The post is without text", "1 entry is no post (a no"]


def test_telegram_read_piece_by_piece_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chats = [{"name": name, "type": "t", "id": number, "messages": MESSAGES} for number, name in ((9, "Lake"), (8, "Pond"))]
    path = write(tmp_path / "result.json", {"chats": {"list": chats}})
    expected = read(path)
    monkeypatch.setattr("app.ingest.posts.documents._MAX_WHOLE_BYTES", 10)
    assert read(path) == expected


def test_a_page_of_reddit_with_its_thread(tmp_path: Path) -> None:
    posts, refused = read(write(tmp_path / "r.json", [listing(SUBMISSION), listing(COMMENT)]))
    assert posts[0] == Post(
        id="reddit:t3_s1",
        text="Geese may vote\n\nSays the *lake*.",
        author="ada",
        published=NOON,
        platform="reddit",
        language="en",
        url="https://www.reddit.com/r/geese/comments/s1/x/",
        engagement=7,
    )
    assert [(post.id, post.text, post.replies_to, post.engagement) for post in posts[1:]] == [
        ("reddit:t1_c1", "No, they > may not", "reddit:t3_s1", 0),
        ("reddit:t1_c3", "They may", "reddit:t1_c1", None),
    ]
    assert [(row.row, row.reason[:23]) for row in refused] == [
        ("item 2, item 2", "The post was deleted or"),
        ("file", "1 entry is no post (a n"),
    ]


def test_lines_of_a_reddit_archive(tmp_path: Path) -> None:
    crosspost = {**SUBMISSION["data"], "id": "s2", "crosspost_parent": "t3_s1"}
    lines = [
        SUBMISSION["data"],
        {"kind": "t5", "data": {"title": "a subreddit"}},
        {"id": "c9", "body": "[deleted]", "subreddit": "geese"},
        crosspost,
    ]
    posts, refused = read(write(tmp_path / "RS.jsonl", "\n".join(map(json.dumps, lines))))
    assert [(post.id, post.repeats) for post in posts] == [("reddit:t3_s1", ""), ("reddit:t3_s2", "reddit:t3_s1")]
    assert [row.row for row in refused] == ["line 3", "file"]


CROWDTANGLE = """Page Name,User Name,Facebook Id,Post Created,Post Created Date,Post Created Time,Type,Total Interactions,Likes,Comments,URL,Message,Link
Lake news,lake,100,2020-05-04 08:00:00 EDT,2020-05-04,08:00:00,Link,"1,300",1000,234,https://www.facebook.com/1/posts/2,"Geese
may vote",https://a.example
Lake news,lake,100,2020-05-04 08:00:00 EDT,2020-05-04,08:00:00,Photo,12,10,2,https://www.facebook.com/1/posts/3,,https://a.example
"""
GRAM = """\ufeffAccount,User Name,Followers at Posting,Post Created,Type,Total Interactions,Likes,Comments,URL,Description
Ada,ada,10,2020-05-04 12:00:00 UTC,Photo,3,2,1,https://a.example/p/x/,Geese 🪿 may vote
"""


def test_crowdtangle(tmp_path: Path) -> None:
    posts, refused = read(write(tmp_path / "c.csv", CROWDTANGLE))
    assert posts == [
        Post(
            id="facebook:https://www.facebook.com/1/posts/2",
            text="Geese\nmay vote",
            author="Lake news",
            published=NOON,
            platform="facebook",
            language="en",
            url="https://www.facebook.com/1/posts/2",
            engagement=1300,
        )
    ]
    assert [row.reason for row in refused] == ["The post is without text."]
    gram = only_post(write(tmp_path / "g.csv", GRAM))
    assert (gram.platform, gram.text, gram.author, gram.published) == ("instagram", "Geese 🪿 may vote", "Ada", NOON)


@pytest.mark.parametrize("as_json", [False, True])
def test_meta_content_library(tmp_path: Path, as_json: bool) -> None:
    values = {
        "id": "900",
        "mcl_url": "https://www.facebook.com/900",
        "text": "Geese may vote",
        "creation_time": "2020-05-04T12:00:00Z",
        "lang": "es",
        "post_owner.name": "Lake news",
        "post_owner.type": "PAGE",
        "statistics.reaction_count": "10",
        "statistics.like_count": "8",
        "statistics.love_count": "2",
        "statistics.comment_count": "3",
        "statistics.share_count": "4",
        "statistics.views": "5000",
    }
    nested: dict[str, object] = {}
    for key, value in values.items():
        outer, _, inner = key.rpartition(".")
        target = nested.setdefault(outer, {}) if outer else nested
        assert isinstance(target, dict)
        target[inner] = value
    table = ",".join(values) + "\n" + ",".join(values.values())
    post = only_post(write(tmp_path / "m.x", [nested] if as_json else table))
    assert post == Post(
        id="facebook:900",
        text="Geese may vote",
        author="Lake news",
        published=NOON,
        platform="facebook",
        language="es",
        url="https://www.facebook.com/900",
        engagement=17,
    )
