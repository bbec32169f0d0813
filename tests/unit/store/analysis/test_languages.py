"""Index terms by language, as readers of each would expect; English terms are unchanged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from app.domain.function_words import function_words, listed
from app.domain.progress import CancelToken
from app.store.analysis import likely_function_words, names_in, query_terms, terms
from app.store.analysis.language_rules import LANGUAGE_RULES
from app.store.analysis.rules import rules_for, rules_named
from app.store.postings import extended_postings, no_postings
from tests.fakes.library_samples import samples

GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "english_terms.json").read_text("utf-8"))
"""Terms, and digests of postings, as the rules "english-1" made them, before there were any for other languages."""


@pytest.mark.parametrize("language", ["en", "", "en-GB", "EN_us", "eng"])
def test_english_terms_are_unchanged(language: str) -> None:
    for sentence, expected in GOLDEN["sentences"].items():
        assert terms(sentence, language) == expected


@pytest.mark.parametrize("language", ["en", ""])
def test_english_postings_are_unchanged(language: str) -> None:
    def digest(texts: Sequence[str]) -> str:
        rows = [(text, language) for text in texts]
        postings = extended_postings(no_postings(), sources=np.full(len(texts), -1, np.int32), new_texts=rows, cancel=CancelToken())
        factcheck = hashlib.blake2b("\n".join(postings.terms).encode(), digest_size=16)
        for part in (postings.starts, postings.rows, postings.counts, postings.lengths):
            factcheck.update(part.tobytes())
        return factcheck.hexdigest()

    assert digest(list(GOLDEN["sentences"])) == GOLDEN["index_of_sentences"]
    assert digest([factcheck.claim for factcheck in samples(300)]) == GOLDEN["index_of_sample_claims"]
    assert digest([factcheck.body for factcheck in samples(300)]) == GOLDEN["index_of_sample_bodies"]


ALIKE = [
    ("ar", "اللقاحات", "لقاح"),
    ("ar", "مَدْرَسَة", "مدرسه"),
    ("ar", "إسرائيل", "اسرائيل"),
    ("ar", "الـــعراق", "العراق"),
    ("ar", "٢٠٢٠", "2020"),
    ("bg", "ваксините", "ваксини"),
    ("ca", "col·legi", "collegi"),
    ("cs", "Babiš", "Babis"),
    ("cs", "vlády", "vláda"),
    ("da", "vaccinerne", "vacciner"),
    ("de", "Impfungen", "Impfung"),
    ("de", "München", "Muenchen"),
    ("de", "Straße", "STRASSE"),
    ("de", "Häuser", "Haus"),
    ("el", "ΕΜΒΟΛΙΟ", "εμβόλιο"),
    ("el", "κατάστασης", "κατάσταση"),
    ("es", "vacunas", "vacunación"),
    ("es", "corrupción", "CORRUPCION"),
    ("es", "vacunación", "vacunacion"),
    ("es", "año", "ano"),
    ("et", "valimised", "valimiste"),
    ("fa", "انتخابات", "انتخابات"),
    ("fa", "واکسن‌ها", "واكسن"),
    ("fi", "rokotteet", "rokote"),
    ("fr", "élections", "election"),
    ("fr", "vaccinés", "vaccination"),
    ("fr", "l’État", "etat"),
    ("he", "שָׁלוֹם", "שלום"),
    ("hi", "लड़कियों", "लडकी"),
    ("hi", "चाँद", "चांद"),
    ("hi", "१२३", "123"),
    ("hi", "हिन्दी", "हिंदी"),
    ("hu", "oltások", "oltás"),
    ("id", "pemilihan", "memilih"),
    ("it", "vaccini", "vaccino"),
    ("it", "dell’Unione", "unione"),
    ("ja", "コンピューター", "コンピュータ"),
    ("lt", "vakcinos", "vakcina"),
    ("nl", "vaccins", "vaccin"),
    ("no", "Ødegaard", "Ødegård"),
    ("pl", "szczepionki", "szczepionka"),
    ("pl", "Łódź", "Lodz"),
    ("pt", "vacinação", "vacinacao"),
    ("pt", "eleições", "eleicoes"),
    ("ro", "alegerilor", "alegeri"),
    ("ro", "preşedinte", "președinte"),
    ("ru", "вакцины", "вакцина"),
    ("ru", "ёлка", "елка"),
    ("sr", "вакцине", "vakcina"),
    ("hr", "cijepljenja", "cijepljenje"),
    ("sv", "vaccinerna", "vacciner"),
    ("ta", "தடுப்பூசிகள்", "தடுப்பூசி"),
    ("tr", "IŞIK", "ışık"),
    ("tr", "İstanbul’da", "istanbul"),
    ("tr", "kırmızı", "kirmizi"),
    ("uk", "п’ять", "п'ять"),
    ("uk", "вакцинація", "вакцинації"),
    ("ur", "كتاب", "کتاب"),
    ("vi", "hoà bình", "hòa bình"),
]


@pytest.mark.parametrize(("language", "first", "second"), ALIKE)
def test_inflected_forms_match(language: str, first: str, second: str) -> None:
    assert terms(first, language) == terms(second, language) != []


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("cs", "vláda", "hlava"),
        ("de", "Haus", "Maus"),
        ("fi", "näin", "nain"),
        ("sv", "får", "far"),
        ("tr", "Işık", "Eşik"),
        ("uk", "Зеленський", "зелений"),
        ("vi", "má", "mà"),
    ],
)
def test_different_words_do_not_match(language: str, first: str, second: str) -> None:
    assert terms(first, language) != terms(second, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ar", "من هو الذي في هذه"),
        ("de", "Was ist das, wer hat es dir für uns über ihn?"),
        ("es", "¿Qué es lo que él les dijo a Vds. más allá de esto? Es de la que se..."),
        ("fr", "Qu'est-ce que c'est ? L'on y a été, d'où j'en suis."),
        ("hi", "यह क्या है और वह कौन था"),
        ("it", "Che cos'è quello che c'è nell'uno e nell'altro?"),
        ("pt", "O que é isso que ele não tem com você?"),
        ("ru", "Что это было и кто его им?"),
        ("tr", "Bu ne ve o kim için?"),
    ],
)
def test_function_words_are_left_out(language: str, text: str) -> None:
    terms_left = {word for word in rules_for(language).words(text) if rules_for(language).term(word)}
    assert terms_left <= {"dijo", "vds", "allá", "cos", "altro"}


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("fr", "32 000 euros", "32000"),
        ("fr", "1\u202f234\u202f567 euros", "1234567"),
        ("de", "32.000 Euro", "32000"),
        ("de", "CHF 32'000", "32000"),
        ("hi", "१,००,००० रुपये", "100000"),
        ("ar", "٣٢٬٠٠٠ يورو", "32000"),
        ("es", "3,5 %", "3.5"),
    ],
)
def test_numbers_are_one_however_they_are_written(language: str, text: str, number: str) -> None:
    assert f"{rules_for(language).name} {number}" in terms(text, language)


def test_adjacent_years_stay_separate() -> None:
    assert terms("2020 100 cas", "fr")[:2] == ["fr 2020", "fr 100"]


def test_korean_particles_do_not_hide_a_word() -> None:
    assert set(terms("백신", "ko")) <= set(terms("백신은", "ko")) & set(terms("백신을", "ko"))
    assert terms("COVID백신 x", "ko") == ["ko covid", "ko 백신", "ko x"]


def test_languages_that_are_read_as_one() -> None:
    assert rules_for("nb") is rules_for("nn-NO") is rules_for("no")
    assert rules_for("hr").name == rules_for("sr-Latn").name == rules_for("bs").name
    assert rules_for("iw") is rules_for("he")
    assert rules_for("zh-Hant") is rules_for("zh_CN") is rules_for("cmn")
    assert rules_for("xx").name == rules_for("tlh").name == "und"


def test_a_query_asks_in_every_language_of_the_index() -> None:
    index = sorted({*terms("Las vacunas de Obama", "es"), *terms("The vaccines", "en"), *terms("Die Impfungen", "de")})
    assert names_in(index) == ("de", "es")
    query_words = {term for term, _ in query_terms("vacunaciones Obama 32.000", names_in(index))}
    assert {"es vacun", "es obam", "es 32000", "obama", "de obama", "32000", "de 32000"} <= query_words
    assert names_in(sorted(terms("Only English words"))) == ()


def test_a_query_does_not_ask_for_its_function_words_in_other_languages() -> None:
    query_words = {term for term, _ in query_terms("los bulos de la vacuna en los medios", ("es",))}
    assert "vacuna" in query_words and not query_words & {"los", "de", "la", "en", "es los"}
    query_words = {term for term, _ in query_terms("the ballots of that county were burnt", ("es",))}
    assert "es county" in query_words and not query_words & {"es the", "es of", "es that", "es were"}


def test_ambiguous_words_are_not_taken_for_function_words() -> None:
    assert "los" in likely_function_words("los de la") and "der" in likely_function_words("Der Mann und die Frau")
    for text in ("", "Obama", "in", "Los Angeles", "12 000"):
        assert likely_function_words(text) == frozenset()


def test_every_function_word_list_has_a_language_rule() -> None:
    assert set(listed()) <= set(LANGUAGE_RULES)
    for code in listed():
        assert len(function_words(code)) >= 25
        assert not any(rules_named(code).term(word) for text in function_words(code) for word in rules_named(code).words(text))
