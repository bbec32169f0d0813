"""The ratings of a library and the rules of the rating tables, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.overview import RatingOverview, RatingRule, RatingUse
from app.gui.model.labels import count, one_line
from app.gui.model.rows import Column, Row
from app.gui.model.verdicts import verdict_look

USE_COLUMNS = (
    Column("Rating", 0),
    Column("Fact-checks", 112, number=True),
    Column("Publishers", 184),
    Column("Counts as", 144),
    Column("Read by", 184),
)
RULE_COLUMNS = (
    Column("Whose", 96),
    Column("Wording", 0),
    Column("Publisher", 184),
    Column("Counts as", 144),
    Column("Language", 88),
    Column("Note", 200),
)
_READ = {
    "text": "Read from its wording",
    "phrase": "A known phrase in it",
    "spelling": "Taken for a misspelling",
    "number": "A number on a scale",
    "generic": "Built-in rule",
    "user": "Your own rule",
}


def read_by(rule: str) -> str:
    """Which rule gave a verdict."""
    if not rule or rule == "none":
        return "No rule"
    if rule == "by hand":
        return "Set by hand"
    kind = rule.partition(":")[0]
    return _READ.get(kind, f"Built-in rule for {kind}")


def publishers(use: RatingUse) -> str:
    """Who uses a rating: the name, or the most frequent one and how many others."""
    first = use.publishers[0] or "Publisher not known" if use.publishers else ""
    others = len(use.publishers) - 1
    return f"{first} and {count(others, 'other')}" if others > 0 else first


def use_row(use: RatingUse) -> Row:
    """A rating's row."""
    look = verdict_look(use.verdict)
    texts = (use.rating or "(no rating given)", f"{use.factchecks:,}", publishers(use), look.word, read_by(use.rule))
    return Row(texts=texts, look=look)


def rule_row(rule: RatingRule) -> Row:
    """A rule's row."""
    look = verdict_look(rule.verdict)
    whose = "Yours" if rule.own else "Built in"
    texts = (whose, rule.phrase.lstrip("=*"), rule.publisher or "Any", look.word, rule.language, rule.note)
    return Row(texts=texts, look=look)


def matching_uses(uses: Iterable[RatingUse], typed: str) -> list[RatingUse]:
    """The ratings that hold what was typed, in the wording or a publisher's name."""
    wanted = one_line(typed).casefold()
    return [use for use in uses if wanted in use.rating.casefold() or any(wanted in name.casefold() for name in use.publishers)]


def matching_rules(rules: Iterable[RatingRule], typed: str) -> list[RatingRule]:
    """The rules that hold what was typed, in the wording or the publisher."""
    wanted = one_line(typed).casefold()
    return [rule for rule in rules if wanted in rule.phrase.casefold() or wanted in rule.publisher.casefold()]


def summary(overview: RatingOverview) -> str:
    """How many ratings, how many of them say nothing to us, and what of the user's table could not be read."""
    unread = [use for use in overview.uses if use.rating and use.verdict.value == "UNRATED"]
    found = count(len({use.rating for use in overview.uses if use.rating}), "different rating")
    parts = [f"{found}; {len(unread):,} of them give no verdict." if unread else f"{found}; each gives a verdict."]
    if overview.refused:
        first = overview.refused[0]
        parts.append(f"Your own table has {count(len(overview.refused), 'row')} that cannot be read (line {first.row}: {first.reason})")
    return " ".join(parts)


def pending(overview: RatingOverview) -> int:
    """How many fact-checks would get another verdict or rule."""
    return sum(use.changing for use in overview.uses)


def applied(changed: int) -> str:
    """What applying the tables did."""
    if not changed:
        return "Every verdict was as the rating tables say."
    return f"{count(changed, 'fact-check')} took the verdict that the rating tables give."
