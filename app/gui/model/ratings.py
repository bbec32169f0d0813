"""The ratings of a library and the rules of the rating tables, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.overview import RatingOverview, RatingRule, RatingUse
from app.gui.model.labels import one_line
from app.gui.model.rows import Column, Row
from app.gui.model.verdicts import verdict_badge
from app.translation import mark, number, tr, trc, trn

USE_COLUMNS = (
    Column(mark("Rating"), 0),
    Column(mark("Fact-checks"), 112, number=True),
    Column(mark("Publishers"), 184),
    Column(mark("Counts as"), 144, sample="Mostly misleading"),
    Column(mark("Read by"), 184),
)
RULE_COLUMNS = (
    Column(mark("Whose"), 96),
    Column(mark("Wording"), 0),
    Column(mark("Publisher"), 184),
    Column(mark("Counts as"), 144, sample="Mostly misleading"),
    Column(mark("Language"), 88),
    Column(mark("Note"), 200),
)
_READ = {
    "text": mark("Read from its wording"),
    "phrase": mark("A known phrase in it"),
    "spelling": mark("Taken for a misspelling"),
    "number": mark("A number on a scale"),
    "generic": mark("Built-in rule"),
    "user": mark("Your own rule"),
}


def read_by(rule: str) -> str:
    """Return the name of the rule that gave a verdict."""
    if not rule or rule == "none":
        return tr("No rule")
    if rule == "by hand":
        return tr("Set by hand")
    kind = rule.partition(":")[0]
    return tr(_READ[kind]) if kind in _READ else tr("Built-in rule for {publisher}", publisher=kind)


def publishers(use: RatingUse) -> str:
    """Return who uses a rating: the name, or the most frequent one and the number of others."""
    first = use.publishers[0] or tr("Publisher not known") if use.publishers else ""
    other_count = len(use.publishers) - 1
    return trn("{name} and {count} other", "{name} and {count} others", other_count, name=first) if other_count > 0 else first


def use_row(use: RatingUse) -> Row:
    """A rating's row."""
    badge = verdict_badge(use.verdict)
    texts = (use.rating or tr("(no rating given)"), number(use.factchecks), publishers(use), badge.word, read_by(use.rule))
    return Row(texts=texts, badge=badge)


def rule_row(rule: RatingRule) -> Row:
    """A rule's row."""
    badge = verdict_badge(rule.verdict)
    origin = tr("Yours") if rule.own else tr("Built in")
    texts = (origin, rule.phrase.lstrip("=*"), rule.publisher or trc("publisher", "Any"), badge.word, rule.language, rule.note)
    return Row(texts=texts, badge=badge)


def matching_uses(uses: Iterable[RatingUse], typed: str) -> list[RatingUse]:
    """Return the ratings whose wording or publisher contains the typed text."""
    search_text = one_line(typed).casefold()
    return [use for use in uses if search_text in use.rating.casefold() or any(search_text in name.casefold() for name in use.publishers)]


def matching_rules(rules: Iterable[RatingRule], typed: str) -> list[RatingRule]:
    """Return the rules whose wording or publisher contains the typed text."""
    search_text = one_line(typed).casefold()
    return [rule for rule in rules if search_text in rule.phrase.casefold() or search_text in rule.publisher.casefold()]


def summary(overview: RatingOverview) -> str:
    """Return the number of ratings, how many give no verdict, and the unreadable rows of the user's table."""
    unread = [use for use in overview.uses if use.rating and use.verdict.value == "UNRATED"]
    rating_count = trn("{count} different rating", "{count} different ratings", len({use.rating for use in overview.uses if use.rating}))
    unclear = trn("{count} of them give no verdict.", "{count} of them give no verdict.", len(unread))
    parts = ["; ".join((rating_count, unclear if unread else tr("each gives a verdict.")))]
    if overview.refused:
        first = overview.refused[0]
        refused = trn(
            "Your own table has {count} row that cannot be read (line {line}: {reason})",
            "Your own table has {count} rows that cannot be read (line {line}: {reason})",
            len(overview.refused),
            line=first.row,
            reason=first.reason,
        )
        parts.append(refused)
    return " ".join(parts)


def pending(overview: RatingOverview) -> int:
    """Return how many fact-checks would get another verdict or rule."""
    return sum(use.changing for use in overview.uses)


def applied(changed: int) -> str:
    """Describe the effect of applying the tables."""
    if not changed:
        return tr("Every verdict was as the rating tables say.")
    return trn(
        "{count} fact-check took the verdict that the rating tables give.",
        "{count} fact-checks took the verdict that the rating tables give.",
        changed,
    )
