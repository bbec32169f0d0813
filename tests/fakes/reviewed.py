"""A small reviewed debate with one sentence of every status, in four scripts, and texts that would do harm if they were not inert."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.match import Difference, DifferenceKind, Match, ScoreParts
from app.domain.publication import Addresses
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.review import Decision, Mark, MarkChange, Marks, ReviewOperation, Target
from app.domain.reviewed import Reviewed, pairs_of
from app.domain.stance import StanceProbabilities
from app.domain.verdict import SentenceVerdict, Verdict

AGREE = StanceProbabilities(support=0.84, refute=0.1, neutral=0.06)
DISAGREE = StanceProbabilities(support=0.1, refute=0.84, neutral=0.06)
UNRELATED = StanceProbabilities(support=0.1, refute=0.1, neutral=0.8)

ADDRESSES = Addresses(website="https://velden.example", article="https://velden.example/2026/lake", claim="https://tv.example/debate")
PAYLOAD = '=HYPERLINK("http://evil.example") <script>alert(1)</script> \u202eabc {{7*7}} <img src=x onerror=alert(1)>'
HINDI = "पुल की लागत नौ मिलियन क्राउन है।"
ARABIC = "بلغت تكلفة الجسور تسعة ملايين كرونة."
EMOJI = "Museums lost half of visitors 😀, naïve as it sounds."

_TEXTS = (
    ("Ben Holt", "Harbour bridges cost nine million crowns."),
    ("Anna Berg", "Seven rivers cross Velden county, I say."),
    ("سلمى", ARABIC),
    ("Anna Berg", HINDI),
    ("Ben Holt", EMOJI),
    ("=cmd|' /C calc'!A0", PAYLOAD),
    ("Ben Holt", "Taxes were lowered in every year since 2009."),
    ("Anna Berg", "Thank you, and good night."),
    ("Ben Holt", "The ferry runs at a loss."),
)


def factcheck(identifier: str, claim: str, verdict: Verdict, publisher: str, year: int, **fields: str) -> FactCheck:
    """Return a fact-check of the first of May of a year (0: without a date)."""
    return FactCheck(
        id=identifier,
        claim=claim,
        verdict=verdict,
        rating=fields.pop("rating", verdict.value.replace("_", " ").capitalize()),
        publisher=publisher,
        published=date(year, 5, 1) if year else None,
        url=fields.pop("url", f"https://desk.example/{identifier}?a=1&b=2"),
        language="en",
        **fields,
    )


def match_of(item: FactCheck, stance: StanceProbabilities = AGREE, *, pair: float = 0.9, **fields: object) -> Match:
    """Return a match with this stance."""
    return Match(
        factcheck=item,
        score=pair,
        parts=ScoreParts(bm25_claim=9.5, dense_claim=0.8, pair=pair),
        stance=stance.label,
        stance_probabilities=stance,
        **fields,  # type: ignore[arg-type]
    )


def _matches() -> dict[int, tuple[Match, ...]]:
    bridges = factcheck("a", "Harbour bridges cost nine million crowns", Verdict.FALSE, "Sample desk", 2020, rating="Wrong <b>twice</b>")
    other = factcheck("a2", "Bridges in the harbour cost a lot", Verdict.MIXED, "Other desk", 2021)
    rivers = factcheck("b", "Seven rivers cross Velden county", Verdict.TRUE, "Sample desk", 2021)
    museums = factcheck("c", "Museums lost half of visitors", Verdict.MIXED, "Sample desk", 2021)
    harmful = factcheck(
        "d", PAYLOAD, Verdict.MOSTLY_FALSE, "@Desk", 0, url="javascript:alert(1)", title=PAYLOAD, note="demo, links unchecked"
    )
    taxes = factcheck("e", "Taxes were lowered in every year since 2010", Verdict.FALSE, "Other desk", 2019)
    years = (Difference(kind=DifferenceKind.YEAR, said=("2009",), checked=("2010",)),)
    return {
        0: (
            match_of(bridges, excerpt="The budget names five million crowns.", reasons=("nearly the same words",)),
            match_of(other, UNRELATED, pair=0.3),
        ),
        1: (match_of(rivers),),
        2: (match_of(replace(bridges, id="a-ar"), pair=0.7),),
        3: (match_of(replace(bridges, id="a-hi"), pair=0.6),),
        4: (match_of(museums, pair=0.5),),
        5: (match_of(harmful),),
        6: (match_of(taxes, pair=0.8, differences=years),),
    }


def ranked_debate() -> RankedDocument:
    """Return nine sentences, seven of them with a fact-check; rank order is not document order."""
    sentences, offset = [], 0
    for index, (speaker, text) in enumerate(_TEXTS):
        sentences.append(
            Sentence(index=index, text=text, start=offset, end=offset + len(text), speaker=speaker, line=index + 1, time=600.0 * index)
        )
        offset += len(text) + 1
    matches_by_index = _matches()
    order = (0, 6, 1, 5, 2, 3, 4, 8, 7)
    entries = tuple(_entry(rank, sentences[index], matches_by_index.get(index, ())) for rank, index in enumerate(order, start=1))
    document = Document(
        title="<i>Talk</i> in Velden",
        text=" ".join(text for _, text in _TEXTS),
        sentences=tuple(sentences),
        language="en",
        date=date(2024, 6, 1),
    )
    run = RunRecord(
        program="priorcheck test",
        created="2026-01-01T00:00:00+00:00",
        library="/somewhere/private/My library",
        generation="g-7",
        factchecks=1200,
        searched=1100,
        index_kind="exact",
        as_of=date(2025, 1, 1),
        models=(("encoder", "claim-encoder-1:3536eb77"), ("ranker", "ranker-2:ab12")),
        parameters=(("top", "5"), ("near_probability", "0.3")),
        seconds=(("measured", 1.25), ("compared", 2.5), ("all", 3.0)),
    )
    return RankedDocument(document=document, sentences=entries, run=run)


def _entry(rank: int, sentence: Sentence, matches: tuple[Match, ...]) -> RankedSentence:
    verdict = SentenceVerdict.UNKNOWN
    if matches and matches[0].factcheck.verdict.settles_false:
        verdict = SentenceVerdict.FALSE
    elif matches and matches[0].factcheck.verdict.settles_true:
        verdict = SentenceVerdict.TRUE
    return RankedSentence(
        rank=rank,
        sentence=sentence,
        score=round(3.0 / rank, 6),
        probability=round(0.95 / rank, 6) if matches else 0.01,
        verdict=verdict,
        outcome=Outcome.MATCH if matches else Outcome.NONE,
        matches=matches,
        reasons=("the best fact-check is near",) if matches else (),
        verdict_probability=0.8 if matches else 0.0,
        verdict_source="" if verdict is SentenceVerdict.UNKNOWN else matches[0].factcheck.id,
    )


def _act(label: str, reviewer: str, minute: int, *changes: tuple[Target, Mark]) -> ReviewOperation:
    from app.domain.review import UNMARKED

    return ReviewOperation(
        label=label,
        who=reviewer,
        at=f"2026-02-03T20:{minute:02d}:00+00:00",
        changes=tuple(MarkChange(target, UNMARKED, mark) for target, mark in changes),
    )


def sample_acts() -> tuple[ReviewOperation, ...]:
    """Return acts: confirmed, user verdict, partial, deferred, rejected, and a second reviewer who differs once."""
    confirmed = Mark(decision=Decision.CONFIRMED)
    return (
        _act("Confirm “Harbour bridges…”", "Mara", 1, (Target("0", "a"), confirmed)),
        _act(
            "Own verdict: mostly true",
            "Mara",
            2,
            (Target("1"), Mark(verdict=Verdict.MOSTLY_TRUE, note="Six by the map; =1+1 <b>", tags=("water", "maps"))),
        ),
        _act("Confirm in part", "Mara", 3, (Target("2", "a-ar"), Mark(decision=Decision.PARTIAL))),
        _act("Defer", "Mara", 4, (Target("3"), Mark(decision=Decision.DEFERRED, flagged=True, note="Ask the harbour office"))),
        _act("Reject “Taxes…”", "Mara", 5, (Target("6", "e"), Mark(decision=Decision.REJECTED))),
        _act("Reject “Harbour bridges…”", "Tomas", 6, (Target("0", "a"), Mark(decision=Decision.REJECTED))),
        _act("Own verdict: unproven", "Tomas", 7, (Target("8"), Mark(verdict=Verdict.UNPROVEN))),
    )


def reviewed_debate() -> Reviewed:
    """Return the debate with two reviewers' marks; Mara leads."""
    marks = Marks()
    acts = sample_acts()
    for act in acts:
        marks.apply(act)
    return Reviewed(
        ranked=ranked_debate(), keys=tuple(str(index) for index in range(len(_TEXTS))), marks=pairs_of(marks), acts=acts, lead="Mara",
        newsroom="Velden Daily <Facts>", footer="Corrections: desk@velden.example", addresses=ADDRESSES,
    )  # fmt: skip
