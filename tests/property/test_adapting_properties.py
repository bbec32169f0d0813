"""Properties of rule-made claims, for any fact-check."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, no_progress
from app.services.adapting.pairs import LeakageGuard, SyntheticSet, held_out_ids, make_pairs, word_weights
from app.services.adapting.perturbations import perturbed
from app.services.adapting.social_style import with_typo
from app.services.adapting.statements import Origin
from app.services.adapting.teaching import OTHERS, nearest
from app.services.adapting.texts import jaccard, numbers, one_line, word_set
from app.services.adapting.writing import LOSING, RuleWriter, Way, Written, dropped, keeps_numbers
from tests.fakes.library_samples import samples

WORDS = st.sampled_from(
    "Says the mayor said that Ann Berg claimed unemployment fell by 2.5 percent to 12,345,678 people in 1999, and $45 million was lost; "
    "A photograph shows “the bridge” — because nobody voted! la sopa está fría 東京 100% no".split()
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=40).map(" ".join))
FACTCHECKS = st.builds(
    FactCheck,
    id=st.just("fc-1"),
    claim=TEXTS,
    title=TEXTS,
    body=st.lists(TEXTS, max_size=6).map("\n".join),
    claimant=st.sampled_from(["", "Ann Berg", "Bloggers"]),
    language=st.sampled_from(["en", "es", ""]),
)


@given(factcheck=FACTCHECKS, seed=st.integers(0, 50))
@settings(max_examples=150, deadline=None)
def test_rule_made_claims_are_not_empty_and_keep_their_numbers(factcheck: FactCheck, seed: int) -> None:
    writer = RuleWriter(word_weights([factcheck]), count=2)
    for written in writer(factcheck, random.Random(seed)):
        assert written.text.strip() or not factcheck.claim.strip()
        assert written.ways
        assert LOSING & set(written.ways) or keeps_numbers(written), (written.source, written.text, written.ways)


@given(factcheck=FACTCHECKS, seed=st.integers(0, 50))
@settings(max_examples=60, deadline=None)
def test_rule_made_claims_depend_only_on_the_seed(factcheck: FactCheck, seed: int) -> None:
    writer = RuleWriter({}, count=2)
    assert writer(factcheck, random.Random(seed)) == writer(factcheck, random.Random(seed))


@given(claim=TEXTS, other=TEXTS, seed=st.integers(0, 50))
@settings(max_examples=100, deadline=None)
def test_an_inoculated_claim_differs_from_the_claim(claim: str, other: str, seed: int) -> None:
    changed = perturbed(claim, [other], random.Random(seed))
    assert changed != one_line(claim) or not changed


@given(text=TEXTS, seed=st.integers(0, 50))
@settings(max_examples=100, deadline=None)
def test_dropped_words_and_slips_leave_numbers_alone(text: str, seed: int) -> None:
    for changed in (dropped(text, random.Random(seed)), with_typo(text, random.Random(seed))):
        assert sorted(numbers(changed)) == sorted(numbers(text))


@given(texts=st.lists(TEXTS, max_size=6), query=TEXTS)
@settings(max_examples=100, deadline=None)
def test_the_guard_is_the_share_of_words(texts: list[str], query: str) -> None:
    is_near = any(jaccard(word_set(text), word_set(query)) >= 0.5 for text in texts)
    assert LeakageGuard(texts).leaks(query) is is_near


def _synthetic(count: int, *, reverse: bool = False, guard: LeakageGuard | None = None) -> SyntheticSet:
    items = samples(count)
    ordered = items[::-1] if reverse else items
    return make_pairs(ordered, RuleWriter({}), seed=4, guard=guard, progress=no_progress, cancel=CancelToken())


def test_held_back_fact_checks_are_never_learnt_in_any_order() -> None:
    pairs, reversed_pairs = _synthetic(300), _synthetic(300, reverse=True)
    assert {pair.factcheck for pair in pairs.learnt}.isdisjoint(pair.factcheck for pair in pairs.held_back)
    assert {pair.factcheck for pair in pairs.held_back} <= held_out_ids(samples(300), seed=4)
    assert 20 <= len(pairs.held_back) <= 30 and len(pairs.learnt) > 240
    assert {(pair.factcheck, pair.statement) for pair in pairs.learnt} == {
        (pair.factcheck, pair.statement) for pair in reversed_pairs.learnt
    }


def _from(origin: Origin) -> SyntheticSet:
    def writer(factcheck: FactCheck, dice: random.Random) -> list[Written]:
        return [
            Written(
                text=f"somebody told me of {factcheck.id}, {dice.random():.2f}", source=factcheck.claim, origin=origin, ways=(Way.PLAIN,)
            )
        ]

    return make_pairs(samples(200), writer, seed=4, guard=None, progress=no_progress, cancel=CancelToken())


def test_statements_made_of_a_title_target_the_claim() -> None:
    factchecks = {item.id: item for item in samples(200)}
    assert all(item.title != item.claim for item in factchecks.values())
    of_titles, of_claims = _from(Origin.TITLE).learnt, _from(Origin.CLAIM).learnt
    assert all(pair.target == factchecks[pair.factcheck].claim for pair in of_titles)
    titled = sum(pair.target == factchecks[pair.factcheck].title for pair in of_claims)
    assert 0 < titled < len(of_claims) / 2


def test_claims_like_those_of_the_evaluation_are_left_out() -> None:
    free = _synthetic(300)
    statements = [pair.statement for pair in free.learnt[:40]]
    guarded = _synthetic(300, guard=LeakageGuard(statements))
    assert guarded.guarded >= len(set(statements))
    assert {pair.statement for pair in guarded.learnt}.isdisjoint(statements)


@given(about=st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=30), seed=st.integers(0, 50))
@settings(max_examples=100, deadline=None)
def test_a_teacher_scores_the_own_target_first_then_the_nearest_others(about: list[str], seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(len(about), 3)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = vectors @ vectors.T
    for index, row in enumerate(nearest(about, vectors)):
        assert row[0] == index and len(row) == min(1 + OTHERS, len(set(about)))
        assert len({about[other] for other in row}) == len(row)
        similarities = [cosines[index, other] for other in row[1:]]
        assert similarities == sorted(similarities, reverse=True)
        best = [max(cosines[index, other] for other, name in enumerate(about) if name == target) for target in set(about) - {about[index]}]
        assert similarities == sorted(best, reverse=True)[:OTHERS]
