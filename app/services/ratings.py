"""Reviews the ratings of a library and the tables that map them to verdicts, edits the user's table, and applies it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts
from app.domain.overview import RatingOverview, RatingRule, RatingUse, StoredRating
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.verdict import Verdict
from app.ingest.ratings import RatingNormaliser, TableRow, read_table, shipped_table
from app.ports import Library, LibraryChange, TextEncoder
from app.services.library import BY_HAND, normalised
from app.translation import tr

_PAGE = 500
_BATCH = 200


def overview(*, library: Library, normaliser: RatingNormaliser, user_table: Path) -> RatingOverview:
    """Return every rating of the library with its current verdict by the tables, unrated ones first, then the most frequent."""
    own_table = read_table(user_table)
    rules = (*(_rule(row, from_user=True) for row in own_table.rows), *(_rule(row, from_user=False) for row in shipped_table().rows))
    return RatingOverview(uses=_uses(library.ratings(), normaliser), rules=rules, refused=own_table.refused)


def apply_tables(
    *, library: Library, encoder: TextEncoder, normaliser: RatingNormaliser, progress: Progress, cancel: CancelToken
) -> ChangeCounts:
    """Set every fact-check's verdict to that of its rating in the tables; verdicts set by hand stay. A cancel changes nothing.

    No text changes, so nothing is encoded again; the index is rewritten with the known vectors.
    """
    total = len(library)
    cancel.check()
    changed_ratings = {_key(entry) for entry in library.ratings() if _differs(entry, normaliser)}
    if not changed_ratings:
        return ChangeCounts(unchanged=total)
    changed: list[str] = []
    for count, item in enumerate(_items(library), start=1):
        if (item.rating, item.publisher, item.verdict, item.rating_rule) in changed_ratings:
            changed.append(item.id)
        if count % _PAGE == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Reading ratings"), count, total))
    upsert = [normalised(item, normaliser) for item in _whole(library, changed)]
    return library.apply(LibraryChange(upsert=upsert), encoder=encoder, progress=progress, cancel=cancel)


def _key(entry: StoredRating) -> tuple[str, str, Verdict, str]:
    return entry.rating, entry.publisher, entry.verdict, entry.rule


def _differs(entry: StoredRating, normaliser: RatingNormaliser) -> bool:
    return entry.rule != BY_HAND and _reading(entry, normaliser) != (entry.verdict, entry.rule)


def _items(library: Library) -> Iterator[FactCheck]:
    """Yield every fact-check without its body, page by page."""
    offset = 0
    while items := library.search("", offset=offset, limit=_PAGE).items:
        yield from items
        offset += len(items)


def _whole(library: Library, ids: list[str]) -> Iterator[FactCheck]:
    for start in range(0, len(ids), _BATCH):
        yield from library.get(ids[start : start + _BATCH]).values()


def _rule(row: TableRow, *, from_user: bool) -> RatingRule:
    return RatingRule(own=from_user, publisher=row.publisher, phrase=row.phrase, verdict=row.verdict, language=row.language, note=row.note)


def _uses(stored: tuple[StoredRating, ...], normaliser: RatingNormaliser) -> tuple[RatingUse, ...]:
    """Return one entry for each rating and reading; a rating that publishers use differently has several."""
    entries_of: dict[tuple[str, Verdict, str], list[StoredRating]] = {}
    for entry in stored:
        verdict, rule = _reading(entry, normaliser)
        entries_of.setdefault((entry.rating, verdict, rule), []).append(entry)
    uses = [_use(rating, verdict, rule, entries) for (rating, verdict, rule), entries in entries_of.items()]
    return tuple(sorted(uses, key=lambda use: (use.verdict is not Verdict.UNRATED, -use.factchecks, use.rating, use.rule)))


def _reading(entry: StoredRating, normaliser: RatingNormaliser) -> tuple[Verdict, str]:
    """Return verdict and rule by the tables. A verdict without a rating is kept, as in the import."""
    if not entry.rating and entry.verdict is not Verdict.UNRATED:
        return entry.verdict, entry.rule
    result = normaliser.normalise(entry.rating, entry.publisher)
    return result.verdict, result.rule


def _use(rating: str, verdict: Verdict, rule: str, entries: list[StoredRating]) -> RatingUse:
    by_hand = sum(entry.factchecks for entry in entries if entry.rule == BY_HAND)
    same = sum(entry.factchecks for entry in entries if (entry.verdict, entry.rule) == (verdict, rule))
    total = sum(entry.factchecks for entry in entries)
    publishers: dict[str, int] = {}
    for entry in entries:
        publishers[entry.publisher] = publishers.get(entry.publisher, 0) + entry.factchecks
    return RatingUse(
        rating=rating,
        publishers=tuple(sorted(publishers, key=lambda name: (-publishers[name], name))),
        factchecks=total,
        verdict=verdict,
        rule=rule,
        changing=total - same - by_hand,
        by_hand=by_hand,
    )
