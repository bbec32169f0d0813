"""Sets the language of fact-checks, posts and evidence, in place of the given or detected one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.domain.factcheck import FactCheckFilter
from app.domain.importing import ChangeCounts
from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ports import Library, LibraryChange, TextEncoder
from app.translation import tr

UNKNOWN = "und"
"""How it is written that a language is not known (BCP 47)."""
_CODE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_PAGE = 500


class _HasLanguages(Protocol):
    def set_language(self, ids: Sequence[str], language: str) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheckSelection:
    """A selection of fact-checks: those with these ids, and all of this publisher ("" for none)."""

    ids: tuple[str, ...] = ()
    publisher: str = ""


def language_code(text: str) -> str:
    """Return a language's code as stored, "" for "und". Raises InputError `language-code` for an invalid one."""
    code = text.strip().replace("_", "-")
    if code.lower() in ("", UNKNOWN):
        return ""
    if not _CODE.fullmatch(code):
        message = tr("“{value}” is no code of a language.", value=text.strip())
        raise InputError("language-code", message, hint=tr("A code is like en, pt or zh-Hant; und where the language is not known."))
    primary = code.partition("-")[0]
    return primary.lower() + code[len(primary) :]


def set_languages(
    selection: FactCheckSelection, code: str, *, library: Library, encoder: TextEncoder, progress: Progress, cancel: CancelToken
) -> ChangeCounts:
    """Set the language of these fact-checks, all or none; later imports of the same do not change it.

    Returns the number of fact-checks that had another language. Raises InputError `language-code`, `factcheck-unknown` for an id,
    `publisher-unknown` for a publisher without fact-checks.
    """
    language = language_code(code)
    ids = list(dict.fromkeys([*_known(library, selection.ids), *_of_publisher(library, selection.publisher)]))
    change = LibraryChange(languages=dict.fromkeys(ids, language))
    return library.apply(change, encoder=encoder, progress=progress, cancel=cancel)


def set_other_languages(ids: Sequence[str], code: str, *, kept_in: _HasLanguages) -> int:
    """Set the language of posts or evidence documents and return their number. Raises InputError `language-code`,
    `language-nothing`."""
    language = language_code(code)
    count = kept_in.set_language(ids, language)
    if not count:
        raise InputError("language-nothing", tr("None of these ids is in the library."), hint=tr("Search the library for them."))
    return count


def _known(library: Library, ids: Sequence[str]) -> Sequence[str]:
    copies = library.same_as(ids)
    missing = next((name for name in ids if name not in copies), None)
    if missing is not None:
        message = tr("No fact-check with the id “{id}” is in the library.", id=missing)
        raise InputError("factcheck-unknown", message, hint=tr("Search the library for it."))
    return ids


def _of_publisher(library: Library, publisher: str) -> list[str]:
    ids: list[str] = []
    among = FactCheckFilter(publisher=publisher)
    while publisher and (items := library.search("", among=among, offset=len(ids), limit=_PAGE).items):
        ids += [item.id for item in items]
    if publisher and not ids:
        message = tr("No fact-check of “{publisher}” is in the library.", publisher=publisher)
        raise InputError("publisher-unknown", message, hint=tr("Publishers stand in “priorcheck library stats”, written as there."))
    return ids
