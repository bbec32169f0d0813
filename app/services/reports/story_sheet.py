"""The story sheet: a draft of what was confirmed, speaker by speaker, for the desk to go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from app.domain.conclusion import Conclusion, conclude
from app.domain.conclusion_words import explanation, headline
from app.domain.document import Sentence
from app.domain.match import Match
from app.domain.review import UNMARKED
from app.domain.reviewed import ReportChoice, Reviewed
from app.domain.verdict import Verdict
from app.errors import InputError
from app.services.reports import blocks
from app.services.reports.choosing import choose
from app.services.reports.clean import clean, is_web_link
from app.services.reports.logo import load_logo
from app.services.reports.masthead import masthead_lines, report_title
from app.services.reports.review_status import Finding, Side, side_of
from app.services.reports.wording import place_words
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryItem:
    """A confirmed sentence for publication, in the order of the text by speaker; `verdict` is the publisher's own rating or the
    reviewer's, `why` one line, `url` "" where the fact-check has no address. `notes` are the reviewers' own and not for publication."""

    finding: Finding
    verdict: str
    why: str
    source: Match | None
    side: Side

    @property
    def sentence(self) -> Sentence:
        """The sentence that was said."""
        return self.finding.entry.sentence

    @property
    def speaker(self) -> str:
        """The speaker's name; "" if unknown."""
        return clean(self.sentence.speaker)

    @property
    def position(self) -> str:
        """The time code, else the page or line."""
        return place_words(self.sentence)

    @property
    def url(self) -> str:
        """The address of the fact-check; "" without one."""
        url = self.source.factcheck.url if self.source is not None else ""
        return clean(url) if is_web_link(url) else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """The reviewers' notes, which are not for publication."""
        return tuple(opinion.mark.note for opinion in self.finding.notes)


def story_items(reviewed: Reviewed, choice: ReportChoice) -> tuple[StoryItem, ...]:
    """Return what was confirmed or given a verdict, by speaker in the order of their first sentence.

    Raises InputError `story-empty` if nothing was.
    """
    findings = [finding for finding in choose(reviewed, choice).decided if finding.own_verdict is not Verdict.UNRATED]
    if not findings:
        message = tr("Nothing was confirmed yet, and a story sheet lists what was.")
        raise InputError("story-empty", message, hint=tr("Confirm fact-checks or give verdicts of your own first."))
    findings.sort(key=lambda finding: finding.entry.sentence.index)
    speakers = list(dict.fromkeys(clean(finding.entry.sentence.speaker) for finding in findings))
    items = map(_item, findings)
    return tuple(sorted(items, key=lambda item: speakers.index(item.speaker)))


def by_speaker(items: tuple[StoryItem, ...]) -> Iterator[tuple[str, tuple[tuple[int, StoryItem], ...]]]:
    """Yield every speaker with the numbered items."""
    for speaker, numbered in groupby(enumerate(items, start=1), lambda pair: pair[1].speaker):
        yield speaker or tr("No speaker named"), tuple(numbered)


def story_report(reviewed: Reviewed, choice: ReportChoice) -> blocks.Report:
    """Return the story sheet as a report for reading, with the reviewers' notes. Raises InputError as `story_items` does."""
    logo, logo_problem = load_logo(reviewed.logo)
    items = story_items(reviewed, choice)
    return blocks.Report(
        title=report_title(reviewed, choice),
        newsroom=clean(reviewed.newsroom),
        footer=clean(reviewed.footer),
        logo=logo,
        lead=tuple(map(blocks.Paragraph, masthead_lines(reviewed, choice))),
        sections=tuple(
            blocks.Section(speaker, tuple(_entry(number, item) for number, item in numbered)) for speaker, numbered in by_speaker(items)
        ),
        made=reviewed.ranked.run.created,
        remarks=(logo_problem,) if logo_problem else (),
    )


def _entry(number: int, item: StoryItem) -> blocks.Entry:
    notes = (blocks.Paragraph(tr("Note, not for publication: {note}", note=note), blocks.Style.NOTE) for note in item.notes)
    return blocks.Entry(
        heading=item.verdict,
        number=number,
        side=item.side,
        facts=item.position,
        blocks=(blocks.Quotation(item.sentence.text), blocks.Paragraph(item.why, url=item.url), *notes),
    )


def _item(finding: Finding) -> StoryItem:
    conclusion = finding.conclusion
    basis = _basis(finding)
    if conclusion.own is not None:
        why = tr("Our own verdict.") if basis.source is None else _why(basis)
        return StoryItem(finding=finding, verdict=conclusion.own.label, why=why, source=basis.source, side=side_of(conclusion.own))
    return StoryItem(
        finding=finding, verdict=clean(headline(basis)), why=_why(basis), source=basis.source, side=finding.side or Side.UNSETTLED
    )


def _basis(finding: Finding) -> Conclusion:
    """Return the conclusion from the confirmed fact-checks alone, without the reviewer's own verdict; empty without any."""
    decisions = {judged.match.factcheck.id: judged.decision for judged in finding.matches if judged.decision is not None}
    if not any(decision.holds for decision in decisions.values()):
        return Conclusion()
    mark = replace(finding.opinion.mark, verdict=None) if finding.opinion is not None else UNMARKED
    return conclude(finding.entry, mark, decisions)


def _why(basis: Conclusion) -> str:
    """Return what the sentence does with the checked claim, and that claim, in one line."""
    text = explanation(basis)
    if basis.source is not None:
        claim = " ".join(clean(basis.source.factcheck.claim).split()).rstrip(".")
        text = tr("{explanation} The claim: “{claim}”.", explanation=text, claim=claim)
    return clean(text)
