"""ClaimReview in every shape it is published in: JSON-LD, pages, microdata, feeds."""

from __future__ import annotations

import gzip
import json
from datetime import date
from pathlib import Path

import pytest

from app.domain.options import ImportOptions
from app.errors import InputError
from tests.unit.ingest.factchecks.factchecks_reading import read, write

REVIEW: dict[str, object] = {
    "@context": "https://schema.org",
    "@type": "ClaimReview",
    "url": "https://check.example.org/lake#c1",
    "claimReviewed": "The lake is empty",
    "datePublished": "2026-11-20",
    "inLanguage": "en",
    "author": {"@type": "Organization", "name": "Lake Desk", "url": "https://check.example.org"},
    "itemReviewed": {
        "@type": "Claim",
        "author": {"@type": "Person", "name": "Mayor Roe"},
        "datePublished": "2026-11-19",
        "name": "Town hall",
    },
    "reviewRating": {"@type": "Rating", "alternateName": "Mostly false", "ratingValue": 2, "worstRating": 1, "bestRating": 5},
}


def with_(**changes: object) -> dict[str, object]:
    return {**REVIEW, **changes}


def test_the_minimal_export(tmp_path: Path) -> None:
    (check,), refused = read(write(tmp_path / "r.json", REVIEW))
    assert refused == []
    assert (check.claim, check.rating, check.publisher, check.claimant) == ("The lake is empty", "Mostly false", "Lake Desk", "Mayor Roe")
    assert (check.published, check.claimed, check.language) == (date(2026, 11, 20), date(2026, 11, 19), "en")
    assert check.url == "https://check.example.org/lake#c1"
    assert check.id.startswith("fc-")


