"""Custom tables and JSON: columns guessed in five languages or given, dates, reactions, our own lines."""

from __future__ import annotations

import gzip
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import openpyxl
import pytest

from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.errors import InputError
from app.ingest.posts import guess_columns, to_json_line
from tests.unit.ingest.factchecks.factchecks_reading import write
from tests.unit.ingest.posts.posts_reading import read

NOON = datetime(2020, 5, 4, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("id,text,author,created_at,platform,lang,url", "id text author published platform language url"),
        ("tweet_id,full_text,username,date,source,language,permalink", "id text author published platform language url"),
        ("ID;Texto;Usuario;Fecha;Plataforma;Idioma;Enlace", "id text author published platform language url"),
        ("Beitrag,Verfasser,Veröffentlicht,Plattform,Sprache,Link", "text author published platform language url"),
        ("Contenu,Auteur,Date,Plateforme,Langue,Lien", "text author published platform language url"),
        ("Conteúdo,Autor,Data de publicação,Rede social,Idioma,Endereço", "text author published platform language url"),
        ("id,author.username,text,public_metrics.like_count,lang", "id author text language"),
    ],
)
def test_columns_are_guessed_in_five_languages(header: str, expected: str) -> None:
    names = header.replace(";", ",").split(",")
    assert set(guess_columns(names, [])) == set(expected.split())


def test_a_table_with_line_breaks_and_summed_reactions(tmp_path: Path) -> None:
    table = 'id,message,user,time,likes,shares,replies\n7,"Geese may\nvote, they say",ada,1588593600,"1,200",1.5K,\n8,🪿🪿,bob,never,,,\n'
    posts, refused = read(write(tmp_path / "posts.csv", table), PostImportOptions(platform="Forum", language="en"))
    assert not refused
    assert posts == [
        Post(id="7", text="Geese may\nvote, they say", author="ada", published=NOON, platform="forum", language="en", engagement=2700),
        Post(id="8", text="🪿🪿", author="bob", platform="forum", language="en"),
    ]


def test_the_user_names_the_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "p.csv", "text,was,points\na,Geese may vote,5\n")
    options = PostImportOptions(language="en", columns=(("text", "was"), ("engagement", "points"), ("id", "text")))
    assert [(post.id, post.text, post.engagement) for post in read(path, options)[0]] == [("a", "Geese may vote", 5)]
    for columns in ((("words", "was"),), (("text", "gone"),), (("text", ""),)):
        with pytest.raises(InputError, match=r"posts|field|column") as error:
            read(path, PostImportOptions(columns=columns))
        assert error.value.code == "posts-columns"


def test_a_table_without_a_header_and_one_with_strange_names(tmp_path: Path) -> None:
    bare = "https://a.example/1\tGeese may vote from May on\n" + "https://a.example/2\tThe lake is empty again now\n"
    posts, _ = read(write(tmp_path / "bare.tsv", bare))
    assert [(post.url, post.text) for post in posts][1] == ("https://a.example/2", "The lake is empty again now")
    assert len(posts) == 2
    strange = "n,x1,x2\n1,ok,The geese may vote now\n2,no,The lake is empty again\n"
    assert [post.text for post in read(write(tmp_path / "s.csv", strange))[0]] == ["The geese may vote now", "The lake is empty again"]


def test_a_file_with_one_text_a_line_loses_none(tmp_path: Path) -> None:
    lines = "Geese may vote from May on\nThe lake is empty, again\n🪿\n"
    posts, refused = read(write(tmp_path / "p.txt", f"Text\n{lines}"))
    assert ([post.text for post in posts], refused) == (["Geese may vote from May on", "The lake is empty, again", "🪿"], [])
    named = PostImportOptions(columns=(("text", "column 1"),))
    assert [post.text for post in read(write(tmp_path / "bare.txt", lines), named)[0]] == [post.text for post in posts]


@pytest.mark.parametrize(
    "prose",
    [
        "Geese may vote from May on\nThe lake is empty\n",
        "Good evening, and welcome.\nTonight, we speak of geese, lakes and rivers.\nThank you.\n",
        "# The lake\n\n| text | author |\n|---|---|\nIt is empty, they say, and was.\n",
        "Contents\nThe lake\nThe geese\n",
        "ANNA VALE: Good evening, all.\nTOM BERG: It is empty, it is, it is.\nANNA VALE: No.\n",
        '[{"speaker": "Anna Vale", "text": "The lake is empty."}]',
        '[{"start": 0.0, "end": 4.5, "text": "The lake is empty."}]',
        '{"text": "The lake is empty.", "segments": [], "language": "en"}',
        "start,end,text\n0,4,The lake is empty\n4,9,The geese are back\n",
    ],
)
def test_prose_and_transcripts_are_no_posts(tmp_path: Path, prose: str) -> None:
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "p.txt", prose))
    assert error.value.code == "posts-columns" and "--column text=NAME" in error.value.hint


@pytest.mark.parametrize(
    ("url", "platform"),
    [
        ("https://www.twitter.com/a/status/1", "x"),
        ("https://mobile.x.com/a", "x"),
        ("https://t.me/lake/3", "telegram"),
        ("https://nottwitter.com/a", "forum"),
        ("https://lake.example/?to=https://x.com/", "forum"),
    ],
)
def test_a_url_gives_the_platform_if_nothing_else_does(tmp_path: Path, url: str, platform: str) -> None:
    path = write(tmp_path / "p.csv", f"text,url\nGeese may vote,{url}\n")
    (post,) = read(path, PostImportOptions(platform="forum", language="en"))[0]
    assert post.platform == platform


