"""A match as its card shows it: every word and number, in order, as plain text."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from app.domain.assisted import Use
from app.domain.conclusion_words import differing, likeness
from app.domain.direction import isolated
from app.domain.factcheck import FactCheck
from app.domain.likelihood import SAME, likelihood_line
from app.domain.match import DifferenceKind, Match, ScoreParts
from app.domain.published_rating import attributed_rating, verbatim_rating
from app.domain.stance import Stance
from app.domain.verdict import Verdict
from app.gui.model.colours import Tone
from app.gui.model.contrast import NO_CONTRAST, Contrast, contrast_of
from app.gui.model.labels import day, host, inert, measure
from app.gui.model.language_names import language_name
from app.gui.model.shared_words import shared_words
from app.gui.model.verdicts import Badge, quoted, stance_badge, verdict_badge
from app.translation import language, mark, percent, tr, trn

_SURE = 0.8
"""From which probability of its stance a match is said to mean something."""
STALE_YEARS = 3
"""After how many years a check is old, where the reader has not said otherwise."""
HIDDEN = Badge(mark("Fact-check"), "hidden", Tone.GREY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`number` is the key that chooses it (1–9); `measures` are (name, value) pairs of the "why" panel, `bars` the same as shares in [0, 1]
    where they are shares; `shared` are the code-point spans of the claim's words that the sentence has too. `llm_offers` is what a language
    model can be asked to write about it, `llm_target` the code of the language that it would translate into. `verdict` has icon and tone of
    the rating, `rated` who rated and how, `verbatim` the rating as published where that is written otherwise. `likelihood` is the chance
    that it is about the same claim, in a number and words. `neighbour` says that it is merely near. `sentence` is the text that the
    claim is compared with, `contrast` what differs; both are empty for a neighbour and in a blind review."""

    number: int
    factcheck: str
    verdict: Badge
    rated: str
    claim: str
    source: str
    said: str
    verbatim: str
    title: str
    stance: Badge
    likelihood: str
    probability: float | None
    implication: str
    sure: bool
    differences: tuple[str, ...]
    excerpt: str
    reasons: tuple[str, ...]
    measures: tuple[tuple[str, str], ...]
    url: str
    host: str
    note: str
    same_as: tuple[str, ...]
    stale: str = ""
    llm: str = ""
    llm_offers: tuple[Use, ...] = ()
    llm_target: str = ""
    hidden: bool = False
    bars: tuple[float | None, ...] = ()
    shared: tuple[tuple[int, int], ...] = ()
    neighbour: bool = False
    sentence: str = ""
    contrast: Contrast = NO_CONTRAST

    @property
    def source_line(self) -> str:
        """Day and language, and the rating exactly as published where the head of the card writes it otherwise."""
        if self.hidden:
            return " · ".join((self.source, tr("rating hidden until you decide")))
        rating = tr("published as “{rating}”", rating=isolated(self.verbatim)) if self.verbatim else ""
        return " · ".join(part for part in (self.source, rating) if part)

    @property
    def spoken(self) -> str:
        """The card in words, for screen readers."""
        differs = tr("Differs: {differences}", differences="; ".join(self.differences)) if self.differences else ""
        unhidden_parts = () if self.hidden else (self.implication, self.contrast.words, differs, self.stale, self.llm, self.note)
        chance = "" if self.hidden else self.likelihood
        parts = (tr("Match {number}", number=self.number), self.rated, chance, self.claim, self.source_line, *unhidden_parts)
        return ". ".join(part.rstrip(".") for part in parts if part) + "."