ANOTHER = with_(claimReviewed="The lake is full", url="https://check.example.org/full")
SHAPES = {
    "list": [REVIEW, ANOTHER],
    "graph": {"@context": "http://schema.org", "@graph": [{"@type": "WebPage", "name": "x"}, REVIEW, ANOTHER]},
    "nested": {"@type": "NewsArticle", "review": [REVIEW, {"@type": "Thing", "subjectOf": ANOTHER}]},
    "type as list": [with_(**{"@type": ["Review", "ClaimReview"]}), {**ANOTHER, "@type": ["http://schema.org/ClaimReview"]}],
    "list of lists": [[REVIEW], [[ANOTHER]]],
    "prefixed keys": [REVIEW, {f"schema:{key}" if key[0] != "@" else key: value for key, value in ANOTHER.items()}],
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(tmp_path: Path, name: str) -> None:
    checks, refused = read(write(tmp_path / "r.json", SHAPES[name]))
    assert refused == [] or (name == "graph" and len(refused) == 0)
    assert [check.claim for check in checks] == ["The lake is empty", "The lake is full"]


def test_one_review_a_line(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", "\n".join(map(json.dumps, (REVIEW, ANOTHER))) + '\n{"@type": "ClaimReview", \n')
    checks, refused = read(path)
    assert [check.claim for check in checks] == ["The lake is empty", "The lake is full"]
    assert [row.row for row in refused] == ["line 3"]


def test_pretty_printed_with_byte_order_mark(tmp_path: Path) -> None:
    checks, _ = read(write(tmp_path / "r.json", b"\xef\xbb\xbf" + json.dumps(SHAPES["graph"], indent=2).encode()))
    assert len(checks) == 2


def test_references_are_resolved(tmp_path: Path) -> None:
    graph = {
        "@graph": [
            with_(author={"@id": "#org"}, itemReviewed={"@id": "#claim"}),
            {"@id": "#org", "@type": "Organization", "name": "Referred Desk"},
            {"@id": "#claim", "@type": "Claim", "author": {"@id": "#who"}},
            {"@id": "#who", "@type": "Person", "name": "Someone"},
        ]
    }
    (check,), _ = read(write(tmp_path / "r.json", graph))
    assert (check.publisher, check.claimant) == ("Referred Desk", "Someone")


@pytest.mark.parametrize(
    ("rating", "expected"),
    [
        ({"alternateName": ["Falso", "False"]}, "Falso"),
        ({"alternateName": {"@value": "Vrai", "@language": "fr"}}, "Vrai"),
        ("Misleading", "Misleading"),
        ([{"alternateName": "Half"}], "Half"),
        ({"name": "Bogus"}, "Bogus"),
        ({"ratingValue": "2", "bestRating": "5", "worstRating": "1"}, "2/5"),
        ({"ratingValue": 2, "bestRating": 10, "worstRating": 0}, "ratingValue 2, bestRating 10, worstRating 0"),
        ({"ratingValue": -1, "bestRating": -1, "worstRating": -1}, ""),
        ({"ratingValue": 3, "bestRating": 3, "worstRating": 3}, ""),
        ({"alternateName": "<b>Not</b> true &amp; not new"}, "Not true & not new"),
        (None, ""),
    ],
)
def test_ratings(tmp_path: Path, rating: object, expected: str) -> None:
    (check,), _ = read(write(tmp_path / "r.json", with_(reviewRating=rating)))
    assert check.rating == expected


@pytest.mark.parametrize(
    ("changes", "field", "expected"),
    [
        ({"author": [{"name": "A"}, {"name": "B"}]}, "publisher", "A, B"),
        ({"author": "Plain Desk"}, "publisher", "Plain Desk"),
        ({"author": {"@type": "Organization", "url": "https://www.politifact.com/"}}, "publisher", "PolitiFact"),
        ({"author": None}, "publisher", "check.example.org"),
        ({"itemReviewed": [{"@type": "CreativeWork", "author": {"name": "Old Form"}}]}, "claimant", "Old Form"),
        ({"itemReviewed": {"author": {"sameAs": ["https://x.example.org"]}}}, "claimant", ""),
        ({"itemReviewed": "a page"}, "claimant", ""),
        ({"url": "https://a.example.org/1, https://a.example.org/2"}, "url", "https://a.example.org/1"),
        ({"url": None, "mainEntityOfPage": {"@id": "https://a.example.org/m"}}, "url", "https://a.example.org/m"),
        ({"claimReviewed": ["", "The lake"]}, "claim", "The lake"),
        ({"claimReviewed": {"@value": "The lake"}}, "claim", "The lake"),
        ({"claimReviewed": None, "itemReviewed": {"@type": "Claim", "text": "From the claim"}}, "claim", "From the claim"),
        ({"claimReviewed": "&quot;It&#39;s &amp;lt; five&quot;"}, "claim", '"It\'s < five"'),
        ({"claimReviewed": "<p>One <b>bold</b></p><p>claim</p>"}, "claim", "One bold claim"),
        ({"claimReviewed": "5 < 6 and <3 for <name>"}, "claim", "5 < 6 and <3 for <name>"),
        ({"claimReviewed": "<script>alert('x')</script>Geese vote"}, "claim", "alert('x')Geese vote"),
        ({"claimReviewed": "&lt;img src=x onerror=alert(1)&gt;Geese vote"}, "claim", "Geese vote"),
        ({"claimReviewed": {"@type": "Claim", "text": "Geese vote"}}, "claim", "Geese vote"),
        ({"claimReviewed": [{"@type": "Claim", "name": "Geese vote"}]}, "claim", "Geese vote"),
        ({"claimReviewed": {"@value": "Geese vote"}}, "claim", "Geese vote"),
        ({"claimReviewed": None, "itemReviewed": {"@type": "Claim", "text": "Geese vote"}}, "claim", "Geese vote"),
        ({"claimReviewed": None, "itemReviewed": [{"@type": "Claim", "description": "Geese vote"}]}, "claim", "Geese vote"),
        ({"claimReviewed": None, "itemReviewed": "Geese vote in May"}, "claim", "Geese vote in May"),
        ({"claimReviewed": None, "itemReviewed": {"@type": "Claim", "name": "Geese vote in May"}}, "claim", "Geese vote in May"),
        ({"datePublished": "not yet"}, "published", None),
        ({"inLanguage": {"@type": "Language", "name": "Spanish", "alternateName": "es"}}, "language", "es"),
    ],
)
def test_tolerated_forms(tmp_path: Path, changes: dict[str, object], field: str, expected: object) -> None:
    (check,), _ = read(write(tmp_path / "r.json", with_(**changes)))
    assert getattr(check, field) == expected


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"claimReviewed": ""}, "The row has no claim."),
        ({"claimReviewed": {"@id": "#c"}}, "The row has no claim."),
        ({"headline": {"text": "x"}}, 'The field "headline" holds an object where text is expected.'),
        ({"datePublished": "2023-02-31"}, 'The date "2023-02-31" does not exist.'),
    ],
)
def test_refused_reviews_do_not_stop_others(tmp_path: Path, changes: dict[str, object], reason: str) -> None:
    checks, refused = read(write(tmp_path / "r.json", [with_(**changes), ANOTHER]))
    assert [check.claim for check in checks] == ["The lake is full"]
    assert [(row.row, row.reason) for row in refused] == [("item 1", reason)]


