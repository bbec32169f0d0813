"""View models in another language: shown texts are translated, stored texts are not, and English words still find a command."""

from __future__ import annotations

import runpy
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app import translation
from app.domain.overview import DuplicateGroup, PublisherSummary
from app.domain.review import Decision
from app.domain.verdict import Verdict
from app.gui.model import column_choice, factcheck_form, ratings, report_choice, settings_pages, tour
from app.gui.model.card import card, citation, stale_words
from app.gui.model.claims import Share
from app.gui.model.commands import COMMANDS, Group, command, either, shortcut_help
from app.gui.model.comparing import CONFIRMED, PARTLY, REJECTED
from app.gui.model.disagreement import disagreement
from app.gui.model.duplicates import VERDICT, heading, lines, summary
from app.gui.model.labels import measure, size
from app.gui.model.mnemonics import with_mnemonics
from app.gui.model.overview_strip import strip_words
from app.gui.model.palette import Hit, Offer, found
from app.gui.model.pasted import read_pasted
from app.gui.model.publishers import PublisherChoice, mix
from app.gui.model.review_state import FLAG, NOTE, TAGS, decision_badge
from app.gui.model.review_view import ReviewView
from app.gui.model.sentence_filter import Choice, Facet, SentenceFilter, facet_values, value_words
from app.gui.model.sentence_row import SentenceRow, bare_place, place_of, plain_row, ranked_row
from app.gui.model.verdicts import Finding, finding_badge, stance_badge, verdict_badge
from app.translation import percent, tr, whole_percent
from tests.fakes.catalogue import Bracketed, untranslated
from tests.fakes.matches import DISAGREE, UNRELATED, make_match
from tests.fakes.reviewed import reviewed_debate


@pytest.fixture(autouse=True)
def in_brackets() -> Iterator[None]:
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def _all_translated(texts: Iterable[str]) -> bool:
    nonempty = [text for text in texts if text]
    return bool(nonempty) and not [text for text in nonempty if untranslated(text)]


def _row() -> SentenceRow:
    entry = next(sentence for sentence in reviewed_debate().ranked.sentences if sentence.matches)
    check = replace(entry.matches[0].factcheck, publisher="", language="")
    match = replace(entry.matches[0], factcheck=check)
    return ranked_row(replace(entry, matches=(match,)), plain_row(entry.sentence))


def test_every_table_is_translated_when_read() -> None:
    badges = (*map(verdict_badge, Verdict), *map(finding_badge, Finding), *map(decision_badge, Decision), FLAG, NOTE, TAGS)
    assert _all_translated(badge.word for badge in badges) and _all_translated(verdict.words for verdict in Verdict)
    assert _all_translated(command.text for command in COMMANDS) and _all_translated(group.words for group in Group)
    for section_title, entries in shortcut_help(("⟦Document⟧",)):
        assert _all_translated((section_title, *(description for description, _ in entries)))


def test_every_marked_text_is_in_the_translation_template() -> None:
    """A table's text is translated by `tr(row.text)`, which the extraction does not see, so its literal has to be marked."""
    script = runpy.run_path(str(Path(__file__).parents[2] / "packaging" / "translations.py"))
    collected_texts = {
        text for message in script["collected"]() for text in (message.id if isinstance(message.id, tuple | list) else (message.id,))
    }
    tables = {
        *(entry.english for entry in COMMANDS),
        *(group.value for group in Group),
        *(share.value for share in Share),
        *(text for step in tour.STEPS for text in (step.title, step.text)),
        *(text for page in settings_pages.PAGES for text in (page.title, page.remark) if text),
        *(text for field in factcheck_form.FIELDS for text in (field.words, field.hint) if text not in ("", "https://")),
        *(words for _, words in (*column_choice.FIELDS, *column_choice.POST_FIELDS)),
        *column_choice.NEEDED.values(),
        *(text for entry in report_choice.FORMATS for text in (entry.name, entry.purpose)),
        *report_choice.INCLUDED.values(),
        *(entry.heading for entry in (*ratings.USE_COLUMNS, *ratings.RULE_COLUMNS)),
        *(
            badge.english
            for badge in (*map(verdict_badge, Verdict), *map(finding_badge, Finding), *map(decision_badge, Decision), FLAG, NOTE, TAGS)
        ),
        *(words for words in (CONFIRMED, PARTLY, REJECTED)),
    }
    assert tables <= collected_texts


def test_a_card_is_translated_except_for_the_publishers_text() -> None:
    match = make_match(Verdict.OUTDATED, rating="", publisher="", claimant="Carl Vinter")
    match_card = card(1, match, said_on=date(2024, 1, 1))
    assert _all_translated(
        (match_card.verdict.word, match_card.stance.word, match_card.source, match_card.said, match_card.stale, match_card.implication)
    )
    assert _all_translated((name for name, _ in match_card.measures)) and match_card.claim == "The lake holds 400 fish."
    old = replace(match.factcheck, published=date(2015, 1, 1), verdict=Verdict.FALSE)
    assert stale_words(old, date(2024, 6, 1)) == "⟦Checked 9 years before this was said: facts and figures may have changed.⟧"
    assert "⟦rated “Half wrong”⟧" in citation(replace(old, rating="Half wrong"))


def test_sentences_about_matches_are_translated_as_whole_sentences() -> None:
    assert card(1, make_match(Verdict.FALSE)).implication == "⟦Repeats a claim rated False.⟧"
    assert card(1, make_match(Verdict.MIXED), settled=False).implication == "⟦Probably repeats a claim rated Mixed.⟧"
    assert _all_translated(card(1, make_match(verdict, stance=DISAGREE)).implication for verdict in Verdict)
    against = make_match(Verdict.TRUE, publisher="B", identifier="b")
    assert disagreement((make_match(Verdict.FALSE), against)) == "⟦The fact-checks disagree: ⟦one⟧ says False, B says True. Read both.⟧"
    assert strip_words({Finding.FALSE: 2, Finding.UNCLEAR: 1}, 3) == "⟦Of 3 sentences: ⟦2 ⟦Rated false⟧⟧, ⟦1 ⟦Possible match⟧⟧⟧"


