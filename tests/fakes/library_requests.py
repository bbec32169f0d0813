"""Library requests of the fake task client: a plain list of fact-checks, changed in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from app.domain.factcheck import FactCheck, stable_id
from app.domain.importing import ChangeCounts
from app.domain.overview import DuplicateGroup, DuplicatePage, PublisherSummary, RatingOverview, RatingRule, RatingUse
from app.domain.verdict import Verdict
from app.worker import protocol


@dataclass(frozen=True, slots=True)
class Broken:
    """A failure as the worker reports it."""

    code: str
    message: str
    hint: str


Step = tuple[str, tuple[object, ...]]


class Shelves:
    """Fact-checks are duplicates if publisher, address and claim are equal; ratings are read by the user's rules only."""

    def __init__(self, library: Callable[[], list[FactCheck]]) -> None:
        self._library = library
        self.rules: dict[tuple[str, str], Verdict] = {}
        self.awaits_rebuild = False

    def handlers(self) -> Mapping[type[protocol.AnyRequest], Callable[..., Iterator[Step]]]:
        """Return the handlers by request type."""
        return {
            protocol.ReadFactChecks: self._read,
            protocol.AddFactCheck: self._add,
            protocol.EditFactCheck: self._edit,
            protocol.DeleteFactChecks: self._delete,
            protocol.SetLanguage: self._set_language,
            protocol.RestoreFactChecks: self._restore,
            protocol.ListPublishers: self._publishers,
            protocol.FindDuplicates: self._duplicates,
            protocol.ListRatings: self._ratings,
            protocol.SetRatingRule: self._set_rule,
            protocol.ApplyRatings: self._apply,
            protocol.RebuildLibrary: self._rebuild,
        }

    def group_of(self, head: str) -> set[str]:
        """Return the ids of the duplicate group of this id."""
        return next(({member.id for member in group} for group in self._groups() if head in {member.id for member in group}), set())

    def _groups(self) -> list[list[FactCheck]]:
        groups: dict[tuple[str, str, str], list[FactCheck]] = {}
        for check in sorted(self._library(), key=lambda factcheck: factcheck.id):
            groups.setdefault((check.publisher, check.url, check.claim.casefold()), []).append(check)
        return [group for group in groups.values() if len(group) > 1]

    def _read(self, request: protocol.ReadFactChecks) -> Iterator[Step]:
        yield "finished", (protocol.FactChecks(items=tuple(check for check in self._library() if check.id in request.ids)),)

    def _changed(self, before: list[FactCheck], after: list[FactCheck]) -> Step:
        return "finished", (protocol.ChangeResult(before=tuple(before), after=tuple(after), factchecks=len(self._library())),)

    def _put(self, check: FactCheck) -> None:
        library = self._library()
        index = next((index for index, factcheck in enumerate(library) if factcheck.id == check.id), len(library))
        library[index : index + 1] = [check]

    def _add(self, request: protocol.AddFactCheck) -> Iterator[Step]:
        values = request.values
        name = stable_id(publisher=values.get("publisher", ""), url=values.get("url", ""), claim=values["claim"])
        if any(factcheck.id == name for factcheck in self._library()):
            yield "failed", (Broken("factcheck-exists", f"A fact-check with the id “{name}” is there already.", "Edit it instead."),)
            return
        added = _with(FactCheck(id=name, claim=""), values)
        self._put(added)
        yield self._changed([], [added])

    def _edit(self, request: protocol.EditFactCheck) -> Iterator[Step]:
        before = next((factcheck for factcheck in self._library() if factcheck.id == request.factcheck), None)
        if before is None:
            yield "failed", (Broken("factcheck-unknown", "No fact-check with this id is in the library.", "Search for it."),)
            return
        after = _with(before, request.values)
        self._put(after)
        yield self._changed([before], [after])

    def _delete(self, request: protocol.DeleteFactChecks) -> Iterator[Step]:
        gone = [factcheck for factcheck in self._library() if factcheck.id in request.ids]
        self._library()[:] = [factcheck for factcheck in self._library() if factcheck.id not in request.ids]
        yield self._changed(gone, [])

    def _set_language(self, request: protocol.SetLanguage) -> Iterator[Step]:
        before = [factcheck for factcheck in self._library() if factcheck.id in request.ids and factcheck.language != request.language]
        after = [replace(factcheck, language=request.language) for factcheck in before]
        for check in after:
            self._put(check)
        yield self._changed(before, after)

    def _restore(self, request: protocol.RestoreFactChecks) -> Iterator[Step]:
        replaced_ids = {check.id for check in request.factchecks} | set(request.delete)
        before = [factcheck for factcheck in self._library() if factcheck.id in replaced_ids]
        self._library()[:] = [factcheck for factcheck in self._library() if factcheck.id not in request.delete]
        for check in request.factchecks:
            self._put(check)
        yield self._changed(before, list(request.factchecks))

    def _publishers(self, request: protocol.ListPublishers) -> Iterator[Step]:
        counts = Counter(factcheck.publisher for factcheck in self._library())
        yield "finished", (protocol.Publishers(items=tuple(self._summary(name, number) for name, number in counts.most_common())),)

    def _summary(self, name: str, number: int) -> PublisherSummary:
        published = [factcheck for factcheck in self._library() if factcheck.publisher == name]
        days = sorted(factcheck.published.isoformat() for factcheck in published if factcheck.published)
        verdicts = Counter(factcheck.verdict for factcheck in published)
        return PublisherSummary(
            name=name,
            factchecks=number,
            oldest=days[0] if days else "",
            newest=days[-1] if days else "",
            verdicts=tuple((verdict, verdicts[verdict]) for verdict in Verdict if verdicts[verdict]),
        )

    def _duplicates(self, request: protocol.FindDuplicates) -> Iterator[Step]:
        groups = sorted((DuplicateGroup(members=tuple(group)) for group in self._groups()), key=lambda group: not group.disagrees)
        page_groups = tuple(groups[request.offset : request.offset + request.limit])
        yield "finished", (DuplicatePage(groups=page_groups, total=len(groups), disagreeing=sum(group.disagrees for group in groups)),)

    def _read_by(self, check: FactCheck) -> tuple[Verdict, str]:
        for publisher in (check.publisher, ""):
            if (check.rating, publisher) in self.rules:
                whose = f"{publisher}:" if publisher else ""
                return self.rules[check.rating, publisher], f"user:{whose}{check.rating}"
        return check.verdict, check.rating_rule

    def _overview(self) -> RatingOverview:
        uses: dict[tuple[str, Verdict, str], list[FactCheck]] = {}
        for check in self._library():
            uses.setdefault((check.rating, *self._read_by(check)), []).append(check)
        lines = tuple(
            RatingUse(
                rating=rating,
                publishers=tuple(dict.fromkeys(factcheck.publisher for factcheck in factchecks)),
                factchecks=len(factchecks),
                verdict=verdict,
                rule=rule,
                changing=sum(factcheck.verdict is not verdict for factcheck in factchecks),
            )
            for (rating, verdict, rule), factchecks in sorted(uses.items(), key=lambda use: (use[0][1] is not Verdict.UNRATED, use[0]))
        )
        user_rules = tuple(
            RatingRule(own=True, publisher=publisher, phrase=f"={rating}", verdict=verdict)
            for (rating, publisher), verdict in self.rules.items()
        )
        shipped = RatingRule(own=False, publisher="", phrase="false", verdict=Verdict.FALSE, language="en")
        return RatingOverview(uses=lines, rules=(*user_rules, shipped))

    def _ratings(self, request: protocol.ListRatings) -> Iterator[Step]:
        yield "finished", (self._overview(),)

    def _set_rule(self, request: protocol.SetRatingRule) -> Iterator[Step]:
        if request.verdict:
            self.rules[request.rating, request.publisher] = Verdict(request.verdict)
        else:
            self.rules.pop((request.rating.removeprefix("="), request.publisher), None)
        yield "finished", (self._overview(),)

    def _rebuild(self, request: protocol.RebuildLibrary) -> Iterator[Step]:
        yield "progressed", ("Encoding claims and titles", 1, len(self._library()))
        self.awaits_rebuild = False
        yield "finished", (protocol.RebuildResult(generation="g-new"),)

    def _apply(self, request: protocol.ApplyRatings) -> Iterator[Step]:
        yield "progressed", ("Reading ratings", 1, len(self._library()))
        changed = 0
        for check in list(self._library()):
            verdict, rule = self._read_by(check)
            changed += verdict is not check.verdict
            self._put(replace(check, verdict=verdict, rating_rule=rule))
        yield "finished", (protocol.RatingsApplied(counts=ChangeCounts(changed=changed, unchanged=len(self._library()) - changed)),)


def _with(check: FactCheck, values: Mapping[str, str]) -> FactCheck:
    typed: dict[str, object] = dict(values)
    for name in ("published", "claimed"):
        if name in values:
            typed[name] = date.fromisoformat(values[name]) if values[name] else None
    if "verdict" in values:
        typed["verdict"] = Verdict(values["verdict"]) if values["verdict"] else Verdict.UNRATED
    return replace(check, **typed)  # type: ignore[arg-type]
