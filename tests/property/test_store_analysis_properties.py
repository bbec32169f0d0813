"""Term rules hold for any text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.store import analysis
from app.store.analysis import TermNumbers, terms

WESTERN = st.text(alphabet=st.characters(codec="cp1252"), max_size=60)
MIXED = st.text(alphabet=st.sampled_from("ab C9,.'-_ é\u0301\u200bßİıǅ水道โलि²½٣ﬁ\u0345"), max_size=25)


@settings(max_examples=200, deadline=None)
@given(WESTERN)
def test_both_word_patterns_find_the_same_words_in_western_text(text: str) -> None:
    assert analysis._WESTERN_TOKEN.findall(text) == analysis._TOKEN.findall(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | MIXED)
def test_numbering_agrees_with_terms(text: str) -> None:
    numbers = TermNumbers()
    assert [numbers.terms[number] for number in numbers.of(text)] == terms(text)
    assert all(terms(text)) and not set(terms(text)) & {" ", ""}
