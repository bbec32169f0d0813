"""Duplicate rules: same page and publisher, claims that differ only in spelling."""

from __future__ import annotations

import pytest

from app.domain.duplicates import MAX_CLAIMS_COMPARED, duplicate_key, edits, group, near, normalise_claim, normalise_url


@pytest.mark.parametrize(
    "url",
    [
        "https://www.example.org/check/one",
        "http://example.org/check/one/",
        "HTTPS://Example.org/check/one#verdict",
        "https://example.org:443/check/one?utm_source=x&fbclid=1&UTM_Medium=y",
        "  https://example.org/check/one ",
    ],
)
def test_one_page_has_one_name(url: str) -> None:
    assert normalise_url(url) == "example.org/check/one"


def test_different_pages_have_different_names() -> None:
    urls = [
        "https://a.org/x",
        "https://a.org/X",
        "https://b.org/x",
        "https://a.org/x?id=1",
        "https://a.org/x?id=2",
        "/x",
        "https://[bad",
        "",
    ]
    assert len({normalise_url(url) for url in urls}) == len(urls)
    assert normalise_url("https://a.org/x?b=2&a=1") == normalise_url("https://a.org/x?a=1&b=2")


def test_a_key_holds_publisher_and_page_or_claim() -> None:
    base = duplicate_key(publisher="Valley  Facts", url="https://a.org/x", claim="One")
    assert base == duplicate_key(publisher="valley facts", url="http://www.a.org/x/", claim="Two")
    assert base != duplicate_key(publisher="Harbour Check", url="https://a.org/x", claim="One")
    bare = duplicate_key(publisher="Valley Facts", url="", claim="“One thing.”")
    assert bare == duplicate_key(publisher="Valley Facts", url=" ", claim="one  thing")
    assert bare not in {base, duplicate_key(publisher="Valley Facts", url="", claim="another thing")}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("the mayor closed every bridge in town", "the mayor closed every brigde in town", True),
        ("the mayor closed every bridge in town", "the mayor closed all of the bridges in town", False),
        ("taxes rose by 3 percent under the mayor", "taxes rose by 8 percent under the mayor", False),
        ("the mayor did close the bridges in town", "the mayor did not close the bridges in town", False),
        ("he is ill", "he is old", False),
        ("", "", True),
    ],
)
def test_near_claims(first: str, second: str, expected: bool) -> None:
    assert near(first, second) is expected and near(second, first) is expected


def test_normal_form_keeps_what_makes_a_claim() -> None:
    assert normalise_claim("“Taxes ROSE 3.5%…”  he said!") == "taxes rose 3.5% he said"
    assert normalise_claim("पृथ्वी, गोल है") == "पृथ्वी गोल है"
    assert normalise_claim("It’s -- fine.") == "it's fine"


def test_groups_are_chains_named_by_the_smallest_id() -> None:
    texts = {
        "c": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "a": "aaaaaaaaaaaaaaaaaaaaaaaaaabbbb",
        "b": "aaaaaaaaaaaaaaaaaaaaaabbbbbbbb",
        "z": "other words",
    }
    assert group(texts) == {"a": "a", "b": "a", "c": "a", "z": "z"}


def test_a_list_page_groups_only_equal_claims() -> None:
    claims = {f"{n:04d}": f"the mayor spoke with person {chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(MAX_CLAIMS_COMPARED + 5)}
    claims["9999"] = claims["0003"].upper()
    groups = group(claims)
    assert groups["9999"] == "0003" and len(set(groups.values())) == MAX_CLAIMS_COMPARED + 5


def test_edits_stop_at_the_limit() -> None:
    assert edits("kitten", "sitting", limit=5) == 3
    assert edits("kitten", "sitting", limit=2) == 3
    assert edits("a" * 1000, "b" * 1000, limit=5) == 6
    assert edits("", "abc", limit=5) == 3
