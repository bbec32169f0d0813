"""Narratives in words: how large, how far, how the rulings stand, and what repeats what."""

from __future__ import annotations

from app.domain.judgement import Judgement
from app.domain.narrative import ItemKind, Narrative, NarrativeItem, Ruling
from app.domain.repeat import Repeat
from app.gui.model.colours import Tone
from app.gui.model.labels import day, one_line
from app.gui.model.language_names import language_name
from app.gui.model.verdicts import Badge, verdict_badge
from app.translation import mark, number, tr, trn

_RULINGS = {
    Ruling.CONFLICT: Badge(mark("Rulings conflict"), "disputed", Tone.ORANGE),
    Ruling.CHANGED: Badge(mark("Ruling changed"), "clock", Tone.BLUE),
}
MISSING = Badge(mark("Not yet in your language"), "narratives", Tone.PURPLE)
POST = Badge(mark("Post"), "note", Tone.GREY)
JUDGEMENTS = {
    Judgement.EXACT: Badge(mark("Same claim"), "confirmed", Tone.GREEN),
    Judgement.PARTIAL: Badge(mark("Same in part"), "confirmed-part", Tone.GREEN),
    Judgement.IRRELEVANT: Badge(mark("Another claim"), "rejected", Tone.VERMILLION),
}
_LANGUAGES = 4


def name_of(narrative: Narrative) -> str:
    """Return the name: a person's, else its terms, else its claim."""
    return one_line(narrative.name) or one_line(narrative.claim) or tr("Without a name")


def badge_of(item: NarrativeItem) -> Badge:
    """A fact-check's verdict, or that it is a post."""
    return POST if item.kind is ItemKind.POST else verdict_badge(item.verdict)


def size_words(narrative: Narrative) -> str:
    """Return the numbers of fact-checks and posts in words."""
    counts = [trn("{count} fact-check", "{count} fact-checks", narrative.factchecks)] if narrative.factchecks else []
    counts += [trn("{count} post", "{count} posts", narrative.posts)] if narrative.posts else []
    return ", ".join(counts)


def dates_words(narrative: Narrative) -> str:
    """From the first day to the last."""
    if narrative.first is None or narrative.last is None:
        return tr("no dates known")
    if narrative.first == narrative.last:
        return day(narrative.first)
    return tr("{first} to {last}", first=day(narrative.first), last=day(narrative.last))


def languages_words(narrative: Narrative) -> str:
    """Its languages by name, as many as fit in a line."""
    names = [language_name(code) for code, _ in narrative.languages]
    remaining_count = len(names) - _LANGUAGES
    listed_names = ", ".join(names[:_LANGUAGES])
    return (
        trn("{names} and {count} more", "{names} and {count} more", remaining_count, names=listed_names)
        if remaining_count > 0
        else listed_names
    )


def facts_line(narrative: Narrative) -> str:
    """All of that on a line."""
    return " · ".join(part for part in (size_words(narrative), languages_words(narrative), dates_words(narrative)) if part)


def flags(narrative: Narrative, *, missing: bool) -> tuple[Badge, ...]:
    """Return badges for conflicting or changed rulings, and for a narrative without a debunk in the reader's languages."""
    badges = [_RULINGS[narrative.ruling]] if narrative.ruling in _RULINGS else []
    return tuple(badges + ([MISSING] if missing else []))


def source_words(item: NarrativeItem) -> str:
    """Return publisher, platform, language, day, and the rating in the publisher's words."""
    rated = tr("rated “{rating}”", rating=one_line(item.rating)) if item.rating else ""
    platform = item.platform if item.platform != item.publisher else ""
    language = language_name(item.language) if item.language else ""
    return " · ".join(part for part in (one_line(item.publisher), one_line(platform), language, day(item.day), rated) if part)


def item_words(item: NarrativeItem) -> str:
    """A fact-check or post for a tool tip and for screen readers."""
    copies = trn("and {count} copy", "and {count} copies", item.copies) if item.copies else ""
    return "\n".join(part for part in (one_line(item.text), f"{badge_of(item).word} · {source_words(item)}".rstrip(" ·"), copies) if part)


def repeat_words(repeat: Repeat, earlier: NarrativeItem) -> str:
    """“Already debunked by X in Portuguese, 42 days before”."""
    gap = trn("{count} day before", "{count} days before", repeat.days)
    if repeat.days == 0:
        gap = tr("on the same day")
    publisher = one_line(earlier.publisher) or tr("somebody")
    if earlier.language:
        return tr(
            "Already debunked by {publisher} in {language}, {gap}", publisher=publisher, language=language_name(earlier.language), gap=gap
        )
    return tr("Already debunked by {publisher}, {gap}", publisher=publisher, gap=gap)


def repeats_heading(judged: int, total: int) -> str:
    """Return the number of repeats, and how many were judged."""
    repeat_count = trn("{count} repeat", "{count} repeats", total)
    return tr("{repeats}, {judged} judged", repeats=repeat_count, judged=number(judged)) if total else tr("No repeats")