def test_undo_labels_are_one_message() -> None:
    review = ReviewView("Ada")
    document = reviewed_debate().ranked.document
    review.open(document)
    act = review.decide([(0, ""), (1, "")], Decision.PARTIAL)
    assert act is not None and act.label == "⟦confirm in part ⟦2 sentences⟧⟧"
    review.history.do(act)
    back, judged = review.decide([(0, ""), (1, "")], Decision.PARTIAL), review.judge([8], Verdict.MOSTLY_FALSE)
    assert back is not None and back.label == "⟦take back: confirm in part ⟦2 sentences⟧⟧"
    assert judged is not None and judged.label == "⟦judge ⟦Mostly false⟧ “The ferry runs at a loss.”⟧"


def test_saved_filters_name_the_same_values_in_every_language() -> None:
    row = _row()
    values_by_facet = {facet: facet_values(row, facet) for facet in Facet}
    assert values_by_facet[Facet.STANCE] == {stance_badge(make_match()).english} == {"Agrees"}
    assert values_by_facet[Facet.PUBLISHER] == {"Publisher not named"} and values_by_facet[Facet.LANGUAGE] == {"Language not known"}
    translation.use("en")
    assert {facet: facet_values(row, facet) for facet in Facet} == values_by_facet
    translation.use_catalogue("es", Bracketed())
    named = [
        Choice(facet, value)
        for facet in Facet
        for value in values_by_facet[facet]
        if facet not in (Facet.SPEAKER, Facet.YEAR, Facet.RATING)
    ]
    assert _all_translated(map(value_words, named))
    assert value_words(Choice(Facet.MARKED, "taxes")) == "taxes" and value_words(Choice(Facet.PUBLISHER, "Sample desk")) == "Sample desk"
    chips = SentenceFilter(choices=frozenset({Choice(Facet.BAND, "3"), Choice(Facet.YEAR, "2020")})).chips()
    assert [chip.label for chip in chips] == ["⟦Verifiability 3 of 5⟧", "⟦Published 2020⟧"]


def test_the_palette_searches_shown_and_english_words() -> None:
    offers = (
        Offer(name="command:quit", text="Salir", kind="", english="Quit"),
        Offer(name="command:open", text="Abrir documento…", kind="", english=command("open").english),
    )
    assert found(offers, "sal") == [Hit(offers[0], (0, 1, 2))]
    assert found(offers, "quit") == [Hit(offers[0])]
    assert found(offers, "doc") == [Hit(offers[1], (6, 7, 8))]
    assert found(offers, "xyz") == []


def test_numbers_are_written_as_the_language_does() -> None:
    assert (measure(0.4567), size(1_234_567), size(12)) == ("0,457", "⟦1,2 MB⟧", "⟦12 bytes⟧")
    assert (percent(0.457), percent(0.0), whole_percent(1.0)) == ("⟦46%⟧", "⟦<1%⟧", "⟦100%⟧")
    assert heading(19250, 1200).startswith("⟦19.250 groups") and "⟦in 1.200 of them" in heading(19250, 1200)
    assert mix(PublisherSummary(name="a", factchecks=1500, verdicts=((Verdict.FALSE, 1500),))) == "⟦False⟧ 1.500"
    translation.use("en")
    assert (measure(0.4567), size(1_234_567), size(999), size(1000)) == ("0.457", "1.2 MB", "999 bytes", "1.0 kB")
    assert (size(999_999), size(2_500_000_000)) == ("1000.0 kB", "2.5 GB")


def test_pasted_text_is_described_in_whole_phrases() -> None:
    message = read_pasted("claim\tyear\nThe lake holds fish\t2020\n\t2021\n").told
    assert message == "⟦Taken from the column “claim”.⟧ ⟦Left out: ⟦the heading⟧, ⟦1 row without a claim⟧.⟧"
    assert PublisherChoice(exclude=("A", "B")).note() == "⟦2 publishers blocked⟧"


def test_a_line_number_is_shown_bare_in_the_margin() -> None:
    sentence = replace(reviewed_debate().ranked.document.sentences[0], line=12, page=None, time=None)
    assert (place_of(sentence), bare_place(sentence)) == ("⟦line 12⟧", "12")
    paged = replace(sentence, page=3)
    assert place_of(paged) == bare_place(paged) == "⟦p. 3⟧"


def test_duplicates_name_their_fields_apart_from_the_headings() -> None:
    members = (make_match(Verdict.FALSE).factcheck, make_match(Verdict.TRUE).factcheck)
    group = DuplicateGroup(members=members)
    assert next(line.field for line in lines(group)) == VERDICT
    assert summary(group) == "⟦2 fact-checks⟧, ⟦differ in ⟦verdict⟧, ⟦rating⟧⟧"


def test_keys_are_joined_by_or_and_mnemonics_prefer_keyboard_letters() -> None:
    translation.use("en")
    assert (either(()), either(("J",)), either(("Return", "Enter", "E"))) == ("", "J", "Return or Enter or E")
    assert with_mnemonics(("Éxito", "Тема")) == ["É&xito", "&Тема"]


def test_a_related_claim_is_not_called_the_same() -> None:
    assert card(1, make_match(stance=UNRELATED)).implication == tr("Near in topic, but not the same claim.")
