"""Claims from pasted lines, lists, columns and tables, and the messages about them."""

from __future__ import annotations

import pytest

from app.gui.model.pasted import LONGEST, MOST, bare, read_pasted


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("- one fish", "one fish"),
        ("  • two fish ", "two fish"),
        ("*three fish", "three fish"),
        ("12) four fish", "four fish"),
        ("(3) five fish", "five fish"),
        ("b) six fish", "six fish"),
        ("[x] seven fish", "seven fish"),
        ("> - “eight fish”", "eight fish"),
        ("3 million fish died", "3 million fish died"),
        ("2019: the lake froze", "2019: the lake froze"),
        ("-5 degrees in Velden", "-5 degrees in Velden"),
        ("#1 lake of the country", "#1 lake of the country"),
        ("“The lake” is “dry”", "“The lake” is “dry”"),
        ("'t was the lake", "'t was the lake"),
        ("=SUM(A1:A9)", "=SUM(A1:A9)"),
    ],
)
def test_marks_and_quotation_marks_around_a_claim_are_left_out(line: str, claim: str) -> None:
    assert bare(line) == claim


def test_pasted_lines_are_claims_and_skipped_links_are_reported() -> None:
    pasted = read_pasted("1. one\n\n2. two\nhttps://example.org/a\n-----\n\t\nwww.example.org\n")
    assert pasted.claims == ("one", "two")
    assert pasted.told == "Left out: 2 lines that are only links, 1 line without a word."


def test_a_table_with_a_heading_gives_its_column_of_claims() -> None:
    pasted = read_pasted('id,Claim,url\n1,"The lake, they say, is ""dry""",https://a.example\n2,,https://b.example\n3,"Two\nlines",x\n')
    assert pasted.claims == ('The lake, they say, is "dry"', "Two lines")
    assert pasted.told == "Taken from the column “Claim”. Left out: the heading, 1 row without a claim."


def test_without_a_heading_the_column_with_the_longest_texts_is_used() -> None:
    pasted = read_pasted("1\tThe lake is dry this year\thttps://a.example/with/a/very/long/address\n2\tThe ferry was sold\tx\n")
    assert pasted.claims == ("The lake is dry this year", "The ferry was sold")
    assert pasted.taken == "Taken from column 2 of 3, the one with the longest texts."


def test_one_column_with_a_heading_and_a_cell_of_two_lines() -> None:
    assert read_pasted('claim\nThe lake is dry\n"The ferry\nwas sold"\n').claims == ("The lake is dry", "The ferry was sold")
    assert read_pasted("claim").claims == ("claim",)


def test_commas_in_claims_make_no_table() -> None:
    text = "The lake, they say, is dry\nThe ferry, too, was sold"
    assert read_pasted(text).claims == tuple(text.splitlines())


def test_a_quotation_mark_without_an_end_swallows_nothing() -> None:
    assert read_pasted('"The lake is dry\nThe ferry was sold\nThe bridge').claims == (
        '"The lake is dry',
        "The ferry was sold",
        "The bridge",
    )


def test_too_many_and_too_long_are_reported() -> None:
    pasted = read_pasted("\n".join(f"claim number {number} of many" for number in range(MOST + 9)))
    assert len(pasted.claims) == MOST and pasted.left_out == ("9 claims after the first 500; look them up next",)
    (long,) = read_pasted("word " * LONGEST).claims
    assert len(long) <= LONGEST and "longer than 4,000 characters" in read_pasted("word " * LONGEST).told


def test_empty_text_has_no_claims() -> None:
    assert read_pasted("").claims == read_pasted(" \n\t\n—\n").claims == ()
