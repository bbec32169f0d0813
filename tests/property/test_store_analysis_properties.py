"""Term rules hold for any text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.store.analysis import TermNumbers, likely_function_words, names_in, query_terms, terms
from app.store.analysis.language_rules import LANGUAGE_RULES
from app.store.analysis.rules import rules_named
from app.store.analysis.words import TOKEN, WESTERN_TOKEN

WESTERN = st.text(alphabet=st.characters(codec="cp1252"), max_size=60)
MIXED = st.text(alphabet=st.sampled_from("ab C9,.'-_ é\u0301\u200bßİıǅ水道โलि²½٣ﬁ\u0345"), max_size=25)


@settings(max_examples=200, deadline=None)
@given(WESTERN)
def test_both_word_patterns_find_the_same_words_in_western_text(text: str) -> None:
    assert WESTERN_TOKEN.findall(text) == TOKEN.findall(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | MIXED)
def test_numbering_agrees_with_terms(text: str) -> None:
    numbers = TermNumbers()
    assert [numbers.terms[number] for number in numbers.of(text)] == terms(text)
    assert all(terms(text)) and not set(terms(text)) & {" ", ""}


ANY = st.text(alphabet=st.characters(), max_size=40) | MIXED | st.text(alphabet="अआँ़्ािी\u200d\u200c १२३,", max_size=12)


@settings(max_examples=300, deadline=None)
@given(ANY, st.sampled_from(["", *LANGUAGE_RULES]))
def test_every_language_reads_any_text_the_same_way_twice(text: str, language: str) -> None:
    text_terms = terms(text, language)
    assert text_terms == terms(text, language)
    assert all(term.strip() == term and term.count(" ") == (language != "") for term in text_terms)
    numbers = TermNumbers()
    assert [numbers.terms[number] for number in numbers.of(text, language)] == text_terms


@settings(max_examples=300, deadline=None)
@given(ANY, st.sampled_from(sorted(LANGUAGE_RULES)))
def test_folding_is_idempotent(text: str, language: str) -> None:
    rules = rules_named(language)
    for word in rules.words(text):
        folded = rules.fold(word)
        assert rules.fold(folded) == folded
        assert rules.after(rules.after(folded)) == rules.after(folded)


@settings(max_examples=100, deadline=None)
@given(ANY, st.text(alphabet=st.characters(), max_size=12))
def test_any_language_code_is_taken(text: str, code: str) -> None:
    assert isinstance(terms(text, code), list)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(MIXED | st.text(max_size=20), st.sampled_from(["", "en", "es", "zh", "tr"])), min_size=1, max_size=6))
def test_a_text_finds_itself_in_its_own_language(rows: list[tuple[str, str]]) -> None:
    for text, language in rows:
        text_terms = terms(text, language)
        searched = {term for term, _ in query_terms(text, names_in(sorted(text_terms)))}
        assert set(text_terms) <= searched | {term for term in text_terms if term.rpartition(" ")[2] in likely_function_words(text)}