def test_a_broken_list_gives_the_items_before_the_break(tmp_path: Path) -> None:
    text = json.dumps([REVIEW, ANOTHER, REVIEW])
    checks, refused = read(write(tmp_path / "r.json", text[: len(text) - 60]))
    assert len(checks) == 2
    assert [row.row for row in refused] == ["item 3"]


@pytest.mark.parametrize("content", ['{"@type": "ClaimReview", "claimReviewed": "cut', '[{"@type": "ClaimReview", "claimReviewed": "cut'])
def test_a_broken_document_is_damaged(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "r.json", content))
    assert error.value.code == "factchecks-damaged"


def page(*scripts: str, body: str = "") -> str:
    elements = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return (
        '<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>El lago &amp; la gente</title>'
        f'<link rel="canonical" href="https://check.example.org/canon">{elements}</head><body>{body}</body></html>'
    )


def test_a_page(tmp_path: Path) -> None:
    review = {key: value for key, value in REVIEW.items() if key not in ("url", "inLanguage")}
    (check,), refused = read(write(tmp_path / "p.html", page('{"@type": "WebSite"}', json.dumps(review), "{broken")))
    assert refused == []
    assert (check.url, check.language, check.title) == ("https://check.example.org/canon", "es", "El lago & la gente")


@pytest.mark.parametrize(
    "script",
    [
        "<!-- {} -->",
        "//<![CDATA[\n{}\n//]]>",
        "/*<![CDATA[*/ {} /*]]>*/",
        "{};",
    ],
)
def test_wrapped_scripts(tmp_path: Path, script: str) -> None:
    checks, refused = read(write(tmp_path / "p.html", page(script.replace("{}", json.dumps(REVIEW)))))
    assert (len(checks), refused) == (1, [])


def test_a_claim_with_its_reviews_inside(tmp_path: Path) -> None:
    review = {key: value for key, value in REVIEW.items() if key not in ("claimReviewed", "itemReviewed")}
    claim = {"@type": "Claim", "text": "The lake is empty", "author": {"name": "Mayor Roe"}, "review": [review]}
    for shape in (claim, [claim], {"@graph": [claim]}, {**claim, "review": review}):
        (check,), refused = read(write(tmp_path / "r.json", shape))
        assert (check.claim, check.claimant, check.rating, refused) == ("The lake is empty", "Mayor Roe", "Mostly false", [])


_PLAIN = (
    '{"@type": "ClaimReview", "url": "https://a.example.org/1", "claimReviewed": "It\'s empty // now", "author": {"name": "Desk"}, '
    '"reviewRating": {"alternateName": "False"}}'
)


@pytest.mark.parametrize(
    "script",
    [
        _PLAIN.replace('"author"', '// who checked\n "author"'),
        _PLAIN.replace('"author"', '/* who "checked" */ "author"'),
        _PLAIN + " // the end",
        "// made by hand\n" + _PLAIN,
        _PLAIN.replace("It's", "It\\'s"),
        _PLAIN.replace("It's", "It\\x27s"),
        _PLAIN.replace("It's", "It\\\n's"),
        _PLAIN.replace('"url": "https://a.example.org/1"', "url: 'https://a.example.org/1'"),
        _PLAIN.replace('"', "&quot;"),
        _PLAIN.replace('"', "&#34;").replace("'", "&#39;"),
        _PLAIN.replace(", ", ",<br />\n"),
        "<p>" + _PLAIN + "</p>",
        _PLAIN.replace('"', "“"),
        _PLAIN.replace(": ", ":\xa0"),
        json.dumps(_PLAIN),
        _PLAIN + '{"@type": "WebPage"}',
        '{"@context": "https://schema.org", "@graph": [' + _PLAIN + ", // the page\n {}]}",
        "[" + _PLAIN + ",]",
    ],
)
def test_scripts_written_by_hand(tmp_path: Path, script: str) -> None:
    (check,), refused = read(write(tmp_path / "p.html", page(script)))
    assert (check.claim, check.url, check.publisher, refused) == ("It's empty // now", "https://a.example.org/1", "Desk", [])


