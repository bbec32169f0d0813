"""Query variants of claims: removed and kept words, and claims without variants."""

from __future__ import annotations

import pytest

from app.domain.match import QueryForm
from app.retrieval import query_variants, without_links
from app.retrieval.text_cleaning import unwrapped


@pytest.mark.parametrize(
    ("wrapped", "claim"),
    [
        (
            "BREAKING: Joe Lund said that 40% of all dogs in Velden are cats!! 😱 #Dogs #cats https://t.co/x",
            "40% of all dogs in Velden are cats!!",
        ),
        ("RT @desk: According to the harbour office, ferries run twice a day.", "ferries run twice a day."),
        ("“We have the highest taxes in the world,” Holt said on Monday.", "We have the highest taxes in the world"),
        ("Did you know that the lake holds 400 fish?", "the lake holds 400 fish?"),
        ("The lake is dry. pic.twitter.com/abc — Anna Berg (@anna) May 3, 2017", "The lake is dry."),
        ("They closed the school in #NewVelden", "They closed the school in New Velden"),
        ("The bridge cost nine million crowns.", "The bridge cost nine million crowns."),
        ("He said so.", "He said so."),
        ("https://example.org/only #tag", "tag"),
        ("😱 https://example.org/only", ""),
    ],
)
def test_platform_markup_is_removed_from_a_claim(wrapped: str, claim: str) -> None:
    assert unwrapped(wrapped) == claim


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The lake is dry. https://t.co/AbC12 https://t.co/x", "The lake is dry."),
        ("See www.example.org/a?b=c for more, t.co/x too", "See for more, too"),
        ("The lake https://example.org https://t.co/x is dry", "The lake is dry"),
        ("El lago está seco。https://例え.jp/道", "El lago está seco。"),
        ("pic.twitter.com/abc", "pic.twitter.com/abc"),
        ("“https://example.org”!", "“https://example.org”!"),
        ("Exports of export.co/x and Awww. rose", "Exports of export.co/x and Awww. rose"),
        ("  two   spaces stay ", "  two   spaces stay "),
        ("", ""),
    ],
)
def test_links_are_left_out_where_anything_else_is_reported(text: str, read: str) -> None:
    assert without_links(text) == read
    assert without_links(read) == read


def _of(text: str) -> dict[QueryForm, list[str]]:
    variants: dict[QueryForm, list[str]] = {}
    for variant in query_variants(text):
        variants.setdefault(variant.form, []).append(variant.text)
    return variants


def test_variants_with_only_names_and_numbers_and_without_numbers() -> None:
    variants = _of("Last year Anna Berg spent 9.5 million crowns on the Harbour bridge in Velden")
    assert variants[QueryForm.NAMES] == ["Last Anna Berg 9.5 million Harbour Velden"]
    (without,) = variants[QueryForm.NO_NUMBERS]
    assert "9.5" not in without and "million" not in without and "Harbour bridge" in without


def test_a_quotation_is_looked_up_alone() -> None:
    variants = _of("The mayor stood on the steps and shouted: “the ferry was sold to a bank in June” before he drove home")
    assert variants[QueryForm.QUOTED] == ["the ferry was sold to a bank in June"]


def test_a_long_post_is_looked_up_in_its_parts() -> None:
    post = (
        "I have lived here for thirty years and I never complained. The old ferry to Velden was sold to a bank in June. "
        "My aunt says that nobody told her. Share this with everyone you know, please."
    )
    parts = _of(post)[QueryForm.PART]
    assert "The old ferry to Velden was sold to a bank in June." in parts and len(parts) <= 3


@pytest.mark.parametrize("text", ["", "   ", "Fish.", "the lake holds fish", "湖里有四百条鱼", "!!! 😱😱", "https://example.org"])
def test_short_and_plain_claims_have_no_variants(text: str) -> None:
    assert query_variants(text) == ()