def test_numeric_dates_follow_their_column(tmp_path: Path) -> None:
    table = "text,date\na,04/05/2020 12:00\nb,31/05/2020 13:00\nc,2020-02-31\n"
    posts, _ = read(write(tmp_path / "p.csv", table))
    assert [post.published for post in posts] == [NOON, datetime(2020, 5, 31, 13, tzinfo=UTC), None]


def test_the_language_of_posts_decides_their_calendar(tmp_path: Path) -> None:
    table = (
        "text,date\nدریاچه امروز خشک است و مردم نگران آینده آن هستند,1400/01/05\nمسئولان می‌گویند که آب کافی برای همه وجود دارد,1399/12/30\n"
    )
    posts, _ = read(write(tmp_path / "fa.csv", table))
    assert [str(post.published)[:10] for post in posts] == ["2021-03-25", "2021-03-20"]
    dotted = "text,date\n오늘 호수는 비어 있고 사람들은 걱정하고 있습니다,24.05.03\n거위들은 오월부터 투표할 수 있습니다,23.12.25\n"
    posts, _ = read(write(tmp_path / "ko.csv", dotted))
    assert [str(post.published)[:10] for post in posts] == ["2024-05-03", "2023-12-25"]


def test_platforms_and_languages_have_one_name_each(tmp_path: Path) -> None:
    table = "text,source,lang\na,Twitter for iPhone,und\nb,X,pt_BR\nc,Bluesky,in\n"
    posts, _ = read(write(tmp_path / "p.csv", table), PostImportOptions())
    assert [(post.platform, post.language) for post in posts] == [("x", ""), ("x", "pt-BR"), ("bluesky", "id")]


def test_the_language_is_detected_if_none_is_given(tmp_path: Path) -> None:
    text = "Los gansos pueden votar en las elecciones de mayo, dice el lago"
    (post,) = read(write(tmp_path / "p.jsonl", {"text": text}), PostImportOptions())[0]
    assert post.language == "es"


def test_null_words_and_line_ends(tmp_path: Path) -> None:
    posts, _ = read(write(tmp_path / "p.csv", 'text,author,lang\r\n"Geese\r\nmay vote",nan,NULL\r\n'), PostImportOptions(language="en"))
    assert posts == [Post(id=posts[0].id, text="Geese\nmay vote", language="en")]


def test_the_columns_of_the_user_win_over_a_platform_and_lists_in_a_post_are_its_own(tmp_path: Path) -> None:
    tweet = {"id_str": "1", "full_text": "Geese may vote", "note": "Swans", "items": [{"text": "no post"}]}
    path = write(tmp_path / "p.json", [tweet, tweet])
    assert [post.text for post in read(path)[0]] == ["Geese may vote"] * 2
    assert [post.text for post in read(path, PostImportOptions(columns=(("text", "note"),), language="en"))[0]] == ["Swans"] * 2


@pytest.mark.parametrize("form", ["list", "lines", "object", "posts"])
def test_custom_json(tmp_path: Path, form: str) -> None:
    records = [{"id": number, "content": f"Geese {number}", "user": {"name": "ada"}, "stats": {"likes": 3}} for number in (1, 2)]
    content = {
        "list": json.dumps(records),
        "lines": "\n".join(map(json.dumps, records)),
        "object": json.dumps(records[0], indent=2),
        "posts": json.dumps({"posts": records}),
    }[form]
    posts, refused = read(write(tmp_path / "p.json", content))
    assert not refused
    assert [(post.id, post.text, post.author, post.engagement) for post in posts][:1] == [("1", "Geese 1", "ada", 3)]
    assert len(posts) == (1 if form == "object" else 2)


def test_a_post_without_id_has_the_same_one_each_time(tmp_path: Path) -> None:
    path = write(tmp_path / "p.csv", "text,author\nGeese may vote,ada\nGeese may vote,bob\n")
    first, second = read(path)[0]
    assert first.id.startswith("post-")
    assert first.id != second.id
    assert [post.id for post in read(path)[0]] == [first.id, second.id]


def test_our_own_lines_read_back(tmp_path: Path) -> None:
    post = Post(
        id="x:1",
        text=" Geese\n may vote ",
        author="ada",
        published=NOON,
        platform="x",
        language="en",
        url="https://x.com/1",
        engagement=5,
        repeats="x:0",
        replies_to="x:9",
    )
    lines = to_json_line(post) + "\n" + to_json_line(Post(id="2", text="Swans", language="de"))
    assert read(write(tmp_path / "own.jsonl", lines))[0] == [post, Post(id="2", text="Swans", language="de")]


def test_a_workbook_and_packed_tables(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["text", "author"])
    book.active.append(["Geese may vote", "ada"])
    data = io.BytesIO()
    book.save(data)
    assert [post.author for post in read(write(tmp_path / "p.xlsx", data.getvalue()))[0]] == ["ada"]
    packed = gzip.compress("text;author\nGeese may vote;bob\n".encode("utf-16"))
    assert [post.author for post in read(write(tmp_path / "p.csv.gz", packed))[0]] == ["bob"]


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", "text\nGeese may vote\n")
    write(tmp_path / "b.pdf", b"%PDF-1.4")
    write(tmp_path / "c.jsonl", '{"text": "Swans"}\n{"text": "Ducks"}')
    posts, refused = read(tmp_path)
    assert [post.text for post in posts] == ["Geese may vote", "Swans", "Ducks"]
    assert [row.source for row in refused] == ["b.pdf"]
