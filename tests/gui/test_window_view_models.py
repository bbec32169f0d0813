"""The window's view models without widgets: order, filter, selection, pending versions, cards, colours, offsets."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.document import Document, Sentence, clock
from app.domain.factcheck import FactCheck
from app.domain.match import Difference, DifferenceKind, Match, ScoreParts
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.stance import NEUTRAL, Stance, StanceProbabilities
from app.domain.verdict import SentenceVerdict, Verdict
from app.gui.model import labels
from app.gui.model.card import card, citation
from app.gui.model.colours import DARK, LIGHT, READABLE, Scheme, contrast
from app.gui.model.commands import COMMANDS, shortcut_help
from app.gui.model.document_facts import document_facts, shown_title, told_day
from app.gui.model.document_view import DocumentView, Order, overlapping
from app.gui.model.library_view import LibraryQuery, LibraryView
from app.gui.model.overview_strip import strip_words
from app.gui.model.places import PLACES
from app.gui.model.sentence_filter import ChipKind, Choice, Facet, SentenceFilter
from app.gui.model.sentence_row import plain_row, ranked_row
from app.gui.model.sentence_rows import SentenceRows
from app.gui.model.shared_words import shared_words
from app.gui.model.text_map import TextMap, changed_part, displayable
from app.gui.model.verdicts import Finding, finding_badge, in_band, verdict_badge
from app.paths import resources_dir
from app.translation import percent
from tests.fakes.matches import make_match
from tests.fakes.task_client import rank, split

TEXT = """Anna: Good evening to everyone here.
Ben: Harbour bridges cost nine million crowns.
Anna: Harbour bridges do not cost nine million crowns.
Ben: Thank you.
Anna: Seven rivers cross Velden county."""

CHECKS = [
    FactCheck(id="a", claim="Harbour bridges cost nine million crowns", verdict=Verdict.FALSE, published=date(2020, 1, 1)),
    FactCheck(id="b", claim="Seven rivers cross Velden county", verdict=Verdict.TRUE, published=date(2021, 1, 1)),
]


def opened(*, ranked: bool = True) -> DocumentView:
    view = DocumentView()
    document = split(TEXT)
    view.open(document)
    if ranked:
        view.offer(rank(document, CHECKS))
    return view


def test_a_document_is_shown_in_its_own_order_before_it_is_ranked() -> None:
    view = opened(ranked=False)
    assert view.visible == [0, 1, 2, 3, 4]
    assert view.findings() == {}
    assert view.row(1).finding is None


def test_the_first_ranking_is_shown_at_once_with_its_best_sentence_chosen() -> None:
    view = opened()
    assert view.selected == view.visible[0] == 1
    assert view.findings()[Finding.FALSE] == 1
    assert view.findings()[Finding.TRUE] == 1
    assert view.findings()[Finding.DENIES] == 1


def test_a_new_version_waits_once_the_reader_has_touched_the_list() -> None:
    view = opened()
    before, newer = list(view.visible), rank(split(TEXT), CHECKS[1:], version=2)
    view.select(4)
    view.touch()
    assert view.offer(newer) is False
    assert view.visible == before and view.pending is newer
    assert view.accept() is True
    assert view.visible != before and view.visible[0] == 4
    assert view.selected == 4 and view.pending is None
    assert view.accept() is False


def test_until_the_reader_chooses_the_topmost_sentence_is_the_selected_one() -> None:
    view = opened()
    first = view.selected
    view.offer(rank(split(TEXT), CHECKS[1:], version=2))
    assert view.selected == view.visible[0] != first
    view.select(2)
    view.offer(rank(split(TEXT), CHECKS, version=3))
    assert view.selected == 2 != view.visible[0]
    view.open(split(TEXT))
    assert view.selected is None and not view.chosen


def test_a_requested_ranking_is_shown_at_once() -> None:
    view = opened()
    view.touch()
    view.expect()
    assert view.offer(rank(split(TEXT), CHECKS, version=2)) is True


def test_the_selection_survives_a_filter_that_hides_it() -> None:
    view = opened()
    view.set_filter(SentenceFilter(text="rivers"))
    assert view.visible == [4] and view.selected == 1 and view.position(1) is None
    assert view.neighbour(1) == 4
    view.set_filter(SentenceFilter())
    assert view.position(view.selected) == 0


def test_filters_hold_together() -> None:
    view = opened()
    view.set_filter(SentenceFilter(choices=frozenset({Choice(Facet.FINDING, "rated-true"), Choice(Facet.FINDING, "denies")})))
    assert sorted(view.visible) == [2, 4]
    view.set_filter(view.filter.toggled(Facet.SPEAKER, "Ben"))
    assert view.visible == []
    view.set_filter(SentenceFilter(text="NINE  crowns", choices=frozenset({Choice(Facet.SPEAKER, "Ben")})))
    assert view.visible == [1]


def test_every_restriction_is_a_chip_and_removing_all_of_them_leaves_none() -> None:
    choices = {Choice(Facet.FINDING, "none"), Choice(Facet.SPEAKER, ""), Choice(Facet.SPEAKER, "Ben")}
    sentence_filter = SentenceFilter(text=" two words ", choices=frozenset(choices))
    assert [chip.label for chip in sentence_filter.chips()] == ["“two words”", "No match", "No speaker", "Ben"]
    for chip in sentence_filter.chips():
        sentence_filter = sentence_filter.without(chip)
    assert not sentence_filter.active and sentence_filter.chips() == ()
    assert {chip.kind for chip in SentenceFilter(text="x").chips()} == {ChipKind.TEXT}


def test_stepping_follows_the_shown_rows_and_stops_at_the_ends() -> None:
    view = opened()
    view.set_order(Order.DOCUMENT)
    view.select(0)
    assert view.neighbour(-1) is None
    assert view.neighbour(1) == 1
    assert view.neighbour(1, with_match=True) == 1
    view.select(2)
    assert view.neighbour(1, with_match=True) == 4
    view.select(4)
    assert view.neighbour(1) is None
    assert view.neighbour(-1, with_match=True) == 2


def test_an_unknown_sentence_cannot_be_selected() -> None:
    view = opened()
    assert view.select(99) is False
    assert view.selected == 1


def test_closing_shows_nothing() -> None:
    view = opened()
    view.close()
    assert view.visible == [] and view.current is None and view.sentences_between(0, 100) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=30), st.integers(0, 80), st.integers(0, 80))
def test_overlapping_sentences_equal_an_exhaustive_search(gaps: list[int], start: int, end: int) -> None:
    text = "".join("x" * max(1, gap) + "\n" for gap in gaps)
    sentences = split(text).sentences
    expected = [sentence for sentence in sentences if sentence.end > start and sentence.start < end]
    assert overlapping(sentences, start, end) == (expected if end > start else [sentence for sentence in expected if sentence.start < end])


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=40))
def test_offsets_survive_the_way_to_utf16_and_back(text: str) -> None:
    displayed = displayable(text)
    assert len(displayed) == len(text)
    offsets = TextMap(displayed)
    for point in range(len(displayed) + 1):
        unit = offsets.to_utf16(point)
        assert unit == len(displayed[:point].encode("utf-16-le")) // 2
        assert offsets.to_code_points(unit) == point


def test_an_override_turns_no_words_around_in_the_document() -> None:
    assert displayable("a\u202eb\u202cc\u202dd") == "a\u200bb\u202cc\u200bd"
    assert (
        displayable("\u2067\u05d0\u2069 \u202b\u05d1\u202c") == "\u2067\u05d0\u2069 \u202b\u05d1\u202c"
    )  # what Hebrew and Arabic texts use


@given(st.text(alphabet="ab😀", max_size=12), st.text(alphabet="ab😀", max_size=12))
def test_the_changed_part_of_a_text_makes_the_other(before: str, after: str) -> None:
    changed = changed_part(before, after)
    assert (changed is None) == (before == after)
    if changed is not None:
        start, end, inserted = changed
        assert before[:start] + inserted + before[end:] == after
        assert not inserted or start == end or inserted[0] != before[start]


def test_the_middle_of_a_surrogate_pair_belongs_to_its_character() -> None:
    offsets = TextMap("a😀b😀")
    assert [offsets.to_code_points(unit) for unit in range(7)] == [0, 1, 1, 2, 3, 3, 4]
    assert offsets.to_utf16(99) == 6 and offsets.to_code_points(-5) == 0


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_colour_reads_on_every_ground(scheme: Scheme) -> None:
    grounds = (scheme.surface, scheme.window, scheme.sunken, scheme.selection)
    for background in grounds:
        for colour in (scheme.text, scheme.muted, scheme.accent, *scheme.tones.values()):
            assert contrast(colour, background) >= READABLE, (colour, background)
    for background in (*scheme.tints, scheme.chosen, scheme.differing, scheme.hit):
        assert contrast(scheme.text, background) >= READABLE
    assert contrast(scheme.accent_text, scheme.accent) >= READABLE
    assert contrast(scheme.hit, scheme.accent) >= 2.5  # the current hit among the others


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_verdict_is_never_shown_by_colour_only() -> None:
    badges = [verdict_badge(verdict) for verdict in Verdict] + [finding_badge(finding) for finding in Finding]
    assert all(badge.word and (resources_dir() / "icons" / f"{badge.icon}.svg").is_file() for badge in badges)
    assert len({verdict_badge(verdict).word for verdict in Verdict}) == len(Verdict)


def match(verdict: Verdict, stance: Stance, **changes: object) -> Match:
    check = FactCheck(id="fc", claim="A claim", title="A title", verdict=verdict, rating="Pants on Fire", publisher="Desk", **changes)  # type: ignore[arg-type]
    chances = StanceProbabilities(support=0.7, refute=0.2, neutral=0.1)
    return Match(factcheck=check, score=0.5, parts=ScoreParts(dense_claim=0.25), stance=stance, stance_probabilities=chances)


def test_contradicting_a_false_claim_is_never_called_true() -> None:
    implication = card(1, match(Verdict.FALSE, Stance.DISAGREE)).implication
    assert implication == "Denies a claim rated Pants on Fire."
    assert "not the same claim" in card(1, match(Verdict.TRUE, Stance.UNRELATED)).implication


def test_a_card_says_everything_that_is_known_and_no_more() -> None:
    match_card = card(2, match(Verdict.FALSE, Stance.AGREE, url="https://www.desk.example/x", claimant="Carl", claimed=date(2020, 2, 3)))
    assert match_card.source == "" and match_card.host == "desk.example" and match_card.rated == "Desk: Pants on Fire"
    assert match_card.said == "Claimed by Carl, 2020-02-03"
    assert dict(match_card.measures)["Meaning, claim (cosine)"] == "0.250"
    assert all("BM25" not in name for name, _ in match_card.measures)
    assert "Match 2. Desk: Pants on Fire. A claim" in match_card.spoken


def test_no_text_of_a_card_turns_words_around_or_hides_any() -> None:
    payload = "<b>one\u202etwo\x00\u202c"
    loaded = match(Verdict.FALSE, Stance.AGREE, claimant=payload, note=payload)
    check = replace(loaded.factcheck, claim=payload, title=f"{payload} title", rating=payload, publisher=payload)
    match_card = card(1, replace(loaded, factcheck=check, excerpt=payload, reasons=(payload,)), sentence="one")
    texts = (
        match_card.claim,
        match_card.title,
        match_card.rated,
        match_card.said,
        match_card.note,
        match_card.excerpt,
        *match_card.reasons,
        match_card.spoken,
    )
    assert all("<b>onetwo" in text and text.isprintable() for text in texts)
    assert match_card.shared == () or all(0 <= start < end <= len(match_card.claim) for start, end in match_card.shared)


def test_a_card_lists_the_differences() -> None:
    number = Difference(kind=DifferenceKind.NUMBER, said=("9 million",), checked=("90 million",))
    match_card = card(1, replace(match(Verdict.FALSE, Stance.AGREE), differences=(number, Difference(kind=DifferenceKind.NEGATION))))
    assert match_card.differences == ("9 million ≠ 90 million", "one of the two is a denial")
    assert "Differs: 9 million ≠ 90 million; one of the two is a denial." in match_card.spoken


def test_a_citation_carries_the_note() -> None:
    cited = citation(FactCheck(id="x", claim="C", publisher="Desk", rating="Wrong", note="demo, links unchecked"))
    assert cited == "Desk, “C”, rated “Wrong”, demo, links unchecked."


@pytest.mark.parametrize(
    ("url", "site"),
    [("https://www.a.example/b", "a.example"), ("javascript:alert(1)", ""), ("file:///etc/passwd", ""), ("", ""), ("http://[::1", "")],
)
def test_only_addresses_of_the_web_are_links(url: str, site: str) -> None:
    assert labels.host(url) == site


def test_numbers_and_times_have_one_form() -> None:
    assert clock(761) == "12:41" and clock(3723.9) == "1:02:03" and clock(None) == ""
    assert [percent(share) for share in (0.0, 0.004, 0.5, 0.999)] == ["<1%", "<1%", "50%", ">99%"]
    assert [labels.steps(share) for share in (0.0, 0.01, 0.02, 0.2, 0.21, 1.0, float("nan"))] == [0, 0, 1, 1, 2, 5, 0]
    assert [labels.verifiability_steps(share) for share in (0.0, 0.02, 0.1, 0.2, 0.3, 0.6, float("nan"))] == [0, 1, 2, 3, 4, 5, 0]
    assert labels.size(1_500_000) == "1.5 MB" and labels.size(12) == "12 bytes"


def test_a_list_row_shows_no_control_characters() -> None:
    assert labels.one_line("a\u202eb\n\tc\x07d") == "ab cd"


def test_shared_words_are_found_with_their_offsets() -> None:
    sentence = "We pay 4.2 percent for the bridges, they pay 1."
    assert [sentence[a:b] for a, b in shared_words(sentence, "Country pays 4.2 Percent; one bridge")] == ["4.2", "percent", "bridges"]


def test_pages_of_another_query_are_not_mixed() -> None:
    view = LibraryView()
    view.ask(LibraryQuery(text="x"))
    assert view.summary() == "Searching…"
    view.add((CHECKS[0],), total=2, passages={}, same_as={"a": ("c",)})
    assert not view.complete and view.summary() == "2 fact-checks found"
    view.add((), total=2, passages={}, same_as={})
    assert view.complete
    view.ask(LibraryQuery())
    assert view.items == [] and view.same_as == {}


def test_the_list_of_shortcuts_is_the_table_of_commands() -> None:
    descriptions = {description for _, lines in shortcut_help(("Document",)) for description, _ in lines}
    assert {command.text.rstrip("…") for command in COMMANDS if command.keys} <= descriptions
    for page in range(len(PLACES)):
        keys = [key for command in COMMANDS if not command.pages or page in command.pages for key in command.keys]
        assert len(keys) == len(set(keys))


def test_view_models_know_no_qt() -> None:
    import subprocess

    code = (
        "import sys, importlib, pkgutil, app.gui.model as m\n"
        "for e in pkgutil.iter_modules(m.__path__): importlib.import_module('app.gui.model.' + e.name)\n"
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("source", "title", "text", "expected"),
    [
        ("/a/20180612_Summit.tsv", "20180612_Summit", "x", date(2018, 6, 12)),
        ("C:\\a\\debate 2018-06-12.txt", "debate 2018-06-12", "x", date(2018, 6, 12)),
        ("", "Pasted text", "2019_01_31: a debate", date(2019, 1, 31)),
        ("notes.txt", "notes", "On 2018-06-12 they met", None),
        ("20180231.txt", "20180231", "x", None),
        ("120180612.txt", "120180612", "x", None),
        ("2018-0612.txt", "2018-0612", "x", None),
    ],
)
def test_the_day_of_a_document_is_taken_from_its_name_or_its_first_words(source: str, title: str, text: str, expected: date | None) -> None:
    assert told_day(Document(title=title, text=text, sentences=(), source=source)) == expected


def test_document_facts_list_only_known_values() -> None:
    sentence = Sentence(index=0, text="Yes.", start=0, end=4, speaker="Anna", time=61.0, time_end=65.0)
    document = Document(title="debate", text="Yes.", sentences=(sentence,), source="/a/debate.vtt", date=date(2020, 1, 2))
    assert document_facts(document) == ("2020-01-02", "1 speaker", "1:05", "1 sentence")
    assert (shown_title(document), shown_title(replace(document, title="A debate"))) == ("debate.vtt", "A debate")
    assert document_facts(Document(title="", text="", sentences=())) == ("0 sentences",)


def test_a_card_is_sure_only_of_a_likely_agreement_without_differences() -> None:
    doubtful = match(Verdict.FALSE, Stance.AGREE)
    likely = replace(doubtful, stance_probabilities=StanceProbabilities(support=0.9, refute=0.05, neutral=0.05))
    other_number = replace(likely, differences=(Difference(kind=DifferenceKind.NUMBER, said=("9",), checked=("90",)),))
    perhaps_another = replace(likely, probability=0.6)
    assert card(1, likely).sure and card(1, likely).implication == "Repeats a claim rated Pants on Fire."
    for match_card in (card(1, doubtful), card(1, other_number), card(1, perhaps_another), card(1, likely, settled=False)):
        assert not match_card.sure and match_card.implication == "Probably repeats a claim rated Pants on Fire."


@pytest.mark.parametrize(("checkworthiness", "finding"), [(0.5, Finding.NONE), (0.51, Finding.UNCHECKED)])
def test_a_claim_without_a_fact_check_differs_from_a_non_claim(checkworthiness: float, finding: Finding) -> None:
    sentence = Sentence(index=0, text="Seven rivers cross Velden.", start=0, end=26)
    entry = RankedSentence(
        rank=1,
        sentence=sentence,
        score=0.0,
        probability=0.1,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.NONE,
        checkworthiness=checkworthiness,
    )
    row = ranked_row(entry, plain_row(sentence))
    assert row.finding is finding and not row.has_match


def test_the_strip_has_words_for_every_finding() -> None:
    summary = strip_words(dict.fromkeys(Finding, 2), 99)
    assert (
        summary.startswith("Of 99 sentences: 2 rated false, 2 rated mostly false, ")
        and "2 not compared yet" in summary
        and summary.count(",") == len(Finding) - 1
    )


@pytest.mark.parametrize(("checkworthiness", "last"), [(0.9, Finding.UNCHECKED), (0.1, Finding.NONE)])
def test_a_sentence_has_no_finding_before_it_was_compared(checkworthiness: float, last: Finding) -> None:
    sentence = Sentence(index=0, text="Seven rivers cross Velden.", start=0, end=26)
    entry = RankedSentence(
        rank=1,
        sentence=sentence,
        score=0.0,
        probability=0.001,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.NONE,
        checkworthiness=checkworthiness,
        matches=(match(Verdict.FALSE, Stance.AGREE),),
    )
    document = Document(title="", text=sentence.text, sentences=(sentence,))
    run = RunRecord(program="", created="")
    rows = []
    for compared in (False, True):
        ranked = RankedDocument(document=document, sentences=(replace(entry, compared=compared),), run=run, final=False)
        rows.append(SentenceRows(document, ranked)[0])
    assert [row.finding for row in rows] == [Finding.PENDING, last]
    assert rows[0].word == "Not compared yet" and not rows[0].has_match


def test_a_stance_that_was_not_judged_is_not_shown_as_one() -> None:
    match_card = card(
        1,
        Match(
            factcheck=FactCheck(id="a", claim="Nueve peces."),
            score=0.1,
            parts=ScoreParts(),
            stance=Stance.UNRELATED,
            stance_probabilities=NEUTRAL,
        ),
    )
    assert (match_card.stance.word, match_card.likelihood) == ("Not compared", "")
    assert match_card.implication == "Not compared – read both."


def test_shares_among_the_measures_have_bars_and_the_claim_shows_its_shared_words() -> None:
    match = make_match(pair=0.8, claim="The lake holds 400 fish.")
    match_card = card(1, match, sentence="They say 400 fish live in that lake.")
    assert len(match_card.bars) == len(match_card.measures)
    bars = {name: bar for (name, _), bar in zip(match_card.measures, match_card.bars, strict=True)}
    assert bars["Same claim (pair scorer)"] == 0.8 and bars["Stance"] == match.stance_probabilities.support
    assert [match_card.claim[start:end] for start, end in match_card.shared] == ["lake", "400", "fish"]
    assert card(1, match).shared == ()


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.85, "Agrees: very likely, 85%"), (0.849, "Agrees: likely, 85%"), (0.65, "Agrees: likely, 65%"), (0.4, "Agrees: perhaps, 40%")],
)
def test_a_stance_has_its_probability_and_the_word_of_its_band(share: float, expected: str) -> None:
    assert in_band("Agrees", share) == expected


@pytest.mark.parametrize(
    ("verdict", "published", "years", "expected"),
    [
        (Verdict.FALSE, date(2015, 1, 1), 3, "Checked 5 years before this was said: facts and figures may have changed."),
        (Verdict.FALSE, date(2018, 1, 1), 3, ""),
        (Verdict.FALSE, date(2018, 1, 1), 1, "Checked 2 years before this was said: facts and figures may have changed."),
        (Verdict.FALSE, None, 3, ""),
        (Verdict.OUTDATED, date(2020, 1, 1), 3, "The publisher calls this outdated."),
    ],
)
def test_a_check_that_is_old_is_marked(verdict: Verdict, published: date | None, years: int, expected: str) -> None:
    match = make_match(verdict)
    old = replace(match, factcheck=replace(match.factcheck, published=published))
    said_on = date(2020, 6, 1)
    assert card(1, old, said_on=said_on, stale_after=years).stale == expected
    assert card(1, old, said_on=said_on, stale_after=years, hidden=True).stale == ""
    assert card(1, replace(old, stance=Stance.UNRELATED), said_on=said_on, stale_after=years).stale == ""