def card(
    number: int,
    match: Match,
    *,
    settled: bool = True,
    said_on: date | None = None,
    hidden: bool = False,
    sentence: str = "",
    stale_after: int = STALE_YEARS,
    my_languages: Collection[str] = (),
    llm_target: str = "",
    decides: bool = False,
    neighbour: bool = False,
    verifiability: float | None = None,
) -> Card:
    """Return the card of a match; `number` is its position (1-based) among the sentence's matches.

    `hidden` is for blind reviews. `stale_after` are the years after which a fact-check is old on the day `said_on`. `llm_target` is the
    language that a language model would translate into ("": no model). `decides`: the finding rests on this match.
    """
    check = _inert(match.factcheck)
    is_sure = settled and _is_sure(match)
    badge = HIDDEN if hidden else verdict_badge(check.verdict)
    return Card(
        number=number,
        factcheck=check.id,
        verdict=replace(badge, tone=Tone.GREY) if neighbour else badge,
        rated=HIDDEN.word if hidden else attributed_rating(check, quoted),
        claim=check.claim,
        source=_source(check, my_languages, named=hidden),
        said=said_line(check),
        verbatim=verbatim_rating(check, quoted),
        title=check.title if check.title != check.claim else "",
        stance=stance_badge(match),
        likelihood=likelihood_line(match),
        probability=match.probability,
        implication=_implication(match, sure=is_sure, decides=decides, neighbour=neighbour),
        sure=is_sure,
        differences=differences(match),
        excerpt=inert(match.excerpt),
        reasons=tuple(inert(reason) for reason in match.reasons),
        measures=_measures(match, verifiability),
        url=check.url,
        host=host(check.url),
        note=check.note,
        same_as=match.same_as,
        stale="" if hidden or match.stance is Stance.UNRELATED else stale_words(check, said_on, stale_after),
        llm="" if hidden else llm_line(number, match),
        llm_offers=() if hidden or not llm_target else llm_offers(check, my_languages),
        llm_target=llm_target,
        hidden=hidden,
        bars=_bars(match, verifiability),
        shared=tuple(shared_words(check.claim, sentence)) if sentence and not neighbour else (),
        neighbour=neighbour,
        sentence="" if hidden or neighbour else inert(sentence),
        contrast=contrast_of(inert(sentence), replace(match, factcheck=check)) if sentence and not (hidden or neighbour) else NO_CONTRAST,
    )


def differences(match: Match) -> tuple[str, ...]:
    """Return the differences between sentence and claim, each once. Where the stance model compared their meanings, a “not” in one
    of them does not count."""
    read_off = (
        difference.words for difference in match.differences if match.reading is None or difference.kind is not DifferenceKind.NEGATION
    )
    return tuple(dict.fromkeys((*differing(match, quoted), *read_off)))


def _is_sure(match: Match) -> bool:
    """Return whether the implication of a match is stated as certain rather than probable."""
    probabilities = match.stance_probabilities
    share = {Stance.AGREE: probabilities.support, Stance.DISAGREE: probabilities.refute, Stance.UNRELATED: probabilities.neutral}[
        match.stance
    ]
    likely = match.probability is None or match.probability >= SAME
    return likely and probabilities.judged and share >= _SURE and not differences(match)


def _implication(match: Match, *, sure: bool, decides: bool, neighbour: bool) -> str:
    """Return what follows from the match, and whether the sentence's finding rests on it."""
    if neighbour:
        return tr("Near in topic, but not about this claim.")
    basis_note = [tr("The program’s finding rests on this fact-check.")] if decides else []
    return " ".join((likeness(match, quoted, sure=sure), *basis_note))


def _source(check: FactCheck, my_languages: Collection[str], *, named: bool) -> str:
    """Day and language; the publisher too where no rating names it."""
    line = source_line(check) if named or not check.publisher else day(check.published)
    return " · ".join(part for part in (line, foreign_language(check, my_languages)) if part)


def llm_offers(check: FactCheck, my_languages: Collection[str]) -> tuple[Use, ...]:
    """Return what the language model can be asked about a match; translation only where the reader may not read its language."""
    is_foreign = not check.language or bool(foreign_language(check, my_languages))
    return (Use.SETTLING, Use.TRANSLATION) if is_foreign else (Use.SETTLING,)


def llm_line(number: int, match: Match) -> str:
    """Both places of a match that a language model gave another order; nothing without one."""
    if not match.llm_rank:
        return ""
    return tr("Place {own} here, place {other} with the language model", own=number, other=match.llm_rank)


def _inert(check: FactCheck) -> FactCheck:
    """The same with texts that turn nothing around and hide nothing."""
    return replace(
        check,
        claim=inert(check.claim),
        title=inert(check.title),
        rating=inert(check.rating),
        publisher=inert(check.publisher),
        claimant=inert(check.claimant),
        note=inert(check.note),
    )


