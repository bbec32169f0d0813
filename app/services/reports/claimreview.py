"""The user's own verdicts as ClaimReview (schema.org) in JSON-LD, which a newsroom publishes with its article for search engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.domain.document_title import readable_title
from app.domain.publication import Addresses, web_address
from app.domain.review import Decision
from app.domain.reviewed import Reviewed
from app.domain.verdict import VERDICT_LABELS, Verdict
from app.errors import InputError
from app.services.reports.claimreview_check import problems
from app.services.reports.clean import clean, is_web_link
from app.services.reports.json_text import json_row
from app.services.reports.review_status import Finding
from app.translation import mark, tr

BEST, WORST = 5, 1
_VALUES = {Verdict.TRUE: 5, Verdict.MOSTLY_TRUE: 4, Verdict.MIXED: 3, Verdict.MISLEADING: 2, Verdict.MOSTLY_FALSE: 2, Verdict.FALSE: 1}
_NO_NAME = mark("A ClaimReview names the organisation that checked, and the newsroom has no name yet.")
_NO_WEBSITE = mark("A ClaimReview needs the web address of the organisation that checked.")
_NO_ARTICLE = mark("A ClaimReview needs the web address of the article that it goes into.")
_NO_VERDICT = mark("There is no verdict of your own in what was chosen, and a ClaimReview is about one.")


def claimreview_bytes(reviewed: Reviewed, findings: Sequence[Finding]) -> bytes:
    """Return one ClaimReview for each sentence with a verdict of the user other than unrated, as a JSON-LD graph.

    Raises InputError when the newsroom has no name or address or the article no address, when there is no such verdict, or when a
    field does not conform to schema.org.
    """
    check_publication(reviewed.newsroom, reviewed.addresses)
    with_verdict = [finding for finding in findings if finding.own_verdict not in (None, Verdict.UNRATED)]
    if not with_verdict:
        hint = tr("Give sentences a verdict of your own first, or choose another format.")
        raise InputError("claimreview-empty", tr(_NO_VERDICT), hint=hint)
    with_verdict.sort(key=lambda finding: finding.entry.sentence.index)
    return graph_bytes(with_addresses([own_review(reviewed, finding) for finding in with_verdict], reviewed.addresses))


def graph_bytes(graph: Sequence[Mapping[str, Any]]) -> bytes:
    """Return ClaimReviews as one JSON-LD file. Raises InputError when a field does not conform to schema.org."""
    graph_problems = problems(graph)
    if graph_problems:
        message = tr("This would be no valid ClaimReview: {problem}.", problem=graph_problems[0])
        raise InputError("claimreview-invalid", message, hint=tr("Mend that text and export again."))
    encoded = json_row({"@context": "https://schema.org", "@graph": graph})
    # It goes between the script tags of a page: no text in it may close or open one.
    encoded = encoded.replace(b"<", b"\\u003c").replace(b">", b"\\u003e").replace(b"&", b"\\u0026")
    return msgspec.json.format(encoded, indent=2) + b"\n"


def check_publication(newsroom: str, addresses: Addresses) -> None:
    """Raises InputError when the newsroom has no name, or when its own address or that of the article is missing."""
    check_name(newsroom)
    if not web_address(addresses.website):
        hint = tr("Give the newsroom's web address in the export dialog or in the settings, such as https://desk.example.")
        raise InputError("claimreview-website", tr(_NO_WEBSITE), hint=hint)
    if not web_address(addresses.article):
        hint = tr("Give the web address of the article in the export dialog, such as https://desk.example/2024/lake.")
        raise InputError("claimreview-article", tr(_NO_ARTICLE), hint=hint)


def check_name(newsroom: str) -> None:
    """Raises InputError when the newsroom has no name."""
    if not newsroom.strip():
        hint = tr("Give the newsroom's name in the export dialog or in the settings.")
        raise InputError("claimreview-newsroom", tr(_NO_NAME), hint=hint)


def with_addresses(graph: Sequence[dict[str, Any]], addresses: Addresses) -> list[dict[str, Any]]:
    """Return the ClaimReviews with the addresses that search engines require: of the article (with an anchor each if there are
    several), of the newsroom, and of the claim's appearance.

    An appearance needs an address, so the name of one that is not on the web is put on the claim itself.
    """
    article, _, anchor = web_address(addresses.article).partition("#")
    anchors = [f"#claim-{number}" for number in range(1, len(graph) + 1)] if len(graph) > 1 else [f"#{anchor}" if anchor else ""]
    return [
        {
            **row,
            "url": article + fragment,
            "author": {**row["author"], "url": web_address(addresses.website)},
            "itemReviewed": located_claim(row["itemReviewed"], addresses),
        }
        for row, fragment in zip(graph, anchors, strict=True)
    ]


def located_claim(claim: Mapping[str, Any], addresses: Addresses) -> dict[str, Any]:
    """Return a claim with the address of its appearance; a name without an address is put on the claim itself."""
    address = web_address(addresses.claim)
    creative_work = {**claim.get("appearance", {"@type": "CreativeWork"})}
    if address and "url" not in creative_work:
        creative_work["url"] = address
    other_fields = {key: value for key, value in claim.items() if key != "appearance"}
    if "url" in creative_work:
        return {**other_fields, "appearance": creative_work}
    return {**other_fields, "name": creative_work["name"]} if "name" in creative_work else other_fields


def own_review(reviewed: Reviewed, finding: Finding) -> dict[str, Any]:
    """Return the ClaimReview of a sentence with the newsroom's own verdict, without addresses."""
    document, sentence = reviewed.ranked.document, finding.entry.sentence
    row: dict[str, Any] = {
        "@type": "ClaimReview",
        "claimReviewed": " ".join(clean(sentence.text).split()),
        "datePublished": _day_of(reviewed, finding),
        "author": {"@type": "Organization", "name": clean(reviewed.newsroom).strip()},
        "reviewRating": rating_row(finding.own_verdict or Verdict.UNRATED),
        "itemReviewed": reviewed_claim(reviewed, finding),
    }
    if document.main_language:
        row["inLanguage"] = clean(document.main_language)
    based = [judged.match.factcheck.url for judged in finding.matches if judged.decision in (Decision.CONFIRMED, Decision.PARTIAL)]
    links = [clean(url) for url in based if is_web_link(url)]
    if links:
        row["isBasedOn"] = links
    return row


