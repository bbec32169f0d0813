"""Exported WhatsApp chats, as posts and as documents."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.options import PostImportOptions
from app.domain.progress import CancelToken
from app.ingest.documents import read_document, read_text
from app.ingest.posts.preview import preview
from app.ingest.rows.chats import messages, words_of
from tests.unit.ingest.factchecks.factchecks_reading import write
from tests.unit.ingest.posts.posts_reading import read

NNBSP, LRM = "\u202f", "\u200e"
CHAT = f"""{LRM}[04/05/2026, 10:01:22] Pond: {LRM}Messages and calls are end-to-end encrypted.
[04/05/2026, 10:02:00] Ada Lake: Geese may vote
from May on

They said so: 1 < 2
[04/05/2026, 10:03:00] ~ Bob: {LRM}image omitted
[04/05/2026, 10:04:00] ~ Bob: Swans too. {LRM}<This message was edited>
[04/05/2026, 10:05:00] Ada Lake: {LRM}<attached: 00000012-PHOTO-2026-05-04.jpg>
[04/05/2026, 10:06:00] +44 20 7946 0000: 10:30 is early
"""


def moment(hour: int, minute: int, *, day: int = 4) -> datetime:
    return datetime(2026, 5, day, hour, minute, tzinfo=UTC)


def test_messages_are_posts_with_author_time_and_all_their_lines(tmp_path: Path) -> None:
    posts, refused = read(write(tmp_path / "_chat.txt", CHAT))
    assert [(post.author, post.text, post.published) for post in posts] == [
        ("Ada Lake", "Geese may vote\nfrom May on\n\nThey said so: 1 < 2", moment(10, 2)),
        ("Bob", "Swans too.", moment(10, 4)),
        ("+44 20 7946 0000", "10:30 is early", moment(10, 6)),
    ]
    assert {post.platform for post in posts} == {"whatsapp"} and all(post.id.startswith("whatsapp:") for post in posts)
    assert len(refused) == 1 and "3 entries" in refused[0].reason
    assert preview(tmp_path / "_chat.txt") is None


@pytest.mark.parametrize(
    "line",
    [
        "04/05/2026, 16:02 - Ada: Geese may vote",
        "04.05.26, 16:02 - Ada: Geese may vote",
        "4-5-2026 16:02 - Ada: Geese may vote",
        "2026/05/04, 16:02 - Ada: Geese may vote",
        f"04/05/2026, 4:02{NNBSP}PM - Ada: Geese may vote",
        "[4/5/26 16.02.00] Ada: Geese may vote",
        "04/05/26, 4:02 p. m. - Ada: Geese may vote",
        f"{LRM}[04/05/2026, 4:02:00{NNBSP}p.m.] Ada: Geese may vote",
    ],
)
def test_days_and_clocks_of_every_country(tmp_path: Path, line: str) -> None:
    second = line.replace("16:02", "16:03").replace("16.02", "16.03").replace("4:02", "4:03").replace("Geese", "Swans")
    posts, _ = read(write(tmp_path / "a.txt", f"{line}\n{second}\n"))
    assert [(post.text, post.published) for post in posts] == [("Geese may vote", moment(16, 2)), ("Swans may vote", moment(16, 3))]


@pytest.mark.parametrize(
    ("days", "first"),
    [
        (("5/4/26", "13/4/26"), (4, 5)),
        (("5/4/26", "4/13/26"), (5, 4)),
        (("4/12/26", "5/1/26", "5/3/26"), (4, 12)),
        (("12/4/26", "1/5/26"), (4, 12)),
        (("4/5/26", "4/5/26"), (5, 4)),
    ],
)
def test_months_come_first_where_a_number_or_the_order_says_so(tmp_path: Path, days: tuple[str, ...], first: tuple[int, int]) -> None:
    posts, _ = read(write(tmp_path / "a.txt", "".join(f"{day}, 10:0{minute} - Ada: Geese {minute}\n" for minute, day in enumerate(days))))
    assert posts[0].published is not None and (posts[0].published.month, posts[0].published.day) == first


def test_a_day_that_does_not_exist_is_no_day(tmp_path: Path) -> None:
    posts, _ = read(write(tmp_path / "a.txt", "31/2/26, 10:00 - Ada: Geese may vote\n28/2/26, 10:00 - Ada: Swans may vote\n"))
    assert [post.published is None for post in posts] == [True, False]


def test_overlapping_exports_give_each_message_once_and_the_archive_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "chat.zip", "w") as archive:
        archive.writestr("WhatsApp Chat with Pond.txt", CHAT)
        archive.writestr("00000012-PHOTO-2026-05-04.jpg", b"\xff\xd8\xff")
    archived, _ = read(tmp_path / "chat.zip")
    part, _ = read(write(tmp_path / "b.txt", "\n".join(CHAT.split("\n")[1:8])))
    assert [post.id for post in part] == [post.id for post in archived][:2] and len({post.id for post in archived}) == 3
    refused_as_table = PostImportOptions(language="en", format="table")
    assert all(post.platform != "whatsapp" for post in read(tmp_path / "b.txt", refused_as_table)[0])


def test_a_table_of_times_is_no_chat(tmp_path: Path) -> None:
    posts, _ = read(write(tmp_path / "a.csv", "date,text,author\n04/05/2026,Geese may vote,Ada\n05/05/2026,Swans may vote,Bob\n"))
    assert [post.platform for post in posts] == ["", ""] and posts[0].author == "Ada"


def test_a_chat_is_a_document_of_turns(tmp_path: Path) -> None:
    document = read_document(write(tmp_path / "chat.txt", CHAT), cancel=CancelToken())
    assert document.format == "chat"
    assert all(document.text[sentence.start : sentence.end] == sentence.text for sentence in document.sentences)
    assert [(sentence.speaker, sentence.text, sentence.line) for sentence in document.sentences] == [
        ("Ada Lake", "Geese may vote", 2),
        ("Ada Lake", "from May on", 3),
        ("Ada Lake", "They said so: 1 < 2", 5),
        ("Bob", "Swans too.", 7),
        ("+44 20 7946 0000", "10:30 is early", 9),
    ]


WORDS = st.text(alphabet="abc :<>[]-,.\n\u200e\u202f🪿0", max_size=30)


@given(written=st.lists(st.tuples(st.sampled_from(["Ada", "Bob Lake", "+44 20"]), WORDS), min_size=2, max_size=8))
def test_every_message_is_found_with_exact_offsets(written: list[tuple[str, str]]) -> None:
    text = "\n".join(f"04/05/2026, 10:{minute:02} - {author}: {words}" for minute, (author, words) in enumerate(written))
    parsed = list(messages(enumerate(text.split("\n"), start=1)))
    assert [(message.author, message.text) for message in parsed] == written
    if any(any(map(str.isalnum, words_of(message))) for message in parsed):
        document = read_text(text)
        assert document.format == "chat" and all(
            document.text[sentence.start : sentence.end] == sentence.text for sentence in document.sentences
        )
        assert {sentence.speaker for sentence in document.sentences} <= {author for author, _ in written}