@pytest.mark.parametrize("text", [_PLAIN.replace('"author"', '// who\n "author"'), "[" + _PLAIN + ",]", _PLAIN.replace("It's", "It\\'s")])
def test_documents_written_by_hand(tmp_path: Path, text: str) -> None:
    (check,), refused = read(write(tmp_path / "r.json", text))
    assert (check.claim, refused) == ("It's empty // now", [])


def test_the_type_of_a_script_may_be_escaped(tmp_path: Path) -> None:
    written = page(_PLAIN).replace("application/ld+json", "application/ld&#x2B;json")
    assert len(read(write(tmp_path / "p.html", written))[0]) == 1


def test_microdata_stands_in_for_a_script_that_is_broken(tmp_path: Path) -> None:
    (check,), refused = read(write(tmp_path / "p.html", page('{"@type": "ClaimReview", "claimReviewed": ', body=MICRODATA)))
    assert (check.publisher, refused) == ("Micro Desk", [])


def test_bare_quotation_marks_and_commas_are_repaired(tmp_path: Path) -> None:
    broken = '{"@type": "ClaimReview", "claimReviewed": "He said "never" and "no" twice", "url": "https://a.example.org/1", "author": {"name": "The "Desk"",},}'
    (check,), refused = read(write(tmp_path / "p.html", page(broken)))
    assert refused == []
    assert (check.claim, check.publisher) == ('He said "never" and "no" twice', 'The "Desk"')


def test_irreparable_json_is_one_refused_row(tmp_path: Path) -> None:
    checks, refused = read(write(tmp_path / "p.html", page('{"@type": "ClaimReview", "claimReviewed": ', json.dumps(REVIEW))))
    assert len(checks) == 1
    assert [row.row for row in refused] == ["script 1"]
    assert "JSON is broken" in refused[0].reason


def test_pages_without_reviews(tmp_path: Path) -> None:
    write(tmp_path / "a.html", page(body="<p>ClaimReview</p>"))
    write(tmp_path / "b.html", page(json.dumps(REVIEW)))
    checks, refused = read(tmp_path)
    assert len(checks) == 1
    assert [(row.source, row.reason) for row in refused] == [("a.html", "There is no ClaimReview here.")]


def test_a_dump_of_many_scripts(tmp_path: Path) -> None:
    scripts = [
        json.dumps(with_(claimReviewed=f"Ñandú número {number} vuela", inLanguage="es"), ensure_ascii=False) for number in range(6000)
    ]
    dump = "<html><body>" + "\n".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    checks, refused = read(write(tmp_path / "dump.txt.gz", gzip.compress(dump.encode())))
    assert refused == []
    assert [check.claim for check in checks] == [f"Ñandú número {number} vuela" for number in range(6000)]


MICRODATA = """
<article><div itemscope itemtype="http://schema.org/ClaimReview">
 <meta itemprop="datePublished" content="2016-06-22"><a itemprop="url" href="https://check.example.org/md">link</a>
 <div itemprop="author" itemscope itemtype="http://schema.org/Organization"><span itemprop="name">Micro Desk</span></div>
 <p>Claim: <b itemprop="claimReviewed">The lake is <i>empty</i></b></p>
 <div itemprop="itemReviewed" itemscope itemtype="http://schema.org/CreativeWork">
  <span itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">Mayor Roe</span></span>
  <time itemprop="datePublished" datetime="2016-06-20">Monday</time></div>
 <div itemprop="reviewRating" itemscope itemtype="http://schema.org/Rating">
  <meta itemprop="ratingValue" content="1"><span itemprop="alternateName">False</span></div>
</div></article>
"""


def test_microdata(tmp_path: Path) -> None:
    (check,), refused = read(write(tmp_path / "p.html", page(body=MICRODATA)))
    assert refused == []
    assert (check.claim, check.rating, check.publisher, check.claimant) == ("The lake is empty", "False", "Micro Desk", "Mayor Roe")
    assert (check.published, check.claimed, check.url) == (date(2016, 6, 22), date(2016, 6, 20), "https://check.example.org/md")


