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
    """What it is called: by a person, by its terms, or by its claim."""
    return one_line(narrative.name) or one_line(narrative.claim) or tr("Without a name")


def badge_of(item: NarrativeItem) -> Badge:
    """A fact-check's verdict, or that it is a post."""
    return POST if item.kind is ItemKind.POST else verdict_badge(item.verdict)


def size_words(narrative: Narrative) -> str:
    """How many fact-checks and posts."""
    told = [trn("{count} fact-check", "{count} fact-checks", narrative.factchecks)] if narrative.factchecks else []
    told += [trn("{count} post", "{count} posts", narrative.posts)] if narrative.posts else []
    return ", ".join(told)


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
    rest = len(names) - _LANGUAGES
    told = ", ".join(names[:_LANGUAGES])
    return trn("{names} and {count} more", "{names} and {count} more", rest, names=told) if rest > 0 else told


def facts_line(narrative: Narrative) -> str:
    """All of that on a line."""
    return " · ".join(part for part in (size_words(narrative), languages_words(narrative), dates_words(narrative)) if part)


def flags(narrative: Narrative, *, missing: bool) -> tuple[Badge, ...]:
    """What is to be looked at: conflicting or changed rulings, nothing in the reader's language."""
    found = [_RULINGS[narrative.ruling]] if narrative.ruling in _RULINGS else []
    return tuple(found + ([MISSING] if missing else []))


def source_words(item: NarrativeItem) -> str:
    """Who published it, in which language, on which day, with which rating in their own words."""
    rated = tr("rated “{rating}”", rating=one_line(item.rating)) if item.rating else ""
    where = item.platform if item.platform != item.publisher else ""
    language = language_name(item.language) if item.language else ""
    return " · ".join(part for part in (one_line(item.publisher), one_line(where), language, day(item.day), rated) if part)


def item_words(item: NarrativeItem) -> str:
    """A fact-check or post for a tool tip and for screen readers."""
    copies = trn("and {count} copy", "and {count} copies", item.copies) if item.copies else ""
    return "\n".join(part for part in (one_line(item.text), f"{badge_of(item).word} · {source_words(item)}".rstrip(" ·"), copies) if part)


def repeat_words(repeat: Repeat, earlier: NarrativeItem) -> str:
    """“Already debunked by X in Portuguese, 42 days before”."""
    gap = trn("{count} day before", "{count} days before", repeat.days)
    if repeat.days == 0:
        gap = tr("on the same day")
    who = one_line(earlier.publisher) or tr("somebody")
    if earlier.language:
        return tr("Already debunked by {publisher} in {language}, {gap}", publisher=who, language=language_name(earlier.language), gap=gap)
    return tr("Already debunked by {publisher}, {gap}", publisher=who, gap=gap)


def repeats_heading(judged: int, total: int) -> str:
    """How many repeats, and how many of them somebody has judged."""
    found = trn("{count} repeat", "{count} repeats", total)
    return tr("{repeats}, {judged} judged", repeats=found, judged=number(judged)) if total else tr("No repeats")
