"""Claims of any pasted text are complete lines, none empty, at most five hundred."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.gui.model.pasted import MOST, bare, read_pasted

_PIECES = st.sampled_from(
    [
        "\t",
        ",",
        ";",
        "\n",
        "\r\n",
        '"',
        "claim",
        "1. ",
        "- ",
        "> ",
        "“",
        "”",
        "https://a.example",
        "The lake is dry",
        "\ufeff",
        "\x00",
        "\u202e",
    ]
)
_TEXTS = st.one_of(st.text(), st.lists(st.one_of(_PIECES, st.text(max_size=8)), max_size=80).map("".join))


@given(_TEXTS)
def test_claims_are_whole_lines(text: str) -> None:
    pasted = read_pasted(text)
    assert len(pasted.claims) <= MOST
    for claim in pasted.claims:
        assert claim == " ".join(claim.split()) and any(char.isalnum() for char in claim)
    assert read_pasted(text) == pasted


@given(_TEXTS)
def test_a_bare_claim_stays_as_it_is(text: str) -> None:
    assert bare(bare(text)) == bare(text)


@given(
    st.lists(st.from_regex(r"\A[A-Z][a-z]{2,9}( [a-z]{3,9}){2,8}[.]\Z"), min_size=1, max_size=40),
    st.sampled_from(["\n", "\r\n", "\n\n", "\n- ", "\n  • "]),
)
def test_plain_lines_are_all_kept_in_order(lines: list[str], between: str) -> None:
    assert read_pasted(between.join(lines)).claims == tuple(lines)
