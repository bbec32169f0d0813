"""The headline of a sentence: the publisher's rating first, replaced by the reviewer's decision."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.conclusion import conclude, neighbours, to_decide
from app.domain.conclusion_words import explanation, headline
from app.domain.document import Sentence
from app.domain.factcheck import FactCheck
from app.domain.likelihood import likelihood_words
from app.domain.match import Match
from app.domain.published_rating import attributed_rating, rating_words, verbatim_rating
from app.domain.ranked import Outcome, RankedSentence
from app.domain.review import Decision, Mark, Target
from app.domain.reviewed import Reviewed
from app.domain.speech import ClaimReading, SlotDifference, SlotKind, SpeechAct
from app.domain.stance import NEUTRAL
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason
from app.gui.model.review_state import review_state
from app.gui.model.sentence_rows import SentenceRows
from app.gui.model.verdicts import Finding
from app.services.reports.review_status import Side, findings
from app.services.reports.wording import head_words
from tests.fakes.matches import DISAGREE, UNRELATED, make_match
from tests.fakes.reviewed import ranked_debate

MOSTLY = make_match(Verdict.MOSTLY_FALSE, identifier="mostly", publisher="PolitiFact", rating="barely-true")
TRUE = make_match(Verdict.MOSTLY_TRUE, identifier="true", publisher="Velden desk", rating="mostly-true")
HALF = make_match(Verdict.MIXED, identifier="half", publisher="PolitiFact", rating="half-true")
SLOTS = (SlotDifference(kind=SlotKind.HOW_MUCH, said="75,000", checked="one million"),)
CONFIRMED, REJECTED = Decision.CONFIRMED, Decision.REJECTED


def entry(
    *matches: Match, reason: VerdictReason = VerdictReason.SETTLED, outcome: Outcome = Outcome.MATCH, **fields: object
) -> RankedSentence:
    """Return a ranked sentence whose finding rests on the first of its matches."""
    sentence = RankedSentence(
        rank=1,
        sentence=Sentence(index=0, text="The lake holds 400 fish.", start=0, end=24),
        score=1.0,
        probability=0.9,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=outcome,
        matches=matches,
        verdict_reason=reason,
        verdict_source=matches[0].factcheck.id if matches else "",
    )
    return replace(sentence, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("publisher", "rating", "verdict", "words"),
    [
        ("PolitiFact", "barely-true", Verdict.MOSTLY_FALSE, "Mostly False"),
        ("PolitiFact Texas", "pants-fire", Verdict.FALSE, "Pants on Fire"),
        ("Velden desk", "barely-true", Verdict.MOSTLY_FALSE, "Barely true"),
        ("Velden desk", "MOSTLY_FALSE", Verdict.MOSTLY_FALSE, "Mostly false"),
        ("Velden desk", "false", Verdict.FALSE, "False"),
        ("Velden desk", "FALSE", Verdict.FALSE, "FALSE"),
        ("Maldita", "Bulo", Verdict.FALSE, "Bulo"),
        ("Desk", "Four Pinocchios", Verdict.FALSE, "Four Pinocchios"),
        ("Desk", "2.5/5", Verdict.MIXED, "2.5/5"),
        ("Desk", "Faux – la vidéo date de 2015", Verdict.FALSE, "Faux – la vidéo date de 2015"),
        ("Desk", "Xy " * 60, Verdict.FALSE, ("Xy " * 20)[:59] + "…"),
        ("Desk", "", Verdict.MOSTLY_FALSE, "Mostly false"),
        ("Desk", "", Verdict.UNRATED, "no rating"),
    ],
)
def test_a_rating_is_the_publishers_own_in_normal_words(publisher: str, rating: str, verdict: Verdict, words: str) -> None:
    check = FactCheck(id="a", claim="c", publisher=publisher, rating=rating, verdict=verdict)
    assert (rating_words(check), attributed_rating(check)) == (words, f"{publisher}: {words}")


def test_a_rating_in_other_words_is_kept_as_published() -> None:
    assert attributed_rating(replace(TRUE.factcheck, publisher="")) == "Mostly true"
    assert [verbatim_rating(match.factcheck) for match in (MOSTLY, TRUE)] == ["barely-true", "mostly-true"]
    assert verbatim_rating(FactCheck(id="a", claim="c", rating="FALSE")) == ""


READING = ClaimReading(act=SpeechAct.ASSERT, differs=SLOTS)


@pytest.mark.parametrize(
    ("ranked_entry", "line"),
    [
        (entry(MOSTLY), "PolitiFact: Mostly False"),
        (entry(HALF, reason=VerdictReason.UNDECIDED), "PolitiFact: Half True"),
        (entry(HALF, reason=VerdictReason.UNDECIDED, outcome=Outcome.AMBIGUOUS), "Possible match"),
        (entry(MOSTLY, reason=VerdictReason.DENIES), "Denies a claim rated Mostly False"),
        (entry(MOSTLY, reason=VerdictReason.QUOTES), "Quotes a claim rated Mostly False"),
        (entry(MOSTLY, reason=VerdictReason.ASKS), "Asks about a claim rated Mostly False"),
        (entry(MOSTLY, reason=VerdictReason.PROMISES), "Promise or wish – claim rated Mostly False"),
        (entry(replace(MOSTLY, reading=READING), reason=VerdictReason.SIMILAR), "Similar claim – differs: 75,000 ≠ one million"),
        (entry(MOSTLY, TRUE, reason=VerdictReason.DISAGREEMENT, verdict_against="true"), "Fact-checks disagree"),
        (entry(MOSTLY, reason=VerdictReason.UNCERTAIN), "Possible match"),
        (entry(MOSTLY, reason=VerdictReason.NOT_JUDGED), "Not compared – read both"),
        (entry(make_match(Verdict.UNRATED, rating=""), reason=VerdictReason.DENIES), "Denies a checked claim"),
        (entry(MOSTLY, reason=VerdictReason.NONE, outcome=Outcome.NONE, checkworthiness=0.4), "No match"),
        (entry(MOSTLY, reason=VerdictReason.NONE, outcome=Outcome.NONE, checkworthiness=0.6), "Worth checking – nothing in your library"),
        (entry(MOSTLY, reason=VerdictReason.NONE, outcome=Outcome.NONE, compared=False), "Not compared yet"),
    ],
)
def test_every_reason_has_a_headline(ranked_entry: RankedSentence, line: str) -> None:
    assert headline(conclude(ranked_entry)) == line
    assert explanation(conclude(ranked_entry)).endswith(".")


def test_disagreement_names_both_ratings() -> None:
    disagreeing = entry(MOSTLY, TRUE, reason=VerdictReason.DISAGREEMENT, verdict_against="true")
    assert explanation(conclude(disagreeing)) == "Fact-checks disagree: PolitiFact: Mostly False; Velden desk: Mostly true. Read both."


@pytest.mark.parametrize(
    ("matches", "verdict", "outcome", "line"),
    [
        ((MOSTLY,), SentenceVerdict.FALSE, Outcome.MATCH, "PolitiFact: Mostly False"),
        (
            (replace(MOSTLY, stance=DISAGREE.label, stance_probabilities=DISAGREE),),
            SentenceVerdict.UNKNOWN,
            Outcome.MATCH,
            "Denies a claim rated",
        ),
        (
            (replace(MOSTLY, stance=NEUTRAL.label, stance_probabilities=NEUTRAL),),
            SentenceVerdict.UNKNOWN,
            Outcome.MATCH,
            "Not compared – read",
        ),
        ((HALF,), SentenceVerdict.UNKNOWN, Outcome.MATCH, "PolitiFact: Half True"),
        ((MOSTLY,), SentenceVerdict.UNKNOWN, Outcome.AMBIGUOUS, "Possible match"),
        ((), SentenceVerdict.UNKNOWN, Outcome.NONE, "No match"),
    ],
)
def test_rankings_of_earlier_versions_without_a_reason(
    matches: tuple[Match, ...], verdict: SentenceVerdict, outcome: Outcome, line: str
) -> None:
    ranked_entry = entry(*matches, reason=VerdictReason.NONE, outcome=outcome, verdict=verdict, verdict_source="")
    assert headline(conclude(ranked_entry)).startswith(line)


BOTH = entry(MOSTLY, TRUE)


@pytest.mark.parametrize(
    ("mark", "decisions", "line", "side"),
    [
        (Mark(), {"true": CONFIRMED}, "Velden desk: Mostly true", Side.MOSTLY_TRUE),
        (Mark(), {"mostly": REJECTED, "true": CONFIRMED}, "Velden desk: Mostly true", Side.MOSTLY_TRUE),
        (Mark(), {"true": Decision.PARTIAL}, "Velden desk: Mostly true (in part)", Side.UNSETTLED),
        (Mark(), {"mostly": CONFIRMED, "true": CONFIRMED}, "Fact-checks disagree", Side.UNSETTLED),
        (Mark(), {"mostly": REJECTED}, "Possible match", Side.UNSETTLED),
        (Mark(), {"mostly": REJECTED, "true": REJECTED}, "Rejected – no fact-check fits", None),
        (Mark(decision=REJECTED), {}, "Rejected – no fact-check fits", None),
        (Mark(decision=Decision.DEFERRED), {}, "PolitiFact: Mostly False", Side.MOSTLY_FALSE),
        (Mark(note="look"), {"true": REJECTED}, "PolitiFact: Mostly False", Side.MOSTLY_FALSE),
        (Mark(verdict=Verdict.MISLEADING), {"mostly": CONFIRMED}, "Own verdict: Misleading", Side.BETWEEN),
        (Mark(), {"gone": CONFIRMED}, "Confirmed earlier – not in this ranking", Side.UNSETTLED),
    ],
)
def test_window_and_report_say_what_was_decided(mark: Mark, decisions: dict[str, Decision], line: str, side: Side | None) -> None:
    assert headline(conclude(BOTH, mark, decisions)) == line
    marks = {"": mark} | {name: Mark(decision=decision) for name, decision in decisions.items()}
    debate = ranked_debate()
    ranked = replace(debate, sentences=(replace(BOTH, sentence=debate.document.sentences[0]),))
    rows = SentenceRows(ranked.document, ranked)
    rows.show_review({0: review_state(marks, ("mostly", "true"))})
    own_word = line.replace("Own verdict", "Your verdict")
    assert rows[0].word == own_word
    pairs = tuple((Target("0", name), value) for name, value in marks.items() if value != Mark())
    (finding,) = findings(Reviewed(ranked=ranked, marks={"Mara": pairs}))
    assert finding.side is side
    words = head_words(finding)
    assert line.removesuffix(" (in part)").removeprefix("Own verdict: ") in words
    assert finding.decision is rows[0].review.decision


def test_a_confirmed_fact_check_that_the_sentence_denies_is_not_its_rating() -> None:
    denied = replace(MOSTLY, stance=DISAGREE.label, stance_probabilities=DISAGREE)
    assert headline(conclude(entry(denied), decisions={"mostly": CONFIRMED})) == "Denies a claim rated Mostly False"
    quoted = replace(MOSTLY, reading=ClaimReading(act=SpeechAct.QUOTE))
    assert headline(conclude(entry(quoted), decisions={"mostly": CONFIRMED})) == "Quotes a claim rated Mostly False"


def test_a_decision_about_a_grouped_duplicate_counts() -> None:
    grouped = replace(TRUE, same_as=("true-old",))
    assert headline(conclude(entry(MOSTLY, grouped), decisions={"true-old": CONFIRMED})) == "Velden desk: Mostly true"


def test_close_matches_are_separated_from_those_to_decide() -> None:
    close = replace(TRUE, probability=0.2)
    perhaps = replace(HALF, probability=0.5)
    ranked_entry = entry(replace(MOSTLY, probability=0.1), close, perhaps)
    assert neighbours(ranked_entry) == {"true"}, "the finding rests on the first"
    assert [match.factcheck.id for match in to_decide(ranked_entry)] == ["mostly", "half"]
    assert neighbours(ranked_entry, {"true": CONFIRMED}) == frozenset()
    assert conclude(ranked_entry, decisions={"mostly": REJECTED, "half": REJECTED}).rejected
    nothing = entry(close, perhaps, outcome=Outcome.NONE, verdict_source="")
    assert neighbours(nothing) == {"true", "half"} and len(to_decide(nothing)) == 2
    unknown = replace(MOSTLY, stance=UNRELATED.label, stance_probabilities=UNRELATED)
    assert neighbours(entry(MOSTLY, unknown)) == frozenset()


def test_the_list_follows_decisions_and_their_undo() -> None:
    debate = ranked_debate()
    ranked = replace(debate, sentences=(replace(BOTH, sentence=debate.document.sentences[0]),))
    rows = SentenceRows(ranked.document, ranked)
    assert rows.findings == {0: Finding.MOSTLY_FALSE} and [rating.factcheck.id for rating in rows.ratings()] == ["mostly"]
    rows.show_review({0: review_state({"true": Mark(decision=CONFIRMED)}, ("mostly", "true"))})
    assert rows.findings == {0: Finding.MOSTLY_TRUE} and [rating.factcheck.id for rating in rows.ratings()] == ["true"]
    rows.show_review({0: review_state({}, ("mostly", "true"))})
    assert rows.findings == {0: Finding.MOSTLY_FALSE} and rows[0].word == "PolitiFact: Mostly False"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1.0, "same claim"),
        (0.85, "same claim"),
        (0.84, "probably the same claim"),
        (0.25, "perhaps the same claim"),
        (0.0, "probably another claim"),
    ],
)
def test_a_chance_has_words(chance: float, words: str) -> None:
    assert likelihood_words(chance) == words