def rating_row(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict in words, with a value from 1 (false) to 5 (true) if the scale has one for it; satire, for example, has
    none."""
    row: dict[str, Any] = {"@type": "Rating", "alternateName": VERDICT_LABELS[verdict]}
    value = _VALUES.get(verdict)
    if value is not None:
        row |= {"ratingValue": value, "bestRating": BEST, "worstRating": WORST}
    return row


def reviewed_claim(reviewed: Reviewed, finding: Finding) -> dict[str, Any]:
    """Return the claim with its speaker, date and appearance."""
    document, speaker = reviewed.ranked.document, " ".join(clean(finding.entry.sentence.speaker).split())
    row: dict[str, Any] = {"@type": "Claim"}
    if speaker:
        # Only a name is known, and nearly all speakers are persons.
        row["author"] = {"@type": "Person", "name": speaker}
    if document.date is not None:
        row["datePublished"] = document.date.isoformat()
    creative_work: dict[str, Any] = {"@type": "CreativeWork", "name": clean(readable_title(document)) or "Untitled document"}
    if is_web_link(document.source):
        creative_work["url"] = clean(document.source)
    row["appearance"] = creative_work
    return row


def _day_of(reviewed: Reviewed, finding: Finding) -> str:
    """Return the ISO day on which the verdict was given, or that of the ranking if no review operation set it."""
    key, reviewer = reviewed.key(finding.entry.sentence.index), finding.opinion.reviewer if finding.opinion else ""
    days = [
        act.at[:10]
        for act in reviewed.acts
        if act.who == reviewer
        and any(change.target.sentence == key and change.after.verdict is finding.own_verdict for change in act.changes)
    ]
    return days[-1] if days else reviewed.ranked.run.created[:10]
