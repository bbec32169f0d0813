"""The user's languages: claims debunked only in other languages are marked and can be filtered; a foreign fact-check names its
language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.domain.document import Sentence
from app.domain.factcheck import FactCheck
from app.domain.match import Match, ScoreParts
from app.domain.my_languages import debunk_languages, only_elsewhere
from app.domain.ranked import Outcome, RankedSentence
from app.domain.stance import NEUTRAL
from app.domain.verdict import SentenceVerdict, Verdict
from app.errors import InputError
from app.gui.main_window import CLAIMS, MainWindow
from app.gui.model.card import foreign_language
from app.gui.model.language_names import language_name, language_names
from app.gui.model.sentence_filter import NO_FILTER, Choice, Facet, value_words
from app.gui.preferences import Preferences
from app.settings import default_settings
from tests.fakes.task_client import FakeTaskClient


def match(language: str, pair: float | None = 0.9) -> Match:
    check = FactCheck(id=f"{language}-{pair}", claim="c", language=language)
    return Match(factcheck=check, score=0.9, parts=ScoreParts(pair=pair), stance=NEUTRAL.label, stance_probabilities=NEUTRAL)


def entry(*matches: Match, outcome: Outcome = Outcome.MATCH) -> RankedSentence:
    sentence = Sentence(index=0, text="t", start=0, end=1)
    return RankedSentence(
        rank=1, sentence=sentence, score=1.0, probability=0.9, verdict=SentenceVerdict.UNKNOWN, outcome=outcome, matches=matches
    )


@pytest.mark.parametrize(
    ("ranked_sentence", "my_languages", "expected"),
    [
        (entry(match("pt-BR"), match("en", 0.2)), ("es", "en"), ("pt",)),  # the English one is about something else
        (entry(match("pt"), match("en")), ("en",), ()),
        (entry(match("pt"), match("")), ("en",), ()),  # may be English
        (entry(match("pt"), match("hi")), ("en", "es"), ("pt", "hi")),
        (entry(match("pt")), (), ()),
        (entry(match("pt"), outcome=Outcome.AMBIGUOUS), ("en",), ()),
        (entry(match("pt", None)), ("en",), ()),
        (entry(), ("en",), ()),
    ],
)
def test_claims_debunked_only_in_other_languages(
    ranked_sentence: RankedSentence, my_languages: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert only_elsewhere(ranked_sentence, my_languages) == expected


@pytest.mark.parametrize(("pair", "chance", "expected"), [(0.04, 0.6, ("pt",)), (0.6, 0.4, ()), (0.6, None, ("pt",)), (0.4, None, ())])
def test_a_debunk_is_decided_by_the_probability_or_else_by_the_pair_score(
    pair: float, chance: float | None, expected: tuple[str, ...]
) -> None:
    assert debunk_languages(entry(replace(match("pt", pair), probability=chance))) == expected


def test_debunk_languages_are_listed_best_first() -> None:
    assert debunk_languages(entry(match("pt-BR"), match("en"), match("pt"))) == ("pt", "en")


def test_languages_have_names() -> None:
    assert language_name("pt") == "Portuguese" and language_name("xx-nope") == "xx-nope" and language_name("") == "Not known"
    assert language_names(("pt", "hi")) == "Portuguese, Hindi"
    assert value_words(Choice(Facet.LANGUAGE, "pt")) == "Portuguese"
    check = FactCheck(id="a", claim="c", language="pt-BR")
    assert "Portuguese" in foreign_language(check, ()) and foreign_language(check, ("pt",)) == ""
    assert foreign_language(replace(check, language="en"), ()) == "" and foreign_language(replace(check, language=""), ("pt",)) == ""


def test_my_languages_as_a_filter_go_on_and_off() -> None:
    once = NO_FILTER.toggled(Facet.PUBLISHER, "p").in_languages(("pt", "pt-BR"))
    assert once.chosen(Facet.LANGUAGE) == {"pt", "pt-BR"} and once.chosen(Facet.PUBLISHER) == {"p"}
    assert once.in_languages(("pt", "pt-BR")).chosen(Facet.LANGUAGE) == frozenset()


def test_only_codes_are_languages() -> None:
    settings = default_settings().with_value("my_languages", ("es", "pt-BR"))
    assert settings.my_languages == ("es", "pt-BR")
    with pytest.raises(InputError, match="Spanish"):
        settings.with_value("my_languages", ("Spanish",))


@pytest.fixture
def foreign(make_window: Callable[..., MainWindow], client: FakeTaskClient) -> MainWindow:
    """Provide a window of a Spanish reader over a library with a Portuguese fact-check."""
    client.library.append(FactCheck(id="p", claim="Bananas glow brightly at night", verdict=Verdict.FALSE, publisher="Lupa", language="pt"))
    preferences = Preferences()
    preferences.set("my_languages", ("es",))
    window = make_window(client, preferences)
    client.run()
    window.go(CLAIMS)
    window.claims.look_up("Bananas glow brightly at night\nSeven rivers cross Velden county")
    client.run()
    return window


def test_a_claim_debunked_only_elsewhere_says_so(foreign: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    page = foreign.claims.page
    card = page.matches.cards[0]
    assert "Portuguese" in card.rating.text()
    ranked = page.view.ranked
    assert ranked is not None
    # The fake compares words and no pairs: give its first match the probability that the real one has.
    first = ranked.sentences[0]
    scored = replace(first, outcome=Outcome.MATCH, matches=tuple(replace(m, parts=replace(m.parts, pair=0.9)) for m in first.matches))
    page.view.offer(replace(ranked, sentences=(scored, *ranked.sentences[1:])))
    row = page.view.row(0)
    assert row.elsewhere == ("pt",) and "Not in your languages yet" in row.spoken
    page.matches.show_row(row)
    assert page.matches.cards
    label_texts = [label.text() for label in page.matches.findChildren(type(card.rating))]
    assert "No debunk in your languages yet, only in: Portuguese." in label_texts
    assert page.view.row(1).elsewhere == ()
