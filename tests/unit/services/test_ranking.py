"""Ranking and matching with real retrieval and a real library; the scorers compare words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import msgspec
import pytest

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.domain.ranked import Outcome, RankedDocument
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict
from app.errors import Cancelled, InputError, LibraryError
from app.ranking import Ranker
from app.services.claim_lookup import look_up
from app.services.engine import Engine
from app.services.passages import find_passages
from app.services.ranking import STAGES, rank_document
from tests.fakes.engine import fake_engine

FACTCHECKS = [
    FactCheck(
        id="fish",
        claim="The lake holds four hundred fish.",
        title="How many fish?",
        body="We counted. The lake holds nine fish, the ministry wrote.",
        verdict=Verdict.FALSE,
        rating="False",
        publisher="Lake Desk",
        published=date(2019, 5, 1),
    ),
    FactCheck(
        id="bridge", claim="The bridge cost nine million crowns.", verdict=Verdict.TRUE, publisher="Bridge Desk", published=date(2021, 1, 1)
    ),
    FactCheck(id="mayor", claim="The mayor has two cats and a dog.", verdict=Verdict.MIXED, publisher="Lake Desk"),
    FactCheck(id="twin-1", claim="The moon is made of cheese.", verdict=Verdict.FALSE, publisher="Sky Desk", url="https://sky.example/1"),
    FactCheck(id="twin-2", claim="The moon is made of cheese!", verdict=Verdict.FALSE, publisher="Sky Desk", url="https://sky.example/1"),
]


def document(*texts: str) -> Document:
    sentences, at = [], 0
    for index, text in enumerate(texts):
        sentences.append(Sentence(index=index, text=text, start=at, end=at + len(text)))
        at += len(text) + 1
    return Document(title="Talk", text=" ".join(texts), sentences=tuple(sentences))


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = fake_engine(tmp_path / "library", FACTCHECKS)
    yield engine
    engine.library.close()


def rank(engine: Engine, *texts: str, options: MatchOptions | None = None) -> RankedDocument:
    return rank_document(document(*texts), engine=engine, options=options or MatchOptions(), progress=no_progress, cancel=CancelToken())


def test_settled_sentences_come_first_with_verdict_and_stance(engine: Engine) -> None:
    ranked = rank(engine, "Good evening, everyone.", "The lake holds four hundred fish.", "The bridge did not cost nine million crowns.")
    first, second, third = ranked.sentences
    assert (first.rank, first.sentence.index, first.verdict, first.outcome) == (1, 1, SentenceVerdict.FALSE, Outcome.MATCH)
    assert first.matches[0].factcheck.id == "fish"
    assert first.matches[0].stance is Stance.AGREE
    assert (second.sentence.index, second.verdict) == (2, SentenceVerdict.UNKNOWN)
    assert second.matches[0].stance is Stance.DISAGREE
    assert (third.sentence.index, third.outcome) == (0, Outcome.NONE)
    assert ranked.final


@pytest.mark.parametrize(
    ("sentence", "moved"),
    [
        ("The bridge cost nine million.", True),
        ("The bridge cost fell by nine million.", False),
        ("The bridge never cost nine million.", False),
    ],
)
def test_agreement_is_likely_only_where_the_words_do_not_go_against_each_other(sentence: str, moved: bool, tmp_path: Path) -> None:
    claim = FactCheck(id="rise", claim="The bridge cost rose by nine million.", verdict=Verdict.TRUE)
    engine = fake_engine(tmp_path / "rising", [claim])
    as_judged = rank(engine, sentence).sentences[0].matches[0].stance_probabilities
    file = msgspec.structs.replace(engine.ranker.file, stance_shift=(0.5, -1.0))
    shifted = rank(replace(engine, ranker=Ranker(file=file, key="shifted")), sentence).sentences[0].matches[0].stance_probabilities
    engine.library.close()
    assert (shifted != as_judged) is moved and shifted.support >= as_judged.support


def test_matches_carry_parts_reasons_and_an_excerpt_but_no_body(engine: Engine) -> None:
    match = rank(engine, "The lake holds four hundred fish.").sentences[0].matches[0]
    assert match.factcheck.body == ""
    assert match.excerpt == "The lake holds nine fish, the ministry wrote."
    assert match.parts.bm25_claim is not None and match.parts.bm25_claim > 0
    assert match.parts.dense_claim == pytest.approx(1.0, abs=1e-4)
    assert match.reasons


def test_mixed_verdict_is_found_but_settles_nothing_and_ranks_nothing(engine: Engine) -> None:
    settled, entry = rank(engine, "The mayor has two cats and a dog.", "The bridge cost nine million crowns.").sentences
    assert (entry.sentence.index, entry.outcome, entry.verdict) == (0, Outcome.MATCH, SentenceVerdict.UNKNOWN)
    assert entry.score < settled.score - 1
    assert any("settles nothing" in reason for reason in entry.reasons)


def test_single_claim_is_found_whatever_the_verdict(engine: Engine) -> None:
    query = Query(qid="1", text="The mayor has two cats and a dog.")
    (entry,) = look_up([query], engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken()).results
    assert (entry.outcome, entry.probability) == (Outcome.MATCH, 1.0)


def test_verdict_does_not_depend_on_how_many_matches_are_shown(engine: Engine) -> None:
    texts = ("The lake holds four hundred fish.", "The moon is made of cheese.", "The bridge cost nine million crowns.")
    many, few = rank(engine, *texts), rank(engine, *texts, options=MatchOptions(top=1))
    assert [entry.verdict for entry in few.sentences] == [entry.verdict for entry in many.sentences]
    assert {len(entry.matches) for entry in few.sentences} == {1}


def test_as_of_leaves_out_later_and_undated_factchecks(engine: Engine) -> None:
    options = MatchOptions(as_of=date(2020, 1, 1))
    ranked = rank(engine, "The bridge cost nine million crowns.", "The mayor has two cats and a dog.", options=options)
    ids = {match.factcheck.id for entry in ranked.sentences for match in entry.matches}
    assert ids == {"fish"}
    assert (ranked.run.searched, ranked.run.as_of) == (1, date(2020, 1, 1))


def test_the_day_itself_is_not_before_it(engine: Engine) -> None:
    assert rank(engine, "Fish.", options=MatchOptions(as_of=date(2019, 5, 1))).run.searched == 0
    assert rank(engine, "Fish.", options=MatchOptions(as_of=date(2019, 5, 2))).run.searched == 1


def test_publisher_lists(engine: Engine) -> None:
    only = rank(engine, "The lake holds four hundred fish.", options=MatchOptions(include_publishers=("lake desk",)))
    assert {match.factcheck.publisher for match in only.sentences[0].matches} == {"Lake Desk"}
    without = rank(engine, "The lake holds four hundred fish.", options=MatchOptions(exclude_publishers=("Lake Desk",)))
    assert "Lake Desk" not in {match.factcheck.publisher for match in without.sentences[0].matches}


def test_duplicates_are_shown_once_and_listed(engine: Engine) -> None:
    matches = rank(engine, "The moon is made of cheese.").sentences[0].matches
    twins = [match for match in matches if match.factcheck.id.startswith("twin")]
    assert len(twins) == 1
    assert {twins[0].factcheck.id, *twins[0].same_as} == {"twin-1", "twin-2"}


def ruling(name: str, year: int, verdict: Verdict, *, url: str = "https://tram.example/1") -> FactCheck:
    published = date(year, 3, 1) if year else None
    return FactCheck(id=name, claim="The tram runs at night.", verdict=verdict, publisher="Tram Desk", url=url, published=published)


def test_the_newest_ruling_on_a_claim_counts(tmp_path: Path) -> None:
    rulings = [ruling("a", 2011, Verdict.TRUE), ruling("b", 2012, Verdict.FALSE), ruling("c", 0, Verdict.TRUE)]
    turned = fake_engine(tmp_path / "turned", [*FACTCHECKS, *rulings])
    newest = rank(turned, "The tram runs at night.").sentences[0].matches[0]
    assert (newest.factcheck.id, newest.same_as) == ("b", ("a", "c"))
    before = rank(turned, "The tram runs at night.", options=MatchOptions(as_of=date(2012, 1, 1))).sentences[0].matches[0]
    assert before.factcheck.id == "a"  # what was not known yet stands for nothing
    queries = [Query(qid="1", text="The tram runs at night.")]
    single = look_up(queries, engine=turned, options=MatchOptions(), progress=no_progress, cancel=CancelToken()).results
    turned.library.close()
    assert [match.factcheck.id for match in single[0].matches if match.factcheck.id in "abc"] == ["b"]


def test_the_newest_ruling_keeps_the_scores_of_its_own_text(tmp_path: Path) -> None:
    older = replace(ruling("a", 2011, Verdict.TRUE), title="The tram runs at night, every night")
    both = fake_engine(tmp_path / "both", [*FACTCHECKS, older, ruling("b", 2012, Verdict.FALSE)])
    alone = fake_engine(tmp_path / "alone", [*FACTCHECKS, replace(older, url="https://tram.example/2"), ruling("b", 2012, Verdict.FALSE)])
    scores = []
    for library in (both, alone):
        matches = rank(library, "The tram runs at night.").sentences[0].matches
        scores.append(next(match.parts for match in matches if match.factcheck.id == "b"))
        library.library.close()
    assert (scores[0].bm25_title, scores[0].dense_title, scores[0].bm25_claim) == (
        scores[1].bm25_title,
        scores[1].dense_title,
        scores[1].bm25_claim,
    )


def test_partial_rankings_come_early_and_change_nothing(engine: Engine) -> None:
    texts = [f"Sentence number {number} about nothing." for number in range(STAGES[0] + 30)] + ["The lake holds four hundred fish."]
    partial: list[RankedDocument] = []
    final = rank_document(
        document(*texts), engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken(), on_partial=partial.append
    )
    assert partial and not any(part.final for part in partial)
    assert [part.version for part in [*partial, final]] == list(range(1, len(partial) + 2))
    assert partial[0].sentences[0].sentence.text == texts[-1]
    assert len(partial[0].sentences) == len(texts)
    assert rank(engine, *texts).sentences == final.sentences


def test_a_ranking_does_not_depend_on_the_other_sentences(engine: Engine) -> None:
    alone = rank(engine, "The lake holds four hundred fish.").sentences[0]
    among = rank(engine, "Hello.", "The bridge cost nine million crowns.", "The lake holds four hundred fish.")
    again = next(entry for entry in among.sentences if entry.sentence.index == 2)
    assert [match.parts for match in again.matches] == [match.parts for match in alone.matches]
    assert again.score == alone.score


def test_cancel_stops_between_chunks(engine: Engine) -> None:
    token = CancelToken()

    def stop(update: ProgressUpdate) -> None:
        if update.done:
            token.cancel()

    with pytest.raises(Cancelled):
        rank_document(document("One fish.", "Two fish."), engine=engine, options=MatchOptions(), progress=stop, cancel=token)


def test_queries_keep_their_order_and_get_as_many_matches_as_asked(engine: Engine) -> None:
    queries = [Query(qid="b", text="bridge crowns cost nine million"), Query(qid="a", text="lake fish four hundred holds")]
    results = look_up(queries, engine=engine, options=MatchOptions(top=4), progress=no_progress, cancel=CancelToken()).results
    assert [entry.matches[0].factcheck.id for entry in results] == ["bridge", "fish"]
    assert [len(entry.matches) for entry in results] == [4, 4]
    assert [entry.rank for entry in results] == [1, 2]


def test_passages_are_found_in_the_body(engine: Engine) -> None:
    factcheck, passages = find_passages("nine fish in the lake", "fish", engine=engine, limit=1, cancel=CancelToken())
    assert factcheck.body[passages[0].start : passages[0].end] == passages[0].text
    assert passages[0].text == "The lake holds nine fish, the ministry wrote."
    assert find_passages("anything", "bridge", engine=engine, limit=3, cancel=CancelToken())[1] == ()
    with pytest.raises(InputError):
        find_passages("anything", "nobody", engine=engine, limit=3, cancel=CancelToken())


def test_empty_library_and_other_encoder_are_reported(tmp_path: Path, engine: Engine) -> None:
    empty = fake_engine(tmp_path / "empty", [])
    with pytest.raises(LibraryError) as caught:
        rank(empty, "Anything.")
    assert caught.value.code == "library-empty"
    empty.library.close()
    from app.retrieval import JobCachingEncoder
    from tests.fakes.encoder import FakeEncoder

    other = replace(engine, encoder=JobCachingEncoder(FakeEncoder(name="other")))
    with pytest.raises(LibraryError) as mixed:
        rank(other, "Anything.")
    assert mixed.value.code == "library-encoder"


def test_stance_is_judged_only_in_the_language_the_model_reads(engine: Engine) -> None:
    spoken = replace(document("The lake holds four hundred fish."), language="hi")
    ranked = rank_document(spoken, engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken())
    entry = ranked.sentences[0]
    assert (entry.outcome, entry.verdict, entry.matches[0].stance) == (Outcome.MATCH, SentenceVerdict.UNKNOWN, Stance.UNRELATED)
    assert any("not judged" in reason for reason in entry.matches[0].reasons)
    regional = replace(spoken, language="en-GB")
    again = rank_document(regional, engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken())
    assert again.sentences[0].verdict is SentenceVerdict.FALSE
