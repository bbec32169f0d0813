"""Choices of the export dialog: format, content, and the last choice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.domain.document_title import readable_title
from app.domain.publication import Addresses, web_address
from app.domain.review import Mark
from app.domain.reviewed import Included, ReportOrder, Reviewed
from app.translation import mark, tr


@dataclass(frozen=True, slots=True)
class Format:
    """A format of reports: suffix, name, what it is for, and whether it is made to be read, so that it may have charts."""

    suffix: str
    name: str
    purpose: str
    readable: bool


FORMATS = (
    Format("html", mark("Web page"), mark("To read in any browser and to send on; one file with everything in it."), True),
    Format("docx", mark("Word document"), mark("To go on writing in: headings, tables, links."), True),
    Format("pdf", mark("PDF"), mark("To print, to archive, to hand to an editor."), True),
    Format("xlsx", mark("Excel workbook"), mark("To count and sort: sentences, matches, decisions, methods."), False),
    Format("csv", mark("Table (CSV)"), mark("One row a sentence, for any table program."), False),
    Format("jsonl", mark("JSON Lines"), mark("Everything there is, for programs."), False),
    Format("jsonld", mark("ClaimReview"), mark("Your own verdicts, for the web page of your article."), False),
)
STORY_FORMATS = (
    Format("docx", mark("Word document"), mark("To go on writing in; has the reviewers’ notes."), True),
    Format("html", mark("Web page to paste"), mark("For your own publishing system: headings, quotations and links, without style."), True),
    Format("jsonld", mark("ClaimReview"), mark("For search engines; confirmed fact-checks keep their publisher’s name."), False),
)
_BY_SUFFIX = {report_format.suffix: report_format for report_format in FORMATS}

ORDERS = {
    ReportOrder.FINDING: mark("What was decided first"),
    ReportOrder.SPEAKER: mark("Speaker by speaker"),
}

INCLUDED = {
    Included.EVERYTHING: mark("All sentences"),
    Included.REVIEWED: mark("Only what was reviewed"),
    Included.SHOWN: mark("Only what the list shows"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The last choice."""

    suffix: str = "html"
    included: Included = Included.EVERYTHING
    charts: bool = True
    order: ReportOrder = ReportOrder.FINDING
    story_suffix: str = "docx"
    record: bool = False
    """Whether how it was made is written beside an export, of whatever kind."""

    def kept(self) -> dict[str, str]:
        """In the form in which the window remembers it."""
        yes_no = {True: "yes", False: "no"}
        return {
            "format": self.suffix,
            "included": self.included.value,
            "charts": yes_no[self.charts],
            "order": self.order.value,
            "story": self.story_suffix,
            "record": yes_no[self.record],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Masthead:
    """Head of a report: title, names of the reviewers, newsroom and the path of its logo."""

    title: str = ""
    byline: str = ""
    newsroom: str = ""
    logo: str = ""


def usual_masthead(reviewed: Reviewed) -> Masthead:
    """Return the masthead of a document before somebody changes it."""
    byline = ", ".join(reviewer for reviewer in reviewed.reviewers if reviewer)
    return Masthead(title=readable_title(reviewed.ranked.document), byline=byline, newsroom=reviewed.newsroom, logo=reviewed.logo)


def confirmed_count(reviewed: Reviewed) -> int:
    """Return the number of sentences with a confirmed fact-check or a verdict of a reviewer."""
    return len({target.sentence for pairs in reviewed.marks.values() for target, mark_of_pair in pairs if _holds(mark_of_pair)})


def _holds(review_mark: Mark) -> bool:
    return review_mark.verdict is not None or (review_mark.decision is not None and review_mark.decision.holds)


def wish_from(stored: dict[str, str]) -> Wish:
    """Return the stored choice, with defaults for what is missing or no longer offered."""
    usual, suffix, included = Wish(), stored.get("format", ""), stored.get("included", "")
    order, story_suffix = stored.get("order", ""), stored.get("story", "")
    return Wish(
        suffix=suffix if suffix in _BY_SUFFIX else usual.suffix,
        included=Included(included) if included in list(Included) else usual.included,
        charts=stored.get("charts", "yes") == "yes",
        order=ReportOrder(order) if order in list(ReportOrder) else usual.order,
        story_suffix=story_suffix if story_suffix in {story_format.suffix for story_format in STORY_FORMATS} else usual.story_suffix,
        record=stored.get("record", "no") == "yes",
    )


def format_of(suffix: str) -> Format:
    """The format of this suffix. Raises KeyError when there is none."""
    return _BY_SUFFIX[suffix]


def why_not(format_: Format, *, newsroom: str, addresses: Addresses, own_verdicts: int) -> str:
    """Why this format cannot be written now, as a sentence that says what to do; "" when it can."""
    if format_.suffix != "jsonld":
        return ""
    if not own_verdicts:
        return tr("There is no verdict of your own yet, and a ClaimReview is about one. Give a sentence your own verdict first.")
    if not newsroom.strip():
        return tr("A ClaimReview names who checked. Fill in the newsroom first.")
    return missing_address(addresses)


def why_no_story(suffix: str, *, newsroom: str, addresses: Addresses, confirmed: int, own_verdicts: int) -> str:
    """Why a story sheet cannot be written in this format now, as a sentence that says what to do; "" when it can."""
    if not confirmed:
        return tr("Nothing was confirmed yet, and a story sheet lists what was. Confirm fact-checks or give verdicts of your own first.")
    if suffix != "jsonld":
        return ""
    if not newsroom.strip():
        return tr("A ClaimReview names who checked. Fill in the newsroom first.")
    return missing_address(addresses) if own_verdicts else ""


def missing_address(addresses: Addresses) -> str:
    """Return a sentence about the web address that a ClaimReview still needs; "" where it has all that search engines require."""
    if not web_address(addresses.website):
        return tr("A ClaimReview needs the web address of your newsroom, such as https://desk.example. Fill it in first.")
    if not web_address(addresses.article):
        return tr("A ClaimReview needs the web address of your article, where it will be published. Fill it in first.")
    if addresses.claim and not web_address(addresses.claim):
        return tr("“{text}” is no web address; leave it empty if what was said is nowhere on the web.", text=addresses.claim[:80])
    return ""


def suggested_name(title: str, *, story: bool = False) -> str:
    """A file name without its suffix from a document's title, without what file systems refuse."""
    stem = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", title)
    stem = " ".join(stem.split()).strip(" .")[:80]
    name = stem or tr("document")
    return tr("{title} – story sheet", title=name) if story else tr("{title} – fact-checks", title=name)
