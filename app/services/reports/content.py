"""What a report for reading says, in one structure that the web page, the Word document and the PDF are made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.ranked import RankedSentence
from app.domain.reviewed import WHOLE, Included, ReportChoice, Reviewed
from app.services.reports.charts import Chart, charts
from app.services.reports.choosing import Chosen, choose
from app.services.reports.clean import clean, is_web_link
from app.services.reports.logo import Logo, load_logo
from app.services.reports.methods import READING, Line, method_lines
from app.services.reports.standing import Finding, JudgedMatch, Side
from app.services.reports.wording import (
    difference_words,
    head_words,
    likelihood_line,
    match_label,
    order_words,
    outcome_words,
    percent,
    place_words,
    rating_line,
    reason_words,
    sentence_label,
    shown_matches,
    source_of_verdict_words,
    source_words,
    stance_words,
)
from app.translation import mark, number, tr, trc, trn


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One fact-check beside a sentence; `label` says who decided what about it, `decided` whether somebody did."""

    label: str
    decided: bool
    claim: str
    rating: str
    source: str
    why: str
    excerpt: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One sentence. `head` is what is known of it, `facts` where and how surely, `label` what was decided about the sentence itself."""

    rank: int
    head: str
    side: Side | None
    facts: str
    text: str
    label: str
    notes: tuple[str, ...]
    tags: str
    checks: tuple[Check, ...]
    lost: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Sentences under one heading."""

    heading: str
    remark: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole report, in the language of its reader."""

    title: str
    newsroom: str
    footer: str
    logo: Logo | None
    intro: tuple[str, ...]
    sections: tuple[Section, ...]
    charts: tuple[Chart, ...]
    reading: tuple[str, ...]
    methods: tuple[Line, ...]
    made: str
    remarks: tuple[str, ...] = ()


Tick = Callable[[int, int], None]


def no_tick(done: int, total: int) -> None:
    """Tell nobody how far it is; what is told otherwise may raise Cancelled."""


NOTHING = mark("No fact-check in the library is near any sentence of this document.")
NOTHING_REVIEWED = mark("Nobody has reviewed a sentence of this document yet.")
NOTHING_SHOWN = mark("The filter shows no sentence of this document.")


def report(reviewed: Reviewed, choice: ReportChoice = WHOLE) -> Report:
    """The report of what was chosen; `remarks` tell what had to be left out of its dress."""
    chosen = choose(reviewed, choice)
    ranked = reviewed.ranked
    logo, trouble = load_logo(reviewed.logo)
    return Report(
        title=clean(ranked.document.title) or tr("Report"),
        newsroom=clean(reviewed.newsroom),
        footer=clean(reviewed.footer),
        logo=logo,
        intro=_intro(chosen, choice),
        sections=_sections(chosen, bool(reviewed.reviewers)),
        charts=charts(chosen.all) if choice.charts else (),
        reading=tuple(map(tr, READING)),
        methods=tuple((clean(name), clean(value)) for name, value in method_lines(reviewed)),
        made=ranked.run.created,
        remarks=(trouble,) if trouble else (),
    )


def _intro(chosen: Chosen, choice: ReportChoice) -> tuple[str, ...]:
    listed = len(chosen.listed)
    if not listed:
        empty = {Included.REVIEWED: NOTHING_REVIEWED, Included.SHOWN: NOTHING_SHOWN}.get(choice.included, NOTHING)
        lines = [tr(empty)]
    else:
        of_all = trn(
            "{listed} of {count} sentence is listed.", "{listed} of {count} sentences are listed.", chosen.total, listed=number(listed)
        )
        lines = [f"{tr('Sentences that published fact-checks can settle come first.')} {of_all}"]
    if chosen.done or chosen.open or chosen.rejected:
        lines.append(_counts(chosen))
    if chosen.rejected:
        lines.append(tr("Rejected sentences and fact-checks are left out here; they are in the tables (CSV, XLSX, JSON Lines)."))
    if chosen.more:
        lines.append(
            trn(
                "{count} further sentence with a fact-check, ranked below these, is left out for length.",
                "{count} further sentences with a fact-check, ranked below these, are left out for length.",
                chosen.more,
            )
        )
    return tuple(lines)


def _counts(chosen: Chosen) -> str:
    """How many sentences are in which state."""
    decided = trn("{count} decided", "{count} decided", len(chosen.done))
    left_open = trn("{count} open", "{count} open", len(chosen.open))
    rejected = trn("{count} looked at and rejected", "{count} looked at and rejected", chosen.rejected)
    more = len(chosen.machine) + chosen.more
    unseen = trn("{count} more that nobody has reviewed.", "{count} more that nobody has reviewed.", more)
    return f"{decided}, {left_open}, {rejected}; {unseen}"


def _sections(chosen: Chosen, anybody: bool) -> tuple[Section, ...]:
    machine = tr("Nobody has looked at these yet: they are the program’s findings, with the verdicts of the publishers named.")
    unseen = tr("Not reviewed") if anybody else tr("What the library has, not reviewed")
    left_open = tr("Deferred, flagged, or noted without a decision.")
    made = (
        Section(heading=tr("Decided"), remark="", items=tuple(map(_item, chosen.done))),
        Section(heading=trc("sentences not decided yet", "Open"), remark=left_open, items=tuple(map(_item, chosen.open))),
        Section(heading=unseen, remark=machine, items=tuple(map(_item, chosen.machine))),
    )
    return tuple(section for section in made if section.items)


def _item(finding: Finding) -> Item:
    entry = finding.entry
    where = " · ".join(part for part in (clean(entry.sentence.speaker), place_words(entry.sentence)) if part)
    told = outcome_words(entry)
    return Item(
        rank=entry.rank,
        head=clean(head_words(finding)),
        side=finding.side,
        facts=" · ".join((told, tr("{share} verifiable", share=percent(entry.probability)), where)),
        text=clean(entry.sentence.text),
        label=clean(sentence_label(finding)),
        notes=tuple(clean(f"{said.who or tr('Somebody')}: {said.mark.note}") for said in finding.notes),
        tags=clean(", ".join(finding.tags)),
        checks=tuple(_check(each, finding.entry) for each in shown_matches(finding)),
        lost=_lost(finding),
    )


def _lost(finding: Finding) -> str:
    if not finding.lost:
        return ""
    return clean(tr("Confirmed earlier, but no longer among the matches of this ranking: {names}.", names=", ".join(finding.lost)))


def _check(judged: JudgedMatch, entry: RankedSentence) -> Check:
    match, item = judged.match, judged.match.factcheck
    told = (
        source_of_verdict_words(match, entry),
        likelihood_line(match),
        stance_words(match),
        reason_words(match),
        difference_words(match),
        order_words(match, entry),
    )
    why = " ".join(part for part in told if part)
    return Check(
        label=clean(match_label(judged)),
        decided=judged.said is not None,
        claim=clean(item.claim),
        rating=clean(rating_line(match)),
        source=clean(source_words(match)),
        why=clean(why),
        excerpt=clean(match.excerpt),
        url=clean(item.url) if is_web_link(item.url) else "",
    )