def test_microdata_as_json(tmp_path: Path) -> None:
    item = {
        "type": ["https://schema.org/ClaimReview"],
        "properties": {
            "claimReviewed": ["The lake is empty"],
            "url": ["https://check.example.org/md"],
            "author": [{"type": ["https://schema.org/Organization"], "properties": {"name": ["Micro Desk"]}}],
            "reviewRating": [{"type": ["https://schema.org/Rating"], "properties": {"alternateName": ["False"]}}],
        },
    }
    (check,), _ = read(write(tmp_path / "m.json", {"items": [item]}), ImportOptions(language="en"))
    assert (check.claim, check.publisher, check.rating) == ("The lake is empty", "Micro Desk", "False")


def feed(*elements: object) -> dict[str, object]:
    return {"@context": "http://schema.org", "@type": "DataFeed", "dateModified": "2026-01-01", "dataFeedElement": list(elements)}


def test_datafeed(tmp_path: Path) -> None:
    no_url = {key: value for key, value in REVIEW.items() if key != "url"}
    elements = [
        {"@type": "DataFeedItem", "item": [REVIEW, None, ANOTHER], "url": "https://check.example.org/lake"},
        {"@type": "DataFeedItem", "item": None},
        {"@type": "DataFeedItem"},
        {"@type": "DataFeedItem", "item": no_url, "url": "https://check.example.org/element"},
        {"@type": "DataFeedItem", "item": [with_(claimReviewed="")]},
    ]
    checks, refused = read(write(tmp_path / "data.json", b"\xef\xbb\xbf" + json.dumps(feed(*elements)).encode()))
    assert [check.url for check in checks] == [
        "https://check.example.org/lake#c1",
        "https://check.example.org/full",
        "https://check.example.org/element",
    ]
    assert [(row.row, row.reason) for row in refused] == [
        ("element 2", "There is no ClaimReview here."),
        ("element 3", "There is no ClaimReview here."),
        ("element 5", "The row has no claim."),
    ]


def test_a_cut_off_datafeed(tmp_path: Path) -> None:
    elements = [{"item": [with_(claimReviewed=f"Claim {number * 7919}")]} for number in range(3000)]
    text = json.dumps(feed(*elements)).encode()
    plain_cut, refused = read(write(tmp_path / "data.json", text[: len(text) // 2]))
    assert len(plain_cut) > 1000
    assert [row.row for row in refused] == [f"element {len(plain_cut) + 1}"]
    packed = gzip.compress(text)
    packed_cut, refused = read(write(tmp_path / "data.json.gz", packed[: len(packed) // 2]))
    assert len(packed_cut) > 1000
    assert [row.row for row in refused] == ["end"]


def test_deep_nesting_does_no_harm(tmp_path: Path) -> None:
    deep: object = REVIEW
    for _ in range(400):
        deep = {"a": [deep]}
    checks, _ = read(write(tmp_path / "r.json", [deep, ANOTHER]))
    assert [check.claim for check in checks] == ["The lake is full"]


def test_a_review_without_a_type_is_one_where_it_has_claim_and_rating(tmp_path: Path) -> None:
    rows = [
        {"claimReviewed": "Cows fly", "reviewRating": {"ratingValue": 1, "bestRating": 5, "worstRating": 1}, "author": {"name": "Z"}},
        {"claimReviewed": "Hens fly", "reviewRating": {"alternateName": "Half true"}, "author": {"name": "Z"}},
    ]
    checks, refused = read(write(tmp_path / "r.jsonl", "\n".join(map(json.dumps, rows))))
    assert [(check.claim, check.rating, check.publisher) for check in checks] == [("Cows fly", "1/5", "Z"), ("Hens fly", "Half true", "Z")]
    assert refused == []


def test_a_name_that_is_only_the_number_is_read_on_its_scale(tmp_path: Path) -> None:
    rating = {"@type": "Rating", "ratingValue": 4, "bestRating": 4, "worstRating": 0, "alternateName": "4"}
    (check,), _ = read(write(tmp_path / "r.json", with_(reviewRating=rating)))
    assert check.rating == "ratingValue 4, bestRating 4, worstRating 0"
