"""Choice of the matched publishers (all but some, or only some), and the text of each publisher's row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.overview import PublisherSummary
from app.gui.model.verdicts import verdict_badge
from app.translation import mark, number, tr, trn

_ALL = mark(
    "Your sentences and claims are matched with every publisher except those you block. The fact-checks of a blocked publisher stay in "
    "the library and can be read here; they are not used as matches."
)
_SOME = mark(
    "Your sentences and claims are matched only with the publishers you allow. All other fact-checks stay in the library and can be "
    "read here; publishers that you import later are not matched until you allow them."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublisherChoice:
    """The two settings: if `include` names any, only these are matched; those of `exclude` never are."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    @property
    def only_some(self) -> bool:
        """True where publishers must be allowed to be matched."""
        return bool(self.include)

    @property
    def explanation(self) -> str:
        """Explain the choice to the reader."""
        return tr(_SOME if self.only_some else _ALL)

    def matched(self, name: str) -> bool:
        """Are this publisher's fact-checks matched? Names are compared as the library does."""
        return (not self.include or _key(name) in map(_key, self.include)) and _key(name) not in map(_key, self.exclude)

    def word(self, name: str) -> str:
        """The state of a publisher in one word."""
        if self.only_some:
            return tr("Allowed") if self.matched(name) else tr("Not allowed")
        return tr("Used") if self.matched(name) else tr("Blocked")

    def with_matched(self, name: str, matched: bool) -> PublisherChoice:
        """The same choice with this publisher in or out. Taking out the last allowed one would admit all, so it is blocked then."""
        remaining = _without(self.include, name), _without(self.exclude, name)
        if matched:
            return PublisherChoice(include=(*remaining[0], name) if self.only_some else (), exclude=remaining[1])
        if self.only_some and remaining[0]:
            return PublisherChoice(include=remaining[0], exclude=remaining[1])
        return PublisherChoice(include=self.include, exclude=(*remaining[1], name))

    def switched(self, names: Iterable[str], *, only_some: bool) -> PublisherChoice:
        """The other way to choose, with the same publishers matched as now; the first publisher is allowed where none would be."""
        all_names = list(names)
        if not only_some:
            return PublisherChoice(exclude=tuple(name for name in all_names if not self.matched(name)))
        return PublisherChoice(include=tuple(name for name in all_names if self.matched(name)) or tuple(all_names[:1]))

    def note(self) -> str:
        """A few words for the status line; nothing where all are matched."""
        if self.only_some:
            return trn("only {count} publisher matched", "only {count} publishers matched", len(self.include))
        return trn("{count} publisher blocked", "{count} publishers blocked", len(self.exclude)) if self.exclude else ""


def with_named(summaries: Iterable[PublisherSummary], choice: PublisherChoice) -> tuple[PublisherSummary, ...]:
    """Return the library's publishers and those that only the choice names, so that every restriction is visible."""
    all_publishers = tuple(summaries)
    names = {_key(publisher.name) for publisher in all_publishers}
    missing = [name for name in (*choice.include, *choice.exclude) if _key(name) not in names]
    return (*all_publishers, *(PublisherSummary(name=name, factchecks=0) for name in dict.fromkeys(missing)))


def mix(summary: PublisherSummary) -> str:
    """The verdicts of a publisher in words, most frequent first."""
    ordered = sorted(summary.verdicts, key=lambda pair: -pair[1])
    return ", ".join(f"{verdict_badge(verdict).word} {number(verdict_count)}" for verdict, verdict_count in ordered)


def _key(name: str) -> str:
    return name.casefold().strip()


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other_name for other_name in names if _key(other_name) != _key(name))