def stale_words(check: FactCheck, said_on: date | None, stale_after: int = STALE_YEARS) -> str:
    """Return a warning where facts may have changed since the check: it is years old, or its publisher calls it outdated."""
    if check.verdict is Verdict.OUTDATED:
        return tr("The publisher calls this outdated.")
    if check.published is None or said_on is None:
        return ""
    years = (said_on - check.published).days // 365
    if years < stale_after:
        return ""
    return trn(
        "Checked {count} year before this was said: facts and figures may have changed.",
        "Checked {count} years before this was said: facts and figures may have changed.",
        years,
    )


def source_line(check: FactCheck) -> str:
    """Publisher and day of publication."""
    return " · ".join(part for part in (isolated(check.publisher) or tr("Publisher not named"), day(check.published)) if part)


def foreign_language(check: FactCheck, my_languages: Collection[str]) -> str:
    """The language of a fact-check that is in none of the reader's (or not in that of the window, where none is named)."""
    primary_subtags = {code.partition("-")[0] for code in my_languages or (language(),)}
    return language_name(check.language) if check.language and check.language.partition("-")[0] not in primary_subtags else ""


def said_line(check: FactCheck) -> str:
    """Return who made the claim, and when."""
    if check.claimant and check.claimed:
        return tr("Claimed by {who}, {day}", who=isolated(check.claimant), day=day(check.claimed))
    if check.claimant:
        return tr("Claimed by {who}", who=isolated(check.claimant))
    return tr("Claimed {day}", day=day(check.claimed)) if check.claimed else ""


def citation(check: FactCheck) -> str:
    """One line to paste into a report; says nothing that the fact-check does not."""
    rating = tr("rated “{rating}”", rating=check.rating) if check.rating else ""
    parts = (check.publisher, f"“{check.title or check.claim}”", rating, day(check.published), check.url, check.note)
    return ", ".join(part for part in parts if part) + "."


def _measures(match: Match, verifiability: float | None) -> tuple[tuple[str, str], ...]:
    probabilities = match.stance_probabilities
    shares = (
        tr("not judged")
        if not probabilities.judged
        else " · ".join(
            (
                tr("{share} agrees", share=percent(probabilities.support)),
                tr("{share} contradicts", share=percent(probabilities.refute)),
                tr("{share} neither", share=percent(probabilities.neutral)),
            )
        )
    )
    score = () if match.score == match.parts.pair else ((tr("Score"), measure(match.score)),)
    sentence_measure = () if verifiability is None else ((tr("Sentence verifiable"), percent(verifiability)),)
    return (*score, *_parts(match.parts), (tr("Stance"), shares), *sentence_measure)


def _bars(match: Match, verifiability: float | None) -> tuple[float | None, ...]:
    """The shares among the measures, in their order; a sum of words (BM25) and a place in a list are none."""
    parts, probabilities = match.parts, match.stance_probabilities
    shares = (parts.pair, parts.prefilter, None, parts.dense_claim, parts.dense_title, None, None, None, None)
    paired_values = zip(shares, _values(parts), strict=True)
    score = () if match.score == parts.pair else (None,)
    part_bars = tuple(None if share is None else min(max(share, 0.0), 1.0) for share, value in paired_values if value is not None)
    sentence_bar = () if verifiability is None else (verifiability,)
    return (*score, *part_bars, probabilities.support if probabilities.judged else None, *sentence_bar)


def _values(parts: ScoreParts) -> tuple[float | None, ...]:
    return (
        parts.pair,
        parts.prefilter,
        parts.quoted,
        parts.dense_claim,
        parts.dense_title,
        parts.bm25_claim,
        parts.bm25_title,
        parts.bm25_body,
        parts.fused,
    )


def _parts(parts: ScoreParts) -> tuple[tuple[str, str], ...]:
    names = (
        tr("Same claim (pair scorer)"),
        tr("Same claim, at a glance"),
        tr("Words in a row in common"),
        tr("Meaning, claim (cosine)"),
        tr("Meaning, title (cosine)"),
        tr("Words, claim (BM25)"),
        tr("Words, title (BM25)"),
        tr("Words, text (BM25)"),
        tr("Retrieval (rank fusion)"),
    )
    named_values = zip(names, _values(parts), strict=True)
    return tuple((name, measure(value)) for name, value in named_values if value is not None)
